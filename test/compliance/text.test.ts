import { expect, test } from 'vitest'
import { partsOf } from '../../src/compliance/text.ts'

test('a long text is read in parts of whole sentences, in their order', () => {
  const text = Array.from({ length: 1000 }, (_, index) => `Sentence ${index}, e.g. this one.`).join(' ')
  const parts = partsOf(text)
  expect(parts.join(' ')).toBe(text)
  expect(Math.max(...parts.map(({ length }) => length))).toBeLessThanOrEqual(4000)
  expect(parts.every(part => /^Sentence .*this one\.$/.test(part))).toBe(true)
  expect(partsOf('One sentence. Another.')).toEqual(['One sentence. Another.'])
  expect(partsOf('word '.repeat(2000).trim())).toHaveLength(1)
})
