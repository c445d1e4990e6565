// The store in `--store`: sites, images and fonts that machines share.

import { join, resolve } from 'node:path'
import { type BrandResult, type Decisions, requestsAtOnce } from '../../build/index.ts'
import type { MakeOnce } from '../../cache/index.ts'
import type { Diagnostic } from '../../diagnostics/index.ts'
import { inParallel } from '../../files/index.ts'
import { httpStore, shownAddress } from './http-store.ts'

export interface StoreFlags {
  /** A folder or an address. */
  readonly store?: string
  readonly storeMode?: 'read' | 'write' | 'both'
  readonly strict: boolean
  readonly allowRemovals: boolean
  readonly child: boolean
}

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

interface StoreOptions {
  /** Absolute path of the folder of the sites. */
  readonly out: string
  /** How many brands are built. */
  readonly brands: number
  readonly signal: AbortSignal
  /** Has the hashes of the brands' inputs. */
  readonly decisions: Decisions | undefined
}

/** Undefined without `--store`. */
export async function openSiteStore(
  { store, storeMode = 'read', strict, allowRemovals, child }: StoreFlags,
  { out, brands, signal, decisions }: StoreOptions,
): Promise<SiteStore | undefined> {
  if (store === undefined || child) return undefined
  const { directoryOutputs, folderStoreAside, openStoredSites } = await import('../processes/stages.ts')
  const stored = openStoredSites({
    store: /^https?:/i.test(store)
      ? httpStore(store, {
          token: process.env.IMPRINT_STORE_TOKEN,
          signal,
          // A store may take as long as building would.
          budget: 30_000 + 1_000 * brands,
        })
      : folderStoreAside(resolve(store), {
          program: new URL('./store-process.js', import.meta.url),
          signal,
        }),
    name: shownAddress(store),
    openOutput: directoryOutputs(out, signal),
    signal,
    target: id => join(out, id),
    strict,
    allowRemovals,
  })
  const [reads, writes] = [storeMode !== 'write', storeMode !== 'read']
  const inputsOf = (id: string) => decisions?.inputs.get(id)?.hash ?? ''
  return {
    async restore(ids) {
      const restored: BrandResult[] = []
      await inParallel(reads ? ids : [], requestsAtOnce, async id => {
        const result = signal.aborted ? undefined : await stored.restore(id, inputsOf(id))
        if (result !== undefined) restored.push(result)
      })
      return restored
    },
    async add(results) {
      if (!writes || signal.aborted) return
      await inParallel(results, requestsAtOnce, async result => stored.add(result, inputsOf(result.id)))
    },
    async makeOnce(name, make) {
      const found = reads ? await stored.restoreResult(name) : undefined
      if (found !== undefined) return found
      const bytes = await make()
      if (writes) await stored.addResult(name, bytes)
      return bytes
    },
    diagnostics: stored.diagnostics,
  }
}
