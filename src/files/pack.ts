// Many small results of earlier runs in one file: a thousand files cost a warm build more time to open than their content
// costs to make. Safe to delete at any time, safe under two builds at once: the later one's pack stays.

import { randomUUID } from 'node:crypto'
import {
  closeSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { crc32 } from 'node:zlib'

/** Where results are kept between runs. */
export interface CacheFolder {
  /** Absolute. */
  readonly path: string
  /** Read what is there and add nothing: for commands that write nothing. */
  readonly readOnly: boolean
}

/** Texts by key. A key has a hash of everything that the text depends on, the version of what makes it included. */
export interface Pack {
  get(key: string): string | undefined
  /** Takes a text to be kept; where nothing can be written, it is forgotten. */
  set(key: string, text: string): void
  /**
   * Ends a run: writes the pack if anything was added, and lets go of the memory it took. What the run did not use stays
   * as long as it is no larger than what the largest run used, or than `unusedFloor`; what was not used for longest
   * goes first, and all of it after `forgottenAfter` runs. So brands that are built by turns keep their results, and those
   * of old versions do not pile up.
   * @returns Whether the folder has grown so much that its size should be looked at, as by `ByteCache.trim`.
   */
  save(): boolean
}

/** Bytes. */
const unusedFloor = 4 * 1024 * 1024
/** Runs that have written the pack. */
const forgottenAfter = 64
/** A pack that has grown past a multiple of this, in bytes, has grown much. One edit does not do that. */
const growthStep = 1024 * 1024

interface Entry {
  /** Number of the last writing run that used it; runs are counted from 1. */
  run: number
  /** In bytes. */
  readonly size: number
  /** Where it was read from; absent for what this run has added. */
  readonly offset?: number
  readonly text?: string
}

interface Content {
  /** Of the file. */
  readonly bytes: Buffer
  readonly entries: Map<string, Entry>
  /** What each run used, in bytes, by its number. */
  readonly usedBy: Map<number, number>
  /** The number of this run. */
  readonly run: number
}

const none: Pack = { get: () => undefined, set: () => undefined, save: () => false }

/**
 * Opens the pack of a name; each has a file of its own. Without a folder it holds nothing. A pack that is damaged is
 * empty, and none ever fails a build.
 */
export function openPack(folder: CacheFolder | undefined, name: string): Pack {
  if (folder === undefined) return none
  const { readOnly } = folder
  const path = join(folder.path, `${name}.pack`)
  let content: Content | undefined
  let added = false
  const open = (): Content => {
    if (!readOnly) touch(path)
    return readContent(path)
  }
  return {
    get(key) {
      content ??= open()
      const entry = content.entries.get(key)
      if (entry === undefined) return undefined
      entry.run = content.run
      const { text, offset = 0, size } = entry
      return text ?? content.bytes.toString('utf8', offset, offset + size)
    },
    set(key, text) {
      if (readOnly) return
      content ??= open()
      content.entries.set(key, { run: content.run, size: Buffer.byteLength(text), text })
      added = true
    },
    save() {
      const ended = content
      content = undefined
      if (ended === undefined || !added) return false
      added = false
      const encoded = encode(ended)
      replaceFile(path, encoded)
      const size = encoded.reduce((sum, part) => sum + part.length, 0)
      return Math.ceil(size / growthStep) > Math.ceil(ended.bytes.length / growthStep)
    },
  }
}

/**
 * Puts a file in its place in one step: whoever reads it finds the old one or the new one, whole. Where the disk refuses,
 * nothing happens.
 */
export function replaceFile(path: string, parts: readonly Uint8Array[]): void {
  const temporary = `${path}.${randomUUID()}`
  try {
    mkdirSync(dirname(path), { recursive: true })
    const descriptor = openSync(temporary, 'wx')
    try {
      for (const part of parts) writeFileSync(descriptor, part)
    } finally {
      closeSync(descriptor)
    }
    renameSync(temporary, path)
  } catch {
    remove(temporary)
  }
}

/** The time of a file in a cache is that of its last use: what was not used for longest is removed first. */
export function touch(path: string): void {
  try {
    const now = new Date()
    utimesSync(path, now, now)
  } catch {
    // Then it counts as used when it was written.
  }
}

/** Removes a file of a cache. */
export function remove(path: string): void {
  try {
    rmSync(path, { force: true })
  } catch {
    // Where nothing can be written there is nothing to remove either.
  }
}

// A pack is a line of text, an index as JSON, and the texts one after the other. The line holds the sum of all that
// follows it, which tells a whole pack from one that a full disk or a crash of the system cut short.
const firstLine = /^imprint-pack 1 ([0-9a-f]{8}) (\d+)\n/
const firstLineOf = (sum: number, indexSize: number) =>
  `imprint-pack 1 ${sum.toString(16).padStart(8, '0')} ${indexSize}\n`

interface Index {
  /** Each entry's key, the last run that used it, and its size in bytes, in the order of the texts. */
  readonly entries: readonly (readonly [key: string, run: number, size: number])[]
  readonly usedBy: readonly (readonly [run: number, bytes: number])[]
}

function readContent(path: string): Content {
  const nothing: Content = { bytes: Buffer.alloc(0), entries: new Map(), usedBy: new Map(), run: 1 }
  try {
    const bytes = readFileSync(path)
    const line = firstLine.exec(bytes.toString('latin1', 0, 64))
    if (line === null) return nothing
    const start = line[0].length
    if (crc32(bytes.subarray(start)) !== Number.parseInt(line[1] ?? '', 16)) return nothing
    let offset = start + Number(line[2])
    const index: Index = JSON.parse(bytes.toString('utf8', start, offset))
    const entries = new Map<string, Entry>()
    for (const [key, run, size] of index.entries) {
      entries.set(key, { run, size, offset })
      offset += size
    }
    const usedBy = new Map(index.usedBy)
    return { bytes, entries, usedBy, run: Math.max(0, ...usedBy.keys()) + 1 }
  } catch {
    return nothing
  }
}

/** The parts of a pack's file. */
function encode(content: Content): readonly Buffer[] {
  const { kept, usedBy } = whatToKeep(content)
  const index: Index = { entries: kept.map(([key, { run, size }]) => [key, run, size]), usedBy }
  const indexBytes = Buffer.from(JSON.stringify(index))
  const parts = [indexBytes, ...textsOf(kept, content.bytes)]
  const sum = parts.reduce((before, part) => crc32(part, before), 0)
  return [Buffer.from(firstLineOf(sum, indexBytes.length)), ...parts]
}

/** The texts of entries, one after the other. Nearly all lie in the file that was read as they will in the next. */
function textsOf(entries: readonly (readonly [string, Entry])[], bytes: Buffer): readonly Buffer[] {
  const parts: Buffer[] = []
  let start = 0
  let end = 0
  let added: string[] = []
  let addedSize = 0
  const endPart = (): void => {
    if (end > start) parts.push(bytes.subarray(start, end))
    if (added.length > 0) parts.push(bytesOfTexts(added, addedSize))
    start = end
    added = []
    addedSize = 0
  }
  for (const [, { text, offset = 0, size }] of entries) {
    if (text !== undefined) {
      if (added.length === 0) endPart()
      added.push(text)
      addedSize += size
    } else if (added.length === 0 && offset === end) end += size
    else {
      endPart()
      start = offset
      end = offset + size
    }
  }
  endPart()
  return parts
}

/** Without ever being one text: a first run adds them all. */
function bytesOfTexts(texts: readonly string[], size: number): Buffer {
  const bytes = Buffer.allocUnsafe(size)
  let position = 0
  for (const text of texts) position += bytes.write(text, position)
  return bytes
}

function whatToKeep({ entries, usedBy, run }: Content) {
  const remembered = [...entries].filter(([, entry]) => run - entry.run <= forgottenAfter)
  const used = remembered.filter(([, entry]) => entry.run === run)
  usedBy.set(run, bytesOf(used))
  let allowance = Math.max(unusedFloor, ...usedBy.values())
  const unused = remembered
    .filter(([, entry]) => entry.run !== run)
    .sort(([, a], [, b]) => b.run - a.run)
    .filter(([, { size }]) => {
      allowance -= size
      return allowance >= 0
    })
  const kept = [...used, ...unused]
  const runs = new Set(kept.map(([, entry]) => entry.run))
  return { kept, usedBy: [...usedBy].filter(([number]) => runs.has(number) || number === run) }
}

function bytesOf(entries: readonly (readonly [string, Entry])[]): number {
  return entries.reduce((sum, [, { size }]) => sum + size, 0)
}
