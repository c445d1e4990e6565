import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { byteCache } from '../../src/assets/index.ts'
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
