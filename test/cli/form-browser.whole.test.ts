// `imprint verify --form --browser`: whether the form appears where visitors would see it.

import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
// @ts-expect-error: a script of the package, without types
import { findChromium } from '../../scripts/chromium.mjs'
import { type FailingProvider, startFailingProvider } from '../../scripts/failing-provider.ts'
import { type FormBrowser, openFormBrowser } from '../../src/cli/forms/form-browser.ts'
import { builtFolder } from '../support/brands.ts'
import { variantFolder } from '../support/browser.ts'
import { brandYaml, project, runImprint, writeFiles } from '../support/project.ts'
import { type StaticServer, serveFolder } from '../support/server.ts'

const folder = mkdtempSync(join(tmpdir(), 'imprint-form-browser-'))
const servers: StaticServer[] = []
let provider: FailingProvider
let browser: FormBrowser
beforeAll(async () => {
  provider = await startFailingProvider()
  browser = openFormBrowser(process.env.CHROMIUM ?? findChromium())
})
afterAll(async () => {
  await browser?.close()
  await Promise.all([provider?.close(), ...servers.map(server => server.close())])
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
})

/** Serves a built site whose provider is the stand-in, which the site's policy allows. */
async function live(site: string, change: (html: string) => string = html => html): Promise<string> {
  const server = await serveFolder(site, {
    withoutHeaders: true,
    transform: (path, body) =>
      path.endsWith('.html')
        ? change(body.toString().replaceAll('https://forms.lendpath.example', provider.origin))
        : body,
  })
  servers.push(server)
  return server.origin
}

describe('a form in a browser', () => {
  it('loads, as a script and in a frame, next to others that are dead, each for its reason', async () => {
    const script = `${builtFolder()}/aurora`
    const framed = await variantFolder('aurora', {
      yaml: 'provider:\n  mode: iframe\n  embedPath: /forms/embed.html\n',
    })
    const sites = await Promise.all([
      live(script),
      live(framed),
      // Its policy does not name the provider.
      live(script, html => html.replace(/(script-src [^;]*) http:[^ ;]*/, '$1')),
      live(script, html => html.replaceAll('/forms/embed.js', '/forms/gone.js')),
      live(script, html => html.replaceAll('data-form-slot', 'data-gone')),
    ])
    const seen = await Promise.all(sites.map(site => browser.look(site)))
    expect(seen).toEqual([
      { state: 'ok', reason: null },
      { state: 'ok', reason: null },
      {
        state: 'dead',
        reason: expect.stringMatching(/^no form appears in a browser: .*Content Security Policy/),
      },
      { state: 'dead', reason: expect.stringMatching(/^no form appears in a browser: .*gone\.js/) },
      { state: 'dead', reason: 'its page has no form slot' },
    ])
    expect(provider.requests.every(({ method }) => method === 'GET')).toBe(true)
  })

  it('is looked at without a visit that anybody counts', async () => {
    const page = `<div data-form-slot data-state="idle"></div><script>
document.querySelector('div').dataset.state = navigator.globalPrivacyControl ? 'ready' : 'failed'</script>`
    writeFiles(folder, { 'site/index.html': page })
    expect(await browser.look(await live(join(folder, 'site')))).toEqual({ state: 'ok', reason: null })
  })

  it('reports that a page cannot be opened', async () => {
    expect(await browser.look('http://127.0.0.1:1')).toEqual({
      state: 'unreachable',
      reason: expect.stringMatching(/^its page cannot be opened in a browser: net::ERR/),
    })
  })
})

it('reports that the browser has ended', async () => {
  const ends = openFormBrowser(process.execPath)
  expect(await ends.look('http://127.0.0.1:1')).toEqual({
    state: 'unreachable',
    reason: 'it could not be checked in a browser: The browser has exited.',
  })
  await ends.close()
})

describe('imprint verify --form --browser', () => {
  const files = {
    'brands/b0/brand.yaml': brandYaml({
      siteUrl: 'https://b0.example',
      provider: '{ mode: iframe, embedPath: /forms/embed.html }',
    }),
    'brands/b1/brand.yaml': brandYaml({ name: 'B1', siteUrl: 'https://b1.example', formId: 'gone' }),
  }

  it('opens the live page of each brand whose form can be fetched, in the browser that CHROMIUM names', async () => {
    provider.set('script', '404')
    // No host name resolves, so no test uses a network.
    const chromium = join(folder, 'chromium')
    writeFileSync(
      chromium,
      `#!/bin/sh\nexec "${process.env.CHROMIUM ?? findChromium()}" --host-resolver-rules="MAP * ~NOTFOUND" "$@"\n`,
    )
    chmodSync(chromium, 0o755)
    const words = ['verify', '--form', '--browser', '--from', provider.origin, '--json']
    const { code, stdout } = await runImprint(words, { cwd: project(files), env: { CHROMIUM: chromium } })
    provider.set('script', 'ok')
    expect(JSON.parse(stdout).brands).toEqual([
      {
        id: 'b0',
        form: {
          state: 'unreachable',
          reason: 'its page cannot be opened in a browser: net::ERR_NAME_NOT_RESOLVED',
          status: 200,
          ms: expect.any(Number),
        },
      },
      { id: 'b1', form: { state: 'dead', reason: 'status 404', status: 404, ms: expect.any(Number) } },
    ])
    expect(code).toBe(1)
  })

  it('reports that there is no browser', async () => {
    const { code, stderr } = await runImprint(['verify', '--form', '--browser'], {
      cwd: project(files),
      env: { CHROMIUM: '/nowhere/chromium' },
    })
    expect(code).toBe(2)
    expect(stderr).toContain('--browser needs Chromium, which was not found on this machine.')
  })
})
