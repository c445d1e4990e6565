// Which folders may be written to. Other tools have deleted sites, sources and `.git` folders when an output path was wrong
// (jekyll#902, vite#1501); this one refuses any folder it is not sure about, before touching anything.

import { existsSync, lstatSync, readdirSync, realpathSync, type Stats, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { basename, dirname, join, resolve, sep } from 'node:path'
import { type Diagnostic, diagnostic } from '../diagnostics/index.ts'
import { attempt } from '../files/index.ts'
import { buildIdPattern } from './build-id.ts'
import { holderOf } from './lock.ts'
import { manifestName } from './manifest.ts'

/** The folder of build records in an output folder. */
export const buildsFolder = '.imprint-builds'

/** Names of the files and folders that a build creates next to a brand's folder while it runs. */
export const beside = {
  lock: (target: string) => sibling(target, 'lock'),
  stage: (target: string, id: string) => sibling(target, `stage-${id}`),
  old: (target: string, id: string) => sibling(target, `old-${id}`),
}

function sibling(target: string, suffix: string): string {
  const name = target.slice(target.lastIndexOf(sep) + 1)
  return join(dirname(target), `.${name}.${suffix}`)
}

/**
 * Leftovers of a killed build next to a folder. Full names are compared, because a user's files may have names with the same
 * beginning.
 */
export function leftoverOf(target: string, name: string): 'old' | 'stage' | 'lock' | undefined {
  const prefix = `.${basename(target)}.`
  if (!name.startsWith(prefix)) return undefined
  const [, folder, lock] = leftover.exec(name.slice(prefix.length)) ?? []
  return (folder ?? lock) as 'old' | 'stage' | 'lock' | undefined
}

const leftover = new RegExp(
  `^(?:(old|stage)-${buildIdPattern}|(lock)(?:(?:\\.break)+|(?:\\.break)*\\.${buildIdPattern}))$`,
)
export const ownBeside = new RegExp(
  `^\\.[a-z0-9-]+\\.(?:(lock(?:\\.break)*(?:\\.${buildIdPattern})?)|(?:stage|old)-${buildIdPattern})$`,
)

/** Whether an entry of an output folder proves that a build wrote to it. */
function isProof(folder: string, name: string): boolean {
  const path = join(folder, name)
  if (hasManifest(path)) return true
  const [own, lock] = ownBeside.exec(name) ?? []
  if (own === undefined) return false
  // Other programs have locks with similar names: /etc/.pwd.lock.
  return lock === undefined
    ? (lstatSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false)
    : holderOf(path) !== undefined
}

/** What Imprint writes into a kind of folder, and how it recognizes its own files. */
interface FolderUse {
  /** In messages: `output folder`. */
  readonly name: string
  readonly flag: string
  /** Whether an entry is no reason to refuse the folder. */
  readonly isOwn: (folder: string, name: string) => boolean
  /** Whether an entry proves that Imprint wrote to the folder. */
  readonly isProof: (folder: string, name: string) => boolean
}

const sites: FolderUse = {
  name: 'output folder',
  flag: '--out',
  isOwn: (_, name) => ownBeside.test(name) || name === buildsFolder,
  isProof,
}

/**
 * Why `--out`, or another folder that Imprint writes to, must not be used; undefined if it may.
 * @param inputs Folders with the tool's input.
 */
export function checkOut(
  out: string,
  root: string,
  inputs: readonly string[],
  use: FolderUse = sites,
): Diagnostic | undefined {
  const refuse = (why: string) =>
    diagnostic('output/refused', `"${out}" cannot be the ${use.name}: ${why}.`, {
      hint: `Choose a new or empty folder with ${use.flag}, or move the contents of this one elsewhere.`,
    })
  let why: string | undefined
  try {
    why = whyNot(realOf(out), root, inputs, use)
  } catch (error) {
    // No permission, a link to itself, or too long a name: a folder that cannot be read cannot be cleared either.
    const { code } = error as NodeJS.ErrnoException
    why =
      code === 'ENOTDIR'
        ? 'part of its path is a file'
        : `it cannot be inspected (${code ?? 'unknown error'})`
  }
  return why === undefined ? undefined : refuse(why)
}

function whyNot(
  real: string,
  root: string,
  inputs: readonly string[],
  { isOwn, isProof }: FolderUse,
): string | undefined {
  if (dirname(real) === real) return 'it is the root of a disk'
  if (contains(real, realOf(homedir()))) return 'it is or contains your home folder'
  if (contains(real, realOf(process.cwd()))) return 'it is or contains the current folder'
  if (contains(real, realOf(root))) return 'it is or contains the project folder'
  for (const input of inputs) {
    if (contains(real, realOf(input)) || contains(realOf(input), real))
      return `the project's files are in ${input}`
  }
  const steps = real.split(sep)
  for (const name of ['.git', 'node_modules', '.imprint']) {
    if (steps.includes(name)) return `it is inside a ${name} folder`
  }
  const status = statSync(real, { throwIfNoEntry: false })
  if (status === undefined) return undefined
  if (!status.isDirectory()) return 'it is a file'
  if (existsSync(join(real, '.git'))) return 'it contains a .git folder'
  const names = readdirSync(real)
  // A folder with nothing but leftovers counts as empty, even if a lock was left before its owner was written.
  if (names.every(name => isOwn(real, name)) || names.some(name => isProof(real, name))) return undefined
  // All files of earlier builds may be gone, and the rest belongs to someone else.
  return 'it contains files that Imprint did not write'
}

/** Why one brand's folder inside `--out` must not be replaced; undefined if it may. */
export function checkTarget(target: string): Diagnostic | undefined {
  const status = lstatSync(target, { throwIfNoEntry: false })
  if (status === undefined) return undefined
  const problem = (why: string) => notReplaced(target, why)
  if (!status.isDirectory())
    return problem(status.isSymbolicLink() ? 'it is a symbolic link' : 'it is a file')
  if (existsSync(join(target, '.git'))) return problem('it contains a .git folder')
  if (hasManifest(target) || hasRecord(target) || mayBeHalfSite(target)) return undefined
  return withoutManifest(target)
}

/** The problem with a folder whose files belong to no site. */
export function withoutManifest(target: string): Diagnostic {
  return notReplaced(target, `it contains files but no ${manifestName}, so Imprint did not write it`)
}

function notReplaced(target: string, why: string): Diagnostic {
  return diagnostic('output/not-ours', `"${target}" was not replaced: ${why}.`, {
    hint: 'Move it elsewhere, or choose another folder with --out.',
  })
}

/** Whether an earlier build of exactly this folder was recorded. */
export function hasRecord(target: string): boolean {
  const record = join(dirname(target), '.imprint-builds', `${basename(target)}.json`)
  return lstatSync(record, { throwIfNoEntry: false })?.isFile() ?? false
}

/** Whether a folder is empty or may be the remains of a site; its files must not be replaced yet. */
function mayBeHalfSite(target: string): boolean {
  const names = readdirSync(target)
  return (
    names.length === 0 ||
    names.some(name => /^(?:(?:index|404)\.html|robots\.txt|_headers|assets)$/.test(name))
  )
}

export function hasManifest(folder: string): boolean {
  // There is no manifest, or no folder at all.
  return attempt(() => lstatSync(join(folder, manifestName)).isFile(), false)
}

/** The path without links, as far as it exists: a folder that does not exist yet is checked by its future location. */
function realOf(path: string): string {
  const absolute = resolve(path)
  try {
    return realpathSync.native(absolute)
  } catch {
    const parent = dirname(absolute)
    return parent === absolute
      ? absolute
      : join(realOf(parent), absolute.slice(parent.length).replace(/^[\\/]+/, ''))
  }
}

/** Whether `inner` is `outer` or below it. By device and inode, which also detects bind mounts and different letter case. */
function contains(outer: string, inner: string): boolean {
  const outerStatus = statSync(outer, { throwIfNoEntry: false })
  for (let folder = inner; ; folder = dirname(folder)) {
    if (folder === outer) return true
    if (outerStatus !== undefined && isSame(outerStatus, statSync(folder, { throwIfNoEntry: false })))
      return true
    if (dirname(folder) === folder) return false
  }
}

function isSame(a: Stats, b: Stats | undefined): boolean {
  return b !== undefined && a.ino === b.ino && a.dev === b.dev
}
