import { describe, expect, it, vi } from 'vitest'
import { loadBrand } from '../../src/brand/index.ts'
import { type ContentSet, createParseCache, loadContent } from '../../src/content/index.ts'
import { diskFiles, type Files, memoryFiles, snapshot } from '../../src/files/index.ts'
import { entryAt } from '../../src/yaml/index.ts'
import { article, brandYaml, type FileMap, repositoryRoot } from '../support/project.ts'

const disk = diskFiles(repositoryRoot)
const read = (path: string) => disk.readText(path).value?.text ?? ''
/** The package's own content. */
const defaults = memoryFiles(
  Object.fromEntries(
    ['home.yaml', 'strings.yaml', 'faq.yaml', 'pages/ccpa.md'].map(name => [
      `content/${name}`,
      read(`content/${name}`),
    ]),
  ),
)

function load(files: FileMap, { drafts = false, wrap = (given: Files) => given } = {}) {
  const project = wrap(memoryFiles({ 'brands/test/brand.yaml': brandYaml(), ...files }))
  const brand = loadBrand(project, 'test')
  if (brand.value === undefined) throw new Error(JSON.stringify(brand.diagnostics))
  return loadContent(project, defaults, brand.value, { drafts }, createParseCache())
}
const told = (files: FileMap, options = {}) =>
  load(files, options).diagnostics.map(
    ({ severity, code, file, line, column }) => `${file}:${line}:${column} ${severity} ${code}`,
  )
const slugs = (content: ContentSet | undefined) => content?.articles.map(({ slug }) => slug).sort()

describe('layers', () => {
  it('fall back to the package, except for articles', () => {
    const { value, diagnostics } = load({})
    expect(diagnostics).toEqual([])
    expect(value?.faq.length).toBe(14)
    expect(value?.articles).toEqual([])
    expect(value?.home.advantages.length).toBeGreaterThan(0)
    expect(value?.ccpa.title).not.toBe('')
  })

  const files = {
    'brands/test/brand.yaml': brandYaml({ extends: '_house' }),
    'brands/_house/brand.yaml': 'copyrightYear: 2026\n',
    'content/strings.yaml': 'header:\n  about: Shared about\n  contact: Shared contact\n',
    'brands/_house/content/strings.yaml': 'header:\n  about: House about\n',
    'brands/test/content/strings.yaml': 'header:\n  getLoan: Own loan\n',
    'content/articles/a.md': article('a', { title: 'Shared' }),
    'content/articles/b.md': article('b', { title: 'Shared' }),
    'brands/_house/content/articles/b.md': article('b', { title: 'House' }),
    'brands/test/content/articles/b.md': article('b', { title: 'Own' }),
    'brands/test/content/articles/c.md': article('c', { title: 'Own' }),
  }

  it('overlay YAML key by key, each value with its origin', () => {
    const { value } = load(files)
    expect(value?.strings.header).toMatchObject({
      about: 'House about',
      contact: 'Shared contact',
      getLoan: 'Own loan',
    })
    const about = entryAt(value!.located.strings, ['header', 'about'])
    expect(about?.value.origin).toEqual({ file: 'brands/_house/content/strings.yaml', line: 2, column: 10 })
    expect(about?.shadowed.map(({ origin }) => origin.file)).toEqual([
      'content/strings.yaml',
      'imprint/content/strings.yaml',
    ])
  })

  it('replace Markdown files whole', () => {
    const { value } = load(files)
    expect(Object.fromEntries(value!.articles.map(({ slug, title, file }) => [slug, [title, file]]))).toEqual(
      {
        a: ['Shared', 'content/articles/a.md'],
        b: ['Own', 'brands/test/content/articles/b.md'],
        c: ['Own', 'brands/test/content/articles/c.md'],
      },
    )
  })

  it('add a question to the package’s FAQ, also in the project’s own content/', () => {
    const { value } = load({
      'content/faq.yaml': 'order: [hours]\nhours:\n  question: When are you open?\n  answer: From 9 to 5.\n',
    })
    expect(value?.faq).toHaveLength(15)
    expect(value?.faq[0]).toMatchObject({ id: 'hours', question: 'When are you open?' })
  })

  it('do not show an overridden file’s mistakes', () => {
    expect(told({ ...files, 'content/articles/b.md': 'broken' })).toEqual([])
  })
})

describe('a malformed article', () => {
  it('is left out with a warning, the others stay', () => {
    const { value, diagnostics } = load({
      'content/articles/good.md': article('good'),
      'content/articles/bad.md': article('bad', { date: '2025-02-31' }),
    })
    expect(slugs(value)).toEqual(['good'])
    expect(value?.leftOut.get('bad')).toMatchObject({ reason: 'broken', file: 'content/articles/bad.md' })
    expect(diagnostics).toMatchObject([
      {
        severity: 'warning',
        code: 'article/invalid-date',
        message: expect.stringContaining('The article is left out.'),
      },
    ])
  })

  it.each<[string, string | Uint8Array]>([
    ['no front matter', 'text'],
    ['bytes that are no text', Uint8Array.of(0xff)],
    ['a control character', article('bad', {}, '\u0007')],
    ['code', '---js\n{}\n---\n'],
    ['nothing', ''],
  ])('is known by its file’s name where it has %s', (_, content) => {
    const { value, diagnostics } = load({ 'content/articles/bad.md': content })
    expect(value?.leftOut.get('bad')).toMatchObject({ reason: 'broken', file: 'content/articles/bad.md' })
    expect(diagnostics.map(problem => problem.severity)).toEqual(['warning'])
  })

  it('with a missing image is left out', () => {
    const files = { 'content/articles/a.md': article('a', { image: 'a.png' }, '![b](../img/b.png)\n') }
    expect(told(files)).toEqual([
      'content/articles/a.md:9:1 warning markdown/image-not-found',
      'content/articles/a.md:6:8 warning markdown/image-not-found',
    ])
    expect(load(files).value?.leftOut.has('a')).toBe(true)
  })

  it('with a missing image is told of it together with other mistakes in the front matter', () => {
    const page = '---\ntitle: A\nimage: a.png\nlayout: No Name\n---\n'
    const files = {
      'content/articles/a.md': article('a', { image: 'a.png', date: 'soon' }),
      'content/pages/a.md': page,
    }
    const images = told(files).filter(problem => problem.endsWith('markdown/image-not-found'))
    expect(images).toEqual([
      'content/articles/a.md:6:8 warning markdown/image-not-found',
      'content/pages/a.md:3:8 warning markdown/image-not-found',
    ])
  })

  it('gets advice about an image on another server', () => {
    const files = { 'content/articles/a.md': article('a', {}, '![b](https://a.example/b.png)\n') }
    expect(load(files).diagnostics[0]).toMatchObject({
      message: expect.stringContaining('on another server'),
      hint: expect.stringContaining('Save it'),
    })
  })

  it('is one thing, a disk that fails another: that is an error', () => {
    const refuse = (path: string) => ({
      value: undefined,
      diagnostics: [
        { severity: 'error' as const, code: 'file/unreadable' as const, message: 'No.', file: path },
      ],
    })
    const files = { 'content/articles/a.md': article('a') }
    const unreadable = (given: Files): Files => ({
      ...given,
      readText: path => (path.endsWith('/a.md') ? refuse(path) : given.readText(path)),
    })
    const unlisted = (given: Files): Files => ({
      ...given,
      list: folder => (folder === 'content/articles' ? { ...refuse(folder), value: [] } : given.list(folder)),
    })
    for (const wrap of [unreadable, unlisted]) {
      const { value, diagnostics } = load(files, { wrap })
      expect(value).toBeUndefined()
      expect(diagnostics).toMatchObject([{ severity: 'error', code: 'file/unreadable' }])
    }
  })
})

describe('which articles', () => {
  const files = {
    'content/articles/a.md': article('a'),
    'content/articles/b.md': article('b'),
    'content/articles/c.md': article('c', { draft: 'true' }),
    'content/articles/sub/d.md': article('d'),
    'content/articles/notes.txt': 'no article',
  }
  const withBrand = (articles: string) => ({ ...files, 'brands/test/brand.yaml': brandYaml({ articles }) })

  it('shows all but drafts', () => {
    const { value } = load(files)
    expect(slugs(value)).toEqual(['a', 'b', 'd'])
    expect(value?.leftOut.get('c')).toMatchObject({ reason: 'draft' })
    expect(slugs(load(files, { drafts: true }).value)).toEqual(['a', 'b', 'c', 'd'])
  })

  it('shows only some', () => {
    const { value } = load(withBrand('{only: [a, d]}'))
    expect(slugs(value)).toEqual(['a', 'd'])
    expect(value?.leftOut.get('b')).toEqual({
      reason: 'dropped',
      file: 'content/articles/b.md',
      origin: { file: 'brands/test/brand.yaml', line: 8, column: 18 },
    })
  })

  it('shows all except some, and knows where they are listed', () => {
    const { value } = load(withBrand('{except: [a, d]}'))
    expect(slugs(value)).toEqual(['b'])
    expect(value?.leftOut.get('d')).toMatchObject({ origin: { line: 8, column: 24 } })
  })

  it('warns of one that does not exist, not of a draft or a broken one', () => {
    expect(told({ ...withBrand('{except: [e, c, broken]}'), 'content/articles/broken.md': 'x' })).toEqual([
      'content/articles/broken.md:1:1 warning article/no-front-matter',
      'brands/test/brand.yaml:8:21 warning brand/unknown-article',
    ])
  })

  it('names each one that exists once', () => {
    const { diagnostics } = load(withBrand('{except: [nowhere, c]}'))
    expect(diagnostics.map(({ hint }) => hint)).toEqual(['Articles: a, b, c, d.'])
  })
})

describe('slugs', () => {
  /** The file that the page is made from, and the problem with the other file. */
  const owner = (files: FileMap) => [
    (load(files).value ?? load(files).rest)?.articles.map(({ file }) => file).join(),
    ...told(files),
  ]
  const one = 'content/articles/one.md'
  const same = 'content/articles/same.md'
  const own = 'brands/test/content/articles/one.md'

  it('used twice in one layer are an error, and the file that is named like it keeps them', () => {
    expect(owner({ [one]: article('same'), [same]: article('same') })).toEqual([
      same,
      `${one}:2:7 error article/duplicate-slug`,
    ])
    expect(owner({ [one]: article('x'), 'content/articles/two.md': article('x') })).toEqual([
      one,
      'content/articles/two.md:2:7 error article/duplicate-slug',
    ])
  })

  it('used in two layers are those of the stronger one', () => {
    expect(owner({ [own]: article('same'), [same]: article('same') })).toEqual([
      own,
      `${same}:2:7 warning article/duplicate-slug`,
    ])
    const translated = { [same]: article('same'), 'brands/test/content/articles/same.md': article('same') }
    expect(owner({ [one]: article('same'), ...translated })).toEqual([
      'brands/test/content/articles/same.md',
      `${one}:2:7 warning article/duplicate-slug`,
    ])
  })

  it('of a broken article go to no other', () => {
    expect(owner({ [one]: article('same'), [same]: article('same', { date: 'soon' }) })).toEqual([
      '',
      `${same}:5:7 warning article/invalid-date`,
      `${one}:2:7 error article/duplicate-slug`,
    ])
  })

  it('that differ only by case are reported', () => {
    const files = { 'content/articles/1.md': article('same'), 'content/articles/2.md': article('Same') }
    expect(told(files)).toEqual([
      'content/articles/2.md:2:7 warning article/invalid-slug',
      'content/articles/2.md:2:7 warning article/slug-case',
    ])
  })
})

describe('images', () => {
  const png = Uint8Array.of(1)
  it('are found next to the text, a stronger layer’s first', () => {
    const files = {
      'content/articles/a.md': article('a', { image: 'cover.png' }, '![b](../img/b.png) ![c](./c.svg)\n'),
      'content/articles/cover.png': png,
      'content/img/b.png': png,
      'content/articles/c.svg': '<svg/>',
      'brands/test/content/img/b.png': png,
    }
    expect(load(files).value?.articles[0]).toMatchObject({
      imagePath: 'content/articles/cover.png',
      bodyImagePaths: ['brands/test/content/img/b.png', 'content/articles/c.svg'],
    })
  })

  it.each([
    '../../secret.png',
    '/etc/x.png',
    'https://a.example/x.png',
    '../../../x.png',
    '?x.png',
    'a.txt',
    '../articles',
  ])('%s is none', url => {
    const files = {
      'content/articles/a.md': article('a', {}, `![x](${url})\n`),
      'secret.png': png,
      'content/articles/a.txt': 'x',
    }
    expect(told(files)).toEqual(['content/articles/a.md:8:1 warning markdown/image-not-found'])
  })
})

describe('the parts of every page', () => {
  it.each([
    ['content/strings.yaml', 'header: 7\n', 'content/strings.yaml:1:9 error content/wrong-type'],
    ['content/strings.yaml', 'x: [\n', 'content/strings.yaml:1:4 error yaml/syntax'],
    ['content/home.yaml', '- a\n', 'content/home.yaml:1:1 error yaml/not-a-map'],
    ['content/home.yaml', 'hero:\n  text: "{nope}"\n', 'content/home.yaml:2:10 error content/unknown-token'],
    ['content/faq.yaml', '[]\n', 'content/faq.yaml:1:1 error content/faq-too-few'],
    ['content/pages/ccpa.md', 'text\n', 'content/pages/ccpa.md:1:1 error article/no-front-matter'],
    ['content/pages/ccpa.md', '---\ntitle: T\n---\n', 'content/pages/ccpa.md:2:1 error content/missing-key'],
    [
      'brands/test/content/pages/ccpa.md',
      '',
      'brands/test/content/pages/ccpa.md:1:1 error article/no-front-matter',
    ],
  ])('%s is broken by %j: an error, and no content', (path, text, expected) => {
    expect(load({ [path]: text }).value).toBeUndefined()
    expect(told({ [path]: text })).toEqual([expected])
  })

  it('treats an empty YAML file as an empty map', () => {
    expect(told({ 'content/strings.yaml': '', 'brands/test/content/home.yaml': '# later\n' })).toEqual([])
  })

  it('is reported with everything else that is wrong', () => {
    const files = {
      'content/strings.yaml': 'x: 1\n',
      'content/home.yaml': 'y: 1\n',
      'content/faq.yaml': '[]\n',
      'content/pages/ccpa.md': '',
      'content/articles/a.md': '',
    }
    expect(new Set(load(files).diagnostics.map(problem => problem.file))).toEqual(new Set(Object.keys(files)))
  })

  it('is missing where neither project nor package has it', () => {
    const project = memoryFiles({ 'brands/test/brand.yaml': brandYaml() })
    const brand = loadBrand(project, 'test').value!
    const { value, diagnostics } = loadContent(
      project,
      memoryFiles({}),
      brand,
      { drafts: false },
      createParseCache(),
    )
    expect(value).toBeUndefined()
    expect(diagnostics.map(({ code, file }) => `${code} ${file}`).sort()).toEqual([
      'content/missing-file content/faq.yaml',
      'content/missing-file content/home.yaml',
      'content/missing-file content/pages/ccpa.md',
      'content/missing-file content/strings.yaml',
    ])
  })
})

describe('the cache', () => {
  it('parses a file once for all brands, and never takes one file for another', () => {
    const cache = createParseCache()
    const parse = vi.fn((source: { text: string }) => ({ parsed: source.text }))
    const files = snapshot(memoryFiles({ a: 'same', b: 'same' }))
    const [a, b] = [files.readText('a').value!, files.readText('b').value!]
    expect(cache(parse, a)).toBe(cache(parse, a))
    expect(cache(parse, b)).not.toBe(cache(parse, a))
    expect(cache((source: { text: string }) => source.text.length, a)).toBe(4)
    expect(parse).toHaveBeenCalledTimes(2)
  })

  it('keeps a result of undefined, too', () => {
    const cache = createParseCache()
    const parse = vi.fn(() => undefined)
    const source = { path: 'a', text: '' }
    cache(parse, source)
    cache(parse, source)
    expect(parse).toHaveBeenCalledTimes(1)
  })

  it('parses with another parser if there is no cached result', () => {
    const parse = vi.fn((source: { text: string }) => source.text)
    const cache = createParseCache((_, source) => `${source.text} from an earlier run` as never)
    const source = { path: 'a', text: 'a' }
    expect(cache(parse, source)).toBe('a from an earlier run')
    expect(cache(parse, source)).toBe('a from an earlier run')
    expect(parse).not.toHaveBeenCalled()
  })
})
