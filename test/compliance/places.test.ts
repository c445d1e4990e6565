// Where findings are reported: at the text to fix, in any kind of source.

import { expect, it } from 'vitest'
import { placeFinder, type WrittenSite } from '../../src/compliance/places.ts'
import { memoryFiles } from '../../src/files/index.ts'
import { article, completeBrandYaml, type FileMap } from '../support/project.ts'
import { completeProject, judged } from './support.ts'

const path = 'content/articles/text.md'
const strings = 'content/strings.yaml'
const layer = 'brands/test/content'
const home = 'content/home.yaml'

/** The places of the findings with a quote, as `file:line:column`. */
async function placesOf(files: FileMap, quote: string): Promise<string[]> {
  const found = await judged(completeProject(files))
  const own = found.filter(
    finding => finding.code === 'compliance/claim/guaranteed' && finding.quote === quote,
  )
  return [...new Set(own.map(({ file, line, column }) => `${file}:${line}:${column}`))]
}

const claim = 'Everyone is approved.'
const body = (text: string): FileMap => ({ [path]: article('text', {}, text) })
const front = (changes: Record<string, string>): FileMap => ({ [path]: article('text', changes) })
const faq = (entry: string): FileMap => ({
  'content/faq.yaml': `${Array.from({ length: 13 }, (_, index) => `- {question: "What of ${index}?", answer: It is ${index}.}\n`).join('')}${entry}`,
})
const homeYaml = (changes: { note?: string; more?: string } = {}): string =>
  [
    'meta: {title: Loans, description: About loans}',
    `hero: {headings: [Loans], text: Text, button: Start, note: ${changes.note ?? 'Note'}}`,
    'advantages: [{icon: lock, title: Safe, description: Kept}]',
    'steps: [{title: Ask, description: Form, icon: form}]',
    changes.more ?? '',
  ].join('\n')

it.each<[string, FileMap, string, string]>([
  ['paragraph', body(`First. ${claim}\n`), claim, `${path}:8:8`],
  ['second line of a paragraph', body(`A first line.\nThen more. ${claim}\n`), claim, `${path}:9:12`],
  ['emphasis', body('First. Every*one* is **approved**.\n'), claim, `${path}:8:8`],
  ['behind emphasis and a link', body(`*First* [words](/faq/). ${claim}\n`), claim, `${path}:8:25`],
  ['behind code', body(`Some \`{name} &amp;\` first. ${claim}\n`), claim, `${path}:8:28`],
  ['behind a reference', body(`Caf&eacute; &amp; d\u00e9j\u00e0. ${claim}\n`), claim, `${path}:8:25`],
  ['behind escapes and emoji', body(`\\*x\\* :rocket: at. ${claim}\n`), claim, `${path}:8:20`],
  ['behind an address', body(`Write to a@b.example first. ${claim}\n`), claim, `${path}:8:29`],
  ['behind a hard line break', body(`First.\\\n${claim}\n`), claim, `${path}:9:1`],
  ['behind a token', body(`At {name}. ${claim}\n`), claim, `${path}:8:12`],
  [
    'token inside',
    body('At {name}, everyone is approved.\n'),
    'At Test Brand, everyone is approved.',
    `${path}:8:1`,
  ],
  ['footnote', body(`Text.[^1]\n\n[^1]: First. ${claim} End.\n`), claim, `${path}:10:14`],
  ['behind the number of a footnote', body(`Text[^1]. ${claim}\n\n[^1]: Note.\n`), claim, `${path}:8:11`],
  [
    'before the number of a footnote',
    body(`Text. ${claim}[^a]\n\n[^a]: Note.\n`),
    `${claim}1`,
    `${path}:8:7`,
  ],
  ['item of a list', body(`- One\n- ${claim}\n`), claim, `${path}:9:3`],
  ['first item of a numbered list', body(`Text.\n\n1. ${claim}\n2. Two\n`), claim, `${path}:10:4`],
  ['around a link', body('First. Everyone [is](/faq/ "Why?") approved.\n'), claim, `${path}:8:8`],
  ['title of a link', body(`A [word](/faq/ "${claim}").\n`), claim, `${path}:8:17`],
  ['behind a comment with the same words', body(`<!-- ${claim} -->\n\n${claim}\n`), claim, `${path}:10:1`],
  ['inner item of a list', body(`- One\n  1. ${claim}\n`), claim, `${path}:9:6`],
  ['quotation of two lines', body(`> First.\n> ${claim}\n`), claim, `${path}:9:3`],
  ['alert', body(`> [!NOTE]\n> ${claim}\n`), claim, `${path}:9:3`],
  ['cell of a table', body(`| a | b |\n|---|---|\n| c | ${claim} |\n`), claim, `${path}:10:7`],
  ['heading', body('## Guaranteed approval\n\nText.\n'), 'Guaranteed approval', `${path}:8:4`],
  ['block', body(`::call-to-action{title="${claim}"}\n`), claim, `${path}:8:25`],
  ['front matter: title', front({ title: `"${claim}"` }), claim, `${path}:3:9`],
  ['front matter: description', front({ description: `>-\n  First.\n\n  ${claim}` }), claim, `${path}:7:3`],
  [
    'page',
    { 'content/pages/about.md': `---\ntitle: About\ndescription: Us.\n---\n\n${claim}\n` },
    claim,
    'content/pages/about.md:6:1',
  ],
  [
    'FAQ: question',
    faq(`- question: What? ${claim}\n  answer: It is so.\n`),
    claim,
    'content/faq.yaml:14:19',
  ],
  [
    'FAQ: block scalar',
    faq(`- question: What?\n  answer: |\n    First.\n\n    *Then.* ${claim}\n`),
    claim,
    'content/faq.yaml:18:13',
  ],
  [
    'FAQ: folded scalar',
    faq(`- question: What?\n  answer: >-\n    First\n    line. ${claim}\n`),
    claim,
    'content/faq.yaml:17:11',
  ],
  [
    'FAQ: quoted scalar',
    faq(`- question: What?\n  answer: "Caf\\u00e9 \\"x\\".\\n\\n${claim}"\n`),
    claim,
    'content/faq.yaml:15:32',
  ],
  [
    'FAQ: map of a layer',
    {
      ...faq('- {id: last, question: What?, answer: No.}\n'),
      [`${layer}/faq.yaml`]: `last:\n  answer: 'It''s so. ${claim}'\n`,
    },
    claim,
    `${layer}/faq.yaml:2:22`,
  ],
  ['strings of the root', { [strings]: `footer:\n  hours: ${claim}\n` }, claim, `${strings}:2:10`],
  [
    'strings of a layer',
    {
      [strings]: `footer: {hours: ${claim}}\n`,
      [`${layer}/strings.yaml`]: `footer:\n  # ${claim}\n  hours: ${claim}\n`,
    },
    claim,
    `${layer}/strings.yaml:3:10`,
  ],
  [
    'strings: folded scalar',
    { [strings]: `footer:\n  hours: >-\n    From\n    nine. ${claim}\n` },
    claim,
    `${strings}:4:11`,
  ],
  ['home page', { [home]: homeYaml({ note: `"${claim}"` }) }, claim, `${home}:2:61`],
  [
    'home page: Markdown',
    {
      [home]: homeYaml({ more: 'sections: [hero, {markdown: a.md}, form]' }),
      'content/a.md': `First.\n\n${claim}\n`,
    },
    claim,
    'content/a.md:3:1',
  ],
  [
    'home page: block',
    { [home]: homeYaml({ more: `sections: [hero, {block: call-to-action, title: ${claim}}, form]` }) },
    claim,
    `${home}:5:49`,
  ],
  [
    'navigation',
    { 'content/navigation.yaml': `footer: [{ title: Help, links: [{ label: ${claim}, to: /faq/ }] }]\n` },
    claim,
    'content/navigation.yaml:1:42',
  ],
  [
    'brand.yaml',
    {
      'brands/test/brand.yaml': completeBrandYaml({ companyLine: `"A service. ${claim}"` }),
      ...body('{companyLine}\n'),
    },
    claim,
    'brands/test/brand.yaml:7:26',
  ],
  [
    'disclosures',
    {
      'brands/test/disclosures.lock.json': `{"source":"https://forms.test.example","fetchedAt":"2026-01-01","sha256":"${'a'.repeat(64)}","entries":[{"heading":"Advertiser Disclosure","text":"Said."},\n{"heading":"More","text":"Said.\\n${claim}"}]}`,
    },
    claim,
    'brands/test/disclosures.lock.json:2:34',
  ],
])('a finding has the place of its first word: %s', async (_, files, quote, place) => {
  expect(await placesOf(files, quote)).toEqual([place])
})

it('a sentence of two articles is found in both', async () => {
  const other = 'content/articles/other.md'
  const files = { ...body(`${claim}\n`), [other]: article('other', {}, `First. ${claim}\n`) }
  expect(await placesOf(files, claim)).toEqual([`${other}:8:8`, `${path}:8:1`])
})

it('a sentence of an article, an answer and the home page is found in each', async () => {
  const files = {
    ...body(`${claim}\n`),
    ...faq(`- question: What?\n  answer: ${claim}\n`),
    [home]: homeYaml({ more: 'sections: [hero, {markdown: a.md}, form]' }),
    'content/a.md': `First.\n\n${claim}\n`,
  }
  const places = ['content/a.md:3:1', `${path}:8:1`, 'content/faq.yaml:15:11']
  expect((await placesOf(files, claim)).sort()).toEqual(places)
  const withoutArticle = { ...files, [path]: article('text') }
  expect((await placesOf(withoutArticle, claim)).sort()).toEqual([places[0], places[2]])
})

it('a title is found where it is written, whatever else a page shows with it', async () => {
  const files = front({ title: 'Guaranteed approval', date: '2025-08-21' })
  const found = await judged(completeProject(files))
  const places = found.filter(({ code }) => code === 'compliance/claim/guaranteed')
  expect(places.length).toBeGreaterThan(0)
  for (const { file, line, column } of places) expect([file, line, column]).toEqual([path, 3, 8])
})

const noMap = { kind: 'map', origin: { file: '', line: 1, column: 1 }, entries: new Map() } as const

function finderFor(files: FileMap, sources: readonly string[] = []): ReturnType<typeof placeFinder> {
  const site = {
    brand: { chain: ['a'], located: noMap },
    tokens: { name: 'Aurora' } as WrittenSite['tokens'],
    written: { maps: { home: noMap, strings: noMap, faq: noMap, navigation: noMap }, homeTexts: [] },
    files: memoryFiles(files),
    defaults: memoryFiles({}),
    sources,
  }
  return placeFinder(site)
}

it('text of a template is found in the strongest one', () => {
  const text =
    '// https://evil.example/x.js\n<footer>\n  <script src="https://evil.example/x.js" />\n</footer>'
  const places = finderFor({ 'brands/a/templates/footer.tsx': text, 'templates/footer.tsx': text })
  const quote = 'https://evil.example/x.js'
  expect(places({ quote, block: quote, sources: [] })).toEqual([
    { file: 'brands/a/templates/footer.tsx', line: 3, column: 16 },
  ])
})

it('a list is found where its first item with the quote is', () => {
  const places = finderFor({ [path]: article('text', {}, 'Ask:\n\n- One\n- *Two* thirds\n') }, [path])
  expect(places({ quote: 'Two thirds', block: 'Ask: One Two thirds', sources: [path] })).toEqual([
    { file: path, line: 11, column: 4 },
  ])
})

it('the text with most of the words that matter counts in a line of several', () => {
  const places = finderFor({ [path]: article('text', { author: 'Sure Approval Team', tags: '[by]' }) }, [
    path,
  ])
  const quote = 'Published 2025By Sure Approval Team1 min read'
  expect(places({ quote, block: quote, claimed: 'sure approval', sources: [path] })).toEqual([
    { file: path, line: 6, column: 9 },
  ])
})

it('a text that no file has is nowhere', () => {
  const places = finderFor({ [path]: article('text') }, [path])
  expect(places({ quote: 'Zebra', block: 'Zebra', sources: [path] })).toEqual([])
  expect(places({ quote: '…', block: '…', sources: [path] })).toEqual([])
})

it('every text that is equal to the block is a place, so that a waiver of one says nothing about the others', async () => {
  const files = body(`${claim}\n\n- One\n- ${claim}\n\nFirst. ${claim}\n`)
  expect(await placesOf(files, claim)).toEqual([`${path}:8:1`, `${path}:11:3`])
})
