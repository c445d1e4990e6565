// The content rules as a whole: places of findings, waivers, spellings of a claim, and the wording in the specification.

import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readExamples } from '../../scripts/rules/examples.ts'
import { brandSchema } from '../../src/brand/schema.ts'
import { reportHtml } from '../../src/cli/report/check-html.ts'
import { sarifText } from '../../src/cli/report/formats.ts'
import { packagedRules, parseRules } from '../../src/compliance/index.ts'
import { copyFaults } from '../../src/compliance/pages/copy.ts'
import { pricesIn } from '../../src/compliance/prices/prices.ts'
import { readSentences } from '../../src/compliance/words/text.ts'
import type { Diagnostic } from '../../src/diagnostics/index.ts'
import type { SourceFile } from '../../src/files/index.ts'
import {
  article,
  brandYaml,
  completeBrandYaml,
  type FileMap,
  repositoryRoot,
  temporaryFolder,
} from '../support/project.ts'
import { sarifErrors } from '../support/report-formats.ts'
import { articleJudge, completeProject, judged, severityOf } from './support.ts'

const path = 'content/articles/text.md'
const codes = (diagnostics: readonly Diagnostic[]) => [...new Set(diagnostics.map(({ code }) => code))].sort()
const withText = (text: string, changes: FileMap = {}) =>
  completeProject({ [path]: article('text', {}, text), ...changes })

it('a complete brand has no findings', async () => {
  expect(await judged(withText('Call your landlord first.\n'))).toEqual([])
})

it('quotes each name of the brand as the page has it', async () => {
  const brand = completeBrandYaml({ name: 'Aurora', legalName: 'Northwind Lending LLC' })
  const text =
    'Northwind Lending LLC promises you a loan, guaranteed.\n\nAurora promises you a loan, guaranteed.\n'
  const found = await judged(withText(text, { 'brands/test/brand.yaml': brand }))
  expect(found.map(({ file, line, quote }) => [file, line, quote])).toEqual([
    [path, 8, 'Northwind Lending LLC promises you a loan, guaranteed.'],
    [path, 10, 'Aurora promises you a loan, guaranteed.'],
  ])
})

it('a text that says nothing but the name of one brand is judged for the others', async () => {
  const named = { name: 'Guaranteed Approval', siteUrl: 'https://named.test' }
  const project = withText('Guaranteed Approval for everyone.\n', {
    'brands/named/brand.yaml': completeBrandYaml(named),
  })
  const inText = async (brand: string) =>
    codes((await judged(project, brand)).filter(({ file }) => file === path))
  expect(await inText('named')).toEqual([])
  expect(await inText('test')).toContain('compliance/claim/guaranteed')
})

it('quotes each brand by its own name, although brands share the reading of a text', async () => {
  const changes = {
    'brands/other/brand.yaml': completeBrandYaml({ name: 'Meadow', siteUrl: 'https://meadow.test' }),
  }
  const project = withText(
    'With {name}, approval is guaranteed. {name} finds a lender in {phone}.\n',
    changes,
  )
  const quotes = async (brand: string) => (await judged(project, brand)).flatMap(({ quote }) => quote ?? [])
  const [test] = await quotes('test')
  expect(test).toMatch(/^With (?!Meadow).*, approval is guaranteed\.$/)
  expect(await quotes('other')).toEqual(['With Meadow, approval is guaranteed.'])
})

it('keywords are not sentences: the model alone does not judge them', async () => {
  const list = JSON.stringify(['bank account', 'credit report', 'bank account', 'lender'])
  const text = article('text', { keywords: list }, 'Call your landlord first.')
  expect(await judged(completeProject({ [path]: text }))).toEqual([])
})

it('text in code claims nothing, and is in the quote of a claim around it', async () => {
  const silent = ['`Approval is guaranteed.`', 'Write `{constructor}`.', '```\nApproval is guaranteed.\n```']
  expect(await judged(withText(`${silent.join('\n\n')}\n`))).toEqual([])
  const found = await judged(withText('- With `npm start`, approval is guaranteed.\n- Ask `twice`.\n'))
  expect(found.map(({ quote }) => quote)).toEqual(['With npm start, approval is guaranteed.'])
})

it('every finding is in the text to fix, and is gone once that is fixed', async () => {
  // English and Spanish examples, for all rules that text alone can break.
  const defects = readExamples(join(repositoryRoot, 'examples')).filter(
    ({ level, writer }) => level !== undefined && (writer === 'first' || writer === 'third'),
  )
  // One paragraph for each, separated by a neutral line.
  const texts = defects.flatMap(({ text }) =>
    text.startsWith('![') ? [] : [text.replace(/\n+/g, ' ').replace(/^#+ /, '')],
  )
  const body = texts.map(text => `${text}\n\nCall your landlord first.\n\n`).join('')
  const project = (text: string) => completeProject({ [path]: article('text', {}, text) })
  const found = (await judged(project(body))).filter(({ code }) => code.startsWith('compliance/'))
  expect(found.length).toBeGreaterThan(160)
  const lines = article('text', {}, body).split('\n')
  for (const { code, file, line = 0, column = 0, quote = '' } of found) {
    expect(file, `${code} ${quote}`).toBe(path)
    const written = lines[line - 1] ?? ''
    expect(column).toBeLessThanOrEqual(written.length)
    expect(written, quote).not.toBe('Call your landlord first.')
  }
  const bad = new Set(found.map(({ line }) => line))
  const mended = lines.filter((_, index) => !bad.has(index + 1)).join('\n')
  const left = await judged(completeProject({ [path]: mended }))
  // The example of a fee may have been removed, and a sentence may be written twice.
  const quotes = new Set(found.map(({ quote }) => quote))
  const isNew = ({ code, quote }: Diagnostic): boolean =>
    code.startsWith('compliance/') && code !== 'compliance/cost/example-with-fee' && !quotes.has(quote)
  expect(left.filter(isNew)).toEqual([])
})

it.each([
  ['We call no credit bureau: a $300 loan costs $54 over two weeks.', true],
  ['According to the bureau, a $300 loan costs $54 over two weeks.', false],
])('a cost asks for an example unless an authority reports it: %s', (text, asks) => {
  const faults = pricesIn(readSentences(text))?.faults ?? []
  expect(faults.some(({ rule }) => rule === 'cost/example-with-fee')).toBe(asks)
})

it('a number of steps counts in capitals too', () => {
  expect(copyFaults('THREE STEPS: ask, sign, repay.', 'en-US')?.steps?.count).toBe(3)
})

it.each([
  '3 steps: ask, sign, repay.',
  '3 steps: ask, sign, and repay.',
  '3 steps: ask, sign and repay.',
  '3 steps: fill in name and address, sign, repay.',
  'Tres pasos: pida, firme y pague.',
])('a sentence lists its steps itself: %s', text => {
  expect(copyFaults(text, 'en-US')?.steps?.own).toContain(3)
})

it('ordinary prose about money has no errors: the articles of the bench', async () => {
  const root = temporaryFolder()
  execFileSync(process.execPath, ['bench/project.mjs', '--brands', '1', '--articles', '40', '--out', root], {
    cwd: repositoryRoot,
  })
  const judge = await articleJudge()
  const folder = join(root, 'content/articles')
  for (const name of readdirSync(folder)) {
    const body = readFileSync(join(folder, name), 'utf8').split('---').slice(2).join('---')
    const text = body.replaceAll(/!\[[^\]]*\]\([^)]*\)|^::.*$/gm, '').replaceAll(/\]\([^)]*\)/g, '](/faq/)')
    expect(judge(text).filter(({ rule, severity = severityOf.get(rule) }) => severity === 'error')).toEqual(
      [],
    )
  }
})

describe('a sentence about something else has no findings', async () => {
  const judge = await articleJudge()
  it.each([
    'A flexible paycheck costs 24 percent less with a lender.',
    'Lenders saw the cost of rates rise by 5%.',
    'A seasonal lender may cost 30 percent `more` than a careful one.',
    'Track every application over the next quarter and keep a copy of the loan.',
    '- Loan: car repair, Typical cost $90, Term 6 months',
    'Review every medical bill each month.',
    'Compare every lender once a year and keep a copy of the loan.',
    'A good credit score will often take time.',
    "Licensing varies by state. Your state's regulator can tell you.",
    'What does a credit card cost? Two percent a month.',
    'A cash advance costs 3% to 5% of the amount, plus interest from the first day.',
    'What does a loan cost? 80% of borrowers never ask.',
    'How long it takes depends on the lender, the bank and holidays.',
    'The form says undefined or null where a field is empty, and NaN for a number.',
    'The code of this site is licensed under MIT.',
    'Licensed under the Apache License, Version 2.0.',
    'Photographs: licensed under CC BY 4.0.',
  ])('%s', text => expect(judge(text)).toEqual([]))

  it.each([
    ['The loan costs 24 percent for two weeks.', 'cost/apr-named'],
    ['A payday loan costs $90 for two weeks.', 'cost/example-with-fee'],
    ['We compare every lender.', 'claim/best-terms'],
    ['Get instant cash today to pay your rent.', 'claim/instant'],
    ['We find you the lowest rates and keep your data safe.', 'claim/best-terms'],
    ['Our service is free.', 'id/free-and-paid'],
    ['Our lenders are licensed in every state, and rates vary by state.', 'states/licence-claims'],
    ['What do your loans cost? Just 8% a month.', 'cost/apr-named'],
    ['Repay $230 on Friday for the $200 you borrow today.', 'cost/example-with-fee'],
    ['- Loan: $300\n- Installments: five\n- Each installment: $90', 'cost/example-with-fee'],
    ['undefined', 'copy/placeholder'],
    ['[object Object]', 'copy/placeholder'],
    ['We are licensed under Utah law, license no. 4471.', 'states/licence-claims'],
    ['Three hours remain to claim your loan.', 'claim/urgency'],
    ['Wipe out your debt with our program.', 'claim/debt-relief'],
    ['Your credit score will improve with each loan.', 'claim/credit-repair'],
  ])('but is not taken for it: %s', (text, rule) =>
    expect(judge(text).map(finding => finding.rule)).toContain(rule),
  )
})

describe('a low or zero rate needs its basis', async () => {
  const judge = await articleJudge()
  const costs = (text: string) => judge(text).filter(({ rule }) => rule.startsWith('cost/'))
  it.each([
    '0% APR on your first loan.',
    'Interest-free loans for new customers.',
    'Your first loan is free.',
    'Loans with an APR from 5.99%.',
    'Borrow $300 and pay back only $300.',
    'Zero fees, zero interest loans.',
    'A loan without fees or interest.',
    'Su primer préstamo es gratis.',
    'Loans at zero percent.',
  ])('%s', text => expect(costs(text)).not.toEqual([]))
  it.each([
    '0% APR credit cards from a bank can help.',
    'An interest-free payment plan from your utility costs less than a loan.',
    'Your first appointment is free.',
    'Requesting a loan is free.',
    'No loan is free, and none is interest-free.',
    'Credit unions lend at up to 28% APR.',
    'Many lenders let you repay a loan early without fees.',
  ])('but not: %s', text => expect(costs(text)).toEqual([]))
})

describe('a claim is found', async () => {
  const judge = await articleJudge()
  it.each([
    ['Guaran**teed** approval.'],
    ['Gua\u00adran\u00adteed appro\u200bval.'],
    ['Guarаnteed apprоval.'],
    ['Ｇｕａｒａｎｔｅｅｄ approval.'],
    ['Guarant33d appr0val.'],
    ['G u a r a n t e e d approval.'],
    ['GUARANTEED\n*approval*.'],
    ['[Guaranteed](/faq/) approval.'],
    ['No queues, no fees: approval is guaranteed.'],
    ['Nothing could be truer: approval is guaranteed.'],
  ])('however it is written: %s', text => {
    expect(judge(text).map(({ rule }) => rule)).toContain('claim/guaranteed')
  })
  it.each([
    ['If someone promises guaranteed approval, walk away.'],
    ['Is approval guaranteed? No.'],
    ['Approval is never, under any circumstances, guaranteed.'],
    ['Signs of a scam:\n\n- guaranteed approval\n- a fee in advance'],
  ])('and what denies it is left alone: %s', text => {
    expect(judge(text).filter(({ rule }) => rule.startsWith('claim/'))).toEqual([])
  })
  it('less gravely in an article that teaches', () => {
    expect(judge('Guaranteed approval.', 'educational')).toMatchObject([
      { rule: 'claim/guaranteed', severity: 'warning' },
    ])
  })
})

it('claims in titles, descriptions and the name of the brand are found where they are written', async () => {
  const found = await judged(
    completeProject({
      'brands/test/brand.yaml': completeBrandYaml({ name: 'Instant Approval Cash' }),
      'content/navigation.yaml': 'footer: [{ title: Help, links: [{ label: FAQ, to: /faq/ }] }]\n',
      [path]: article('text', {
        title: 'Guaranteed approval today',
        description: 'Your approval is guaranteed.',
      }),
    }),
  )
  const places = found.map(({ code, file, line }) => `${code} ${file}:${line}`)
  expect(places).toContain(`compliance/claim/guaranteed ${path}:3`)
  expect(places).toContain(`compliance/claim/guaranteed ${path}:4`)
  expect(places).toContain('compliance/legal/provider-docs content/navigation.yaml:1')
  // Reported once, although the name is in many places.
  expect(places.filter(place => place.includes('brand-name'))).toEqual([
    'compliance/claim/brand-name brands/test/brand.yaml:1',
  ])
})

it('the name of the brand above the breadcrumb does not introduce it', async () => {
  const titles = [
    'How to understand a loan agreement (part 112)',
    'What a first time applicant should know about a loan agreement (part 186)',
    "Why you shouldn't ignore a seasonal medical bill (part 77)",
  ]
  const articles = titles.map(
    (title, index) => [`content/articles/text-${index}.md`, article(`text-${index}`, { title })] as const,
  )
  const found = await judged(completeProject(Object.fromEntries(articles)))
  expect(found.filter(({ severity }) => severity === 'error')).toEqual([])
})

it('a finding is at the place to fix, even in text that a template puts together', async () => {
  const found = async (files: FileMap) =>
    (await judged(completeProject(files))).map(({ code, file, line, quote }) => [code, file, line, quote])
  const author = article('text', { author: 'Guaranteed Approval Team' }, 'Text.\n')
  expect(await found({ [path]: author })).toEqual([
    ['compliance/claim/guaranteed', path, 6, expect.stringContaining('Guaranteed Approval Team')],
  ])
  const file = 'brands/test/content/strings.yaml'
  const title = (text: string) => found({ [file]: `footer:\n  doNotSell: ${text}\n` })
  expect(await title('Do Not Sell My Data')).toEqual([
    ['compliance/priv/dns-link', file, 2, 'Do Not Sell My Data'],
  ])
  // The button of the privacy page, "opt out", is not such a link.
  expect(await title('Legal notes')).toEqual([['compliance/priv/dns-link', file, 2, undefined]])
})

it('a Spanish brand is judged, and its states are known by its own names for them', async () => {
  const project = (text: string) =>
    withText(text, {
      'brands/test/brand.yaml': completeBrandYaml({ locale: 'es-US' }),
      'content/strings.yaml': 'states: {New York: Nueva York, West Virginia: Virginia Occidental}\n',
    })
  const found = async (text: string) =>
    (await judged(project(text))).flatMap(({ code, quote }) => (quote === text.trim() ? [code] : []))
  const states = 'Arkansas, Nueva York, Vermont y Virginia Occidental'
  expect(await found(`El servicio no está disponible para residentes de ${states}.\n`)).toEqual([])
  expect(await found('Solicite su préstamo en Virginia Occidental.\n')).toEqual([
    'compliance/states/targeting',
  ])
  expect(await found('Aprobación garantizada.\n')).toEqual(['compliance/claim/guaranteed'])
})

describe('a waiver', () => {
  const waiver =
    '<!-- check-waive claim/guaranteed reason="quotes a myth to rebut it" by="J. Doe" until="2026-09-30" -->'
  it('in Markdown sets a rule aside for the next block alone', async () => {
    const found = await judged(withText(`${waiver}\nGuaranteed approval.\n\nYour approval is guaranteed.\n`))
    expect(found.map(({ code, line }) => [code, line])).toEqual([['compliance/claim/guaranteed', 11]])
  })
  it('in a block of code is an example and counts for nothing', async () => {
    expect(await judged(withText(`\`\`\`markdown\n${waiver}\n\`\`\`\n\nText.\n`))).toEqual([])
  })
  it('applies to the text of the page, not to its own words or those of another comment', async () => {
    const own = waiver.replace('reason', 'quote="Guaranteed approval" reason')
    const text = `<!-- Guaranteed approval. -->\n\n${own}\nGuaranteed approval.\n`
    expect(await judged(withText(text))).toEqual([])
    const strings =
      '# Guaranteed approval.\nfooter:\n  # Guaranteed approval.\n  hours: Guaranteed approval.\n'
    const brand = completeBrandYaml({
      waivers: `\n  - {rule: claim/guaranteed, quote: Guaranteed approval., page: /faq/, reason: Quotes a myth to rebut it, by: J. Doe, until: 2026-09-30}`,
    })
    const files = { 'brands/test/content/strings.yaml': strings, 'brands/test/brand.yaml': brand }
    const found = await judged(completeProject(files))
    expect(found.map(({ file, line, pages }) => [file, line, pages?.includes('/faq/')])).toEqual([
      ['brands/test/content/strings.yaml', 4, false],
    ])
  })
  it('is about a whole list, also with empty lines between its items', async () => {
    const found = await judged(
      withText(`${waiver}\n- One\n\n- Guaranteed approval.\n\nGuaranteed approval.\n`),
    )
    expect(found.map(({ code, line }) => [code, line])).toEqual([['compliance/claim/guaranteed', 13]])
  })
  it('in Markdown of the home page waives a rule, too', async () => {
    const home = [
      'meta: {title: Loans, description: About loans}',
      'hero: {headings: [Loans], text: Text, button: Start, note: Note}',
      'advantages: [{icon: lock, title: Safe, description: Locked}]',
      'steps: [{title: Ask, description: Form, icon: form}]',
      'sections: [hero, {markdown: welcome.md}, form]',
    ].join('\n')
    const found = async (text: string) =>
      (await judged(completeProject({ 'content/home.yaml': home, 'content/welcome.md': text }))).flatMap(
        ({ code, file }) => (code.startsWith('compliance/claim') ? [file] : []),
      )
    expect(await found('Guaranteed approval.\n')).toEqual(['content/welcome.md'])
    expect(await found(`${waiver}\nGuaranteed approval.\n`)).toEqual([])
  })
  it('in an article that a brand does not show does not concern the brand', async () => {
    const changes = { 'brands/test/brand.yaml': completeBrandYaml({ articles: '{only: []}' }) }
    expect(await judged(withText(`${waiver}\nText.\n`, changes))).toEqual([])
  })
  it('may be about the brand as a whole', async () => {
    const waivers =
      '[{rule: channel/google-ads, reason: Counsel knows of this, by: J. Doe, until: 2026-09-30, page: /}, {rule: channel/google-ads, reason: Counsel knows of this, by: J. Doe, until: 2026-09-30}]'
    const brand = completeBrandYaml({ channels: '[google-ads]', waivers })
    expect(await judged(completeProject({ 'brands/test/brand.yaml': brand }))).toEqual([])
  })
  it('that is unused is reported with a remedy', async () => {
    const unused = async (more: string) => {
      const waivers = `[{rule: claim/guaranteed, ${more} reason: Quotes a myth to rebut it, by: J. Doe, until: 2026-09-30}]`
      const [found] = await judged(
        completeProject({ 'brands/test/brand.yaml': completeBrandYaml({ waivers }) }),
      )
      return found?.hint
    }
    expect(await unused('page: /fag/,')).toBe('Did you mean "/faq/"?')
    expect(await unused('')).toContain('"quote"')
    expect(await unused('quote: A text,')).toContain('as it is now')
  })
  it('that an environment does without is not reported there', async () => {
    const waiver =
      '{rule: claim/guaranteed, quote: A text, reason: Quotes a myth to rebut it, by: J. Doe, until: 2026-09-30}'
    const brand = completeBrandYaml({ waivers: `[${waiver}]`, environments: '{staging: {}}' })
    const files = completeProject({ 'brands/test/brand.yaml': brand })
    expect(codes(await judged(files))).toEqual(['compliance/waiver-unused'])
    expect(await judged(files, 'test', undefined, 'staging')).toEqual([])
  })
  it('in brand.yaml is valid as long as its quote', async () => {
    const waivers = (quote: string) =>
      completeBrandYaml({
        waivers: `[{rule: claim/guaranteed, quote: "${quote}", reason: Quotes a myth to rebut it, by: J. Doe, until: 2026-09-30}]`,
      })
    const project = (quote: string) =>
      withText('Guaranteed approval.\n', { 'brands/test/brand.yaml': waivers(quote) })
    expect(await judged(project('Guaranteed approval.'))).toEqual([])
    expect(codes(await judged(project('Something else')))).toEqual([
      'compliance/claim/guaranteed',
      'compliance/waiver-unused',
    ])
  })
})

it('a project overlays the rules, but not those that cannot be waived', async () => {
  const rules =
    'rules:\n  claim/guaranteed: {severity: "off"}\n  claim/urgency: {severity: error, phrases: [act before the moon rises]}\n'
  const text =
    'Guaranteed approval.\n\nA $300 loan for 14 days with a fee of $15 is 391% APR.\n\nAct before the moon rises.\n'
  const found = await judged(withText(text, { 'rules.yaml': rules }))
  expect(
    found
      .filter(({ severity }) => severity === 'error')
      .map(({ code }) => code)
      .sort(),
  ).toEqual(['compliance/claim/urgency', 'compliance/cost/apr-arithmetic'])
})

it.each([
  ['cost/apr-arithmetic: {severity: "off"}', 'always applies'],
  ['cost/apr-arithmetic: {until: 2025-12-31}', 'always applies'],
  ['claim/urgency: {until: 2026-02-31}', 'is not a valid date'],
  ['claim/urgency: {from: 2026-03-01, until: 2026-02-01}', 'would end before it begins'],
  ['claim/urgency: {severty: error}', 'Did you mean "severity"?'],
  ['compliance/claim/urgency: {severity: error}', 'Did you mean "claim/urgency"?'],
  ['claim/urgency: {phrases: ["(a|b"]}', 'cannot be read'],
])('a change of the rules that is wrong: %s', (change, said) => {
  const { diagnostics } = parseRules({ path: 'rules.yaml', text: `rules:\n  ${change}\n` } as SourceFile)
  expect(diagnostics.map(({ message, hint, severity }) => [severity, `${message} ${hint}`])).toEqual([
    ['error', expect.stringContaining(said)],
  ])
})

describe('requirements of channels', () => {
  const found = async (changes: Readonly<Record<string, string>>, text = 'Text.\n') =>
    (await judged(withText(text, { 'brands/test/brand.yaml': completeBrandYaml(changes) }))).map(
      ({ code, line, message }) => [code, line, message],
    )
  const long = {
    terms: '{minDays: 91, maxDays: 365}',
    maxApr: '35',
    costExample: '{principal: 300, feePer100: 8, days: 95}',
  }

  it('Google Ads: terms, rates, and what the page with the form shows', async () => {
    const code = 'compliance/channel/google-ads'
    expect(await found({ channels: '[google-ads]' })).toMatchObject([
      [code, expect.anything(), expect.stringContaining('does not show the shortest and longest term')],
      [code, 13, expect.stringContaining('terms as short as 14 days')],
    ])
    expect(await found({ channels: '[google-ads]', ...long })).toMatchObject([
      [code, expect.anything(), expect.stringContaining('the highest APR')],
    ])
    const companyLine = 'Test LLC. Terms from 91 to 365 days, APR up to 35%.'
    expect(await found({ channels: '[google-ads]', ...long, companyLine })).toEqual([])
  })
  it('Meta: no short terms and no payday loans', async () => {
    const meta = await found({ channels: '[meta]', ...long }, 'Payday loans cost more.\n')
    expect(meta).toContainEqual([
      'compliance/channel/meta',
      8,
      expect.stringContaining('mentions payday loans'),
    ])
    expect(meta.join()).not.toContain('terms as short')
  })
  it.each([
    ['Pay it back before your next payday.', false],
    ['Pague el préstamo antes de su día de pago.', false],
    ['A payday advance costs a fee.', true],
    ['Payday and installment loans cost more.', true],
    ['Payday lenders charge a fee.', true],
    ['Los préstamos de día de pago cuestan más.', true],
    ['Un adelanto del día de pago cuesta más.', true],
  ])('Meta: the day on which one is paid is not a loan: %s', async (text, isLoan) => {
    const meta = await found({ channels: '[meta]', ...long }, `${text}\n`)
    const inText = meta.filter(([code, line]) => code === 'compliance/channel/meta' && line === 8)
    expect(inText).toHaveLength(isLoan ? 1 : 0)
  })
  it('the OLA: no more than $1,000', async () => {
    const text = 'Ask lenders for a loan of $1,500.\n'
    expect(await found({ channels: '[ola]', maxAmount: '2000' }, text)).toContainEqual([
      'compliance/cost/amount-ceiling',
      8,
      expect.anything(),
    ])
  })
})

it('the unchanged texts of the specification have the expected findings', async () => {
  const strings = `
header:
  disclosure: Advertiser Disclosure
footer:
  about: "{name} is your trusted partner in microfinance, open 24/7."
  doNotSell: Do Not Sell or Share My Personal Info
  disclosuresText: Loading content...
form:
  intro: Need Cash? Our form is free.
  conditions: One form, a few minutes.
`
  const home = `
hero:
  text: A simple 3-step process.
  note: Online loans, open 24/7.
advantages:
  - {icon: wallet, title: Fair or poor credit options may still be available, description: Apply today.}
  - {icon: lock, title: Information safe and secure with SSL encryption, description: Apply today.}
  - {icon: bolt, title: Fast funding, description: Apply today.}
`
  const found = await judged({
    'brands/test/brand.yaml': brandYaml({ analytics: '{gtm: GTM-ABC1234}', channels: '[google-ads, meta]' }),
    'brands/test/disclosures.lock.json': `{"source":"https://forms.example/d","fetchedAt":"2020-01-01","sha256":"${'0'.repeat(64)}","entries":[{"heading":"First","text":"A text."},{"heading":"Second","text":"Another."}]}`,
    'brands/test/content/strings.yaml': strings,
    'brands/test/content/home.yaml': home,
    [path]: article(
      'text',
      {},
      'Typical fee $10 to $30 per $100; the example of $15 on a two-week $300 loan is about 391% APR.\n',
    ),
  })
  expect(codes(found)).toEqual(
    expect.arrayContaining([
      'compliance/channel/google-ads',
      'compliance/channel/meta',
      'compliance/claim/bad-credit',
      'compliance/claim/security-absolute',
      'compliance/claim/speed-unqualified',
      'compliance/claim/trust-unsupported',
      'compliance/copy/step-count',
      'compliance/cost/apr-arithmetic',
      'compliance/disc/complete',
      'compliance/disc/visible-without-hover',
      'compliance/id/contact',
      'compliance/id/credit-check',
      'compliance/id/data-sharing',
      'compliance/priv/dns-link',
      'compliance/priv/no-tracker-on-form-page',
      'compliance/states/reviewed',
    ]),
  )
})

describe('values of brand.yaml are compared with the pages', () => {
  const problems = async (changes: Readonly<Record<string, string>>, files: FileMap = {}) =>
    (await judged(completeProject({ 'brands/test/brand.yaml': completeBrandYaml(changes), ...files }))).map(
      ({ code, severity, message, file }) => ({ code, severity, message, file }),
    )
  const sharing = (recipients: string) => ({
    'brands/test/content/strings.yaml': `form:\n  conditions: >-\n    {name} is not a lender. Approval is not guaranteed. Lenders may run a soft check. We send it to ${recipients}.\n    The service is not available to residents of {unavailableStates}.\n`,
  })

  it('who gets the data, in both directions', async () => {
    expect(await problems({ leadBuyers: 'partners' }, sharing('lenders'))).toMatchObject([
      {
        code: 'compliance/id/data-sharing',
        severity: 'error',
        message: expect.stringContaining('does not say that partners other than lenders'),
        file: 'brands/test/content/strings.yaml',
      },
    ])
    expect(await problems({ leadBuyers: 'lenders-only' }, sharing('lenders'))).toEqual([])
    expect(
      await problems({ leadBuyers: 'lenders-only' }, sharing('lenders and other partners')),
    ).toMatchObject([
      {
        code: 'compliance/id/data-sharing',
        severity: 'warning',
        message: expect.stringContaining(': “We send it to lenders and other partners.”'),
        file: 'brands/test/content/strings.yaml',
      },
    ])
  })

  it.each([
    ['Companies read your form.', 'Companies read your form.'],
    ['Companies read what {name} gets.', 'Companies read what {name} gets.'],
    ['Companies read what {name} gets.', 'Companies read what Test Brand gets.'],
  ])('approved wording of its own counts: "%s", "%s"', async (shown, approved) => {
    const strings = `form:\n  conditions: >-\n    {name} is not a lender. Approval is not guaranteed. Lenders may run a soft check.\n    The service is not available to residents of {unavailableStates}.\n  intro: '${shown}'\n`
    /** Whether it is the statement of who receives the data. */
    const counts = async (changes: Readonly<Record<string, string>>) =>
      (
        await problems(
          { leadBuyers: 'partners', ...changes },
          { 'brands/test/content/strings.yaml': strings },
        )
      ).some(
        ({ code, message }) =>
          code === 'compliance/id/data-sharing' && message.includes(shown.replace('{name}', 'Test Brand')),
      )
    expect(await counts({})).toBe(false)
    expect(await counts({ statements: `{dataSharing: '${approved}'}` })).toBe(true)
  })

  it('approved wording can be given for every rule that takes one', () => {
    const taken = packagedRules.statements.rules.flatMap(({ statement }) => statement ?? [])
    expect(Object.keys(brandSchema.shape.statements.unwrap().shape)).toEqual([
      ...taken,
      'approvedBy',
      'approvedOn',
    ])
  })

  it('support for a rule that none satisfies', async () => {
    const found = await problems({
      substantiation:
        '[{rule: claim/trust-unsupported, source: Yearly review}, {rule: claim/guaranteed, source: A}]',
    })
    expect(found).toMatchObject([{ code: 'brand/invalid-value', severity: 'warning' }])
  })

  it('ways to opt out', async () => {
    expect(await problems({ privacy: '{optOutMethods: [email, phone]}' })).toEqual([])
    expect(await problems({ privacy: '{optOutMethods: [phone, mail]}' })).toMatchObject([
      { code: 'compliance/priv/optout-page-plain', message: expect.stringContaining('promises: mail') },
    ])
    expect(await problems({ privacy: '{gpc: true}' })).toEqual([])
    expect(await problems({ privacy: '{gpc: false}' })).toMatchObject([{ severity: 'error' }])
  })

  it.each([
    ['Sign in to opt out.', 1],
    ['To opt out, please log in first.', 1],
    ['Create an account to send your request.', 1],
    ['You do not need an account to opt out, and you need not sign in.', 0],
    ['Opt out without an account.', 0],
    ['If you have an account with a lender, opt out there too.', 0],
  ])('an account that an opt-out asks for: %s', async (text, count) => {
    const page = `---\ntitle: Opt out\ndescription: How to opt out of sales.\n---\n\nWrite to {email}. ${text}\n`
    const found = await problems({}, { 'content/pages/ccpa.md': page })
    const messages = found.map(({ message }) => message).filter(message => message.includes('an account'))
    expect(messages.filter(message => message.includes(`: “${text}”`))).toHaveLength(count)
    expect(messages).toHaveLength(count)
  })

  it("the visitor's privacy signal, if there are analytics", async () => {
    const page = '---\ntitle: Opt out\ndescription: How to opt out of sales.\n---\n\nWrite to {email}.\n'
    const words =
      'privacy: {honored: No analytics loads., in: The button keeps it off., out: You opted out.}\n'
    const files = { 'content/pages/ccpa.md': page, 'brands/test/content/strings.yaml': words }
    expect(await problems({}, files)).toEqual([])
    const found = await problems({ analytics: '{gtm: GTM-ABC1234}' }, files)
    expect(found.filter(({ code }) => code === 'compliance/priv/gpc')).toMatchObject([
      { message: expect.stringContaining('does not say what happens'), file: 'content/pages/ccpa.md' },
    ])
  })

  it('that ids of advertisements are passed on, if they are', async () => {
    const page = (text: string) => ({
      'content/pages/ccpa.md': `---\ntitle: Opt out\ndescription: How to opt out of sales.\n---\n\nWrite to {email}.\n\n${text}\n`,
    })
    const provider = '{pass: [gclid, "utm_*"]}'
    const rule = { code: 'compliance/priv/passed-parameters', severity: 'warning' }
    expect(await problems({ provider })).toMatchObject([
      { ...rule, message: expect.stringContaining('(gclid, utm_*)'), file: 'brands/test/brand.yaml' },
    ])
    expect(await problems({ provider }, page('We pass nothing on.'))).toMatchObject([rule])
    for (const text of [
      'If an ad brought you here, we pass its click id on to the provider of the form.',
      'Si llegó por un anuncio, compartimos su identificador con el proveedor del formulario.',
    ])
      expect(await problems({ provider }, page(text)), text).toEqual([])
    expect(await problems({ provider: '{pass: []}' })).toEqual([])
  })

  it('that the use of the form is recorded, if leads are certified', async () => {
    const page = (text: string) => ({
      'content/pages/ccpa.md': `---\ntitle: Opt out\ndescription: How to opt out of sales.\n---\n\nWrite to {email}.\n\n${text}\n`,
    })
    const provider = '{certificates: [trustedform]}'
    const rule = { code: 'compliance/priv/consent-certificates', severity: 'warning' }
    expect(await problems({ provider })).toMatchObject([
      { ...rule, message: expect.stringContaining('(trustedform)'), file: 'brands/test/brand.yaml' },
    ])
    expect(await problems({ provider }, page('We keep records for two years.'))).toMatchObject([rule])
    for (const text of [
      'While you fill in the form, a service (TrustedForm) records what you see and do in it.',
      'What you do in the form is recorded as proof that you agreed.',
      'Un servicio registra lo que hace en el formulario como prueba de su consentimiento.',
    ])
      expect(await problems({ provider }, page(text)), text).toEqual([])
    expect(await problems({ provider: '{certificates: []}' })).toEqual([])
  })

  it('who approved the provider’s disclosures, and when', async () => {
    const lock = (text: string) => ({
      'brands/test/disclosures.lock.json': `{"source":"https://forms.example/d","fetchedAt":"2026-01-01","sha256":"${'0'.repeat(64)}","entries":[{"heading":"Advertiser Disclosure","text":"${text}"}]}`,
    })
    const approvals = async (text: string, disclosures?: string) =>
      (await problems({ ...(disclosures !== undefined && { disclosures }) }, lock(text)))
        .filter(({ code }) => code === 'compliance/disc/approved')
        .map(({ severity, message }) => `${severity} ${message}`)
    const [unsigned = ''] = await approvals('A text.')
    expect(unsigned).toMatch(/^warning .*sha256: [0-9a-f]{64}/)
    const sha256 = /[0-9a-f]{64}/.exec(unsigned)?.[0]
    const signed = (on: string) => `{approvedBy: J. Doe, approvedOn: ${on}, sha256: ${sha256}}`
    expect(await approvals('A text.', signed('2026-01-02'))).toEqual([])
    expect(await approvals('A text.', signed('2025-06-02'))).toEqual([
      expect.stringMatching(/^warning .*2025-06-02/),
    ])
    expect(await approvals('Another text.', signed('2026-01-02'))).toEqual([
      expect.stringMatching(/^error .*disclosures that differ/),
    ])
  })
})

it('SARIF is valid by its published schema, and the HTML report is self-contained', async () => {
  const diagnostics = (
    await judged(withText('Salt & pepper. Your approval is guaranteed.\n\nApproval is guaranteed to you.\n'))
  ).map(problem => ({ ...problem, brand: 'test' }))
  const waivers = [
    {
      brand: 'test',
      rule: 'claim/urgency',
      reason: 'A reason that is long',
      by: 'J. Doe',
      until: '2026-09-30',
      file: path,
      line: 3,
      pages: ['/'],
    },
  ]
  const report = { ok: false, brands: [{ id: 'test', status: 'failed' }], diagnostics, waivers }
  const sarif = sarifText(report, '1.0.0')
  expect(sarifErrors(sarif)).toBe(null)
  const { results } = JSON.parse(sarif).runs[0]
  expect(results.map(({ suppressions }: { suppressions: unknown[] }) => suppressions.length)).toEqual([
    0, 0, 1,
  ])
  const html = reportHtml(report)
  expect(html).not.toMatch(/<script|<link|https?:/)
  expect(html).toContain('What this check cannot find')
  expect(html).not.toContain('compliant')
  expect(html).toContain('Salt &amp; pepper. <mark>Your approval is guaranteed.</mark></blockquote>')
  const none = reportHtml({ brands: [], diagnostics: diagnostics.map(({ brand, ...problem }) => problem) })
  expect(none).toContain('<h2>The project')
})

it('every rule has a reason and a remedy', () => {
  for (const rule of parseRules(undefined).value.infos.values()) {
    expect(rule).toMatchObject({ basis: expect.stringMatching(/\S/), fix: expect.stringMatching(/\S/) })
    expect(['error', 'warning', 'info']).toContain(rule.severity)
  }
})
