import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Located, parseYaml, plain } from '../../src/yaml/index.ts'

const parse = (text: string) => parseYaml({ path: 'a.yaml', text })
const value = (text: string) => {
  const { value: node, diagnostics } = parse(text)
  expect(diagnostics).toEqual([])
  return node && JSON.parse(JSON.stringify(plain(node)))
}

describe('values', () => {
  it.each([
    ['a: text', 'text'],
    ['a: "quoted"', 'quoted'],
    ['a: 12', 12],
    ['a: -1.5', -1.5],
    ['a: true', true],
    ['a: yes', 'yes'],
    ['a: no', 'no'],
    ['a: on', 'on'],
    ['a: ~', null],
    ['a:', null],
    ['a: 2025-08-21', '2025-08-21'],
    ['a: +18005550142', '+18005550142'],
    ['a: 0123', '0123'],
    ['a: 0', 0],
    ['a: 0.5', 0.5],
    ['a: 12:30', '12:30'],
    ['a: >-\n  one\n  two\n', 'one two'],
    ['a: |\n  one\n  two\n', 'one\ntwo\n'],
    ['a: [1, b]', [1, 'b']],
    ['a: {b: c}', { b: 'c' }],
    ['a: []', []],
    ['a: {}', {}],
    ['a: <<', '<<'],
    ['<<: {b: 1}', undefined],
  ])('%j', (text, expected) => {
    expect(value(text)?.a).toEqual(expected)
  })

  it('is nothing for an empty file or one of comments', () => {
    expect(parse('')).toEqual({ value: undefined, diagnostics: [] })
    expect(parse('# later\n')).toEqual({ value: undefined, diagnostics: [] })
  })

  it('takes keys as text', () => {
    expect(value('1: a\ntrue: b\n')).toEqual({ 1: 'a', true: 'b' })
  })

  it('keeps keys that are names of Object.prototype as plain keys', () => {
    const node = parse('__proto__: {polluted: yes}\nconstructor: 1\n').value
    expect(node?.kind === 'map' && [...node.entries.keys()]).toEqual(['__proto__', 'constructor'])
    const data = plain(node as Located) as Record<string, unknown>
    expect(Object.getPrototypeOf(data)).toBeNull()
    expect(Object.keys(data)).toEqual(['__proto__', 'constructor'])
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  })
})

describe('positions', () => {
  it('gives each key and value its own', () => {
    const { value: node } = parse('# note\na: one\nb:\n  - "two"\n  -   c: three\nd:\n')
    const places: Record<string, string> = {}
    const visit = (located: Located, path: string) => {
      places[path] = `${located.origin.line}:${located.origin.column}`
      if (located.kind === 'list') {
        for (const [index, item] of located.items.entries()) visit(item, `${path}.${index}`)
      }
      if (located.kind === 'map') {
        for (const [key, entry] of located.entries) {
          places[`key ${path}.${key}`] = `${entry.keyOrigin.line}:${entry.keyOrigin.column}`
          visit(entry.value, `${path}.${key}`)
        }
      }
    }
    visit(node as Located, '')
    expect(places).toEqual({
      '': '2:1',
      'key .a': '2:1',
      '.a': '2:4',
      'key .b': '3:1',
      '.b': '4:3',
      '.b.0': '4:5',
      '.b.1': '5:7',
      'key .b.1.c': '5:7',
      '.b.1.c': '5:10',
      'key .d': '6:1',
      '.d': '6:3',
    })
  })

  it('keeps a value as it is written', () => {
    const node = parse('a: "o\\u006ee"\n').value
    expect(node?.kind === 'map' && node.entries.get('a')?.value).toMatchObject({
      value: 'one',
      written: '"o\\u006ee"',
    })
  })
})

describe('errors', () => {
  it.each([
    ['a: "open\nb: 1\n', 'yaml/syntax', 1, 4],
    ["a: 1\nb: 'open", 'yaml/syntax', 2, 4],
    ['a: "open\nb: "c"\n', 'yaml/syntax', 1, 4],
    ['"open', 'yaml/syntax', 1, 1],
    ['a: b: c\n', 'yaml/syntax', 1, 4],
    ['a: @b\n', 'yaml/syntax', 1, 4],
    ['a: [1\nb: 2\n', 'yaml/syntax', 1, 4],
    ['a: [1', 'yaml/syntax', 1, 4],
    ['a: {b: [1, 2\n', 'yaml/syntax', 1, 8],
    [': }a\n  \ta', 'yaml/syntax', 1, 3],
    ['{a: 1', 'yaml/syntax', 1, 1],
    ['a: 1\n--- \nb: 2\n', 'yaml/syntax', 2, 1],
    ['a\nb: 1\n', 'yaml/syntax', 1, 1],
    ['a:\n\tb: 1\n', 'yaml/tab', 2, 1],
    ['a:\n  b: 1\n  \tc: 2\n', 'yaml/tab', 3, 3],
    ['a: 1\nb: 2\na: 3\n', 'yaml/duplicate-key', 3, 1],
    ['"a": 1\na: 2\n', 'yaml/duplicate-key', 2, 1],
    ['a: {b: 1, b: 2}\n', 'yaml/duplicate-key', 1, 11],
    ['a: &x 1\n', 'yaml/alias', 1, 7],
    ['a: *x\n', undefined, 1, 4],
    ['a: 1\nb: &x [1]\nc: *x\n', 'yaml/alias', 2, 7],
  ])('%j', (text, code, line, column) => {
    const { value: node, diagnostics } = parse(text)
    expect(node).toBeUndefined()
    expect(diagnostics[0]).toMatchObject({
      ...(code && { code }),
      severity: 'error',
      file: 'a.yaml',
      line,
      column,
    })
  })

  it('reports every wrong line once', () => {
    const { diagnostics } = parse('a: @x\nb: ok\nc: %y\nd: {\n')
    expect(diagnostics.map(problem => problem.line)).toEqual([
      ...new Set(diagnostics.map(problem => problem.line)),
    ])
    expect(diagnostics.map(problem => problem.line)).toEqual(expect.arrayContaining([1, 3]))
  })

  it('reports a tab without its consequences', () => {
    const { diagnostics } = parse('- from: /a/\n\tto: /b/\n- from: "/c/"\n  to: /d/\n')
    expect(diagnostics.map(({ code, line }) => `${line} ${code}`)).toEqual(['2 yaml/tab'])
  })

  it.each([
    ['- id: a\n  text: b\n\nc:\n  text: d\n  more: e\n', 4, 'a list, but this line is "key: value"'],
    ['---\n- a\nb: 1\n', 3, 'a list, but this line is "key: value"'],
    ['a:\n  text: b\n- id: c\n  text: d\n', 3, '"key: value", but this line is a list entry'],
    ['a:\n  text: b\n\n# c\n- id: c\n', 5, '"key: value", but this line is a list entry'],
    ['# c\na: 1\n- b: 2\n- c: 1\n', 3, '"key: value", but this line is a list entry'],
  ])('reports once where a list goes on as a map, or a map as a list: %j', (text, line, message) => {
    const { diagnostics } = parse(text)
    expect(diagnostics).toMatchObject([
      { code: 'yaml/syntax', line, column: 1, message: expect.stringContaining(message) },
    ])
  })

  it.each([
    ['nav:\n  - label: A\n  to: /\n', '3:1 the lines above are a list, but this line has no "- ".'],
    [
      'nav:\n  - label: A\n    to: /\n\n  # B\n  label: B\n',
      '6:3 the lines above are a list, but this line has no "- ".',
    ],
    ['nav:\n  - label: A\n   to: /\n', '3:1 the lines above are a list, but this line has no "- ".'],
    [
      'nav:\n  - label: A\n     to: /\n',
      '2:12 the next line is indented too far, so it continues this value.',
    ],
    ['nav:\n  - label: A: B\n', '2:12 there is a second ": " on this line.'],
    ['nav:\n  - A: B\n   - C: D\n', '3:4 the entries of one list do not start at the same column.'],
    ['nav:\n  - A\n - B\n', '3:1 this list entry does not belong to a list above.'],
    ['nav:\n  a: 1\n  - B\n', '3:1 this list entry does not belong to a list above.'],
    ['nav: - A\n', '1:6 a list starts on the line of its key.'],
    ['nav:\n  a: 1\n b: - 2\n', '3:1 the keys of one map do not start at the same column.'],
  ])('says what is wrong with the indentation in %j', (text, expected) => {
    const [first] = parse(text).diagnostics.map(
      ({ line, column, message }) => `${line}:${column} ${message.replace('This is not valid YAML: ', '')}`,
    )
    expect(first).toBe(expected)
  })

  it('takes twelve levels and not one more', () => {
    const nested = (levels: number) => `${'{a: '.repeat(levels - 1)}1${'}'.repeat(levels - 1)}`
    expect(parse(nested(12)).diagnostics).toEqual([])
    expect(parse(nested(13)).diagnostics).toMatchObject([{ code: 'yaml/too-deep', line: 1, column: 49 }])
  })

  it('survives thousands of brackets', () => {
    for (const bracket of ['[', '{a: ', '- ', '? ', '!!a ', '&a ', 'a: ']) {
      for (const times of [190, 210, 20_000]) {
        const { value: node, diagnostics } = parse(bracket.repeat(times))
        expect(node).toBeUndefined()
        expect(diagnostics.length).toBeGreaterThan(0)
      }
    }
  })

  it('never multiplies its input', () => {
    const bomb = `a: &a [x, x]\n${Array.from({ length: 20 }, (_, i) => `b${i}: &b${i} [*a, *a]\n`).join('')}`
    expect(parse(bomb).value).toBeUndefined()
  })
})

// Pieces on which YAML fails sooner than on letters.
const pieces = [
  ...[
    'a',
    'b',
    ': ',
    ':',
    '\n',
    '\n  ',
    '\t',
    '- ',
    '"',
    "'",
    '[',
    ']',
    '{',
    '}',
    ',',
    '#',
    ' #',
    '&x ',
    '*x',
  ],
  ...[
    '|',
    '>',
    '%',
    '@',
    '!',
    '? ',
    '---',
    '...',
    '<<',
    '\\',
    '\u2028',
    '😀',
    '__proto__',
    '0x1F',
    '1e999',
    '.nan',
  ],
]
const yamlLike = fc.array(fc.constantFrom(...pieces), { maxLength: 30 }).map(parts => parts.join(''))

describe('messages of the package', () => {
  it.each([
    ['a: "b\nc d"\ne: f\n', 2, 'continues here'],
    ["a: 'b\n\nc: d e'\n", 1, 'never closed'],
    ['a: "b\nc: "d"\n', 1, 'never closed'],
    ['a: b\n---\nc: d\n', 2, 'a second document'],
    ['a: b\n}\n', 2, 'after a complete value'],
    ['a: "\\q"\n', 1, 'a backslash'],
  ])('of %j is told in other words', (text, line, words) => {
    const [problem] = parse(text).diagnostics
    expect(problem).toMatchObject({ line, message: expect.stringContaining(words) })
  })
})

describe('any text', () => {
  it('is parsed without an exception, and every problem has a place in the text', () => {
    fc.assert(
      fc.property(fc.oneof(yamlLike, fc.string(), fc.string({ unit: 'binary' })), text => {
        const { value: node, diagnostics } = parse(text)
        if (diagnostics.some(problem => problem.severity === 'error')) expect(node).toBeUndefined()
        const lines = text.split('\n')
        for (const { file, line = 0, column = 0 } of diagnostics) {
          expect(file).toBe('a.yaml')
          expect(line).toBeGreaterThanOrEqual(1)
          expect(line).toBeLessThanOrEqual(lines.length)
          expect(column).toBeGreaterThanOrEqual(1)
          expect(column).toBeLessThanOrEqual((lines[line - 1] ?? '').length + 1)
        }
        if (node !== undefined) plain(node)
      }),
      { numRuns: 800 },
    )
  })
})
describe('forbidden characters', () => {
  it.each([
    ['a: "A \\x01 B"', '1:7', 'U+0001'],
    ['a: fine\nb: [c, "\\0"]', '2:9', 'U+0000'],
    ['a: "\\\\x41 \\uFFFF"', '1:11', 'U+FFFF'],
    ['"a\\u202e": b', '1:3', 'U+202E'],
    ['a: "\\ud83d\\ude00 \\ud83d."', '1:5', 'U+D83D'],
    ['a: "\\U0010FFFE"', '1:5', 'U+10FFFE'],
    ['a: "\\e\\r"', '1:5', 'U+001B'],
    ['a: "one\n  two \\ufdd0"', '2:7', 'U+FDD0'],
    ['- "x \\u009f"', '1:6', 'U+009F'],
  ])('is refused where an escape stands for it: %s', (text, place, name) => {
    const { value, diagnostics } = parse(text)
    expect(value).toBeUndefined()
    expect(diagnostics.map(({ code, line, column }) => `${line}:${column} ${code}`)).toEqual([
      `${place} file/control-character`,
    ])
    expect(diagnostics[0]?.message).toContain(name)
  })

  it.each(['a: "\\t\\n\\x41 \\u2019 \\ud83d\\ude00 \\U0001F600"', "a: '\\x01'", 'a: |\n  \\x01\n'])(
    'is not in %s',
    text => {
      expect(parse(text).diagnostics).toEqual([])
    },
  )

  it('never comes out of any escape', () => {
    const escaped = fc.oneof(
      fc.nat(0xff).map(code => `\\x${code.toString(16).padStart(2, '0')}`),
      fc.nat(0xffff).map(code => `\\u${code.toString(16).padStart(4, '0')}`),
      fc.nat(0x10ffff).map(code => `\\U${code.toString(16).padStart(8, '0')}`),
      fc.constantFrom(...[...'0abtnvfre "/\\N_LP'].map(letter => `\\${letter}`)),
    )
    fc.assert(
      fc.property(fc.array(escaped, { maxLength: 4 }), written => {
        const { value } = parse(`a: "${written.join('')}"`)
        const text = value === undefined ? '' : (plain(value) as { a: string }).a
        expect(text).not.toMatch(
          /[\0-\x08\v-\x1f\x7f-\x84\x86-\x9f\u202a-\u202e\p{Noncharacter_Code_Point}\p{Surrogate}]/u,
        )
      }),
    )
  })
})
