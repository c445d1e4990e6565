// The places of a scalar's words in the file, in any style.

import fc from 'fast-check'
import { expect, it } from 'vitest'
import { Document, type Scalar } from 'yaml'
import { originOfWord, parseYaml, valueAt } from '../../src/yaml/index.ts'
import { rounds } from '../support/soak.ts'

const word = fc.string({
  unit: fc.constantFrom(...'abcxnu01', "'", '"', '\\', '#', ':', '-', 'é', '😀', '\u00a0', '|'),
  minLength: 1,
  maxLength: 6,
})
const text = fc
  .array(fc.tuple(word, fc.constantFrom(' ', '\n', '\n\n', '  ')), { minLength: 1, maxLength: 12 })
  .map(words => words.flat().join('').trim())
const styles = ['PLAIN', 'QUOTE_SINGLE', 'QUOTE_DOUBLE', 'BLOCK_LITERAL', 'BLOCK_FOLDED'] as const

it.each(styles)('each word has its place in a scalar of style %s', style => {
  fc.assert(
    fc.property(text, value => {
      const document = new Document({ first: 'x', key: { inner: value } })
      const scalar = document.getIn(['key', 'inner'], true) as Scalar
      scalar.type = style
      // In double quotes, the package also breaks words.
      const written = document.toString({ lineWidth: style === 'QUOTE_DOUBLE' ? 0 : 20 })
      const located = valueAt(parseYaml({ path: 'a.yaml', text: written }).value, ['key', 'inner'])
      // The package writes some strings in a way that reads as a map.
      if (located?.kind !== 'scalar') return fc.pre(false)
      const lines = written.split('\n')
      const words = String(located.value).matchAll(/(?<![^\s"'\\])[-a-c:0-1#|]+(?![^\s"'\\])/g)
      for (const { 0: word, index } of words) {
        const { line, column } = originOfWord(located, index)
        expect(lines[line - 1]?.slice(column - 1).startsWith(word), `${index} of ${written}`).toBe(true)
      }
    }),
    { numRuns: rounds(200) },
  )
})
