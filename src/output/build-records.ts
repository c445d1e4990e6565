// The inputs of a built site, stored next to the sites rather than in them. So equal sites stay equal byte for byte, the
// inputs move with the output folder, and servers, which get only a brand's folder, never see them.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Host } from '../brand/index.ts'
import { attempt } from '../files/index.ts'
import { buildsFolder } from './guard.ts'
import { manifestSum } from './published-site.ts'
import { replaceFile } from './replace-file.ts'
import { makeFolder, unmask } from './stage.ts'

/** The flags of a build that change its result. Its environment is in the manifest. */
export interface BuildFlagsRecord {
  readonly drafts: boolean
  /** The date given by `--as-of`; null for the date of the build, in which case the site must be up to date. */
  readonly asOf: string | null
  readonly host: Host | null
}

/** The inputs of a site. */
export interface BuildRecord {
  /** Hash of everything that the site depends on. */
  readonly inputs: string
  readonly flags: BuildFlagsRecord
  /** SHA-256 by path. */
  readonly files: Readonly<Record<string, string>>
}

/**
 * Records the inputs of the site in an output folder. Throws disk errors.
 * @param isUnchanged Whether the site is from an earlier build, whose record of the same inputs stays.
 */
export function writeBuildRecord(
  out: string,
  brand: string,
  { inputs, flags, files }: Omit<BuildRecord, 'files'> & { readonly files: () => BuildRecord['files'] },
  isUnchanged: boolean,
): void {
  const path = pathOf(out, brand)
  const begin = `${JSON.stringify({ version: 1, brand, inputs, flags }).slice(0, -1)},`
  if (isUnchanged && attempt(() => readFileSync(path, 'utf8'))?.startsWith(begin)) return
  const manifest = manifestSum(join(out, brand))
  if (manifest === undefined) return
  makeFolder(join(out, buildsFolder))
  replaceFile(path, `${begin}${JSON.stringify({ manifest, files: files() }, undefined, 1).slice(1)}\n`)
  unmask(path)
}

/** The inputs of the site in an output folder; undefined if there is no record, or it belongs to another site. */
export function readBuildRecord(out: string, brand: string): BuildRecord | undefined {
  return attempt(() => {
    const { version, manifest, ...record } = JSON.parse(
      readFileSync(pathOf(out, brand), 'utf8'),
    ) as BuildRecord & {
      readonly version: number
      readonly manifest: string
    }
    const { inputs, flags, files } = record
    const isWhole =
      typeof inputs === 'string' && typeof flags.drafts === 'boolean' && typeof files === 'object'
    return version === 1 && isWhole && manifest === manifestSum(join(out, brand)) ? record : undefined
  })
}

function pathOf(out: string, brand: string): string {
  return join(out, buildsFolder, `${brand}.json`)
}
