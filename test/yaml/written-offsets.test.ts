// The places of a scalar's characters in the file, in any style.

import fc from 'fast-check'
import { expect, it } from 'vitest'
import { Document, type Scalar } from 'yaml'
import { originInScalar, parseYaml, valueAt } from '../../src/yaml/index.ts'
import { rounds, seed } from '../support/soak.ts'

const word = fc.string({
  unit: fc.constantFrom(...'abcxnu01', "'", '"', '\\', '#', ':', '-', 'é', '😀', '\u00a0', '|'),
  minLength: 1,
  maxLength: 6,
})
const text = fc
  .array(fc.tuple(word, fc.constantFrom(' ', '\n', '\n\n', '  ')), { minLength: 1, maxLength: 12 })
  .map(words => words.flat().join('').trim())
const styles = ['PLAIN', 'QUOTE_SINGLE', 'QUOTE_DOUBLE', 'BLOCK_LITERAL', 'BLOCK_FOLDED'] as const

it.each(styles)('each character has its place in a scalar of style %s', style => {
  fc.assert(
    fc.property(text, value => {
      const document = new Document({ first: 'x', key: { inner: value } })
      const scalar = document.getIn(['key', 'inner'], true) as Scalar
      scalar.type = style
      const written = document.toString({ lineWidth: 20 })
      const located = valueAt(parseYaml({ path: 'a.yaml', text: written }).value, ['key', 'inner'])
      // The package writes some strings in a way that reads as a map.
      if (located?.kind !== 'scalar') return fc.pre(false)
      const lines = written.split('\n')
      for (const [offset, character] of String(located.value).split('').entries()) {
        const { line, column } = originInScalar(located, offset)
        const there = lines[line - 1]?.charAt(column - 1)
        // An escape represents a quote, a backslash or an invisible character.
        if (/[a-c0-1]/.test(character)) expect(there, `${offset} of ${written}`).toBe(character)
      }
    }),
    { numRuns: rounds(200), seed },
  )
})
