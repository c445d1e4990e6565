// Files that pages refer to. Their names change with their bytes, so that browsers may cache them forever.

import { collecting, compareText, type Outcome } from '../diagnostics/index.ts'
import { type Files, type OutputFile, sha256Of } from '../files/index.ts'
import type { AssetUrls } from '../site/index.ts'

/** Assets of one site: the files to publish, and their URLs. */
interface AssetFiles {
  readonly files: readonly OutputFile[]
  readonly urls: AssetUrls
}

/**
 * Reads the files at `sourcePaths` and gives each a hashed path in the output and a URL under `basePath`. A file that cannot be
 * read gets a diagnostic and no URL.
 */
export function collectAssets(
  files: Files,
  sourcePaths: readonly string[],
  basePath: string,
): Outcome<AssetFiles> {
  const { diagnostics, take } = collecting()
  const outputs = new Map<string, OutputFile>()
  const urls: Record<string, string> = {}
  for (const sourcePath of sourcePaths) {
    const bytes = take(files.readBytes(sourcePath))
    if (bytes === undefined) continue
    const path = hashedPath(sourcePath, bytes)
    outputs.set(path, { path, bytes })
    urls[sourcePath] = `${basePath}/${path}`
  }
  const sorted = [...outputs.values()].sort((a, b) => compareText(a.path, b.path))
  return { value: { files: sorted, urls }, diagnostics }
}

/** `templates/assets/ssl-badge.svg` → `assets/ssl-badge-1f2e3d4c5b.svg`; the hash depends only on the bytes. */
export function hashedPath(sourcePath: string, bytes: Uint8Array): string {
  const name = sourcePath.slice(sourcePath.lastIndexOf('/') + 1)
  const dot = name.lastIndexOf('.')
  const stem = (dot === -1 ? name : name.slice(0, dot)).toLowerCase().replace(/[^a-z0-9]+/g, '-')
  const extension = dot === -1 ? '' : name.slice(dot).toLowerCase()
  return `assets/${stem}-${sha256Of(bytes).slice(0, 10)}${extension}`
}
