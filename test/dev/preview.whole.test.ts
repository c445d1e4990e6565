import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { builtBrands, type Preview, startPreview } from '../../src/dev/index.ts'
import { directoryOutput } from '../../src/output/index.ts'
import { builtFolder, factsOf } from '../support/brands.ts'
import { visit } from '../support/browser.ts'
import { temporaryFolder } from '../support/project.ts'
import { type Answer, ask } from './http-client.ts'

type Pages = Readonly<Record<string, string>>

const site: Pages = { 'index.html': 'home', '404.html': 'nothing here', _headers: '', _redirects: '' }

async function publish(out: string, brand: string, pages: Pages, basePath = ''): Promise<void> {
  const output = (await directoryOutput({ target: join(out, brand), brand })).value!
  for (const [path, text] of Object.entries(pages))
    output.put({ path, bytes: new TextEncoder().encode(text) })
  output.commit({ basePath })
}

async function previewOf(out: string, ...brands: string[]): Promise<Preview> {
  const { value } = await startPreview({ out, brands, port: 0 })
  onTestFinished(() => value?.close())
  return value!
}

const get = (preview: Preview, target: string, host = 'localhost'): Promise<Answer> =>
  ask(preview.port, target, { headers: { Host: `${host}:${preview.port}` } })

describe('one brand', () => {
  test('is served at the root, under every name of this machine', async () => {
    const out = temporaryFolder()
    await publish(out, 'acme', site)
    const preview = await previewOf(out, 'acme')
    expect(preview.index).toBeUndefined()
    expect(preview.sites).toEqual([{ brand: 'acme', url: `http://localhost:${preview.port}/` }])
    for (const host of ['localhost', '127.0.0.1', 'acme.localhost'])
      expect(await get(preview, '/', host), host).toMatchObject({ status: 200, body: 'home' })
    expect((await get(preview, '/', 'other.localhost')).status).toBe(403)
  })

  test('is served at its base path, and its rules apply', async () => {
    const out = temporaryFolder()
    const pages = {
      ...site,
      'articles/404.html': 'no such article',
      _headers:
        "/loans/*\n  X-All: yes\n  Content-Security-Policy: default-src 'self'; upgrade-insecure-requests\n\n/loans/\n  X-Home: yes\n",
      _redirects: '/loans/articles/ /loans/ 302\n/loans/articles/* /loans/articles/404.html 404\n',
    }
    await publish(out, 'acme', pages, '/loans')
    const preview = await previewOf(out, 'acme')
    expect(preview.sites[0]?.url).toBe(`http://localhost:${preview.port}/loans/`)
    expect(await get(preview, '/')).toMatchObject({ status: 308, headers: { location: '/loans/' } })
    const home = await get(preview, '/loans/')
    expect(home).toMatchObject({ status: 200, body: 'home' })
    expect(home.headers).toMatchObject({
      'x-all': 'yes',
      'x-home': 'yes',
      'content-security-policy': "default-src 'self'",
    })
    expect(await get(preview, '/loans/articles/x/')).toMatchObject({
      status: 404,
      body: 'no such article',
      headers: { 'x-all': 'yes' },
    })
    expect((await get(preview, '/loans/articles/')).headers.location).toBe('/loans/')
  })

  test('has its manifest, which "imprint diff --against" asks for', async () => {
    const out = temporaryFolder()
    await publish(out, 'acme', site, '/loans')
    const manifest = await get(await previewOf(out, 'acme'), '/loans/imprint-manifest.json')
    expect(manifest).toMatchObject({
      status: 200,
      body: readFileSync(join(out, 'acme/imprint-manifest.json'), 'utf8'),
    })
  })

  test('is at the root when its manifest is older and has no base path', async () => {
    const out = temporaryFolder()
    await publish(out, 'acme', site, '/loans')
    const path = join(out, 'acme/imprint-manifest.json')
    const { basePath, ...older } = JSON.parse(readFileSync(path, 'utf8'))
    expect(basePath).toBe('/loans')
    writeFileSync(path, JSON.stringify(older))
    const preview = await previewOf(out, 'acme')
    expect(preview.sites[0]?.url).toBe(`http://localhost:${preview.port}/`)
    expect(await get(preview, '/')).toMatchObject({ status: 200, body: 'home' })
  })

  test('is the newest build, without a restart', async () => {
    const out = temporaryFolder()
    await publish(out, 'acme', site)
    const preview = await previewOf(out, 'acme')
    expect((await get(preview, '/')).body).toBe('home')
    await publish(out, 'acme', { ...site, 'index.html': 'new home', 'new/index.html': 'new page' })
    expect((await get(preview, '/')).body).toBe('new home')
    expect((await get(preview, '/new/')).body).toBe('new page')
    await publish(out, 'acme', { ...site, 'index.html': 'newest home' })
    expect((await get(preview, '/')).body).toBe('newest home')
    expect((await get(preview, '/new/')).status).toBe(404)
  })

  test('is one complete build at any moment while others take its place', async () => {
    const out = temporaryFolder()
    const version = (number: number) => ({
      ...site,
      'index.html': `home ${number}`,
      [`only-${number}.txt`]: `${number}`,
    })
    await publish(out, 'acme', version(0))
    const preview = await previewOf(out, 'acme')
    let building = true
    const builds = (async () => {
      for (let number = 1; number <= 40; number++) {
        await publish(out, 'acme', version(number))
        await new Promise(setImmediate)
      }
      building = false
    })()
    const seen: number[] = []
    while (building) {
      const { status, body } = await get(preview, '/')
      expect(status).toBe(200)
      expect(body).toMatch(/^home \d+$/)
      seen.push(Number(body.slice(5)))
    }
    await builds
    expect(seen).toEqual([...seen].sort((a, b) => a - b))
    expect(await get(preview, '/only-40.txt')).toMatchObject({ status: 200, body: '40' })
    expect((await get(preview, '/only-39.txt')).status).toBe(404)
  })

  test('that is removed is reported, and comes back', async () => {
    const out = temporaryFolder()
    await publish(out, 'acme', site)
    const preview = await previewOf(out, 'acme')
    rmSync(join(out, 'acme'), { recursive: true })
    expect(await get(preview, '/')).toMatchObject({
      status: 503,
      body: 'There is no build of "acme". Run "imprint build acme", then reload.\n',
    })
    await publish(out, 'acme', site)
    expect((await get(preview, '/')).status).toBe(200)
  })

  test('that was changed by hand is reported', async () => {
    const out = temporaryFolder()
    await publish(out, 'acme', { ...site, 'faq/index.html': 'questions' })
    const preview = await previewOf(out, 'acme')
    writeFileSync(join(out, 'acme/index.html'), 'changed')
    rmSync(join(out, 'acme/faq'), { recursive: true })
    for (const [path, file] of [
      ['/', 'index.html'],
      ['/faq/', 'faq/index.html'],
    ] as const) {
      const { status, body } = await get(preview, path)
      expect([status, body]).toEqual([
        503,
        `"${file}" has changed since the build. Run "imprint build acme", then reload.\n`,
      ])
    }
    expect((await get(preview, '/404.html')).status).toBe(200)
    writeFileSync(join(out, 'acme/_headers'), '/*\n  X-Changed: yes\n')
    const fresh = await previewOf(out, 'acme')
    expect(fresh.sites[0]?.url).toBe(`http://localhost:${fresh.port}/`)
    expect(await get(fresh, '/404.html')).toMatchObject({ status: 503 })
  })

  test.each([
    ['no JSON', '{'],
    ['nothing of ours', '{"files": 1}'],
    ['a path that leads out', '{"files":[{"path":"../secret.txt","size":1,"sha256":"00"}]}'],
  ])('whose manifest holds %s is none', async (_, manifest) => {
    const out = temporaryFolder()
    await publish(out, 'acme', site)
    writeFileSync(join(out, 'acme/imprint-manifest.json'), manifest)
    expect((await get(await previewOf(out, 'acme'), '/')).status).toBe(503)
  })
})

describe('several brands', () => {
  const withTwo = async () => {
    const out = temporaryFolder()
    await publish(out, 'acme', { ...site, 'own.txt': 'of acme' })
    await publish(out, 'other', { ...site, 'index.html': 'other home' }, '/a&b')
    return previewOf(out, 'acme', 'other')
  }

  test('have a host name each, and a page that lists them', async () => {
    const preview = await withTwo()
    const { port } = preview
    expect(preview.index).toBe(`http://localhost:${port}/`)
    expect(preview.sites).toEqual([
      { brand: 'acme', url: `http://acme.localhost:${port}/` },
      { brand: 'other', url: `http://other.localhost:${port}/a&b/` },
    ])
    const index = await get(preview, '/')
    expect(index.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(index.headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-/)
    expect([...index.body.matchAll(/<a href="([^"]*)">/g)].map(match => match[1])).toEqual([
      `http://acme.localhost:${port}/`,
      `http://other.localhost:${port}/a&amp;b/`,
    ])
    expect(index.body).not.toContain('<script')
    expect((await get(preview, '/', 'acme.localhost')).body).toBe('home')
    expect((await get(preview, '/a&b/', 'other.localhost')).body).toBe('other home')
  })

  test('do not reach into each other', async () => {
    const preview = await withTwo()
    expect((await get(preview, '/own.txt', 'acme.localhost')).body).toBe('of acme')
    for (const [target, host] of [
      ['/own.txt', 'other.localhost'],
      ['/own.txt', 'localhost'],
      ['/acme/own.txt', 'localhost'],
      ['/acme/own.txt', 'other.localhost'],
    ] as const)
      expect((await get(preview, target, host)).status).toBe(404)
  })

  test('are listed by the port that the visitor knows', async () => {
    const { port } = await withTwo()
    const { body } = await ask(port, '/', { headers: { Host: 'localhost:8080' } })
    expect(body).toContain('"http://acme.localhost:8080/"')
  })
})

test('built brands are distinguished from others', async () => {
  const out = temporaryFolder()
  await publish(out, 'acme', site)
  expect(builtBrands(out, ['acme', 'other'])).toEqual(['acme'])
  expect(builtBrands(join(out, 'nowhere'), ['acme'])).toEqual([])
})

describe('in a browser', () => {
  test('pages of several brands load whole, under their policies', async () => {
    const preview = await previewOf(builtFolder(), 'aurora', 'meadow')
    for (const id of ['aurora', 'meadow'] as const) {
      const { basePath, providerHost } = factsOf(id)
      const origin = `http://${id}.localhost:${preview.port}`
      const answers: string[] = []
      const { page, goTo } = await visit(
        { origin, basePath, providerHost, folder: join(builtFolder(), id) },
        undefined,
      )
      page.on('response', response => {
        if (response.url().startsWith(origin))
          answers.push(`${response.status()} ${new URL(response.url()).pathname}`)
      })
      await goTo('/#form')
      await page.locator('form[data-stand-in-form]').waitFor()
      await goTo('/articles/no-such-article/')
      expect(answers.filter(answer => !answer.startsWith('200'))).toEqual([
        `404 ${basePath}/articles/no-such-article/`,
      ])
      expect(answers.filter(answer => answer.includes('/assets/')).length).toBeGreaterThan(0)
      expect(await page.evaluate(() => isSecureContext)).toBe(true)
    }
  })
})
