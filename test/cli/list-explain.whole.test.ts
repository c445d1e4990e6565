import { describe, expect, test } from 'vitest'
import { picture } from '../output/disk.ts'
import {
  article,
  brandYaml,
  project,
  repositoryRoot,
  runShared,
  temporaryFolder,
} from '../support/project.ts'
import { jsonOf } from './json.ts'

const repository = { cwd: repositoryRoot }

describe('list', () => {
  test('shows every brand with name, site and base', async () => {
    const run = await runShared(['list'], repository)
    expect(run).toMatchObject({ code: 0, stderr: '' })
    expect(run.stdout).toMatch(/^brand\s+name\s+site\s+extends\s+problems in files$/m)
    expect(run.stdout).toMatch(/^aurora\s+Aurora Loan Match\s+https:\/\/www\.aurora-\S+\s+_house\s+none$/m)
    expect(run.stdout).toMatch(/^meadow\s+Meadow Money\s+https:\/\/\S+\/loans\s+–\s+none$/m)
    expect(run.stdout).not.toMatch(/^_house/m)
  })

  test('as JSON', async () => {
    const document = jsonOf(await runShared(['list', '--json'], repository))
    expect(Object.keys(document)).toEqual(['schema', 'ok', 'brands', 'diagnostics'])
    expect(document.brands.map(brand => brand.id)).toEqual(['aurora', 'aurora-es', 'harbor', 'meadow'])
    expect(document.brands[3]).toEqual({
      id: 'meadow',
      valid: true,
      name: 'Meadow Money',
      siteUrl: 'https://www.meadow-money.example/loans',
      extends: null,
    })
  })

  test('shows broken brands too, and ends with 3', async () => {
    const cwd = project({
      'brands/good/brand.yaml': brandYaml(),
      'brands/bad/brand.yaml': brandYaml({ phone: 'soon', email: 'nobody' }),
    })
    const before = picture(cwd)
    const run = await runShared(['list'], { cwd })
    expect(run.code).toBe(3)
    expect(run.stdout).toMatch(/^bad\s+–\s+–\s+–\s+2 errors$/m)
    expect(run.stdout).toMatch(/^good\s+Test Brand/m)
    expect(run.stderr).toContain('brand/invalid-phone')
    const json = await runShared(['list', '--json'], { cwd })
    expect(json.code).toBe(3)
    expect(jsonOf(json).brands).toMatchObject([
      { id: 'bad', valid: false, name: null },
      { id: 'good', valid: true },
    ])
    expect(picture(cwd)).toEqual(before)
  })

  test('tells of what is wrong with the content of a brand, and of what all have in common once', async () => {
    const cwd = project({
      'brands/good/brand.yaml': brandYaml(),
      'brands/words/brand.yaml': brandYaml(),
      'brands/words/content/strings.yaml': 'header:\n  abuot: Own words\n',
      'content/articles/shared.md': article('shared', { date: 'soon' }),
    })
    const run = await runShared(['list'], { cwd })
    expect(run.code).toBe(1)
    expect(run.stdout).toMatch(/^good\s.*\snone$/m)
    expect(run.stdout).toMatch(/^words\s.*\s1 error$/m)
    expect(run.stderr).toContain('content/unknown-key')
    expect(run.stderr.match(/article\/invalid-date/g)).toHaveLength(1)
  })

  test('shows which articles appear and expire after a day', async () => {
    const cwd = project({
      'brands/one/brand.yaml': brandYaml(),
      'brands/two/brand.yaml': brandYaml({
        articles: '{except: [sale]}',
        siteUrl: 'https://two.example',
        formId: 'two',
        phone: '"+18005550143"',
      }),
      'content/articles/news.md': article('news', { date: '2025-06-01' }),
      'content/articles/sale.md': article('sale', { date: '2025-01-01', expires: '2025-09-01' }),
    })
    const run = await runShared(['list', '--as-of', '2025-05-31'], { cwd })
    expect(run.stdout).toMatch(/^2025-06-01 +appears +content\/articles\/news\.md +one, two$/m)
    expect(run.stdout).toMatch(/^2025-09-01 +expires +content\/articles\/sale\.md +one$/m)
    const { brands } = jsonOf(await runShared(['list', '--as-of', '2025-06-01', '--json'], { cwd }))
    expect(brands.map(brand => (brand as { schedule?: unknown }).schedule)).toEqual([
      [{ day: '2025-09-01', change: 'goes', slug: 'sale', file: 'content/articles/sale.md' }],
      undefined,
    ])
    const check = await runShared(['check', '--all', '--as-of', '2025-06-01'], { cwd })
    expect(check.stdout).toContain('The next articles appear or expire on 2025-09-01 (one).')
    expect((await runShared(['list', '--as-of', '2025-02-29'], { cwd })).code).toBe(2)
  })

  test('of no brands is not an error', async () => {
    const cwd = project({ 'brands/_base/brand.yaml': 'name: Base\n' })
    const run = await runShared(['list'], { cwd })
    expect(run).toMatchObject({ code: 0, stderr: '' })
    expect(run.stdout).toContain('imprint new brand')
    expect(jsonOf(await runShared(['list', '--json'], { cwd })).brands).toEqual([])
  })
})

interface Explained {
  readonly key: string
  readonly value: unknown
  readonly origin: 'default' | { readonly file: string; readonly line: number; readonly column: number }
  readonly shadows: readonly { readonly value: unknown; readonly origin: unknown }[]
}

const valuesOf = (document: object) => (document as { values: readonly Explained[] }).values

describe('explain', () => {
  const cwd = () =>
    project({
      'brands/_base/brand.yaml': `companyLine: The base's line.\ntheme:\n  radius: 3px\n`,
      'brands/acme/brand.yaml': brandYaml({ companyLine: undefined, extends: '_base' }),
      'brands/acme/content/strings.yaml': 'header:\n  about: Own words\n',
      'content/strings.yaml': 'header:\n  about: Shared words\n',
    })

  test('gives a value and its place', async () => {
    const run = await runShared(['explain', 'acme', 'phone'], { cwd: cwd() })
    expect(run).toMatchObject({ code: 0, stderr: '' })
    expect(run.stdout).toBe('phone = +18005550142\n  from brands/acme/brand.yaml:4:8\n')
  })

  test('shows the value of an environment, with its name', async () => {
    const root = project({
      'brands/acme/brand.yaml': `${brandYaml()}environments:\n  staging: {formId: acme-staging}\n`,
    })
    const words = ['explain', 'acme', 'formId', '--env', 'staging']
    const run = await runShared(words, { cwd: root })
    expect(run).toMatchObject({ code: 0, stderr: '' })
    expect(run.stdout).toBe(
      'formId = acme-staging\n  from brands/acme/brand.yaml:9:21 (environment staging)\n  instead of brands/acme/brand.yaml:3:9: test-form\n',
    )
    const [value] = valuesOf(jsonOf(await runShared([...words, '--json'], { cwd: root })))
    expect(value).toMatchObject({ environment: 'staging' })
  })

  test('gives a value of a base, and one that Imprint brings', async () => {
    const root = cwd()
    const base = await runShared(['explain', 'acme', 'companyLine'], { cwd: root })
    expect(base.stdout).toContain("companyLine = The base's line.\n  from brands/_base/brand.yaml:1:14\n")
    const own = await runShared(['explain', 'acme', 'articles.listLimit'], { cwd: root })
    expect(own.stdout).toBe('articles.listLimit = 24\n  from default\n')
  })

  test('gives all values below a key, and all there are', async () => {
    const root = cwd()
    const theme = await runShared(['explain', 'acme', 'theme.color'], { cwd: root })
    expect(theme.stdout).toContain('theme.color.accent = #')
    expect(theme.stdout).not.toContain('phone')
    const all = await runShared(['explain', 'acme'], { cwd: root })
    for (const key of ['name', 'phone', 'theme.radius', 'strings.header.about', 'home.hero'])
      expect(all.stdout).toMatch(new RegExp(`^${key.replaceAll('.', '\\.')}`, 'm'))
    expect(all.stdout.indexOf('strings.header.about')).toBeLessThan(all.stdout.indexOf('from default'))
  })

  test('tells files of the package from files of the project with the same path', async () => {
    const run = await runShared(['explain', 'acme', 'strings.header'], { cwd: cwd() })
    expect(run.stdout).toMatch(
      /^ {2}instead of imprint\/content\/strings\.yaml:\d+:\d+ \(part of Imprint\): About Us$/m,
    )
    expect(run.stdout).toMatch(
      /^strings\.header\.contact = Contact\n {2}from imprint\/content\/strings\.yaml:\d+:\d+ \(part of Imprint\)$/m,
    )
    expect(run.stdout).toContain('  instead of content/strings.yaml:2:10: Shared words\n')
  })

  test('of a value that its default equals says so', async () => {
    const root = project({ 'brands/acme/brand.yaml': `${brandYaml()}copyrightYear: 2025\n` })
    const run = await runShared(['explain', 'acme', 'copyrightYear'], { cwd: root })
    expect(run.stdout).toContain('  instead of default: the same value\n')
  })

  test('gives pages, with the files that theirs shadow', async () => {
    const text = (title: string) => `---\ntitle: ${title}\ndescription: About us.\n---\n\nText.\n`
    const root = project({
      'brands/acme/brand.yaml': `${brandYaml()}pages:\n  except: [old]\n`,
      'brands/acme/content/pages/about.md': text('Own'),
      'content/pages/about.md': text('Shared'),
      'content/pages/old.md': text('Old'),
      'content/redirects.yaml': '- {from: /was.html, to: /faq/}\n',
      'brands/acme/content/redirects.yaml': '- {from: /was.html, to: /about/}\n',
    })
    const redirect = await runShared(['explain', 'acme', 'redirects./was.html'], { cwd: root })
    expect(redirect.stdout).toBe(
      'redirects./was.html = /about/\n  from brands/acme/content/redirects.yaml:1:25\n' +
        '  instead of content/redirects.yaml:1:25: /faq/\n',
    )
    const run = await runShared(['explain', 'acme', 'pages'], { cwd: root })
    expect(run.stdout).toBe(
      'pages.about = Own\n  from brands/acme/content/pages/about.md:1:1\n' +
        '  instead of content/pages/about.md:1:1: content/pages/about.md\n' +
        'pages.except = ["old"]\n  from brands/acme/brand.yaml:9:11\n',
    )
  })

  test('shows the strings that a brand’s own shadow, strongest first', async () => {
    const run = await runShared(['explain', 'harbor', 'strings.header.about'], repository)
    expect(run).toMatchObject({ code: 0, stderr: '' })
    const lines = run.stdout.trimEnd().split('\n')
    expect(lines[0]).toMatch(/^strings\.header\.about = /)
    const json = jsonOf(await runShared(['explain', 'harbor', 'strings', '--json'], repository))
    expect(Object.keys(json)).toEqual(['schema', 'ok', 'brands', 'diagnostics', 'values'])
    expect(json.brands).toEqual([{ id: 'harbor' }])
    const own = valuesOf(json).filter(({ shadows }) => shadows.length > 0)
    expect(own.length).toBeGreaterThan(0)
    for (const { key, value, origin, shadows } of own) {
      expect(key).toMatch(/^strings\./)
      expect(origin).toMatchObject({ file: 'brands/harbor/content/strings.yaml' })
      expect(shadows[0]?.origin).toMatchObject({ file: 'content/strings.yaml' })
      expect(shadows[0]?.value).not.toBe(value)
    }
    const { key, value } = own[0] as Explained
    const text = await runShared(['explain', 'harbor', key], repository)
    expect(text.stdout).toContain(`${key} = ${value}\n  from brands/harbor/content/strings.yaml:`)
    expect(text.stdout).toMatch(/\n {2}instead of content\/strings\.yaml:\d+:\d+: /)
  })

  test('of an unknown key suggests the nearest', async () => {
    const root = cwd()
    for (const [key, meant] of [
      ['phon', 'phone'],
      ['theme.color.acent', 'theme.color.accent'],
      ['string.header.about', 'strings.header.about'],
    ] as const) {
      const run = await runShared(['explain', 'acme', key], { cwd: root })
      expect(run).toMatchObject({ code: 2, stdout: '' })
      expect(run.stderr).toContain(`The brand "acme" has no value for "${key}".`)
      expect(run.stderr).toContain(`Did you mean "${meant}"?`)
    }
    // Keys that may be set, but are not.
    for (const key of ['host', 'provider.pass']) {
      const run = await runShared(['explain', 'acme', key], { cwd: root })
      expect(run.stderr).toContain('It is a key of brand.yaml, but neither the brand nor its bases set it')
    }
    for (const key of ['faq.hours', 'faq.hours.answer']) {
      const run = await runShared(['explain', 'acme', key], { cwd: root })
      expect(run.stderr).toContain('Keys of "faq" in imprint/content/faq.yaml: payday-loan, speed, ')
    }
    for (const key of ['', '.', '__proto__', 'constructor', 'phone.length', 'x'.repeat(5000)]) {
      const run = await runShared(['explain', 'acme', key, '--json'], { cwd: root })
      expect(run.code).toBe(2)
      expect(jsonOf(run).diagnostics).toMatchObject([{ code: 'usage/unknown-key' }])
    }
  })

  test('of a rule that is only described by its remedy prints it once', async () => {
    const { stdout } = await runShared(['explain', 'id/not-a-lender'], { cwd: cwd() })
    expect(stdout.match(/makes no credit decisions/g)).toHaveLength(1)
    expect(stdout).not.toContain('".')
  })

  test('of an unknown code lists those of its group, or names the lists of all', async () => {
    const root = cwd()
    const hintOf = async (word: string) =>
      jsonOf(await runShared(['explain', word, '--json'], { cwd: root })).diagnostics[0]?.hint
    expect(await hintOf('compliance/claim/urgncy')).toBe('Did you mean "claim/urgency"?')
    expect(await hintOf('claim/nothing-like-it')).toMatch(/^Related codes: claim\/.*, claim\/urgency/)
    expect(await hintOf('nothing/like-it')).toContain('docs/reference/diagnostics.md')
  })

  test('of an unknown brand suggests the nearest', async () => {
    const run = await runShared(['explain', 'harbour', 'phone'], repository)
    expect(run).toMatchObject({ code: 2, stdout: '' })
    expect(run.stderr).toContain('Did you mean "harbor"?')
    const json = await runShared(['explain', '_house', '--json'], repository)
    expect(json.code).toBe(2)
    expect(jsonOf(json).diagnostics).toMatchObject([{ code: 'usage/unknown-brand' }])
  })

  test('works while other values or files are broken, and of a broken brand ends with 3', async () => {
    const broken = project({
      'brands/acme/brand.yaml': brandYaml({ phone: 'soon' }),
      'brands/acme/content/strings.yaml': 'header:\n  abuot: Own words\n',
      'brands/beta/brand.yaml': brandYaml(),
      'brands/beta/content/strings.yaml': 'header:\n  about: "{nobody}"\n',
      'brands/beta/content/home.yaml': 'hero:\n  button: Start\n',
      'brands/beta/content/faq.yaml': 'faq: [',
    })
    const explain = (...words: string[]) => runShared(['explain', ...words], { cwd: broken })
    const phone = await explain('acme', 'phone')
    expect(phone).toMatchObject({ code: 3, stdout: 'phone = soon\n  from brands/acme/brand.yaml:4:8\n' })
    expect(phone.stderr).toContain('brand/invalid-phone')
    expect((await explain('acme', 'strings.header.abuot')).stdout).toContain('= Own words')
    const button = await explain('beta', 'home.hero.button')
    expect(button).toMatchObject({ code: 0, stderr: '' })
    expect(button.stdout).toMatch(
      /^home\.hero\.button = Start\n {2}from brands\/beta\/content\/home\.yaml:2:11\n/,
    )
    expect((await explain('beta', 'strings.header.about')).stdout).toContain('= {nobody}')
  })
})

describe('explain <code>', () => {
  const explained = (word: string, ...words: string[]) =>
    runShared(['explain', word, ...words], { cwd: temporaryFolder() })

  test('needs no project, and prints meaning, example and remedy', async () => {
    const { code, stdout } = await explained('brand/invalid-phone')
    expect(code).toBe(0)
    expect(stdout).toMatch(
      /^brand\/invalid-phone {2}error\n\n.*international form.*\n\nExample:\n {2}brands\//,
    )
    expect(stdout).toContain('What to do:\n  - Write it as "+18005550142".\n')
  })

  test('of a content rule, with or without the family, includes its legal basis', async () => {
    const { stdout } = await explained('claim/urgency')
    expect(stdout).toContain('Basis: FTC staff report')
    expect((await explained('compliance/claim/urgency')).stdout).toBe(stdout)
    expect(jsonOf(await explained('claim/urgency', '--json'))).toMatchObject({
      explained: { code: 'compliance/claim/urgency', severity: 'warning' },
    })
  })

  test('names the nearest code of one that is unknown', async () => {
    const run = await explained('brand/invalid-fone')
    expect(run).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Did you mean "brand/invalid-phone"?'),
    })
  })
})
