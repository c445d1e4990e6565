// Releases of a brand: each is a folder that never changes, named by the hash of its manifest, and `current` is a link to the one
// that visitors get. A release and a rollback differ only in where the link goes. Any static host can serve `current/`, and
// rsync or an object store can copy it.
//
//   <folder>/<brand>/releases/<sha256 of imprint-manifest.json>/   a site
//   <folder>/<brand>/current -> releases/<id>                      replaced by one rename
//   <folder>/<brand>/history.jsonl                                 one line for each move
//   <folder>/<brand>/pin.json                                      there while a rollback holds

import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { type Diagnostic, diagnostic, type Outcome } from '../diagnostics/index.ts'
import { buildId } from './guard.ts'
import { acquireLock, NotALock } from './lock.ts'
import { manifestName, parseManifest, sha256Of } from './manifest.ts'
import { replaceFile } from './replace-file.ts'
import { writeFailure } from './write-error.ts'

/** What is told about a move of `current`: the caller reads clock, user and commit. */
export interface MoveRecord {
  /** ISO 8601, UTC. */
  readonly at: string
  readonly by: string
  readonly commit?: string
  readonly reason?: string
}

interface HistoryEntry extends MoveRecord {
  readonly action: 'release' | 'rollback' | 'unpin'
  readonly release: string
}

/** While a brand is pinned, a release leaves its `current` where it is. */
interface Pin extends MoveRecord {
  readonly release: string
}

export interface BrandReleases {
  /** Oldest first, in the order in which they last became a release. */
  readonly releases: readonly string[]
  readonly live: string | undefined
  readonly pin: Pin | undefined
  readonly history: readonly HistoryEntry[]
}

type ReleaseResult = 'released' | 'unchanged' | 'pinned'

const releasesFolder = 'releases'
const pointer = 'current'
const idPattern = /^[0-9a-f]{64}$/

/** What a folder of releases holds of a brand. Nothing where there is none. */
export function readReleases(folder: string, brand: string): BrandReleases {
  const root = join(folder, brand)
  const names = existsSync(join(root, releasesFolder)) ? readdirSync(join(root, releasesFolder)) : []
  const history = jsonLines<HistoryEntry>(join(root, 'history.jsonl'))
  const lastReleased = (id: string) =>
    history.findLastIndex(({ action, release }) => action === 'release' && release === id)
  return {
    releases: names
      .filter(name => idPattern.test(name))
      .sort((a, b) => lastReleased(a) - lastReleased(b) || (a < b ? -1 : 1)),
    live: liveOf(root),
    pin: jsonLines<Pin>(join(root, 'pin.json'))[0],
    history,
  }
}

function liveOf(root: string): string | undefined {
  try {
    const id = readlinkSync(join(root, pointer)).slice(releasesFolder.length + 1)
    return idPattern.test(id) && existsSync(join(root, releasesFolder, id, manifestName)) ? id : undefined
  } catch {
    return undefined
  }
}

/** The folder of a release, whose manifest lists its files. */
export function releaseFolder(folder: string, brand: string, id: string): string {
  return join(folder, brand, releasesFolder, id)
}

/**
 * Makes a built site the live release of its brand. Every byte is compared with the manifest on the way. A pinned brand keeps what
 * it has. Afterwards at most `keep` releases are left; the live and the pinned one are among them.
 * @param site Absolute path of the built site.
 */
export function release(
  site: string,
  folder: string,
  brand: string,
  { keep, record }: { readonly keep: number; readonly record: MoveRecord },
): Promise<Outcome<{ readonly result: ReleaseResult; readonly id: string } | undefined>> {
  return locked<{ readonly result: ReleaseResult; readonly id: string }>(folder, brand, root => {
    const read = readSite(site, brand)
    if (read.value === undefined) return { value: undefined, diagnostics: read.diagnostics }
    const { id, files } = read.value
    const { live, pin } = readReleases(folder, brand)
    if (pin !== undefined) {
      const problem = diagnostic(
        'release/pinned',
        `"${brand}" is pinned to ${shortId(pin.release)} and was not released (${pin.reason ?? 'no reason given'}, ${pin.by}, ${pin.at}).`,
        { brand, hint: `Run "imprint unpin ${brand}" once what led to the rollback is mended.` },
      )
      return { value: { result: 'pinned', id: pin.release }, diagnostics: [problem] }
    }
    const target = releaseFolder(folder, brand, id)
    const staged = join(root, releasesFolder, `.${buildId()}`)
    let altered: readonly SiteFile[] = []
    if (!existsSync(join(target, manifestName))) {
      for (const { path, bytes } of files) {
        mkdirSync(dirname(join(staged, path)), { recursive: true })
        writeFileSync(join(staged, path), bytes)
      }
      renameSync(staged, target)
    } else {
      altered = files.filter(({ path, bytes }) => !contentOf(join(target, path))?.equals(bytes))
      for (const { path, bytes } of altered) {
        mkdirSync(dirname(join(target, path)), { recursive: true })
        writeFileSync(staged, bytes)
        renameSync(staged, join(target, path))
      }
    }
    if (live !== id) move(root, 'release', id, record)
    prune(folder, brand, keep)
    const result = live === id && altered.length === 0 ? 'unchanged' : 'released'
    return {
      value: { result, id },
      diagnostics: altered.slice(0, 1).map(({ path }) => restored(path, id, brand)),
    }
  })
}

/**
 * Makes an earlier or later release live, and pins it.
 * @param wanted An id or its beginning, or how many releases to go back.
 */
export function rollback(
  folder: string,
  brand: string,
  wanted: { readonly to: string } | { readonly steps: number },
  record: MoveRecord,
): Promise<Outcome<string | undefined>> {
  return locked(folder, brand, root => {
    const { releases, live } = readReleases(folder, brand)
    const fail = (message: string): Outcome<undefined> => ({
      value: undefined,
      diagnostics: [
        diagnostic('release/unknown', message, {
          brand,
          hint:
            releases.length === 0
              ? 'Make a release first: "imprint release".'
              : `Releases, the oldest first: ${releases.map(id => (id === live ? `${shortId(id)} (live)` : shortId(id))).join(', ')}.`,
        }),
      ],
    })
    const candidates =
      'to' in wanted
        ? releases.filter(id => id.startsWith(wanted.to))
        : releases.slice(0, live === undefined ? undefined : releases.indexOf(live)).slice(-wanted.steps)
    const [id] = candidates
    if ('to' in wanted) {
      if (id === undefined) return fail(`"${brand}" has no release "${wanted.to}".`)
      if (candidates.length > 1)
        return fail(`"${wanted.to}" is the beginning of ${candidates.length} releases of "${brand}".`)
    } else if (id === undefined || candidates.length < wanted.steps) {
      return fail(`"${brand}" has ${candidates.length} releases before the live one, not ${wanted.steps}.`)
    }
    const { value, diagnostics } = readSite(releaseFolder(folder, brand, id as string), brand, id)
    if (value === undefined) return { value, diagnostics }
    // First the pin: a release that comes between the two must not undo the rollback.
    replaceFile(join(root, 'pin.json'), `${JSON.stringify({ ...record, release: id })}\n`)
    if (live !== id) move(root, 'rollback', id as string, record)
    return { value: id, diagnostics: [] }
  })
}

/** Lets releases of a brand move `current` again. False where it was not pinned. */
export function unpin(
  folder: string,
  brand: string,
  record: MoveRecord,
): Promise<Outcome<boolean | undefined>> {
  return locked(folder, brand, root => {
    const { pin } = readReleases(folder, brand)
    if (pin === undefined) return { value: false, diagnostics: [] }
    log(root, { ...record, action: 'unpin', release: pin.release })
    rmSync(join(root, 'pin.json'))
    return { value: true, diagnostics: [] }
  })
}

/** The first characters of an id, enough for people. */
export function shortId(id: string): string {
  return id.slice(0, 12)
}

interface SiteFile {
  readonly path: string
  readonly bytes: Buffer
}

/**
 * Reads a built site, and holds it to its manifest.
 * @param release Its id, if it is a release.
 */
function readSite(
  site: string,
  brand: string,
  release?: string,
): Outcome<{ readonly id: string; readonly files: readonly SiteFile[] } | undefined> {
  const altered = (path: string, what: string) => {
    const [place, hint] =
      release === undefined
        ? [`built site of "${brand}"`, `Build it again: "imprint build ${brand} --no-cache".`]
        : [
            `release ${shortId(release)} of "${brand}"`,
            'Name another release, or build that state of the project and release it, which writes the file again.',
          ]
    const problem = diagnostic('release/altered', `${path} of the ${place} ${what}.`, { brand, hint })
    return { value: undefined, diagnostics: [problem] }
  }
  const bytes = contentOf(join(site, manifestName))
  if (bytes === undefined) {
    const problem = diagnostic('release/not-built', `There is no built site of "${brand}" in ${site}.`, {
      brand,
      hint: `Run "imprint build ${brand}" first.`,
    })
    return { value: undefined, diagnostics: [problem] }
  }
  const id = sha256Of(bytes)
  const listed = release === undefined || release === id ? parseManifest(bytes)?.files : undefined
  if (listed === undefined) return altered(manifestName, 'is not what Imprint wrote')
  const files: SiteFile[] = [{ path: manifestName, bytes }]
  for (const { path, sha256 } of listed) {
    const content = contentOf(join(site, path))
    if (content === undefined) return altered(path, 'is missing')
    if (sha256Of(content) !== sha256) return altered(path, 'is not what Imprint wrote')
    files.push({ path, bytes: content })
  }
  return { value: { id, files }, diagnostics: [] }
}

function contentOf(path: string): Buffer | undefined {
  return existsSync(path) ? readFileSync(path) : undefined
}

function restored(path: string, id: string, brand: string): Diagnostic {
  return diagnostic(
    'release/altered',
    `${path} of the release ${shortId(id)} of "${brand}" was not what Imprint wrote. It was written again.`,
    {
      brand,
      severity: 'warning',
      hint: 'Find out who writes to the folder of releases: visitors may have got what stood there.',
    },
  )
}

function move(root: string, action: 'release' | 'rollback', id: string, record: MoveRecord): void {
  const next = join(root, `.${buildId()}`)
  symlinkSync(join(releasesFolder, id), next)
  // Before the link moves: if the process dies between the two, the history still names the releases in their order.
  log(root, { ...record, action, release: id })
  renameSync(next, join(root, pointer))
}

function log(root: string, entry: HistoryEntry): void {
  appendFileSync(join(root, 'history.jsonl'), `${JSON.stringify(entry)}\n`)
}

/** Removes the oldest releases, never the live or the pinned one, and what a killed process left. */
function prune(folder: string, brand: string, keep: number): void {
  const root = join(folder, brand)
  const { releases, live, pin } = readReleases(folder, brand)
  for (const id of releases.slice(0, Math.max(0, releases.length - keep))) {
    if (id === live || id === pin?.release) continue
    // A folder without its manifest would be a broken release; under another name it is none.
    const old = join(root, releasesFolder, `.${buildId()}`)
    renameSync(join(root, releasesFolder, id), old)
  }
  for (const place of [root, join(root, releasesFolder)]) {
    for (const name of readdirSync(place).filter(name => /^\.\d+-[a-z0-9]{1,6}$/.test(name)))
      rmSync(join(place, name), { recursive: true, force: true })
  }
}

/** Runs one change of a brand's releases at a time. */
async function locked<T>(
  folder: string,
  brand: string,
  change: (root: string) => Outcome<T | undefined>,
): Promise<Outcome<T | undefined>> {
  const root = join(folder, brand)
  try {
    mkdirSync(join(root, releasesFolder), { recursive: true })
    const lock = await acquireLock(join(folder, `.${brand}.lock`), 30_000)
    if ('heldBy' in lock) return { value: undefined, diagnostics: [busy(brand, folder)] }
    try {
      return change(root)
    } finally {
      lock.release()
    }
  } catch (error) {
    if (error instanceof NotALock) return { value: undefined, diagnostics: [busy(brand, folder)] }
    if ((error as NodeJS.ErrnoException).syscall === undefined) throw error
    return { value: undefined, diagnostics: [writeFailure(root, error)] }
  }
}

function busy(brand: string, folder: string): Diagnostic {
  return diagnostic('output/locked', `Another process changes the releases of "${brand}" in ${folder}.`, {
    brand,
    hint: `Wait for it to end, or remove ${join(folder, `.${brand}.lock`)} if there is none.`,
  })
}

/** The values of a file with one JSON document a line; none where it cannot be read. */
function jsonLines<T>(path: string): T[] {
  try {
    return readFileSync(path, 'utf8')
      .split('\n')
      .filter(Boolean)
      .map(line => JSON.parse(line) as T)
  } catch {
    return []
  }
}
