// `imprint preview`: what was built, served as a good static host would. A site is exactly the files that its manifest
// lists, with exactly those bytes; nothing else in the folder, or beside it, can be asked for.

import { createHash } from 'node:crypto'
import { lstatSync } from 'node:fs'
import { join } from 'node:path'
import { type Diagnostic, diagnostic, type Outcome } from '../diagnostics/index.ts'
import { diskFiles, type Files } from '../files/index.ts'
import { escapeHtml } from '../html/index.ts'
import { type Manifest, type ManifestEntry, manifestName } from '../output/index.ts'
import {
  type Compressor,
  createCompressor,
  parseHeaderRules,
  parseRedirectRules,
  type Reply,
  type RunningServer,
  type StaticFile,
  startServer,
  staticSite,
  textReply,
  type VettedRequest,
} from './http/index.ts'

export interface PreviewOptions {
  /** Absolute path of the folder that holds a folder for each brand. */
  readonly out: string
  /**
   * Brands to serve. One is served at `/`, whatever host name it is asked by; of several, each has a host name of its
   * own, and `localhost` lists them.
   */
  readonly brands: readonly string[]
  readonly port?: number | undefined
  readonly host?: string | undefined
  readonly onError?: (error: unknown) => void
}

export interface Preview extends Pick<RunningServer, 'port' | 'close'> {
  /** The page that lists the brands; undefined where there is one brand. */
  readonly index: string | undefined
  /** Where each brand's home page is, in the order of the options. */
  readonly sites: readonly { readonly brand: string; readonly url: string }[]
}

/** Of some brands, those that have been built into the folder. */
export function builtBrands(out: string, brands: readonly string[]): string[] {
  return brands.filter(brand => manifestIdentity(join(out, brand)) !== undefined)
}

/** Serves brands as they were built. A later build is noticed; it need not be there yet. */
export async function startPreview(options: PreviewOptions): Promise<Outcome<Preview | undefined>> {
  const { out, brands, port, host, onError } = options
  const compressor = createCompressor()
  const previews = brands.map(brand => ({ brand, ...previewOf(join(out, brand), brand, compressor) }))
  const only = previews.length === 1 ? previews[0] : undefined
  const byHost = new Map(previews.map(preview => [hostOf(preview.brand), preview]))
  const sitesAt = (port: string | number) =>
    previews.map(({ brand, home }) => ({ brand, url: `http://${hostOf(brand)}:${port}${home()}` }))
  const started = await startServer({
    port,
    host,
    onError,
    allowedHosts: [...byHost.keys()],
    respond(request) {
      const preview = only ?? byHost.get(request.host)
      if (preview !== undefined) return preview.respond(request)
      // By the port the visitor knows, which is another one where a container or a tunnel is in between.
      return request.path === '/'
        ? indexPage(sitesAt(new URL(`http://${request.headers.host}`).port || 80))
        : undefined
    },
  })
  const { value: server, diagnostics } = started
  if (server === undefined) return { value: undefined, diagnostics }
  const { origin, close } = server
  return {
    value: {
      port: server.port,
      close,
      index: only === undefined ? `${origin}/` : undefined,
      sites:
        only === undefined ? sitesAt(server.port) : [{ brand: only.brand, url: `${origin}${only.home()}` }],
    },
    diagnostics,
  }
}

/** Browsers take every name below `localhost` for this machine (RFC 6761, 6.3). */
function hostOf(brand: string): string {
  return `${brand}.localhost`
}

/** That a brand has not been built, for whoever asked to see it. */
export function notBuilt(brand: string, shownFolder: string): Diagnostic {
  return diagnostic('preview/not-built', `There is no build of "${brand}" in "${shownFolder}".`, {
    hint: `Run "imprint build ${brand}" first.`,
  })
}

interface BuiltSite {
  readonly identity: string
  readonly basePath: string
  readonly respond: (request: VettedRequest) => Promise<Reply | undefined>
}

// A site is replaced as a whole, and rarely; twice while one request is answered does not happen by chance.
const attempts = 3

/** Answers from the build that is in a folder now. */
function previewOf(folder: string, brand: string, compressor: Compressor) {
  let current: BuiltSite | undefined
  const latest = (): BuiltSite | undefined => {
    const identity = manifestIdentity(folder)
    if (identity === undefined) current = undefined
    else if (identity !== current?.identity) current = readSite(folder, identity, compressor)
    return current
  }
  return {
    /** Path of the home page. */
    home(): string {
      try {
        return `${latest()?.basePath ?? ''}/`
      } catch {
        // What is wrong with the build is told to whoever asks for a page of it.
        return '/'
      }
    },
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

/** A file that is not as its manifest says: a new build has just taken its place, or someone has changed it. */
class ChangedFile extends Error {
  constructor(path: string) {
    super(`"${path}" is not as it was built.`)
  }
}

/** What tells one build's manifest from the next; undefined where there is none. */
function manifestIdentity(folder: string): string | undefined {
  try {
    const status = lstatSync(join(folder, manifestName), { bigint: true })
    return status.isFile() ? `${status.dev} ${status.ino} ${status.mtimeNs} ${status.size}` : undefined
  } catch {
    // No folder, a file in its place, no permission: there is no build to be seen.
    return undefined
  }
}

function readSite(folder: string, identity: string, compressor: Compressor): BuiltSite | undefined {
  const files = diskFiles(folder)
  const manifest = parseManifest(files.readBytes(manifestName).value)
  if (manifest === undefined) return undefined
  const listed = new Map(manifest.files.map(entry => [entry.path, builtFile(files, entry)]))
  const text = (path: string) => new TextDecoder().decode(listed.get(path)?.read())
  const { basePath } = manifest
  return {
    identity,
    basePath,
    respond: staticSite(listed.values(), {
      basePath,
      headers: parseHeaderRules(overHttp(text('_headers'))),
      redirects: parseRedirectRules(text('_redirects')),
      compressor,
    }),
  }
}

/** Read when it is asked for, and only if its bytes are the ones that were built: then no link can lead elsewhere. */
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

/** Undefined for a file that Imprint did not write. Manifests of older versions have no `basePath`. */
function parseManifest(bytes: Uint8Array | undefined): Manifest | undefined {
  try {
    const manifest = JSON.parse(new TextDecoder().decode(bytes)) as Manifest
    const steps = manifest.files.flatMap(file => file.path.split('/'))
    if (steps.some(step => step === '' || step === '.' || step === '..')) return undefined
    return { ...manifest, basePath: typeof manifest.basePath === 'string' ? manifest.basePath : '' }
  } catch {
    return undefined
  }
}

/**
 * A policy without `upgrade-insecure-requests`. A host has https and this server has not: Chromium and Firefox leave
 * addresses of this machine alone, but WebKit (https://bugs.webkit.org/show_bug.cgi?id=250776), and all of them on
 * another device, would ask for every asset in vain.
 */
function overHttp(headers: string): string {
  return headers.replace(/; upgrade-insecure-requests(?=;|$)/gm, '')
}

function indexPage(sites: Preview['sites']): Reply {
  const items = sites.map(({ brand, url }) => `<li><a href="${escapeHtml(url)}">${escapeHtml(brand)}</a>`)
  const style = 'body{font:1.125rem/1.6 system-ui,sans-serif;max-width:40rem;margin:3rem auto;padding:0 1rem}'
  const styleHash = createHash('sha256').update(style).digest('base64')
  const html = `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Preview of ${sites.length} brands</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>Built brands</h1>
<ul>
${items.join('\n')}
</ul>
</main>
</body>
</html>
`
  return {
    status: 200,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    },
    body: new TextEncoder().encode(html),
  }
}
