import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { partsOf, sentencesOf } from '../../../src/compliance/words/sentences.ts'
import { readText, shownText, wordsOf } from '../../../src/compliance/words/text.ts'

it.each([
  ['No queues, no fees: approval is guaranteed.', ' no queues , no fees : approval is guaranteed . '],
  ["It's $1,000; you can't lose!", ' it is $1000 ; you can not lose ! '],
  ['Aprobación garantizada. ¿Mal crédito?', ' aprobacion garantizada . mal credito ? '],
  ['Guarаnteed apprоval', ' guaranteed approval '],
  ['Guarant33d appr0val', ' guaranteed approval '],
  ['G u a r a n t e e d approval', ' guaranteed approval '],
  ['Plan A b or c', ' plan a b or c '],
  ['Pay $300, then $45,000.', ' pay $300 , then $45000 . '],
  ['$100–$1,000 for 14 days', ' $100 to $1000 for 14 days '],
  ['Fast - and easy', ' fast — and easy '],
  ['★★★★★ Great', ' stars great '],
  ['', ''],
])('reads %j', (text, words) => {
  expect(wordsOf(shownText(text))).toBe(words)
})

it.each([
  ['two hundred and fifty dollars', '$250'],
  ['fifteen percent', '15%'],
  ['15 per cent', '15%'],
  ['two and a half grand', '$2500'],
  ['4K', '$4000'],
  ['US$300', '$300'],
  ['treinta y cinco', '35'],
  ['a hundred', '100'],
  ['twenty-one', '21'],
  ['five five', '5 5'],
  ['no one', 'no one'],
  ['one day', '1 day'],
  ['a grand total', 'a grand total'],
])('%s is %s', (text, words) => {
  expect(wordsOf(text).trim()).toBe(words)
})

describe('sentences', () => {
  it.each([
    ['Yes or no. Then go.', 2],
    ['License No. 4471 is ours.', 1],
    ['See e.g. the terms.', 1],
    ['“Bad credit? No problem!” is how such ads begin.', 2],
    ['Tired? ¿Cansado? Sí.', 3],
  ])('%s', (text, count) => {
    expect(sentencesOf(text)).toHaveLength(count)
  })
})

it('a name of the brand is one word, the longest of several at one place', () => {
  const names = [
    { word: '@brand', shown: 'Fast Guaranteed' },
    { word: '@brand', shown: 'Fast Guaranteed LLC' },
    { word: '@email', shown: 'hello@fast.example' },
  ]
  const { words, starts, ends } = readText('Ask Fast Guaranteed LLC at hello@fast.example!', names)
  expect(words).toEqual(['ask', '@brand', 'at', '@email', '!'])
  expect([starts[1], ends[1]]).toEqual([4, 23])
})

it('each word has its place in the text, and each word belongs to one sentence', () => {
  const word = fc.constantFrom(
    'Loan',
    'twenty',
    'one',
    '$1,000',
    "can't",
    'préstamo',
    '5 %',
    '.',
    '?',
    '“',
    '—',
    'a',
    'b',
    '🌟🌟🌟',
  )
  fc.assert(
    fc.property(fc.array(word, { maxLength: 20 }), written => {
      const text = shownText(written.join(' '))
      const { words, numbers, starts, ends, sentences } = readText(text)
      expect(numbers).toHaveLength(words.length)
      for (const [index, start] of starts.entries()) {
        expect(start).toBeLessThan(ends[index] as number)
        if (index > 0) expect(start).toBeGreaterThanOrEqual(starts[index - 1] as number)
      }
      expect(sentences.flatMap(sentence => sentence.words)).toEqual(words)
    }),
  )
})

it('a long text is read in parts of whole sentences, in their order', () => {
  const text = Array.from({ length: 1000 }, (_, index) => `Sentence ${index}, e.g. this one.`).join(' ')
  const parts = partsOf(text)
  expect(parts.join(' ')).toBe(text)
  expect(Math.max(...parts.map(({ length }) => length))).toBeLessThanOrEqual(4000)
  expect(parts.every(part => /^Sentence .*this one\.$/.test(part))).toBe(true)
  expect(partsOf('One sentence. Another.')).toEqual(['One sentence. Another.'])
})
