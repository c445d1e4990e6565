import { existsSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { ask, hold, keepAlive, requestText } from '../dev/http-client.ts'
import { until } from '../output/disk.ts'
import {
  brandYaml,
  folderOfFile,
  project,
  runShared,
  temporaryFolder,
  writeFiles,
} from '../support/project.ts'
import { jsonOf } from './json.ts'
import { startServing } from './serving.ts'

const single = { 'brands/acme/brand.yaml': brandYaml() }
const several = {
  'brands/alpha/brand.yaml': brandYaml({ siteUrl: 'https://alpha.example' }),
  'brands/beta/brand.yaml': brandYaml({
    siteUrl: 'https://beta.example/loans',
    environments: '{staging: {siteUrl: https://staging.beta.example}}',
  }),
  'brands/gamma/brand.yaml': brandYaml({ siteUrl: 'https://gamma.example' }),
}

const start = (cwd: string, words?: readonly string[], env?: Readonly<Record<string, string>>) =>
  startServing('preview', cwd, words, env)

/** One built brand, for the tests that change nothing. */
let shared = ''
beforeAll(async () => {
  shared = folderOfFile()
  writeFiles(shared, single)
  expect(await runShared(['build'], { cwd: shared })).toMatchObject({ code: 0 })
})

async function built(files: typeof single | typeof several, ...brands: string[]): Promise<string> {
  const cwd = project(files)
  expect(await runShared(['build', ...brands], { cwd })).toMatchObject({ code: 0 })
  return cwd
}

describe('imprint preview', () => {
  test('serves the only brand at the root, as built and as built again', async () => {
    const cwd = await built(single)
    const { port, stdout, stderr, end } = await start(cwd)
    expect(stdout()).toBe(
      `Serving built sites. Press Ctrl-C to stop.\n\n  http://localhost:${port}/  dist/acme\n`,
    )
    const home = await ask(port, '/')
    expect(home.status).toBe(200)
    expect(home.body).toContain('Test Brand')
    expect(home.headers['content-security-policy']).toContain("default-src 'none'")
    expect((await ask(port, '/articles/nothing/')).status).toBe(404)
    expect(existsSync(join(cwd, 'dist/.imprint-builds/acme.json'))).toBe(true)
    for (const path of [
      '/.imprint-builds/acme.json',
      '/../.imprint-builds/acme.json',
      '/%2e%2e/.imprint-builds/acme.json',
    ])
      expect((await ask(port, path)).status).not.toBe(200)
    writeFiles(cwd, { 'brands/acme/brand.yaml': brandYaml({ name: 'Renamed Brand' }) })
    expect(await runShared(['build'], { cwd })).toMatchObject({ code: 0 })
    expect((await ask(port, '/')).body).toContain('Renamed Brand')
    expect(await end('SIGTERM')).toMatchObject({ code: 143 })
    expect(stderr()).toBe('')
  })

  test('serves one brand of several at the root, and several at names of their own', async () => {
    const cwd = await built(several, 'alpha', 'beta')
    const one = await start(cwd, ['beta'])
    expect(one.stdout()).toContain(`  http://localhost:${one.port}/loans/  dist/beta\n`)
    expect((await ask(one.port, '/loans/')).status).toBe(200)
    const all = await start(cwd)
    expect(all.stdout()).toBe(`Serving built sites. Press Ctrl-C to stop.

  http://localhost:${all.port}/  all brands
  http://alpha.localhost:${all.port}/  dist/alpha
  http://beta.localhost:${all.port}/loans/  dist/beta

Not built yet: gamma.
`)
    for (const [host, path] of [
      ['localhost', '/'],
      ['alpha.localhost', '/'],
      ['beta.localhost', '/loans/'],
    ] as const)
      expect((await ask(all.port, path, { headers: { Host: host } })).status, host).toBe(200)
    expect((await ask(all.port, '/', { headers: { Host: 'gamma.localhost' } })).status).toBe(403)
  })

  test('replaces the provider with a stand-in, if asked to', async () => {
    const cwd = await built(single)
    const plain = await start(cwd)
    const { port, stdout, end } = await start(cwd, ['--stub-provider'])
    const [, standIn = ''] = /^ {2}(http:\S+) {2}forms \(stand-in for the providers\)$/m.exec(stdout()) ?? []
    for (const path of ['/', '/faq/']) {
      const [asBuilt, replaced] = [await ask(plain.port, path), await ask(port, path)]
      expect(asBuilt.body).toContain('https://forms.test.example/')
      expect(replaced.body).toBe(asBuilt.body.replaceAll('https://forms.test.example', standIn))
      const policy = replaced.headers['content-security-policy']
      expect(policy).toContain(standIn)
      expect(policy).not.toContain('forms.test.example')
      expect(replaced.headers.etag).not.toBe(asBuilt.headers.etag)
    }
    const form = await ask(Number(new URL(standIn).port), '/forms/document/disclosure')
    expect(JSON.parse(form.body)).toHaveProperty('Advertiser Disclosure')
    expect(await end('SIGTERM')).toMatchObject({ code: 143 })
  })

  test('takes the project from --root and the built sites from --out', async () => {
    const root = project(single)
    const out = temporaryFolder()
    expect(
      await runShared(['build', '--root', root, '--out', join(out, 'sites')], { cwd: out }),
    ).toMatchObject({ code: 0 })
    const { port, stdout } = await start(out, ['--root', root, '--out', 'sites', '--quiet'])
    expect(stdout()).toContain(join(out, 'sites', 'acme'))
    expect((await ask(port, '/')).status).toBe(200)
  })

  test('prints its addresses with --json, in one document', async () => {
    const cwd = await built(several, 'alpha')
    const { port, stdout, stderr, end } = await start(cwd, ['--json'])
    expect(await end('SIGINT')).toMatchObject({ code: 130 })
    expect(stderr()).toBe('')
    expect(JSON.parse(stdout())).toEqual({
      schema: 1,
      ok: true,
      brands: [{ id: 'alpha', url: `http://localhost:${port}/` }],
      diagnostics: [],
    })
  })

  test('takes the next port if the named one is in use, and reports it', async () => {
    const taken = createServer()
    const port = await new Promise<number>(resolve =>
      taken.listen(0, '127.0.0.1', () => resolve((taken.address() as { port: number }).port)),
    )
    onTestFinished(() => void taken.close())
    const running = await start(shared, ['--port', String(port)])
    expect(running.port).toBeGreaterThan(port)
    expect(running.stderr()).toContain(
      `server/port-in-use  Port ${port} is in use, so port ${running.port} was used instead.`,
    )
    const strict = await runShared(['preview', '--port', String(port), '--strict-port'], { cwd: shared })
    expect(strict.code).toBe(1)
    expect(strict.stderr).toContain(`error  server/port-in-use  Port ${port} is in use.\n  → Choose another`)
  })

  test('warns where others can see it', async () => {
    const { stderr, port } = await start(shared, ['--host', '0.0.0.0'])
    expect(stderr()).toContain('server/open-to-network')
    expect((await ask(port, '/', { headers: { Host: '192.0.2.7' } })).status).toBe(200)
  })

  test('has its flags in the help', async () => {
    const { stdout } = await runShared(['preview', '--help'], { cwd: temporaryFolder() })
    for (const flag of ['[brand]', '--port', '--host', '--open', '--out', '--root', '--json', '--quiet'])
      expect(stdout).toContain(flag)
  })

  test('continues if no browser can be opened', async () => {
    // No program can be found, so nothing can open the page.
    const { port, end } = await start(shared, ['--open'], { PATH: '' })
    expect((await ask(port, '/')).status).toBe(200)
    expect(await end('SIGINT')).toMatchObject({ code: 130 })
  })
})

describe('the end', () => {
  test.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const)('comes with %s at once, whatever is open: code %i', async (signal, code) => {
    const { port, end } = await start(shared)
    const connections = [hold(port), hold(port, requestText('/')), hold(port, 'GET / HTTP/1.1\r\n')]
    await until(() => connections.every(({ socket }) => socket.readyState === 'open'), 'connections')
    await until(() => connections[1]!.received().includes('200 OK'), 'an answer')
    const ended = await end(signal)
    expect(ended.code).toBe(code)
    expect(ended.ms).toBeLessThan(keepAlive)
    await expect(ask(port, '/')).rejects.toThrow('ECONNREFUSED')
  })
})

describe('nothing to serve', () => {
  test.each([
    [
      [],
      'There are no built sites in "dist".',
      'Run "imprint build --all" first, or specify another folder with --out.',
    ],
    [['beta'], 'There is no build of "beta" in "dist/beta".', 'Run "imprint build beta" first.'],
    [
      ['beta', '--env', 'staging'],
      'There is no build of "beta" in "dist-staging/beta".',
      'Run "imprint build beta --env staging" first.',
    ],
    // The only brand that has the path.
    [
      ['--env', 'staging'],
      'There is no build of "beta" in "dist-staging/beta".',
      'Run "imprint build beta --env staging" first.',
    ],
  ])('%j: nothing is built', async (words, message, hint) => {
    const cwd = project(several)
    expect(await runShared(['preview', ...words], { cwd })).toEqual({
      code: 1,
      signal: null,
      stdout: '',
      stderr: `error  preview/not-built  ${message}\n  → ${hint}\n\n`,
    })
    const run = await runShared(['preview', ...words, '--json'], { cwd })
    expect(run.code).toBe(1)
    expect(jsonOf(run)).toMatchObject({ brands: [], diagnostics: [{ code: 'preview/not-built', hint }] })
  })

  test('a folder without a manifest is not a build', async () => {
    const cwd = project({ ...single, 'dist/acme/index.html': 'Mine.\n' })
    expect((await runShared(['preview'], { cwd })).stderr).toContain('preview/not-built')
    rmSync(join(cwd, 'dist'), { recursive: true })
    writeFiles(cwd, { dist: 'a file' })
    expect((await runShared(['preview'], { cwd })).stderr).toContain('preview/not-built')
  })

  test.each([
    [['bteta'], 'usage/unknown-brand', 'Did you mean "beta"?'],
    [['alpha', 'beta'], 'usage/invalid', 'Too many arguments'],
    [['--port', '4000x'], 'usage/invalid', 'from 0 to 65535'],
    [['--port', '65536'], 'usage/invalid', 'from 0 to 65535'],
    [['--host', '--open'], 'usage/invalid', 'address or a host name'],
    [['--host', 'http://localhost'], 'usage/invalid', 'address or a host name'],
    [['--out', '--json'], 'usage/invalid', 'That is a flag'],
  ])('%j is wrong usage', async (words, code, part) => {
    const run = await runShared(['preview', ...words], { cwd: project(several) })
    expect(run.code).toBe(2)
    expect(run.stdout + run.stderr).toContain(code)
    expect(run.stdout + run.stderr).toContain(part)
  })

  test('an address of another machine', async () => {
    const run = await runShared(['preview', '--port', '0', '--host', '203.0.113.7'], { cwd: shared })
    expect(run).toMatchObject({ code: 1, stdout: '' })
    expect(run.stderr).toContain('server/cannot-listen')
  })

  test('a folder that is not a project', async () => {
    const run = await runShared(['preview'], { cwd: temporaryFolder() })
    expect(run).toMatchObject({ code: 1, stdout: '' })
    expect(run.stderr).toContain('project/not-found')
  })
})
