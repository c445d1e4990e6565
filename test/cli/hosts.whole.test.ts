// What a build writes for a host, served by that host's own server, and by `imprint preview`: the same response for each
// address.
//
// nginx, Caddy and Apache are Debian's packages. The servers of wrangler, netlify-cli and s3rver are too large for this repository: install
// them with npm in a folder of their own and name it in IMPRINT_HOST_TOOLS, or have them on PATH.

import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http'
import { delimiter, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { type Host, hosts } from '../../src/brand/index.ts'
import { startPreview } from '../../src/dev/index.ts'
import type { Diagnostic } from '../../src/diagnostics/index.ts'
import { readManifest } from '../../src/output/index.ts'
import { freePort } from '../support/free-port.ts'
import {
  article,
  brandYaml,
  folderOfFile,
  readTree,
  repositoryRoot,
  runShared,
  temporaryFolder,
  writeFiles,
} from '../support/project.ts'

let root = ''
const built = (host: Host, brand: string) => join(root, host, brand)

beforeAll(async () => {
  root = folderOfFile()
  writeFiles(root, {
    'brands/plain/brand.yaml': brandYaml({ siteUrl: 'https://plain.example' }),
    'brands/below/brand.yaml': brandYaml({ siteUrl: 'https://below.example/loans' }),
    'content/articles/rent.md': article('rent'),
    'content/pages/about.md': '---\ntitle: About us\ndescription: Who we are.\n---\n\nSome text.\n',
    'content/redirects.yaml': `- {from: /old/, to: /articles/rent/}
- {from: /start, to: "/faq/#faq", status: 302}
- {from: /away.html, to: "https://elsewhere.example/x?y=1"}
- {from: /Caf%C3%A9/, to: /about/}
`,
    'public/google123.html': 'google-site-verification: google123.html\n',
    'public/notes.txt': 'Notes.\n',
    'public/app.webmanifest': '{}\n',
    'public/photo.avif': 'no image\n',
  })
  for (const host of hosts)
    expect(
      await runShared(['build', '--all', '--host', host, '--out', join(root, host)], { cwd: root }),
      host,
    ).toMatchObject({ code: 0, stderr: '' })
})

/** Addresses below the path of a site. Each is requested with and without the parts that people leave out. */
const inSite = [
  ...['/', '/index.html', '/faq', '/faq/', '/faq/index.html', '/ccpa.html', '/google123.html', '/about'],
  ...['/about/', '/articles', '/articles/', '/articles/rent', '/articles/rent/', '/articles/rent/index.html'],
  ...['/articles/nope', '/articles/nope/', '/articles/404.html', '/404.html', '/nope', '/nope/deep/x'],
  ...['/faq/nope', '/old', '/old/', '/start', '/start/', '/away.html', '/Caf%C3%A9/', '/Caf%C3%A9'],
  ...['/old/?a=1', '/start?a=1', '/ccpa', '/sitemap.xml', '/feed.xml', '/assets', '/assets/nope.js'],
]
const atRoot = ['/', '/loans', '/nope', '/robots.txt']
const manifestAddress = '/imprint-manifest.json'
const hidden = ['/nginx.conf', '/Caddyfile', '/wrangler.jsonc', '/brand.yaml']

interface Told {
  readonly status: number
  readonly location: string | null
  /** The hash of a page's body. */
  readonly sha256?: string
  readonly headers?: Readonly<Record<string, string | null>>
}

const compared = ['content-security-policy', 'x-frame-options', 'strict-transport-security', 'cache-control']

async function ask(origin: string, path: string, without: readonly string[]): Promise<Told> {
  const response = await fetch(origin + path, { redirect: 'manual' })
  const body = new Uint8Array(await response.arrayBuffer())
  const { status } = response
  // In a bucket, addresses have the bucket's name in front.
  const folder = new URL(`${origin}/`).pathname.slice(0, -1)
  const said = response.headers.get('location')?.replace(origin, '') ?? null
  const location = said?.startsWith(`${folder}/`) ? said.slice(folder.length) : said
  if (location !== null) return { status, location }
  const headers = compared
    .filter(name => !without.includes(name))
    // The preview has no https.
    .map(name => [name, response.headers.get(name)?.replace('; upgrade-insecure-requests', '') ?? null])
  return { status, location, sha256: sumOf(body), headers: Object.fromEntries(headers) }
}

const sumOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** Compares a host with the preview of what was built for it, and with what every good host should do. */
async function compare(host: Host, brand: string, origin: string, without: readonly string[] = []) {
  const { value: preview } = await startPreview({ out: join(root, host), brands: [brand], port: 0 })
  onTestFinished(() => preview?.close())
  const basePath = brand === 'below' ? '/loans' : ''
  const asset = readManifest(built(host, brand))?.files.find(({ path }) => /assets\/.*\.js$/.test(path))?.path
  const assetAddress = `/${asset?.replace(/^site\//, '')}`
  const addresses = [
    ...inSite.map(path => basePath + path),
    ...(basePath === '' ? [] : atRoot),
    ...hidden,
    manifestAddress,
    assetAddress,
  ]
  const real = new Map<string, Told>()
  const lines: [real: string[], previewed: string[]] = [[], []]
  for (const path of addresses) {
    // s3rver neither encodes the address it redirects to nor keeps the query.
    if (host === 's3' && /Caf%C3%A9$|start\?/.test(path)) continue
    const told = await ask(origin, path, without)
    real.set(path, told)
    lines[0].push(`${path} ${JSON.stringify(told)}`)
    lines[1].push(`${path} ${JSON.stringify(await ask(`http://localhost:${preview?.port}`, path, without))}`)
  }
  expect(lines[0].filter((line, index) => line !== lines[1][index])).toEqual(
    lines[1].filter((line, index) => line !== lines[0][index]),
  )

  const at = (path: string) => real.get(basePath + path)
  const page = (path: string) => {
    const folder = host === 'workers' || host === 'nginx' || host === 'caddy' ? 'site' : ''
    return sumOf(readFileSync(join(built(host, brand), folder, basePath, path)))
  }
  expect(at('/')).toMatchObject({ status: 200, sha256: page('index.html') })
  expect(at('/faq/')).toMatchObject({ status: 200, sha256: page('faq/index.html') })
  // Canonical links contain this address.
  expect(at('/ccpa.html')).toMatchObject({ status: 200, sha256: page('ccpa.html') })
  expect(at('/google123.html')).toMatchObject({ status: 200, sha256: page('google123.html') })
  expect(at('/nope')).toMatchObject({ status: 404, sha256: page('404.html') })
  const unknownArticle = host === 's3' ? '404.html' : 'articles/404.html'
  for (const path of ['/articles/nope', '/articles/nope/'])
    expect(at(path), path).toMatchObject({ status: 404, sha256: page(unknownArticle) })
  for (const path of hidden) expect(real.get(path)?.status, path).toBe(404)
  if (basePath !== '') {
    expect(real.get('/robots.txt')?.status).toBe(200)
    expect(real.get('/nope')?.status).toBe(404)
  }
  if (host === 's3') return
  for (const path of ['/old', '/old/'])
    expect(at(path)).toEqual({ status: 301, location: `${basePath}/articles/rent/` })
  expect(at('/old/?a=1')?.location).toBe(`${basePath}/articles/rent/?a=1`)
  expect(at('/start')).toEqual({ status: 302, location: `${basePath}/faq/#faq` })
  expect(at('/away.html')?.location).toBe('https://elsewhere.example/x?y=1')
  expect(at('/Caf%C3%A9')?.location).toBe(`${basePath}/about/`)
  expect(at('/')?.headers).toMatchObject({
    'content-security-policy': expect.stringMatching(
      host === 'nginx' || host === 'caddy'
        ? /^frame-ancestors 'none'$/
        : /^default-src 'none';[^,]*frame-ancestors 'none'$/,
    ),
    'x-frame-options': 'DENY',
    'strict-transport-security': 'max-age=31536000',
  })
  if (without.includes('cache-control')) return
  expect(at('/')?.headers?.['cache-control']).toBe('public, max-age=0, must-revalidate')
  expect(real.get(assetAddress)?.headers?.['cache-control']).toBe('public, max-age=31536000, immutable')
}

describe('a host', () => {
  const run = (...words: string[]) => runShared(words, { cwd: root })
  const statuses = async (...words: string[]) =>
    JSON.parse((await run(...words, '--json')).stdout).brands.map(({ status }: { status: string }) => status)

  test('is named by a flag or by the brand, with the same bytes', async () => {
    const config = 'brands/plain/brand.yaml'
    const yaml = readFileSync(join(root, config), 'utf8')
    onTestFinished(() => writeFiles(root, { [config]: yaml }))
    writeFiles(root, { [config]: `${yaml}host: nginx\n` })
    const out = join(root, 'by-key')
    expect(await run('build', 'plain', '--out', out)).toMatchObject({ code: 0 })
    expect(readTree(join(out, 'plain'))).toEqual(readTree(built('nginx', 'plain')))
    // The flag takes precedence.
    expect(await run('build', 'plain', '--host', 'caddy', '--out', out)).toMatchObject({ code: 0 })
    expect(readTree(join(out, 'plain'))).toEqual(readTree(built('caddy', 'plain')))
  })

  test('is an input: results of one are not used for another, and no page is lost between them', async () => {
    const out = join(root, 'in-turn')
    const inputs = (...words: string[]) => run('inputs', 'below', ...words).then(({ stdout }) => stdout)
    expect(await inputs('--host', 'nginx')).not.toBe(await inputs())
    expect(await inputs('--host', 'nginx')).not.toBe(await inputs('--host', 'caddy'))
    for (const words of [[], ['--host', 'nginx'], ['--host', 's3'], []]) {
      expect(await statuses('build', 'below', '--out', out, ...words), words[1]).toEqual(['built'])
      expect(await statuses('build', 'below', '--out', out, ...words), words[1]).toEqual(['unchanged'])
      // The same without cached results.
      expect(await statuses('build', 'below', '--out', out, '--no-cache', ...words), words[1]).toEqual([
        'unchanged',
      ])
      expect(await run('check', 'below', ...words), words[1]).toMatchObject({ code: 0 })
    }
  })

  test('has a difference of its own, and no other', async () => {
    const against = await run(
      'diff',
      'below',
      '--host',
      'nginx',
      '--against',
      join(root, 'netlify'),
      '--json',
    )
    const { groups } = JSON.parse(against.stdout) as {
      groups: { kind: string; brands: { routes: string[] }[] }[]
    }
    expect(groups.map(({ kind, brands }) => [kind, ...(brands[0]?.routes ?? [])]).sort()).toEqual([
      ['added', '/nginx.conf'],
      ['headers', '/_headers'],
      ['headers', '/_redirects'],
    ])
  })

  test('that is not known is refused with those that are', async () => {
    expect(await run('build', 'plain', '--host', 'iis')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('netlify, cloudflare, workers, nginx, caddy, apache, s3'),
    })
  })

  test('with fewer projects than brands is named once', async () => {
    const project = temporaryFolder()
    const brand = (number: number) => {
      const own = { siteUrl: `https://brand${number}.example`, phone: `+1303555${1000 + number}` }
      return `host: cloudflare\n${brandYaml({ ...own, formId: `form-${number}` })}`
    }
    const add = (number: number) =>
      writeFiles(project, { [`brands/brand${number}/brand.yaml`]: brand(number) })
    for (let number = 0; number < 100; number++) add(number)
    const limits = async () => {
      const { code, stdout } = await runShared(['check', 'brand0', 'brand1', '--json'], { cwd: project })
      const { diagnostics } = JSON.parse(stdout) as { diagnostics: Diagnostic[] }
      expect(code).toBe(0)
      return diagnostics.filter(problem => problem.code === 'host/limit')
    }
    expect(await limits()).toEqual([])
    add(100)
    expect(await limits()).toMatchObject([
      { severity: 'warning', message: expect.stringContaining('101 brands have "host: cloudflare"') },
    ])
  })

  test('can be tried on a build for no host', async () => {
    const out = join(root, 'for-any')
    expect(await run('build', 'plain', '--out', out)).toMatchObject({ code: 0 })
    for (const [actAs, status] of [
      [undefined, 308],
      ['nginx', 301],
      ['netlify', 200],
    ] as const) {
      const { value: preview } = await startPreview({ out, brands: ['plain'], port: 0, actAs })
      onTestFinished(() => preview?.close())
      expect((await fetch(`http://localhost:${preview?.port}/faq`, { redirect: 'manual' })).status).toBe(
        status,
      )
    }
  })
})

/** Starts a server as the head of a process group, waits until it responds, and ends the group with the test. */
async function serve(
  command: string,
  words: readonly string[],
  port: number,
  cwd: string,
): Promise<() => string> {
  const child = spawn(command, words, {
    cwd,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, HOME: temporaryFolder(), CI: '1', NO_COLOR: '1', WRANGLER_SEND_METRICS: 'false' },
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => (said += chunk))
  onTestFinished(async () => {
    const closed = new Promise(resolve => child.once('close', resolve))
    if (child.exitCode !== null || child.pid === undefined) return
    process.kill(-child.pid, 'SIGTERM')
    await closed
  })
  await vi.waitUntil(
    async () => {
      expect(child.exitCode, said).toBe(null)
      return fetch(`http://127.0.0.1:${port}/`).then(
        () => true,
        () => false,
      )
    },
    { timeout: 120_000, interval: 50 },
  )
  return () => said
}

/** A program on PATH, in the folder of servers, or where Debian installs it. */
function program(name: string): string | undefined {
  const tools = process.env.IMPRINT_HOST_TOOLS
  const folders = [
    ...(tools === undefined ? [] : tools.split(delimiter).map(folder => join(folder, 'node_modules/.bin'))),
    ...(process.env.PATH ?? '').split(delimiter),
    '/usr/sbin',
  ]
  return folders.map(folder => join(folder, name)).find(existsSync)
}

const nginx = program('nginx')
const caddy = program('caddy')
const apache = program('apache2')
const wrangler = program('wrangler')
const netlify = program('netlify')
const s3rver = program('s3rver')
const brands = ['plain', 'below']

/** The home page is no larger than what gzip makes of it at its usual level. */
async function isCompressed(host: Host, brand: string, port: number) {
  const basePath = brand === 'below' ? '/loans' : ''
  const page = readFileSync(join(built(host, brand), 'site', basePath, 'index.html'))
  // Not `fetch`, which decodes the response. Caddy responds only to the name that it was given.
  const options = { host: '127.0.0.1', port, path: `${basePath}/`, headers: { 'Accept-Encoding': 'gzip' } }
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    request(options, resolve).on('error', reject).end()
  })
  expect(response.headers['content-encoding']).toBe('gzip')
  let length = 0
  for await (const part of response) length += part.length
  // Programs differ a little, and servers write in blocks.
  expect(length).toBeLessThan(1.05 * gzipSync(page, { level: 6 }).length)
}

describe('nginx', () => {
  test.skipIf(nginx === undefined).each(brands)('%s (skipped: no nginx on this machine)', async brand => {
    const port = await freePort()
    await serveNginx(port, `root ${built('nginx', brand)}/site; include ${built('nginx', brand)}/nginx.conf;`)
    await compare('nginx', brand, `http://127.0.0.1:${port}`)
    await isCompressed('nginx', brand, port)
    expect(await verified(port, brand, 'nginx')).toMatchObject({ code: 0, stderr: '' })
  })

  test.skipIf(nginx === undefined)(
    'a folder that was built for no host, below its path (skipped: no nginx on this machine)',
    async () => {
      const port = await freePort()
      const out = join(root, 'without-host')
      expect(await runShared(['build', '--all', '--out', out], { cwd: root })).toMatchObject({ code: 0 })
      const alias = `location /loans/ { alias ${out}/below/; index index.html; error_page 404 /loans/404.html; }`
      await serveNginx(port, alias)
      const { code, stderr } = await runShared(
        ['verify', `http://127.0.0.1:${port}/loans`, '--brand', 'below', '--out', out],
        { cwd: root },
      )
      // Only the headers are missing, because nginx does not read _headers.
      expect(code).toBe(1)
      expect(stderr.match(/live\/[\w-]+/g)).toEqual(['live/header'])
    },
  )

  async function serveNginx(port: number, server: string): Promise<void> {
    const folder = temporaryFolder()
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    const user = process.getuid?.() === 0 ? 'user root;' : ''
    writeFiles(folder, {
      'nginx.conf': `${user} daemon off; pid ${folder}/pid; error_log ${folder}/log; events {}
http { include /etc/nginx/mime.types; access_log off; ${temporary.map(name => `${name}_temp_path ${folder}/${name};`).join(' ')}
server { listen 127.0.0.1:${port}; ${server} } }`,
    })
    await serve(nginx ?? '', ['-p', folder, '-c', `${folder}/nginx.conf`], port, folder)
  }
})

describe('Caddy', () => {
  test.skipIf(caddy === undefined).each(brands)('%s (skipped: no Caddy on this machine)', async brand => {
    const port = await freePort()
    const folder = temporaryFolder()
    const options = `admin off\nauto_https off\nstorage file_system ${folder}/data`
    const site = `root * ${built('caddy', brand)}/site\nimport ${built('caddy', brand)}/Caddyfile`
    writeFiles(folder, { Caddyfile: `{\n${options}\n}\nhttp://127.0.0.1:${port} {\n${site}\n}\n` })
    const words = ['run', '--adapter', 'caddyfile', '--config', `${folder}/Caddyfile`]
    await serve(caddy ?? '', words, port, folder)
    await compare('caddy', brand, `http://127.0.0.1:${port}`)
    await isCompressed('caddy', brand, port)
    expect(await verified(port, brand, 'caddy')).toMatchObject({ code: 0, stderr: '' })
  })
})

describe('Apache', () => {
  const serveApache = async (port: number, site: string): Promise<string> => {
    const folder = temporaryFolder()
    // Apache never serves files as root.
    chmodSync(root, 0o755)
    // The modules that Debian enables, the two that docs/deployment.md asks for, and one that it recommends.
    const modules = [
      'alias',
      'authz_core',
      'brotli',
      'deflate',
      'dir',
      'filter',
      'headers',
      'mime',
      'mpm_event',
      'rewrite',
      'setenvif',
    ]
    writeFiles(folder, {
      'apache.conf': `ServerName 127.0.0.1
${process.getuid?.() === 0 ? 'User www-data\nGroup www-data' : ''}
ServerRoot ${folder}
PidFile ${folder}/pid
ErrorLog ${folder}/log
Listen 127.0.0.1:${port}
${modules.map(name => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so\n`).join('')}
TypesConfig /etc/mime.types
DirectoryIndex index.html index.php
AddOutputFilterByType DEFLATE text/html
<Directory />
  Require all denied
</Directory>
<Directory ${root}>
  Options Indexes FollowSymLinks
  AllowOverride All
  Require all granted
</Directory>
<Files ".ht*">
  Require all denied
</Files>
${site}
`,
    })
    await serve(apache ?? '', ['-f', `${folder}/apache.conf`, '-D', 'FOREGROUND'], port, folder)
    return folder
  }

  test.skipIf(apache === undefined).each(brands)('%s (skipped: no apache2 on this machine)', async brand => {
    const port = await freePort()
    const folder = await serveApache(port, `DocumentRoot ${built('apache', brand)}`)
    const origin = `http://127.0.0.1:${port}`
    await compare('apache', brand, origin)
    expect(await verified(port, brand, 'apache')).toMatchObject({ code: 0, stderr: '' })
    expect(readFileSync(join(folder, 'log'), 'utf8')).not.toMatch(/\[[\w:]*(?:error|crit|alert|emerg|warn)\]/)

    const basePath = brand === 'below' ? '/loans' : ''
    const headersOf = async (path: string) => (await fetch(origin + path)).headers
    // The policy of its own page, and no other.
    const [home, faq] = [await headersOf(`${basePath}/`), await headersOf(`${basePath}/faq/`)]
    expect(home.get('content-security-policy')).toContain('form-action https://forms.test.example')
    expect(faq.get('content-security-policy')).toContain("form-action 'none'")
    for (const [asked, sent] of [
      ['gzip, deflate, br', 'br'],
      ['gzip, deflate', 'gzip'],
    ] as const) {
      const { headers } = await fetch(`${origin}${basePath}/`, { headers: { 'Accept-Encoding': asked } })
      expect(headers.get('content-encoding'), asked).toBe(sent)
    }
    for (const [path, type] of [
      ['/', 'text/html; charset=utf-8'],
      ['/feed.xml', 'application/xml; charset=utf-8'],
      ['/google123.html', 'text/html; charset=utf-8'],
      ['/notes.txt', 'text/plain; charset=utf-8'],
      ['/app.webmanifest', 'application/manifest+json; charset=utf-8'],
      ['/photo.avif', 'image/avif'],
    ] as const)
      expect((await headersOf(basePath + path)).get('content-type'), path).toBe(type)
    for (const path of ['/_headers', '/_redirects', `${basePath}/assets/`, `${basePath}/assets`])
      expect((await fetch(origin + path)).status, path).toBe(404)
    expect((await fetch(`${origin}/.htaccess`)).status).toBe(403)
  })

  test.skipIf(apache === undefined)(
    'the folder of a site below a path, on a server with other pages (skipped: no apache2 on this machine)',
    async () => {
      const port = await freePort()
      writeFiles(root, { 'others/index.html': 'Others\n' })
      await serveApache(port, `DocumentRoot ${root}/others\nAlias /loans ${built('apache', 'below')}/loans`)
      const told = async (path: string) => {
        const response = await fetch(`http://127.0.0.1:${port}${path}`, { redirect: 'manual' })
        const text = await response.text()
        return [response.status, response.headers.get('location') ?? sumOf(Buffer.from(text))]
      }
      const page = (path: string) => sumOf(readFileSync(join(built('apache', 'below'), 'loans', path)))
      expect(await told('/loans/faq/')).toEqual([200, page('faq/index.html')])
      expect(await told('/loans/nope')).toEqual([404, page('404.html')])
      expect(await told('/loans/articles/nope')).toEqual([404, page('articles/404.html')])
      expect(await told('/loans/old?a=1')).toEqual([301, `http://127.0.0.1:${port}/loans/articles/rent/?a=1`])
      expect(await told('/')).toEqual([200, sumOf(Buffer.from('Others\n'))])
      // The file at the root belongs to the other site.
      const { stderr } = await verified(port, 'below', 'apache')
      expect(stderr.match(/live\/\S+|\/\S+: status \d+/g)).toEqual([
        'live/missing',
        '/robots.txt: status 404',
      ])
    },
  )
})

function verified(port: number, brand: string, host: Host) {
  const url = `http://127.0.0.1:${port}${brand === 'below' ? '/loans' : ''}`
  return runShared(['verify', url, '--brand', brand, '--out', join(root, host)], { cwd: root })
}

describe('Cloudflare', () => {
  const copied = (host: Host, brand: string): string => {
    const folder = temporaryFolder()
    cpSync(built(host, brand), folder, { recursive: true })
    return folder
  }
  const invalid = /invalid|Ignoring|Maximum|Skipping/i

  test.skipIf(wrangler === undefined).each(brands)('Pages: %s (skipped: no wrangler)', async brand => {
    const port = await freePort()
    const words = ['pages', 'dev', copied('cloudflare', brand), '--ip', '127.0.0.1', '--port', `${port}`]
    const said = await serve(
      wrangler ?? '',
      [...words, '--compatibility-date', '2025-01-01'],
      port,
      temporaryFolder(),
    )
    await compare('cloudflare', brand, `http://127.0.0.1:${port}`)
    expect(said()).toMatch(/Parsed \d+ valid redirect rules/)
    expect(said()).not.toMatch(invalid)
    expect(await verified(port, brand, 'cloudflare')).toMatchObject({ code: 0, stderr: '' })
  })

  test.skipIf(wrangler === undefined).each(brands)('Workers: %s (skipped: no wrangler)', async brand => {
    const port = await freePort()
    const folder = copied('workers', brand)
    const said = await serve(wrangler ?? '', ['dev', '--ip', '127.0.0.1', '--port', `${port}`], port, folder)
    await compare('workers', brand, `http://127.0.0.1:${port}`)
    expect(said()).toMatch(/Parsed \d+ valid redirect rules/)
    expect(said()).not.toMatch(invalid)
    expect(await verified(port, brand, 'workers')).toMatchObject({ code: 0, stderr: '' })
  })

  test.skipIf(wrangler === undefined)(
    'one Worker for many host names, as docs/deployment.md has it (skipped: no wrangler)',
    async () => {
      const manual = readFileSync(join(repositoryRoot, 'docs/deployment.md'), 'utf8')
      const block = (language: string, words: string): string => {
        const blocks = [...manual.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)]
        return blocks.find(([, name, text = '']) => name === language && text.includes(words))?.[2] ?? ''
      }
      const folder = temporaryFolder()
      for (const brand of brands)
        cpSync(built('netlify', brand), join(folder, 'dist', brand), { recursive: true })
      const worker = block('js', '// worker.js')
        .replace("'www.aurora.example': 'aurora'", "'plain.example': 'plain'")
        .replace("'www.harbor.example': 'harbor'", "'below.example': 'below'")
      const { routes: _, ...config } = JSON.parse(block('json', '"run_worker_first"'))
      writeFiles(folder, { 'worker.js': worker, 'wrangler.json': JSON.stringify(config) })
      const port = await freePort()
      await serve(wrangler ?? '', ['dev', '--ip', '127.0.0.1', '--port', `${port}`], port, folder)
      const told = (host: string, path: string, headers = {}, method = 'GET') =>
        new Promise<{ status?: number; headers: IncomingHttpHeaders; sha256: string }>((resolve, reject) => {
          const asked = request({ port, path, method, headers: { ...headers, host } }, response => {
            const chunks: Buffer[] = []
            response.on('data', chunk => chunks.push(chunk))
            response.on('end', () => {
              const { statusCode: status, headers } = response
              resolve({ ...(status && { status }), headers, sha256: sumOf(Buffer.concat(chunks)) })
            })
          })
          asked.on('error', reject).end()
        })
      for (const brand of brands) {
        const basePath = brand === 'below' ? '/loans' : ''
        const ask = (path: string, headers = {}) => told(`${brand}.example`, basePath + path, headers)
        const page = (path: string) => sumOf(readFileSync(join(built('netlify', brand), basePath, path)))
        for (const [path, status, file] of [
          ['/', 200, 'index.html'],
          ['/faq/', 200, 'faq/index.html'],
          ['/ccpa.html', 200, 'ccpa.html'],
          ['/nope', 404, '404.html'],
          ['/articles/nope', 404, 'articles/404.html'],
        ] as const)
          expect(await ask(path), path).toMatchObject({ status, sha256: page(file) })
        for (const [path, status, location] of [
          ['/faq?a=1', 308, '/faq/?a=1'],
          ['/old/?a=1', 301, '/articles/rent/?a=1'],
          ['/start', 302, '/faq/#faq'],
          ['/Caf%C3%A9', 301, '/about/'],
        ] as const)
          expect(await ask(path), path).toMatchObject({ status, headers: { location: basePath + location } })
        const { headers } = await ask('/')
        expect(headers['content-security-policy']).toMatch(/^default-src 'none';.*form-action https:[^,]*$/)
        expect((await ask('/', { 'if-none-match': headers.etag })).status).toBe(304)
        const asset = readManifest(built('netlify', brand))?.files.find(({ path }) =>
          /assets\/.*\.js$/.test(path),
        )
        expect((await told(`${brand}.example`, `/${asset?.path}`)).headers['cache-control']).toContain(
          'immutable',
        )
        for (const path of ['/_headers', '/%5fheaders', '/_redirects'])
          expect((await told(`${brand}.example`, path)).status, path).toBe(404)
        expect((await told(`${brand}.example`, '/%_')).status).toBe(400)
        // Browsers would take a target with two slashes for another host.
        const doubled = await told(`${brand}.example`, `/${basePath}/faq`)
        expect(doubled).toMatchObject({ status: 308, headers: { location: `${basePath}/faq/` } })
        expect((await told(`${brand}.example`, `${basePath}/`, {}, 'POST')).status).toBe(405)
      }
      expect((await told('elsewhere.example', '/')).status).toBe(404)
    },
  )
})

describe('Netlify', () => {
  test.skipIf(netlify === undefined).each(brands)('%s (skipped: no netlify-cli)', async brand => {
    const port = await freePort()
    const folder = temporaryFolder()
    cpSync(built('netlify', brand), folder, { recursive: true })
    const quiet = ['--offline', '--no-open', '--skip-gitignore', '--internal-disable-edge-functions']
    const words = ['dev', '--dir', '.', '--port', `${port}`, ...quiet]
    const said = await serve(netlify ?? '', words, port, folder)
    // The local server does not cache, whatever the rules say.
    await compare('netlify', brand, `http://127.0.0.1:${port}`, ['cache-control'])
    expect(said()).not.toMatch(/warning|could not parse/i)
  })
})

describe('an object store', () => {
  test.skipIf(s3rver === undefined).each(brands)('%s (skipped: no s3rver)', async brand => {
    const port = await freePort()
    const folder = temporaryFolder()
    const website = join(folder, 'website.xml')
    const missing = brand === 'below' ? 'loans/404.html' : '404.html'
    writeFileSync(
      website,
      `<WebsiteConfiguration xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><IndexDocument><Suffix>index.html</Suffix></IndexDocument><ErrorDocument><Key>${missing}</Key></ErrorDocument></WebsiteConfiguration>`,
    )
    const words = ['--directory', join(folder, 'data'), '--address', '127.0.0.1', '--port', `${port}`]
    await serve(s3rver ?? '', [...words, '--configure-bucket', 'site', website], port, folder)
    const types: Record<string, string> = { html: 'text/html', xml: 'application/xml', js: 'text/javascript' }
    for (const [path, text] of Object.entries(readTree(built('s3', brand)))) {
      const type = types[path.slice(path.lastIndexOf('.') + 1)] ?? 'application/octet-stream'
      const { status } = await fetch(`http://127.0.0.1:${port}/site/${encodeURI(path)}`, {
        method: 'PUT',
        body: Buffer.from(text, 'latin1'),
        headers: { 'content-type': type, 'x-amz-acl': 'public-read' },
      })
      expect(status, path).toBe(200)
    }
    await compare('s3', brand, `http://127.0.0.1:${port}/site`, ['cache-control'])
  })
})
