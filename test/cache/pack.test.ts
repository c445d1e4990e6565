import {
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type CacheFolder, openCache } from '../../src/cache/index.ts'
import { temporaryFolder } from '../support/project.ts'

const unusedLimit = 4 * 1024 * 1024

function newFolder(): CacheFolder {
  return { path: join(temporaryFolder(), '.imprint', 'cache'), readOnly: false }
}

function openPack(folder: CacheFolder, name = 'texts') {
  const pack = openCache(folder).pack(name, unusedLimit)
  if (pack === undefined) throw new Error('There is a folder.')
  return pack
}

/** A run that uses some results and adds others. */
function run(
  folder: CacheFolder,
  { uses = [], adds = {} }: { uses?: readonly string[]; adds?: Record<string, string> },
) {
  const pack = openPack(folder)
  const found = uses.map(key => pack.get(key))
  for (const [key, text] of Object.entries(adds)) pack.set(key, text)
  pack.save()
  return found
}

/** Those of the given keys that are in the pack. */
function held(folder: CacheFolder, keys: readonly string[]): string[] {
  const pack = openPack({ ...folder, readOnly: true })
  return keys.filter(key => pack.get(key) !== undefined)
}

const fileOf = ({ path }: CacheFolder, name = 'texts') => join(path, `${name}.imprint`)

describe('a pack', () => {
  test('returns stored texts, in this run and in later ones', () => {
    const folder = newFolder()
    const texts = { ascii: '{"a":1}', empty: '', wide: 'Grüße, “quoted” – 🎉', line: 'a\nb\0c' }
    const pack = openPack(folder)
    for (const [key, text] of Object.entries(texts)) {
      pack.set(key, text)
      expect(pack.get(key)).toBe(text)
    }
    expect(pack.get('other')).toBeUndefined()
    pack.save()
    expect(run(folder, { uses: Object.keys(texts) })).toEqual(Object.values(texts))
    expect(run(folder, { adds: { more: 'more' } })).toEqual([])
    expect(run(folder, { uses: [...Object.keys(texts), 'more'] })).toEqual([...Object.values(texts), 'more'])
  })

  test('keeps every text whole, whichever of them runs use and add', () => {
    const folder = newFolder()
    const textOf = (number: number) => `${number} – ${'é'.repeat(number % 7)}`
    const numbers = (from: number, step: number) =>
      Array.from({ length: 20 }, (_, index) => from + index * step)
    const runs = [numbers(0, 1), numbers(5, 3), numbers(40, -2), numbers(100, 1), numbers(3, 7)]
    for (const used of runs) {
      const pack = openPack(folder)
      for (const number of used) {
        const found = pack.get(String(number))
        if (found === undefined) pack.set(String(number), textOf(number))
        else expect(found).toBe(textOf(number))
      }
      pack.save()
    }
    expect(run(folder, { uses: runs.flat().map(String) })).toEqual(runs.flat().map(textOf))
  })

  test('is one file of its name', () => {
    const folder = newFolder()
    for (const name of ['texts', 'pages-two']) {
      const pack = openPack(folder, name)
      pack.set('same', name)
      pack.save()
    }
    expect(readdirSync(folder.path).sort()).toEqual(['pages-two.imprint', 'texts.imprint'])
    expect(openPack(folder).get('same')).toBe('texts')
    // A result in the place of another counts as missing.
    writeFileSync(fileOf(folder), readFileSync(fileOf(folder, 'pages-two')))
    expect(openPack(folder).get('same')).toBeUndefined()
  })

  test('may be used again after it was saved', () => {
    const pack = openPack(newFolder())
    pack.set('a', 'first')
    pack.save()
    expect(pack.get('a')).toBe('first')
    pack.set('a', 'second')
    pack.save()
    expect(pack.get('a')).toBe('second')
  })

  test('does not exist without a folder, and writes nothing if it is read-only', () => {
    expect(openCache(undefined).pack('texts', unusedLimit)).toBeUndefined()
    const folder = newFolder()
    const readOnly = { ...folder, readOnly: true }
    run(readOnly, { adds: { a: 'text' } })
    expect(() => statSync(folder.path)).toThrow()
    run(folder, { adds: { a: 'text' } })
    utimesSync(fileOf(folder), 1, 1)
    expect(run(readOnly, { uses: ['a'], adds: { b: 'b' } })).toEqual(['text'])
    expect(statSync(fileOf(folder)).mtimeMs).toBe(1000)
    expect(held(folder, ['a', 'b'])).toEqual(['a'])
  })

  test('is written only when something was added, and counts as used when it is read', () => {
    const folder = newFolder()
    run(folder, { adds: { a: 'text' } })
    utimesSync(fileOf(folder), 1, 1)
    const { ino } = statSync(fileOf(folder))
    run(folder, { uses: ['a'], adds: { a: 'text' } })
    expect(statSync(fileOf(folder)).mtimeMs).toBeGreaterThan(Date.now() - 60_000)
    expect(statSync(fileOf(folder)).ino).toBe(ino)
  })

  test.each<[string, (content: Buffer) => Buffer]>([
    ['cut short', content => content.subarray(0, content.length - 1)],
    ['cut short in its index', content => content.subarray(0, 30)],
    ['cut short in its first line', content => content.subarray(0, 10)],
    ['emptied', () => Buffer.alloc(0)],
    ['full of zeros', content => Buffer.alloc(content.length)],
    ['changed by a bit in a text', content => flipped(content, content.length - 3)],
    ['changed by a bit in its index', content => flipped(content, 30)],
    ['changed by a bit in its first line', content => flipped(content, 18)],
    [
      'of another version',
      content => Buffer.from(content.toString('latin1').replace('cache 1', 'cache 2'), 'latin1'),
    ],
    ['longer than it was', content => Buffer.concat([content, Buffer.from('x')])],
  ])('is empty when its file is %s, and is made anew', (_, damage) => {
    const folder = newFolder()
    run(folder, { adds: { a: 'text of a', b: 'text of b' } })
    writeFileSync(fileOf(folder), damage(readFileSync(fileOf(folder))))
    expect(held(folder, ['a', 'b'])).toEqual([])
    run(folder, { adds: { a: 'text of a' } })
    expect(held(folder, ['a', 'b'])).toEqual(['a'])
  })

  test('never fails, even if a file or a folder is in the way', () => {
    const folder = newFolder()
    mkdirSync(fileOf(folder), { recursive: true })
    expect(run(folder, { uses: ['a'], adds: { a: 'a' } })).toEqual([undefined])
    expect(readdirSync(folder.path)).toEqual(['texts.imprint'])
    const blocked = { path: join(folder.path, 'file'), readOnly: false }
    writeFileSync(blocked.path, '')
    expect(run(blocked, { uses: ['a'], adds: { a: 'a' } })).toEqual([undefined])
  })

  test('replaces a link in its place, and does not read its target', () => {
    const [folder, other] = [newFolder(), newFolder()]
    run(other, { adds: { a: 'elsewhere' } })
    mkdirSync(folder.path, { recursive: true })
    symlinkSync(fileOf(other), fileOf(folder))
    expect(run(folder, { uses: ['a'], adds: { b: 'b' } })).toEqual([undefined])
    expect(held(folder, ['a', 'b'])).toEqual(['b'])
    expect(held(other, ['a', 'b'])).toEqual(['a'])
  })

  test('is complete if two runs save at once, with the texts of both', () => {
    const folder = newFolder()
    run(folder, { adds: { before: 'before' } })
    const [first, second] = [openPack(folder), openPack(folder)]
    for (const pack of [first, second]) expect(pack.get('before')).toBe('before')
    first.set('first', 'first')
    second.set('second', 'second')
    first.save()
    second.save()
    expect(held(folder, ['before', 'first', 'second'])).toEqual(['before', 'first', 'second'])
    expect(readdirSync(folder.path)).toEqual(['texts.imprint'])
  })
})

describe('texts that a run has not used', () => {
  const large = (megabytes: number) => 'x'.repeat(megabytes * 1024 * 1024)

  test('stay, when there are few', () => {
    const folder = newFolder()
    run(folder, { adds: { a: 'a', b: 'b' } })
    for (let index = 0; index < 20; index++) run(folder, { adds: { [`edit ${index}`]: 'text' } })
    expect(held(folder, ['a', 'b', 'edit 0', 'edit 19'])).toEqual(['a', 'b', 'edit 0', 'edit 19'])
  })

  test('are removed if the pack would exceed its limit, least recently used first', () => {
    const folder = newFolder()
    for (const version of ['v1', 'v2', 'v3', 'v4']) run(folder, { adds: { [version]: large(1) } })
    expect(held(folder, ['v1', 'v2', 'v3', 'v4'])).toEqual(['v1', 'v2', 'v3', 'v4'])
    run(folder, { uses: ['v2'], adds: { v5: large(1) } })
    expect(held(folder, ['v1', 'v2', 'v3', 'v4', 'v5'])).toEqual(['v2', 'v3', 'v4', 'v5'])
  })

  test('go before any that the run has used, however large those are', () => {
    const folder = newFolder()
    run(folder, { adds: { old: 'text' } })
    run(folder, { adds: { a: large(3), b: large(3) } })
    expect(held(folder, ['old', 'a', 'b'])).toEqual(['a', 'b'])
  })
})

function flipped(content: Buffer, index: number): Buffer {
  const copy = Buffer.from(content)
  copy[index] = (copy[index] ?? 0) ^ 1
  return copy
}
