// The folders that a brand is made of, found without checking anything: for what looks at thousands of brands.

import type { SourceFile } from '../files/index.ts'
import { parseSimpleMap } from '../yaml/index.ts'
import { brandsFolder, parentsOf } from './chain.ts'
import { isSlug } from './names.ts'
import { seenByOthers } from './seen.ts'

/**
 * Ids of a brand's layers, weakest first, the brand last: those that `BrandConfig.chain` has where the brand is valid. Of a
 * broken brand, as far as they can be read.
 * @param configOf The text of a layer's `brand.yaml`; empty if there is none.
 */
export async function brandLayers(
  id: string,
  configOf: (layer: string) => string,
): Promise<readonly string[]> {
  const layers: string[] = []
  const add = async (layer: string, below: readonly string[]): Promise<void> => {
    if (!isSlug(layer.replace(/^_/, '')) || layers.includes(layer) || below.includes(layer)) return
    const source = { path: `${brandsFolder}/${layer}/brand.yaml`, text: configOf(layer) }
    for (const parent of await extendedBy(source)) await add(parent, [...below, layer])
    layers.push(layer)
  }
  await add(id, [])
  return layers
}

/** What "extends" names. To load and run the parser takes long, and few files need it. */
async function extendedBy(source: SourceFile): Promise<readonly string[]> {
  const seen = seenByOthers(source)
  const located = parseSimpleMap(seen) ?? (await import('../yaml/index.ts')).parseYaml(seen).value
  return located?.kind === 'map' ? parentsOf(located).map(({ id }) => id) : []
}
