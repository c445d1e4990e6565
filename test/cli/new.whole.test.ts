import { readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { picture } from '../output/disk.ts'
import {
  article,
  brandYaml,
  project,
  readTree,
  repositoryRoot,
  runShared,
  temporaryFolder,
  writeFiles,
} from '../support/project.ts'
import { jsonOf } from './json.ts'

/** There are no problems except warnings about placeholders. */
const builds = async (cwd: string, ...words: string[]) => {
  const run = await runShared(['build', ...words, '--json'], { cwd })
  expect(run.code).toBe(0)
  const { diagnostics } = jsonOf(run) as { diagnostics: readonly { code: string }[] }
  const codes = diagnostics.map(({ code }) => code)
  expect(codes.filter(code => !code.endsWith('/placeholder'))).toEqual([])
  return codes
}

describe('new brand', () => {
  test('starts a project in an empty folder, and it builds at once', async () => {
    const cwd = temporaryFolder()
    const run = await runShared(['new', 'brand', 'second-chance'], { cwd })
    expect(run).toMatchObject({ code: 0, stderr: '' })
    expect(run.stdout).toContain('Created brands/second-chance/brand.yaml')
    expect(run.stdout).toContain('imprint build second-chance')
    expect(Object.keys(readTree(cwd))).toEqual(['brands/second-chance/brand.yaml'])
    expect(await builds(cwd)).toEqual(['brand/placeholder'])
    expect(readFileSync(join(cwd, 'dist/second-chance/index.html'), 'utf8')).toContain('Second Chance')
    const released = await runShared(['release', 'second-chance'], { cwd })
    expect(released.code).toBe(1)
    expect(released.stderr).toContain(
      'error  brand/placeholder  "siteUrl", "formId", "phone", "email", "providerHost", "companyLine"',
    )
  })

  test('with --root, from elsewhere, even if the folder does not exist yet', async () => {
    const cwd = temporaryFolder()
    expect((await runShared(['new', 'brand', 'acme', '--root', 'new/project'], { cwd })).code).toBe(0)
    await builds(join(cwd, 'new/project'))
    expect(readdirSync(cwd)).toEqual(['new'])
  })

  test('next to others, from a folder inside the project', async () => {
    const root = project({ 'brands/acme/brand.yaml': brandYaml(), 'content/articles/.keep': '' })
    const run = await runShared(['new', 'brand', 'other'], { cwd: join(root, 'content/articles') })
    expect(run.code).toBe(0)
    // Both have the same placeholders, which are not reported as a shared value.
    expect((await runShared(['new', 'brand', 'third'], { cwd: root })).code).toBe(0)
    await builds(root, '--all')
    expect(readdirSync(join(root, 'dist'))).toEqual(['.imprint-builds', 'acme', 'other', 'third'])
  })

  test.each(['Café "Zinc" & Co. — 100%', "# it's: {not} a [token]", 'true', '<b>&amp;', '漢字', '- dash'])(
    'with the name %j',
    async name => {
      const cwd = temporaryFolder()
      expect((await runShared(['new', 'brand', 'acme', '--name', name], { cwd })).code).toBe(0)
      const run = await runShared(['explain', 'acme', 'name', '--json'], { cwd })
      expect(jsonOf(run)).toMatchObject({ values: [{ key: 'name', value: name }] })
      await builds(cwd)
    },
  )

  test('that extends a base or a brand', async () => {
    const cwd = project({
      'brands/_base/brand.yaml': 'theme:\n  radius: 3px\n',
      'brands/acme/brand.yaml': brandYaml({ extends: '_base', companyLine: 'A service of Test LLC.' }),
    })
    for (const [id, parent] of [
      ['one', '_base'],
      ['two', 'acme'],
    ] as const) {
      expect((await runShared(['new', 'brand', id, '--extends', parent], { cwd })).code).toBe(0)
      const run = await runShared(['explain', id, 'theme.radius'], { cwd })
      expect(run.stdout).toContain('theme.radius = 3px\n  from brands/_base/brand.yaml')
    }
    await builds(cwd, '--all')
  })

  test('that extends a base has only the keys that the base lacks', async () => {
    const cwd = project({
      'brands/_base/brand.yaml':
        'companyLine: A line.\nproviderHost: forms.base.example\nphone: "+18005550199"\n',
    })
    await runShared(['new', 'brand', 'one', '--extends', '_base'], { cwd })
    const keys = readFileSync(join(cwd, 'brands/one/brand.yaml'), 'utf8').match(/^[a-zA-Z]+(?=:)/gm)
    expect(keys).toEqual(['extends', 'name', 'siteUrl', 'formId', 'email'])
    await builds(cwd)
  })

  test('explains how to create a missing base', async () => {
    const cwd = project({ 'brands/acme/brand.yaml': brandYaml() })
    const { code, stderr } = await runShared(['new', 'brand', 'one', '--extends', '_es'], { cwd })
    expect(code).toBe(2)
    expect(stderr).toContain('Brands and bases: acme. To create a base, write brands/_es/brand.yaml')
  })
  test('may extend a list of layers', async () => {
    const cwd = project({
      'brands/acme/brand.yaml': brandYaml({}),
      'brands/_es/brand.yaml': 'locale: es-US\n',
    })
    await runShared(['new', 'brand', 'acme-es', '--extends', 'acme,_es'], { cwd })
    const yaml = readFileSync(join(cwd, 'brands/acme-es/brand.yaml'), 'utf8')
    expect(yaml).toContain('extends: [acme, _es]')
    expect(yaml.match(/^[a-zA-Z]+(?=:)/gm)).toEqual(['extends', 'name', 'siteUrl'])
  })

  test('that extends an unknown brand is refused', async () => {
    const cwd = project({ 'brands/_base/brand.yaml': 'companyLine: A line.\n' })
    const before = picture(cwd)
    const run = await runShared(['new', 'brand', 'one', '--extends', '_bas'], { cwd })
    expect(run).toMatchObject({ code: 2, stdout: '' })
    expect(run.stderr).toContain('Did you mean "_base"?')
    expect(picture(cwd)).toEqual(before)
    const empty = temporaryFolder()
    expect((await runShared(['new', 'brand', 'one', '--extends', 'x'], { cwd: empty })).code).toBe(2)
    expect(readdirSync(empty)).toEqual([])
  })

  test('that exists is refused', async () => {
    const cwd = project({ 'brands/acme/brand.yaml': brandYaml() })
    const before = picture(cwd)
    const run = await runShared(['new', 'brand', 'acme'], { cwd })
    expect(run).toMatchObject({ code: 2, stdout: '' })
    expect(run.stderr).toContain('usage/already-exists')
    expect(picture(cwd)).toEqual(before)
  })

  test.each([
    '',
    '_base',
    'Acme',
    'a b',
    'a_b',
    '-a',
    'a-',
    'a--b',
    '../x',
    'a/b',
    'ä',
    '.git',
    'x'.repeat(81),
  ])('with the id %j is refused', async id => {
    const cwd = temporaryFolder()
    const run = await runShared(['new', 'brand', '--', id], { cwd })
    expect(run).toMatchObject({ code: 2, stdout: '' })
    expect(run.stderr).toContain('is not a valid brand id')
    expect(readdirSync(cwd)).toEqual([])
  })

  test.each(['', ' ', 'two\nlines: true', 'x'.repeat(81), 'bell\u0007'])(
    'with the name %j is refused',
    async name => {
      const cwd = temporaryFolder()
      const run = await runShared(['new', 'brand', 'acme', '--name', name], { cwd })
      expect(run).toMatchObject({ code: 2, stdout: '' })
      expect(readdirSync(cwd)).toEqual([])
    },
  )

  test('reports that it cannot be written', async () => {
    const cwd = temporaryFolder()
    writeFileSync(join(cwd, 'brands'), 'a file')
    const run = await runShared(['new', 'brand', 'acme', '--root', '.'], { cwd })
    expect(run).toMatchObject({ code: 1, stdout: '' })
    expect(run.stderr).toMatch(
      /^error {2}output\/write-failed {2}brands\/acme\/brand\.yaml could not be written/,
    )
    const json = await runShared(['new', 'brand', 'acme', '--root', '.', '--json'], { cwd })
    expect(jsonOf(json).diagnostics).toMatchObject([{ code: 'output/write-failed' }])
  })

  test('as JSON', async () => {
    const cwd = temporaryFolder()
    const run = await runShared(['new', 'brand', 'acme', '--json'], { cwd })
    expect(jsonOf(run)).toEqual({
      schema: 1,
      ok: true,
      brands: [],
      created: ['brands/acme/brand.yaml'],
      diagnostics: [],
    })
    const again = await runShared(['new', 'brand', 'acme', '--json'], { cwd })
    expect(jsonOf(again).diagnostics).toMatchObject([{ code: 'usage/already-exists' }])
  })
})

interface Found {
  readonly code: string
  readonly file?: string
  readonly brand?: string
}

describe('new brand --in --of', () => {
  const english = {
    'brands/_house/brand.yaml':
      'companyLine: A service of Test LLC\nenvironments: {staging: {phone: "+18005550199"}}\n',
    'brands/first/brand.yaml': `${brandYaml({ extends: '_house', companyLine: undefined })}environments: {staging: {siteUrl: "https://staging.test.example"}}\n`,
    'content/articles/rent.md': article('rent'),
  }
  const translated = async (cwd: string) => {
    const run = await runShared(['check', '--all', '--json'], { cwd })
    const { diagnostics } = JSON.parse(run.stdout) as { diagnostics: readonly Found[] }
    return diagnostics
      .filter(({ code }) => code === 'content/untranslated')
      .map(({ file, brand }) => `${brand}: ${file}`)
  }

  test('writes only the base and the values that cannot be the same, and lists what to translate', async () => {
    const cwd = project(english)
    const run = await runShared(['new', 'brand', 'first-es', '--in', 'es', '--of', 'first'], { cwd })
    expect(run).toMatchObject({ code: 0, stderr: '' })
    const written = readTree(cwd)
    expect(Object.keys(written).filter(path => !Object.hasOwn(english, path))).toEqual([
      'brands/_es/brand.yaml',
      'brands/_es/content/faq.yaml',
      'brands/_es/content/home.yaml',
      'brands/_es/content/pages/ccpa.md',
      'brands/_es/content/strings.yaml',
      'brands/first-es/brand.yaml',
    ])
    expect(parse(written['brands/_es/brand.yaml'] ?? '')).toEqual({ locale: 'es-US' })
    expect(parse(written['brands/first-es/brand.yaml'] ?? '')).toEqual({
      extends: ['first', '_es'],
      alternateOf: 'first',
      siteUrl: 'https://www.first-es.placeholder.example',
      environments: { staging: { siteUrl: 'https://staging.first-es.placeholder.example' } },
    })
    expect(run.stdout).toContain(
      'Still to translate:\n  brands/first-es/brand.yaml: companyLine\n  brands/_es/content/articles/rent.md\nNext:',
    )
    expect(await translated(cwd)).toEqual([
      'first-es: brands/_house/brand.yaml',
      'first-es: content/articles/rent.md',
    ])
    const page = await runShared(['build', '--all', '--quiet', '--env', 'staging'], { cwd })
    expect(page).toMatchObject({ code: 0, stderr: '' })
    expect(readFileSync(join(cwd, 'dist-staging/first-es/index.html'), 'utf8')).toContain('lang="es-US"')
    // The base already exists for the second brand.
    const again = await runShared(['new', 'brand', 'more-es', '--in', 'es', '--of', 'first', '--json'], {
      cwd,
    })
    expect(jsonOf(again)).toMatchObject({ created: ['brands/more-es/brand.yaml'] })
  })

  test('names the texts of its own that a base of the language replaces', async () => {
    const second = {
      'brands/_pair/brand.yaml': 'copyrightYear: 2020\n',
      'brands/_pair/content/home.yaml': 'hero: {button: Ask now}\n',
      'brands/second/brand.yaml': brandYaml({ extends: '[_house, _pair]', companyLine: undefined }),
      'brands/second/content/home.yaml': 'hero: {note: Money soon}\nmeta: {title: Ask}\n',
      'brands/second/content/articles/rent.md': article('rent'),
      'brands/second/content/articles/own.md': article('own'),
      'brands/second/content/faq.yaml': 'cost: {question: Is it free?}\n',
      'brands/second/content/strings.yaml': 'tags: {rent: Renting}\n',
    }
    const cwd = project({ ...english, ...second })
    const add = (id: string, of: string) => runShared(['new', 'brand', id, '--in', 'es', '--of', of], { cwd })
    expect((await add('first-es', 'first')).stdout).not.toContain('Replaced')
    writeFiles(cwd, {
      'brands/_es/content/articles/rent.md': article('rent'),
      'brands/_es/content/home.yaml': 'hero: {button: Pedir, note: Dinero}\n',
    })
    const { stdout } = await add('second-es', 'second')
    expect(
      stdout,
    ).toContain(`Replaced by content from "_es"; translate it too if the replacement does not fit:
  brands/second-es/content/home.yaml: hero.button, hero.note
  brands/second-es/content/faq.yaml: cost.question
  brands/second-es/content/articles/rent.md
Next:`)
    expect(stdout).toMatch(/Still to translate:\n[\s\S]*articles\/own\.md\n/)
    expect((await add('first-mx', 'first')).stdout).not.toContain('Replaced')
  })

  const starter = readTree(join(repositoryRoot, 'starter'))
  const ofStarter = (folder: string) =>
    Object.fromEntries(
      Object.entries(starter).flatMap(([path, text]) =>
        path.startsWith(`${folder}/`) ? [[path.slice(folder.length + 1), text]] : [],
      ),
    )

  test('of the texts of `init` writes their own translations', async () => {
    const texts = Object.entries(ofStarter('content')).map(([path, text]) => [`content/${path}`, text])
    const cwd = project({ ...english, ...Object.fromEntries(texts) })
    const run = await runShared(['new', 'brand', 'first-es', '--in', 'es', '--of', 'first'], { cwd })
    expect(run.stdout).toContain('Still to translate:\n  brands/first-es/brand.yaml: companyLine\n')
    const written = readTree(join(cwd, 'brands/_es/content'))
    const spanish = ofStarter('languages/es')
    for (const name of ['home.yaml', 'navigation.yaml', 'articles/before-you-borrow.md'])
      expect(written[name]).toBe(spanish[name])
    const strings = parse(written['strings.yaml'] ?? '')
    expect(strings).toMatchObject(parse(spanish['strings.yaml'] ?? ''))
    expect(strings.states).toEqual({ 'New York': 'Nueva York', 'West Virginia': 'Virginia Occidental' })
    expect(Object.values(written).join()).not.toMatch(/24\/7|socio de confianza|\p{Script=Cyrillic}/u)
  })

  test('has no translation of a text that the brand says in its own words, and names it', async () => {
    const own = {
      'brands/first/content/home.yaml': 'hero: {button: Ask now}\n',
      'content/faq.yaml': 'cost: {question: Is it free?}\nhours: {question: When?, answer: From 9 to 5.}\n',
      'content/strings.yaml': 'header: {about: Why us}\n',
    }
    const cwd = project({ ...english, ...own })
    const run = await runShared(['new', 'brand', 'first-es', '--in', 'es', '--of', 'first'], { cwd })
    expect(run.stdout).toContain(`Still to translate:
  brands/first-es/brand.yaml: companyLine
  brands/_es/content/home.yaml: hero.button
  brands/_es/content/strings.yaml: header.about
`)
    expect(run.stdout).toMatch(
      /content\/faq\.yaml: cost\.question, cost\.answer, hours\.question, hours\.answer\n/,
    )
    const [home, strings, faq] = ['home', 'strings', 'faq'].map(name =>
      parse(readFileSync(join(cwd, `brands/_es/content/${name}.yaml`), 'utf8')),
    )
    expect(home.hero).not.toHaveProperty('button')
    expect(home.hero.headings).toHaveLength(4)
    expect(strings.header).toMatchObject({ contact: 'Contacto' })
    expect(strings.header).not.toHaveProperty('about')
    expect(Object.keys(faq)).toHaveLength(13)
    const check = await runShared(['check', 'first-es'], { cwd })
    expect(check.code).toBe(0)
  })

  test('the starter has each of its texts in Spanish, with as many steps', () => {
    const [originals, translated] = ['content', 'languages/es'].map(ofStarter)
    expect(Object.keys(translated ?? {})).toEqual(Object.keys(originals ?? {}))
    const shape = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(shape)
      if (typeof value !== 'object' || value === null) return typeof value
      return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shape(inner)]))
    }
    for (const [name, text] of Object.entries(originals ?? {}))
      if (name.endsWith('.yaml'))
        expect(shape(parse(translated?.[name] ?? '')), name).toEqual(shape(parse(text)))
  })

  test('of a language that the package has no texts in, everything is to be translated', async () => {
    // A folder that is not a base yet.
    const cwd = project({ ...english, 'brands/_fr-ca/content/articles/notes.txt': '' })
    const run = await runShared(['new', 'brand', 'first-fr', '--in', 'fr-CA', '--of', 'first'], { cwd })
    expect(run.code).toBe(0)
    expect(parse(readFileSync(join(cwd, 'brands/_fr-ca/brand.yaml'), 'utf8'))).toEqual({ locale: 'fr-CA' })
    expect(run.stdout).toMatch(/^ {2}brands\/_fr-ca\/content\/strings\.yaml: \d+ texts$/m)
  })

  test.each([
    [['--in', 'es'], '--in and --of must be used together'],
    [['--of', 'first'], '--in and --of must be used together'],
    [['--in', 'es', '--of', 'first', '--extends', '_house'], '--in and --of must be used together'],
    [['--in', 'es', '--of', 'fist'], 'Did you mean "first"?'],
    [['--in', 'not a language', '--of', 'first'], 'is not a language'],
    [['--in', 'en', '--of', 'first'], 'is already in this language'],
    [['--in', 'fr', '--of', 'other'], 'is itself a translation of "first"'],
  ])('%j is refused, and nothing is written', async (words, said) => {
    const other = 'extends: first\nalternateOf: first\nlocale: es-US\nsiteUrl: https://es.test.example\n'
    const files = { ...english, 'brands/other/brand.yaml': other }
    const cwd = project(files)
    const run = await runShared(['new', 'brand', 'new', ...words], { cwd })
    expect(run).toMatchObject({ code: 2, stderr: expect.stringContaining(said) })
    expect(Object.keys(readTree(cwd))).toEqual(Object.keys(files).sort())
  })

  test('a brand whose language is not that of its texts is reported without alternateOf', async () => {
    const body =
      'The loan and the fee that you pay are in the contract. Read it, and ask what the lender can do when you are late.\n'
    const cwd = project({
      'brands/first/brand.yaml': brandYaml(),
      'brands/spanish/brand.yaml': `extends: first\nlocale: es-US\nsiteUrl: https://es.test.example\n`,
      'content/articles/rent.md': article('rent', {}, body),
    })
    const found = await translated(cwd)
    expect(found).toContain('spanish: content/articles/rent.md')
    expect(found).toContain('spanish: imprint/content/strings.yaml')
    expect(found.filter(line => line.startsWith('first'))).toEqual([])
    const spanish =
      'El préstamo y los cargos están en el contrato. Hay que leerlo, pero también puede preguntar cuando ya no pueda pagar los plazos.\n'
    writeFileSync(join(cwd, 'content/articles/rent.md'), article('rent', {}, spanish))
    expect(await translated(cwd)).toContain('first: content/articles/rent.md')
  })
})

describe('new article', () => {
  const start = () =>
    project({ 'brands/acme/brand.yaml': brandYaml(), 'brands/beta/brand.yaml': brandYaml({ name: 'Beta' }) })

  test('is dated today and builds at once', async () => {
    const cwd = start()
    const day = () => new Date().toISOString().slice(0, 10)
    const before = day()
    const run = await runShared(['new', 'article', 'rainy-days'], { cwd })
    const after = day()
    expect(run).toMatchObject({ code: 0, stderr: '' })
    expect(run.stdout).toContain('Created content/articles/rainy-days.md')
    const text = readFileSync(join(cwd, 'content/articles/rainy-days.md'), 'utf8')
    expect([before, after]).toContain(/^date: (.*)$/m.exec(text)?.[1])
    expect(await builds(cwd, '--all')).toEqual(['content/placeholder'])
    expect(readFileSync(join(cwd, 'dist/beta/articles/rainy-days/index.html'), 'utf8')).toContain(
      'Rainy Days',
    )
  })

  test('takes title, date and brand', async () => {
    const cwd = start()
    const title = 'Rent: "due" & {paid}? # 5'
    const words = ['rent', '--title', title, '--date', '2024-02-29', '--brand', 'acme']
    const run = await runShared(['new', 'article', ...words], { cwd })
    expect(run.stdout).toContain('Created brands/acme/content/articles/rent.md')
    const built = await runShared(['build', '--all'], { cwd })
    expect(built.code).toBe(0)
    expect(readdirSync(join(cwd, 'dist/beta/articles'))).not.toContain('rent')
  })

  test.each([
    ['is there already', ['there'], 'usage/already-exists'],
    ['has a bad slug', ['Not A Slug'], 'is not a valid slug'],
    ['has a bad date', ['x', '--date', '29.2.2024'], '"29.2.2024" is not a date'],
    ['has a day that never was', ['x', '--date', '2025-02-31'], '"2025-02-31" is not a date'],
    ['has an empty title', ['x', '--title', ''], '--title must be one line of text'],
    ['has a title of two lines', ['x', '--title', 'a\nb'], '--title must be one line of text'],
    ['is for a brand that does not exist', ['x', '--brand', 'acmee'], 'Did you mean "acme"?'],
    ['is for a path', ['x', '--brand', '../..'], 'usage/unknown-brand'],
  ])('that %s is refused', async (_, words, said) => {
    const cwd = project({ 'brands/acme/brand.yaml': brandYaml(), 'content/articles/there.md': 'mine' })
    const before = picture(cwd)
    const run = await runShared(['new', 'article', ...words], { cwd })
    expect(run).toMatchObject({ code: 2, stdout: '' })
    expect(run.stderr).toContain(said)
    expect(picture(cwd)).toEqual(before)
    const json = await runShared(['new', 'article', ...words, '--json'], { cwd })
    expect(json.code).toBe(2)
    expect(jsonOf(json).diagnostics).toHaveLength(1)
  })
})

test('the schema is named by a path that upgrades and pnpm leave as it is, or not at all', async () => {
  const firstLine = async (root: string) => {
    expect(await runShared(['new', 'brand', 'acme'], { cwd: root })).toMatchObject({ code: 0 })
    return readFileSync(join(root, 'brands/acme/brand.yaml'), 'utf8').split('\n')[0]
  }
  const store = 'node_modules/.pnpm/imprint@1.0.0/node_modules/imprint'
  const root = project({ 'brands/_house/brand.yaml': 'name: House\n', [`${store}/brand.schema.json`]: '{}' })
  symlinkSync(join(root, store), join(root, 'node_modules/imprint'))
  expect(await firstLine(root)).toBe(
    '# yaml-language-server: $schema=../../node_modules/imprint/brand.schema.json',
  )
  const alone = project({ 'brands/_house/brand.yaml': 'name: House\n' })
  expect(await firstLine(alone)).toMatch(/^# Acme: replace the placeholders/)
})

test('new page writes a page that is built at its address', async () => {
  const cwd = project({ 'brands/acme/brand.yaml': brandYaml() })
  const add = (...words: string[]) => runShared(['new', 'page', ...words], { cwd })
  expect(await add('legal/terms', '--title', 'Terms of use')).toMatchObject({ code: 0, stderr: '' })
  expect(await add('about', '--brand', 'acme')).toMatchObject({ code: 0, stderr: '' })
  expect(await add('us', '--title', 'About us')).toMatchObject({ code: 0, stderr: '' })
  // No content rule reports any of its sentences.
  expect(await builds(cwd)).toEqual(['content/placeholder', 'content/placeholder', 'content/placeholder'])
  expect(readFileSync(join(cwd, 'dist/acme/legal/terms/index.html'), 'utf8')).toContain('Terms of use')
  expect(readFileSync(join(cwd, 'dist/acme/about/index.html'), 'utf8')).toContain('<h1')
  expect((await add('legal/terms')).code).toBe(2)
  expect((await add('/Legal Terms')).stderr).toContain('is not a valid page address')
  expect((await add('other', '--brand', 'acmee')).stderr).toContain('usage/unknown-brand')
})
