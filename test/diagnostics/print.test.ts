import { describe, expect, it } from 'vitest'
import {
  countProblems,
  type Diagnostic,
  diagnostic,
  printDiagnostics,
  startOf,
} from '../../src/diagnostics/index.ts'

const at = (line: number, column: number, file = 'content/a.yaml') => ({ file, line, column })
const print = (diagnostics: readonly Diagnostic[], text?: string, color = false) =>
  printDiagnostics(diagnostics, { color, source: () => text })

describe('printDiagnostics', () => {
  it('prints nothing for nothing', () => {
    expect(print([])).toBe('')
  })

  it('prints place, severity, code and message in one line, then the frame and the hint', () => {
    const problem = diagnostic('brand/unknown-key', 'Unknown key "phon".', { at: at(2, 3), hint: 'Mend it.' })
    expect(
      print([problem], 'name: A\n  phon: 1\n'),
    ).toBe(`content/a.yaml:2:3  error  brand/unknown-key  Unknown key "phon".
  1 | name: A
  2 |   phon: 1
    |   ^
  → Mend it.
`)
  })

  it('prints a finding of several brands once, even if each has it on its own pages', () => {
    const finding = diagnostic('compliance/claim/urgency', 'Says "today".', { at: at(1, 1) })
    const found = ['b', 'a'].map(brand => ({ ...finding, brand, pages: [`/${brand}/`] }))
    expect(print(found)).toBe('content/a.yaml:1:1  error  compliance/claim/urgency  Says "today". (a, b)\n')
  })

  it('prints no place and no frame without a file', () => {
    const problem = diagnostic('usage/invalid', 'Unknown option.')
    expect(print([problem], 'never shown')).toBe('error  usage/invalid  Unknown option.\n')
  })

  it('prints no frame if the text is unavailable, or has no such line', () => {
    const problem = diagnostic('yaml/tab', 'A tab.', { at: at(7, 1) })
    const plain = 'content/a.yaml:7:1  error  yaml/tab  A tab.\n'
    expect(print([problem])).toBe(plain)
    expect(print([problem], 'one line')).toBe(plain)
    expect(print([diagnostic('yaml/tab', 'A tab.', { at: at(1, 1) })], '')).toBe(
      'content/a.yaml:1:1  error  yaml/tab  A tab.\n',
    )
  })

  it('leaves an empty line before out of the frame, and aligns numbers of different length', () => {
    const problem = diagnostic('yaml/tab', 'A tab.', { at: at(10, 2) })
    const lines = (ninth: string) => `${'x\n'.repeat(8)}${ninth}\nten\n`
    expect(print([problem], lines('nine'))).toContain('\n   9 | nine\n  10 | ten\n     |  ^\n')
    expect(print([problem], lines(''))).toContain('A tab.\n  10 | ten\n     |  ^\n')
  })

  it('puts the caret right after tabs, and hides characters that would confuse a terminal', () => {
    const problem = diagnostic('yaml/tab', 'A tab.', { at: at(1, 3) })
    expect(print([problem], '\t\u001bx\u202e')).toContain('\n  1 |   �x�\n    |    ^\n')
  })

  it('counts lines in files with any line ends', () => {
    const problem = diagnostic('yaml/tab', 'A tab.', { at: at(3, 1) })
    expect(print([problem], 'a\r\nb\rc\n')).toContain('\n  2 | b\n  3 | c\n    | ^\n')
  })

  it('shows the place in a very long line', () => {
    const line = `${'a'.repeat(500)}X${'b'.repeat(500)}`
    const [, shown = '', caret = ''] = print(
      [diagnostic('yaml/tab', 'A tab.', { at: at(1, 501) })],
      line,
    ).split('\n')
    expect(shown.length).toBeLessThan(120)
    expect(shown[caret.indexOf('^')]).toBe('X')
  })

  it('prints a problem that brands share once, with their names', () => {
    const problem = (brand: string) =>
      diagnostic('link/unknown-page', 'No such page.', { at: at(1, 1), brand })
    expect(print([problem('b'), problem('a'), problem('b')])).toBe(
      'content/a.yaml:1:1  error  link/unknown-page  No such page. (a, b)\n',
    )
  })

  it('sorts, with an empty line between problems', () => {
    const second = diagnostic('yaml/tab', 'Second.', { at: at(2, 1) })
    const first = diagnostic('yaml/tab', 'First.', { at: at(1, 1) })
    expect(print([second, first])).toBe(
      'content/a.yaml:1:1  error  yaml/tab  First.\n\ncontent/a.yaml:2:1  error  yaml/tab  Second.\n',
    )
  })

  it('prints the same text with colours and without', () => {
    const problems = [
      diagnostic('yaml/tab', 'A tab.', { at: at(1, 2), hint: 'Mend it.' }),
      diagnostic('content/faq-count', 'Few.', { at: at(2, 1), brand: 'a' }),
      diagnostic('file/crlf', 'CR.'),
    ]
    const colored = print(problems, 'one\ntwo\n', true)
    expect(colored).toContain('\u001b[')
    // biome-ignore lint/complexity/useRegexLiterals: a literal may not hold the escape character
    expect(colored.replace(new RegExp('\u001b\\[\\d+m', 'g'), '')).toBe(print(problems, 'one\ntwo\n'))
  })
})

describe('countProblems', () => {
  const error = diagnostic('yaml/tab', 'A tab.', { at: at(1, 1) })
  const warning = diagnostic('content/faq-count', 'Few.', { at: at(1, 1) })
  it.each([
    [[], ''],
    [[error], '1 error'],
    [[error, { ...error, line: 2 }, warning], '2 errors, 1 warning'],
    [[warning, { ...warning, line: 2 }], '2 warnings'],
    [[diagnostic('file/crlf', 'CR.')], ''],
  ])('case %#', (problems, expected) => {
    expect(countProblems(problems)).toBe(expected)
  })

  it('counts shared problems once', () => {
    expect(
      countProblems([
        { ...error, brand: 'a' },
        { ...error, brand: 'b' },
      ]),
    ).toBe('1 error')
  })
})

it('no name of a file, message or hint reaches the terminal as an order to it', () => {
  const name = 'content/a\u001b[2J\u009b31m\u202e.md'
  const problem = diagnostic('file/not-regular', `This "${name}"\nis none.`, {
    at: startOf(name),
    hint: `Remove ${name}.`,
  })
  const text = printDiagnostics([problem], { color: false, source: () => undefined })
  expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u202a-\u202e]/u)
  expect(text).toContain('content/a�[2J�31m�.md:1:1  error')
  expect(text).toContain('"\nis none.')
})

it('names a file that is not the project’s once', () => {
  const problems = [2, 5].map(line =>
    diagnostic('content/unknown-token', 'No token.', { at: { file: 'content/home.yaml', line, column: 1 } }),
  )
  const options = { color: false, source: () => undefined, isPackaged: () => true }
  expect(printDiagnostics(problems, options).match(/content\/home\.yaml is part of Imprint/g)).toHaveLength(1)
})
