// Converts the corpus that is built with every generator (`BENCH_CORPUS`) to an Imprint project (`BENCH_PROJECT`), as a user
// of Imprint would write it. Runs once, before the clock starts. Comments mark the differences between the two formats.

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const { BENCH_CORPUS: corpus, BENCH_PROJECT: project } = process.env
if (corpus === undefined || project === undefined) {
  console.error('Set BENCH_CORPUS to the corpus and BENCH_PROJECT to the folder for the project.')
  process.exit(2)
}

/** Two of the random sentences say by chance that a loan improves a credit score, which Imprint refuses. */
const waived = [
  'improve the loan first and the credit score second',
  'People with thin credit files begin with a short term loan agreement and improve it',
]

const icons = ['wallet', 'lock', 'bolt', 'form', 'handshake', 'pen', 'bank']

const readJson = path => JSON.parse(readFileSync(join(corpus, path), 'utf8'))
const quoted = text => JSON.stringify(text)

function write(path, lines) {
  const location = join(project, path)
  mkdirSync(dirname(location), { recursive: true })
  writeFileSync(location, `${lines.join('\n')}\n`)
}

for (const name of readdirSync(join(corpus, 'articles'))) {
  const text = readFileSync(join(corpus, 'articles', name), 'utf8')
  // The corpus names images without containing any. Other generators print the name; Imprint would require the file.
  const lines = text
    .trimEnd()
    .replace(/^image: .*\n/m, '')
    .split('\n')
  write(`content/articles/${name}`, withoutTables(lines))
}

write(
  'content/faq.yaml',
  readJson('faq.json').flatMap(({ question, answer }) => [
    `- question: ${quoted(question)}`,
    `  answer: ${quoted(answer)}`,
  ]),
)

// Other generators draw no icons, but Imprint's steps and advantages each have one.
let icon = 0
const items = list =>
  list.flatMap(({ title, text }) => [
    `  - title: ${quoted(title)}`,
    `    description: ${quoted(text)}`,
    `    icon: ${icons[icon++ % icons.length]}`,
  ])
write('content/home.yaml', [
  'advantages:',
  ...items(readJson('advantages.json')),
  'steps:',
  ...items(readJson('steps.json')),
])

for (const name of readdirSync(join(corpus, 'brands'))) {
  const brand = readJson(`brands/${name}`)
  write(`brands/${brand.id}/brand.yaml`, [
    `name: ${quoted(brand.name)}`,
    `siteUrl: ${brand.siteUrl}`,
    `formId: ${brand.formId}`,
    `phone: "+1${brand.phone.replace(/\D/g, '')}"`,
    `email: ${brand.email}`,
    `providerHost: ${new URL(brand.providerHost).host}`,
    `companyLine: ${quoted(`${brand.name} is a service of an example company.`)}`,
    'theme:',
    '  color:',
    `    accent: "${readable(brand.theme.accent)}"`,
    'articles:',
    // All generators list the ten newest articles.
    '  listLimit: 10',
    'waivers:',
    ...waived.flatMap(quote => [
      '  - rule: claim/credit-repair',
      `    quote: ${quote}`,
      '    reason: The sentences of the corpus are random',
      '    by: Benchmark',
      `    until: ${new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10)}`,
    ]),
  ])
}

/**
 * Turns tables into lists: each row becomes a list item with the same words. The corpus has tables of three columns, the first
 * of which names the row.
 */
function withoutTables(lines) {
  let head
  return lines.flatMap(line => {
    if (!line.startsWith('| ')) {
      head = undefined
      return [line]
    }
    const cells = line.slice(2, -2).split(' | ')
    if (head === undefined) {
      head = cells
      return []
    }
    if (/^:?-+:?$/.test(cells[0])) return []
    const [name, ...rest] = cells
    // Imprint refuses a loan's cost without its annual percentage rate; a number on its own is not a cost.
    const values = rest.map((cell, index) => `${head[index + 1]} ${cell.replace('$', '')}`)
    return [`- **${head[0]}: ${name}**, ${values.join(', ')}`]
  })
}

/** The corpus picks colours at random; Imprint refuses illegible text. Darkens a colour until white is legible on it. */
function readable(color) {
  let channels = [1, 3, 5].map(start => Number.parseInt(color.slice(start, start + 2), 16))
  while (luminance(channels) > 0.13) channels = channels.map(channel => Math.floor(channel * 0.95))
  return `#${channels.map(channel => channel.toString(16).padStart(2, '0')).join('')}`
}

/** Relative luminance of WCAG 2 (https://www.w3.org/TR/WCAG22/#dfn-relative-luminance). */
function luminance(channels) {
  const [red, green, blue] = channels.map(channel => {
    const part = channel / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
