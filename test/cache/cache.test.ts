import { execFileSync } from 'node:child_process'
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type CacheFolder, openCache } from '../../src/cache/index.ts'
import { temporaryFolder, writeFiles } from '../support/project.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const text = (content: Uint8Array | undefined) => content && new TextDecoder().decode(content)

/** A maker that counts its calls. */
function maker(result: string) {
  const made = { times: 0 }
  const make = async () => {
    made.times++
    return bytes(result)
  }
  return { made, make }
}

function newFolder(): CacheFolder {
  return { path: join(temporaryFolder(), '.imprint', 'cache'), readOnly: false }
}

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter(entry => entry.isFile())
      .map(entry => join(entry.parentPath, entry.name))
  } catch {
    return []
  }
}

function aged(path: string, days: number): void {
  const time = new Date(Date.now() - days * 86_400_000)
  utimesSync(path, time, time)
}

describe('a cache', () => {
  it('makes each key once in a run, even without a folder', async () => {
    const cache = openCache(undefined)
    const { made, make } = maker('one')
    expect(text(await cache.once('images', ['a', 1, bytes('x')], make))).toBe('one')
    expect(text(await cache.once('images', ['a', 1, bytes('x')], make))).toBe('one')
    expect(made.times).toBe(1)
  })

  it('distinguishes keys whose joined parts are equal, and kinds', async () => {
    const cache = openCache(undefined)
    expect(text(await cache.once('images', ['ab', 'c'], maker('one').make))).toBe('one')
    expect(text(await cache.once('images', ['a', 'bc'], maker('two').make))).toBe('two')
    expect(text(await cache.once('images', ['abc'], maker('three').make))).toBe('three')
    expect(text(await cache.once('fonts', ['abc'], maker('four').make))).toBe('four')
  })

  it('leaves shared results to one of several processes', async () => {
    const asked: string[] = []
    const cache = openCache(undefined, undefined, (name, make) => {
      asked.push(name.slice(0, name.indexOf('/')))
      return make()
    })
    for (const kind of ['images', 'fonts', 'icons', 'images'])
      expect(text(await cache.once(kind, ['key'], maker('made').make))).toBe('made')
    expect(asked).toEqual(['images', 'fonts'])
  })

  it('retries after a failure', async () => {
    const cache = openCache(newFolder())
    const fail = () => Promise.reject(new Error('no'))
    await expect(cache.once('images', ['key'], fail)).rejects.toThrow('no')
    expect(text(await cache.once('images', ['key'], maker('made').make))).toBe('made')
  })

  it('keeps results between runs, in a folder for each kind', async () => {
    const folder = newFolder()
    await openCache(folder).once('images', ['key'], maker('kept').make)
    const { made, make } = maker('made again')
    expect(text(await openCache(folder).once('images', ['key'], make))).toBe('kept')
    expect(made.times).toBe(0)
    expect(readdirSync(folder.path)).toEqual(['images'])
    expect(readdirSync(join(folder.path, 'images'))).toEqual([
      expect.stringMatching(/^[0-9a-f]{64}\.imprint$/),
    ])
  })

  it('writes nothing when it is read-only, and still reads', async () => {
    const folder = newFolder()
    const readOnly = { ...folder, readOnly: true }
    await openCache(readOnly).once('images', ['key'], maker('made').make)
    expect(filesIn(folder.path)).toEqual([])
    await openCache(folder).once('images', ['key'], maker('kept').make)
    expect(text(await openCache(readOnly).once('images', ['key'], maker('made').make))).toBe('kept')
  })

  it.each<[string, (content: Buffer) => Buffer]>([
    ['cut short', content => content.subarray(0, content.length - 1)],
    ['emptied', () => Buffer.alloc(0)],
    [
      'changed by a byte',
      content => Buffer.from(content.map((byte, index) => (index === 40 ? byte ^ 1 : byte))),
    ],
  ])('makes an entry again that was %s', async (_, damage) => {
    const folder = newFolder()
    const result = 'a result of some length'
    await openCache(folder).once('images', ['key'], maker(result).make)
    const [entry = ''] = filesIn(folder.path)
    writeFileSync(entry, damage(readFileSync(entry)))
    const { made, make } = maker(result)
    expect(text(await openCache(folder).once('images', ['key'], make))).toBe(result)
    expect(made.times).toBe(1)
    expect(text(openCache(folder).read('images', ['key']))).toBe(result)
  })

  it('does not take one entry for another', async () => {
    const folder = newFolder()
    openCache(folder).write('images', ['one'], bytes('one'))
    const [one = ''] = filesIn(folder.path)
    openCache(folder).write('images', ['two'], bytes('two'))
    const two = filesIn(folder.path).find(path => path !== one) as string
    renameSync(one, two)
    expect(openCache(folder).read('images', ['two'])).toBeUndefined()
  })

  it('does without a folder that cannot be written', async () => {
    const path = join(temporaryFolder(), 'taken')
    writeFileSync(path, 'a file where the cache should be')
    const cache = openCache({ path, readOnly: false })
    expect(text(await cache.once('images', ['key'], maker('made').make))).toBe('made')
    cache.trim()
  })
})

describe('the folder of a cache', () => {
  /** The size of an entry: 1,000 bytes and the first line. */
  const size = 1025

  /** A folder with entries that were last used the given numbers of days ago. */
  function folderWith(ages: Readonly<Record<string, number>>) {
    const folder = newFolder()
    const paths: Record<string, string> = {}
    for (const [key, days] of Object.entries(ages)) {
      const before = new Set(filesIn(folder.path))
      openCache(folder).write('images', [key], bytes(key.repeat(1000)))
      const path = filesIn(folder.path).find(entry => !before.has(entry)) as string
      aged(path, days)
      paths[key] = path
    }
    return {
      folder,
      left: () => Object.keys(ages).filter(key => filesIn(folder.path).includes(paths[key] as string)),
    }
  }

  it('is brought within its limit, least recently used first', () => {
    const { folder, left } = folderWith({ a: 3, b: 9, c: 5 })
    const cache = openCache(folder, 3 * size)
    cache.write('images', ['n'], bytes('n'.repeat(1000)))
    expect(left()).toEqual(['a', 'b', 'c'])
    cache.trim()
    expect(left()).toEqual(['a', 'c'])
    expect(filesIn(folder.path)).toHaveLength(3)
  })

  it('counts a result that was asked for as used', async () => {
    const { folder, left } = folderWith({ a: 3, b: 9, c: 5 })
    await openCache(folder).once('images', ['b'], maker('').make)
    const cache = openCache(folder, 2 * size)
    cache.write('images', ['n'], bytes('n'.repeat(1000)))
    cache.trim()
    expect(left()).toEqual(['b'])
  })

  it('keeps everything used since it was opened, by any run and with any limit', () => {
    const { folder, left } = folderWith({ a: 3, b: 9, c: 9 })
    const cache = openCache(folder, 0)
    cache.read('images', ['b'])
    openCache(folder).read('images', ['c'])
    cache.write('images', ['n'], bytes('n'))
    cache.trim()
    expect(left()).toEqual(['b', 'c'])
    expect(filesIn(folder.path)).toHaveLength(3)
  })

  it('is left alone by a run that added nothing', async () => {
    const { folder, left } = folderWith({ a: 3, b: 9 })
    const cache = openCache(folder, 0)
    await cache.once('images', ['b'], maker('').make)
    cache.trim()
    const reader = openCache({ ...folder, readOnly: true }, 0)
    await reader.once('images', ['n'], maker('n').make)
    reader.trim()
    expect(left()).toEqual(['a', 'b'])
  })

  it('counts packs, and removes whole ones', () => {
    const { folder, left } = folderWith({ a: 3 })
    const cache = openCache(folder, 100_000)
    for (const [name, days] of Object.entries({ 'pages-older': 9, 'pages-newer': 5 })) {
      const pack = cache.pack(name, 0)
      pack?.set('key', name.repeat(6_000))
      pack?.save()
      aged(join(folder.path, `${name}.imprint`), days)
    }
    cache.trim()
    expect(readdirSync(folder.path).sort()).toEqual(['images', 'pages-newer.imprint'])
    expect(left()).toEqual(['a'])
  })

  it('is looked at when a pack has grown much, not at every edit', () => {
    const { folder, left } = folderWith({ a: 3 })
    const run = (key: string, length: number) => {
      const cache = openCache(folder, 0)
      const pack = cache.pack('texts', 1e9)
      pack?.set(key, 'x'.repeat(length))
      pack?.save()
      aged(filesIn(folder.path).find(path => path.includes('images')) ?? folder.path, 3)
      cache.trim()
      return left()
    }
    expect(run('first', 10)).toEqual([])
    openCache(folder).write('images', ['a'], bytes('a'))
    expect(run('an edit', 10)).toEqual(['a'])
    expect(run('much', 1024 * 1024)).toEqual([])
  })

  it('may be missing, or contain leftovers of a killed process', () => {
    const { folder, left } = folderWith({ a: 3 })
    const cache = openCache(folder, size)
    const half = join(
      folder.path,
      'images',
      `${'ab'.repeat(32)}.imprint.7f1d8a52-6c8e-4b0e-9f53-1d2a3b4c5d6e`,
    )
    writeFileSync(half, 'x')
    utimesSync(half, 0, 0)
    cache.write('images', ['n'], bytes('n'.repeat(900)))
    cache.trim()
    expect(left()).toEqual([])
    expect(filesIn(folder.path)).toHaveLength(1)
    rmSync(folder.path, { recursive: true })
    expect(() => cache.trim()).not.toThrow()
  })

  it('removes no file whose name is not that of a cache file', () => {
    const { folder, left } = folderWith({ a: 3 })
    const strangers = {
      'notes.txt': '',
      'backup.tar': '',
      'texts.imprint.old': '',
      'Texts.imprint': '',
      'images/holiday.jpg': '',
      'images/2024/summer.imprint': '',
      'My Photos/a.imprint': '',
    }
    writeFiles(folder.path, strangers)
    for (const name of Object.keys(strangers)) aged(join(folder.path, name), 99)
    const cache = openCache(folder, 0)
    cache.write('fonts', ['n'], bytes('n'))
    cache.trim()
    expect(left()).toEqual([])
    for (const name of Object.keys(strangers)) expect(filesIn(folder.path)).toContain(join(folder.path, name))
  })
})

describe('a link', () => {
  /** A full cache in another place, and a link to it that replaces one folder of the path. */
  function linked(step: '.imprint' | '.imprint/cache' | '.imprint/cache/images') {
    const [root, elsewhere] = [temporaryFolder(), temporaryFolder()]
    const other = { path: join(elsewhere, '.imprint', 'cache'), readOnly: false }
    openCache(other).write('images', ['key'], bytes('elsewhere'))
    for (const path of filesIn(elsewhere)) aged(path, 9)
    mkdirSync(dirname(join(root, step)), { recursive: true })
    symlinkSync(join(elsewhere, step), join(root, step))
    return { folder: { path: join(root, '.imprint', 'cache'), readOnly: false }, elsewhere }
  }

  it.each(['.imprint', '.imprint/cache', '.imprint/cache/images'] as const)(
    'in the place of %s is not followed: nothing there is read, written or removed',
    async step => {
      const { folder, elsewhere } = linked(step)
      const before = filesIn(elsewhere)
      const cache = openCache(folder, 0)
      expect(text(await cache.once('images', ['key'], maker('made').make))).toBe('made')
      expect(text(await cache.once('images', ['new'], maker('new').make))).toBe('new')
      cache.write('fonts', ['new'], bytes('new'))
      cache.trim()
      expect(filesIn(elsewhere)).toEqual(before)
    },
  )

  it.skipIf(process.platform === 'win32')('or a named pipe in the place of an entry is not read', () => {
    const folder = newFolder()
    const cache = openCache(folder)
    for (const key of ['link', 'pipe']) cache.write('images', [key], bytes(key))
    const [link = '', pipe = ''] = ['link', 'pipe'].map(key =>
      filesIn(folder.path).find(path => readFileSync(path, 'latin1').endsWith(key)),
    )
    const moved = join(dirname(folder.path), 'moved')
    renameSync(link, moved)
    symlinkSync(moved, link)
    rmSync(pipe)
    execFileSync('mkfifo', [pipe])
    expect(cache.read('images', ['link'])).toBeUndefined()
    expect(cache.read('images', ['pipe'])).toBeUndefined()
    cache.write('images', ['pipe'], bytes('again'))
    expect(text(cache.read('images', ['pipe']))).toBe('again')
  })
})
