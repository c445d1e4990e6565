import { execFileSync } from 'node:child_process'
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { wavesOf } from '../../src/cli/commands/release.ts'
import { article, brandYaml, project, readTree, runShared, writeFiles } from '../support/project.ts'
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

test('a page with the text that "imprint new" wrote is not released, however old it is', async () => {
  const cwd = project({ 'brands/one/brand.yaml': brandYaml() })
  const run = (...words: string[]) => runShared(words, { cwd })
  await run('new', 'page', 'legal/terms')
  expect((await run('build')).code).toBe(0)
  const refused = await run('release', '--json')
  expect(refused.code).toBe(1)
  expect(jsonOf(refused)).toMatchObject({
    brands: [{ id: 'one', result: 'failed', release: null }],
    diagnostics: [
      {
        severity: 'error',
        code: 'content/placeholder',
        message: expect.stringMatching(/^\/legal\/terms\/ still/),
      },
    ],
  })
  expect(existsSync(join(cwd, 'releases/one/current'))).toBe(false)
  writeFiles(cwd, {
    'content/pages/legal/terms.md':
      '---\ntitle: Terms\ndescription: What you agree to.\n---\n\nBe an adult.\n',
  })
  expect((await run('build')).code).toBe(0)
  expect(jsonOf(await run('release', '--json'))).toMatchObject({
    brands: [{ result: 'released' }],
    diagnostics: [],
  })
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
  const url = 'http://127.0.0.1:1/{brand}'
  const wave = (...flags: string[]) => run('release', '--all', '--wave', '1,all', '--url', url, ...flags)
  // If it is repeated, the check fails again.
  for (const result of ['released', 'unchanged']) {
    const stopped = await wave('--json')
    expect(stopped.code).toBe(1)
    expect(jsonOf(stopped)).toMatchObject({
      brands: [
        { id: 'one', result },
        { id: 'three', result: 'not reached' },
        { id: 'two', result: 'not reached' },
      ],
      diagnostics: [{ code: 'live/unreachable', brand: 'one' }],
    })
  }
  expect(existsSync(join(cwd, 'releases/two'))).toBe(false)
  // Only a second release can be rolled back.
  expect((await wave()).stdout).toContain('Stopped at one. Fix the problem, then release again.')
  writeFiles(cwd, { 'content/articles/new.md': article('new') })
  expect((await run('build', '--all')).code).toBe(0)
  expect((await wave()).stdout).toContain('Stopped at one. Run "imprint rollback one --steps 1')
  expect((await run('release', '--all', '--url', 'http://127.0.0.1:1/')).code).toBe(2)
})

test('nothing of a wave is released if one of its brands cannot be', async () => {
  const ids = ['one', 'three', 'two']
  const cwd = project({
    ...Object.fromEntries(ids.map(id => [`brands/${id}/brand.yaml`, brandYaml({ name: id })])),
    'brands/two/content/articles/gone.md': article('gone'),
    'brands/two/content/articles/kept.md': article('kept'),
  })
  const run = (...words: string[]) => runShared(words, { cwd })
  const waves = async (...sizes: string[]) => {
    const url = 'http://127.0.0.1:1/{brand}'
    const { code, stdout, stderr } = await run('release', '--all', '--wave', ...sizes, '--url', url)
    const live = ids.map(id => existsSync(join(cwd, `releases/${id}/current/articles/new/index.html`)))
    return { code, text: stdout + stderr, live }
  }
  expect((await run('build', '--all')).code).toBe(0)
  expect((await run('release', '--all')).code).toBe(0)
  rmSync(join(cwd, 'brands/two/content/articles/gone.md'))
  writeFiles(cwd, { 'content/articles/new.md': article('new') })
  expect((await run('build', '--all', '--allow-removals')).code).toBe(0)

  const lost = await waves('all')
  expect(lost).toMatchObject({ code: 1, live: [false, false, false] })
  expect(lost.text).toContain('The live page /articles/gone/ of "two" would disappear.')
  expect(lost.text).toContain(
    'No brand in this wave was released, because two cannot be released. Fix the problems, then release again. Not reached: 2 brands.\n',
  )
  rmSync(join(cwd, 'dist/three'), { recursive: true })
  const unbuilt = await waves('all', '--allow-removals')
  expect(unbuilt).toMatchObject({ code: 1, live: [false, false, false] })
  expect(unbuilt.text).toContain('because three cannot be released.')
  // An earlier wave is live, and fails only because nothing listens on port 1.
  expect(await waves('1,all')).toMatchObject({ code: 1, live: [true, false, false] })
})

test('a site from a fresh machine takes no page from visitors', async () => {
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
  const cwd = project({
    'brands/one/brand.yaml': brandYaml({ name: 'one' }),
    'content/articles/kept.md': article('kept'),
    'content/articles/ends.md': article('ends'),
    'content/articles/gone.md': article('gone'),
    'content/articles/moved.md': article('moved'),
  })
  const run = (...words: string[]) => runShared(words, { cwd })
  const fresh = async () => {
    for (const folder of ['dist', '.imprint']) rmSync(join(cwd, folder), { recursive: true })
    expect((await run('build')).code).toBe(0)
  }
  expect((await run('build')).code).toBe(0)
  expect((await run('release')).code).toBe(0)

  for (const name of ['gone', 'moved']) rmSync(join(cwd, `content/articles/${name}.md`))
  writeFiles(cwd, {
    'content/articles/ends.md': article('ends', { expires: day(-1) }),
    'content/redirects.yaml': '- {from: /articles/moved/, to: /articles/kept/}\n',
  })
  await fresh()
  const refused = await run('release')
  expect(refused.code).toBe(1)
  expect(refused.stderr).toContain(
    'site/would-disappear  The live page /articles/gone/ of "one" would disappear. (one)',
  )
  expect(existsSync(join(cwd, 'releases/one/current/articles/gone/index.html'))).toBe(true)
  expect((await run('release', '--allow-removals')).code).toBe(0)
  expect(existsSync(join(cwd, 'releases/one/current/articles/gone/index.html'))).toBe(false)
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
  expect((await run('release', '--env', 'staging')).stderr).toContain(
    '"imprint build one --env staging" first',
  )
  const misspelt = await run('release', 'one', '--env', 'stagging')
  expect(misspelt.code).toBe(3)
  expect(misspelt.stderr).toContain('"one" has no environment "stagging".')
  expect(misspelt.stderr).toContain('Did you mean "staging"?')
  expect((await run('build', '--env', 'staging')).code).toBe(0)
  const manifestOf = (folder: string) =>
    JSON.parse(readFileSync(join(cwd, folder, 'imprint-manifest.json'), 'utf8'))
  expect(manifestOf('dist/one').environment).toBe(null)
  expect(manifestOf('dist-staging/one').environment).toBe('staging')

  // The site of an environment never becomes live in place of the real one, nor the other way around.
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
  expect((await run('rollback', '--env', 'staging', '--to', 'no-release', '--reason', 'x')).stderr).toMatch(
    /has no release/,
  )
})

test('of two brands with one address, neither is released, unless one is already live there', async () => {
  const siteUrl = 'https://same.example'
  const cwd = project({
    'brands/one/brand.yaml': brandYaml({ name: 'One', siteUrl }),
    'brands/three/brand.yaml': brandYaml({ name: 'Three' }),
  })
  const run = (...words: string[]) => runShared(words, { cwd })
  writeFiles(cwd, { 'brands/two/brand.yaml': brandYaml({ name: 'Two', siteUrl }) })
  expect((await run('build', '--all')).code).toBe(0)
  const refused = await run('release', '--all')
  expect(refused.code).toBe(1)
  expect(refused.stdout).toMatch(/^one +failed[\s\S]*^three +released[\s\S]*^two +failed/m)
  expect(refused.stderr).toContain(
    'brands/two/brand.yaml:2:10  error  fleet/shared-value  2 brands share the siteUrl "https://same.example": one, two. Only one of them can be live. (two)',
  )
  expect(await run('release', 'one')).toMatchObject({ code: 0, stderr: '' })
  const again = await run('release', '--all')
  expect(again.stdout).toMatch(/^one +unchanged[\s\S]*^two +failed/m)
  writeFiles(cwd, { 'brands/two/brand.yaml': brandYaml({ name: 'Two', siteUrl, extends: 'one' }) })
  expect((await run('build', '--all')).code).toBe(0)
  expect((await run('release', '--all')).stdout).toMatch(/^one +unchanged[\s\S]*^two +failed/m)
  // It is live at its own address.
  writeFiles(cwd, { 'brands/three/brand.yaml': brandYaml({ name: 'Three', siteUrl }) })
  expect((await run('build', '--all')).code).toBe(0)
  const moved = await run('release', '--all')
  expect(moved.stdout).toMatch(/^one +unchanged[\s\S]*^three +failed[\s\S]*^two +failed/m)
})

test('without a build there is no release, and no folder for it', async () => {
  const cwd = project(
    Object.fromEntries(['one', 'two'].map(id => [`brands/${id}/brand.yaml`, brandYaml({ name: id })])),
  )
  const run = await runShared(['release', '--all'], { cwd })
  expect(run.code).toBe(1)
  expect(run.stderr).toBe(
    'error  release/not-built  There is no built site in dist. (one, two)\n  → Run "imprint build one two" first.\n\n',
  )
  expect(existsSync(join(cwd, 'releases'))).toBe(false)
  const verified = await runShared(
    ['verify', 'http://127.0.0.1:1', '--brand', 'one', '--releases', 'releases'],
    { cwd },
  )
  expect(verified.code).toBe(1)
  expect(verified.stderr).toContain('There is no release of "one" in "releases".')
  expect(verified.stderr).toContain('Run "imprint release one --to releases" first.')
})

describe('a release of a site that the project has changed since', () => {
  const files = {
    'brands/one/brand.yaml': brandYaml({ name: 'One' }) + staging,
    'brands/two/brand.yaml': brandYaml({ name: 'Two' }),
    'content/articles/rent.md': article('rent'),
    'content/articles/later.md': article('later', { date: '2031-05-06' }),
    'content/articles/draft.md': article('draft', { draft: 'true' }),
  }
  const open = () => {
    const cwd = project(files)
    const run = (...words: string[]) => runShared(words, { cwd })
    const codes = async (...words: string[]) =>
      jsonOf(await run('release', ...words, '--json')).diagnostics.map(
        ({ code, brand }) => `${brand} ${code}`,
      )
    return { cwd, run, codes, record: (id: string) => join(cwd, `dist/.imprint-builds/${id}.json`) }
  }

  test('is refused with the files that differ, unless it is meant', async () => {
    const { cwd, run, codes } = open()
    expect((await run('build', '--all')).code).toBe(0)
    // Neither the caches of the project nor the location of its folder matter.
    rmSync(join(cwd, '.imprint'), { recursive: true })
    expect(await codes('--all')).toEqual([])
    appendFileSync(join(cwd, 'content/articles/rent.md'), 'More.\n')
    writeFiles(cwd, { 'brands/two/content/articles/own.md': article('own') })
    const refused = await run('release', '--all')
    expect(refused.code).toBe(1)
    expect(refused.stderr).toContain('since the build: content/articles/rent.md has changed. (one)')
    expect(refused.stderr).toContain(
      'since the build: brands/two/content/articles/own.md is new, content/articles/rent.md has changed. (two)',
    )
    expect(refused.stderr).toContain('Run "imprint build one two", then release again.')
    rmSync(join(cwd, 'brands/two/content/articles/own.md'))
    expect((await run('release', '--all')).stderr).toContain('rent.md has changed. (one, two)')
    writeFiles(cwd, { 'brands/two/content/articles/own.md': article('own') })
    const before = lines(join(cwd, 'releases/one/history.jsonl'))
    expect(before).toMatchObject([{ stale: false }])

    expect((await run('build', 'two')).code).toBe(0)
    expect(await codes('--all')).toEqual(['one release/stale'])
    const meant = await run('release', 'one', '--stale', '--json')
    expect(meant.code).toBe(0)
    expect(jsonOf(meant).diagnostics).toMatchObject([{ code: 'release/stale', severity: 'warning' }])
    // The live release is the same one, so nothing has moved.
    expect(lines(join(cwd, 'releases/one/history.jsonl'))).toEqual(before)
    rmSync(join(cwd, 'releases/one'), { recursive: true })
    expect((await run('release', 'one', '--stale')).code).toBe(0)
    expect(lines(join(cwd, 'releases/one/history.jsonl'))).toMatchObject([{ stale: true }])
    expect((await run('releases', 'one')).stdout).toContain('stale')
  })

  test('is not refused if a build would leave its bytes as they are', async () => {
    const { cwd, run, codes } = open()
    expect((await run('build', '--all')).code).toBe(0)
    appendFileSync(join(cwd, 'brands/one/brand.yaml'), '# A note.\n')
    appendFileSync(join(cwd, 'content/articles/draft.md'), 'More.\n')
    const files = readdirSync(cwd)
    const dist = readTree(join(cwd, 'dist'))
    expect(await codes('--all')).toEqual([])
    expect(lines(join(cwd, 'releases/one/history.jsonl'))).toMatchObject([{ stale: false }])
    expect(readdirSync(cwd)).toEqual([...files, 'releases'].sort())
    expect(readTree(join(cwd, 'dist'))).toEqual(dist)
  })

  test('is refused even if the site of another brand with the same change stays as it is', async () => {
    const { cwd, run, codes } = open()
    writeFiles(cwd, {
      'brands/one/brand.yaml': `${brandYaml({ name: 'One' })}articles: {except: [rent]}\n`,
    })
    expect((await run('build', '--all')).code).toBe(0)
    appendFileSync(join(cwd, 'content/articles/rent.md'), 'More.\n')
    expect(await codes('--all')).toEqual(['two release/stale'])
  })

  test('is looked for with the flags of the build: drafts, day, host, environment', async () => {
    const { run, codes } = open()
    for (const flags of [['--as-of', '2032-01-01'], ['--host', 'nginx'], []]) {
      expect((await run('build', '--all', '--allow-removals', ...flags)).code).toBe(0)
      expect(await codes('--all', '--allow-removals')).toEqual([])
    }
    expect((await run('build', 'one', '--env', 'staging', '--drafts')).code).toBe(0)
    expect(await codes('one', '--env', 'staging')).toEqual([])
  })

  test('is not released to visitors with drafts, not even with --stale', async () => {
    const { cwd, run, codes } = open()
    expect((await run('build', '--all', '--drafts')).code).toBe(0)
    expect(await codes('--all')).toEqual(['one release/drafts', 'two release/drafts'])
    expect((await run('release', 'one', '--stale')).code).toBe(1)
    expect(existsSync(join(cwd, 'releases/one'))).toBe(false)
    expect((await run('build', '--all', '--allow-removals')).code).toBe(0)
    expect(await codes('--all')).toEqual([])
  })

  test('is a site of an earlier day, where articles have come since and no day was asked for', async () => {
    const { cwd, run, codes, record } = open()
    expect((await run('build', '--all')).code).toBe(0)
    const built = JSON.parse(readFileSync(record('one'), 'utf8'))
    expect(built.flags).toEqual({ drafts: false, asOf: null, host: null })
    // The site is built as of a date on which a current article had not yet appeared.
    expect((await run('build', 'one', '--as-of', '2024-01-01', '--allow-removals')).code).toBe(0)
    expect(await codes('one')).toEqual([])
    const early = JSON.parse(readFileSync(record('one'), 'utf8'))
    writeFileSync(record('one'), JSON.stringify({ ...early, flags: { ...early.flags, asOf: null } }))
    const refused = await run('release', 'one')
    expect(refused.code).toBe(1)
    expect(refused.stderr).toMatch(
      /the articles published on \d{4}-\d\d-\d\d differ from those on the day of the build/,
    )
    expect(existsSync(join(cwd, 'dist/two'))).toBe(true)
  })

  test('has no record of its inputs; each build maintains its own record', async () => {
    const { cwd, run, codes, record } = open()
    expect((await run('build', '--all')).code).toBe(0)
    const [one, two] = ['one', 'two'].map(id => readFileSync(record(id), 'utf8'))
    rmSync(record('one'))
    expect(await codes('--all')).toEqual(['one release/stale'])
    writeFileSync(record('one'), two ?? '')
    // This build has nothing else to do.
    expect((await run('build', 'one')).stdout).toContain('unchanged')
    expect(readFileSync(record('one'), 'utf8')).toBe(one)
    expect(readFileSync(record('two'), 'utf8')).toBe(two)
    expect(await codes('--all')).toEqual([])
    // Without a site, the record has no meaning and does not prevent a build from writing.
    for (const id of ['one', 'two']) rmSync(join(cwd, 'dist', id), { recursive: true })
    expect(await codes('--all')).toEqual(['one release/not-built', 'two release/not-built'])
    expect((await run('build', 'one')).code).toBe(0)
    expect(readFileSync(record('one'), 'utf8')).toBe(one)
    // Sites do not contain it, and the same project produces the same record elsewhere.
    expect(Object.keys(readTree(join(cwd, 'dist/one'))).filter(path => path.includes('.imprint'))).toEqual([])
    const elsewhere = open()
    expect((await elsewhere.run('build', 'one', '--no-cache')).code).toBe(0)
    expect(readFileSync(elsewhere.record('one'), 'utf8')).toBe(one)
  })
})

test.each([
  '/',
  '/etc',
  '.',
  '..',
  'home',
  'brands',
  'brands/one',
  'content',
  'public',
  'dist',
  'dist/one',
  'dist/one/releases',
  '.git/releases',
  'node_modules/x',
  'notes.txt',
  'notes',
])('releases do not go to %s', async to => {
  const cwd = project({
    'brands/one/brand.yaml': brandYaml(),
    'home/me': '',
    'notes.txt': 'mine',
    'notes/mine.txt': 'mine',
    'notes/one/mine.txt': 'mine',
    '.git/HEAD': 'mine',
    'public/ads.txt': 'mine',
    'content/articles/rent.md': article('rent'),
  })
  expect((await runShared(['build'], { cwd })).code).toBe(0)
  const before = readTree(cwd)
  const run = await runShared(['release', '--to', to], { cwd, env: { HOME: join(cwd, 'home') } })
  expect(run.stderr).toContain('output/refused')
  expect(run.stderr).toContain('cannot be the releases folder')
  expect(run.code).toBe(2)
  expect(readTree(cwd)).toEqual(before)
})

test('releases go to a new or empty folder, and to one that has releases', async () => {
  const cwd = project({ 'brands/one/brand.yaml': brandYaml() })
  expect((await runShared(['build'], { cwd })).code).toBe(0)
  // The remains of a first release that ran out of disk space.
  mkdirSync(join(cwd, 'begun/one/releases'), { recursive: true })
  for (const to of ['new/deep', 'begun', 'begun'])
    expect((await runShared(['release', '--to', to], { cwd })).code).toBe(0)
  writeFileSync(join(cwd, 'begun/nginx.conf'), 'mine')
  expect((await runShared(['release', '--to', 'begun'], { cwd })).code).toBe(0)
  expect((await runShared(['release', '--releases', 'begun'], { cwd })).stderr).toContain('--releases')
})
