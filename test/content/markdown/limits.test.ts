import fc from 'fast-check'
import type { Nodes } from 'mdast'
import { describe, expect, it } from 'vitest'
import { parseMarkdown } from '../../../src/content/index.ts'
import { withDeadline } from '../../../src/content/markdown/deadline.ts'
import { parseFast } from '../../../src/content/markdown/fast.ts'
import { blockFinder } from '../../../src/content/markdown/limits.ts'
import { loadReference } from '../../../src/content/markdown/reference.ts'
import { rounds } from '../../support/soak.ts'

const place = {
  originAt: ({ line, column }: { line: number; column: number }) => ({ file: 'a.md', line, column }),
}
const problems = (text: string) =>
  parseMarkdown(text, place).diagnostics.map(({ code, line }) => `${line} ${code}`)

const repeated = (piece: string) => (size: number) =>
  piece.repeat(Math.ceil(size / piece.length)).slice(0, size)
const nested = (open: string, middle: string, close: string) => (size: number) => {
  const depth = Math.floor(size / (open.length + close.length))
  return open.repeat(depth) + middle + close.repeat(depth)
}
const growing = (line: (index: number) => string) => (size: number) => {
  let text = ''
  for (let index = 1; text.length < size; index++) text += line(index)
  return text.slice(0, size)
}
/** In paragraphs below the limit, so that the whole document is parsed. */
const divided = (piece: string) => (size: number) =>
  `${piece.repeat(Math.floor(800 / piece.length))}\n\n`.repeat(Math.floor(size / 802))

// Documents for which remark's parser needs more than quadratic time, or too much stack or memory.
const hostile: Readonly<Record<string, (size: number) => string>> = {
  'underlined headings': repeated('a\n=\n'),
  'growing runs of backticks': growing(length => `${'`'.repeat(length)} `),
  instructions: size => `a ${repeated('<?')(size)}`,
  comments: size => `a ${repeated('<!--')(size)}`,
  declarations: size => `a ${repeated('<!A ')(size)}`,
  CDATA: size => `a ${repeated('<![CDATA[')(size)}`,
  'stars and underscores': repeated('*a_ '),
  'stars and underscores, divided': divided('*a_ '),
  'stars in words': repeated('a**bc* '),
  'stars in words, divided': divided('a**bc* '),
  'images in images': nested('![', 'a', '](b)'),
  'brackets and parentheses': repeated('[ (]('),
  'unfinished links': repeated('[a]('),
  'unfinished addresses': repeated('[a](<b'),
  'brackets around a backtick': nested('[', 'a``', ']'),
  brackets: repeated('['),
  'lists in lists by indentation': growing(depth => `${'  '.repeat(depth)}- a\n`),
  'lists in lists again and again': growing(index => `${'  '.repeat(index % 40)}- a\n`),
  'lists in one line': growing(() => `${'- '.repeat(90)}a\n`),
  quotes: repeated('>'),
  'quotes and spaces': repeated('> '),
  'quotes and tabs': repeated('>\t'),
  dashes: repeated('- '),
  'dashes and tabs': repeated('-\t'),
  'quotes in one line': growing(() => `${'> '.repeat(90)}a\n\n`),
  'strong in emphasis': nested('*a **a ', '', 'b** b*'),
  'unfinished strong in emphasis': repeated('*a **a '),
  'attributes of a directive': size => `::a{${repeated('a=b ')(size)}}`,
  directives: repeated('::a\n'),
  containers: repeated(':::a\n'),
  'a long address in many places': size => `[a]: /${'x'.repeat(size / 2)}\n\n${divided('[a] ')(size / 2)}`,
  'a long title in many places': size => `[a]: /x "${'y'.repeat(size / 2)}"\n\n${divided('[a] ')(size / 2)}`,
  links: divided('[a](/b) '),
  'images of a definition': size => `[a]: /x\n\n${divided('![a] ')(size)}`,
  headings: repeated('## a\n'),
  references: divided('&amp; '),
  'lines that go on with a quote in quotes': size => `${'> '.repeat(90)}a\n${repeated('a\n')(size)}`,
  'lines that go on with quotes in a footnote': size =>
    `a[^1]\n\n[^1]: ${'> '.repeat(80)}b\n${repeated('c\n')(size)}`,
  'short rows of a wide table': size =>
    `${'|a'.repeat(900)}|\n${'|-'.repeat(900)}|\n${repeated('|b|\n')(size)}`,
  'blank lines in lists in lists': size => `${'- '.repeat(45)}a\n${repeated('\n')(size)}`,
  'one word': repeated('a'),
  'blank lines': repeated('\n'),
  spaces: repeated(' '),
}

const cpuTime = (work: () => void): number => {
  const started = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(started)
  return user + system
}
/** The result of some work, and its CPU time as a multiple of the time for counting to a billion on the same machine. */
const measured = <Value>(work: () => Value): readonly [Value, number] => {
  let value: Value | undefined
  const time = cpuTime(() => {
    value = work()
  })
  let sum = 0
  const counting = cpuTime(() => {
    for (let count = 0; count < 2e7; count++) sum += count & 3
  })
  expect(sum).toBeGreaterThan(0)
  return [value as Value, time / (counting * 50)]
}
/** Counting this far takes about half a second on an idle machine, and 50% longer on a busy one. */
const mostEffort = 3

// A shorter document takes a fraction of the time, so only a soak tries one.
describe.each(rounds(1) > 1 ? [32 * 1024, 128 * 1024] : [128 * 1024])('%i characters of', size => {
  it.each(Object.entries(hostile))('%s end, with a page of bounded size or a reason', (_, make) => {
    const text = make(size)
    const [{ value, diagnostics }, effort] = measured(() => parseMarkdown(text, place))
    expect(effort).toBeLessThan(mostEffort)
    if (value === undefined) {
      expect(diagnostics[0]).toMatchObject({ severity: 'error', file: 'a.md', line: expect.any(Number) })
    } else {
      const written = [...value.parts, ...value.links.map(({ url }) => url)].filter(
        part => typeof part === 'string',
      )
      expect(written.join('').length).toBeLessThanOrEqual(Math.max(64 * 1024, 20 * text.length))
    }
  })
})

describe('the most that is accepted of', () => {
  it.each([
    ['headings underlined with dashes', 'a\n---\n'.repeat(999)],
    ['tables', '|a|\n|-|\n\n'.repeat(750)],
    ['footnotes', 'a[^1]\n\n[^1]: b\n\n'.repeat(500)],
    ['list items', '- &amp;\n'.repeat(1800)],
    ['tasks', '- [ ] a\n'.repeat(1285)],
    ['alerts', '> [!NOTE]\n> a\n\n'.repeat(529)],
    ['references', `[a]: /x\n\n${`${'[a] '.repeat(200)}\n\n`.repeat(24)}`],
    ['paragraphs', '&amp;\n\n'.repeat(2250)],
    ['addresses', `${'www.a '.repeat(250)}\n\n`.repeat(8)],
    ['definitions', growing(index => `[a${index}]: /b\n\n[a${index}]\n\n`)(17_000)],
  ])('%s ends soon', (_, text) => {
    const [{ diagnostics }, effort] = measured(() => parseMarkdown(text, place))
    expect(diagnostics.map(({ code }) => code)).not.toContain('markdown/too-complex')
    expect(effort).toBeLessThan(mostEffort)
  })
})

describe('limits', () => {
  it('are far from what people write', () => {
    const list = Array.from({ length: 500 }, (_, index) => `- [Article ${index}](/articles/${index}/)`).join(
      '\n',
    )
    const prose =
      `${'A sentence of *some* words, "quoted" and linked [here](/faq/). '.repeat(30)}\n\n`.repeat(60)
    expect(problems(list)).toEqual([])
    expect(problems(prose)).toEqual([])
  })

  it.each([
    ['length', 'a'.repeat(128 * 1024), 'a'.repeat(128 * 1024 + 1), '1 markdown/too-large'],
    [
      'indentation',
      `${'    '.repeat(9)}a\n`.repeat(899),
      `${'    '.repeat(9)}a\n`.repeat(900),
      '900 markdown/too-complex',
    ],
    ['lines', 'a\n'.repeat(8997), 'a\n'.repeat(8998), '8998 markdown/too-complex'],
    ['blocks', 'a\n\n'.repeat(2250), 'a\n\n'.repeat(2251), '4501 markdown/too-complex'],
    ['underlined headings', 'a\n---\n\n'.repeat(750), 'a\n---\n\n'.repeat(751), '2251 markdown/too-complex'],
    ['list items', '- a\n'.repeat(1800), '- a\n'.repeat(1801), '1801 markdown/too-complex'],
    ['tasks', '- [x] a\n'.repeat(1285), '- [x] a\n'.repeat(1286), '1286 markdown/too-complex'],
    [
      'addresses',
      'https://a.example\n'.repeat(2000),
      'https://a.example\n'.repeat(2001),
      '1 markdown/too-complex',
    ],
    ['footnotes', '`[^1]`\n\n'.repeat(2000), '`[^1]`\n\n'.repeat(2001), '1 markdown/too-complex'],
    ['quotes', '> a\n\n'.repeat(1500), '> a\n\n'.repeat(1501), '3001 markdown/too-complex'],
    [
      'alerts',
      '> [!NOTE]\n> a\n\n'.repeat(529),
      '> [!NOTE]\n> a\n\n'.repeat(530),
      '1588 markdown/too-complex',
    ],
    ['blocks of templates', '::form\n\n'.repeat(333), '::form\n\n'.repeat(334), '667 markdown/too-complex'],
    [
      'brackets',
      `${'[] '.repeat(10)}\n\n`.repeat(500),
      `${'[] '.repeat(10)}\n\n`.repeat(501),
      '1 markdown/too-complex',
    ],
    ['blank lines', '\n'.repeat(9000), '\n'.repeat(9002), '9002 markdown/too-complex'],
    [
      'columns of a table with short rows',
      `${'|a'.repeat(100)}|\n${'|-'.repeat(100)}|\n${`|${'b'.repeat(60)}|\n`.repeat(170)}`,
      `${'|a'.repeat(100)}|\n${'|-'.repeat(100)}|\n${`|${'b'.repeat(60)}|\n`.repeat(180)}`,
      '175 markdown/too-complex',
    ],
    [
      'lines that go on with quotes in quotes',
      `${'> '.repeat(60)}a\n${'a\n'.repeat(98)}`,
      `${'> '.repeat(60)}a\n${'a\n'.repeat(100)}`,
      '100 markdown/too-complex',
    ],
    [
      'special characters in the text',
      `${'**a** '.repeat(4)}\n\n`.repeat(937),
      `${'**a** '.repeat(4)}\n\n`.repeat(938),
      '1 markdown/too-complex',
    ],
    [
      'special characters in a list',
      '- *a*\n  *b*\n'.repeat(1500),
      `- *a*\n${'  *b*\n'.repeat(1000)}`,
      '1 markdown/too-complex',
    ],
    [
      'special characters in a table',
      `| a | b |\n|---|---|\n${'| *c* | d |\n'.repeat(1000)}`,
      `| a |\n|---|---|\n${'| *c* | d |\n'.repeat(1000)}`,
      '1 markdown/too-complex',
    ],
    [
      'special characters',
      `a\n\n${'a*'.repeat(2000)}`,
      `a\n\na*\n${'a*'.repeat(2000)}`,
      '3 markdown/too-complex',
    ],
    [
      'special characters between blank lines',
      'a*\n\n'.repeat(2001),
      `${'a*'.repeat(2001)}`,
      '1 markdown/too-complex',
    ],
    ['nesting', `${'>'.repeat(98)} a`, `\n${'> '.repeat(101)}a`, '2 markdown/too-deep'],
    [
      'HTML',
      `[a]: /${'x'.repeat(600)}\n\n${'[a] '.repeat(100)}`,
      `[a]: /${'x'.repeat(700)}\n\n${'[a] '.repeat(100)}`,
      '3 markdown/too-large',
    ],
    [
      'HTML of nesting',
      `${'>'.repeat(90)}\n\n`.repeat(20),
      `${'>'.repeat(90)}\n\n`.repeat(50),
      '1 markdown/too-large',
    ],
  ])('of %s', (_, within, beyond, problem) => {
    expect(problems(within)).toEqual([])
    expect(problems(beyond)).toEqual([problem])
  })

  it('of HTML hold for the fast path as well', () => {
    expect(parseFast(`${`${'>'.repeat(30)} a\n\n`.repeat(10)}`, place)).toBeDefined()
    expect(parseFast(`${`${'>'.repeat(30)}a\n\n`.repeat(120)}`, place)).toBeUndefined()
  })
})

describe('the start of a block', () => {
  const startsOf = (text: string): number[] => {
    const begins = blockFinder()
    return text.split('\n').flatMap((line, index) => (begins(line) && line.trim() !== '' ? index + 1 : []))
  }
  /** All lines of each paragraph and heading except the first. */
  const continued = (node: Nodes): number[] => {
    if (node.type === 'paragraph' || node.type === 'heading') {
      const { start, end } = node.position!
      return Array.from({ length: end.line - start.line }, (_, index) => start.line + 1 + index)
    }
    return 'children' in node ? node.children.flatMap(continued) : []
  }

  it.each([
    ['a\nb\n\nc', [1, 4]],
    ['- a\n  b\n- c\n    - d\n      - e\n- f', [1, 3, 4, 5, 6]],
    ['a\n- b\n2. c\n3. d\n   4. e', [1, 2]],
    ['1. a\n2. b\n   - c\n3. d', [1, 2, 3, 4]],
    ['a\n    - b', [1]],
    ['- a\n# b\n    - c', [1]],
    ['| a | b |\n|---|:-:|\n| c |\n| d | e |\nf\n| g |', [1, 3, 4]],
    ['| a | b |\n|---|\n| c |', [1]],
    ['a\n| b |\n|---|\n| c |', [1]],
  ])('in %j', (text, expected) => {
    expect(startsOf(text)).toEqual(expected)
  })

  it('is never in the middle of a paragraph', () => {
    const line = fc
      .tuple(
        fc.constantFrom('', '', '', ' ', '  ', '   ', '    ', '      ', '        ', '> ', '>'),
        fc.constantFrom(
          '',
          '',
          '- ',
          '* ',
          '1. ',
          '2. ',
          '7) ',
          '-   ',
          '-      ',
          '- - ',
          '# ',
          '[^1]: ',
          '| ',
        ),
        fc.constantFrom(
          'a',
          '*b*',
          '',
          '| c |',
          '|---|',
          '---',
          '===',
          '```',
          '<div>',
          '<!--',
          '-',
          '1.',
          '[a]: /b',
        ),
      )
      .map(parts => parts.join(''))
    fc.assert(
      fc.property(fc.array(line, { maxLength: 12 }), lines => {
        const text = lines.join('\n')
        const starts = new Set(startsOf(text))
        expect(continued(loadReference().parse(text)).filter(number => starts.has(number))).toEqual([])
      }),
      { numRuns: rounds(300) },
    )
  })
})

describe('the deadline', () => {
  it('stops endless work', () => {
    const endless = () => {
      for (;;);
    }
    expect(withDeadline(20, endless)).toBeUndefined()
  })

  it('passes on results in time, and errors', () => {
    expect(withDeadline(1000, () => 'done')).toEqual({ value: 'done' })
    expect(withDeadline(1000, () => undefined)).toEqual({ value: undefined })
    expect(() =>
      withDeadline(1000, () => {
        throw new TypeError('a bug')
      }),
    ).toThrow(new TypeError('a bug'))
  })
})
