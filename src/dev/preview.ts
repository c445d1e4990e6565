// `imprint preview`: serves built sites as a good static host would. A site consists of the files in its manifest, with exactly
// those bytes; no other file in the folder or outside it is ever served.

import { createHash } from 'node:crypto'
import { lstatSync } from 'node:fs'
import { join } from 'node:path'
import type { Host } from '../brand/index.ts'
import { type Diagnostic, diagnostic, type Outcome } from '../diagnostics/index.ts'
import { attempt, diskFiles, type Files, sumOf } from '../files/index.ts'
import { escapeHtml, htmlPage } from '../html/index.ts'
import {
  addressOf,
  hostFileOf,
  type ManifestEntry,
  manifestEntry,
  manifestName,
  parseManifest,
} from '../output/index.ts'
import { parseHeaderRules, parseRedirectRules } from '../render/index.ts'
import {
  pageReply,
  type Reply,
  type RunningServer,
  type ServerOptions,
  type StaticFile,
  startServer,
  staticSite,
  textReply,
  type VettedRequest,
} from './http/index.ts'
import { type StandInProvider, startStandInProvider } from './stand-in-provider.ts'

interface PreviewOptions extends Pick<ServerOptions, 'port' | 'strictPort' | 'host'> {
  /** Absolute path of the folder that contains one folder per brand. */
  readonly out: string
  /**
   * Brands to serve. A single brand is served at every host name; with several, each has a host name of its own, and
   * `localhost` lists them.
   */
  readonly brands: readonly string[]
  /** The host to imitate; default: the one that each site was built for. */
  readonly actAs?: Host | undefined
  /** The provider of a brand, `https://forms.example`, which a stand-in replaces; undefined for none. Default: no stand-in. */
  readonly standInFor?: ((brand: string) => string | undefined) | undefined
  readonly onError?: (error: unknown) => void
}

export interface Preview extends Pick<RunningServer, 'port' | 'close'> {
  /** The page that lists the brands; undefined for a single brand. */
  readonly index: string | undefined
  /** The home page of each brand, in the order of the options. */
  readonly sites: readonly { readonly brand: string; readonly url: string }[]
  readonly provider: StandInProvider | undefined
}

/** The brands that have been built into the folder. */
export function builtBrands(out: string, brands: readonly string[]): string[] {
  return brands.filter(brand => manifestIdentity(join(out, brand)) !== undefined)
}

/** Serves the latest build of each brand, including builds made after the start. */
export async function startPreview(options: PreviewOptions): Promise<Outcome<Preview | undefined>> {
  const { out, brands, port, strictPort, host, actAs, standInFor, onError } = options
  const provider = standInFor && (await startStandInProvider())
  const previews = brands.map(brand => {
    const from = standInFor?.(brand)
    const moved = from === undefined || provider === undefined ? undefined : { from, to: provider.origin }
    return { brand, ...previewOf(join(out, brand), brand, actAs, moved) }
  })
  const only = previews.length === 1 ? previews[0] : undefined
  const byHost = new Map(previews.map(preview => [hostOf(preview.brand), preview]))
  const sitesAt = (port: string | number) =>
    previews.map(({ brand, home }) => ({ brand, url: `http://${hostOf(brand)}:${port}${home()}` }))
  const started = await startServer({
    port,
    strictPort,
    host,
    onError,
    allowedHosts: [...byHost.keys()],
    respond(request) {
      const preview = only ?? byHost.get(request.host)
      if (preview !== undefined) return preview.respond(request)
      // Behind a container or a tunnel, the port in the request differs from the server's own.
      return request.path === '/'
        ? indexPage(sitesAt(new URL(`http://${request.headers.host}`).port || 80))
        : undefined
    },
  })
  const { value: server, diagnostics } = started
  if (server === undefined) {
    await provider?.close()
    return { value: undefined, diagnostics }
  }
  const { origin } = server
  return {
    value: {
      port: server.port,
      async close() {
        await Promise.all([server.close(), provider?.close()])
      },
      provider,
      index: only === undefined ? `${origin}/` : undefined,
      sites:
        only === undefined ? sitesAt(server.port) : [{ brand: only.brand, url: `${origin}${only.home()}` }],
    },
    diagnostics,
  }
}

/** Browsers resolve every name below `localhost` to this machine (RFC 6761, 6.3). */
function hostOf(brand: string): string {
  return `${brand}.localhost`
}

/** Reports that a brand has not been built. */
export function notBuilt(brand: string, shownFolder: string, environment?: string): Diagnostic {
  const flag = environment === undefined ? '' : ` --env ${environment}`
  return diagnostic('preview/not-built', `There is no build of "${brand}" in "${shownFolder}".`, {
    hint: `Run "imprint build ${brand}${flag}" first.`,
  })
}

interface BuiltSite {
  readonly identity: string
  readonly basePath: string
  readonly respond: (request: VettedRequest) => Promise<Reply | undefined>
}

// A site is replaced as a whole, and rarely, so at most one build ends while a request is answered.
const attempts = 3

/** Answers requests from the latest build in a folder. */
function previewOf(folder: string, brand: string, actAs: Host | undefined, moved?: MovedOrigin) {
  let current: BuiltSite | undefined
  const latest = (): BuiltSite | undefined => {
    const identity = manifestIdentity(folder)
    if (identity === undefined) current = undefined
    else if (identity !== current?.identity) current = readSite(folder, identity, actAs, moved)
    return current
  }
  return {
    /** Path of the home page. */
    // Requests for pages of the build report its problems.
    home: () => `${attempt(latest)?.basePath ?? ''}/`,
    async respond(request: VettedRequest): Promise<Reply | undefined> {
      for (let attempt = 1; ; attempt++) {
        try {
          const site = latest()
          if (site !== undefined) return await site.respond(request)
          return textReply(503, `There is no build of "${brand}". Run "imprint build ${brand}", then reload.`)
        } catch (error) {
          if (!(error instanceof ChangedFile)) throw error
          current = undefined
          if (attempt === attempts)
            return textReply(503, `${error.message} Run "imprint build ${brand}", then reload.`)
        }
      }
    },
  }
}

/** A file that differs from its manifest: a new build has just replaced it, or someone has changed it. */
class ChangedFile extends Error {
  constructor(path: string) {
    super(`"${path}" has changed since the build.`)
  }
}

/** Differs between any two builds; undefined if there is no manifest. */
function manifestIdentity(folder: string): string | undefined {
  // No folder, a file in its place, or no permission: there is no build to serve.
  return attempt(() => {
    const status = lstatSync(join(folder, manifestName), { bigint: true })
    return status.isFile() ? `${status.dev} ${status.ino} ${status.mtimeNs} ${status.size}` : undefined
  })
}

function readSite(
  folder: string,
  identity: string,
  actAs: Host | undefined,
  moved?: MovedOrigin,
): BuiltSite | undefined {
  const files = diskFiles(folder)
  const bytes = files.readBytes(manifestName).value
  const manifest = bytes && parseManifest(bytes)
  if (bytes === undefined || manifest === undefined) return undefined
  // A host serves every file it gets, and "imprint diff --against" asks for the manifest.
  const entries = [...manifest.files, manifestEntry({ path: manifestName, bytes })]
  const listed = new Map(entries.map(entry => [entry.path, inPage(builtFile(files, entry), moved)]))
  const text = (name: '_headers' | '_redirects') =>
    new TextDecoder().decode(listed.get(hostFileOf(manifest, name) ?? '')?.read())
  const { basePath, host } = manifest
  return {
    identity,
    basePath,
    respond: staticSite(listed.values(), {
      basePath,
      host: actAs ?? host,
      addressOf: path => addressOf(manifest, path),
      headers: parseHeaderRules(replaceOrigin(overHttp(text('_headers')), moved)),
      redirects: parseRedirectRules(text('_redirects')),
    }),
  }
}

/** Reads the file on request, and returns only bytes with the hash in the manifest, so no link can lead elsewhere. */
function builtFile(files: Files, { path, sha256 }: ManifestEntry): StaticFile {
  return {
    path,
    sha256,
    read() {
      const bytes = files.readBytes(path).value
      if (bytes === undefined || createHash('sha256').update(bytes).digest('hex') !== sha256)
        throw new ChangedFile(path)
      return bytes
    },
  }
}

/** An origin that pages name, and the one that replaces it. */
interface MovedOrigin {
  readonly from: string
  readonly to: string
}

function replaceOrigin(text: string, moved: MovedOrigin | undefined): string {
  if (moved === undefined) return text
  // Not the beginning of a longer host name.
  const origin = new RegExp(`${moved.from.replaceAll('.', '\\.')}(?![\\w-]|\\.\\w)`, 'g')
  return text.replace(origin, moved.to)
}

function inPage(file: StaticFile, moved: MovedOrigin | undefined): StaticFile {
  if (moved === undefined || !file.path.endsWith('.html')) return file
  return {
    path: file.path,
    sha256: sumOf([file.sha256, moved]),
    read: () => Buffer.from(replaceOrigin(Buffer.from(file.read()).toString('utf8'), moved)),
  }
}

/**
 * Removes `upgrade-insecure-requests` from the policies, because this server has no https. Chromium and Firefox ignore the
 * directive for addresses of this machine, but WebKit does not (https://bugs.webkit.org/show_bug.cgi?id=250776), nor do browsers
 * on other devices: every asset would fail to load.
 */
function overHttp(headers: string): string {
  return headers.replace(/; upgrade-insecure-requests(?=;|$)/gm, '')
}

function indexPage(sites: Preview['sites']): Reply {
  const style = 'body{font:1.125rem/1.6 system-ui,sans-serif;max-width:40rem;margin:3rem auto;padding:0 1rem}'
  const styleHash = createHash('sha256').update(style).digest('base64')
  const items = sites.map(({ brand, url }) => `<li><a href="${escapeHtml(url)}">${escapeHtml(brand)}</a>\n`)
  const text = htmlPage({
    title: `Preview of ${sites.length} brands`,
    head: `<style>${style}</style>\n`,
    body: `<main>\n<h1>Built brands</h1>\n<ul>\n${items.join('')}</ul>\n</main>`,
  })
  const policy = `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`
  return pageReply(text, { 'content-security-policy': policy })
}
