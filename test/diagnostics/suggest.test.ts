import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { didYouMean, suggest } from '../../src/diagnostics/index.ts'

it('a hint finds a name that is longer or shorter', () => {
  expect(didYouMean('phonenumber', ['name', 'phone'])).toBe('Did you mean "phone"?')
  expect(didYouMean('auro', ['harbor', 'aurora'])).toBe('Did you mean "aurora"?')
  expect(didYouMean('/articles/rents/', ['/articles/'])).toBe('Known: /articles/.')
})

describe('suggest', () => {
  it.each([
    ['phon', ['phone', 'email'], 'phone'],
    ['phoen', ['phone', 'email'], 'phone'],
    ['tset', ['test'], 'test'],
    ['abuot', ['about', 'contact'], 'about'],
    ['titel', ['title', 'date'], 'title'],
    ['PHONE', ['phone'], 'phone'],
    ['providerhost', ['provider', 'providerHost'], 'providerHost'],
    ['borrowing-rule', ['rent', 'borrowing-rules'], 'borrowing-rules'],
    ['x', ['phone'], undefined],
    ['', ['phone'], undefined],
    ['phone', [], undefined],
    ['from', ['form', 'header'], 'form'],
    ['brand', ['name', 'phone'], undefined],
  ])('%j of %j is %j', (written, candidates, expected) => {
    expect(suggest(written, candidates)).toBe(expected)
  })

  it('gives the nearest, and the first of equally near ones', () => {
    expect(suggest('articel', ['particle', 'article'])).toBe('article')
    expect(suggest('aa', ['ab', 'ac'])).toBe('ab')
  })

  it('only ever gives a candidate, and gives a word itself', () => {
    fc.assert(
      fc.property(fc.string(), fc.array(fc.string()), (written, candidates) => {
        const found = suggest(written, candidates)
        if (found !== undefined) expect(candidates).toContain(found)
        expect(suggest(written, [...candidates, written])?.toLowerCase()).toBe(written.toLowerCase())
      }),
    )
  })
})

describe('didYouMean', () => {
  it.each([
    ['phon', ['phone'], 'Did you mean "phone"?'],
    ['zzz', ['phone', 'email'], 'Keys: phone, email.'],
    ['zzz', [], undefined],
    ['zzz', Array<string>(200).fill('brand'), `Keys: ${Array(60).fill('brand').join(', ')}, and 140 more.`],
  ])('%j of %j', (written, candidates, expected) => {
    expect(didYouMean(written, candidates, 'Keys')).toBe(expected)
  })
})
