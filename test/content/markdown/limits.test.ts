import { describe, expect, it } from 'vitest'
import { parseMarkdown } from '../../../src/content/index.ts'
import { parseFast } from '../../../src/content/markdown/fast.ts'
import { withinLimits } from '../../../src/content/markdown/limits.ts'

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
/** In paragraphs. */
const divided = (piece: string) => (size: number) =>
  `${piece.repeat(Math.floor(800 / piece.length))}\n\n`.repeat(Math.floor(size / 802))

// Documents that take a parser minutes, or too much stack or memory.
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
  footnotes: repeated('[^1]: '),
  'unfinished footnotes': repeated('[^'),
  images: repeated('!['),
  addresses: repeated('www.a '),
  tildes: repeated('~'),
  tables: repeated('|a|\n|-|\n\n'),
  'one word': repeated('a'),
  'blank lines': repeated('\n'),
  spaces: repeated(' '),
}

describe('128 kB', () => {
  // With a short time limit. Without any, each that reaches it would take much longer than a test may.
  it.each(Object.entries(hostile))('of %s end, with a page of bounded size or a reason', (_, make) => {
    const text = make(128 * 1024).slice(0, 128 * 1024)
    const { value, diagnostics } = parseMarkdown(text, place, 200)
    if (value === undefined) {
      expect(diagnostics[0]).toMatchObject({ severity: 'error', file: 'a.md', line: expect.any(Number) })
    } else {
      const written = [...value.parts, ...value.links.map(({ url }) => url)].filter(
        part => typeof part === 'string',
      )
      expect(written.join('').length).toBeLessThanOrEqual(20 * text.length)
    }
  })
})

describe('limits', () => {
  it.each([
    ['length', 'a'.repeat(128 * 1024), 'a'.repeat(128 * 1024 + 1), '1 markdown/too-large'],
    ['nesting', `${'>'.repeat(98)} a`, `\n${'> '.repeat(101)}a`, '2 markdown/too-deep'],
    ['nesting of footnotes', '[^1]: '.repeat(2), '[^1]: '.repeat(101), '1 markdown/too-deep'],
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
    [
      'HTML of a table with short rows',
      `${'|a'.repeat(100)}|\n${'|-'.repeat(100)}|\n${'|b|\n'.repeat(40)}`,
      `&amp;\n\n${'|a'.repeat(100)}|\n${'|-'.repeat(100)}|\n${'|b|\n'.repeat(80)}`,
      '3 markdown/too-large',
    ],
  ])('of %s', (_, within, beyond, problem) => {
    expect(problems(within).filter(found => !found.endsWith('markdown/footnote'))).toEqual([])
    expect(problems(beyond)).toEqual([problem])
  })

  it('of HTML hold for the fast path as well', () => {
    expect(parseFast(`${`${'>'.repeat(30)} a\n\n`.repeat(10)}`, place)).toBeDefined()
    expect(parseFast(`${`${'>'.repeat(30)}a\n\n`.repeat(120)}`, place)).toBeUndefined()
  })

  it('of time and stack stop endless work', () => {
    const endless = () => {
      for (;;);
    }
    const bottomless = (): number => 1 + bottomless()
    expect(withinLimits(20, endless)).toBeUndefined()
    expect(withinLimits(10_000, bottomless)).toBeUndefined()
  })

  it('of time pass on results and errors', () => {
    expect(withinLimits(1000, () => 'done')).toEqual({ value: 'done' })
    expect(withinLimits(1000, () => undefined)).toEqual({ value: undefined })
    expect(() =>
      withinLimits(1000, () => {
        throw new TypeError('a bug')
      }),
    ).toThrow(new TypeError('a bug'))
  })
})
