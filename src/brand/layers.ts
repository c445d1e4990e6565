// The folders that a brand is made of, found without checking anything: for what looks at thousands of brands.

import type { SourceFile } from '../files/index.ts'
import { brandsFolder } from './chain.ts'
import { isSlug } from './names.ts'

/**
 * Ids of a brand's layers, weakest first, the brand last: those that `BrandConfig.chain` has where the brand is valid. Of a
 * broken brand, as far as they can be read.
 * @param configOf The text of a layer's `brand.yaml`; empty where there is none.
 */
export async function brandLayers(
  id: string,
  configOf: (layer: string) => string,
): Promise<readonly string[]> {
  const layers: string[] = []
  const add = async (layer: string, below: readonly string[]): Promise<void> => {
    if (!isSlug(layer.replace(/^_/, '')) || layers.includes(layer) || below.includes(layer)) return
    const source = { path: `${brandsFolder}/${layer}/brand.yaml`, text: configOf(layer) }
    for (const parent of await parentsOf(source)) await add(parent, [...below, layer])
    layers.push(layer)
  }
  await add(id, [])
  return layers
}

/** What "extends" names. To load and run the parser takes long, and nearly every file says it in the same way. */
async function parentsOf(source: SourceFile): Promise<readonly string[]> {
  const { text } = source
  const mentions = text.split('extends').length - 1
  if (mentions === 0 && !text.includes('\\')) return []
  const plain = /^extends: +(_?[a-z][a-z0-9-]*)$/m.exec(text)?.[1]
  if (mentions === 1 && plain !== undefined) return [plain]
  const { entryAt, parseYaml } = await import('../yaml/index.ts')
  const { value } = parseYaml(source)
  const named = value && entryAt(value, ['extends'])?.value
  const items = named?.kind === 'list' ? named.items : named === undefined ? [] : [named]
  return items.flatMap(item => (item.kind === 'scalar' && typeof item.value === 'string' ? item.value : []))
}
