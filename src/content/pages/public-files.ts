// Files that are published as they are: `public/`, under those of the bases and of the brand.

import { type BrandConfig, brandsFolder } from '../../brand/index.ts'
import { collecting, compareText, type Outcome } from '../../diagnostics/index.ts'
import type { Files } from '../../files/index.ts'

export interface PublicFile {
  /** Where it is published: `.well-known/security.txt`. */
  readonly path: string
  /** Source path. */
  readonly source: string
}

export const publicFolder = 'public'

/** The public files of a brand, sorted by path. A stronger layer replaces a file of the same path. */
export function findPublicFiles(
  files: Files,
  { chain }: Pick<BrandConfig, 'chain'>,
): Outcome<readonly PublicFile[]> {
  const { diagnostics, take } = collecting()
  const found = new Map<string, PublicFile>()
  for (const folder of [publicFolder, ...chain.map(id => `${brandsFolder}/${id}/${publicFolder}`)]) {
    for (const source of take(files.list(folder))) {
      const path = source.slice(folder.length + 1)
      found.set(path, { path, source })
    }
  }
  const sorted = [...found.values()].sort((a, b) => compareText(a.path, b.path))
  return { value: sorted, diagnostics }
}
