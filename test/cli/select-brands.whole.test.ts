import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type SelectionFlags, selectBrands } from '../../src/cli/command-line/select-brands.ts'
import { diskFiles, memoryFiles } from '../../src/files/index.ts'
import {
  article,
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

/** The selected ids, or the error message. */
async function selected(
  flags: Partial<SelectionFlags>,
  environment: NodeJS.ProcessEnv = {},
  named: string[] = [],
) {
  const { value, diagnostics } = await selectBrands(
    four,
    named,
    { all: named.length === 0, ...flags },
    environment,
  )
  return value?.brands ?? diagnostics.map(({ message }) => message)
}

describe('the brands of a command', () => {
  test('come in one way', async () => {
    expect(await selected({}, {}, ['gamma', 'alpha', 'gamma'])).toEqual(['gamma', 'alpha'])
    expect(await selected({})).toEqual(ids)
    expect(await selected({ all: true }, {}, ['alpha'])).toEqual([
      'Brand ids and --all cannot be used together.',
    ])
    expect(await selected({ all: true, brandsFrom: 'list' })).toEqual([
      '--all and --brands-from cannot be used together.',
    ])
    expect(await selected({ all: false })).toEqual(['There are several brands, but none was named.'])
  })

  test('are listed in a file', async () => {
    const folder = temporaryFolder()
    writeFiles(folder, {
      list: '# The first wave\nbeta\n\n  alpha  # the oldest\nbeta\n',
      wrong: 'betta\n',
      empty: '\n',
    })
    const from = (name: string) => selected({ all: false, brandsFrom: join(folder, name) })
    expect(await from('list')).toEqual(['beta', 'alpha'])
    expect(await from('empty')).toEqual([])
    expect(await from('wrong')).toEqual(['There is no brand "betta".'])
    expect(await from('none')).toEqual([`The brand list "${folder}/none" could not be read.`])
  })

  test('are a shard of those', async () => {
    const shards = await Promise.all([1, 2, 3].map(index => selected({ shard: `${index}/3` })))
    expect(shards.flat().sort()).toEqual(ids)
    expect(shards.map(shard => shard.length).sort()).toEqual([1, 1, 2])
    expect((await selected({ shard: '2/3' }, {}, [...ids].reverse())).toReversed()).toEqual(shards[1])
    expect(await selected({ shard: '1/1' })).toEqual(ids)
    const fifths = await Promise.all([1, 2, 3, 4, 5].map(index => selected({ shard: `${index}/5` })))
    expect(fifths.map(shard => shard.length).sort()).toEqual([0, 1, 1, 1, 1])
    for (const shard of ['0/3', '4/3', '3', '1/0', 'x', '-1/3', '1.5/3']) {
      const { value, diagnostics } = await selectBrands(four, [], { all: true, shard }, {})
      expect(value, shard).toBeUndefined()
      expect(diagnostics).toMatchObject([{ code: 'usage/invalid' }])
    }
  })

  test('are the shard from the environment', async () => {
    const second = await selected({ shard: '2/3' })
    const auto = (environment: NodeJS.ProcessEnv, shard = 'auto') => selected({ shard }, environment)
    expect(await auto({ JOB_COMPLETION_INDEX: '1', JOB_COMPLETIONS: '3' })).toEqual(second)
    expect(await auto({ JOB_COMPLETION_INDEX: '1' }, 'auto/3')).toEqual(second)
    const array = { SLURM_ARRAY_TASK_COUNT: '3', SLURM_ARRAY_TASK_STEP: '1' }
    expect(await auto({ SLURM_ARRAY_TASK_ID: '1', SLURM_ARRAY_TASK_MIN: '0', ...array })).toEqual(second)
    expect(await auto({ SLURM_ARRAY_TASK_ID: '2', SLURM_ARRAY_TASK_MIN: '1', ...array })).toEqual(second)
    expect(
      await auto({
        SLURM_ARRAY_TASK_ID: '6',
        SLURM_ARRAY_TASK_MIN: '4',
        ...array,
        SLURM_ARRAY_TASK_STEP: '2',
      }),
    ).toEqual(second)
    expect(await auto({ CI_NODE_INDEX: '2', CI_NODE_TOTAL: '3' })).toEqual(second)
    expect((await auto({ JOB_COMPLETION_INDEX: '1' }))[0]).toMatch('but not the total number of shards')
    expect(await auto({ JOB_COMPLETION_INDEX: '3', JOB_COMPLETIONS: '3' })).toEqual([
      'There is no shard 4 of 3.',
    ])
    expect(await auto({ CI_NODE_INDEX: 'x', CI_NODE_TOTAL: '3' })).toEqual(['There is no shard NaN of 3.'])
    expect((await auto({}))[0]).toMatch(
      'JOB_COMPLETION_INDEX, SLURM_ARRAY_TASK_ID and CI_NODE_INDEX are not set',
    )
  })

  test('are shared out by the times of a report', async () => {
    const folder = temporaryFolder()
    const times = { alpha: 900, beta: 100, gamma: 100 }
    const brands = Object.entries(times).map(([id, ms]) => ({ id, ms }))
    writeFiles(folder, { 'report.json': JSON.stringify({ brands }), 'other.json': '[]' })
    const shard = (shard: string, name = 'report.json') => selected({ shard, weights: join(folder, name) })
    expect(await shard('1/2')).toEqual(['alpha'])
    expect(await shard('2/2')).toEqual(['beta', 'delta', 'gamma'])
    expect(await shard('1/2', 'other.json')).toEqual([
      `The file "${folder}/other.json" is not a report from "imprint build --json".`,
    ])
    expect(await selected({ weights: join(folder, 'report.json') })).toEqual([
      '--weights works only with --shard.',
    ])
  })
})

describe('--since', () => {
  const files = {
    'content/articles/one.md': article('one'),
    'brands/alpha/brand.yaml': brandYaml(),
    'brands/beta/brand.yaml': brandYaml(),
    'brands/beta/content/articles/one.md': article('one'),
    'brands/gamma/brand.yaml': brandYaml(),
    '.gitignore': 'dist\n.imprint\n',
  }
  /** A project in a folder of a repository with one commit. */
  const repository = () => {
    const top = project(
      Object.fromEntries(Object.entries(files).map(([path, text]) => [`site/${path}`, text])),
    )
    const git = (...words: string[]) =>
      execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@b.example', ...words], { cwd: top })
    git('init', '-q')
    git('add', '.')
    git('commit', '-q', '-m', 'All')
    return { top, cwd: join(top, 'site'), git }
  }
  const since = async (cwd: string, ...words: string[]) =>
    (await runShared(['inputs', '--since', 'HEAD', ...words], { cwd })).stdout
      .replace(/^\w+ {2}/gm, '')
      .trim()
      .split('\n')

  test('selects the brands whose sites may differ from those of the commit', async () => {
    const { cwd, top, git } = repository()
    expect(await since(cwd)).toEqual([''])
    writeFiles(cwd, { 'brands/gamma/content/strings.yaml': 'header:\n  about: Own\n' })
    expect(await since(cwd)).toEqual(['gamma'])
    writeFiles(cwd, { 'content/articles/one.md': article('one', { title: 'Another' }) })
    expect(await since(cwd)).toEqual(['alpha', 'gamma'])
    expect(await since(cwd, 'alpha', 'beta')).toEqual(['alpha'])
    expect((await since(cwd, '--shard', '1/2')).concat(await since(cwd, '--shard', '2/2')).sort()).toEqual([
      'alpha',
      'gamma',
    ])
    rmSync(join(cwd, 'brands/beta/content/articles/one.md'))
    expect(await since(cwd)).toEqual(['alpha', 'beta', 'gamma'])
    git('add', '.')
    git('commit', '-q', '-m', 'More')
    expect(await since(cwd)).toEqual([''])
    writeFiles(top, { 'package-lock.json': '{}' })
    git('add', '.')
    expect(await since(cwd)).toEqual(['alpha', 'beta', 'gamma'])
  })

  test('takes no site for unchanged whose files git does not keep', async () => {
    const { cwd } = repository()
    writeFiles(cwd, { '.gitignore': 'chart.svg\n', 'brands/beta/content/chart.svg': '<svg/>' })
    expect(await since(cwd)).toEqual(['beta'])
    // A repository of its own.
    writeFiles(cwd, { 'brands/delta/brand.yaml': brandYaml() })
    execFileSync('git', ['init', '-q'], { cwd: join(cwd, 'brands/delta') })
    expect(await since(cwd)).toEqual(['beta', 'delta'])
  })

  test('selects sites whose templates may import a changed package of the repository', async () => {
    const { cwd, top, git } = repository()
    const words = (text: string) => ({ 'words/index.js': `export const words = '${text}'\n` })
    writeFiles(top, { 'words/package.json': '{"name":"words","main":"index.js"}', ...words('First') })
    mkdirSync(join(top, 'node_modules'))
    symlinkSync('../words', join(top, 'node_modules/words'))
    const template = (text: string) => ({
      'brands/beta/templates/footer.tsx': `import { words } from '${text}'\nexport const Footer = () => <footer>{words}</footer>\n`,
    })
    writeFiles(cwd, { ...template('words'), '../.gitignore': 'node_modules\n' })
    git('add', '.')
    git('commit', '-q', '-m', 'Words')
    expect(await since(cwd)).toEqual([''])
    writeFiles(top, { 'readme.md': 'Of the whole.\n' })
    git('add', '.')
    expect(await since(cwd)).toEqual([''])
    writeFiles(top, words('Others'))
    expect(await since(cwd)).toEqual(['beta'])
  })

  test('takes no site for unchanged whose templates import a changed file that git or Imprint does not list', async () => {
    const { cwd, git } = repository()
    const word = (text: string) => `export const word = '${text}'\n`
    writeFiles(cwd, {
      '.gitignore': 'lib/\ndist\n.imprint\n',
      'lib/rates.ts': word('First'),
      'templates/.words.ts': word('First'),
      'brands/alpha/templates/footer.tsx':
        "import { word } from '../../../linked/rates.ts'\nexport const Footer = () => <footer>{word}</footer>\n",
      'brands/beta/templates/footer.tsx':
        "import { word } from '../../../lib/rates.ts'\nexport const Footer = () => <footer>{word}</footer>\n",
      'brands/gamma/templates/footer.tsx':
        "import { word } from './.words.ts'\nexport const Footer = () => <footer>{word}</footer>\n",
    })
    symlinkSync('lib', join(cwd, 'linked'))
    git('add', '.')
    git('commit', '-q', '-m', 'Words')
    // Nobody knows what an ignored file contained at the time of the commit.
    expect(await since(cwd)).toEqual(['alpha', 'beta'])
    writeFiles(cwd, { 'templates/.words.ts': word('Others') })
    expect(await since(cwd)).toEqual(['alpha', 'beta', 'gamma'])
  })

  test('takes no site for unchanged that reads a changed file over links', async () => {
    const { cwd, top, git } = repository()
    const svg = (size: number) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}"/>`
    writeFiles(top, {
      'site/house/articles/two.md': article('two'),
      'site/house/inner/strings.yaml': 'header:\n  about: Ours\n',
      'site/logos/beta.svg': svg(1),
      'site/other/articles/three.md': article('three'),
      'ours/articles/four.md': article('four'),
    })
    const link = (target: string, path: string) => {
      mkdirSync(dirname(join(cwd, path)), { recursive: true })
      symlinkSync(target, join(cwd, path))
    }
    link('../../way', 'brands/alpha/content')
    link('house', 'way')
    link('inner/strings.yaml', 'house/strings.yaml')
    link('../../../logos/beta.svg', 'brands/beta/assets/logo.svg')
    link('../../../ours', 'brands/gamma/content')
    git('add', '.')
    git('commit', '-q', '-m', 'Links')
    expect(await since(cwd)).toEqual([''])
    const sees = async (change: () => void, ...brands: string[]) => {
      change()
      expect(await since(cwd, '--allow-links', join(top, 'ours'))).toEqual(brands)
      git('stash', '-q', '--include-untracked')
    }
    await sees(() => writeFiles(cwd, { 'house/articles/two.md': article('two', { title: 'B' }) }), 'alpha')
    await sees(() => rmSync(join(cwd, 'house/articles/two.md')), 'alpha')
    await sees(() => writeFiles(cwd, { 'house/articles/new.md': article('new') }), 'alpha')
    await sees(() => writeFiles(cwd, { 'house/inner/strings.yaml': 'header:\n  about: B\n' }), 'alpha')
    await sees(() => writeFiles(cwd, { 'logos/beta.svg': svg(2) }), 'beta')
    await sees(() => writeFiles(top, { 'ours/articles/four.md': article('four', { title: 'B' }) }), 'gamma')
    await sees(() => writeFiles(cwd, { 'logos/unused.svg': svg(2) }), '')
    await sees(() => {
      rmSync(join(cwd, 'way'))
      link('other', 'way')
    }, 'alpha')
  })

  test('selects sites that read files outside Git through a link', async () => {
    const { cwd, git } = repository()
    const elsewhere = project({ 'strings.yaml': 'header:\n  about: Ours\n' })
    symlinkSync(elsewhere, join(cwd, 'brands/gamma/content'))
    git('add', '.')
    git('commit', '-q', '-m', 'Links')
    expect(await since(cwd, '--allow-links', elsewhere)).toEqual(['gamma'])
  })

  test.each(['no-such-branch', '--all', ''])('refuses %j', async ref => {
    const { cwd } = repository()
    const run = await runShared(['inputs', `--since=${ref}`], { cwd })
    expect(run).toMatchObject({ code: 2, stdout: '' })
    expect(run.stderr).toContain(`Git has no commit "${ref}"`)
  })

  test('reports that there is no repository', async () => {
    const cwd = project({ 'brands/alpha/brand.yaml': brandYaml() })
    for (const words of [
      ['inputs', '--since=main'],
      ['diff', 'alpha', '--against=git:main'],
    ]) {
      const run = await runShared(words, { cwd, env: { GIT_CEILING_DIRECTORIES: dirname(cwd) } })
      expect(run).toMatchObject({ code: 2, stdout: '' })
      expect(run.stderr).toContain('The project is not in a Git repository')
    }
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
