import { createHash } from 'node:crypto'
import { chmodSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type CacheFolder, openPack } from '../../src/files/index.ts'
import { temporaryFolder } from '../support/project.ts'

const key = (name: string) => createHash('sha256').update(name).digest('hex')

function newFolder(): CacheFolder {
  return { path: temporaryFolder(), readOnly: false }
}

/** A run that uses and adds some texts. */
function run(
  folder: CacheFolder,
  { uses = [], adds = {} }: { uses?: string[]; adds?: Record<string, string> },
) {
  const pack = openPack(folder, 'texts')
  const found = uses.map(name => pack.get(key(name)))
  for (const [name, text] of Object.entries(adds)) pack.set(key(name), text)
  return { found, grown: pack.save() }
}

/** Which of some texts are in the pack. */
function held(folder: CacheFolder, names: readonly string[]): string[] {
  const pack = openPack({ ...folder, readOnly: true }, 'texts')
  return names.filter(name => pack.get(key(name)) !== undefined)
}

describe('openPack', () => {
  test('gives what was set, in this run and in later ones', () => {
    const folder = newFolder()
    const texts = { ascii: '{"a":1}', empty: '', wide: 'Grüße, “quoted” – 🎉', line: 'a\nb\0c' }
    const pack = openPack(folder, 'texts')
    for (const [name, text] of Object.entries(texts)) {
      pack.set(key(name), text)
      expect(pack.get(key(name))).toBe(text)
    }
    expect(pack.get(key('other'))).toBeUndefined()
    pack.save()
    expect(run(folder, { uses: Object.keys(texts) }).found).toEqual(Object.values(texts))
    expect(run(folder, { adds: { more: 'more' } }).found).toEqual([])
    expect(run(folder, { uses: [...Object.keys(texts), 'more'] }).found).toEqual([
      ...Object.values(texts),
      'more',
    ])
  })

  test('keeps every text whole, whichever of them runs use and add', () => {
    const folder = newFolder()
    const textOf = (number: number) => `${number} – ${'é'.repeat(number % 7)}`
    const names = (from: number, step: number) =>
      Array.from({ length: 20 }, (_, index) => String(from + index * step))
    for (const [from, step] of [
      [0, 1],
      [5, 3],
      [40, -2],
      [100, 1],
      [3, 7],
    ] as const) {
      const pack = openPack(folder, 'texts')
      for (const name of names(from, step)) {
        const found = pack.get(key(name))
        if (found === undefined) pack.set(key(name), textOf(Number(name)))
        else expect(found).toBe(textOf(Number(name)))
      }
      pack.save()
    }
    const all = [...names(0, 1), ...names(5, 3), ...names(40, -2), ...names(100, 1), ...names(3, 7)]
    expect(run(folder, { uses: all }).found).toEqual(all.map(name => textOf(Number(name))))
  })

  test('keeps packs of different names apart, each in one file', () => {
    const folder = newFolder()
    for (const name of ['one', 'two']) {
      const pack = openPack(folder, name)
      pack.set(key('same'), name)
      pack.save()
    }
    expect(readdirSync(folder.path).sort()).toEqual(['one.pack', 'two.pack'])
    expect(openPack(folder, 'one').get(key('same'))).toBe('one')
  })

  test('may be used again after it was saved', () => {
    const folder = newFolder()
    const pack = openPack(folder, 'texts')
    pack.set(key('a'), 'first')
    pack.save()
    expect(pack.get(key('a'))).toBe('first')
    pack.set(key('a'), 'second')
    pack.save()
    expect(pack.get(key('a'))).toBe('second')
  })

  test('holds nothing without a folder, and touches nothing where it may only read', () => {
    const none = openPack(undefined, 'texts')
    none.set(key('a'), 'text')
    expect(none.save()).toBe(false)
    expect(none.get(key('a'))).toBeUndefined()

    const folder = newFolder()
    run({ ...folder, readOnly: true }, { adds: { a: 'text' } })
    expect(readdirSync(folder.path)).toEqual([])
    run(folder, { adds: { a: 'text' } })
    const path = join(folder.path, 'texts.pack')
    utimesSync(path, 1, 1)
    expect(run({ ...folder, readOnly: true }, { uses: ['a'], adds: { b: 'b' } }).found).toEqual(['text'])
    expect(statSync(path).mtimeMs).toBe(1000)
    expect(held(folder, ['a', 'b'])).toEqual(['a'])
  })

  test('counts as used when it is read, so that it is not the first to be removed', () => {
    const folder = newFolder()
    run(folder, { adds: { a: 'text' } })
    const path = join(folder.path, 'texts.pack')
    utimesSync(path, 1, 1)
    const { ino } = statSync(path)
    run(folder, { uses: ['a'] })
    expect(statSync(path).mtimeMs).toBeGreaterThan(Date.now() - 60_000)
    // Nothing was added, so nothing was written.
    expect(statSync(path).ino).toBe(ino)
  })

  test.each<[string, (content: Buffer) => Buffer]>([
    ['cut short', content => content.subarray(0, content.length - 1)],
    ['cut short in its index', content => content.subarray(0, 60)],
    ['emptied', () => Buffer.alloc(0)],
    ['full of zeros', content => Buffer.alloc(content.length)],
    ['changed by a bit in a text', content => flipped(content, content.length - 3)],
    ['changed by a bit in its index', content => flipped(content, 50)],
    ['changed by a bit in its first line', content => flipped(content, 18)],
    [
      'of another version',
      content => Buffer.from(content.toString('latin1').replace('pack 1', 'pack 2'), 'latin1'),
    ],
    ['longer than it was', content => Buffer.concat([content, Buffer.from('x')])],
  ])('is empty when its file is %s, and is made anew', (_, damage) => {
    const folder = newFolder()
    run(folder, { adds: { a: 'text of a', b: 'text of b' } })
    const path = join(folder.path, 'texts.pack')
    writeFileSync(path, damage(readFileSync(path)))
    expect(held(folder, ['a', 'b'])).toEqual([])
    run(folder, { adds: { a: 'text of a' } })
    expect(held(folder, ['a', 'b'])).toEqual(['a'])
  })

  test('never fails: not where a file is in the way, nor where nothing may be written', () => {
    const blocked = newFolder()
    writeFileSync(join(blocked.path, 'file'), '')
    expect(() =>
      run({ ...blocked, path: join(blocked.path, 'file') }, { uses: ['a'], adds: { a: 'a' } }),
    ).not.toThrow()
    const folder = newFolder()
    chmodSync(folder.path, 0o500)
    expect(() => run(folder, { adds: { a: 'a' } })).not.toThrow()
    chmodSync(folder.path, 0o700)
  })

  test('is whole when two runs save at once, and has what the later one added', () => {
    const folder = newFolder()
    run(folder, { adds: { before: 'before' } })
    const [first, second] = [openPack(folder, 'texts'), openPack(folder, 'texts')]
    for (const pack of [first, second]) expect(pack.get(key('before'))).toBe('before')
    first.set(key('first'), 'first')
    second.set(key('second'), 'second')
    first.save()
    second.save()
    expect(held(folder, ['before', 'first', 'second'])).toEqual(['before', 'second'])
    expect(readdirSync(folder.path)).toEqual(['texts.pack'])
  })
})

describe('what a run has not used', () => {
  const large = (megabytes: number) => 'x'.repeat(megabytes * 1024 * 1024)

  test('stays, when there is little of it', () => {
    const folder = newFolder()
    run(folder, { adds: { a: 'a', b: 'b' } })
    for (let index = 0; index < 20; index++) run(folder, { adds: { [`edit ${index}`]: 'text' } })
    expect(held(folder, ['a', 'b', 'edit 0', 'edit 19'])).toEqual(['a', 'b', 'edit 0', 'edit 19'])
  })

  test('goes when it is more than the largest run used, what was not used for longest first', () => {
    const folder = newFolder()
    const versions = ['v1', 'v2', 'v3', 'v4']
    for (const version of versions) run(folder, { adds: { [version]: large(5) } })
    expect(held(folder, versions)).toEqual(['v3', 'v4'])
    run(folder, { uses: ['v3'], adds: { v5: large(5) } })
    run(folder, { adds: { v6: large(1) } })
    expect(held(folder, ['v3', 'v4', 'v5', 'v6'])).toEqual(['v3', 'v5', 'v6'])
  })

  test('stays for a large brand while a small one is built again and again', () => {
    const folder = newFolder()
    const articles = Array.from({ length: 12 }, (_, index) => `article ${index}`)
    run(folder, { adds: Object.fromEntries(articles.map(name => [name, large(1)])) })
    for (let index = 0; index < 10; index++) {
      run(folder, { uses: ['article 0'], adds: { [`small ${index}`]: 'text' } })
    }
    expect(held(folder, articles)).toEqual(articles)
  })

  test('is forgotten in the end', () => {
    const folder = newFolder()
    run(folder, { adds: { old: 'text', kept: 'text' } })
    for (let index = 0; index < 65; index++) run(folder, { uses: ['kept'], adds: { edit: `text ${index}` } })
    expect(held(folder, ['old', 'kept'])).toEqual(['kept'])
  })

  test('says when it has grown much, not at every edit', () => {
    const folder = newFolder()
    expect(run(folder, { adds: { a: large(1) } }).grown).toBe(true)
    expect(run(folder, { uses: ['a'] }).grown).toBe(false)
    expect(run(folder, { uses: ['a'], adds: { b: 'an edit' } }).grown).toBe(false)
    expect(run(folder, { uses: ['a'], adds: { c: large(1) } }).grown).toBe(true)
  })
})

function flipped(content: Buffer, index: number): Buffer {
  const copy = Buffer.from(content)
  copy[index] = (copy[index] ?? 0) ^ 1
  return copy
}
