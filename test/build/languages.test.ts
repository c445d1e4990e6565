import { describe, expect, it } from 'vitest'
import { buildBrands } from '../../src/build/index.ts'
import { diskFiles, memoryFiles } from '../../src/files/index.ts'
import { memoryOutput } from '../support/memory-output.ts'
import { article, brandYaml, type FileMap, repositoryRoot } from '../support/project.ts'

const defaults = diskFiles(repositoryRoot)

async function build(files: FileMap, brands: readonly string[], asOf?: string) {
  const outputs = new Map(brands.map(id => [id, memoryOutput(id)]))
  const report = await buildBrands({
    files: memoryFiles(files),
    defaults,
    brands,
    strict: false,
    drafts: false,
    ...(asOf !== undefined && { asOf }),
    openOutput: async id => ({ value: outputs.get(id), diagnostics: [] }),
  })
  const page = (id: string, path: string) => Buffer.from(outputs.get(id)?.files.get(path) ?? []).toString()
  return { report, page }
}

const alternates = (html: string) =>
  [...html.matchAll(/<link rel="alternate" hreflang="([^"]*)" href="([^"]*)"\/>/g)].map(
    ([, language, href]) => [language, href],
  )

const files: FileMap = {
  'brands/en/brand.yaml': brandYaml({ siteUrl: 'https://en.example' }),
  'brands/_es/brand.yaml': 'locale: es-US\ncompanyLine: Un servicio de Test LLC.\n',
  'brands/es/brand.yaml': 'extends: [en, _es]\nalternateOf: en\nsiteUrl: https://en.example/es\n',
  'brands/es/content/articles/own.md': article('own'),
  'brands/_es/content/articles/shared.md': article('shared'),
  'brands/_es/content/strings.yaml': 'header:\n  about: Quiénes somos\n',
  'content/articles/shared.md': article('shared'),
  'content/articles/other.md': article('other'),
}

describe('a site in two languages', () => {
  it('names the other one on each page that both have, and in the footer, whichever is built', async () => {
    const pair = (route: string) => [
      ['en-US', `https://en.example${route}`],
      ['es-US', `https://en.example/es${route}`],
      ['x-default', `https://en.example${route}`],
    ]
    for (const id of ['en', 'es']) {
      const { page } = await build(files, [id])
      expect(alternates(page(id, 'index.html'))).toEqual(pair('/'))
      expect(alternates(page(id, 'articles/shared/index.html'))).toEqual(pair('/articles/shared/'))
      expect(alternates(page(id, '404.html'))).toEqual([])
      const link = (path: string) => /<a class="alone" href="([^"]*)" hrefLang/.exec(page(id, path))?.[1]
      const other = id === 'en' ? 'https://en.example/es' : 'https://en.example'
      expect(link('articles/shared/index.html')).toBe(`${other}/articles/shared/`)
      expect(link('index.html')).toBe(`${other}/`)
      // A 404 page has no counterpart, so the link leads to the other site's home page.
      expect(link('404.html')).toBe(`${other}/`)
      expect(page(id, '404.html')).toContain(
        id === 'en'
          ? 'hrefLang="es-US" lang="es-US">Español</a>'
          : 'hrefLang="en-US" lang="en-US">English</a>',
      )
      if (id === 'es') expect(alternates(page(id, 'articles/own/index.html'))).toEqual([])
    }
  })

  it('gets a warning for each text that is still in the other language, at its place', async () => {
    const navigation = '{header: [{label: Articles, to: /faq/}]}\n'
    const { report } = await build({ ...files, 'content/navigation.yaml': navigation }, ['en', 'es'])
    expect(report.brands.map(({ status }) => status)).toEqual(['built', 'built'])
    const told = report.diagnostics.filter(({ code }) => code === 'content/untranslated')
    expect(new Set(told.map(({ brand }) => brand))).toEqual(new Set(['es']))
    const places = told.map(({ file, message }) => `${file} ${message.split(' is still')[0]}`)
    expect(places).toContain('imprint/content/strings.yaml "strings.header.contact"')
    expect(places).toContain('content/articles/other.md The article "content/articles/other.md"')
    expect(places).toContain('imprint/content/pages/ccpa.md The page "imprint/content/pages/ccpa.md"')
    expect(places).toContain('imprint/content/home.yaml "home.advantages"')
    expect(places).toContain('content/navigation.yaml "navigation.header"')
    expect(places.filter(place => /about"|shared|own\.md|companyLine|icon/.test(place))).toEqual([
      // In "footer", but not in "header".
      'imprint/content/strings.yaml "strings.calculator.about"',
      'imprint/content/strings.yaml "strings.footer.about"',
    ])
  })

  it('gets that warning for a Markdown file on the home page', async () => {
    const home = {
      ...files,
      'content/home.yaml': 'sections: [hero, form, {markdown: texts/welcome.md}, {block: faq, only: cost}]\n',
      'content/faq.yaml': 'cost: { question: Cost?, answer: Nothing. }\n',
      'content/texts/welcome.md': 'You can ask for a loan here, and we look for a lender for you.\n'.repeat(
        5,
      ),
    }
    const told = async (brand: FileMap = {}) =>
      (await build({ ...home, ...brand }, ['es'])).report.diagnostics
        .filter(({ code, file }) => code === 'content/untranslated' && file?.endsWith('welcome.md'))
        .map(({ message, hint }) => `${message} ${hint}`)
    expect(await told()).toEqual([
      'The section of the home page "content/texts/welcome.md" is still in "en-US". Translate it in brands/_es/content/texts/welcome.md.',
    ])
    expect(await told({ 'brands/_es/content/texts/welcome.md': 'Bienvenido.\n' })).toEqual([])
    // Without an original, the text itself shows its language.
    const alone = 'extends: [en, _es]\nsiteUrl: https://es.example\n'
    expect(await told({ 'brands/es/brand.yaml': alone })).toEqual([
      expect.stringMatching(/^content\/texts\/welcome\.md is in "en", not in the language of the site/),
    ])
  })

  it('gets that warning for the questions and links that its own lists lack', async () => {
    const list = (ids: readonly string[]) =>
      ids.map(id => `- { id: ${id}, question: ${id}?, answer: A. }\n`).join('')
    const ids = ['one', 'two', 'three', 'four', 'five']
    const navigation = (...targets: readonly string[]) =>
      `header: [${targets.map(to => `{ label: L, to: "${to}" }`).join()}]\n`
    const lists = {
      'content/faq.yaml': list(ids),
      'brands/en/content/faq.yaml':
        'hours: { question: When?, answer: At nine. }\nfive: null\nsix: { question: Six?, answer: A. }\n',
      'content/navigation.yaml': navigation('/faq/', '/articles/own/', '/articles/en-only/', 'terms'),
      'brands/en/content/articles/own.md': article('own'),
      'brands/en/content/articles/en-only.md': article('en-only'),
      'brands/es/brand.yaml': `${files['brands/es/brand.yaml']}articles: { except: [en-only] }\n`,
      'brands/_es/content/navigation.yaml': navigation('/faq/'),
    }
    const told = async (faq: string, changed: FileMap = {}) => {
      const { report } = await build({ ...files, ...lists, 'brands/_es/content/faq.yaml': faq, ...changed }, [
        'es',
      ])
      return report.diagnostics
        .filter(({ message }) => / of "en" has /.test(message))
        .map(({ file, line, code, message, hint }) => `${file}:${line} ${code} ${message} ${hint}`)
    }
    const links = [
      'brands/_es/content/navigation.yaml:1 content/untranslated The navigation of "en" has a link to "/articles/own/", and this site does not. Translate content/navigation.yaml:1 in brands/_es/content/navigation.yaml, with the same "to".',
      'brands/_es/content/navigation.yaml:1 content/untranslated The navigation of "en" has a link to "terms", and this site does not. Translate content/navigation.yaml:1 in brands/_es/content/navigation.yaml, with the same "to".',
    ]
    const question = (name: string, line: number) =>
      `brands/_es/content/faq.yaml:1 content/untranslated The FAQ of "en" has ${name}, and this site does not. Translate brands/en/content/faq.yaml:${line} in brands/_es/content/faq.yaml, with the same "id".`
    expect(await told(list([...ids, 'six']))).toEqual([question('the question "hours"', 1), ...links])
    // The questions of a map appear in English or are left out on purpose.
    const unlinked = { 'content/navigation.yaml': '' }
    expect(await told('one: { question: "¿Uno?" }\nhours: null\n', unlinked)).toEqual([])
    // Without ids, only their number is known.
    const unnamed = list([...ids, 'six']).replace(/id: \w+, /g, '')
    expect(await told(unnamed)).toEqual(links)
    expect(await told(unnamed.replace(/.*\n$/, ''))).toEqual([question('the question "six"', 3), ...links])
  })

  it('gets that warning for an article of the future now', async () => {
    const changed = { ...files, 'content/articles/later.md': article('later', { date: '2031-01-02' }) }
    const { report } = await build(changed, ['en', 'es'], '2030-01-01')
    const told = report.diagnostics.filter(({ file }) => file === 'content/articles/later.md')
    expect(told).toMatchObject([
      {
        code: 'content/untranslated',
        brand: 'es',
        message:
          'The article "content/articles/later.md" is still in "en-US", and is scheduled for 2031-01-02.',
        hint: 'Translate it in brands/_es/content/articles/later.md.',
      },
    ])
  })

  it('has its own names for the tags that it shows, or gets a warning', async () => {
    const tagged = ['a', 'b', 'c'].map(slug => [
      `brands/_es/content/articles/${slug}.md`,
      article(slug, { tags: '[rent]' }),
    ])
    const told = async (strings: string) => {
      const changed = { ...files, ...Object.fromEntries(tagged), 'brands/_es/content/strings.yaml': strings }
      const { report, page } = await build(changed, ['es'])
      return {
        page: page('es', 'articles/tags/rent/index.html'),
        messages: report.diagnostics.flatMap(({ message, hint }) =>
          /The tag/.test(message) ? `${message} ${hint}` : [],
        ),
      }
    }
    const without = await told('{}\n')
    expect(without.messages).toEqual([
      'The tag "rent" has no name in the language of the site ("es-US"). Add "tags: {rent: …}" to brands/_es/content/strings.yaml.',
    ])
    const named = await told('tags: {rent: Renta}\n')
    expect(named.messages).toEqual([])
    expect(named.page).toMatch(/<h1[^>]*>[^<]*Renta/)
  })

  it('is built alone if the other one has errors, and reports it', async () => {
    const broken = { ...files, 'brands/es/brand.yaml': `${files['brands/es/brand.yaml']}phone: "1"\n` }
    const { report, page } = await build(broken, ['en'])
    expect(report.diagnostics).toMatchObject([
      { code: 'brand/alternate-unplanned', severity: 'warning', brand: 'en' },
    ])
    expect(alternates(page('en', 'index.html'))).toEqual([])
    expect(page('en', 'index.html')).not.toContain('hrefLang')
  })
})
