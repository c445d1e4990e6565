import { describe, expect, it } from 'vitest'
import {
  asWarning,
  compareText,
  type Diagnostic,
  diagnostic,
  diagnosticCodes,
  hasErrors,
  severityOf,
  sortDiagnostics,
  unexpected,
} from '../../src/diagnostics/index.ts'

const at = (file: string, line: number, column: number) => ({ file, line, column })

describe('diagnostic', () => {
  it('takes its severity from the catalogue', () => {
    expect(diagnostic('content/faq-count', 'Few.').severity).toBe('warning')
    expect(diagnostic('yaml/syntax', 'Bad.').severity).toBe('error')
    expect(diagnostic('yaml/syntax', 'Bad.', { severity: 'info' }).severity).toBe('info')
  })

  it('has only the fields that apply', () => {
    expect(diagnostic('yaml/syntax', 'Bad.')).toEqual({
      severity: 'error',
      code: 'yaml/syntax',
      message: 'Bad.',
    })
    expect(
      diagnostic('yaml/syntax', 'Bad.', { at: at('a.yaml', 2, 3), brand: 'a', hint: 'Mend it.' }),
    ).toEqual({
      severity: 'error',
      code: 'yaml/syntax',
      message: 'Bad.',
      file: 'a.yaml',
      line: 2,
      column: 3,
      brand: 'a',
      hint: 'Mend it.',
    })
  })
})

describe('asWarning', () => {
  it('turns an error into a warning and leaves the rest', () => {
    expect(asWarning(diagnostic('yaml/syntax', 'Bad.')).severity).toBe('warning')
    expect(asWarning(diagnostic('file/crlf', 'CR.')).severity).toBe('info')
    expect(asWarning(diagnostic('content/faq-count', 'Few.')).severity).toBe('warning')
  })
})

describe('hasErrors', () => {
  it('sees errors only', () => {
    expect(hasErrors([])).toBe(false)
    expect(hasErrors([diagnostic('content/faq-count', 'Few.'), diagnostic('file/crlf', 'CR.')])).toBe(false)
    expect(hasErrors([diagnostic('file/crlf', 'CR.'), diagnostic('yaml/tab', 'Tab.')])).toBe(true)
  })
})

describe('sortDiagnostics', () => {
  const sorted: Diagnostic[] = [
    diagnostic('project/no-brands', 'No file.'),
    diagnostic('yaml/tab', 'First.', { at: at('a.yaml', 1, 2) }),
    diagnostic('yaml/tab', 'Later column.', { at: at('a.yaml', 1, 10) }),
    diagnostic('yaml/syntax', 'Same place, earlier code.', { at: at('a.yaml', 2, 1) }),
    diagnostic('yaml/tab', 'A message.', { at: at('a.yaml', 2, 1) }),
    diagnostic('yaml/tab', 'B message.', { at: at('a.yaml', 2, 1) }),
    diagnostic('yaml/tab', 'B message.', { at: at('a.yaml', 2, 1), brand: 'one' }),
    diagnostic('yaml/tab', 'B message.', { at: at('a.yaml', 2, 1), brand: 'two' }),
    diagnostic('yaml/tab', 'Line ten.', { at: at('a.yaml', 10, 1) }),
    diagnostic('yaml/tab', 'Other file.', { at: at('b.yaml', 1, 1) }),
  ]

  it('sorts by file, line, column, code, message and brand', () => {
    expect(sortDiagnostics([...sorted].reverse())).toEqual(sorted)
  })

  it('keeps each problem once, and does not change its input', () => {
    const given = [...sorted, ...sorted].reverse()
    const copy = [...given]
    expect(sortDiagnostics(given)).toEqual(sorted)
    expect(given).toEqual(copy)
  })
})

describe('compareText', () => {
  it('is byte-wise in every locale', () => {
    expect(['b', 'B', 'ä', 'a', 'Z'].sort(compareText)).toEqual(['B', 'Z', 'a', 'b', 'ä'])
    expect(compareText('a', 'a')).toBe(0)
  })
})

describe('the catalogue', () => {
  it('names a family and a slug in each code, each once', () => {
    for (const code of diagnosticCodes) expect(code).toMatch(/^[a-z]+\/[a-z0-9]+(?:-[a-z0-9]+)*$/)
    expect(new Set(diagnosticCodes).size).toBe(diagnosticCodes.length)
  })

  it('knows how serious each is', () => {
    for (const code of diagnosticCodes) expect(['error', 'warning', 'info']).toContain(severityOf(code))
  })
})

it.each([
  [
    'Aborted(RangeError: WebAssembly.instantiate(): Out of memory: Cannot allocate Wasm memory)',
    'machine/out-of-memory',
  ],
  ['Could not load the "sharp" module using the linux-x64 runtime', 'machine/package-missing'],
  ['the moon is in the way', 'internal/unexpected'],
])('an error that says %j is %s', (message, code) => {
  expect(unexpected(new Error(message)).code).toBe(code)
})
