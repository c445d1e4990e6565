import { mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { byteCache } from '../../src/assets/index.ts'
import { openPack } from '../../src/files/index.ts'
import { temporaryFolder } from '../support/project.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const text = (content: Uint8Array) => new TextDecoder().decode(content)

/** A maker that counts how often it was asked. */
function maker(result: string) {
  const made = { times: 0 }
  const make = async () => {
    made.times++
    return bytes(result)
  }
  return { made, make }
}

function entries(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name))
}

describe('byteCache', () => {
  it('makes what has the same key once in a run, also without a folder', async () => {
    const cache = byteCache(undefined)
    const { made, make } = maker('one')
    expect(text(await cache.once(['a', 1, bytes('x')], make))).toBe('one')
    expect(text(await cache.once(['a', 1, bytes('x')], make))).toBe('one')
    expect(made.times).toBe(1)
  })

  it('tells keys apart that would run into the same bytes', async () => {
    const cache = byteCache(undefined)
    expect(text(await cache.once(['ab', 'c'], maker('one').make))).toBe('one')
    expect(text(await cache.once(['a', 'bc'], maker('two').make))).toBe('two')
    expect(text(await cache.once(['abc'], maker('three').make))).toBe('three')
  })

  it('keeps results between runs', async () => {
    const folder = { path: temporaryFolder(), readOnly: false }
    await byteCache(folder).once(['key'], maker('kept').make)
    const { made, make } = maker('made again')
    expect(text(await byteCache(folder).once(['key'], make))).toBe('kept')
    expect(made.times).toBe(0)
  })

  it('writes nothing when it is read-only, and still reads', async () => {
    const path = temporaryFolder()
    await byteCache({ path, readOnly: true }).once(['key'], maker('made').make)
    expect(entries(path)).toEqual([])
    await byteCache({ path, readOnly: false }).once(['key'], maker('kept').make)
    expect(text(await byteCache({ path, readOnly: true }).once(['key'], maker('made').make))).toBe('kept')
  })

  it.each([
    ['cut short', (content: Buffer) => content.subarray(0, content.length - 1)],
    ['emptied', () => Buffer.alloc(0)],
    [
      'changed by a byte',
      (content: Buffer) => Buffer.from(content.map((byte, index) => (index === 40 ? byte ^ 1 : byte))),
    ],
  ])('makes an entry again that was %s', async (_, damage) => {
    const folder = { path: temporaryFolder(), readOnly: false }
    const result = 'a result of some length'
    await byteCache(folder).once(['key'], maker(result).make)
    const [entry = ''] = entries(folder.path)
    writeFileSync(entry, damage(readFileSync(entry)))
    const { made, make } = maker(result)
    expect(text(await byteCache(folder).once(['key'], make))).toBe(result)
    expect(made.times).toBe(1)
  })

  it('does without a folder that cannot be written', async () => {
    const path = join(temporaryFolder(), 'taken')
    mkdirSync(join(path, '..'), { recursive: true })
    writeFileSync(path, 'a file where the cache should be')
    expect(text(await byteCache({ path, readOnly: false }).once(['key'], maker('made').make))).toBe('made')
  })
})

describe('the folder of a cache', () => {
  /** Of an entry in it: 1,000 bytes behind their sum. */
  const size = 1032

  /** A folder with entries last used so many days ago. */
  async function folderWith(ages: Readonly<Record<string, number>>) {
    const folder = { path: temporaryFolder(), readOnly: false }
    const paths: Record<string, string> = {}
    for (const [key, days] of Object.entries(ages)) {
      const before = new Set(entries(folder.path))
      await byteCache(folder).once([key], maker(key.repeat(1000)).make)
      const path = entries(folder.path).find(entry => !before.has(entry)) as string
      const time = new Date(Date.now() - days * 86_400_000)
      utimesSync(path, time, time)
      paths[key] = path
    }
    return {
      folder,
      left: () => Object.keys(ages).filter(key => entries(folder.path).includes(paths[key] as string)),
    }
  }

  it('is brought within its limit, what was not used for longest first', async () => {
    const { folder, left } = await folderWith({ a: 3, b: 9, c: 5 })
    const cache = byteCache(folder, 3 * size)
    await cache.once(['n'], maker('n'.repeat(1000)).make)
    expect(left()).toEqual(['a', 'b', 'c'])
    cache.trim()
    expect(left()).toEqual(['a', 'c'])
    expect(entries(folder.path)).toHaveLength(3)
  })

  it('counts a result that was asked for as used', async () => {
    const { folder, left } = await folderWith({ a: 3, b: 9, c: 5 })
    await byteCache(folder).once(['b'], maker('').make)
    const cache = byteCache(folder, 2 * size)
    await cache.once(['n'], maker('n'.repeat(1000)).make)
    cache.trim()
    expect(left()).toEqual(['b'])
  })

  it('keeps all that the run itself has used, whatever the limit', async () => {
    const { folder, left } = await folderWith({ a: 3, b: 9 })
    const cache = byteCache(folder, 0)
    await cache.once(['b'], maker('').make)
    await cache.once(['n'], maker('n').make)
    cache.trim()
    expect(left()).toEqual(['b'])
    expect(entries(folder.path)).toHaveLength(2)
  })

  it('is left alone by a run that added nothing', async () => {
    const { folder, left } = await folderWith({ a: 3, b: 9 })
    const cache = byteCache(folder, 0)
    await cache.once(['b'], maker('').make)
    cache.trim()
    const reader = byteCache({ ...folder, readOnly: true }, 0)
    await reader.once(['n'], maker('n').make)
    reader.trim()
    expect(left()).toEqual(['a', 'b'])
  })

  describe('with packs in it', () => {
    const limit = 100_000
    const aged = (path: string, days: number): void => {
      const time = new Date(Date.now() - days * 86_400_000)
      utimesSync(path, time, time)
    }
    const packsIn = (path: string) => readdirSync(path).filter(name => name.endsWith('.pack'))
    const save = (folder: { path: string; readOnly: boolean }, name: string) => {
      const pack = openPack(folder, name)
      pack.set('key', name.repeat(10_000))
      return pack.save()
    }

    it('counts them, and removes whole ones that were not used for longest', async () => {
      const { folder, left } = await folderWith({ a: 3 })
      for (const [name, days] of Object.entries({ older: 9, newer: 5 })) {
        save(folder, name)
        aged(join(folder.path, `${name}.pack`), days)
      }
      const cache = byteCache(folder, limit)
      await cache.once(['n'], maker('n').make)
      cache.trim()
      expect(packsIn(folder.path)).toEqual(['newer.pack'])
      expect(left()).toEqual(['a'])
    })

    it('leaves those that were used since it was opened, by whichever run', async () => {
      const { folder } = await folderWith({ a: 3 })
      for (const name of ['read', 'unused']) {
        save(folder, name)
        aged(join(folder.path, `${name}.pack`), 9)
      }
      const cache = byteCache(folder, 0)
      openPack(folder, 'read').get('key')
      await cache.once(['n'], maker('n').make)
      cache.trim()
      expect(packsIn(folder.path)).toEqual(['read.pack'])
    })

    it('looks at its size when a pack has grown much, though it added nothing itself', async () => {
      const { folder, left } = await folderWith({ a: 3 })
      const cache = byteCache(folder, 0)
      const grown = save(folder, 'new')
      expect(grown).toBe(true)
      cache.trim()
      expect(left()).toEqual(['a'])
      cache.trim(grown)
      expect(left()).toEqual([])
      expect(packsIn(folder.path)).toEqual(['new.pack'])
    })
  })

  it('may be gone, or hold what a killed process left', async () => {
    const { folder, left } = await folderWith({ a: 3 })
    const cache = byteCache(folder, size)
    const half = join(folder.path, 'ab.123-left')
    writeFileSync(half, 'x')
    utimesSync(half, 0, 0)
    await cache.once(['n'], maker('n'.repeat(900)).make)
    cache.trim()
    expect(left()).toEqual([])
    expect(entries(folder.path)).toHaveLength(1)
    rmSync(folder.path, { recursive: true })
    expect(() => cache.trim()).not.toThrow()
  })
})
