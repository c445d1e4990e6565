import { expect, test } from 'vitest'
import { cachedTexts } from '../../src/build/cached-texts.ts'
import type { Pack } from '../../src/cache/index.ts'
import { parseMap } from '../../src/content/index.ts'

/** A pack in memory, and its contents. */
function memoryPack(): Pack & { readonly texts: Map<string, string> } {
  const texts = new Map<string, string>()
  return {
    texts,
    get: key => texts.get(key),
    set: (key, text) => void texts.set(key, text),
    save: () => undefined,
  }
}

const sourceOf = (text: string) => ({ path: 'content/home.yaml', text })

test.each([
  [
    'maps, lists and scalars',
    'hero:\n  title: "A: b"\n  entries: [1, true, null, { map: x }]\nlist:\n  - a\n',
  ],
  ['nothing in them', 'a: {}\nb: []\n'],
])('a map that was cached is the one that was parsed: %s', (_, text) => {
  const pack = memoryPack()
  const source = sourceOf(text)
  const parsed = cachedTexts(pack)(parseMap, source)
  expect(pack.texts.size).toBe(1)
  const cached = cachedTexts(pack)(parseMap, { ...source })
  expect(cached).toStrictEqual(parsed)
  expect(cached).toStrictEqual(parseMap(source))
})

test.each([
  ['what JSON cannot say', 'a: .inf\n'],
  ['a file with a mistake in it', '- a\n'],
])('%s is parsed each time', (_, text) => {
  const pack = memoryPack()
  expect(cachedTexts(pack)(parseMap, sourceOf(text))).toStrictEqual(parseMap(sourceOf(text)))
  expect(pack.texts.size).toBe(0)
})
