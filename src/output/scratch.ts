// Throwaway builds, for previews and comparisons.

import { constants, copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { manifestName } from './manifest.ts'
import { readManifest } from './published-site.ts'

/** A folder next to an output folder, on the same disk, for one command. */
export function openScratch(out: string): { readonly path: string; close(): void } {
  mkdirSync(dirname(out), { recursive: true })
  const path = mkdtempSync(join(dirname(out), '.imprint-scratch-'))
  return { path, close: () => rmSync(path, { recursive: true }) }
}

/**
 * A folder in the system's temporary directory, for the output of another program, whose last process may still be writing after
 * it has ended.
 */
export function openTemporary(): { readonly path: string; close(): void } {
  const path = mkdtempSync(join(tmpdir(), 'imprint-'))
  return { path, close: () => rmSync(path, { recursive: true, force: true, maxRetries: 10 }) }
}

/** Creates a site's folder with nothing but its manifest. */
export function writeManifest(folder: string, text: string): void {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, manifestName), text)
}

/**
 * Copies a built site into another folder, without links, because those would change the times of the site's own files. False if
 * there is no site.
 * @param folders The site: its manifest and each of its files are in the first folder that has them.
 */
export function copySite(folders: readonly string[], to: string): boolean {
  const find = (path: string) =>
    folders.map(folder => join(folder, path)).find(file => existsSync(file)) ?? ''
  const manifest = folders.map(readManifest).find(found => found !== undefined)
  if (manifest === undefined) return false
  const paths = [...manifest.files.map(file => file.path), manifestName]
  for (const folder of new Set(paths.map(path => dirname(join(to, path)))))
    mkdirSync(folder, { recursive: true })
  for (const path of paths) copyFileSync(find(path), join(to, path), constants.COPYFILE_FICLONE)
  return true
}
