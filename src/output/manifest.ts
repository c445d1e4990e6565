// The list of a site's files, which is published with it.

import type { Host } from '../brand/index.ts'
import { compareText } from '../diagnostics/index.ts'
import { attempt, type OutputFile, sha256Of } from '../files/index.ts'
import { rootFolder, routeOf, siteFolder } from '../site/index.ts'

export { sha256Of }

export const manifestName = 'imprint-manifest.json'

/** One line of `imprint-manifest.json`. */
export interface ManifestEntry {
  readonly path: string
  /** Bytes. */
  readonly size: number
  readonly sha256: string
}

/** The list of a site's files. It contains no time and no machine path, so it is reproducible. */
export interface Manifest {
  readonly generator: 'imprint'
  readonly version: 1
  readonly brand: string
  /** The environment that the site was built for; null for the site that visitors get. Absent in older versions. */
  readonly environment?: string | null
  /** The site's path on its host, without a trailing slash: `/loans`; empty at the root. */
  readonly basePath: string
  /** The host that the folder was made for. Without one, the whole folder is served at `basePath`. */
  readonly host?: Host
  readonly files: readonly ManifestEntry[]
}

/** The manifest's facts about a site, apart from its files. */
export interface SiteFacts {
  /** Default: the root of its host. */
  readonly basePath?: string
  readonly host?: Host | undefined
  /** Default: the site that visitors get. */
  readonly environment?: string | null | undefined
}

/** Collects the manifest as files are added, and checks the rules that every output shares. */
export function manifestBuilder(brand: string) {
  const entries = new Map<string, ManifestEntry>()
  return {
    has: (path: string): boolean => entries.has(path),
    /** Records a file. False if the same file was already recorded and need not be written again. */
    add(file: OutputFile): boolean {
      return this.record(manifestEntry(file))
    },
    /** The same for a file whose entry is known. */
    record({ path, size, sha256 }: ManifestEntry): boolean {
      assertInside(path)
      const entry = entries.get(path)
      if (entry !== undefined && entry.sha256 !== sha256)
        throw new Error(`Two different files claim ${path}.`)
      entries.set(path, { path, size, sha256 })
      return entry === undefined
    },
    get files(): readonly ManifestEntry[] {
      return [...entries.values()].sort((a, b) => compareText(a.path, b.path))
    },
    /** Bytes of all files. */
    get size(): number {
      return [...entries.values()].reduce((sum, entry) => sum + entry.size, 0)
    },
    /**
     * The manifest that hosts serve at `<siteUrl>/imprint-manifest.json`, needed if they do not serve the output as a whole: it
     * is a file of the site, and lists all others.
     */
    served({ basePath = '', host, environment = null }: SiteFacts = {}): OutputFile | undefined {
      const path = `${siteFolder(host, basePath)}${manifestName}`
      if (path === manifestName) return undefined
      const others = this.files.filter(entry => entry.path !== path)
      return { path, bytes: bytesOf({ brand, environment, basePath, ...(host && { host }), files: others }) }
    },
    /** The manifest as a file; it does not list itself. */
    file({ basePath = '', host, environment = null }: SiteFacts = {}): OutputFile {
      const { files } = this
      const bytes = bytesOf({ brand, environment, basePath, ...(host && { host }), files })
      return { path: manifestName, bytes }
    },
  }
}

function bytesOf(site: Omit<Manifest, 'generator' | 'version'>): Uint8Array {
  const manifest: Manifest = { generator: 'imprint', version: 1, ...site }
  return new TextEncoder().encode(`${JSON.stringify(manifest, null, 2)}\n`)
}

export function manifestEntry({ path, bytes }: OutputFile): ManifestEntry {
  return { path, size: bytes.length, sha256: sha256Of(bytes) }
}

/** Reads a manifest. Undefined if Imprint did not write it, or if a path leads out of the site. */
export function parseManifest(bytes: Uint8Array): Manifest | undefined {
  return attempt(() => {
    const manifest = JSON.parse(new TextDecoder().decode(bytes)) as Manifest
    for (const { path } of manifest.files) assertInside(path)
    // Manifests of older versions have no `basePath`.
    return { ...manifest, basePath: manifest.basePath ?? '' }
  })
}

type Layout = Pick<Manifest, 'basePath' | 'host'>

/**
 * The path of a published file in its site, as without a host: `loans/faq/index.html` → `faq/index.html`. Undefined for files
 * outside the site: those for the host.
 */
export function sitePathOf({ basePath, host }: Layout, path: string): string | undefined {
  const folder = siteFolder(host, basePath)
  return path.startsWith(folder) ? path.slice(folder.length) : undefined
}

/** The address of a published file on its host, `/loans/faq/`; undefined for a file that is not served. */
export function addressOf({ basePath, host }: Layout, path: string): string | undefined {
  if (/(?:^|\/)(?:_headers|_redirects|\.htaccess)$/.test(path)) return undefined
  if (host === undefined) return basePath + routeOf(path)
  const root = rootFolder(host)
  return path.startsWith(root) ? routeOf(path.slice(root.length)) : undefined
}

/** The path of `_headers` or `_redirects` in an output; undefined for a host that has no rules. */
export function hostFileOf({ files, host }: Manifest, name: '_headers' | '_redirects'): string | undefined {
  const places = [name, `${host === undefined ? '' : rootFolder(host)}${name}`]
  return files.find(({ path }) => places.includes(path))?.path
}

/** Output paths come only from routes and hashed names; anything else is a bug in Imprint. */
export function assertInside(path: string): void {
  const steps = path.split('/')
  if (
    path === '' ||
    steps.some(step => step === '' || step === '.' || step === '..') ||
    /[\\\0:]/.test(path)
  ) {
    throw new Error(`Not a path inside a site: ${JSON.stringify(path)}`)
  }
}
