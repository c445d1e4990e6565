// Generates an Imprint project of any size, with the same bytes for the same arguments; article i does not depend on the number of
// articles.
//
//   node bench/project.mjs --brands 20 --articles 200 --out folder [--seed 1] [--corpus plain]

import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { randomFrom } from './random.mjs'

const nouns = [
  'loan',
  'budget',
  'credit score',
  'savings plan',
  'interest rate',
  'lender',
  'late fee',
  'paycheck',
]
const moreNouns = [
  'bank account',
  'credit report',
  'monthly bill',
  'grace period',
  'tax refund',
  'rental deposit',
]
const adjectives = [
  'careful',
  'short',
  'flexible',
  'fixed',
  'modest',
  'realistic',
  'steady',
  'seasonal',
  'sudden',
]
const verbs = ['compare', 'review', 'plan', 'reduce', 'track', 'estimate', 'verify', 'prepare', 'negotiate']
const people = ['most borrowers', 'many households', 'freelancers', 'recent graduates', 'renters', 'retirees']
const reasons = [
  'because small amounts add up',
  'so that the cost stays known',
  'since every missed payment is reported',
]
const times = ['before payday', 'within two days', 'once a year', 'before you sign', 'while prices rise']
const authors = ['Maria Keller', 'Daniel Ortiz', 'Priya Nair', 'Anna Lindqvist']

const capital = text => text[0].toUpperCase() + text.slice(1)
const quoted = text => JSON.stringify(text)

/**
 * Writes a project into a folder that is empty or does not exist.
 * @param options.corpus `plain`: only text. `real` adds a logo and web fonts for every brand, a photograph in every fifth
 * article, tables, a malformed article, and a brand that fails.
 */
export async function writeProject({ out, brands, articles, seed = 1, corpus = 'plain' }) {
  const isReal = corpus === 'real'
  const isPictured = index => isReal && index % 5 === 0
  const write = (path, content) => {
    const location = join(out, path)
    mkdirSync(dirname(location), { recursive: true })
    writeFileSync(location, content)
  }
  for (let index = 0; index < articles; index++) {
    write(`content/articles/${slugOf(index)}.md`, article(index, seed, isReal, isPictured(index)))
  }
  for (let index = 0; index < articles; index++)
    if (isPictured(index)) write(`content/articles/${slugOf(index)}.jpg`, await photograph(index))
  if (isReal) {
    write('content/articles/malformed.md', article(articles, seed, true, false).replace(/^date: /m, '$&on '))
    write(
      `brands/${failingBrand}/brand.yaml`,
      brand(brands, seed, articles, false).replace(/^phone: .*$/m, 'phone: none'),
    )
  }
  write('content/faq.yaml', faq(randomFrom(seed)))
  write('brands/_house/brand.yaml', house)
  for (let index = 0; index < brands; index++) {
    const id = brandId(index)
    write(`brands/${id}/brand.yaml`, brand(index, seed, articles, isReal))
    if (isReal) write(`brands/${id}/assets/logo.svg`, logo(index))
    // Some brands have their own wording, and some have their own article.
    if (index % 5 === 1) write(`brands/${id}/content/strings.yaml`, 'header:\n  getLoan: Start now\n')
    if (index % 10 === 3) {
      write(`brands/${id}/content/articles/${slugOf(0)}.md`, article(0, seed + index, isReal, isPictured(0)))
      if (isPictured(0)) write(`brands/${id}/content/articles/${slugOf(0)}.jpg`, await photograph(0))
    }
  }
}

export const slugOf = index => `guide-${String(index + 1).padStart(5, '0')}`
/** The brand of the real corpus that fails. It comes last. */
export const failingBrand = 'failing'
const brandId = index => `brand-${String(index + 1).padStart(3, '0')}`

function article(index, seed, isReal, isPictured) {
  const random = randomFrom(Math.imul(seed, 2654435761) ^ Math.imul(index + 1, 40503))
  const noun = () => random.one(random.chance(0.6) ? nouns : moreNouns)
  const sentence = () =>
    random.one([
      () =>
        `${capital(random.one(people))} do best to ${random.one(verbs)} the ${noun()} ${random.one(times)}.`,
      () =>
        `A ${random.one(adjectives)} ${noun()} costs ${random.whole(2, 40)} percent less, ${random.one(reasons)}.`,
      () =>
        `With {name}, you ${random.one(verbs)} the **${noun()}** and the *${noun()}* ${random.one(times)}.`,
      () =>
        `Read [what to know](${link(random, index)}) and ${random.one(verbs)} your ${noun()}, ${random.one(reasons)}.`,
      () => `If the ${noun()} looks ${random.one(adjectives)}, ask for the ${noun()} in writing.`,
      () => `Nobody needs a perfect ${noun()} to ${random.one(verbs)} a ${random.one(adjectives)} ${noun()}.`,
    ])()
  const table = () =>
    [
      ['Item', 'Fee', 'Due'],
      ['---', '---:', '---'],
      ...random.times(3, 6, () => [noun(), `$${random.whole(20, 900)}`, random.one(times)]),
    ]
      .map(cells => `| ${cells.join(' | ')} |`)
      .join('\n')
  const paragraph = () => random.times(2, 5, sentence).join(' ')
  const blocks = [
    () =>
      random
        .times(3, 6, () => `- ${sentence()}${random.chance(0.2) ? `\n  - ${sentence()}` : ''}`)
        .join('\n'),
    () => random.times(3, 6, position => `${position + 1}. ${sentence()}`).join('\n'),
    () => `> ${sentence()}\n> ${sentence()}`,
    () => `\`\`\`text\n${random.times(2, 4, () => `${noun()}: ${random.whole(20, 900)}`).join('\n')}\n\`\`\``,
    () => `Keep the word \`${noun()}\` in mind; more at <https://www.example.com/${random.whole(1, 99)}>.`,
    paragraph,
    paragraph,
    ...(isReal ? [table] : []),
  ]
  const sections = random.times(4, 9, position =>
    [
      `${position > 0 && random.chance(0.3) ? '###' : '##'} ${capital(random.one(verbs))} the ${random.one(adjectives)} ${noun()}`,
      paragraph(),
      random.one(blocks)(),
    ].join('\n\n'),
  )
  const day = new Date(Date.UTC(2019, 0, 1 + random.whole(0, 2400))).toISOString().slice(0, 10)
  return `${[
    '---',
    `slug: ${slugOf(index)}`,
    `title: ${quoted(`${capital(random.one(verbs))} your ${noun()}: part ${index + 1}`)}`,
    `description: ${sentence().replace(/\[(.*?)\]\(.*?\)|[*]/g, '$1')}`,
    `date: ${day}`,
    ...(random.chance(0.7) ? ['keywords:', ...random.times(2, 4, () => `  - ${noun()}`)] : []),
    ...(random.chance(0.6) ? [`author: ${random.one(authors)}`] : []),
    '---',
    '',
    paragraph(),
    ...(isPictured ? ['', `![Chart of a ${noun()}](${slugOf(index)}.jpg)`] : []),
    ...(random.chance(0.1) ? ['', '::cost-calculator'] : []),
    '',
    sections.join('\n\n'),
    '',
    sentence(),
  ].join('\n')}\n`
}

/** A link to a page that every project has, or to an older article, which exists because its number is smaller. */
function link(random, index) {
  return index === 0 || random.chance(0.5)
    ? random.one(['/faq/', '/#form', 'https://www.example.com/rates', '/ccpa.html'])
    : `/articles/${slugOf(random.whole(0, index - 1))}/`
}

function faq(random) {
  return Array.from({ length: 14 }, (_, index) => {
    const question = `How do I ${random.one(verbs)} a ${random.one(adjectives)} ${random.one(nouns)} (${index + 1})?`
    const answer = `Call {phone}, or ${random.one(verbs)} your ${random.one(nouns)} ${random.one(times)}, ${random.one(reasons)}.`
    return `- question: ${quoted(question)}\n  answer: ${quoted(answer)}\n`
  }).join('')
}

const house = `companyLine: A service of Example Media LLC, registered in Delaware, file no. 0000000 (example)
theme:
  radius: 8px
`

/** Accent colours that are legible on white, and on which white is legible. */
const accents = ['#1f4fbf', '#3d2fb0', '#12406f', '#0f6b4f', '#8a1c4a', '#7a3e00']

/** From packages that Imprint's own brands use: three families, two weights. */
const fonts = ['fraunces', 'nunito', 'inter']

function brand(index, seed, articles, isReal) {
  const random = randomFrom(Math.imul(seed + 17, 69069) ^ Math.imul(index + 1, 362437))
  const id = brandId(index)
  const lines = [
    ...(random.chance(0.7)
      ? ['extends: _house']
      : [`companyLine: ${quoted(`Brand ${index + 1} is an example, registered nowhere.`)}`]),
    `name: Brand ${index + 1} Loans`,
    `legalName: Brand ${index + 1} Example LLC`,
    `address: ${index + 1} Example Street, Dover, DE 19901`,
    'leadBuyers: partners',
    'states:',
    '  reviewedBy: A. Example',
    '  reviewedOn: 2026-01-01',
    'substantiation:',
    '  - rule: claim/trust-unsupported',
    '    source: Made up for measurements',
    '    by: A. Example',
    '    on: 2026-01-01',
    `siteUrl: https://${id}.example${random.chance(0.2) ? '/loans' : ''}`,
    `formId: form-${random.whole(100000, 999999)}`,
    `phone: "+1800555${String(random.whole(0, 9999)).padStart(4, '0')}"`,
    `email: help@${id}.example`,
    `providerHost: forms-${random.whole(1, 3)}.example`,
    'theme:',
    '  color:',
    `    accent: "${random.one(accents)}"`,
    `  density: ${random.one(['compact', 'normal', 'airy'])}`,
    `  shadow: ${random.one(['none', 'soft', 'deep'])}`,
    '  header:',
    `    layout: ${random.one(['bar', 'centered', 'solid'])}`,
    '  hero:',
    `    layout: ${random.one(['split', 'centered', 'banner'])}`,
    ...(isReal ? ['  logo: logo.svg', ...fontLines(fonts[index % fonts.length])] : []),
    'articles:',
    `  listLimit: ${random.one([10, 24])}`,
    // Nothing links to the newest article, so leaving it out breaks no link.
    ...(random.chance(0.2) && articles > 1 ? ['  except:', `    - ${slugOf(articles - 1)}`] : []),
    ...(random.chance(0.2) ? ['analytics:', `  gtm: GTM-BENCH${index % 10}`] : []),
  ]
  return `${lines.join('\n')}\n`
}

function fontLines(family) {
  const name = capital(family)
  return [
    '  font:',
    `    heading: ${name}, serif`,
    `    body: ${name}, serif`,
    '    web:',
    ...[400, 700].flatMap(weight => [
      `      - family: ${name}`,
      `        file: "@fontsource/${family}/files/${family}-latin-${weight}-normal.woff2"`,
      `        weight: "${weight}"`,
    ]),
  ]
}

function logo(index) {
  const hue = (index * 47) % 360
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><circle cx="32" cy="32" r="30" fill="hsl(${hue} 60% 35%)"/><path d="M20 44V20h8v17h16v7z" fill="#fff"/></svg>\n`
}

/** Encoding it takes as much work as a photograph: soft shapes of many colours, some edges, and grain. */
async function photograph(index) {
  const { default: sharp } = await import('sharp')
  const random = randomFrom(index + 1)
  const shapes = random.times(60, 60, () => {
    const [x, y] = [random.whole(0, 1200), random.whole(0, 800)]
    const [width, height] = [random.whole(10, 240), random.whole(10, 240)]
    const fill = `hsl(${random.whole(0, 359)} ${random.whole(10, 70)}% ${random.whole(15, 85)}%)`
    return `<ellipse cx="${x}" cy="${y}" rx="${width}" ry="${height}" fill="${fill}" fill-opacity=".${random.whole(3, 9)}"/>`
  })
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="800"><path fill="#9ab" d="M0 0h1200v800H0z"/>${shapes.join('')}</svg>`
  const { data, info } = await sharp(Buffer.from(svg))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  for (let offset = 0; offset < data.length; offset++)
    data[offset] += random.whole(0, 6) - 3 * (data[offset] > 249 ? 2 : 1)
  return sharp(data, { raw: info }).jpeg({ quality: 88 }).toBuffer()
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { values } = parseArgs({
    options: {
      out: { type: 'string' },
      brands: { type: 'string', default: '3' },
      articles: { type: 'string', default: '30' },
      seed: { type: 'string', default: '1' },
      corpus: { type: 'string', default: 'plain' },
    },
  })
  const { out, corpus, ...counts } = values
  if (out === undefined) {
    console.error('Name the folder to write with --out.')
    process.exit(2)
  }
  const numbers = Object.fromEntries(Object.entries(counts).map(([name, text]) => [name, Number(text)]))
  await writeProject({ out, corpus, ...numbers })
}
