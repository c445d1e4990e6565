import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeText, originAt } from '../../src/files/index.ts'

const encode = (text: string) => new TextEncoder().encode(text)
const decode = (content: string | readonly number[]) =>
  decodeText('a.md', typeof content === 'string' ? encode(content) : Uint8Array.from(content))

describe('decodeText', () => {
  it.each(['', 'plain\n', 'ä ö ü, €, 😀, 中文, עברית\n', 'tab\there', '\u00a0\u0085'])(
    'takes %j as it is',
    text => {
      expect(decode(text)).toEqual({ value: { path: 'a.md', text }, diagnostics: [] })
    },
  )

  it.each([
    ['a\r\nb\r\n', 'a\nb\n'],
    ['a\rb', 'a\nb'],
    ['a\n\r\nb\r\r\n', 'a\n\nb\n\n'],
  ])('turns the line ends of %j into line feeds and says so', (written, text) => {
    const { value, diagnostics } = decode(written)
    expect(value?.text).toBe(text)
    expect(diagnostics).toMatchObject([{ severity: 'info', code: 'file/crlf' }])
  })

  it('skips a byte order mark and reports it; one in the middle stays', () => {
    const { value, diagnostics } = decode('\ufeffa\ufeff')
    expect(value?.text).toBe('a\ufeff')
    expect(diagnostics).toMatchObject([
      { severity: 'info', code: 'file/byte-order-mark', line: 1, column: 1 },
    ])
  })

  it.each([
    ['NUL', 'ab\0', 1, 3],
    ['escape', 'a\nb\u001b[31m', 2, 2],
    ['DEL', '\u007f', 1, 1],
    ['C1', 'a\u0090', 1, 2],
    ['right-to-left override', 'one\ntwo \u202e', 2, 5],
    ['isolate', '\u2066', 1, 1],
    ['noncharacter', 'a\ufdd0', 1, 2],
    ['the last two of the basic plane', 'a\uffff\ufffe', 1, 2],
    ['noncharacter of another plane', '😀\n\u{10ffff}', 2, 1],
    ['form feed after CRLF', 'a\r\nb\r\n\f', 3, 1],
  ])('refuses %s with its place', (_, text, line, column) => {
    const { value, diagnostics } = decode(text)
    expect(value).toBeUndefined()
    expect(diagnostics.at(-1)).toMatchObject({ code: 'file/control-character', file: 'a.md', line, column })
  })

  it.each([
    ['a lone continuation byte', [0x61, 0x0a, 0x62, 0x80], 2, 2],
    ['Latin-1', [0x63, 0x61, 0x66, 0xe9], 1, 4],
    ['an overlong form', [0xc0, 0x80], 1, 1],
    ['a surrogate', [0xed, 0xa0, 0x80], 1, 1],
    ['a cut-off character at the end', [0x61, 0xe2, 0x82], 1, 2],
    ['a bad byte after a long one', [0xe2, 0x82, 0xac, 0xff], 1, 2],
    ['UTF-16', [0xff, 0xfe, 0x61, 0x00], 1, 1],
    ['a character cut by a line end', [0xe2, 0x0a, 0x61], 1, 1],
  ])('refuses %s with its place', (_, content, line, column) => {
    const { value, diagnostics } = decode(content)
    expect(value).toBeUndefined()
    expect(diagnostics).toMatchObject([{ code: 'file/invalid-utf8', file: 'a.md', line, column }])
  })

  it('guesses UTF-16 from its mark', () => {
    expect(decode([0xff, 0xfe, 0x61, 0x00]).diagnostics[0]?.hint).toContain('UTF-16')
    expect(decode([0xfe, 0xff, 0x00, 0x61]).diagnostics[0]?.hint).toContain('UTF-16')
  })

  it('never throws, and returns either clean text or an error for any bytes', () => {
    fc.assert(
      fc.property(fc.oneof(fc.uint8Array(), fc.string({ unit: 'binary' }).map(encode)), bytes => {
        const { value, diagnostics } = decodeText('a.md', bytes)
        expect(value === undefined).toBe(diagnostics.some(problem => problem.severity === 'error'))
        expect(value?.text ?? '').not.toMatch(/[\0\r\u001b\u202e\ufdd0]/)
        for (const problem of diagnostics) {
          expect(problem.line).toBeGreaterThanOrEqual(1)
          expect(problem.line).toBeLessThanOrEqual(new TextDecoder().decode(bytes).split(/\r\n?|\n/).length)
          expect(problem.column).toBeGreaterThanOrEqual(1)
        }
      }),
      { numRuns: 500 },
    )
  })
})

describe('originAt', () => {
  const source = { path: 'a.md', text: 'one\n\nthree' }
  it.each([
    [0, 1, 1],
    [3, 1, 4],
    [4, 2, 1],
    [5, 3, 1],
    [10, 3, 6],
  ])('offset %i is %i:%i', (offset, line, column) => {
    expect(originAt(source, offset)).toEqual({ file: 'a.md', line, column })
  })
})
