// Makes an Imprint project of any size, the same bytes for the same arguments; article i does not depend on how many
// there are.
//
//   node bench/project.mjs --brands 20 --articles 200 --out folder [--seed 1] [--images 0] [--logos 0]

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
 * Writes a project into a folder that is empty or not there.
 * @param options.images How many of the articles show a picture, a PNG of their own.
 * @param options.logos How many of the brands have a logo, and with it icons and a share card for every page.
 */
export async function writeProject({ out, brands, articles, seed = 1, images = 0, logos = 0 }) {
  const write = (path, content) => {
    const location = join(out, path)
    mkdirSync(dirname(location), { recursive: true })
    writeFileSync(location, content)
  }
  for (let index = 0; index < articles; index++) {
    write(`content/articles/${slugOf(index)}.md`, article(index, seed, index < images))
  }
  for (let index = 0; index < images; index++)
    write(`content/articles/${slugOf(index)}.png`, await picture(index))
  write('content/faq.yaml', faq(randomFrom(seed)))
  write('brands/_house/brand.yaml', house)
  for (let index = 0; index < brands; index++) {
    const id = brandId(index)
    write(`brands/${id}/brand.yaml`, brand(index, seed, articles, index < logos))
    if (index < logos) write(`brands/${id}/assets/logo.svg`, logo(index))
    // Some brands word things their own way, and some have an article to themselves.
    if (index % 5 === 1) write(`brands/${id}/content/strings.yaml`, 'header:\n  getLoan: Start now\n')
    if (index % 10 === 3) {
      write(`brands/${id}/content/articles/${slugOf(0)}.md`, article(0, seed + index, false))
    }
  }
}

export const slugOf = index => `guide-${String(index + 1).padStart(5, '0')}`
const brandId = index => `brand-${String(index + 1).padStart(3, '0')}`

function article(index, seed, pictured) {
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
  const paragraph = () => random.times(2, 5, sentence).join(' ')
  const blocks = [
    () =>
      random
        .times(3, 6, () => `- ${sentence()}${random.chance(0.2) ? `\n  - ${sentence()}` : ''}`)
        .join('\n'),
    () => random.times(3, 6, position => `${position + 1}. ${sentence()}`).join('\n'),
    () => `> ${sentence()}\n> ${sentence()}`,
    () =>
      `\`\`\`text\n${random.times(2, 4, () => `${noun()}: $${random.whole(20, 900)}`).join('\n')}\n\`\`\``,
    () => `Keep the word \`${noun()}\` in mind; more at <https://www.example.com/${random.whole(1, 99)}>.`,
    paragraph,
    paragraph,
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
    ...(pictured ? ['', `![Chart of a ${noun()}](${slugOf(index)}.png)`] : []),
    ...(random.chance(0.1) ? ['', '::cost-calculator'] : []),
    '',
    sections.join('\n\n'),
    '',
    sentence(),
  ].join('\n')}\n`
}

/** To a page that every project has, or to an older article: its number is smaller, so it is there. */
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

/** Accents that white text can be read on, and that can be read on white. */
const accents = ['#1f4fbf', '#3d2fb0', '#12406f', '#0f6b4f', '#8a1c4a', '#7a3e00']

function brand(index, seed, articles, hasLogo) {
  const random = randomFrom(Math.imul(seed + 17, 69069) ^ Math.imul(index + 1, 362437))
  const id = brandId(index)
  const lines = [
    ...(random.chance(0.7)
      ? ['extends: _house']
      : [`companyLine: ${quoted(`Brand ${index + 1} is an example, registered nowhere.`)}`]),
    `name: Brand ${index + 1} Loans`,
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
    ...(hasLogo ? ['  logo: logo.svg'] : []),
    'articles:',
    `  listLimit: ${random.one([10, 24])}`,
    // The newest is nobody's link target, so leaving it out breaks no link.
    ...(random.chance(0.2) && articles > 1 ? ['  except:', `    - ${slugOf(articles - 1)}`] : []),
    ...(random.chance(0.2) ? ['analytics:', `  gtm: GTM-BENCH${index % 10}`] : []),
  ]
  return `${lines.join('\n')}\n`
}

function logo(index) {
  const hue = (index * 47) % 360
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><circle cx="32" cy="32" r="30" fill="hsl(${hue} 60% 35%)"/><path d="M20 44V20h8v17h16v7z" fill="#fff"/></svg>\n`
}

/** A photograph's worth of work for the encoders: a gradient with grain. */
async function picture(index) {
  const { default: sharp } = await import('sharp')
  const [width, height] = [1200, 800]
  const random = randomFrom(index + 1)
  const pixels = Buffer.alloc(width * height * 3)
  for (let offset = 0; offset < pixels.length; offset += 3) {
    const grain = random.whole(0, 15)
    const pixel = offset / 3
    pixels[offset] = ((pixel % width) * 200) / width + grain
    pixels[offset + 1] = (pixel / width / height) * 200 + grain
    pixels[offset + 2] = ((index * 40) % 200) + grain
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer()
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { values } = parseArgs({
    options: {
      out: { type: 'string' },
      brands: { type: 'string', default: '3' },
      articles: { type: 'string', default: '30' },
      seed: { type: 'string', default: '1' },
      images: { type: 'string', default: '0' },
      logos: { type: 'string', default: '0' },
    },
  })
  const { out, ...counts } = values
  if (out === undefined) {
    console.error('Name the folder to write with --out.')
    process.exit(2)
  }
  const numbers = Object.fromEntries(Object.entries(counts).map(([name, text]) => [name, Number(text)]))
  await writeProject({ out, ...numbers })
}
