// Sites that another machine has built from the same inputs, and images and fonts of other sites, are taken from a store instead
// of being made. Everything that is read is compared with its hash; if it does not match, it is made, with a warning.

import { hash } from 'node:crypto'
import { type Diagnostic, diagnostic } from '../diagnostics/index.ts'
import { attempt, inParallel } from '../files/index.ts'
import {
  type BlobStore,
  type Manifest,
  manifestBuilder,
  manifestName,
  type Output,
  parseManifest,
  publishedFile,
  sha256Of,
  sitePathOf,
  WriteError,
} from '../output/index.ts'
import { type BrandResult, type BuildOptions, isRefused } from './build.ts'
import { isStoredSite } from './stored-result.ts'

export interface StoredSites {
  /** Publishes a brand's site from the store; undefined if it has to be built. */
  restore(id: string, inputs: string): Promise<BrandResult | undefined>
  /** Adds a site that was just built. */
  add(result: BrandResult, inputs: string): Promise<void>
  /** A result that sites share, such as an image, by its name in the cache; undefined if it has to be made. */
  restoreResult(name: string): Promise<Uint8Array | undefined>
  addResult(name: string, bytes: Uint8Array): Promise<void>
  /** Problems of the store, each once. */
  readonly diagnostics: readonly Diagnostic[]
}

interface StoredSitesOptions {
  readonly store: BlobStore
  /** Its name in messages. */
  readonly name: string
  readonly openOutput: BuildOptions['openOutput']
  /** Once it is aborted, failures are not the store's fault. */
  readonly signal?: AbortSignal
  /** Absolute path of a brand's published folder. */
  readonly target: (id: string) => string
  /** Whether warnings fail a brand too. */
  readonly strict: boolean
  /** Whether published pages may disappear. */
  readonly allowRemovals: boolean
}

/** The content of `ac/<inputs>`. */
interface StoredSite {
  readonly version: 1
  /** SHA-256 of the manifest, which names all other files. */
  readonly manifest: string
  readonly files: Manifest['files']
  readonly result: Omit<BrandResult, 'status' | 'files' | 'bytes' | 'ms' | 'configInvalid' | 'look'>
}

/** Number of files, or sites, that are requested at the same time. */
export const requestsAtOnce = 16

/** In bytes: for the store's own documents, manifests, images and fonts. */
const documentLimit = 8_000_000
/** In bytes. A site with a larger file is not stored. */
const fileLimit = 16_000_000

export function openStoredSites(options: StoredSitesOptions): StoredSites {
  const { store, name, openOutput, target, strict, allowRemovals } = options
  const diagnostics: Diagnostic[] = []
  let isDown = false
  const goesDown = (error: unknown): void => {
    if (isDown || options.signal?.aborted) return
    isDown = true
    const { message, cause } = error as Error
    const why = (cause as Error | undefined)?.message ?? message
    const problem = diagnostic('store/unavailable', `The store "${name}" is not used: ${why}.`, {
      hint: 'The sites are complete without it; they only took longer to build.',
    })
    diagnostics.push(problem)
  }
  const damaged = (what: string, place?: { readonly brand: string }): void => {
    const problem = diagnostic('store/damaged', `What the store "${name}" has ${what}.`, {
      ...place,
      hint: 'Find out who can write to the store; only builds that you trust should.',
    })
    if (!diagnostics.some(({ brand, code }) => brand === problem.brand && code === problem.code))
      diagnostics.push(problem)
  }
  /** After a failed request, no more are made. */
  const get = async (...asked: Parameters<BlobStore['get']>): Promise<Uint8Array | undefined> => {
    if (isDown) throw new Unavailable()
    try {
      return await store.get(...asked)
    } catch (error) {
      goesDown(error)
      throw new Unavailable()
    }
  }
  const bytesOf = async (sha256: string, limit = documentLimit): Promise<Uint8Array> => {
    const bytes = await get('cas', sha256, limit)
    if (bytes === undefined || sha256Of(bytes) !== sha256) throw new Damaged()
    return bytes
  }
  const publish = async (site: StoredSite, facts: Manifest, output: Output) => {
    const manifest = manifestBuilder(site.result.id)
    for (const entry of site.files) manifest.record(entry)
    if (sha256Of(manifest.file(facts).bytes) !== site.manifest) throw new Damaged()
    const missing = site.files.filter(entry => output.reuse?.(entry) === undefined)
    let failed = false
    await inParallel(missing, requestsAtOnce, async ({ path, size, sha256 }) => {
      try {
        const bytes = failed ? undefined : await bytesOf(sha256, size)
        // The output is discarded after the first failure.
        if (bytes !== undefined && !failed) output.put({ path, bytes })
      } catch (error) {
        failed = true
        throw error
      }
    })
    return output.commit(facts)
  }
  return {
    diagnostics,
    async restore(id, inputs) {
      if (isDown) return undefined
      const start = performance.now()
      let output: Output | undefined
      try {
        const found = await get('ac', inputs, documentLimit)
        if (found === undefined) return undefined
        const site = parseSite(found, id)
        if (site === undefined) throw new Damaged()
        if (isRefused(site.result.diagnostics, strict)) return undefined
        const opened = await openOutput(id)
        output = opened.value
        if (output === undefined) return undefined
        const stored = parseManifest(await bytesOf(site.manifest))
        if (stored === undefined) throw new Damaged()
        const paths = pagesOf({ ...stored, files: site.files })
        const before = output.published === undefined ? [] : [...pagesOf(output.published)]
        if (before.some(path => !paths.has(path)) && !allowRemovals) {
          output.discard()
          return undefined
        }
        const { files, bytes, look, diagnostics: told } = await publish(site, stored, output)
        const ms = Math.round(performance.now() - start)
        const all = [...site.result.diagnostics, ...opened.diagnostics, ...told]
        return {
          ...site.result,
          status: 'restored',
          files,
          bytes,
          ms,
          diagnostics: all,
          configInvalid: false,
          look,
        }
      } catch (error) {
        output?.discard()
        if (!(error instanceof WriteError || error instanceof Unavailable))
          damaged('for this brand is damaged, so it was built', { brand: id })
        return undefined
      }
    },
    async add({ status, files: _, bytes, ms, configInvalid, look, ...cached }, inputs) {
      if (isDown) return
      const { id } = cached
      try {
        const manifest = publishedFile(target(id), manifestName)
        const files = manifest && parseManifest(manifest)?.files
        if (manifest === undefined || files === undefined) return
        if (manifest.length > documentLimit || files.some(({ size }) => size > fileLimit)) return
        let whole = true
        await inParallel(files, requestsAtOnce, async ({ path, sha256 }) => {
          const bytes = publishedFile(target(id), path)
          if (bytes === undefined || sha256Of(bytes) !== sha256) whole = false
          else await store.put('cas', sha256, bytes)
        })
        // Another program writes to the folder, too.
        if (!whole) return
        const sum = sha256Of(manifest)
        await store.put('cas', sum, manifest)
        const found = cached.diagnostics.filter(({ code }) => !code.startsWith('output/'))
        const result = { ...cached, diagnostics: found }
        const site: StoredSite = { version: 1, manifest: sum, files, result }
        // Written last: once it exists, everything that it names exists.
        await store.put('ac', inputs, new TextEncoder().encode(JSON.stringify(site)))
      } catch (error) {
        goesDown(error)
      }
    },
    async restoreResult(result) {
      if (isDown) return undefined
      try {
        const found = await get('ac', hash('sha256', result), documentLimit)
        if (found === undefined) return undefined
        const [, sum] = storedResult.exec(new TextDecoder().decode(found)) ?? []
        if (sum === undefined) throw new Damaged()
        return await bytesOf(sum)
      } catch (error) {
        if (!(error instanceof Unavailable)) damaged('of an image or a font is damaged, so it was made')
        return undefined
      }
    },
    async addResult(result, bytes) {
      if (isDown || bytes.length > documentLimit) return
      try {
        const sum = sha256Of(bytes)
        await store.put('cas', sum, bytes)
        await store.put('ac', hash('sha256', result), Buffer.from(`{"version":1,"result":"${sum}"}`))
      } catch (error) {
        goesDown(error)
      }
    },
  }
}

function pagesOf(manifest: Manifest): ReadonlySet<string> {
  const paths = manifest.files.map(({ path }) => sitePathOf(manifest, path))
  return new Set(paths.filter(path => path?.endsWith('.html')) as string[])
}

/** The content of `ac/<name>` for a result. */
const storedResult = /^\{"version":1,"result":"([0-9a-f]{64})"\}$/

/** The store's content is damaged. */
class Damaged extends Error {}

/** The store failed, which has already been reported. */
class Unavailable extends Error {}

function parseSite(bytes: Uint8Array, id: string): StoredSite | undefined {
  return attempt(() => {
    const site = JSON.parse(new TextDecoder().decode(bytes)) as StoredSite
    if (!isStoredSite(site, fileLimit) || site.result.id !== id) return undefined
    // Throws for a path that leads out of the site.
    const manifest = manifestBuilder(id)
    for (const entry of site.files) manifest.record(entry)
    return site
  })
}
