// `imprint dev`: a session, its watcher, and the server that shows what the session has. A page is sent as a build
// would write it, with one script tag more.

import { createHash, randomBytes } from 'node:crypto'
import { bundlePackageScript } from '../assets/index.ts'
import type { PreparedSite } from '../build/index.ts'
import { type Diagnostic, type Outcome, printDiagnostics } from '../diagnostics/index.ts'
import type { Files } from '../files/index.ts'
import { redirects, renderSiteFiles } from '../render/index.ts'
import { type Page, routes } from '../site/index.ts'
import type { BrandReport, Problem } from './browser/problems.ts'
import { failedPage, type GalleryBrand, galleryPage } from './gallery.ts'
import {
  contentTypeOf,
  hostRoutes,
  type Place,
  parseRedirectRules,
  type Reply,
  redirectReply,
  startServer,
  textReply,
  type VettedRequest,
} from './http/index.ts'
import { type BrandState, type Session, type SessionOptions, startSession } from './session.ts'
import { type StandInProvider, startStandInProvider } from './stand-in-provider.ts'
import { startWatcher } from './watcher.ts'

export interface DevOptions extends Omit<SessionOptions, 'providerOrigin'> {
  /** Absolute path of the project, to be watched. */
  readonly root: string
  /** The first port to try; see `startServer`. */
  readonly port?: number | undefined
  readonly host?: string | undefined
  /** Look for changes instead of waiting for events. */
  readonly poll: boolean
  /** Let a stand-in take the provider's place, so that everything works offline. */
  readonly standIn: boolean
  /** Told when events of the file system cannot be had. */
  readonly onPolling?: (why: string) => void
}

export interface DevServer {
  readonly port: number
  /** The index page: every brand side by side. */
  readonly index: string
  /** Where a brand's home page is. */
  url(brand: string): string
  readonly session: Session
  readonly provider: StandInProvider | undefined
  close(): Promise<void>
}

/** Below it lies what is ours; no site has such a path, since slugs and file names never start with an underscore twice. */
const ownPath = '/__imprint/'
const pingEvery = 25_000

/** Builds every brand and serves them until it is closed. Undefined, with an error, where no server can be started. */
export async function startDev(options: DevOptions): Promise<Outcome<DevServer | undefined>> {
  const { files, onUnexpected } = options
  const provider = options.standIn ? await startStandInProvider() : undefined
  const session = startSession({ ...options, providerOrigin: provider?.origin })
  // One brand alone is at every host name; of several, each has its own.
  const only = options.brands !== 'all' && options.brands.length === 1 ? options.brands[0] : undefined
  const addresses = oncePer(addressesOf)
  const token = randomBytes(16).toString('hex')
  const [client, gallery, galleryStyles] = await Promise.all([
    bundlePackageScript('src/dev/browser/client.ts'),
    bundlePackageScript('src/dev/browser/gallery-client.ts'),
    bundlePackageScript('src/dev/browser/gallery.css'),
    session.look('changed'),
  ])
  const script = (text: string) => () => reply('client.js', new TextEncoder().encode(text))
  const own = new Map<string, (request: VettedRequest) => Reply>([
    [`${ownPath}client.js`, script(client)],
    [`${ownPath}gallery.js`, script(gallery)],
    [`${ownPath}gallery.css`, () => reply('gallery.css', new TextEncoder().encode(galleryStyles))],
    [only === undefined ? '/' : ownPath, galleryReply],
  ])
  const started = await startServer({
    port: options.port,
    host: options.host,
    onError: onUnexpected,
    allowedHosts: name => brandAt(name) !== undefined,
    respond(request) {
      const brand = only ?? brandAt(request.host)
      if (request.path === `${ownPath}events`) return events(request, brand)
      if (brand === undefined || request.path.startsWith(ownPath)) return own.get(request.path)?.(request)
      return pageReply(brand, request)
    },
  })
  const { value: server, diagnostics } = started
  if (server === undefined) {
    session.close()
    await provider?.close()
    return { value: undefined, diagnostics }
  }
  const { root, poll, onPolling } = options
  const watcher = startWatcher({
    root,
    poll,
    look: how => session.look(how),
    ...(onPolling && { onPolling }),
  })
  return {
    value: {
      port: server.port,
      index: only === undefined ? `${server.origin}/` : `${server.origin}${ownPath}`,
      url: brand => addressOf(brand, server.port, new URL(server.origin).hostname),
      session,
      provider,
      async close() {
        session.close()
        await Promise.all([watcher.close(), server.close(), provider?.close()])
      },
    },
    diagnostics,
  }

  function brandAt(host: string): string | undefined {
    const [, id] = /^([a-z0-9-]+)\.localhost$/.exec(host) ?? []
    return id !== undefined && only === undefined && session.brand(id) ? id : undefined
  }

  function addressOf(brand: string, port: number | string, hostname = 'localhost'): string {
    const basePath = session.brand(brand)?.site?.site.view.brand.basePath ?? ''
    return `http://${only === undefined ? `${brand}.localhost` : hostname}:${port}${basePath}/`
  }

  async function pageReply(id: string, request: VettedRequest): Promise<Reply | undefined> {
    const { site } = session.brand(id) ?? {}
    if (site === undefined) return htmlReply(failedPage(), 500)
    const { basePath } = site.site.view.brand
    const { pages, files: siteFiles, placeOf } = addresses(site)
    const place = placeOf(request.path)
    if (place !== undefined && 'redirect' in place)
      return redirectReply(place.status, place.redirect, request)
    const bytes = place?.status === 200 ? siteFiles.get(place.file)?.() : undefined
    if (place !== undefined && bytes !== undefined) return reply(place.file, bytes)
    if (request.path.startsWith(`${basePath}/assets/card-`)) {
      const card = await session.card(id, request.path.slice(basePath.length + 1))
      if (card !== undefined) return reply(card.path, card.bytes)
    }
    const page = place && pages.get(place.file)
    if (page === undefined) return undefined
    const rendered = await session.render(id, page)
    if (rendered === undefined) return htmlReply(failedPage(), 500)
    return htmlReply(new TextDecoder().decode(rendered.file.bytes), place?.status ?? 200)
  }

  /** A page with the script that keeps it up to date, and what that script needs to know. */
  function htmlReply(html: string, status: number): Reply {
    const page = hashOf(html)
    const frame = hashOf(withoutStyles(html))
    const tag = `<script type="module" src="${ownPath}client.js" data-token="${token}" data-page="${page}" data-frame="${frame}" data-status="${status}"></script>`
    const end = html.lastIndexOf('</body>')
    const text = end === -1 ? html + tag : html.slice(0, end) + tag + html.slice(end)
    const described = reply('index.html', new TextEncoder().encode(text), status)
    return {
      ...described,
      headers: { ...described.headers, 'x-imprint-page': page, 'x-imprint-frame': frame },
    }
  }

  function galleryReply({ headers }: VettedRequest): Reply {
    // By the port the visitor knows, which is another one where a container or a tunnel is in between.
    const { port, hostname } = new URL(`http://${headers.host}`)
    const brands = session.brands().map((state): GalleryBrand => {
      const { id, site, failed } = state
      const url = addressOf(id, port || 80, hostname)
      const article = site?.site.pages.find(page => page.kind === 'article')
      const frame = (label: string, route: string) => ({ label, url: `${url.slice(0, -1)}${route}` })
      return {
        id,
        name: site?.site.view.brand.name ?? id,
        url,
        failed,
        problems: problemsOf(state),
        frames: [
          frame('Home', routes.home),
          frame('FAQ', routes.faq),
          ...(article ? [frame('Article', article.route)] : []),
        ],
      }
    })
    const page = reply('index.html', new TextEncoder().encode(galleryPage({ brands, token })))
    const frames = only === undefined ? 'http://*.localhost:*' : "'self'"
    const policy = `default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; frame-src ${frames}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`
    return { ...page, headers: { ...page.headers, 'content-security-policy': policy } }
  }

  /** The reload channel of a brand's pages, or of the index page. */
  function events({ query }: VettedRequest, brand: string | undefined): Reply {
    const parameters = new URLSearchParams(query)
    if (parameters.get('token') !== token)
      return textReply(403, 'This needs the token of a page of this server.')
    const message = (): string => {
      const all = session.brands().map(reportOf)
      const state = brand === undefined ? undefined : session.brand(brand)
      // One brand's index page is on the brand's own host, so there both read the same channel.
      return JSON.stringify({
        ...(state && reportOf(state)),
        ...(state && only === undefined ? {} : { brands: all }),
      })
    }
    return {
      status: 200,
      headers: { 'content-type': 'text/event-stream', 'cache-control': 'no-store' },
      body(connection) {
        let last = ''
        const send = (): void => {
          const next = message()
          if (next !== last) connection.write(`data: ${next}\n\n`)
          last = next
        }
        const unsubscribe = session.subscribe(send)
        const ping = setInterval(() => connection.write(': ping\n\n'), pingEvery)
        connection.onClose(() => {
          clearInterval(ping)
          unsubscribe()
        })
        send()
      },
    }
  }

  function reportOf(state: BrandState): BrandReport & { readonly id: string; readonly version: number } {
    const { id, version, failed } = state
    return { id, brand: id, version, failed, problems: problemsOf(state) }
  }

  function problemsOf({ problems }: BrandState): Problem[] {
    return problems.map(problem => ({ severity: problem.severity, text: printed(problem, files) }))
  }
}

interface Addresses {
  /** By output path. */
  readonly pages: ReadonlyMap<string, Page>
  readonly files: ReadonlyMap<string, () => Uint8Array | undefined>
  readonly placeOf: (address: string) => Place | undefined
}

/** Every address of a prepared site. Files that only a build writes for its host are left out. */
function addressesOf(prepared: PreparedSite): Addresses {
  const { site, bundle } = prepared
  const pages = new Map(site.pages.map(page => [page.outputPath, page]))
  const files = new Map<string, () => Uint8Array | undefined>(
    [...prepared.files, ...bundle.islands.files.values()].map(file => [file.path, () => file.bytes]),
  )
  // Made when they are asked for: with thousands of pages they take longer than the page that somebody waits for.
  for (const path of ['sitemap.xml', 'robots.txt', 'feed.xml']) {
    files.set(path, () => renderSiteFiles(site, []).find(file => file.path === path)?.bytes)
  }
  const { basePath } = site.view.brand
  const placeOf = hostRoutes([...pages.keys(), ...files.keys()], {
    basePath,
    redirects: parseRedirectRules(redirects(site)),
  })
  return { pages, files, placeOf }
}

/** Remembers a result for as long as there is what it was made of. */
function oncePer<Key extends object, Value>(work: (key: Key) => Value): (key: Key) => Value {
  const results = new WeakMap<Key, Value>()
  return key => {
    const value = results.get(key) ?? work(key)
    results.set(key, value)
    return value
  }
}

function reply(path: string, bytes: Uint8Array, status = 200): Reply {
  return {
    status,
    headers: { 'content-type': contentTypeOf(path), 'cache-control': 'no-store' },
    body: bytes,
  }
}

/** A page without its styles and without the policy that has their hashes. */
function withoutStyles(html: string): string {
  return html
    .replace(/(<style\b[^>]*>)[\s\S]*?<\/style>/g, '$1</style>')
    .replace(/<meta http-equiv="Content-Security-Policy"[^>]*>/, '')
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16)
}

/** As the terminal prints it, without colour. */
function printed(problem: Diagnostic, files: Files): string {
  const source = (file: string): string | undefined => {
    const bytes = files.readBytes(file).value
    return bytes && new TextDecoder().decode(bytes)
  }
  return printDiagnostics([problem], { color: false, source }).trimEnd()
}
