import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type SelectionFlags, selectBrands } from '../../src/cli/select-brands.ts'
import { diskFiles, memoryFiles } from '../../src/files/index.ts'
import {
  brandYaml,
  project,
  repositoryRoot,
  runShared,
  temporaryFolder,
  writeFiles,
} from '../support/project.ts'
import { jsonOf } from './json.ts'

const ids = ['alpha', 'beta', 'delta', 'gamma']
const four = {
  root: '/',
  files: memoryFiles({}),
  defaults: memoryFiles({}),
  brands: { brands: ids, bases: [] },
  diagnostics: [],
}

/** The selected ids, or what is wrong. */
function selected(flags: Partial<SelectionFlags>, environment: NodeJS.ProcessEnv = {}, named: string[] = []) {
  const { value, diagnostics } = selectBrands(four, named, { all: named.length === 0, ...flags }, environment)
  return value?.brands ?? diagnostics.map(({ message }) => message)
}

describe('the brands of a command', () => {
  test('come in one way', () => {
    expect(selected({}, {}, ['gamma', 'alpha', 'gamma'])).toEqual(['gamma', 'alpha'])
    expect(selected({})).toEqual(ids)
    expect(selected({ all: true }, {}, ['alpha'])).toEqual(['Both brands and --all were given.'])
    expect(selected({ all: true, brandsFrom: 'list' })).toEqual(['Both --all and --brands-from were given.'])
    expect(selected({ all: false })).toEqual(['There are several brands, and none was named.'])
  })

  test('are listed in a file', () => {
    const folder = temporaryFolder()
    writeFiles(folder, {
      list: '# The first wave\nbeta\n\n  alpha  # the oldest\nbeta\n',
      wrong: 'betta\n',
      empty: '\n',
    })
    const from = (name: string) => selected({ all: false, brandsFrom: join(folder, name) })
    expect(from('list')).toEqual(['beta', 'alpha'])
    expect(from('empty')).toEqual([])
    expect(from('wrong')).toEqual(['There is no brand "betta".'])
    expect(from('none')).toEqual([`The list of brands "${folder}/none" could not be read.`])
  })

  test('are a shard of those', () => {
    const shards = [1, 2, 3].map(index => selected({ shard: `${index}/3` }))
    expect(shards.flat().sort()).toEqual(ids)
    expect(shards.map(shard => shard.length).sort()).toEqual([1, 1, 2])
    expect(selected({ shard: '2/3' }, {}, [...ids].reverse()).toReversed()).toEqual(shards[1])
    expect(selected({ shard: '1/1' })).toEqual(ids)
    expect([1, 2, 3, 4, 5].map(index => selected({ shard: `${index}/5` }).length).sort()).toEqual([
      0, 1, 1, 1, 1,
    ])
    for (const shard of ['0/3', '4/3', '3', '1/0', 'x', '-1/3', '1.5/3']) {
      const { value, diagnostics } = selectBrands(four, [], { all: true, shard }, {})
      expect(value, shard).toBeUndefined()
      expect(diagnostics).toMatchObject([{ code: 'usage/invalid' }])
    }
  })

  test('are the shard that an engine says', () => {
    const second = selected({ shard: '2/3' })
    const auto = (environment: NodeJS.ProcessEnv, shard = 'auto') => selected({ shard }, environment)
    expect(auto({ JOB_COMPLETION_INDEX: '1', JOB_COMPLETIONS: '3' })).toEqual(second)
    expect(auto({ JOB_COMPLETION_INDEX: '1' }, 'auto/3')).toEqual(second)
    const array = { SLURM_ARRAY_TASK_COUNT: '3', SLURM_ARRAY_TASK_STEP: '1' }
    expect(auto({ SLURM_ARRAY_TASK_ID: '1', SLURM_ARRAY_TASK_MIN: '0', ...array })).toEqual(second)
    expect(auto({ SLURM_ARRAY_TASK_ID: '2', SLURM_ARRAY_TASK_MIN: '1', ...array })).toEqual(second)
    expect(
      auto({ SLURM_ARRAY_TASK_ID: '6', SLURM_ARRAY_TASK_MIN: '4', ...array, SLURM_ARRAY_TASK_STEP: '2' }),
    ).toEqual(second)
    expect(auto({ CI_NODE_INDEX: '2', CI_NODE_TOTAL: '3' })).toEqual(second)
    expect(auto({ JOB_COMPLETION_INDEX: '1' })[0]).toMatch('nothing how many there are')
    expect(auto({ JOB_COMPLETION_INDEX: '3', JOB_COMPLETIONS: '3' })).toEqual(['There is no shard 4 of 3.'])
    expect(auto({ CI_NODE_INDEX: 'x', CI_NODE_TOTAL: '3' })).toEqual(['There is no shard NaN of 3.'])
    expect(auto({})[0]).toMatch('None of JOB_COMPLETION_INDEX')
  })

  test('are shared out by the times of a report', () => {
    const folder = temporaryFolder()
    const times = { alpha: 900, beta: 100, gamma: 100 }
    const brands = Object.entries(times).map(([id, ms]) => ({ id, ms }))
    writeFiles(folder, { 'report.json': JSON.stringify({ brands }), 'other.json': '[]' })
    const shard = (shard: string, name = 'report.json') => selected({ shard, weights: join(folder, name) })
    expect(shard('1/2')).toEqual(['alpha'])
    expect(shard('2/2')).toEqual(['beta', 'delta', 'gamma'])
    expect(shard('1/2', 'other.json')).toEqual([
      `The file "${folder}/other.json" is not a report of "imprint build --json".`,
    ])
    expect(selected({ weights: join(folder, 'report.json') })).toEqual([
      '--weights balances shards, and no --shard was given.',
    ])
  })
})

describe('imprint inputs', () => {
  const files = { 'brands/alpha/brand.yaml': brandYaml(), 'brands/beta/brand.yaml': brandYaml() }

  test('prints a hash for each brand, the same in another folder', async () => {
    const [one, two] = [project(files), project(files)]
    const run = await runShared(['inputs', '--all'], { cwd: one })
    expect(run).toMatchObject({ code: 0, stderr: '' })
    expect(run.stdout).toMatch(/^[0-9a-f]{64} {2}alpha\n[0-9a-f]{64} {2}beta\n$/)
    expect((await runShared(['inputs', '--all'], { cwd: two })).stdout).toBe(run.stdout)
    const listed = await runShared(['inputs', 'beta', '--files'], { cwd: one })
    expect(listed.stdout).toMatch(/^[0-9a-f]{64} {2}beta\n {2}[0-9a-f]{64} {2}brands\/beta\/brand.yaml\n/)
    const { brands } = jsonOf(await runShared(['inputs', '--all', '--shard', '1/1', '--json'], { cwd: one }))
    expect(brands.map(({ id, inputs }) => `${inputs}  ${id}\n`).join('')).toBe(run.stdout)
  })

  test('knows the packages that templates import', async () => {
    const { brands } = jsonOf(
      await runShared(['inputs', '--all', '--files', '--json'], { cwd: repositoryRoot }),
    )
    for (const { files: inputs } of brands as { files: { path: string }[] }[]) {
      const paths = inputs.map(({ path }) => path)
      expect(paths).toEqual(
        expect.arrayContaining(['node_modules', 'imprint', 'templates/icon.tsx', 'content/faq.yaml']),
      )
      const known = paths.filter(path => diskFiles(repositoryRoot).readBytes(path).value !== undefined)
      expect(paths.length - known.length).toBe(2)
    }
  })

  test('takes brands from stdin', () => {
    const cwd = project({ ...files, list: 'beta\n' })
    const words = [join(repositoryRoot, 'bin/imprint.js'), 'inputs', '--brands-from', '-']
    expect(execFileSync(process.execPath, words, { cwd, input: 'beta\n', encoding: 'utf8' })).toMatch(
      /^\w+ {2}beta\n$/,
    )
  })
})
