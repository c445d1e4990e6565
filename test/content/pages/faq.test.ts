import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { homeFaqCount, parseFaq } from '../../../src/content/index.ts'
import { faqCount } from '../../../src/content/pages/faq.ts'
import { layFaq } from '../../../src/content/pages/faq-layers.ts'
import { hasErrors } from '../../../src/diagnostics/index.ts'
import { plain } from '../../../src/yaml/index.ts'

const entries = (count: number) =>
  Array.from({ length: count }, (_, index) => `- question: Q${index}?\n  answer: A${index}.\n`)
/** The FAQ of several layers, the weakest first. */
function parse(...texts: readonly string[]) {
  const parsed = texts.map((text, index) =>
    parseFaq({ path: index === 0 ? 'content/faq.yaml' : `brands/b${index}/content/faq.yaml`, text }),
  )
  const layers = parsed.flatMap(({ value, diagnostics }) => (value ? [{ value, diagnostics }] : []))
  const [first, ...rest] = layers
  if (first === undefined || layers.length < parsed.length) {
    const diagnostics = parsed.flatMap(layer => layer.diagnostics)
    return { value: undefined, located: undefined, diagnostics }
  }
  const { value, diagnostics } = layFaq([first, ...rest])
  const usable = hasErrors(diagnostics) ? undefined : value
  return { value: usable?.entries, located: usable?.located, diagnostics }
}
const told = (text: string) =>
  parse(text).diagnostics.map(({ code, line, column }) => `${line}:${column} ${code}`)
/** Fourteen entries, the second of which is different. */
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

  it('keeps the valid part, so that all errors are reported at once', () => {
    const text = `- question: Q?\n  anser: A.\n- question: Q0?\n  answer: A.\n- question: Good?\n  answer: G.\n`
    expect(told([...entries(14), text].join('')).sort()).toEqual([
      '29:3 content/missing-key',
      '30:3 content/unknown-key',
      '31:13 content/faq-same-question',
    ])
  })

  it('refuses anything but a list', () => {
    expect(told('question: Q?\nanswer: A.\n')).toEqual(['1:1 content/wrong-type'])
    expect(told('text\n')).toEqual(['1:1 content/wrong-type'])
    expect(told('')).toEqual(['1:1 content/faq-too-few'])
  })

  it('knows the places of links in an answer', () => {
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

describe('layers of a FAQ', () => {
  const ids = ['one', 'two', 'three', 'four', 'five', 'six']
  const base = ids.map(id => `- id: ${id}\n  question: ${id}?\n  answer: ${id}.\n`).join('')
  const shown = (...texts: readonly string[]) =>
    parse(base, ...texts).value?.map(({ id, question, answer }) =>
      [id, question, answer.parts.join('')].join(' '),
    )
  const problems = (...texts: readonly string[]) =>
    parse(base, ...texts)
      .diagnostics.filter(({ code }) => code !== 'content/faq-count')
      .map(({ severity, code, line, column }) => `${line}:${column} ${severity} ${code}`)

  it('change a question or an answer, drop an entry, add one and order them', () => {
    const brand = `two: { question: "Another?" }
three:
  answer: |
    Ours, {name}.
four: null
new: { question: New?, answer: New. }
order: [six, new]
`
    expect(shown(brand)).toEqual([
      'six six? <p>six.</p>',
      'new New? <p>New.</p>',
      'one one? <p>one.</p>',
      'two Another? <p>two.</p>',
      expect.stringMatching(/^three three\? <p>Ours, .*<\/p>$/),
      'five five? <p>five.</p>',
    ])
    expect(problems(brand)).toEqual([])
  })

  it('override each other, each value with those it shadows', () => {
    const { located } = parse(base, 'two: { answer: House. }\n', 'two: { answer: Own. }\nsix: null\n')
    const two = located?.entries.get('two')?.value
    const answer = two?.kind === 'map' ? two.entries.get('answer') : undefined
    expect(answer && plain(answer.value)).toBe('Own.')
    expect(answer?.shadowed.map(({ origin }) => origin)).toEqual([
      { file: 'brands/b1/content/faq.yaml', line: 1, column: 16 },
      { file: 'content/faq.yaml', line: 6, column: 11 },
    ])
    const six = located?.entries.get('six')
    expect(six && plain(six.value)).toBeNull()
    expect(six?.shadowed).toHaveLength(1)
    expect(shown('two: null\n', 'two: { question: Again?, answer: Again. }\n')?.at(1)).toBe(
      'two Again? <p>Again.</p>',
    )
  })

  it.each([
    ['tow: { answer: A. }\n', '1:1 error content/faq-unknown-id'],
    ['tow: null\n', '1:1 error content/faq-unknown-id'],
    ['order: [one, tow]\n', '1:14 error content/faq-unknown-id'],
    ['two: null\norder: [two]\n', '2:9 error content/faq-unknown-id'],
    ['order: one\n', '1:8 error content/wrong-type'],
    ['two: text\n', '1:6 error content/wrong-type'],
    ['two: { anser: A. }\n', '1:8 error content/unknown-key'],
    ['Two: { question: Q?, answer: A. }\n', '1:1 error content/invalid-value'],
    ['two: { question: "ONE?" }\n', '1:18 warning content/faq-same-question'],
    ['two: { answer: "{nope}" }\n', '1:17 error content/unknown-token'],
  ])('say what is wrong with %j', (brand, expected) => {
    expect(problems(brand)).toEqual([expected])
  })

  it.each([
    ['Late', 'content/invalid-value'],
    ['faq-3', 'content/invalid-value'],
    ['form', 'content/invalid-value'],
    ['order', 'content/invalid-value'],
    ['7', 'content/invalid-value'],
    ['q1', 'content/faq-duplicate-id'],
  ])('refuse the id %s', (id, code) => {
    const list = ['q1', id].map((name, index) => `- id: ${name}\n  question: Again ${index}?\n  answer: A.\n`)
    expect(parse([...entries(12), ...list].join('')).diagnostics.map(problem => problem.code)).toEqual([code])
  })
})

describe('groups of questions', () => {
  const named = ['a', 'b', 'c', 'd', 'e', 'f'].map(id => `- id: ${id}\n  question: Q${id}?\n  answer: A.\n`)
  const list = named.join('')
  const shown = (...texts: readonly string[]) =>
    parse(...texts).value?.map(({ id, group }) => (group === undefined ? id : `${id} (${group})`))
  const groups =
    'groups:\n  - title: Cost\n    questions: [c, a]\n  - title: Time\n    questions: [b, d, e]\n'

  it('give the questions their order; those in none come first', () => {
    const expected = ['f', 'c (Cost)', 'a (Cost)', 'b (Time)', 'd (Time)', 'e (Time)']
    const indented = list.replace(/^/gm, '  ').trimEnd()
    expect(shown(`${groups}questions:\n${indented}\n`)).toEqual(expected)
    expect(shown(list, groups)).toEqual(expected)
    // The groups of the strongest layer count.
    expect(shown(list, groups, 'groups: [{title: All, questions: [e]}]\n')?.at(-1)).toBe('e (All)')
  })

  it.each([
    ['groups: [{title: Cost, questions: [a, nope]}]', '1:39 content/faq-unknown-id'],
    [
      'groups: [{title: Cost, questions: [a]}, {title: More, questions: [a]}]',
      '1:67 content/faq-duplicate-id',
    ],
    ['groups: [{title: "Of {nope}", questions: [a]}]', '1:22 content/unknown-token'],
    ['groups: [{questions: [a]}]', '1:10 content/missing-key'],
    ['groups: {Cost: [a]}', '1:9 content/wrong-type'],
  ])('%s', (text, problem) => {
    const { diagnostics } = parse(list, `${text}\n`)
    const told = diagnostics.filter(({ code }) => code !== 'content/faq-count')
    expect(told.map(({ code, line, column }) => `${line}:${column} ${code}`)).toEqual([problem])
  })
})
