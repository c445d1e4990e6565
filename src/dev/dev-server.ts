// `imprint dev`: a session, its watcher, and the server that shows the state of the session.

import { randomBytes } from 'node:crypto'
import { packageScript } from '../assets/index.ts'
import type { Origin, Outcome } from '../diagnostics/index.ts'
import type { Files } from '../files/index.ts'
import { routes } from '../site/index.ts'
import { brandSites } from './brand-site.ts'
import type { BrandReport } from './browser/problems.ts'
import { type GalleryBrand, galleryPage } from './gallery.ts'
import {
  bytesReply,
  pageReply,
  type Reply,
  type ServerOptions,
  startServer,
  textReply,
  type VettedRequest,
} from './http/index.ts'
import { placeOf, problemsOf } from './problems.ts'
import { type BrandState, Session, type SessionOptions } from './session.ts'
import { type StandInProvider, startStandInProvider } from './stand-in-provider.ts'
import { startWatcher, type WatcherOptions } from './watcher.ts'

interface DevOptions
  extends Omit<SessionOptions, 'providerOrigin' | 'withoutTags'>,
    Omit<WatcherOptions, 'look'>,
    Pick<ServerOptions, 'port' | 'strictPort' | 'host'> {
  /** Whether a stand-in replaces the provider, so that everything works offline. */
  readonly standIn: boolean
  /** Shows a place in a project file in the developer's editor. False if that is not possible. */
  readonly openInEditor?: (place: Origin) => Promise<boolean>
}

export interface DevServer {
  readonly port: number
  /** The index page: every brand side by side. */
  readonly index: string
  /** A brand's home page. */
  url(brand: string): string
  readonly session: Session
  readonly provider: StandInProvider | undefined
  close(): Promise<void>
}

/** The server's own files are below this path. No site has it: slugs and file names never start with two underscores. */
const ownPath = '/__imprint/'
/** Milliseconds between comments that keep an idle event stream open. */
const pingInterval = 25_000

/** Serves brands and keeps them up to date until closed. Undefined, with an error, if the server cannot be started. */
export async function startDev(options: DevOptions): Promise<Outcome<DevServer | undefined>> {
  const provider = options.standIn ? await startStandInProvider() : undefined
  const session = new Session({ ...options, providerOrigin: provider?.origin, withoutTags: true })
  const hosts = brandHosts(session, options.brands)
  const token = randomBytes(16).toString('hex')
  // The first look comes last: it covers everything saved before it, and anything saved afterwards triggers an event.
  const [own, watcher] = await Promise.all([
    ownFiles(),
    startWatcher({ ...options, look: depth => session.look(depth) }),
  ])
  await session.look('changed')
  const siteReply = brandSites(session, { path: `${ownPath}client.js`, token })
  const indexPath = hosts.only === undefined ? '/' : ownPath
  const { value: server, diagnostics } = await startServer({
    port: options.port,
    strictPort: options.strictPort,
    host: options.host,
    onError: options.onUnexpected,
    allowedHosts: name => hosts.brandAt(name) !== undefined,
    respond(request) {
      const brand = hosts.only ?? hosts.brandAt(request.host)
      if (request.path === `${ownPath}events`) {
        const message = () => eventMessage(session, options.files, brand, hosts.only !== undefined)
        return eventsReply(session, request, token, message)
      }
      if (request.path === `${ownPath}open`) return openReply(session, request, token, options.openInEditor)
      const isOwn = brand === undefined || request.path.startsWith(ownPath)
      if (isOwn && request.path === indexPath)
        return indexReply(galleryBrands(session, options.files, hosts, request), token, hosts.only)
      return isOwn ? own.get(request.path) : siteReply(brand, request)
    },
  })
  if (server === undefined) {
    session.close()
    await Promise.all([watcher.close(), provider?.close()])
    return { value: undefined, diagnostics }
  }
  return {
    value: {
      port: server.port,
      index: `${server.origin}${indexPath}`,
      url: brand => hosts.url(brand, server.origin),
      session,
      provider,
      async close() {
        session.close()
        await Promise.all([watcher.close(), server.close(), provider?.close()])
      },
    },
    diagnostics,
  }
}

interface BrandHosts {
  /** The only brand of the session; it is served at every host name. */
  readonly only: string | undefined
  /** The brand that a host name belongs to: `aurora` for `aurora.localhost`. */
  brandAt(host: string): string | undefined
  /** @param origin The address at which this server was reached. */
  url(brand: string, origin: string): string
}

/** With several brands, each has its own host name. */
function brandHosts(session: Session, brands: DevOptions['brands']): BrandHosts {
  const only = brands !== 'all' && brands.length === 1 ? brands[0] : undefined
  return {
    only,
    brandAt(host) {
      const [, id] = /^([a-z0-9-]+)\.localhost$/.exec(host) ?? []
      return id !== undefined && only === undefined && session.brand(id) ? id : undefined
    },
    url(brand, origin) {
      const basePath = session.brand(brand)?.basePath ?? ''
      const { port } = new URL(origin)
      const address = only === undefined ? `http://${brand}.localhost:${port || 80}` : origin
      return `${address}${basePath}/`
    },
  }
}

/** Scripts and styles of the server's own pages, by path. */
async function ownFiles(): Promise<ReadonlyMap<string, Reply>> {
  const sources = {
    'client.js': 'client.ts',
    'gallery.js': 'gallery-client.ts',
    'gallery.css': 'gallery.css',
  }
  const files = Object.entries(sources).map(async ([name, source]) => {
    const { text } = await packageScript(`src/dev/browser/${source}`)
    return [`${ownPath}${name}`, bytesReply(name, new TextEncoder().encode(text))] as const
  })
  return new Map(await Promise.all(files))
}

function indexReply(brands: readonly GalleryBrand[], token: string, only: string | undefined): Reply {
  const frames = only === undefined ? 'http://*.localhost:*' : "'self'"
  const policy = `default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; frame-src ${frames}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`
  return pageReply(galleryPage({ brands, token }), { 'content-security-policy': policy })
}

function galleryBrands(
  session: Session,
  files: Files,
  hosts: BrandHosts,
  { headers }: VettedRequest,
): GalleryBrand[] {
  return session.brands().map(state => {
    const { id, name, opened, site, failed } = state
    // Behind a container or a tunnel, the port in the request differs from the server's own.
    const url = hosts.url(id, `http://${headers.host}`)
    const article = site?.site.pages.find(page => page.kind === 'article')
    const frame = (label: string, route: string) => ({ label, url: `${url.slice(0, -1)}${route}` })
    return {
      id,
      name,
      url,
      opened,
      failed,
      problems: problemsOf(state, files),
      frames: [
        frame('Home', routes.home),
        frame('FAQ', routes.faq),
        ...(article ? [frame('Article', article.route)] : []),
      ],
    }
  })
}

/** The event stream of an open page: sends the message at once, and whenever it differs from the last one. */
function eventsReply(
  session: Session,
  { query }: VettedRequest,
  token: string,
  message: () => string,
): Reply {
  if (new URLSearchParams(query).get('token') !== token)
    return textReply(403, 'This address requires a token from a page on this server.')
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
      const ping = setInterval(() => connection.write(': ping\n\n'), pingInterval)
      connection.onClose(() => {
        clearInterval(ping)
        unsubscribe()
      })
      send()
    },
  }
}

/** Opens the place of a problem in the editor, but no other file, because any page may know this address. */
async function openReply(
  session: Session,
  { method, query }: VettedRequest,
  token: string,
  open: DevOptions['openInEditor'],
): Promise<Reply> {
  const parameters = new URLSearchParams(query)
  if (parameters.get('token') !== token)
    return textReply(403, 'This address requires a token from a page on this server.')
  const place = session
    .brands()
    .flatMap(state => state.problems.flatMap(problem => placeOf(problem) ?? []))
    .find(found => Object.entries(found).every(([name, value]) => parameters.get(name) === String(value)))
  const isOpening = method === 'GET' && place !== undefined && (await open?.(place)) === true
  return isOpening ? { status: 204, headers: {} } : textReply(404, 'No editor could open this file.')
}

/**
 * The state of a brand for its open pages, or of all brands for the index page.
 * @param isOnly The index page is on the brand's own host, so both read the same stream.
 */
function eventMessage(session: Session, files: Files, brand: string | undefined, isOnly: boolean): string {
  const report = (state: BrandState): BrandReport & { readonly id: string; readonly version: number } => {
    const { id, version, failed, outdated, checked } = state
    return { id, brand: id, version, failed, outdated, checked, problems: problemsOf(state, files) }
  }
  const state = brand === undefined ? undefined : session.brand(brand)
  return JSON.stringify({
    ...(state && report(state)),
    ...((state === undefined || isOnly) && { brands: session.brands().map(report) }),
  })
}
