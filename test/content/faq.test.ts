import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { faqCount, homeFaqCount, parseFaq } from '../../src/content/index.ts'

const entries = (count: number) =>
  Array.from({ length: count }, (_, index) => `- question: Q${index}?\n  answer: A${index}.\n`)
const parse = (text: string) => parseFaq({ path: 'content/faq.yaml', text })
const told = (text: string) =>
  parse(text).diagnostics.map(({ code, line, column }) => `${line}:${column} ${code}`)
/** Fourteen entries, the second of them another one. */
const withSecond = (entry: string) => [...entries(14).slice(0, 1), entry, ...entries(14).slice(2)].join('')

describe('parseFaq', () => {
  it('gives questions with answers in their order', () => {
    const { value, diagnostics } = parse(entries(14).join(''))
    expect(diagnostics).toEqual([])
    expect(value?.map(entry => [entry.question, entry.answer.parts.join('')])).toEqual(
      Array.from({ length: 14 }, (_, index) => [`Q${index}?`, `<p>A${index}.</p>`]),
    )
  })

  it.each([
    [0, 'content/faq-too-few', 'error'],
    [4, 'content/faq-too-few', 'error'],
    [homeFaqCount, 'content/faq-count', 'warning'],
    [13, 'content/faq-count', 'warning'],
    [faqCount, undefined, undefined],
    [15, 'content/faq-count', 'warning'],
  ])('with %d entries: %s', (count, code, severity) => {
    const { value, diagnostics } = parse(entries(count).join(''))
    expect(diagnostics.map(problem => [problem.code, problem.severity])).toEqual(
      code ? [[code, severity]] : [],
    )
    expect(value?.length).toBe(severity === 'error' ? undefined : count)
  })

  it.each([
    ['- question: Q?\n', ['3:3 content/missing-key']],
    ['- answer: A.\n', ['3:3 content/missing-key']],
    ['- question: Q?\n  anser: A.\n', ['3:3 content/missing-key', '4:3 content/unknown-key']],
    ['- just text\n', ['3:3 content/wrong-type']],
    ['- question: 7\n  answer: A.\n', ['3:13 content/wrong-type']],
    ['- question: Q?\n  answer:\n', ['4:10 content/wrong-type']],
    [
      '- question: Q {nope}?\n  answer: A {nope}.\n',
      ['3:15 content/unknown-token', '4:13 content/unknown-token'],
    ],
    ['- question: Q?\n  answer: "A {nope}."\n', ['4:14 content/unknown-token']],
    ['- question: Q?\n  answer: |\n    One.\n\n    Two <b>.\n', ['7:9 markdown/raw-html']],
    ['- question: Q?\n  answer: |-\n      Deep <b>.\n', ['5:12 markdown/raw-html']],
    ['- question: Q?\n  answer: See [x](javascript:x).\n', ['4:15 markdown/unsafe-link']],
    ['- question: Q?\n  answer: See ![x](x.png).\n', ['4:15 markdown/image-not-found']],
    ['- question: "Q\n  answer: A.\n', ['3:13 yaml/syntax']],
  ])('says where in the file %j is wrong', (entry, expected) => {
    expect(parse(withSecond(entry)).value).toBeUndefined()
    expect(told(withSecond(entry)).sort()).toEqual(expected)
  })

  it('refuses what is no list', () => {
    expect(told('question: Q?\nanswer: A.\n')).toEqual(['1:1 content/wrong-type'])
    expect(told('text\n')).toEqual(['1:1 content/wrong-type'])
    expect(told('')).toEqual(['1:1 content/faq-too-few'])
  })

  it('knows where links of an answer stand', () => {
    const { value } = parse(withSecond('- question: Q?\n  answer: |\n    One.\n\n    See [x](/faq/).\n'))
    expect(value?.[1]?.answer.links).toEqual([
      { url: '/faq/', origin: { file: 'content/faq.yaml', line: 7, column: 9 } },
    ])
  })

  it('never throws, and every problem has a line of the file', () => {
    const pieces = [
      '- ',
      'question: ',
      'answer: ',
      '|\n    ',
      '>-\n    ',
      '\n',
      '\n  ',
      '"',
      '<b>',
      '{x}',
      '[a](b:c)',
      'text',
    ]
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...pieces), { maxLength: 25 }).map(parts => parts.join('')),
        text => {
          const { value, diagnostics } = parse(text)
          expect(value === undefined).toBe(diagnostics.some(problem => problem.severity === 'error'))
          for (const { line = 0, column = 0 } of diagnostics) {
            expect(line).toBeGreaterThanOrEqual(1)
            expect(line).toBeLessThanOrEqual(text.split('\n').length)
            expect(column).toBeGreaterThanOrEqual(1)
          }
        },
      ),
      { numRuns: 500 },
    )
  })
})
