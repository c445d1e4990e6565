// Built sites in a real Chromium: one browser for each test file, a fresh profile and a stand-in provider for each visit, and
// no way out to the network. Anything that a visit was not told to expect (a policy violation, a script error, a request to a
// third party) fails the test when it ends.

import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type Browser,
  type BrowserContext,
  chromium,
  type Page,
  type Request,
  type Route,
} from 'playwright-core'
import { expect, onTestFinished, vi } from 'vitest'
// @ts-expect-error: a script of the package, without types
import { findChromium } from '../../scripts/chromium.mjs'
import {
  type Behaviour,
  type FailingProvider,
  type Resource,
  startFailingProvider,
} from '../../scripts/failing-provider.ts'
import { type BrandId, builtFolder, copyBrands, factsOf } from './brands.ts'
import { atEndOfFile } from './end-of-file.ts'
import { type FileMap, runShared, writeFiles } from './project.ts'
import { type ServerOptions, serveFolder } from './server.ts'

/** The time limit for any action of a page, in milliseconds. It is long because a busy machine is slow. */
export const patience = 120_000

let launched: Promise<Browser> | undefined
/** The only browser, shared by all test files that this process runs. It ends with the process. */
export function browser(): Promise<Browser> {
  launched ??= chromium.launch({
    executablePath: process.env.CHROMIUM ?? findChromium(),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
    ],
  })
  return launched
}

/** A built site that is served for the tests of one file. */
export interface Site {
  readonly origin: string
  readonly basePath: string
  readonly providerHost: string
  /** The folder of the built files. */
  readonly folder: string
}

/** Serves a folder until the tests in this file have ended. */
export async function serveSite(
  site: Omit<Site, 'origin'>,
  options: Omit<ServerOptions, 'basePath'> = {},
): Promise<Site> {
  const server = await serveFolder(site.folder, { ...options, basePath: site.basePath })
  atEndOfFile(() => server.close())
  return { ...site, origin: server.origin }
}

const served = new Map<BrandId | 'aurora-es', Promise<Site>>()

/** One of the repository's built brands. */
export function brandSite(id: BrandId | 'aurora-es'): Promise<Site> {
  const { basePath, providerHost } = factsOf(id)
  let site = served.get(id)
  if (site === undefined) {
    site = serveSite({ folder: join(builtFolder(), id), basePath, providerHost })
    served.set(id, site)
    atEndOfFile(() => served.delete(id))
  }
  return site
}

/** A brand of the repository with additional lines in its `brand.yaml` and additional files, built by the command. */
export async function variantSite(
  id: BrandId,
  changes: { readonly yaml?: string; readonly files?: FileMap },
): Promise<Site> {
  const { basePath, providerHost } = factsOf(id)
  return serveSite({ folder: await variantFolder(id, changes), basePath, providerHost })
}

/** The folder of its built files. */
export function variantFolder(
  id: BrandId,
  changes: { readonly yaml?: string; readonly files?: FileMap },
): Promise<string> {
  const root = temporaryProject()
  copyBrands(root)
  const own = readFileSync(join(root, 'brands', id, 'brand.yaml'), 'utf8')
  writeFiles(root, { [`brands/${id}/brand.yaml`]: `${own}\n${changes.yaml ?? ''}`, ...changes.files })
  return buildIn(root, id)
}

/** A project of its own with the brand `test`, whose provider is `forms.test.example`. */
export async function projectSite(files: FileMap): Promise<Site> {
  const root = temporaryProject()
  writeFiles(root, files)
  return serveSite({ folder: await buildIn(root, 'test'), basePath: '', providerHost: 'forms.test.example' })
}

function temporaryProject(): string {
  const root = mkdtempSync(join(tmpdir(), 'imprint-site-'))
  atEndOfFile(() => rmSync(root, { recursive: true, force: true }))
  return root
}

async function buildIn(root: string, brand: string): Promise<string> {
  const { code, stderr } = await runShared(['build', brand], { cwd: root })
  if (code !== 0) throw new Error(`"imprint build ${brand}" ended with ${code}:\n${stderr}`)
  return join(root, 'dist', brand)
}

export interface VisitOptions {
  /** Default: true. */
  readonly javaScript?: boolean
  /** Whether the browser sends the Global Privacy Control signal. */
  readonly gpc?: boolean
  readonly touch?: boolean
  /** Whether pages scroll smoothly and toasts slide. Default: false, so that no test waits for an animation. */
  readonly motion?: boolean
  readonly dark?: boolean
  readonly width?: number
  readonly height?: number
  /** The provider's behaviour at the start. */
  readonly provider?: Partial<Record<Resource, Behaviour>>
  /** Requests to the site that fail as if the network had failed. */
  readonly failing?: RegExp
  /** Whether this visit may violate the policy. */
  readonly violations?: boolean
  /** Whether scripts, such as the provider's, may have uncaught errors in this visit. */
  readonly pageErrors?: boolean
  /** Hosts of third parties that may be requested. They respond with an empty script. */
  readonly thirdParties?: RegExp
  /** Runs before any script of the page. */
  readonly prepare?: (context: BrowserContext) => Promise<unknown>
}

/** A visit to a site, with everything that happened during it. */
export interface Visit {
  readonly page: Page
  readonly context: BrowserContext
  readonly provider: FailingProvider
  /** The URLs of all requests in order, including stopped ones. */
  readonly requests: readonly string[]
  /** The requests to the site itself. */
  ownRequests(): string[]
  /** The requests to other hosts, without fragments and data. */
  otherRequests(): string[]
  readonly violations: readonly string[]
  readonly pageErrors: readonly Error[]
  /** Console messages of level error, without the browser's own messages about failed requests. */
  readonly consoleErrors: readonly string[]
  /** From now on, requests with such a path wait until the returned function is called. */
  hold(match: RegExp): () => void
  /**
   * Opens another page of the site. The base path is added to a route such as `/faq/`.
   * @param until Default: the page's `load` event.
   */
  goTo(route: string, until?: 'load' | 'commit'): Promise<void>
}

/** Opens a page of a site in a fresh profile. Without a route, nothing is loaded yet. */
export async function visit(
  site: Site,
  route: string | undefined,
  options: VisitOptions = {},
): Promise<Visit> {
  const context = await (await browser()).newContext({
    viewport: { width: options.width ?? 1280, height: options.height ?? 800 },
    javaScriptEnabled: options.javaScript ?? true,
    hasTouch: options.touch ?? false,
    isMobile: options.touch ?? false,
    reducedMotion: options.motion ? 'no-preference' : 'reduce',
    colorScheme: options.dark ? 'dark' : 'light',
    locale: 'en-US',
  })
  context.setDefaultTimeout(patience)
  const provider = await startFailingProvider()
  for (const [resource, behaviour] of Object.entries(options.provider ?? {})) {
    provider.set(resource as Resource, behaviour)
  }
  const requests: string[] = []
  const violations: string[] = []
  const pageErrors: Error[] = []
  const consoleErrors: string[] = []
  const strangers: string[] = []
  const pending = new Set<Request>()
  let held: { readonly match: RegExp; readonly released: Promise<void> } | undefined

  await context.exposeBinding('reportViolation', (_, text: string) => violations.push(text))
  await context.addInitScript(() => {
    addEventListener('securitypolicyviolation', event => {
      const report = (globalThis as unknown as { reportViolation(text: string): void }).reportViolation
      report(`${event.effectiveDirective} ${event.blockedURI} on ${event.documentURI}`)
    })
  })
  if (options.gpc) {
    await context.addInitScript(() =>
      Object.defineProperty(navigator, 'globalPrivacyControl', { value: true }),
    )
  }
  await options.prepare?.(context)
  await context.route('**/*', async route => {
    const url = new URL(route.request().url())
    if (held?.match.test(url.pathname)) await held.released
    if (url.origin === site.origin) {
      if (options.failing?.test(url.pathname)) return quietly(route.abort('failed'))
      return quietly(route.continue())
    }
    if (url.host === site.providerHost) return throughTo(provider, route, url)
    if (options.thirdParties?.test(url.host)) {
      return quietly(route.fulfill({ status: 200, contentType: 'text/javascript', body: '' }))
    }
    strangers.push(url.href)
    return quietly(route.abort('blockedbyclient'))
  })

  const page = await context.newPage()
  const watch = (watched: Page) => {
    unanswered.set(watched, pending)
    watched.on('request', request => {
      requests.push(request.url())
      pending.add(request)
    })
    watched.on('requestfinished', request => void pending.delete(request))
    watched.on('requestfailed', request => void pending.delete(request))
    watched.on('pageerror', error => void pageErrors.push(error))
    watched.on('console', message => {
      if (/Content Security Policy/.test(message.text())) violations.push(message.text())
      else if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) {
        consoleErrors.push(message.text())
      }
    })
  }
  watch(page)
  context.on('page', watch)
  onTestFinished(async () => {
    await context.close()
    await provider.close()
    if (!options.violations) expect(violations, 'violations of the content security policy').toEqual([])
    if (!options.pageErrors) expect(pageErrors.map(String), 'errors that no script caught').toEqual([])
    expect(strangers, 'requests to third parties').toEqual([])
    expect(
      consoleErrors.filter(text => text.includes('was rendered again')),
      'hydration',
    ).toEqual([])
  })

  const result: Visit = {
    page,
    context,
    provider,
    requests,
    violations,
    pageErrors,
    consoleErrors,
    ownRequests: () => requests.filter(url => url.startsWith(`${site.origin}/`)),
    otherRequests: () => requests.filter(url => !url.startsWith(`${site.origin}/`) && /^https?:/.test(url)),
    hold(match) {
      let release = () => {}
      held = {
        match,
        released: new Promise(resolve => {
          release = resolve
        }),
      }
      return () => {
        held = undefined
        release()
      }
    },
    goTo: async (to, until) =>
      void (await page.goto(`${site.origin}${site.basePath}${to}`, { waitUntil: until ?? 'load' })),
  }
  if (route !== undefined) await result.goTo(route)
  return result
}

async function throughTo(provider: FailingProvider, route: Route, url: URL): Promise<void> {
  const { pathname, search } = url
  try {
    const response = await fetch(`${provider.origin}${pathname}${search}`, {
      method: route.request().method(),
    })
    const body = Buffer.from(await response.arrayBuffer())
    const headers = Object.fromEntries(response.headers)
    await quietly(route.fulfill({ status: response.status, headers, body }))
  } catch {
    // The request was cut off, or the visit ended while it was waiting.
    await quietly(route.abort('connectionreset'))
  }
}

/** A page may be gone before one of its requests is answered. */
async function quietly(answered: Promise<void>): Promise<void> {
  await answered.catch(() => undefined)
}

const unanswered = new WeakMap<Page, Set<Request>>()

/** Waits until the browser has been idle after the page's `load` event and no request is under way. */
export async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('load')
  let under: number
  do {
    await page.evaluate(() => {
      // A page on which nothing happens may never become idle.
      const idle = () => new Promise(done => requestIdleCallback(done, { timeout: 1000 }))
      return idle()
        .then(idle)
        .then(() => undefined)
    })
    under = unanswered.get(page)?.size ?? 0
    if (under > 0) await new Promise(resolve => setTimeout(resolve, 20))
  } while (under > 0)
}

/** Stops the clock of a page with `clock.install()`, a second later at most: from then on, only the test advances it. */
export async function stopClock(page: Page): Promise<void> {
  // A busy machine may take longer than a second to get there. The clock has stopped then, and the next try works.
  await vi.waitFor(async () => page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000)), {
    timeout: patience,
  })
}

/** Scrolls to the end of the page, one screen at a time, like a reader. */
export async function scrollThrough(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const frame = () => new Promise(requestAnimationFrame)
    const end = () => document.documentElement.scrollHeight - innerHeight
    for (let top = 0; top < end(); top += innerHeight * 0.8) {
      scrollTo({ top, behavior: 'instant' })
      await frame()
    }
    scrollTo({ top: end(), behavior: 'instant' })
    await frame()
  })
}

/** Records layout shifts from the start of a page. */
export const watchShifts = (context: BrowserContext) =>
  context.addInitScript(() => {
    type Source = { node?: Element; previousRect: DOMRect; currentRect: DOMRect }
    const shifts: string[] = []
    Object.assign(globalThis, { shifts })
    const told = ({ node, previousRect, currentRect }: Source) =>
      `${node?.className || node?.nodeName} from ${previousRect.y} to ${currentRect.y}`
    new PerformanceObserver(list => {
      for (const { value, sources } of list.getEntries() as unknown as { value: number; sources: Source[] }[])
        shifts.push(`${value}: ${sources.map(told).join(', ')}`)
    }).observe({ type: 'layout-shift', buffered: true })
  })

/** The layout shifts so far. */
export const shiftsOf = (page: Page) =>
  page.evaluate(() => (globalThis as unknown as { shifts: string[] }).shifts)
