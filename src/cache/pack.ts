// Many small results in one file: in a warm build, opening a thousand files would take longer than making their content.

import type { Store } from './store.ts'

/**
 * Results by key, as text. Builds that run at the same time share what they save; if two save at the same moment, the later
 * one wins.
 */
export interface Pack {
  get(key: string): string | undefined
  /** Adds a result. If the pack cannot be written, the result is lost. */
  set(key: string, text: string): void
  /**
   * Ends a run: writes the pack if anything was added, and frees its memory. Results that the run used stay; of the others,
   * the most recently used ones stay, within the limit for unused results.
   */
  save(): void
}

/** The place of a result in the bytes of the file, or a result that this run has added. */
interface Entry {
  readonly bytes: Buffer
  readonly start: number
  readonly end: number
}

type Entries = ReadonlyMap<string, Entry>

/** The keys and sizes of all results, as JSON in the first line of a pack; the results follow in this order. */
type Index = readonly (readonly [key: string, size: number])[]

/**
 * @param unusedLimit Size in bytes up to which a pack keeps results that the last run did not use.
 */
export function openPack(store: Store, name: string, unusedLimit: number): Pack {
  const read = (): Entries => readPack(store.read(name))
  let found: Entries | undefined
  let used = new Map<string, Entry>()
  let added = false
  const get = (key: string): string | undefined => {
    found ??= read()
    const entry = used.get(key) ?? found.get(key)
    if (entry === undefined) return undefined
    used.set(key, entry)
    return entry.bytes.toString('utf8', entry.start, entry.end)
  }
  return {
    get,
    set(key, text) {
      if (store.readOnly || get(key) === text) return
      const bytes = Buffer.from(text)
      used.set(key, { bytes, start: 0, end: bytes.length })
      added = true
    },
    save() {
      if (added && !store.readOnly) {
        const left = unusedLimit - [...used.values()].reduce((sum, { start, end }) => sum + end - start, 0)
        // The file is read again, because another build may have added to it.
        const unused = left <= 0 ? [] : [...read()].filter(([key]) => !used.has(key))
        store.write(name, encode([...used, ...within(unused, left)]))
      }
      found = undefined
      used = new Map()
      added = false
    },
  }
}

/** The first entries that together are no larger than the limit. */
function within(entries: readonly (readonly [string, Entry])[], limit: number) {
  let left = limit
  return entries.filter(([, { start, end }]) => {
    left -= end - start
    return left >= 0
  })
}

function readPack(bytes: Buffer | undefined): Entries {
  const entries = new Map<string, Entry>()
  if (bytes === undefined) return entries
  let start = bytes.indexOf('\n') + 1
  for (const [key, size] of JSON.parse(bytes.toString('utf8', 0, start)) as Index) {
    entries.set(key, { bytes, start, end: start + size })
    start += size
  }
  return entries
}

function encode(entries: readonly (readonly [string, Entry])[]): Buffer {
  const index: Index = entries.map(([key, { start, end }]) => [key, end - start])
  const line = Buffer.from(`${JSON.stringify(index)}\n`)
  return Buffer.concat([line, ...entries.map(([, { bytes, start, end }]) => bytes.subarray(start, end))])
}
