import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { splitFrontMatter } from '../../../src/content/texts/front-matter.ts'
import { decodeText } from '../../../src/files/index.ts'
import { plain } from '../../../src/yaml/index.ts'
import { parseArticle } from '../support.ts'

const split = (text: string) => splitFrontMatter({ path: 'a.md', text })

describe('splitFrontMatter', () => {
  it('gives the data and the body, at the lines of the file', () => {
    const { value, diagnostics } = split('---\na: 1\nb: two\n---\n\nBody\n')
    expect(diagnostics).toEqual([])
    expect({ ...(plain(value!.data) as object) }).toEqual({ a: 1, b: 'two' })
    expect(value?.body).toBe('\n\n\n\n\nBody\n')
    expect(value?.data.entries.get('b')?.value.origin).toEqual({ file: 'a.md', line: 3, column: 4 })
  })

  it.each([
    ['---\na: 1\n---', ''],
    ['---\na: 1\n---\n', ''],
    ['--- \t\na: 1\n---\t \nBody', 'Body'],
    ['---\n---\nBody', 'Body'],
    ['---\n\n---\n---\nBody', '---\nBody'],
    ['---\na: 1\n---\nBody\n---\nmore\n', 'Body\n---\nmore\n'],
    ['---\na: 1\n---\n\n\n    code\n', '    code\n'],
    ['---\na: 1\n---\n---js\nx\n---\n', '---js\nx\n---\n'],
    ['---\n# only a comment\n---\nBody', 'Body'],
  ])('cuts %j', (text, body) => {
    const { value, diagnostics } = split(text)
    expect(diagnostics).toEqual([])
    expect(value?.body.replace(/^\n+/, '')).toBe(body)
    // Every line of the body has the same number as in the file.
    const lines = text.split('\n')
    for (const [index, line] of (value?.body ?? '').split('\n').entries())
      if (line !== '') expect(line).toBe(lines[index])
  })

  it.each([
    ['', 'article/no-front-matter', 1, 1],
    ['Body\n', 'article/no-front-matter', 1, 1],
    ['\n---\na: 1\n---\n', 'article/no-front-matter', 1, 1],
    [' ---\na: 1\n---\n', 'article/no-front-matter', 1, 1],
    ['----\na: 1\n----\n', 'article/no-front-matter', 1, 1],
    ['---\na: 1\n', 'article/unclosed-front-matter', 1, 1],
    ['---', 'article/unclosed-front-matter', 1, 1],
    ['---\na: 1\n ---\n', 'article/unclosed-front-matter', 1, 1],
    ['---\na: 1\n----\nBody', 'article/unclosed-front-matter', 3, 1],
    ['---\na: 1\n---yaml\nBody', 'article/unclosed-front-matter', 3, 1],
    ['---\na: "x\n---\nBody', 'yaml/syntax', 2, 4],
    ['---\na: 1\na: 2\n---\n', 'yaml/duplicate-key', 3, 1],
    ['---\n\ta: 1\n---\n', 'yaml/tab', 2, 1],
    ['---\na: *x\n---\n', undefined, 2, 4],
    ['---\njust words\n---\n', 'yaml/not-a-map', 2, 1],
    ['---\n- a\n---\n', 'yaml/not-a-map', 2, 1],
  ])('refuses %j', (text, code, line, column) => {
    const { value, diagnostics } = split(text)
    expect(value).toBeUndefined()
    expect(diagnostics[0]).toMatchObject({ ...(code && { code }), file: 'a.md', line, column })
  })
})

describe('front matter in another language', () => {
  const canary = globalThis as { canary?: string }
  afterEach(() => {
    delete canary.canary
  })
  const code = 'globalThis.canary = "dead"; module.exports = { slug: "a" }'

  it.each([
    ...['---js', '---javascript', '---   js   ', '---\tjs', '---JS', '---JavaScript', '---coffee', '---cson'],
    ...[
      '---constructor',
      '---__proto__',
      '---toString',
      '---hasOwnProperty',
      '---json',
      '---toml',
      '---yaml',
    ],
    ...['---ts', '---node', '---js ---', '---eval'],
  ])('%j runs no code and is refused', first => {
    for (const mark of ['', '\ufeff']) {
      for (const body of [
        code,
        `{"slug": (() => { ${code} })()}`,
        `slug: !!js/function 'function () { ${code} }'`,
      ]) {
        const bytes = new TextEncoder().encode(`${mark}${first}\n${body}\n---\n\nBody\n`)
        const source = decodeText('a.md', bytes).value!
        const { value, diagnostics } = parseArticle(source)
        expect(value.article).toBeUndefined()
        expect(diagnostics.map(problem => [problem.code, problem.line])).toEqual([
          ['article/front-matter-language', 1],
        ])
        expect(canary.canary).toBeUndefined()
      }
    }
  })

  it.each([
    "slug: !!js/function 'function () { globalThis.canary = 1 }'",
    'slug: !!js/undefined x',
    'slug: !!binary aGk=',
  ])('a tag runs no code: %s', line => {
    const { value, diagnostics } = parseArticle({ path: 'a.md', text: `---\n${line}\n---\n` })
    expect(value.article).toBeUndefined()
    expect(diagnostics.length).toBeGreaterThan(0)
    expect(canary.canary).toBeUndefined()
  })
})

describe('the same text again', () => {
  // gray-matter caches its results, including failures as empty successes. This must not have any effect.
  it.each(['---js\n{}\n---\n', '---\na: "x\n---\nBody', '---\nslug: A\n---\nBody', 'Body', '---\na: 1\n'])(
    'bad is bad twice: %j',
    text => {
      const source = { path: 'a.md', text }
      const [first, second] = [parseArticle(source), parseArticle({ ...source })]
      expect(first.value.article).toBeUndefined()
      expect(first.diagnostics.length).toBeGreaterThan(0)
      expect(second).toEqual(first)
    },
  )

  it('good is good twice, and the copies share nothing that could be changed', () => {
    const source = { path: 'a.md', text: '---\na: 1\n---\nBody\n' }
    expect(splitFrontMatter({ ...source })).toEqual(splitFrontMatter(source))
  })
})

const pieces = [
  '---',
  '---js',
  '\n',
  '\n---\n',
  'a: 1',
  'slug: a',
  '"',
  ': ',
  '- ',
  ' ',
  '\t',
  '#',
  '[',
  '{',
  '&a',
  '*a',
  'Body',
]
const articleLike = fc.array(fc.constantFrom(...pieces), { maxLength: 20 }).map(parts => parts.join(''))

describe('any text', () => {
  it('is split without an exception, and every problem has a place in it', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          articleLike,
          articleLike.map(text => `---\n${text}`),
          fc.string({ unit: 'binary' }),
        ),
        text => {
          const { value, diagnostics } = split(text)
          const lines = text.split('\n')
          if (value === undefined) expect(diagnostics.length).toBeGreaterThan(0)
          else expect(value.body.split('\n').length).toBe(lines.length)
          for (const { file, line = 0, column = 0 } of diagnostics) {
            expect(file).toBe('a.md')
            expect(line).toBeGreaterThanOrEqual(1)
            expect(line).toBeLessThanOrEqual(lines.length)
            expect(column).toBeGreaterThanOrEqual(1)
            expect(column).toBeLessThanOrEqual((lines[line - 1] ?? '').length + 1)
          }
        },
      ),
      { numRuns: 600 },
    )
  })
})
