import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { checkedString, keysAt, parseYaml, validate } from '../../src/yaml/index.ts'
import { pathText } from '../../src/yaml/validate.ts'

const schema = z.strictObject({
  name: z.string().min(1).max(5),
  year: z.int().min(2000).max(2100).optional(),
  rate: z.number().positive().optional(),
  on: z.boolean().optional(),
  mode: z.enum(['script', 'iframe']).optional(),
  tags: z.array(z.string()).min(1).max(2).optional(),
  theme: z.strictObject({ color: z.string() }).optional(),
  steps: z.array(z.strictObject({ title: z.string() })).optional(),
  words: z.union([z.string(), z.array(z.string())], 'Write a list.').optional(),
  phone: checkedString('brand/invalid-phone', value =>
    value.startsWith('+') ? undefined : { message: 'has no plus sign.', hint: 'Add it.' },
  ).optional(),
})

const check = (text: string) => {
  const located = parseYaml({ path: 'a.yaml', text }).value
  if (located === undefined) throw new Error('The test’s YAML is broken.')
  return validate(schema, located, 'brand')
}

describe('validate', () => {
  it('gives the data where all is well', () => {
    expect(check('name: A\nyear: 2025\n')).toEqual({ value: { name: 'A', year: 2025 }, diagnostics: [] })
  })

  it.each([
    ['nam: A\nname: B', 'brand/unknown-key', 'Unknown key "nam".', 'Did you mean "name"?', 1, 1],
    [
      'name: A\ntheme: {colr: red, color: red}',
      'brand/unknown-key',
      'Unknown key "theme.colr".',
      'Did you mean "color"?',
      2,
      9,
    ],
    [
      'name: A\nsteps:\n  - title: x\n    titel: y',
      'brand/unknown-key',
      'Unknown key "steps[0].titel".',
      'Did you mean "title"?',
      4,
      5,
    ],
    [
      'name: A\ntheme: {zzzzz: 1, color: red}',
      'brand/unknown-key',
      'Unknown key "theme.zzzzz".',
      'Allowed keys: color.',
      2,
      9,
    ],
    ['year: 2025', 'brand/missing-key', 'The key "name" is missing.', 'Add "name: …".', 1, 1],
    [
      'name: A\ntheme: {}',
      'brand/missing-key',
      'The key "theme.color" is missing.',
      'Add "color: …" under "theme".',
      2,
      8,
    ],
    [
      'name: A\nsteps:\n  - {}',
      'brand/missing-key',
      'The key "steps[0].title" is missing.',
      'Add "title: …" under "steps[0]".',
      3,
      5,
    ],
    ['name:', 'brand/wrong-type', '"name" is empty.', expect.stringContaining('Give it a value'), 1, 6],
    ['name: 7', 'brand/wrong-type', '"name" must be text, not a number (7).', 'Put it in quotes: "7".', 1, 7],
    [
      'name: true',
      'brand/wrong-type',
      '"name" must be text, not true or false (true).',
      'Put it in quotes: "true".',
      1,
      7,
    ],
    ['name: [A]', 'brand/wrong-type', '"name" must be text, not a list.', undefined, 1, 7],
    [
      'name: A\nyear: "2025"',
      'brand/wrong-type',
      '"year" must be a number, not text ("2025").',
      'Write it without quotes: 2025.',
      2,
      7,
    ],
    [
      'name: A\nyear: soon',
      'brand/wrong-type',
      '"year" must be a number, not text (soon).',
      'Write it in digits.',
      2,
      7,
    ],
    [
      'name: A\nyear: 20.5',
      'brand/wrong-type',
      expect.stringContaining('"year" must be a whole number'),
      'Write a whole number.',
      2,
      7,
    ],
    [
      'name: A\non: maybe',
      'brand/wrong-type',
      '"on" must be true or false, not text (maybe).',
      'Write true or false, without quotes.',
      2,
      5,
    ],
    [
      'name: A\ntags: longword',
      'brand/wrong-type',
      '"tags" must be a list, not text (longword).',
      'Write each entry on a line of its own: "- longword".',
      2,
      7,
    ],
    [
      'name: A\ntheme: red',
      'brand/wrong-type',
      '"theme" must be a map of keys, not text (red).',
      'Allowed keys: color.',
      2,
      8,
    ],
    ['name: A\nwords: 7', 'brand/wrong-type', '"words" cannot be a number (7).', 'Write a list.', 2, 8],
    ['name: ""', 'brand/invalid-value', '"name" must not be empty.', 'Write some text.', 1, 7],
    ['name: abcdef', 'brand/invalid-value', '"name" may have at most 5 characters.', 'Shorten it.', 1, 7],
    [
      'name: A\nyear: 25',
      'brand/invalid-value',
      '"year" must be at least 2000.',
      'Write a larger number.',
      2,
      7,
    ],
    [
      'name: A\nyear: 2525',
      'brand/invalid-value',
      '"year" must be at most 2100.',
      'Write a smaller number.',
      2,
      7,
    ],
    [
      'name: A\nrate: 0',
      'brand/invalid-value',
      '"rate" must be more than 0.',
      'Write a larger number.',
      2,
      7,
    ],
    ['name: A\ntags: []', 'brand/invalid-value', '"tags" needs at least 1 entry.', 'Add an entry.', 2, 7],
    [
      'name: A\ntags: [a, b, c]',
      'brand/invalid-value',
      '"tags" may have at most 2 entries.',
      'Remove some entries.',
      2,
      7,
    ],
    [
      'name: A\nmode: scripts',
      'brand/invalid-value',
      '"mode" is "scripts", which is not an allowed value.',
      'Did you mean "script"?',
      2,
      7,
    ],
    ['name: A\nphone: "1"', 'brand/invalid-phone', '"phone" has no plus sign.', 'Add it.', 2, 8],
    ['- name: A', 'brand/wrong-type', expect.any(String), expect.anything(), 1, 1],
  ])('%j', (text, code, message, hint, line, column) => {
    const { value, diagnostics } = check(text)
    expect(value).toBeUndefined()
    expect(diagnostics).toEqual([
      { severity: 'error', code, message, file: 'a.yaml', line, column, ...(hint !== undefined && { hint }) },
    ])
  })

  it('reports everything at once', () => {
    expect(
      check('nam: A\nyear: x\nphone: "1"')
        .diagnostics.map(problem => problem.code)
        .sort(),
    ).toEqual(['brand/invalid-phone', 'brand/missing-key', 'brand/unknown-key', 'brand/wrong-type'])
  })

  it.each([
    '__proto__: 1',
    'constructor: 1',
    'hasOwnProperty: 1',
    'name: A\ntheme: {__proto__: {color: red}}',
  ])('takes %j for unknown keys and nothing else', text => {
    const { value, diagnostics } = check(text)
    expect(value).toBeUndefined()
    expect(diagnostics.map(problem => problem.code)).toContain('brand/unknown-key')
    expect(({} as Record<string, unknown>).color).toBeUndefined()
  })
})

describe('keysAt', () => {
  it('knows the keys at every level', () => {
    expect(keysAt(schema, ['theme'])).toEqual(['color'])
    expect(keysAt(schema, ['steps', 0])).toEqual(['title'])
    expect(keysAt(schema, [])).toContain('phone')
    expect(keysAt(schema, ['name'])).toEqual([])
    expect(keysAt(schema, ['theme', 'color', 'deeper'])).toEqual([])
  })
})

describe('pathText', () => {
  it.each([
    [['theme', 'color', 'text'], 'theme.color.text'],
    [['steps', 0, 'title'], 'steps[0].title'],
    [[0, 'question'], '[0].question'],
    [[], ''],
  ])('%j is %j', (path, text) => {
    expect(pathText(path)).toBe(text)
  })
})

describe('a file with thousands of problems', () => {
  it.each([
    [
      'unknown keys',
      Array.from({ length: 22_000 }, (_, index) => `k${index}: a\n`).join(''),
      'more unknown keys',
    ],
    ['wrong entries', `list:\n${'- []\n'.repeat(5000)}`, 'more problems'],
  ])('of %s tells the first, and how many more there are', (_, text, more) => {
    const schema = z.strictObject({ list: z.array(z.string()).optional() })
    const { value } = parseYaml({ path: 'a.yaml', text })
    const start = process.cpuUsage()
    const { diagnostics } = validate(schema, value!, 'content')
    expect(process.cpuUsage(start).user).toBeLessThan(3_000_000)
    expect(diagnostics).toHaveLength(51)
    expect(diagnostics.at(-1)?.message).toContain(more)
    expect(diagnostics.at(-1)?.line).toBeGreaterThan(50)
  })

  it('names a list without a key', () => {
    const { value } = parseYaml({ path: 'content/redirects.yaml', text: '- a\n- b\n- c\n' })
    expect(validate(z.array(z.string()).max(2), value!, 'content').diagnostics).toMatchObject([
      { code: 'content/invalid-value', message: 'The list may have at most 2 entries.' },
    ])
  })
})
