// Sites that another machine has built from the same inputs, and images and fonts of other sites, are taken from a store
// instead of being made. Everything that is read is checked against its hash; anything that does not match is made here, with
// a warning.

import { hash } from 'node:crypto'
import type { MakeOnce } from '../cache/index.ts'
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

export interface SiteStore {
  /** Publishes the sites of these brands that the store has. */
  restore(ids: readonly string[]): Promise<readonly BrandResult[]>
  /** Adds sites that were just built. */
  add(results: readonly BrandResult[]): Promise<void>
  /** Takes a result that sites share from the store, or makes and adds it. */
  readonly makeOnce: MakeOnce
  /** Problems with the store, each once. */
  readonly diagnostics: readonly Diagnostic[]
}

interface SiteStoreOptions {
  readonly store: BlobStore
  /** Its name in messages. */
  readonly name: string
  readonly mode: 'read' | 'write' | 'both'
  /** The hash of a brand's inputs. */
  readonly inputsOf: (id: string) => string
  readonly openOutput: BuildOptions['openOutput']
  /** Once it is aborted, failures are not the store's fault. */
  readonly signal?: AbortSignal
  /** Absolute path of a brand's published folder. */
  readonly target: (id: string) => string
  /** Whether warnings also make a brand fail. */
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
const requestsAtOnce = 16

/** In bytes: for the store's own documents, manifests, images and fonts. */
const documentLimit = 8_000_000
/** In bytes. A site with a larger file is not stored. */
const fileLimit = 16_000_000

export function openSiteStore(options: SiteStoreOptions): SiteStore {
  const { mode, signal } = options
  const store = guarded(options)
  const [reads, writes] = [mode !== 'write', mode !== 'read']
  return {
    diagnostics: store.diagnostics,
    async restore(ids) {
      const restored: BrandResult[] = []
      await inParallel(reads ? ids : [], requestsAtOnce, async id => {
        const damage = ['the site of this brand', id] as const
        const restoring = () => store.reading(() => restoreSite(id, store, options), ...damage)
        const result = signal?.aborted ? undefined : await restoring()
        if (result !== undefined) restored.push(result)
      })
      return restored
    },
    async add(results) {
      if (!writes || signal?.aborted) return
      await inParallel(results, requestsAtOnce, async result =>
        store.writing(put => addSite(result, put, options)),
      )
    },
    async makeOnce(name, make) {
      const key = hash('sha256', name)
      const restoring = async () => {
        const found = await store.get('ac', key, documentLimit)
        if (found === undefined) return undefined
        const [, sum] = storedResult.exec(new TextDecoder().decode(found)) ?? []
        if (sum === undefined) throw new Damaged()
        return await store.bytesOf(sum)
      }
      const damage = 'an image or a font'
      const restored = reads ? await store.reading(restoring, damage) : undefined
      if (restored !== undefined) return restored
      const bytes = await make()
      if (writes && bytes.length <= documentLimit) {
        await store.writing(async put => {
          const sum = sha256Of(bytes)
          await put('cas', sum, bytes)
          await put('ac', key, Buffer.from(`{"version":1,"result":"${sum}"}`))
        })
      }
      return bytes
    },
  }
}

type GuardedStore = ReturnType<typeof guarded>

/** The store, with each result checked against its hash. After a failed request, no more are made. */
function guarded({ store, name, signal }: SiteStoreOptions) {
  const diagnostics: Diagnostic[] = []
  let isDown = false
  const goesDown = (error: unknown): void => {
    if (isDown || signal?.aborted) return
    isDown = true
    const { message, cause } = error as Error
    const why = (cause as Error | undefined)?.message ?? message
    const problem = diagnostic('store/unavailable', `The store "${name}" was not used: ${why}.`, {
      hint: 'The sites are complete without it, but took longer to build.',
    })
    diagnostics.push(problem)
  }
  const damaged = (what: string, brand: string | undefined): void => {
    if (diagnostics.some(known => known.brand === brand && known.code === 'store/damaged')) return
    const problem = diagnostic('store/damaged', `The store "${name}" contains damaged data for ${what}.`, {
      ...(brand !== undefined && { brand }),
      hint: 'The data was not used. Check who can write to the store. Only builds that you trust should have write access.',
    })
    diagnostics.push(problem)
  }
  const get = async (...asked: Parameters<BlobStore['get']>): Promise<Uint8Array | undefined> => {
    if (isDown) throw new Unavailable()
    try {
      return await store.get(...asked)
    } catch (error) {
      goesDown(error)
      throw new Unavailable()
    }
  }
  return {
    diagnostics,
    get,
    async bytesOf(sha256: string, limit = documentLimit): Promise<Uint8Array> {
      const bytes = await get('cas', sha256, limit)
      if (bytes === undefined || sha256Of(bytes) !== sha256) throw new Damaged()
      return bytes
    },
    /** The result of a read; also undefined if the store fails or its content is damaged. */
    async reading<T>(
      read: () => Promise<T | undefined>,
      damage: string,
      brand?: string,
    ): Promise<T | undefined> {
      if (isDown) return undefined
      try {
        return await read()
      } catch (error) {
        if (!(error instanceof WriteError || error instanceof Unavailable)) damaged(damage, brand)
        return undefined
      }
    },
    async writing(write: (put: BlobStore['put']) => Promise<void>): Promise<void> {
      if (!isDown) await write((...given) => store.put(...given)).catch(goesDown)
    },
  }
}

/** Undefined if the site has to be built. */
async function restoreSite(
  id: string,
  store: GuardedStore,
  { inputsOf, openOutput, strict, allowRemovals }: SiteStoreOptions,
): Promise<BrandResult | undefined> {
  const start = performance.now()
  const found = await store.get('ac', inputsOf(id), documentLimit)
  if (found === undefined) return undefined
  const site = parseSite(found, id)
  if (site === undefined) throw new Damaged()
  if (isRefused(site.result.diagnostics, strict)) return undefined
  const { value: output, diagnostics } = await openOutput(id)
  if (output === undefined) return undefined
  try {
    const stored = parseManifest(await store.bytesOf(site.manifest))
    if (stored === undefined) throw new Damaged()
    const paths = pagesOf({ ...stored, files: site.files })
    const before = output.published === undefined ? [] : [...pagesOf(output.published)]
    if (before.some(path => !paths.has(path)) && !allowRemovals) {
      output.discard()
      return undefined
    }
    const { files, bytes, look, diagnostics: told } = await publish(site, stored, output, store)
    const ms = Math.round(performance.now() - start)
    const all = [...site.result.diagnostics, ...diagnostics, ...told]
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
    output.discard()
    throw error
  }
}

async function publish(site: StoredSite, facts: Manifest, output: Output, store: GuardedStore) {
  const manifest = manifestBuilder(site.result.id)
  for (const entry of site.files) manifest.record(entry)
  if (sha256Of(manifest.file(facts).bytes) !== site.manifest) throw new Damaged()
  const missing = site.files.filter(entry => output.reuse?.(entry) === undefined)
  let failed = false
  await inParallel(missing, requestsAtOnce, async ({ path, size, sha256 }) => {
    try {
      const bytes = failed ? undefined : await store.bytesOf(sha256, size)
      // The output is discarded after the first failure.
      if (bytes !== undefined && !failed) output.put({ path, bytes })
    } catch (error) {
      failed = true
      throw error
    }
  })
  return output.commit(facts)
}

async function addSite(
  { status, files: _, bytes, ms, configInvalid, look, ...cached }: BrandResult,
  put: BlobStore['put'],
  { target, inputsOf }: SiteStoreOptions,
): Promise<void> {
  const folder = target(cached.id)
  const manifest = publishedFile(folder, manifestName)
  const files = manifest && parseManifest(manifest)?.files
  if (manifest === undefined || files === undefined) return
  if (manifest.length > documentLimit || files.some(({ size }) => size > fileLimit)) return
  let whole = true
  await inParallel(files, requestsAtOnce, async ({ path, sha256 }) => {
    const bytes = publishedFile(folder, path)
    if (bytes === undefined || sha256Of(bytes) !== sha256) whole = false
    else await put('cas', sha256, bytes)
  })
  // Another program writes to the folder, too.
  if (!whole) return
  const sum = sha256Of(manifest)
  await put('cas', sum, manifest)
  const found = cached.diagnostics.filter(({ code }) => !code.startsWith('output/'))
  const site: StoredSite = { version: 1, manifest: sum, files, result: { ...cached, diagnostics: found } }
  // Written last: once it exists, everything that it names exists.
  await put('ac', inputsOf(cached.id), new TextEncoder().encode(JSON.stringify(site)))
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
