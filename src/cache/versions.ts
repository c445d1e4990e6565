// The part of a cache key that identifies the code.

import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { remembered } from '../files/index.ts'

/** Filled in by `scripts/compile.mjs`: a hash of all sources and of the versions of bundled packages. */
declare const IMPRINT_PIPELINE: string | undefined

/** When Imprint runs from its sources, which may change at any time, results are valid in this process only. */
const sources = typeof IMPRINT_PIPELINE === 'undefined' ? randomUUID() : IMPRINT_PIPELINE

/**
 * Identifies the code that makes a result: Imprint's own, and packages outside its bundle. Every cached result depends on it;
 * otherwise, a wrong result would outlive the bug that caused it.
 */
export function pipelineVersion(...packages: readonly string[]): string {
  return [sources, ...packages.map(packageVersion)].join('\n')
}

/**
 * `sharp 0.35.5`: part of the key of everything that a package makes. Read without loading the package, which a cache hit does
 * not need. Remembered, because it is part of the key of every image.
 */
export const packageVersion = remembered((name: string): string => {
  const { resolve } = createRequire(import.meta.url)
  // If packages are in folders, this is ten times as fast as resolving them, and not every package exports its package.json.
  let folder = (resolve.paths(name) ?? []).map(parent => join(parent, name)).find(hasManifest)
  if (folder === undefined) folder = dirname(resolve(name))
  while (!hasManifest(folder)) folder = dirname(folder)
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }
  return `${name} ${version}`
})

function hasManifest(folder: string): boolean {
  return existsSync(join(folder, 'package.json'))
}
