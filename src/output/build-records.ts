// What a built site was made from, beside the sites and not in them: equal sites stay equal byte for byte, and servers, which are
// given a brand's folder, never see it. So it comes along wherever the output folder goes.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Host } from '../brand/index.ts'
import { buildsFolder } from './guard.ts'
import { replaceFile } from './replace-file.ts'
import { makeFolder, unmask } from './stage.ts'
import { manifestSum } from './standing-site.ts'

/** The flags of a build that change results. Its environment is in the manifest. */
export interface BuildFlagsRecord {
  readonly drafts: boolean
  /** The day that was asked for; null for that of the build, so that the site must be as of today. */
  readonly asOf: string | null
  readonly host: Host | null
}

/** What a site was made from. */
export interface BuildRecord {
  /** Hash of everything that the site depends on. */
  readonly inputs: string
  readonly flags: BuildFlagsRecord
  /** SHA-256 by path. */
  readonly files: Readonly<Record<string, string>>
}

/**
 * Notes what the site in an output folder was made from. Throws errors of the disk.
 * @param isUnchanged The site is the one of an earlier build: what that noted of the same inputs stays.
 */
export function writeBuildRecord(
  out: string,
  brand: string,
  { inputs, flags, files }: Omit<BuildRecord, 'files'> & { readonly files: () => BuildRecord['files'] },
  isUnchanged: boolean,
): void {
  const path = pathOf(out, brand)
  const begin = `${JSON.stringify({ version: 1, brand, inputs, flags }).slice(0, -1)},`
  if (isUnchanged && textOf(path)?.startsWith(begin)) return
  const manifest = manifestSum(join(out, brand))
  if (manifest === undefined) return
  makeFolder(join(out, buildsFolder))
  replaceFile(path, `${begin}${JSON.stringify({ manifest, files: files() }, undefined, 1).slice(1)}\n`)
  unmask(path)
}

/** What the site in an output folder was made from; undefined if nothing says so, or it is another site. */
export function readBuildRecord(out: string, brand: string): BuildRecord | undefined {
  try {
    const { version, manifest, ...record } = JSON.parse(textOf(pathOf(out, brand)) ?? '') as BuildRecord & {
      readonly version: number
      readonly manifest: string
    }
    const { inputs, flags, files } = record
    const isWhole =
      typeof inputs === 'string' && typeof flags.drafts === 'boolean' && typeof files === 'object'
    return version === 1 && isWhole && manifest === manifestSum(join(out, brand)) ? record : undefined
  } catch {
    return undefined
  }
}

function pathOf(out: string, brand: string): string {
  return join(out, buildsFolder, `${brand}.json`)
}

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}
