import { describe, expect, test } from 'vitest'
import { prepareBrand } from '../../src/build/prepare-brand.ts'
import { renderPageFiles } from '../../src/build/render-site.ts'
import { openSharedWork } from '../../src/build/shared-work.ts'
import {
  createJudgeMemory,
  createSharedPageJudge,
  type JudgeMemory,
  parseRules,
} from '../../src/compliance/index.ts'
import { diskFiles, memoryFiles } from '../../src/files/index.ts'
import { article, completeBrandYaml, type FileMap, repositoryRoot } from '../support/project.ts'
import { completeProject, day, judged } from './support.ts'

const defaults = diskFiles(repositoryRoot)
const other = {
  name: 'Other Loans',
  legalName: 'Other Media LLC',
  address: '99 Long Street, Dover, DE 19901',
  siteUrl: 'https://www.other-loans.example',
  phone: '"+13025550199"',
  email: 'help@other-loans.example',
  formId: 'form-other',
  companyLine: 'Other Media LLC, company number 998877.',
}
const guide = {
  'content/articles/guide.md': article(
    'guide',
    {},
    'With {name}, approval is guaranteed.\n\nCall {phone}.\n',
  ),
}
const brand = (changes: Readonly<Record<string, string | undefined>>, files: FileMap = {}): FileMap =>
  completeProject({
    'brands/test/brand.yaml': completeBrandYaml({ ...other, ...changes }),
    ...guide,
    ...files,
  })
const guideWith = (text: string): FileMap => ({
  'content/articles/guide.md': article('guide', {}, `${text}\n`),
})

const homeWith = (text: string): FileMap => ({
  'content/home.yaml': `hero:\n  text: '${text}'\n`,
})

describe('pages that brands have in common', () => {
  // Each differs from the one before it in something that a rule looks at, or in a name that is hard to tell from other words.
  const brands: Readonly<Record<string, FileMap>> = {
    plain: completeProject(guide),
    'other names': brand({}),
    'a name with a sign that HTML escapes': brand({ name: 'Smith & Sons "Best" Loans' }),
    'a name with an apostrophe': brand({ name: "Joe's Loans" }),
    'a name that is a word of HTML': brand(
      { name: 'title' },
      guideWith('Read the title: {name} lends to all.'),
    ),
    'a name too short to be one': brand({ name: 'Go' }),
    'a name that is a claim': brand({ name: 'Guaranteed Approval' }),
    'a name within the name of the company': brand({ name: 'Other', legalName: 'Other LLC' }),
    'a line about the company that is a claim': brand({ companyLine: 'Guaranteed approval for all.' }),
    'a line about the company that names a state': brand({ companyLine: 'Loans for residents of Vermont.' }),
    'a path in its address': brand({ siteUrl: 'https://www.other-loans.example/us' }),
    'a path in its address, and a text about links': brand(
      { siteUrl: 'https://www.other-loans.example/us' },
      guideWith('We guarantee approval to all: href="/us/form" is open.'),
    ),
    'the same text on a site without a path': brand(
      {},
      guideWith('We guarantee approval to all: href="/form" is open.'),
    ),
    'an address in a text': brand({}, homeWith('We guarantee approval to all,"https://a.example/one".')),
    'another address in a text': brand({}, homeWith('We guarantee approval to all,"https://a.example/two".')),
    'another maximum': brand({ maxAmount: '500' }),
    'other readers of its data': brand({ leadBuyers: 'lenders-only' }),
    'no legal name': brand({ legalName: undefined }),
    measurement: brand({ analytics: '{gtm: GTM-TEST12}' }),
    'a loan above the maximum': brand({}, guideWith('Request a loan of $900 today.')),
    'the same above its own maximum': brand({ maxAmount: '500' }, guideWith('Request a loan of $900 today.')),
    'a wrong phone number': brand({}, guideWith('Call (302) 555-0198.')),
    'an email address that looks like a mark': brand(
      { siteUrl: 'https://sitefunds.example', email: 'help@sitefunds.example' },
      guideWith('Your approval is guaranteed: write to {email}.'),
    ),
    'its own address in a text': brand({}, guideWith('other-loans.example lends you the money.')),
    'quotation marks that look like attributes': brand(
      {},
      guideWith('We guarantee approval to data-a="everyone who asks us" today.'),
    ),
    'other quotation marks': brand({}, guideWith('We guarantee approval to data-a="nobody" today.')),
    'a claim in a title': brand(
      {},
      { 'content/articles/guide.md': article('guide', { title: 'Instant approval' }) },
    ),
    'a claim in words of the frame': brand(
      {},
      { 'content/strings.yaml': 'footer:\n  about: Guaranteed approval.\n' },
    ),
  }

  test('are judged as if there were no other brand', async () => {
    const together = openSharedWork({ defaults })
    const quotes: Record<string, readonly string[]> = {}
    for (const [name, files] of Object.entries(brands)) {
      const alone = await judged(files, 'test', openSharedWork({ defaults }))
      const found = await judged(files, 'test', together)
      expect({ name, found }).toEqual({ name, found: alone })
      quotes[name] = found.flatMap(({ quote }) => quote ?? [])
    }
    expect(quotes.plain).toContain('With Test Brand, approval is guaranteed.')
    expect(quotes['other names']).toContain('With Other Loans, approval is guaranteed.')
    expect(quotes['a name with an apostrophe']).toContain("With Joe's Loans, approval is guaranteed.")
    expect(quotes['a line about the company that is a claim']).toContain('Guaranteed approval for all.')
    expect(quotes['an email address that looks like a mark']).toEqual([
      'Your approval is guaranteed: write to help@sitefunds.example.',
    ])
    expect(quotes['its own address in a text']).toEqual(['other-loans.example lends you the money.'])
    expect(quotes['quotation marks that look like attributes']).not.toEqual(quotes['other quotation marks'])
  }, 60_000)

  const prepare = async (files: FileMap) => {
    const options = { drafts: false, asOf: day }
    const work = openSharedWork({ defaults })
    const { prepared, diagnostics } = await prepareBrand(work, memoryFiles(files), 'test', options)
    if (prepared === undefined) throw new Error(JSON.stringify(diagnostics))
    return prepared
  }
  const judgeOf = (prepared: Awaited<ReturnType<typeof prepare>>, memory: JudgeMemory) =>
    createSharedPageJudge(() => parseRules(undefined).value, prepared.judge.basis, memory)
  const verdictsOn = async (files: FileMap, memory: JudgeMemory): Promise<number> => {
    const prepared = await prepare(files)
    const page = judgeOf(prepared, memory)
    for (const item of prepared.site.pages)
      await renderPageFiles({ ...prepared, judge: { ...prepared.judge, page } }, item)
    return memory.verdicts.size
  }

  test('are judged once for all brands that differ in names, addresses, colours and forms', async () => {
    const memory = createJudgeMemory()
    const pages = await verdictsOn(brands.plain as FileMap, memory)
    expect(pages).toBeGreaterThan(4)
    expect(await verdictsOn(brand({ theme: '{color: {accent: "#0b5d1e"}}' }), memory)).toBe(pages)
    expect(await verdictsOn(brand({ name: "Joe's & Co" }), memory)).toBe(pages)
    expect(await verdictsOn(brand({ formId: 'f2', companyLine: 'Company 12 of Dover.' }), memory)).toBe(pages)
    expect(await verdictsOn(brand({ siteUrl: 'https://www.other-loans.example/us' }), memory)).toBe(pages)
    expect(await verdictsOn(brand({ maxAmount: '500' }), memory)).toBe(2 * pages)
  })
  test('name the addresses of their own brand', async () => {
    const memory = createJudgeMemory()
    const quotesOf = async (files: FileMap, host: string): Promise<unknown> => {
      const judge = judgeOf(await prepare(files), memory)
      const html = `<body><img src="https://images.${host}/a.png" alt="A bridge"></body>`
      return judge({ route: '/', kind: 'page' }, [html]).findings.map(({ quote }) => quote)
    }
    expect(await quotesOf(brands.plain as FileMap, 'test.example')).toEqual([
      'https://images.test.example/a.png',
    ])
    expect(await quotesOf(brand({}), 'www.other-loans.example')).toEqual([
      'https://images.www.other-loans.example/a.png',
    ])
    expect(memory.verdicts.size).toBe(1)
  })
})
