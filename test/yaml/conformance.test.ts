// For all YAML that it accepts, the fast path for simple maps returns what the `yaml` package returns. The contents are tested
// in parse.test.ts; this file compares the two.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseYaml } from '../../src/yaml/index.ts'
import { parseByPackage } from '../../src/yaml/parse.ts'
import { parseSimpleMap } from '../../src/yaml/parse-simple.ts'
import { rounds } from '../support/soak.ts'

const runs = rounds(1000)

/** Whether the fast path accepts some YAML. If it does, its result must equal the package's. */
function tookShortWay(text: string): boolean {
  const source = { path: 'a.md', text }
  const simple = parseSimpleMap(source)
  if (simple === undefined) return false
  expect({ value: simple, diagnostics: [] }).toEqual(parseByPackage(source))
  return true
}

describe('front matter as people write it', () => {
  it.each([
    'slug: rent\ntitle: Rent and utilities\ndate: 2025-08-21\n',
    '\n\nslug: rent\n\nkeywords:\n\n- payday loan\n- "rent, due"\n\ndraft: true\n\n',
    `title: "10 ways: what a loan costs"\ndescription: 'It is “simple” — #1'\nkeywords: [rent, pay-day loan,"x"]\n`,
    'slug: 10-ways-to-save\ntitle: 7 rules for {name}, and what they mean?\nimage: cover.png\n',
    'title: Payday loan — yes or no',
    'keywords:\n  - a\n  - b',
    'author: O’Hara (Ann) a:b a#b C#',
    'extends: _house\nkeywords: [_a, _1]\n',
  ])('takes the short way: %j', text => {
    expect(tookShortWay(text)).toBe(true)
    expect(parseYaml({ path: 'a.md', text })).toEqual(parseByPackage({ path: 'a.md', text }))
  })
})

const odd = [
  ...[
    'a',
    'B',
    'é',
    '漢',
    '😀',
    '\ud83d',
    '\u00a0',
    '\u2028',
    '\u0085',
    '\ufeff',
    '\u3000',
    '\t',
    '\r',
    '\0',
  ],
  ...[
    ' ',
    '  ',
    ': ',
    ':',
    ' #',
    '#',
    '"',
    "'",
    '""',
    "''",
    '\\n',
    '\\',
    ',',
    ', ',
    '[',
    ']',
    '{',
    '}',
    '{name}',
  ],
  ...[
    '-',
    '- ',
    '--',
    '---',
    '...',
    '?',
    '? ',
    '!',
    '!!str ',
    '&a',
    '*a',
    '|',
    '>',
    '%',
    '@',
    '`',
    '~',
    '=',
    '<<',
  ],
]
const values = [
  ...['true', 'True', 'false', 'FALSE', 'yes', 'no', 'null', 'Null', '~', '', 'on', 'y', 'NaN', 'Infinity'],
  ...[
    '0',
    '7',
    '07',
    '0x1F',
    '0o17',
    '0b1',
    '1_000',
    '1e5',
    '1e-5',
    '1E+5',
    '1.5',
    '1.',
    '.5',
    '-1',
    '+1',
    '12:30',
  ],
  ...[
    '.inf',
    '-.inf',
    '.nan',
    '1e',
    'e5',
    '0x',
    '2025-02-03',
    '2025-02-30',
    '2025-2-3',
    '2025-02-03T10:00:00Z',
  ],
  ...[
    '2025-02-03 10:00',
    '1 2',
    '1-2',
    '1e-',
    'e-1',
    'a b',
    'a  b',
    'a: b',
    'a #b',
    'a#b',
    'a:b',
    'a:',
    'a ',
    'it’s',
  ],
  ...[
    "it's",
    '"a"',
    "'a'",
    '"a" b',
    '"a": b',
    '"a\\"b"',
    '"a\\u0041"',
    "'a''b'",
    '"a: b #c"',
    '" a "',
    '" "',
  ],
  ...[
    '[a, b]',
    '[a,b]',
    '[ a, b ]',
    '[a, b,]',
    '[a,, b]',
    '[]',
    '[a: b]',
    '["a, b"]',
    '[1, true, x y]',
    '[[a], b]',
  ],
  ...[
    '[a] b',
    '[a]b]',
    '[a[b]',
    '[a{b}]',
    '[{name}]',
    '{}',
    '{a: b}',
    '"',
    "'",
    '|',
    '>-',
    '- a',
    '&x a',
    '*x',
    '!t a',
    'a\tb',
    'Ж',
    '“so”',
    '$300',
    '{name} a',
  ],
]
const value = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...values) },
  fc.array(fc.constantFrom(...odd), { maxLength: 6 }).map(parts => parts.join('')),
  fc.array(fc.constantFrom(...odd), { maxLength: 4 }).map(parts => `word${parts.join('')}`),
  fc.array(fc.constantFrom(...odd), { maxLength: 4 }).map(parts => `"${parts.join('')}"`),
  fc.array(fc.constantFrom(...odd), { maxLength: 4 }).map(parts => `[x, ${parts.join('')}]`),
  fc.array(fc.constantFrom(...values), { minLength: 1, maxLength: 3 }).map(items => `[${items.join(', ')}]`),
)
const key = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom('slug', 'title', 'date', 'keywords', 'draft') },
  fc.constantFrom(
    'null',
    'true',
    'y',
    'constructor',
    'toString',
    'a b',
    '"a"',
    'a-b',
    '7',
    '<<',
    ' a',
    '? a',
    'x'.repeat(60),
  ),
)
const simpleLine = fc
  .tuple(fc.constantFrom('slug', 'title', 'date', 'author', 'image', 'draft'), fc.constantFrom(...values))
  .map(([name, written]) => `${name}: ${written}`)
const line = fc.oneof(
  { weight: 5, arbitrary: simpleLine },
  {
    weight: 3,
    arbitrary: fc
      .tuple(key, fc.constantFrom(': ', ':', ':  ', ' : ', ':\t'), value)
      .map(parts => parts.join('')),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(
        key,
        fc.constantFrom('\n', '\n\n', '\n\n\n', '\n#c\n', ' \n'),
        fc.constantFrom('- ', '  - ', '-  ', ' -', '\t- '),
        fc.array(value, { minLength: 1, maxLength: 3 }),
        fc.constantFrom('\n', '\n\n', '\n '),
      )
      .map(
        ([name, gap, dash, items, between]) =>
          `${name}:${gap}${items.map(item => dash + item).join(between)}`,
      ),
  },
  fc.constantFrom(
    '',
    '',
    ' ',
    '# comment',
    '- a',
    '  more words',
    'more words',
    'a:',
    '---',
    '...',
    '%YAML 1.1',
    '\ta: b',
  ),
)
const goodLine = fc.constantFrom(
  ...['slug: a-b', 'title: "A: b"', "author: 'A'", 'date: 2025-02-03', 'draft: true', 'image: a.png', ''],
  ...['keywords: [a, b c]', 'keywords:\n\n- a\n- b', 'list:\n  - "a"\n\n  - b'],
)
const nearlyGood = fc
  .tuple(
    fc.uniqueArray(goodLine, { maxLength: 4 }),
    fc.option(line),
    fc.uniqueArray(goodLine, { maxLength: 2 }),
  )
  .map(([before, odd, after]) => [...before, ...(odd === null ? [] : [odd]), ...after])
const anyText = fc
  .tuple(
    fc.oneof(nearlyGood, fc.array(line, { maxLength: 6 })),
    fc.constantFrom('', '\n'),
    fc.constantFrom('', '\n', '\n\n', ' '),
  )
  .map(([lines, before, after]) => before + lines.join('\n') + after)

describe('any text', () => {
  it('reads the same, or is left to the package', () => {
    let short = 0
    fc.assert(
      fc.property(anyText, text => {
        if (tookShortWay(text)) short++
      }),
      { numRuns: runs },
    )
    // Otherwise this would test nothing.
    expect(short).toBeGreaterThan(runs / 20)
  })

  it.each([
    ['a number', 'a: 7'],
    ['a hexadecimal number', 'a: 0x1F'],
    ['a number with an exponent', 'a: 1e-5'],
    ['null', 'a: Null'],
    ['another word for true', 'a: TRUE'],
    ['nothing', 'a:'],
    ['a comment', 'a: b #c'],
    ['an escape', 'a: "\\n"'],
    ['a text of several lines', 'a: b\n  c'],
    ['a key twice', 'a: b\na: c'],
    ['an anchor', 'a: &x b'],
    ['a tag', 'a: !!str b'],
    ['a map in a list', 'a:\n- b: c'],
    ['lists in a list', 'a: [[b], c]'],
    ['items that do not stand below each other', 'a:\n- b\n - c'],
    ['a tab', 'a:\tb'],
    ['no key', 'words'],
    ['nothing at all', '\n\n'],
  ])('with %s is left to the package', (_, text) => {
    expect(parseSimpleMap({ path: 'a.md', text })).toBeUndefined()
  })
})
