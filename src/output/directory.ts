// Publishing to a folder: everything is written next to it first, then the two are swapped. Whatever happens in between, the
// published folder is always one complete build.

import {
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
} from 'node:fs'
import { hostname } from 'node:os'
import { dirname, join, sep } from 'node:path'
import { compareText, type Diagnostic, diagnostic, type Outcome } from '../diagnostics/index.ts'
import { attempt, foldersOf, type OutputFile } from '../files/index.ts'
import { buildId } from './build-id.ts'
import { exchangePaths } from './exchange.ts'
import { beside, checkTarget, hasManifest, hasRecord, leftoverOf, withoutManifest } from './guard.ts'
import { acquireLock, type Holder, type Lock, NotALock } from './lock.ts'
import { type Manifest, manifestBuilder, manifestEntry, manifestName, type SiteFacts } from './manifest.ts'
import type { Output, Published } from './output.ts'
import { identityOf, lookAtSite, readManifest, type SiteLook } from './published-site.ts'
import {
  fileCreator,
  makeFolder,
  publishedReader,
  type StagedEntry,
  type StageFolder,
  stageWriter,
  unchangedLinker,
} from './stage.ts'
import { guarded, WriteError, writeFailure } from './write-error.ts'

/** How long a build waits for another one that writes to the same folder, in milliseconds. */
const lockPatience = 30_000

interface DirectoryOptions {
  /** Absolute path of the published folder. */
  readonly target: string
  readonly brand: string
  /**
   * Absolute path of another site. Files that it contains with the same bytes are not written. Default: the published folder
   * itself.
   */
  readonly changesTo?: string | undefined
  /** Default 30,000 ms. */
  readonly lockPatience?: number | undefined
  /** Aborts the wait for another build's lock. */
  readonly signal?: AbortSignal | undefined
}

/**
 * Opens a folder for publishing: takes its lock, and cleans up after a killed build. Undefined if Imprint must not replace the
 * folder or another build has locked it. `put` and `commit` throw `WriteError` if the disk fails.
 */
export async function directoryOutput(options: DirectoryOptions): Promise<Outcome<Output | undefined>> {
  const { target, brand, changesTo = target } = options
  try {
    const refused = checkTarget(target)
    if (refused !== undefined) return { value: undefined, diagnostics: [refused] }
    if (!existsSync(dirname(target))) makeFolder(dirname(target))
    const lock = await acquireLock(beside.lock(target), options.lockPatience ?? lockPatience, options.signal)
    if ('heldBy' in lock) return { value: undefined, diagnostics: [locked(target, lock.heldBy)] }
    try {
      const diagnostics = recover(target)
      const output = stagedOutput(target, changesTo, brand, lock)
      return { value: output, diagnostics }
    } catch (error) {
      lock.release()
      throw error
    }
  } catch (error) {
    const problem = error instanceof NotALock ? notALock(error.path) : writeFailure(target, error)
    return { value: undefined, diagnostics: [problem] }
  }
}

/** A build that is being written. */
interface Staging {
  readonly target: string
  readonly stage: StageFolder
  /** Where the replaced site is moved. */
  readonly old: string
  readonly previous: Manifest | undefined
  readonly manifest: ReturnType<typeof manifestBuilder>
  /** The files that are the same as in the published site. */
  readonly unchanged: Map<string, StagedEntry>
  readonly lock: Lock
  /** Removes the stage and releases the lock. */
  readonly close: () => Diagnostic[]
}

function stagedOutput(target: string, changesTo: string, brand: string, lock: Lock): Output {
  const id = buildId()
  const folder = beside.stage(target, id)
  const previous = readManifest(changesTo)
  const stage: StageFolder = { folder, target: changesTo, published: previous?.files ?? [] }
  const manifest = manifestBuilder(brand)
  const writer = stageWriter(stage)
  const unchanged = new Map<string, StagedEntry>()
  let open = true
  makeFolder(folder)

  const record = (entry: StagedEntry): void => {
    if (manifest.record(entry) && entry.unchanged !== undefined) unchanged.set(entry.path, entry)
  }
  /** A build that takes over the lock removes the stage; errors caused by that are not disk errors. */
  const unlessLost = <Value>(work: () => Value): Value => {
    try {
      return work()
    } catch (error) {
      throw lock.isOwn() && existsSync(folder) ? error : new WriteError(takenOver(target), error)
    }
  }
  /** The published site stays, even if this fails. */
  const close = (): Diagnostic[] => {
    if (!open) return []
    open = false
    // If that fails, the next build tries again.
    attempt(() => rmSync(folder, { recursive: true }))
    try {
      lock.release()
      return []
    } catch (error) {
      return [lockLeft(target, error)]
    }
  }
  const staging: Staging = {
    ...{ target, stage, previous, manifest, unchanged, lock, close },
    old: beside.old(target, id),
  }
  const publish = (facts?: SiteFacts): Published => {
    const served = manifest.served(facts)
    if (served !== undefined) record(manifest.has(served.path) ? manifestEntry(served) : writer.write(served))
    const own = manifest.file(facts)
    const counts = { files: manifest.files.length + 1, bytes: manifest.size + own.bytes.length }
    const foreign = foreignFiles(target, previous)
    return { ...counts, ...(keptSite(staging, own, foreign) ?? replacedSite(staging, own, foreign)) }
  }

  return {
    ...(previous && { published: previous }),
    put(file) {
      const entry = manifest.has(file.path) ? manifestEntry(file) : unlessLost(() => writer.write(file))
      record(entry)
      return entry
    },
    reuse({ path, sha256 }) {
      const entry = writer.reuse(path, sha256)
      if (entry !== undefined) record(entry)
      return entry
    },
    commit: facts => unlessLost(() => guarded(target, () => publish(facts))),
    discard: () => void close(),
  }
}

type PublishedSite = Omit<Published, 'files' | 'bytes'>

/**
 * Leaves the published site as it is if there is nothing to replace: its manifest is the same, and each of its files was found.
 * @param own The new manifest.
 */
function keptSite(
  { target, stage, manifest, unchanged, close }: Staging,
  own: OutputFile,
  foreign: readonly Foreign[],
): PublishedSite | undefined {
  if (unchanged.size !== manifest.files.length) return undefined
  const { path, bytes } = own
  const found = publishedReader(stage.target)(path, bytes.length)
  if (!found?.bytes.equals(bytes)) return undefined
  const diagnostics = [...foreignProblems(target, foreign), ...close()]
  const seen = [...unchanged.values()].flatMap(entry =>
    entry.unchanged ? [{ ...entry, ...entry.unchanged }] : [],
  )
  const identity = identityOf([...seen, { path, size: bytes.length, ...found.identity }])
  return { status: 'unchanged', diagnostics, look: lookIf(stage.target, identity) }
}

/** Puts the stage in the place of the published site. */
function replacedSite(
  { target, stage, old, previous, manifest, unchanged, lock, close }: Staging,
  own: OutputFile,
  foreign: readonly Foreign[],
): PublishedSite {
  const { folder } = stage
  const { files } = manifest
  fileCreator(folder)(own.path, own.bytes)
  const rest: ReadonlySet<string> = previous === undefined ? restOfSite(target, foreign, folder) : new Set()
  const others = foreign.filter(({ path }) => !rest.has(path))
  const collides = collisionWith(files)
  // If a new page has the same name as a foreign file, neither may be lost, so the build stops here.
  const lost = others.find(({ path, kind }) => kind !== 'folder' && collides(path))
  if (lost !== undefined) throw new WriteError(collision(target, lost.path), undefined)
  const kept = foreign.filter(({ path }) => !collides(path))
  copyForeign(kept, target, folder)
  const link = stage.target === target ? unchangedLinker(stage) : () => undefined
  for (const entry of unchanged.values()) link(entry)
  const current = lookAtSite(folder)
  // A process that was suspended for a long time may have lost both to another one.
  const here = stage.target === target ? files : files.filter(file => !unchanged.has(file.path))
  if (!lock.isOwn() || !here.every(file => isThere(join(folder, file.path), file.size)))
    throw new WriteError(takenOver(target), undefined)
  swap(folder, target, old)
  for (const { path, kind } of foreign)
    if (kind === 'special') renameSync(join(folder, path), join(target, path))
  const diagnostics = [...foreignProblems(target, others), ...close()]
  return { status: 'built', diagnostics, look: current && lookIf(target, current.identity) }
}

/** Copies the entries of other programs, except those that can only be moved. */
function copyForeign(foreign: readonly Foreign[], from: string, to: string): void {
  for (const { path, kind } of foreign) {
    const copy = join(to, path)
    mkdirSync(kind === 'folder' ? copy : dirname(copy), { recursive: true })
    if (kind === 'file') copyAsIs(join(from, path), copy)
  }
}

/** Copies a file with its times, or a link. From version 22 on, Node's own function fails on a dead link. */
function copyAsIs(from: string, to: string): void {
  const status = lstatSync(from)
  if (status.isSymbolicLink()) symlinkSync(readlinkSync(from), to)
  else {
    copyFileSync(from, to)
    utimesSync(to, status.atime, status.mtime)
  }
}

/** The state of a folder if its files are still those that were seen. */
function lookIf(target: string, identity: string): SiteLook | undefined {
  const look = lookAtSite(target)
  return look?.identity === identity ? look : undefined
}

/** Moves the stage to the target's path. Afterwards the old site, if any, is where the stage was. */
function swap(stage: string, target: string, old: string): void {
  if (!existsSync(target)) {
    renameSync(stage, target)
    return
  }
  if (exchangePaths(stage, target)) return
  renameSync(target, old)
  try {
    renameSync(stage, target)
  } catch (error) {
    renameSync(old, target)
    throw error
  }
  renameSync(old, stage)
}

/** Removes what killed builds left next to the target, and restores a site that one of them had moved aside. */
function recover(target: string): Diagnostic[] {
  const folder = dirname(target)
  const names = readdirSync(folder)
  const leftovers = (kind: 'old' | 'stage' | 'lock') =>
    names.filter(name => leftoverOf(target, name) === kind).map(name => join(folder, name))
  // A folder without a manifest is not a site, and so was not moved aside.
  const old = leftovers('old').filter(hasManifest).sort()
  const diagnostics: Diagnostic[] = []
  const newest = old.pop()
  if (newest !== undefined) {
    if (existsSync(target)) old.push(newest)
    else {
      renameSync(newest, target)
      diagnostics.push(
        diagnostic(
          'output/recovered',
          `An earlier build was killed while publishing. Its site was restored to "${target}".`,
          { hint: 'No action is needed. This build continues from there.' },
        ),
      )
    }
  }
  // A process that lost its lock may still write to its stage. In that case, the next build tries again.
  for (const path of [...old, ...leftovers('stage'), ...leftovers('lock')])
    attempt(() => rmSync(path, { recursive: true, force: true }))
  return diagnostics
}

/** An entry of a published folder that its manifest does not list. */
interface Foreign {
  readonly path: string
  /** An empty folder, a file or link, or something that cannot be copied: a named pipe, a socket. */
  readonly kind: 'folder' | 'file' | 'special'
}

/** The entries of a published folder that do not belong to its site, sorted by path. */
function foreignFiles(target: string, manifest: Manifest | undefined): Foreign[] {
  if (!existsSync(target)) return []
  const siteFiles = new Set([manifestName, ...(manifest?.files ?? []).map(file => file.path)])
  const entries = readdirSync(target, { withFileTypes: true, recursive: true })
  const filled = new Set(entries.map(entry => entry.parentPath))
  return entries
    .flatMap((entry): Foreign[] => {
      const location = join(entry.parentPath, entry.name)
      const path = location
        .slice(target.length + 1)
        .split(sep)
        .join('/')
      if (entry.isDirectory()) return filled.has(location) ? [] : [{ path, kind: 'folder' }]
      if (siteFiles.has(path)) return []
      return [{ path, kind: entry.isFile() || entry.isSymbolicLink() ? 'file' : 'special' }]
    })
    .sort((a, b) => compareText(a.path, b.path))
}

/**
 * Which files in a folder without a readable manifest are the remains of a site: if an earlier build was recorded, all files that
 * the new site also has; otherwise only those with the same bytes, so that nothing is lost. If there are none, the folder is not
 * Imprint's.
 * @param stage The new site.
 */
function restOfSite(target: string, found: readonly Foreign[], stage: string): ReadonlySet<string> {
  const isKnown = hasManifest(target) || hasRecord(target)
  const isRest = ({ path, kind }: Foreign): boolean => {
    const [old, made] = [join(target, path), join(stage, path)]
    return (
      kind === 'file' &&
      isThere(old) &&
      isThere(made) &&
      (isKnown || readFileSync(old).equals(readFileSync(made)))
    )
  }
  const rest = found.filter(isRest)
  if (rest.length === 0 && found.length > 0 && !isKnown)
    throw new WriteError(withoutManifest(target), undefined)
  return new Set(rest.map(({ path }) => path))
}

/** Whether there is a regular file, and of this size if one is given. */
function isThere(path: string, size?: number): boolean {
  const status = lstatSync(path, { throwIfNoEntry: false })
  return status?.isFile() === true && (size === undefined || status.size === size)
}

/** Whether a path collides with one of these files: it has the same name, or one is a folder of the other. */
function collisionWith(files: Manifest['files']): (path: string) => boolean {
  const taken = new Set<string>()
  const folders = new Set<string>()
  for (const { path } of files) {
    taken.add(path)
    for (const folder of foldersOf(path)) folders.add(folder)
  }
  return path => taken.has(path) || folders.has(path) || foldersOf(path).some(folder => taken.has(folder))
}

function locked(target: string, holder: Holder | undefined): Diagnostic {
  const where = holder === undefined || holder.host === hostname() ? '' : ` on "${holder.host}"`
  const who = holder === undefined ? '' : ` (process ${holder.pid}${where})`
  return diagnostic('output/locked', `Another build${who} is writing to "${target}".`, {
    hint: `Wait for it to finish. If no build is running on any machine, remove "${beside.lock(target)}".`,
  })
}

function takenOver(target: string): Diagnostic {
  return diagnostic(
    'output/locked',
    `Another build has taken over "${target}", because this one was unresponsive for too long.`,
    { hint: 'Published files are unchanged. Build again.' },
  )
}

function notALock(path: string): Diagnostic {
  return diagnostic(
    'output/not-ours',
    `Imprint needs "${path}" for its lock, but Imprint did not write the file at that path.`,
    {
      hint: 'Move the file elsewhere, or choose another folder with --out.',
    },
  )
}

function lockLeft(target: string, error: unknown): Diagnostic {
  const { code = 'unknown error' } = error as NodeJS.ErrnoException
  return diagnostic(
    'output/lock-left',
    `"${beside.lock(target)}" could not be removed (${code}). The published site is complete.`,
    {
      hint: 'Remove the file. Until then, builds on other machines treat it as a lock held by this machine.',
    },
  )
}

function foreignProblems(target: string, foreign: readonly Foreign[]): Diagnostic[] {
  const files = foreign.filter(({ kind }) => kind !== 'folder')
  return files.map(({ path }) =>
    diagnostic(
      'output/foreign-file',
      `"${join(target, path)}" is not part of the site and was left in place.`,
      {
        hint: 'Move it elsewhere if it should not be published.',
      },
    ),
  )
}

function collision(target: string, path: string): Diagnostic {
  return diagnostic(
    'output/not-ours',
    `"${join(target, path)}" was not written by Imprint, but the site has a file of that name.`,
    {
      hint: 'Move your file elsewhere, then build again.',
    },
  )
}
