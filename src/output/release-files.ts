// Reads the files of a built site or a release, compares them with their manifest, and writes them.

import { readFileSync, renameSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { diagnostic, type Outcome } from '../diagnostics/index.ts'
import { attempt, type OutputFile } from '../files/index.ts'
import { type Manifest, manifestName, parseManifest, sha256Of } from './manifest.ts'
import { shortId } from './release-records.ts'
import { fileCreator, makeFolder } from './stage.ts'

/**
 * Reads a built site, and compares it with its manifest.
 * @param of The id of the expected release, or the environment that it must be built for, `null` for the live site.
 * @returns Its files, the manifest last.
 */
export function readSite(
  site: string,
  brand: string,
  of: { readonly release: string } | { readonly environment: string | null },
): Outcome<
  { readonly id: string; readonly manifest: Manifest; readonly files: readonly OutputFile[] } | undefined
> {
  const release = 'release' in of ? of.release : undefined
  const altered = (path: string, what: string) => {
    const [place, hint] =
      release === undefined
        ? [`built site of "${brand}"`, `Build it again: "imprint build ${brand} --no-cache".`]
        : [
            `release ${shortId(release)} of "${brand}"`,
            'Name another release, or restore the state of the project that this release was built from, build it and release it.',
          ]
    const problem = diagnostic('release/altered', `${path} in the ${place} ${what}.`, { brand, hint })
    return { value: undefined, diagnostics: [problem] }
  }
  const bytes = attempt(() => readFileSync(join(site, manifestName)))
  if (bytes === undefined) {
    if ('release' in of) return altered(manifestName, 'is missing or cannot be read')
    // The command knows which other brands are missing, and says how to build them all.
    const message = `There is no built site in ${dirname(site)}.`
    return { value: undefined, diagnostics: [diagnostic('release/not-built', message, { brand })] }
  }
  const id = sha256Of(bytes)
  const manifest = release === undefined || release === id ? parseManifest(bytes) : undefined
  if (manifest === undefined) return altered(manifestName, 'was changed after Imprint wrote it')
  const siteFiles: OutputFile[] = []
  for (const { path, sha256 } of manifest.files) {
    const content = attempt(() => readFileSync(join(site, path)))
    if (content === undefined) return altered(path, 'is missing or cannot be read')
    if (sha256Of(content) !== sha256) return altered(path, 'was changed after Imprint wrote it')
    siteFiles.push({ path, bytes: content })
  }
  return { value: { id, manifest, files: [...siteFiles, { path: manifestName, bytes }] }, diagnostics: [] }
}

/** Writes the files of a site into a new folder, for web servers to read. */
export function writeSite(folder: string, files: readonly OutputFile[]): void {
  makeFolder(folder)
  const write = fileCreator(folder)
  for (const { path, bytes } of files) write(path, bytes)
}

/** The files that a folder lacks, or has with different bytes. */
export function alteredFiles(folder: string, files: readonly OutputFile[]): readonly OutputFile[] {
  return files.filter(({ path, bytes }) => !attempt(() => readFileSync(join(folder, path)))?.equals(bytes))
}

/**
 * Restores a file of a site, in one step.
 * @param staged A new path on the same disk.
 */
export function rewriteFile(folder: string, { path, bytes }: OutputFile, staged: string): void {
  makeFolder(dirname(join(folder, path)))
  fileCreator(dirname(staged))(basename(staged), bytes)
  renameSync(staged, join(folder, path))
}
