// The part of a cache key that identifies the code.

import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { remembered } from '../files/index.ts'

/** Put in by `scripts/compile.mjs`: a hash of all sources and of the versions of what is bundled with them. */
declare const IMPRINT_PIPELINE: string | undefined

/** Run from its sources, which may change at any time, Imprint keeps results for the same process only. */
const sources = typeof IMPRINT_PIPELINE === 'undefined' ? randomUUID() : IMPRINT_PIPELINE

/**
 * Stands for the code that makes a result: Imprint's own and that of packages outside its bundle. A result that is cached
 * between runs depends on it, or a wrong one would outlive the fault that made it.
 */
export function pipelineVersion(...packages: readonly string[]): string {
  return [sources, ...packages.map(packageVersion)].join('\n')
}

/**
 * `sharp 0.35.5`: part of the key of everything a package makes. Read without loading the package, which a hit in the
 * cache makes needless. Once: it is part of the key of every image.
 */
export const packageVersion = remembered((name: string): string => {
  const { resolve } = createRequire(import.meta.url)
  // Where packages lie in folders, this is ten times as fast as to resolve them. Not every one lets its package.json be asked for.
  let folder = (resolve.paths(name) ?? []).map(parent => join(parent, name)).find(hasManifest)
  if (folder === undefined) folder = dirname(resolve(name))
  while (!hasManifest(folder)) folder = dirname(folder)
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }
  return `${name} ${version}`
})

function hasManifest(folder: string): boolean {
  return existsSync(join(folder, 'package.json'))
}
