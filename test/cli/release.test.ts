import { execFileSync } from 'node:child_process'
import { appendFileSync, existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { wavesOf } from '../../src/cli/commands/release.ts'
import { brandYaml, project, runShared } from '../support/project.ts'
import { jsonOf } from './json.ts'

test.each([
  [undefined, [['a', 'b', 'c', 'd']]],
  [
    ['1', 'all'],
    [['a'], ['b', 'c', 'd']],
  ],
  [
    ['1', '3'],
    [['a'], ['b', 'c'], ['d']],
  ],
  [
    ['25%', '50%'],
    [['a'], ['b'], ['c', 'd']],
  ],
  [['9'], [['a', 'b', 'c', 'd']]],
])('waves of %j', (sizes, waves) => {
  expect(wavesOf(['a', 'b', 'c', 'd'], sizes)).toEqual(waves)
})

test('waves stop at the first brand that is not live as it was built, and name those not reached', async () => {
  const cwd = project(
    Object.fromEntries(
      ['one', 'two', 'three'].map(id => [`brands/${id}/brand.yaml`, brandYaml({ name: id })]),
    ),
  )
  const run = (...words: string[]) => runShared(words, { cwd })
  expect((await run('build', '--all')).code).toBe(0)
  // Nothing listens on port 1.
  const stopped = await run(
    'release',
    '--all',
    '--wave',
    '1,all',
    '--url',
    'http://127.0.0.1:1/{brand}',
    '--json',
  )
  expect(stopped.code).toBe(1)
  expect(jsonOf(stopped)).toMatchObject({
    brands: [
      { id: 'one', result: 'released' },
      { id: 'three', result: 'not reached' },
      { id: 'two', result: 'not reached' },
    ],
    diagnostics: [{ code: 'live/unreachable', brand: 'one' }],
  })
  expect(existsSync(join(cwd, 'releases/two'))).toBe(false)
  expect((await run('release', '--all', '--url', 'http://127.0.0.1:1/')).code).toBe(2)
})

const staging = 'environments: {staging: {siteUrl: "https://staging.test.example"}}\n'
const lines = (path: string) =>
  readFileSync(path, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map(line => JSON.parse(line) as Record<string, unknown>)

test('a release knows its environment, its commit, and whether the tree was dirty', async () => {
  const cwd = project({ 'brands/one/brand.yaml': brandYaml() + staging, '.gitignore': '.imprint\n' })
  const git = (...words: string[]) =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t.example', ...words], {
      cwd,
      encoding: 'utf8',
    }).trim()
  git('init', '--quiet')
  git('add', '.')
  git('commit', '--quiet', '--message', 'one')
  const commit = git('rev-parse', 'HEAD')
  const run = (...words: string[]) => runShared(words, { cwd })
  expect((await run('build')).code).toBe(0)
  expect((await run('build', '--env', 'staging')).code).toBe(0)
  const manifestOf = (folder: string) =>
    JSON.parse(readFileSync(join(cwd, folder, 'imprint-manifest.json'), 'utf8'))
  expect(manifestOf('dist/one').environment).toBe(null)
  expect(manifestOf('dist-staging/one').environment).toBe('staging')

  // The site of an environment never becomes the live one, nor the other way round.
  for (const words of [
    ['--out', 'dist-staging'],
    ['--env', 'staging', '--out', 'dist'],
  ]) {
    const wrong = await run('release', ...words, '--json')
    expect(wrong.code).toBe(1)
    expect(jsonOf(wrong).diagnostics.map(({ code }) => code)).toEqual(['release/environment'])
  }
  expect(readdirSync(cwd).filter(name => name.startsWith('releases'))).toEqual([])

  expect((await run('release', '--reason', 'first')).code).toBe(0)
  appendFileSync(join(cwd, 'brands/one/brand.yaml'), '# a change\n')
  expect((await run('build', '--env', 'staging')).code).toBe(0)
  expect((await run('release', '--env', 'staging', '--to', 'releases')).code).toBe(0)
  expect(manifestOf('releases/one/current').environment).toBe(null)
  expect(manifestOf('releases-staging/one/current').environment).toBe('staging')
  expect(lines(join(cwd, 'releases/one/history.jsonl'))).toMatchObject([
    { action: 'release', environment: null, commit, dirty: false, stale: false, reason: 'first' },
  ])
  const [entry] = lines(join(cwd, 'releases-staging/one/history.jsonl'))
  expect(entry).toMatchObject({ environment: 'staging', commit, dirty: true, stale: false, reason: null })
  expect(Object.keys(entry ?? {})).toEqual(
    expect.arrayContaining(['id', 'at', 'by', 'environment', 'commit', 'dirty', 'stale', 'reason']),
  )
  for (const name of ['releases', 'status']) {
    const live = jsonOf(await run(name, '--json')).brands[0]
    expect(live).toMatchObject({ environment: null, commit, dirty: false })
    const other = jsonOf(await run(name, '--env', 'staging', '--json')).brands[0]
    expect(other).toMatchObject({ environment: 'staging', commit, dirty: true })
    expect((await run(name, '--env', 'staging')).stdout).toContain(
      `staging, ${commit.slice(0, 12)} + changes`,
    )
  }
  expect((await run('rollback', '--env', 'staging', '--to', 'f', '--reason', 'x')).stderr).toMatch(
    /has no release/,
  )
})

test('without a build there is no release, and no folder for it', async () => {
  const cwd = project({ 'brands/one/brand.yaml': brandYaml() })
  const run = await runShared(['release', '--json'], { cwd })
  expect(run.code).toBe(1)
  expect(jsonOf(run).diagnostics.map(({ code }) => code)).toEqual(['release/not-built'])
  expect(existsSync(join(cwd, 'releases'))).toBe(false)
})
