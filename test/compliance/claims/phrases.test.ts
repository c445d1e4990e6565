import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { phraseFinder } from '../../../src/compliance/claims/phrases.ts'
import { Passage } from '../../../src/compliance/pages/passages.ts'
import { readText } from '../../../src/compliance/words/text.ts'

const words = { loan: ['loan*', 'cash advance'], sure: ['guarantee*', 'certain'] }
const found = (phrase: string, text: string): string[] => {
  const passage = new Passage(readText(text))
  return phraseFinder([{ phrase, words }])(passage.text).map(span => passage.shown(span))
}

describe('a phrase finds', () => {
  it.each([
    ['guaranteed approval', 'Guaranteed approval for all.', 'Guaranteed approval'],
    ['guarantee* approval', 'We guarantee approval.', 'guarantee approval'],
    ['(loan*|cash advance) today', 'A cash advance today.', 'cash advance today'],
    ['get your? money', 'Get money.', 'Get money'],
    ['get your? money', 'Get your money.', 'Get your money'],
    ['loan ... guaranteed', 'A loan that is always guaranteed.', 'loan that is always guaranteed'],
    ['$sure $loan', 'Guaranteed cash advance!', 'Guaranteed cash advance'],
    ['$sure & $loan', 'A loan, and it is certain.', 'loan, and it is certain'],
    ['$sure & $loan', 'Certain? Yes, a loan.', 'Certain? Yes, a loan'],
    ['up to <amount>', 'Up to $1,000.', 'Up to $1,000'],
    ['<percent> approved', '98 % approved', '98 % approved'],
    ['fees <question> <free>', 'Fees? $0.', 'Fees? $0'],
    ['aprobacion', 'Aprobación', 'Aprobación'],
  ])('%s: %s', (phrase, text, span) => {
    expect(found(phrase, text)).toContain(span)
  })
})

describe('a phrase leaves alone', () => {
  it.each([
    ['guaranteed approval', 'Guaranteed and approval'],
    ['loan ... guaranteed', 'A loan, which is guaranteed.'],
    ['loan ... guaranteed', 'A loan that you think might perhaps be guaranteed.'],
    [
      '$sure & $loan',
      'It is certain that it will take a long time to read this page about the history of the loan.',
    ],
    [
      '$sure & $loan',
      'The weather of the whole week is quite certain to change. Ask your bank for a second loan next month.',
    ],
    ['up to <amount>', 'up to 1000 people'],
  ])('%s: %s', (phrase, text) => {
    expect(found(phrase, text)).toEqual([])
  })
})

it.each(['(loan', 'loan)', '$unknown loan', '...', 'loan?', ''])('%j cannot be read', phrase => {
  expect(() => phraseFinder([{ phrase, words }])).toThrow()
})

it('finds the same in a longer text, whatever other phrases there are', () => {
  const letters = ['ask', 'bank', 'cash', 'debt']
  const list = fc.array(fc.constantFrom(...letters), { minLength: 1, maxLength: 4 })
  fc.assert(
    fc.property(list, list, list, fc.array(list, { maxLength: 5 }), (phrase, before, after, others) => {
      const text = [...before, ...phrase, ...after].join(' ')
      const all = [phrase, ...others].map(item => ({ phrase: item.join(' '), words }))
      const spans = phraseFinder(all)(new Passage(readText(text)).text)
      // The same result as a plain search for the words.
      const words_ = text.split(' ')
      const starts = words_.flatMap((_, at) =>
        words_.slice(at, at + phrase.length).join() === phrase.join() ? at : [],
      )
      expect(spans.filter(span => span.index === 0).map(({ first }) => first)).toEqual(starts)
    }),
  )
})

it('finds gaps, choices and optional words wherever the rarest word of the phrase is', () => {
  const word = fc.constantFrom('ask', 'bank', 'creditworthiness', 'debt')
  // Each part of a phrase, and an expression for the same text.
  const part = fc.oneof(
    word.map(one => [one, `${one} `] as const),
    word.map(one => [`${one}?`, `(?:${one} )?`] as const),
    fc.tuple(word, word, word).map(([a, b, c]) => [`(${a} ${b}|${c})`, `(?:${a} ${b} |${c} )`] as const),
    fc.constant(['...', '(?:\\S+ ){0,4}?'] as const),
  )
  fc.assert(
    fc.property(
      fc.array(part, { maxLength: 3 }),
      word,
      fc.array(word, { maxLength: 20 }),
      (parts, last, text) => {
        const phrase = [...parts.map(([written]) => written), last].join(' ')
        const expression = new RegExp(`${parts.map(([, source]) => source).join('')}${last} `, 'y')
        const written = text.map(one => `${one} `).join('')
        const starts = text.flatMap((_, at) => {
          expression.lastIndex = text.slice(0, at).join(' ').length + (at > 0 ? 1 : 0)
          return expression.test(written) ? at : []
        })
        const spans = phraseFinder([{ phrase, words }])(new Passage(readText(text.join(' '))).text)
        expect(spans.map(({ first }) => first)).toEqual(starts)
      },
    ),
    { numRuns: 2000 },
  )
})
