import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { phraseFinder } from '../../src/compliance/finder.ts'
import { readPhrases } from '../../src/compliance/phrases.ts'

const sets = { loan: ['loan*', 'cash advance'] }

/** The phrases that stand in a text. */
function found(text: string, phrases: readonly string[], gap?: number): string[] {
  const finder = phraseFinder(phrases.map(id => ({ id, phrases: readPhrases([id], sets, gap) })))
  return finder(text.split(' ')).map(({ rule }) => rule.id)
}

describe('phraseFinder', () => {
  test.each([
    ['approval is guaranteed', 'approval is guaranteed', true],
    ['approval is not guaranteed', 'approval is guaranteed', false],
    ['we guarantee it', 'guarantee*', true],
    ['a guaranteed yes', 'guarantee* ... yes', true],
    ['guaranteed one two three four yes', 'guarantee* ... yes', true],
    ['guaranteed one two three four five yes', 'guarantee* ... yes', false],
    ['guaranteed , yes', 'guarantee* ... yes', false],
    ['your cash advance waits', '(your|a) $loan', true],
    ['your cash waits', '(your|a) $loan', false],
    ['the loan', 'the small? loan', true],
    ['the small loan', 'the small? loan', true],
    ['in 7 days', 'in <number> days', true],
    ['in . days', 'in <number> days', false],
    ['costs $15 now', 'costs <amount>', true],
    ['costs 15% now', 'costs <percent>', true],
    ['loan the loan', 'the loan', true],
    ['the loan is yours , and it is certain', '$loan & certain', true],
    ['certain , once you ask : the cash advance', '$loan & certain', true],
    ['certain one two three four five six loan', '$loan & certain', true],
    ['certain it is', '$loan & certain', false],
    ['today a loan is sent', 'sent & today & $loan', true],
  ])('"%s" and "%s": %s', (text, phrase, expected) => {
    expect(found(text, [phrase])).toEqual(expected ? [phrase] : [])
  })

  test('a longer gap crosses commas', () => {
    expect(found('guaranteed , for all of you , yes', ['guarantee* ... yes'], 8)).toHaveLength(1)
  })

  test('gives the rules in their order, each once', () => {
    expect(found('yes loan yes', ['yes', 'no', 'loan*', 'loan yes'])).toEqual(['yes', 'loan*', 'loan yes'])
  })

  test('finds what the expressions of the phrases find', () => {
    const word = fc.constantFrom('a', 'ab', 'b', 'c', ',', '7', '$7', '7%')
    const plain = fc.constantFrom('a', 'ab', 'b', 'c', '7')
    const item = fc.oneof(
      plain,
      fc.constantFrom(
        'a*',
        '...',
        'b?',
        '(a|b c)',
        '(a|...)',
        '(b|c)?',
        '<number>',
        '<amount>',
        '<percent>',
        '$loan',
      ),
    )
    const single = fc
      .tuple(plain, fc.array(item, { maxLength: 4 }))
      .map(([first, rest]) => [first, ...rest].join(' '))
    const phrase = fc.oneof(
      single,
      fc.array(single, { minLength: 2, maxLength: 3 }).map(parts => parts.join(' & ')),
    )
    fc.assert(
      fc.property(
        fc.array(phrase, { minLength: 1, maxLength: 5 }),
        fc.array(word, { minLength: 1 }),
        (phrases, words) => {
          const read = phrases.map(text => readPhrases([text], sets))
          const finder = phraseFinder(read.map(phrases => ({ phrases })))
          const text = ` ${words.join(' ')} `
          const expected = read.flat().filter(({ spansIn }) => [...spansIn(text)].length > 0)
          expect(finder(words).flatMap(({ phrases }) => phrases)).toEqual(expected)
        },
      ),
    )
  })

  test('parts stand in any order, with at most six words between two of them', () => {
    const word = fc.constantFrom('a', 'b', 'c', 'x', 'y')
    const parts = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'x y'), { minLength: 2, maxLength: 3 })
    fc.assert(
      fc.property(parts, fc.array(word, { minLength: 1, maxLength: 30 }), (parts, words) => {
        const orders = (rest: readonly string[]): string[] =>
          rest.length === 1
            ? [` ${rest[0]}`]
            : rest.flatMap(first =>
                orders(rest.filter(part => part !== first)).map(
                  others => ` ${first}(?: [^ ]+){0,6}?${others}`,
                ),
              )
        const expected = new RegExp(`(?:${orders(parts).join('|')})(?= )`).test(` ${words.join(' ')} `)
        expect(found(words.join(' '), [parts.join(' & ')])).toHaveLength(expected ? 1 : 0)
      }),
      { numRuns: 500 },
    )
  })
})
