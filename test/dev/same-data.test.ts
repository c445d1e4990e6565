import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sameData } from '../../src/dev/same-data.ts'

const data = fc.letrec(tie => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom<unknown>(undefined, null, 0, -0, Number.NaN, '', 'a', true, false),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom('a', 'b', 'length', '__proto__'), tie('value'), { maxKeys: 3 }),
    fc.uint8Array({ maxLength: 2 }),
    fc
      .array(fc.tuple(fc.constantFrom('a', 'b'), tie('value')), { maxLength: 2 })
      .map(entries => new Map(entries)),
  ),
})).value

test('agrees with the comparison of Node', () => {
  fc.assert(
    fc.property(data, data, (a, b) => {
      expect(sameData(a, b)).toBe(isDeepStrictEqual(a, b))
      expect(sameData(a, structuredClone(a))).toBe(isDeepStrictEqual(a, structuredClone(a)))
    }),
    { numRuns: 1000 },
  )
})
