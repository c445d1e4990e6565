import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { reportSchemaText } from '../../src/cli/report/schema.ts'
import {
  article,
  brandYaml,
  project,
  readTree,
  repositoryRoot,
  runShared,
  writeFiles,
} from '../support/project.ts'
import { buildJsonOf, jsonOf } from './json.ts'

const ids = ['alpha', 'beta', 'delta', 'gamma', 'omega']
const house = () =>
  project({
    ...Object.fromEntries(ids.map(id => [`brands/${id}/brand.yaml`, brandYaml({ name: id })])),
    'brands/gamma/content/articles/own.md': article('own', { date: 'soon' }),
    'content/articles/broken.md': article('broken', { date: 'soon' }),
  })

/** Builds a shard into a folder and writes its report to a file. */
async function shard(cwd: string, index: number, out = 'shards', count = 3): Promise<string> {
  const words = ['build', '--all', '--shard', `${index}/${count}`, '--out', out, '--json']
  const run = await runShared(words, { cwd })
  writeFiles(cwd, { [`report-${index}.json`]: run.stdout })
  return `report-${index}.json`
}

const withoutTimes = (text: string, out: string) =>
  JSON.parse(text.replace(/"ms": \d+/g, '"ms": 0').replaceAll(`"${out}/`, '"dist/'))

test('the shards of a build are the single build, and their reports its report', async () => {
  const cwd = house()
  const single = await runShared(['build', '--all', '--json', '--out', 'single'], { cwd })
  buildJsonOf(single)
  const reports = [await shard(cwd, 3), await shard(cwd, 1), await shard(cwd, 2)]
  expect(readTree(join(cwd, 'shards'))).toEqual(readTree(join(cwd, 'single')))
  const merged = await runShared(['report', 'merge', ...reports, '--json'], { cwd })
  jsonOf(merged)
  const { project: state, ...document } = withoutTimes(merged.stdout, 'shards')
  expect(document).toEqual(withoutTimes(single.stdout, 'single'))
  expect(state).toMatch(/^[0-9a-f]{64}$/)
  expect((await runShared(['report', 'merge', ...reports], { cwd })).stdout).toBe('3 shards: 5 built\n')
})

test('reports are refused that are not all shards of one run', async () => {
  const cwd = house()
  const reports = [await shard(cwd, 1), await shard(cwd, 2), await shard(cwd, 3)]
  const refused = async (...files: string[]) => {
    const run = await runShared(['report', 'merge', ...files], { cwd })
    expect(run).toMatchObject({ code: 2, stdout: '' })
    return run.stderr
  }
  expect(await refused(...reports.slice(1))).toContain('The report for shard 1 of 3 is missing.')
  expect(await refused(...reports, 'report-1.json')).toMatch(/The brand "\w+" is in two reports/)
  writeFiles(cwd, {
    'no.json': '{',
    'single.json': (await runShared(['build', 'alpha', '--json'], { cwd })).stdout,
  })
  expect(await refused(...reports, 'no.json', 'nothing.json')).toMatch(
    /"no.json" is not JSON[\s\S]*"nothing.json" could not be read/,
  )
  expect(await refused('single.json')).toContain('"single.json" is not a shard report')
  writeFiles(cwd, { 'content/articles/new.md': article('new') })
  await shard(cwd, 2)
  expect(await refused(...reports)).toContain(
    'from different projects, or from different states of the same project',
  )
  await shard(cwd, 2, 'shards', 4)
  await shard(cwd, 1)
  await shard(cwd, 3)
  expect(await refused(...reports)).toContain('from runs with different brands or numbers of shards')
})

test('report.schema.json is made from the zod schema', () => {
  const written = readFileSync(join(repositoryRoot, 'report.schema.json'), 'utf8')
  expect(written, 'report.schema.json is out of date: run "npm run schema".').toBe(reportSchemaText())
})
