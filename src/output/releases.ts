// Releases of a brand: each is a folder that never changes, named by the hash of its manifest, and `current` is a link to the one
// that visitors get. A release and a rollback differ only in the link's target. Any static host can serve `current/`, and rsync
// or an object store can copy it. `release-records.ts` describes the rest of the folder.

import { existsSync, lstatSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { counted, type Diagnostic, diagnostic, type Outcome } from '../diagnostics/index.ts'
import { attempt, type OutputFile } from '../files/index.ts'
import { acquireLock, NotALock } from './lock.ts'
import type { Manifest } from './manifest.ts'
import { alteredFiles, readSite, rewriteFile, writeSite } from './release-files.ts'
import { clearLeftovers, foreignIn, leftoverIn } from './release-guard.ts'
import { moveTo, pinTo, settle } from './release-moves.ts'
import {
  type BrandReleases,
  files,
  idPattern,
  type MoveRecord,
  moveOf,
  readReleases,
  recordFile,
  releaseFolder,
  releasesFolder,
  shortId,
} from './release-records.ts'
import { makeFolder } from './stage.ts'
import { writeFailure } from './write-error.ts'

type ReleaseResult = 'released' | 'unchanged' | 'pinned'

interface Released {
  readonly result: ReleaseResult
  readonly id: string | undefined
}

/** Who moves `current`, when and why. */
type Mover = Pick<MoveRecord, 'at' | 'by'> & Partial<MoveRecord>

/**
 * Makes a built site the live release of its brand. Every byte is compared with the manifest. A pinned brand does not change.
 * Afterwards, at most `keep` releases are left, including the live and the pinned one.
 * @param site Absolute path of the built site. It must have been built for the environment in the record.
 */
export async function release(
  site: string,
  folder: string,
  brand: string,
  { keep, record: mover }: { readonly keep: number; readonly record: Mover },
): Promise<Outcome<Released | undefined>> {
  const record = moveOf(mover)
  const read = readBuiltSite(site, brand, record)
  if (read.value === undefined) return { value: undefined, diagnostics: read.diagnostics }
  const { id, files: own } = read.value
  return locked<Released>(folder, brand, true, (root, before) => {
    if (before.pin !== undefined)
      return {
        value: { result: 'pinned', id: before.pin.release },
        diagnostics: [...before.diagnostics, pinned(brand, before)],
      }
    const target = releaseFolder(folder, brand, id)
    let altered: readonly OutputFile[] = []
    if (lstatSync(target, { throwIfNoEntry: false }) === undefined) {
      const staged = leftoverIn(join(root, releasesFolder))
      writeSite(staged, own)
      renameSync(staged, target)
    } else {
      altered = alteredFiles(target, own)
      for (const file of altered) rewriteFile(target, file, leftoverIn(join(root, releasesFolder)))
    }
    const moved = before.live === id ? [] : moveTo(root, id, 'release', record, before)
    // The release is live. If this fails, the next one tries again.
    attempt(() => prune(folder, brand, keep))
    const result = before.live === id && altered.length === 0 ? 'unchanged' : 'released'
    return {
      value: { result, id },
      diagnostics: [
        ...before.diagnostics,
        ...moved,
        ...altered.slice(0, 1).map(({ path }) => restored(path, id, brand)),
      ],
    }
  })
}

/**
 * Reads a built site, which must be as Imprint wrote it.
 * @param of The environment that it must have been built for.
 */
export function readBuiltSite(
  site: string,
  brand: string,
  of: Pick<MoveRecord, 'environment'>,
): ReturnType<typeof readSite> {
  const read = readSite(site, brand, of)
  return read.value === undefined || read.value.manifest.environment === of.environment
    ? read
    : { value: undefined, diagnostics: [otherEnvironment(site, brand, read.value.manifest, of)] }
}

/**
 * Makes an earlier or later release live, and pins it.
 * @param wanted An id or its beginning, or how many releases to go back.
 */
export function rollback(
  folder: string,
  brand: string,
  wanted: { readonly to: string } | { readonly steps: number },
  mover: Mover,
): Promise<Outcome<string | undefined>> {
  return locked(folder, brand, false, (root, before) => {
    const { releases, live, records, diagnostics } = before
    const fail = (message: string): Outcome<undefined> => ({
      value: undefined,
      diagnostics: [...diagnostics, unknownRelease(brand, before, message)],
    })
    const candidates =
      'to' in wanted
        ? releases.filter(id => id.startsWith(wanted.to))
        : releases.slice(0, live === undefined ? undefined : releases.indexOf(live)).slice(-wanted.steps)
    const [id] = candidates
    if ('to' in wanted) {
      if (id === undefined) return fail(`"${brand}" has no release "${wanted.to}".`)
      if (candidates.length > 1)
        return fail(`"${wanted.to}" matches ${candidates.length} releases of "${brand}".`)
    } else if (id === undefined || candidates.length < wanted.steps) {
      return fail(
        `"${brand}" has ${counted(candidates.length, 'release')} before the live one, not ${wanted.steps}.`,
      )
    }
    const wantedId = id as string
    const read = readSite(releaseFolder(folder, brand, wantedId), brand, { release: wantedId })
    if (read.value === undefined)
      return { value: undefined, diagnostics: [...diagnostics, ...read.diagnostics] }
    const record = moveOf({ ...records.get(wantedId), ...mover, reason: mover.reason ?? null })
    const moved = pinTo(root, wantedId, record, () =>
      live === wantedId ? [] : moveTo(root, wantedId, 'rollback', record, before),
    )
    return { value: wantedId, diagnostics: [...diagnostics, ...moved] }
  })
}

/** Lets new releases of a brand move `current` again. False if it was not pinned. */
export function unpin(folder: string, brand: string, mover: Mover): Promise<Outcome<boolean | undefined>> {
  return locked<boolean>(folder, brand, false, (root, before) => {
    const { pin, live, records, diagnostics } = before
    if (pin === undefined) return { value: false, diagnostics }
    const id = pin.release ?? live
    const record = moveOf({ ...records.get(id ?? ''), ...mover, reason: mover.reason ?? null })
    const moved = id === undefined ? [] : moveTo(root, id, 'unpin', record, before)
    rmSync(join(root, files.pin), { recursive: true })
    return { value: true, diagnostics: [...diagnostics, ...moved] }
  })
}

/** Removes the oldest releases, never the live or the pinned one. */
function prune(folder: string, brand: string, keep: number): void {
  const root = join(folder, brand)
  const { releases, live, pin } = readReleases(folder, brand)
  for (const id of releases.slice(0, Math.max(0, releases.length - keep))) {
    if (id === live || id === pin?.release) continue
    // A partly deleted folder would be a broken release, so it is renamed first: under another name, it is not a release.
    renameSync(join(root, releasesFolder, id), leftoverIn(join(root, releasesFolder)))
  }
  const remaining = new Set(readdirSync(join(root, releasesFolder)))
  for (const name of remaining) {
    const id = name.replace(/\.json$/, '')
    if (id !== name && idPattern.test(id) && !remaining.has(id)) rmSync(recordFile(root, id))
  }
}

/**
 * Runs one change to a brand's releases at a time, and leaves nothing unfinished.
 * @param isNew Whether the brand may have no releases yet.
 */
async function locked<T>(
  folder: string,
  brand: string,
  isNew: boolean,
  change: (root: string, before: BrandReleases) => Outcome<T | undefined>,
): Promise<Outcome<T | undefined>> {
  const root = join(folder, brand)
  try {
    const foreign = foreignIn(root)
    if (foreign !== undefined) return { value: undefined, diagnostics: [notOurs(root, brand, foreign)] }
    if (isNew) makeFolder(join(root, releasesFolder))
    else if (!existsSync(root)) return change(root, readReleases(folder, brand))
    const lock = await acquireLock(join(folder, `.${brand}.lock`), 30_000)
    if ('heldBy' in lock) return { value: undefined, diagnostics: [busy(brand, folder)] }
    try {
      clearLeftovers(root)
      const before = readReleases(folder, brand)
      settle(root, before)
      return change(root, before)
    } finally {
      clearLeftovers(root)
      lock.release()
    }
  } catch (error) {
    if (error instanceof NotALock) return { value: undefined, diagnostics: [busy(brand, folder)] }
    if ((error as NodeJS.ErrnoException).syscall === undefined) throw error
    return { value: undefined, diagnostics: [{ ...writeFailure(root, error), brand }] }
  }
}

function unknownRelease(brand: string, { releases, live }: BrandReleases, message: string): Diagnostic {
  const shown = releases.map(id => (id === live ? `${shortId(id)} (live)` : shortId(id)))
  return diagnostic('release/unknown', message, {
    brand,
    hint:
      releases.length === 0
        ? 'Create a release first with "imprint release".'
        : `Releases, oldest first: ${shown.join(', ')}.`,
  })
}

function pinned(brand: string, { pin, live }: BrandReleases): Diagnostic {
  const { release: id, by = 'unknown', at = 'unknown', reason } = pin ?? {}
  const hint = `Run "imprint unpin ${brand}" once the cause of the rollback is fixed.`
  if (id === undefined)
    return diagnostic(
      'release/pinned',
      `"${brand}" was not released: its pin.json cannot be read, so the brand counts as pinned.`,
      {
        brand,
        hint,
      },
    )
  const why = `${reason ?? 'no reason given'}, ${by}, ${at}`
  const message = `"${brand}" is pinned to ${shortId(id)} and was not released (${why}).`
  return id === live
    ? diagnostic('release/pinned', message, { brand, hint })
    : diagnostic('release/pinned', `${message} That release is not live: the rollback was interrupted.`, {
        brand,
        hint: `Finish it with "imprint rollback ${brand} --to ${shortId(id)} --reason …", or run "imprint unpin ${brand}".`,
      })
}

function otherEnvironment(
  site: string,
  brand: string,
  { environment }: Manifest,
  record: Pick<MoveRecord, 'environment'>,
): Diagnostic {
  const named = (name: string | null) => (name === null ? 'live use' : `the environment "${name}"`)
  const flag = record.environment === null ? '' : ` --env ${record.environment}`
  const built =
    environment === undefined
      ? 'does not record its environment, because an older version of Imprint built it'
      : `was built for ${named(environment)}, not for ${named(record.environment)}`
  return diagnostic(
    'release/environment',
    `The site of "${brand}" in ${site} ${built}. It was not released.`,
    {
      brand,
      hint: `Run "imprint build ${brand}${flag}" first${environment ? `, or release it with --env ${environment}` : ''}.`,
    },
  )
}

function restored(path: string, id: string, brand: string): Diagnostic {
  return diagnostic(
    'release/altered',
    `${path} in the release ${shortId(id)} of "${brand}" was changed after Imprint wrote it, and has been restored.`,
    {
      brand,
      severity: 'warning',
      hint: 'Find out what changed the file. Visitors may have received the altered version.',
    },
  )
}

function notOurs(root: string, brand: string, why: string): Diagnostic {
  return diagnostic('output/not-ours', `"${root}" contains no releases: ${why}. Nothing was changed.`, {
    brand,
    hint: 'Choose another folder with --to, or move the contents of this one elsewhere.',
  })
}

function busy(brand: string, folder: string): Diagnostic {
  return diagnostic('output/locked', `Another process is changing the releases of "${brand}" in ${folder}.`, {
    brand,
    hint: `Wait for it to finish. If there is no such process, remove ${join(folder, `.${brand}.lock`)}.`,
  })
}
