import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Folder of the Imprint package: it holds the browser half of the kit, and finds React from there. */
export function packageFolder(): string {
  let folder = dirname(fileURLToPath(import.meta.url))
  while (!existsSync(join(folder, 'package.json'))) folder = dirname(folder)
  return folder
}

/**
 * `sharp 0.35.5`: part of the key of whatever a package makes. Read without loading the package, which a hit in the
 * cache makes needless.
 */
export function packageVersion(name: string): string {
  let folder = dirname(createRequire(import.meta.url).resolve(name))
  // Not every package lets its package.json be asked for by name.
  while (!existsSync(join(folder, 'package.json'))) folder = dirname(folder)
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }
  return `${name} ${version}`
}
