// A machine takes a site from the store, byte for byte, if another machine has built it. Otherwise, it builds the site.

import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { gzipSync } from 'node:zlib'
import sharp from 'sharp'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { folderStoreAside } from '../../src/cli/stores/folder-store.ts'
import { httpStore } from '../../src/cli/stores/http-store.ts'
import { freePort } from '../support/free-port.ts'
import {
  article,
  brandYaml,
  folderOfFile,
  project,
  readTree,
  repositoryRoot,
  runImprint,
  runShared,
  temporaryFolder,
  writeFiles,
} from '../support/project.ts'

const files = {
  'brands/acme/brand.yaml': brandYaml(),
  'brands/beta/brand.yaml': brandYaml({ name: 'Beta' }),
  'content/articles/one.md': article('one'),
  'content/articles/broken.md': article('broken', { date: 'soon' }),
}

async function build(cwd: string, store: string, mode?: string, env: Record<string, string> = {}) {
  const words = ['build', '--all', '--json', '--store', store, ...(mode ? ['--store-mode', mode] : [])]
  const run = await runShared(words, { cwd, env })
  const { brands, diagnostics } = JSON.parse(run.stdout)
  return {
    code: run.code,
    status: brands.map(({ status }: { status: string }) => status),
    codes: diagnostics.map(({ code }: { code: string }) => code),
    tree: readTree(join(cwd, 'dist')),
  }
}

/** The same project in another folder, without any built files. */
const machine = () => project(files)

let filled: Promise<{ readonly store: string; readonly tree: Record<string, string> }> | undefined
/** A store of its own with the sites of a machine, which are built once, and what the machine has published. */
async function filledStore() {
  filled ??= (async () => {
    const store = join(folderOfFile(), 'store')
    return { store, tree: (await build(machine(), store, 'both')).tree }
  })()
  const { store, tree } = await filled
  const copy = join(temporaryFolder(), 'store')
  cpSync(store, copy, { recursive: true })
  return { store: copy, tree }
}

/** One with a single brand. */
const smallMachine = () => {
  const { 'brands/beta/brand.yaml': _, ...others } = files
  return project(others)
}

describe('a store in a folder', () => {
  test('gives another machine the sites that one has built, with their problems', async () => {
    const store = join(temporaryFolder(), 'store')
    const first = await build(machine(), store, 'both')
    expect(first).toMatchObject({ code: 0, status: ['built', 'built'], codes: ['article/invalid-date'] })
    const other = machine()
    const second = await build(other, store)
    expect(second).toEqual({ ...first, status: ['restored', 'restored'] })
    expect((await build(other, store)).status).toEqual(['unchanged', 'unchanged'])
    writeFiles(other, {
      'brands/beta/brand.yaml': brandYaml({ name: 'Beta', companyLine: 'The best service.' }),
    })
    const before = readTree(store)
    expect((await build(other, store)).status).toEqual(['unchanged', 'built'])
    expect(readTree(store)).toEqual(before)
    writeFiles(other, { 'brands/beta/brand.yaml': brandYaml({ name: 'Beta' }) })
    expect(await build(other, store)).toMatchObject({ status: ['unchanged', 'restored'], tree: first.tree })
  })

  test('is not trusted: poisoned or torn sites are built, with a warning', async () => {
    const store = join(temporaryFolder(), 'store')
    const first = await build(smallMachine(), store, 'write')
    const damage = async (work: () => void) => {
      cpSync(store, `${store}.good`, { recursive: true })
      work()
      const built = await build(smallMachine(), store)
      expect(built).toMatchObject({ code: 0, tree: first.tree })
      rmSync(store, { recursive: true })
      cpSync(`${store}.good`, store, { recursive: true })
      return built
    }
    const each = (kind: string, change: (path: string) => void) => () => {
      for (const name of readdirSync(join(store, kind))) change(join(store, kind, name))
    }
    const edited = (from: RegExp, to: string) => (path: string) =>
      writeFileSync(path, readFileSync(path, 'latin1').replace(from, to), 'latin1')
    // biome-ignore lint/suspicious/noExplicitAny: what is wrong has no type.
    const redone = (change: (document: any) => unknown) => (path: string) => {
      const document = JSON.parse(readFileSync(path, 'utf8'))
      change(document)
      writeFileSync(path, JSON.stringify(document))
    }
    const rebuilt = {
      status: ['built'],
      codes: ['store/damaged', 'article/invalid-date'],
    }
    for (const work of [
      each('cas', path => truncateSync(path, 10)),
      each('cas', edited(/Test Brand/, 'Evil')),
      each('cas', path => rmSync(path)),
      each('ac', path => truncateSync(path, 100)),
      each('ac', edited(/"path":"[^"]*"/, '"path":"../../evil.html"')),
      each('ac', edited(/"id":"\w+"/, '"id":"other"')),
      each(
        'ac',
        redone(({ result }) => delete result.waivers),
      ),
      each(
        'ac',
        redone(({ result }) => (result.waivers = null)),
      ),
      each(
        'ac',
        redone(({ result }) => (result.waivers = [1])),
      ),
      each(
        'ac',
        redone(({ result }) => (result.diagnostics = [null])),
      ),
      each(
        'ac',
        redone(({ result }) => (result.withheld = '0')),
      ),
      each(
        'ac',
        redone(({ files }) => (files[0].size = 900_000_000)),
      ),
      each('ac', path => writeFileSync(path, 'null')),
    ])
      expect(await damage(work)).toMatchObject(rebuilt)
    expect(await damage(each('ac', path => rmSync(path)))).toMatchObject({
      status: ['built'],
      codes: ['article/invalid-date'],
    })
  })

  const unavailable = {
    code: 0,
    status: ['built', 'built'],
    codes: ['store/unavailable', 'article/invalid-date'],
  }

  test.each<[string, (path: string) => unknown]>([
    ['a named pipe', path => spawnSync('mkfifo', [path])],
    ['a link to a device', path => symlinkSync('/dev/zero', path)],
    ['a folder', path => mkdirSync(path)],
    ['a file of 9 MB', path => writeFileSync(path, Buffer.alloc(9_000_000))],
  ])('with %s in the place of a document is not used', async (_, make) => {
    const { store, tree } = await filledStore()
    for (const name of readdirSync(join(store, 'ac'))) {
      rmSync(join(store, 'ac', name))
      make(join(store, 'ac', name))
    }
    expect(await build(machine(), store)).toMatchObject({ ...unavailable, tree })
  })

  test('is not used if a file has more bytes than the site lists', async () => {
    const { store } = await filledStore()
    for (const name of readdirSync(join(store, 'cas'))) {
      const path = join(store, 'cas', name)
      if (readFileSync(path, 'utf8').startsWith('<!DOCTYPE')) appendFileSync(path, 'more')
    }
    expect((await build(machine(), store)).codes).toContain('store/unavailable')
  })

  test('is a folder, or an address of a form that works', async () => {
    const cwd = machine()
    writeFiles(cwd, { file: 'mine' })
    expect(await build(cwd, 'file', 'both')).toMatchObject(unavailable)
    for (const address of [
      'file:///etc',
      'ftp://a.example',
      'javascript:1',
      'https:///x',
      'https://a.example/?x',
    ]) {
      const { code, stderr } = await runShared(['build', '--all', '--store', address], { cwd })
      expect(code, address).toBe(2)
      expect(stderr).toContain('It must be a folder, or an address')
    }
    expect(readdirSync(cwd)).not.toContain('file:')
  })

  test('takes no page from visitors, and publishes nothing that --strict refuses', async () => {
    const { store } = await filledStore()
    const other = machine()
    writeFiles(other, { 'content/articles/more.md': article('more') })
    await build(other, store)
    rmSync(join(other, 'content/articles/more.md'))
    expect(await build(other, store)).toMatchObject({
      code: 1,
      codes: expect.arrayContaining(['site/would-disappear']),
    })
    const run = await runShared(['build', 'acme', '--strict', '--store', store], { cwd: machine() })
    expect(run.code).toBe(1)
  })
})

test('a store gives the images of a shared article to a machine that builds another site', async () => {
  const store = join(temporaryFolder(), 'store')
  const photo = sharp({ create: { width: 300, height: 300, channels: 3, background: '#8af' } })
  const machine = (name: string) => {
    const cwd = project({
      'brands/acme/brand.yaml': brandYaml({ name }),
      'content/articles/one.md': article('one', {}, '![A sky](sky.png)'),
    })
    return photo
      .png()
      .toFile(join(cwd, 'content/articles/sky.png'))
      .then(() => cwd)
  }
  const first = await build(await machine('First'), store, 'both')
  const images = ({ tree }: { tree: Record<string, string> }) =>
    Object.entries(tree).filter(([path]) => /\.(?:avif|webp)$/.test(path))
  expect(images(first)).not.toEqual([])
  const results = readdirSync(join(store, 'ac'))
    .map(name => join(store, 'ac', name))
    .filter(path => readFileSync(path, 'utf8').startsWith('{"version":1,"result"'))
  expect(results).not.toEqual([])
  const before = readTree(store)
  expect(await build(await machine('Second'), store)).toMatchObject({ status: ['built'], codes: [] })
  expect(readTree(store)).toEqual(before)
  // Another image replaces one, which shows that the stored one is used.
  const other = await photo.avif().toBuffer()
  const sum = createHash('sha256').update(other).digest('hex')
  writeFileSync(join(store, 'cas', sum), other)
  for (const path of results) writeFileSync(path, `{"version":1,"result":"${sum}"}`)
  const third = await build(await machine('Third'), store)
  expect(images(third)).not.toEqual(images(first))
  writeFileSync(join(store, 'cas', sum), 'torn')
  const fourth = await build(await machine('Fourth'), store)
  expect(fourth).toMatchObject({ code: 0, status: ['built'], codes: ['store/damaged'] })
  expect(images(fourth)).toEqual(images(first))
})

/** A server of `/ac/` and `/cas/` whose responses the test chooses. */
async function serve(answer: (path: string) => number | undefined | 'never' = () => undefined) {
  const blobs = new Map<string, Buffer>()
  const tokens = new Set<string | undefined>()
  const server = createServer(async (request, response) => {
    const { method, url = '', headers } = request
    tokens.add(headers.authorization)
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const status = answer(url)
    if (status === 'never') return
    if (status === undefined && method === 'PUT') blobs.set(url, Buffer.concat(chunks))
    const found = blobs.get(url)
    response
      .writeHead(status ?? (found ? 200 : 404))
      .end(status === undefined && method === 'GET' ? found : undefined)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/store/`, blobs, tokens }
}

describe('a store behind HTTP', () => {
  test('is read and written with a token', async () => {
    const { url, blobs, tokens } = await serve()
    const first = await build(machine(), url, 'both', { IMPRINT_STORE_TOKEN: 'secret' })
    expect(first).toMatchObject({ code: 0, status: ['built', 'built'], codes: ['article/invalid-date'] })
    expect([...tokens]).toEqual(['Bearer secret'])
    expect([...blobs.keys()].filter(path => path.startsWith('/store/ac/'))).toHaveLength(2)
    const sums = new Set(blobs)
    expect(await build(machine(), url)).toEqual({ ...first, status: ['restored', 'restored'] })
    expect(new Set(blobs)).toEqual(sums)
    for (const path of blobs.keys()) if (path.includes('/cas/')) blobs.set(path, Buffer.from('evil'))
    expect(await build(machine(), url)).toMatchObject({
      tree: first.tree,
      status: ['built', 'built'],
      codes: ['store/damaged', 'store/damaged', 'article/invalid-date'],
    })
  })

  test.each([500, 401, 302])('that answers %d is not used, with one warning', async status => {
    const { url } = await serve(() => status)
    expect(await build(machine(), url, 'both')).toMatchObject({
      code: 0,
      status: ['built', 'built'],
      codes: ['store/unavailable', 'article/invalid-date'],
    })
  })

  test('is asked with the name and password of its address, which are not shown', async () => {
    const { url, tokens } = await serve(() => 403)
    const run = await runShared(['build', '--all', '--store', url.replace('//', '//me:p%40ss@')], {
      cwd: machine(),
    })
    expect([...tokens]).toEqual([`Basic ${Buffer.from('me:p@ss').toString('base64')}`])
    expect(run.stderr).toContain(`The store "${url}" was not used: it responded with status 403.`)
    expect(run.stdout + run.stderr).not.toMatch(/p%40ss|p@ss/)
  })

  test('that never ends is not used, with one warning', async () => {
    const { url } = await misbehave()
    expect(await build(machine(), `${url}/endless`)).toMatchObject({
      code: 0,
      status: ['built', 'built'],
      codes: ['store/unavailable', 'article/invalid-date'],
    })
  })

  test('without a server is not used', async () => {
    const built = await build(machine(), 'http://127.0.0.1:9/')
    expect(built).toMatchObject({
      code: 0,
      status: ['built', 'built'],
      codes: ['store/unavailable', 'article/invalid-date'],
    })
  })
})

test('may take so long for one request, and so long in all', async () => {
  const { url, blobs } = await serve(path => (path.endsWith('/late') ? 'never' : undefined))
  blobs.set('/store/ac/there', Buffer.from('bytes'))
  const patient = httpStore(url, { budget: 60_000 })
  expect(await patient.get('ac', 'there', 99)).toEqual(new Uint8Array(Buffer.from('bytes')))
  const impatient = httpStore(url, { patience: 50, budget: 60_000 })
  await expect(impatient.get('ac', 'late', 99)).rejects.toThrow('it did not respond within 0.05 s')
  await expect(patient.get('ac', 'there', 4)).rejects.toThrow('its response has more than 4 bytes')
  const stopped = httpStore(url, { budget: 60_000, signal: AbortSignal.abort() })
  await expect(stopped.get('ac', 'there', 99)).rejects.toThrow('aborted')
  const brief = httpStore(url, { budget: 0 })
  expect(await brief.get('ac', 'missing', 99)).toBeUndefined()
  await expect(brief.get('ac', 'there', 99)).rejects.toThrow('it took more than 0 s in total')
})

test.each([
  ['hang', 'it did not respond within 0.2 s'],
  ['drip', 'it did not respond within 0.2 s'],
  ['endless', 'its response has more than 8000000 bytes'],
  ['bomb', 'its response has more than 8000000 bytes'],
])('a store that does this is left, and little of its answer is read: %s', async (behaviour, problem) => {
  const { url, closed } = await misbehave()
  const patience = problem.startsWith('it did not') ? 200 : 60_000
  const store = httpStore(`${url}/${behaviour}`, { patience, budget: 60_000 })
  await expect(store.get('ac', 'there', 8_000_000)).rejects.toThrow(problem)
  // Bytes in the system's buffers on both sides also count as sent.
  expect(await closed).toBeLessThan(60_000_000)
})

test('builds end soon and with little memory whatever a store does', async () => {
  const { url } = await misbehave()
  const cwd = machine()
  // This build fills the cache, so that each of the following ones is short.
  expect((await runShared(['build', '--all'], { cwd })).code).toBe(0)
  // Loaded by the build: collects garbage and writes how much memory was needed.
  const witness = join(temporaryFolder(), 'witness.mjs')
  writeFileSync(
    witness,
    `import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
setFlagsFromString('--expose-gc')
setInterval(runInNewContext('gc'), 500).unref()
process.on('exit', () => console.error('kB', process.resourceUsage().maxRSS))`,
  )
  rmSync(join(cwd, 'dist'), { recursive: true })
  const building = ['hang', 'drip', 'endless', 'bomb'].map(async name => {
    const copy = temporaryFolder()
    cpSync(cwd, copy, { recursive: true })
    const run = await runImprint(['build', '--all', '--concurrency', '1', '--store', `${url}/${name}`], {
      cwd: copy,
      env: { NODE_OPTIONS: `--import=${pathToFileURL(witness)}` },
      // The store's time limit is ten seconds. A process that does not end is killed and has no exit code.
      timeout: 200_000,
    })
    expect(run, name).toMatchObject({ code: 0, stderr: expect.stringContaining('store/unavailable') })
    expect(Number(/kB (\d+)/.exec(run.stderr)?.[1]), name).toBeLessThan(500_000)
  })
  await Promise.all(building)
})

/**
 * A server whose responses never come or never end. `closed` resolves to the number of bytes that were sent when its first
 * connection closed.
 */
async function misbehave() {
  const zeros = gzipSync(Buffer.alloc(64_000_000))
  const behaviours: Record<string, (response: ServerResponse) => void> = {
    hang: () => undefined,
    drip(response) {
      response.writeHead(200)
      const timer = setInterval(() => response.write('{'), 10)
      response.on('close', () => clearInterval(timer))
    },
    endless(response) {
      response.writeHead(200)
      const more = () => {
        while (!response.destroyed && response.write(Buffer.alloc(100_000, 'a')));
      }
      response.on('drain', more)
      more()
    },
    bomb: response =>
      response
        .writeHead(200, { 'content-encoding': 'gzip' })
        .end(Buffer.concat(Array.from({ length: 30 }, () => zeros))),
  }
  const server = createServer(({ url = '' }, response) => behaviours[url.split('/')[1] ?? '']?.(response))
  const closed = new Promise<number>(resolve =>
    server.once('connection', socket =>
      socket.on('error', () => undefined).on('close', () => resolve(socket.bytesWritten)),
    ),
  )
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, closed }
}

test('a folder on a disk that hangs is no longer asked after its patience', async () => {
  const folder = temporaryFolder()
  const program = pathToFileURL(join(repositoryRoot, 'lib/store-process.js'))
  const store = folderStoreAside(folder, { program })
  expect(await store.get('cas', 'a', 99)).toBeUndefined()
  await store.put('cas', 'a', new TextEncoder().encode('bytes'))
  expect(Buffer.from((await store.get('cas', 'a', 99)) ?? []).toString()).toBe('bytes')
  await expect(store.get('cas', 'a', 4)).rejects.toThrow('has more than 4 bytes')
  // Like a read that waits for a server that no longer exists.
  const hanging = join(temporaryFolder(), 'hanging.mjs')
  writeFileSync(hanging, 'process.on("message", () => { for (;;); })')
  const dead = folderStoreAside(folder, { program: pathToFileURL(hanging), patience: 300 })
  const asked = [dead.get('cas', 'a', 99), dead.put('cas', 'a', new Uint8Array())]
  for (const request of asked) await expect(request).rejects.toThrow('it did not respond within 0.3 s')
  await expect(dead.get('cas', 'a', 99)).rejects.toThrow('it did not respond within 0.3 s')
  const controller = new AbortController()
  const stopped = folderStoreAside(folder, { program, signal: controller.signal })
  const request = stopped.get('cas', 'a', 99)
  controller.abort()
  await expect(request).rejects.toThrow('the build was stopped')
})

const nginx = ['/usr/sbin/nginx', process.env.NGINX ?? ''].find(existsSync)
const why = nginx === undefined ? ' (skipped: nginx is not installed)' : ''

describe('nginx with its DAV module', () => {
  test.skipIf(nginx === undefined)(`is such a store${why}`, async () => {
    const folder = temporaryFolder()
    const port = await freePort()
    mkdirSync(join(folder, 'store'))
    writeFiles(folder, {
      'nginx.conf': `${process.getuid?.() === 0 ? 'user root;' : ''} daemon off; pid ${folder}/pid; error_log ${folder}/log; events {}
http { access_log off; client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/p; fastcgi_temp_path ${folder}/f; uwsgi_temp_path ${folder}/u; scgi_temp_path ${folder}/s;
server { listen 127.0.0.1:${port}; root ${folder}/store; client_max_body_size 0; location / { dav_methods PUT; create_full_put_path on; } } }`,
    })
    const child = spawn(nginx ?? '', ['-p', folder, '-c', `${folder}/nginx.conf`], { stdio: 'ignore' })
    onTestFinished(() => void child.kill())
    const address = `http://127.0.0.1:${port}`
    const answers = () => fetch(address).then(Boolean, () => false)
    await vi.waitUntil(
      async () => {
        expect(child.exitCode).toBe(null)
        return await answers()
      },
      { timeout: 60_000 },
    )
    const first = await build(machine(), address, 'both')
    expect(first.codes).toEqual(['article/invalid-date'])
    expect(await build(machine(), address)).toEqual({ ...first, status: ['restored', 'restored'] })
  })
})
