import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ask, hold, keepAlive, requestText } from '../dev/http-client.ts'
import { until } from '../output/disk.ts'
import {
  article,
  brandYaml,
  project,
  readTree,
  repositoryRoot,
  runShared,
  temporaryFolder,
  writeFiles,
} from '../support/project.ts'
import { jsonOf } from './json.ts'
import { startServing } from './serving.ts'

const single = { 'brands/acme/brand.yaml': brandYaml() }
const several = {
  'brands/alpha/brand.yaml': brandYaml({ siteUrl: 'https://alpha.example' }),
  'brands/beta/brand.yaml': brandYaml({ siteUrl: 'https://beta.example/loans' }),
}

const start = (cwd: string, words?: readonly string[]) => startServing('dev', cwd, words)

describe('imprint dev', () => {
  test('serves the only brand at the root, and prints a line for each change', async () => {
    const tags = 'analytics: { gtm: GTM-ABC1234, vendors: [google-ads] }\n'
    const cwd = project({ 'brands/acme/brand.yaml': `${brandYaml()}${tags}` })
    const { port, stdout, stderr, end } = await start(cwd)
    expect(stdout()).toMatch(/^Ready in \d+ ms: 1 brand\. Press Ctrl-C to stop\.\n/)
    expect(stdout()).toMatch(new RegExp(`^ {2}acme +http://localhost:${port}/$`, 'm'))
    expect(stdout()).toMatch(new RegExp(`^ {2}side by side +http://localhost:${port}/__imprint/$`, 'm'))
    expect(stdout()).toMatch(/^ {2}forms +http:\/\/127\.0\.0\.1:\d+ /m)
    const { body } = await ask(port, '/')
    expect(body).toContain('Test Brand')
    expect(body, 'nobody counts the visits of developers').not.toMatch(/GTM-ABC1234|googletagmanager|gtag/)
    for (const Host of ['other.example', 'other.localhost'])
      expect((await ask(port, '/', { headers: { Host } })).status, Host).toBe(403)
    writeFiles(cwd, { 'brands/acme/brand.yaml': brandYaml({ name: 'Renamed Brand' }) })
    await until(() => /^brands\/acme\/brand\.yaml → acme: all pages {2}\d+ ms$/m.test(stdout()), 'the line')
    expect((await ask(port, '/')).body).toContain('Renamed Brand')
    expect(stderr()).toBe('')
    expect(await end('SIGTERM')).toMatchObject({ code: 143 })
  })

  test('reports a config error at once, and the result of a build when everything is checked', async () => {
    const cwd = project({ ...several, 'content/articles/one.md': article('one', { date: 'yesterday' }) })
    const { stdout, stderr } = await start(cwd, ['--all'])
    await until(() => /^1 warning\.$/m.test(stdout()), 'the first check')
    writeFiles(cwd, { 'brands/beta/brand.yaml': brandYaml({ phone: 'none' }) })
    await until(() => stderr().includes('brand/invalid-phone'), 'the error')
    await until(() => /^1 error, 1 warning\. A build of beta would fail/m.test(stdout()), 'the count')
    expect(stderr().match(/brand\/invalid-phone/g)).toHaveLength(1)
    expect(stderr().match(/article\/invalid-date/g)).toHaveLength(1)
  })

  test('names all brands that an error in a shared file affects', async () => {
    const cwd = project({ ...several, 'content/articles/one.md': article('one') })
    const { stdout, stderr } = await start(cwd, ['--all'])
    await until(() => stdout().includes('Ready in '), 'the start')
    writeFiles(cwd, { 'content/articles/one.md': article('one', {}, 'Guaranteed approval for everyone.\n') })
    await until(() => /^1 error\. A build of alpha, beta would fail/m.test(stdout()), 'the count')
    await until(() => / {2}→ /.test(stderr()), 'the error')
    expect(stderr().match(/ {2}error {2}.*/g)).toEqual([
      expect.stringMatching(/^ {2}error {2}compliance\/claim\/guaranteed .* \(alpha, beta\)$/),
    ])
  })

  test('prints the address of a brand that is added', async () => {
    const cwd = project(several)
    const { port, stdout } = await start(cwd, ['--all'])
    writeFiles(cwd, { 'brands/gamma/brand.yaml': brandYaml({ name: 'Gamma' }) })
    await until(
      () => stdout().includes(`\ngamma is at http://gamma.localhost:${port}/\n`),
      'the address of the new brand',
    )
    expect(stdout().match(/ is at /g)).toHaveLength(1)
  })

  test('reports the pages that a build would not let go, and shows the newest ones', async () => {
    const rent = article('rent', { title: 'Renting' })
    const cwd = project({ ...single, 'content/articles/rent.md': rent })
    expect((await runShared(['build'], { cwd })).code).toBe(0)
    rmSync(join(cwd, 'content/articles/rent.md'))
    writeFiles(cwd, { 'content/articles/lease.md': article('lease') })
    const { port, stdout, stderr } = await start(cwd)
    await until(() => /^1 error\. A build of acme would fail\.$/m.test(stdout()), 'the first check')
    const built = await runShared(['build'], { cwd })
    expect(built.code).toBe(1)
    const [problem] = /^error {2}site\/would-disappear {2}[\s\S]*?\n {2}→ .*\n/m.exec(built.stderr) ?? []
    expect(problem).toContain('"/articles/rent/" of the last build would disappear')
    expect(stderr()).toContain(problem)
    expect((await ask(port, '/articles/lease/')).status).toBe(200)
    expect((await runShared(['build', '--allow-removals'], { cwd })).code).toBe(0)
    await until(() => /^No more problems\.$/m.test(stdout()), 'the published site to be looked at')
    // A mistake in its file is reported once, as in a build.
    writeFiles(cwd, { 'content/articles/lease.md': article('lease', { date: 'yesterday' }) })
    await until(() => /No more problems\.\n[\s\S]*^1 error\. A build/m.test(stdout()), 'the error')
    expect(stderr()).toContain('site/would-disappear  "date" is "yesterday"')
    expect(stderr()).not.toContain('  article/invalid-date')
  })

  test('lists all problems after each change as the task of VS Code reads them', async () => {
    const { tasks } = JSON.parse(readFileSync(join(repositoryRoot, 'starter/.vscode/tasks.json'), 'utf8'))
    const [{ command, problemMatcher }] = tasks
    expect(command).toBe('npx imprint dev --all --list-problems')
    const { pattern, background } = problemMatcher
    const cwd = project({ ...several, 'content/articles/one.md': article('one', { date: 'yesterday' }) })
    const { stdout, stderr } = await start(cwd, ['--all', '--list-problems'])
    const lines = (text: string, written: string) =>
      text.split('\n').filter(line => new RegExp(written).test(line))
    const ends = () => lines(stdout(), background.endsPattern)
    await until(() => ends().length === 1, 'the first list')
    writeFiles(cwd, { 'brands/beta/brand.yaml': brandYaml({ phone: 'none' }) })
    await until(() => ends().length === 2, 'the second list')
    expect(lines(stdout(), background.beginsPattern)).toHaveLength(2)
    expect(ends()).toEqual(['1 warning.', '1 error, 1 warning.'])
    // The old problem is in both lists, because an editor considers a problem solved if it is not listed again.
    const found = lines(stderr(), pattern.regexp).map(line =>
      new RegExp(pattern.regexp).exec(line)?.slice(1, 6),
    )
    expect(found.sort()).toEqual([
      ['brands/beta/brand.yaml', '4', '8', 'error', 'brand/invalid-phone'],
      ['content/articles/one.md', '5', '7', 'warning', 'article/invalid-date'],
      ['content/articles/one.md', '5', '7', 'warning', 'article/invalid-date'],
    ])
    writeFiles(cwd, {
      'brands/beta/brand.yaml': several['brands/beta/brand.yaml'],
      'content/articles/one.md': article('one'),
    })
    await until(() => ends().at(-1) === 'No problems.', 'the last list')
  })

  test('serves several at names of their own, and all of them on the index page', async () => {
    const { port, stdout } = await start(project(several), ['--all'])
    expect(stdout()).toMatch(/^Ready in \d+ ms: 2 brands\. /)
    for (const url of ['alpha.localhost:PORT/', 'beta.localhost:PORT/loans/', 'localhost:PORT/']) {
      expect(stdout()).toContain(` http://${url.replace('PORT', String(port))}\n`)
      const [host, path] = url.split(':PORT') as [string, string]
      expect((await ask(port, path, { headers: { Host: host } })).status, url).toBe(200)
    }
  })

  test('prepares each of many brands when it is opened; until then only configs are checked', async () => {
    const ids = Array.from({ length: 40 }, (_, index) => `brand-${index}`)
    const cwd = project({
      ...Object.fromEntries(ids.map(id => [`brands/${id}/brand.yaml`, brandYaml({ name: id })])),
      'brands/brand-1/brand.yaml': brandYaml({ name: 'brand-1', phone: 'none' }),
      'brands/brand-2/content/articles/two.md': article('two', { date: 'yesterday' }),
    })
    const { port, stdout, stderr } = await start(cwd, ['--all'])
    expect(stdout()).toMatch(/^Ready in \d+ ms: 40 brands\. /)
    expect(stdout()).toContain('only the config of each brand has been checked')
    expect(stdout()).not.toContain('brand-3')
    await until(() => stderr().includes('brand/invalid-phone'), 'the error in a config')
    const index = async () => (await ask(port, '/')).body
    expect(await index()).toContain('1 with problems; 40 not opened yet')
    expect(stderr()).not.toContain('article/invalid-date')

    const opened = await ask(port, '/', { headers: { Host: `brand-2.localhost:${port}` } })
    expect(opened.body).toContain('<title>brand-2')
    await until(() => stderr().includes('article/invalid-date'), 'the problem of the opened brand')
    expect(await index()).toContain('2 with problems; 39 not opened yet')

    writeFiles(cwd, { 'content/strings.yaml': 'header:\n  contact: Write to us\n' })
    await until(() => /strings\.yaml → brand-2: all pages/.test(stdout()), 'the change')
    writeFiles(cwd, { 'brands/brand-1/brand.yaml': brandYaml({ name: 'brand-1' }) })
    await until(() => stdout().includes('brand-1/brand.yaml → '), 'the line')
    expect(await index()).toContain('1 with problems; 39 not opened yet')
    writeFiles(cwd, { 'brands/brand-3/content/faq.yaml': '[]\n' })
    await until(() => stdout().includes('→ no opened brand changed'), 'the line')
  })

  test('prints its addresses with --json, in one document', async () => {
    const { port, stdout, stderr, end } = await start(project(several), ['beta', '--json'])
    expect(await end('SIGINT')).toMatchObject({ code: 130 })
    expect(stderr()).toBe('')
    expect(JSON.parse(stdout())).toEqual({
      schema: 1,
      ok: true,
      brands: [{ id: 'beta', url: `http://localhost:${port}/loans/` }],
      diagnostics: [],
    })
  })
})

describe('the end', () => {
  test.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const)(
    'comes with %s at once, whatever is open, and leaves nothing: code %i',
    async (signal, code) => {
      const cwd = project(single)
      const { port, temporary, end, isAlive } = await start(cwd)
      const home = await ask(port, '/')
      const token = /data-token="([^"]+)"/.exec(home.body)?.[1]
      const connections = [hold(port), hold(port, requestText(`/__imprint/events?token=${token}`))]
      await until(() => connections[1]!.received().includes('data: '), 'the first message')
      const ended = await end(signal)
      expect(ended.code).toBe(code)
      expect(ended.ms).toBeLessThan(keepAlive)
      await expect(ask(port, '/')).rejects.toThrow('ECONNREFUSED')
      await until(() => !isAlive(), 'the end of every process')
      expect(readdirSync(temporary)).toEqual([])
      const left = Object.keys(readTree(cwd)).filter(path => !path.startsWith('.imprint/cache/'))
      expect(left).toEqual(Object.keys(single))
      expect(Object.keys(readTree(cwd)).filter(path => /lock|stage|\.tmp/.test(path))).toEqual([])
    },
  )
})

describe('nothing to serve', () => {
  test.each([
    [['bteta'], 'usage/unknown-brand', 'There is no brand "bteta".', 'Did you mean "beta"?'],
    [[], 'usage/brand-required', 'There are several brands, but none was named.', 'alpha, beta'],
    [
      ['alpha', '--all'],
      'usage/invalid',
      'Brand ids and --all cannot be used together.',
      'Use only one of them',
    ],
    [['--port', '4000x'], 'usage/invalid', '4000x', 'from 0 to 65535'],
  ])('%j is wrong usage', async (words, code, message, hint) => {
    const cwd = project(several)
    const run = await runShared(['dev', ...words], { cwd })
    expect(run).toMatchObject({ code: 2, stdout: '' })
    for (const part of [code, message, hint]) expect(run.stderr).toContain(part)
    const inJson = await runShared(['dev', ...words, '--json'], { cwd })
    expect(inJson.code).toBe(2)
    expect(jsonOf(inJson)).toMatchObject({ ok: false, diagnostics: [{ code }] })
  })

  test('a folder that is not a project', async () => {
    const run = await runShared(['dev'], { cwd: temporaryFolder() })
    expect(run).toMatchObject({ code: 1, stdout: '' })
    expect(run.stderr).toContain('project/not-found')
  })
})
