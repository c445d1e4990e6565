// The records in a folder of releases: the releases and their order, the live one, a pin, the history.
//
//   <folder>/<brand>/releases/<sha256 of imprint-manifest.json>/       a site
//   <folder>/<brand>/releases/<sha256 of imprint-manifest.json>.json   its number, and who released it when
//   <folder>/<brand>/current -> releases/<id>                          replaced by one rename
//   <folder>/<brand>/history.jsonl                                     one line for each move
//   <folder>/<brand>/pin.json                                          exists during a rollback
//
// The numbers are the order of the releases. The history is for people: a line that cannot be read affects nothing else.

import { existsSync, lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { type Diagnostic, diagnostic, listOf } from '../diagnostics/index.ts'
import { attempt } from '../files/index.ts'
import { manifestName } from './manifest.ts'

/** How a release went live. The caller determines time, user and commit. */
export interface MoveRecord {
  /** ISO 8601, UTC. */
  readonly at: string
  readonly by: string
  /** Null for the site that visitors get. */
  readonly environment: string | null
  /** The commit of the project; null if it is not under Git. */
  readonly commit: string | null
  /** Whether the project had uncommitted changes. */
  readonly dirty: boolean | null
  /** Whether it was released although the project had changed since its build. */
  readonly stale: boolean
  readonly reason: string | null
}

export interface HistoryEntry extends MoveRecord {
  readonly action: 'release' | 'rollback' | 'unpin'
  readonly id: string
  /** For a release: its place in the order. */
  readonly number?: number
}

/** The file next to a release. */
export interface ReleaseRecord extends MoveRecord {
  readonly number: number
  /** Its previous number: valid until `current` has moved, so that an interrupted release does not change the order. */
  readonly before?: number
}

/** While a brand is pinned, a release does not move its `current`. */
interface Pin {
  /** Absent if `pin.json` cannot be read; the brand still counts as pinned. */
  readonly release?: string
  readonly at?: string
  readonly by?: string
  readonly reason?: string | null
}

export interface BrandReleases {
  /** Oldest first, in the order in which they last became a release. */
  readonly releases: readonly string[]
  readonly live: string | undefined
  readonly pin: Pin | undefined
  readonly history: readonly HistoryEntry[]
  /** How each of them was released, as far as known. */
  readonly records: ReadonlyMap<string, ReleaseRecord>
  /** Files that could not be read. */
  readonly diagnostics: readonly Diagnostic[]
}

export const releasesFolder = 'releases'
export const pointer = 'current'
export const idPattern = /^[0-9a-f]{64}$/
export const files = { history: 'history.jsonl', pin: 'pin.json' } as const

/** The releases of a brand in a folder of releases. Empty if there are none. */
export function readReleases(folder: string, brand: string): BrandReleases {
  const root = join(folder, brand)
  const names = existsSync(join(root, releasesFolder)) ? readdirSync(join(root, releasesFolder)) : []
  const live = liveOf(root)
  const { history, diagnostics } = readHistory(root, brand)
  const records = new Map<string, ReleaseRecord>()
  const releases = names.filter(name => idPattern.test(name))
  for (const id of releases) {
    const record = recordBeside(root, id, live) ?? recordIn(history, id)
    if (record !== undefined) records.set(id, record)
  }
  const place = (id: string) => records.get(id)?.number ?? Number.NEGATIVE_INFINITY
  const age = (id: string) => lstatSync(join(root, releasesFolder, id)).mtimeMs
  const order = (a: string, b: string) =>
    place(a) === place(b) ? age(a) - age(b) || (a < b ? -1 : 1) : place(a) - place(b)
  return { releases: releases.sort(order), live, pin: readPin(root), history, records, diagnostics }
}

/** The folder of a release, whose manifest lists its files. */
export function releaseFolder(folder: string, brand: string, id: string): string {
  return join(folder, brand, releasesFolder, id)
}

/** The file next to a release. */
export function recordFile(root: string, id: string): string {
  return join(root, releasesFolder, `${id}.json`)
}

/** The release that one of Imprint's links names; undefined for any other link. */
export function linkedRelease(path: string): string | undefined {
  return attempt(() => {
    const [folder, id = '', ...rest] = readlinkSync(path).split('/')
    return folder === releasesFolder && idPattern.test(id) && rest.length === 0 ? id : undefined
  })
}

/** The first characters of an id, enough for people. */
export function shortId(id: string): string {
  return id.slice(0, 12)
}

function liveOf(root: string): string | undefined {
  const id = linkedRelease(join(root, pointer))
  return id !== undefined && existsSync(join(root, releasesFolder, id, manifestName)) ? id : undefined
}

/** The earlier number is valid until `current` has moved. */
function recordBeside(root: string, id: string, live: string | undefined): ReleaseRecord | undefined {
  const { before, number, ...record } = objectOf(textOf(recordFile(root, id))) ?? {}
  if (!Number.isInteger(number) || !isMove(record)) return undefined
  const isOpen = Number.isInteger(before)
  const counted = isOpen && live !== id ? before : number
  return { ...moveOf(record), number: counted as number, ...(isOpen && { before: before as number }) }
}

/** Releases from older versions have no number and come before all that have one. */
function recordIn(history: readonly HistoryEntry[], id: string): ReleaseRecord | undefined {
  const index = history.findLastIndex(entry => entry.action === 'release' && entry.id === id)
  const found = history[index]
  return found && { ...moveOf(found), number: found.number ?? index - history.length }
}

function readPin(root: string): Pin | undefined {
  const path = join(root, files.pin)
  if (lstatSync(path, { throwIfNoEntry: false }) === undefined) return undefined
  const pin = objectOf(textOf(path)) as Pin | undefined
  return typeof pin?.release === 'string' && idPattern.test(pin.release) ? pin : {}
}

function readHistory(root: string, brand: string): Pick<BrandReleases, 'history' | 'diagnostics'> {
  const path = join(root, files.history)
  const text = textOf(path)
  const problem = (what: string, hint: string) =>
    diagnostic('release/history', `${path}: ${what}.`, { brand, hint })
  if (text === undefined) {
    const isThere = lstatSync(path, { throwIfNoEntry: false }) !== undefined
    const hint =
      'Give your user permission to read the file. The list of releases and their order are not affected.'
    return { history: [], diagnostics: isThere ? [problem('it cannot be read', hint)] : [] }
  }
  const history: HistoryEntry[] = []
  const bad: string[] = []
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue
    const entry = entryOf(line)
    if (entry === undefined) bad.push(String(index + 1))
    else history.push(entry)
  }
  const hint =
    'Remove the invalid lines. All other lines are valid, and the order of the releases is stored elsewhere.'
  const what = `line ${listOf(bad, 5)} is not a record of a release; a full disk or another program may have truncated it`
  return { history, diagnostics: bad.length === 0 ? [] : [problem(what, hint)] }
}

const actions: readonly unknown[] = ['release', 'rollback', 'unpin']

/** A line of the history; undefined if it is torn or foreign. Older versions wrote `release` for `id`. */
function entryOf(line: string): HistoryEntry | undefined {
  const { release, id = release, action, number, ...record } = objectOf(line) ?? {}
  if (typeof id !== 'string' || !idPattern.test(id) || !actions.includes(action)) return undefined
  if (!isMove(record)) return undefined
  return {
    action: action as HistoryEntry['action'],
    id,
    ...(Number.isInteger(number) && { number: number as number }),
    ...moveOf(record),
  }
}

function isMove(record: object): record is Partial<MoveRecord> & Pick<MoveRecord, 'at' | 'by'> {
  const { at, by } = record as Record<string, unknown>
  return typeof at === 'string' && typeof by === 'string'
}

/** A move's fields, in the order in which people read them. */
export function moveOf(record: Partial<MoveRecord> & Pick<MoveRecord, 'at' | 'by'>): MoveRecord {
  const { at, by, environment = null, commit = null, dirty = null, stale = false, reason = null } = record
  return { at, by, environment, commit, dirty, stale, reason }
}

function textOf(path: string): string | undefined {
  return attempt(() => readFileSync(path, 'utf8'))
}

/** A JSON object; undefined for anything else. */
function objectOf(text: string | undefined): Record<string, unknown> | undefined {
  return attempt(() => {
    const value: unknown = JSON.parse(text ?? '')
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined
  })
}
