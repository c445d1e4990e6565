// The limits of an article: it may be as long as real articles, and it is judged on its own.

import { expect, test } from 'vitest'
import { buildBrands } from '../../src/build/index.ts'
import type { Diagnostic } from '../../src/diagnostics/index.ts'
import { diskFiles, memoryFiles } from '../../src/files/index.ts'
import { memoryOutput } from '../support/memory-output.ts'
import { article, completeBrandYaml, type FileMap, repositoryRoot } from '../support/project.ts'

async function build(files: FileMap) {
  const output = memoryOutput('acme')
  const { diagnostics } = await buildBrands({
    files: memoryFiles({ 'brands/acme/brand.yaml': completeBrandYaml(), ...files }),
    defaults: diskFiles(repositoryRoot),
    brands: ['acme'],
    strict: false,
    drafts: false,
    openOutput: async () => ({ value: output, diagnostics: [] }),
  })
  const text = (path: string) => new TextDecoder().decode(output.files.get(path))
  return { diagnostics, text }
}

const words =
  `the month rent is due and the bill for the car comes first most people write down what they earn what they
owe and what is left a budget is a list that tells you where money goes before it is gone look at the last three months of
statements mark what comes back each month and add it up some costs can wait others cannot a landlord may agree to a later day
if you ask before it passes keep a copy of what was said`.split(/\s+/)

/** Ordinary prose without random choices: sentences of 8 to 19 words in paragraphs of 3 to 6 sentences. */
function prose(count: number): string {
  const paragraphs: string[] = []
  let next = 0
  let written = 0
  while (written < count) {
    const sentences = Array.from({ length: 3 + (paragraphs.length % 4) }, (_, index) => {
      const length = 8 + ((paragraphs.length * 7 + index * 5) % 12)
      const sentence = Array.from({ length }, () => {
        next = (next * 5 + 7) % 997
        return words[next % words.length]
      })
      written += length
      return `${sentence.join(' ').replace(/^./, letter => letter.toUpperCase())}.`
    })
    paragraphs.push(sentences.join(' '))
  }
  return paragraphs.join('\n\n')
}

test('a real article of 5,000 words builds: headings, tables, lists, footnotes', async () => {
  const section = (_: unknown, index: number) => `## Part ${index + 1} of the plan

${prose(180)}

| Cost ${index} | Each month | Can it wait? |
| --- | ---: | :---: |
| Rent | $1,200 | no |
| Car | $310.50 | **no** |
| Streaming | $15 | yes |

1. Write down *what you earn*.
2. Write down what you owe:
   - rent and power,
   - the car[^car-${index}].
3. [Compare](/faq/).

> A friend once said: write it down.

### A closer look

${prose(120)}

[^car-${index}]: With insurance, ${index}.`
  const body = Array.from({ length: 16 }, section).join('\n\n')
  expect(body.split(/\s+/).length).toBeGreaterThan(5000)
  const { diagnostics, text } = await build({ 'content/articles/long.md': article('long', {}, body) })
  expect(diagnostics).toEqual([])
  const page = text('articles/long/index.html')
  expect(page.match(/<table>/g)).toHaveLength(16)
  expect(page.match(/<sup>/g)).toHaveLength(16)
  expect(page).toContain('id="part-16-of-the-plan"')
  expect(page).not.toMatch(/\|---|\[\^/)
})

test('the problems of an article do not depend on the number of others', async () => {
  const faults: FileMap = Object.fromEntries(
    Object.entries({
      token: 'Ask {nobody}.',
      link: 'See [it](/nowhere/).',
      fragment: 'See [it](/faq/#nowhere).',
      html: '<div>Rent</div>',
      picture: '![](gone.png)',
      table: '| a |\n|---|\n| b | c |',
      heavy: prose(16_000),
      deep: '> '.repeat(101),
      claim: 'You are guaranteed approval.',
    }).map(([slug, body]) => [`content/articles/${slug}.md`, article(slug, {}, `${body}\n`)]),
  )
  const others: FileMap = Object.fromEntries(
    Array.from({ length: 150 }, (_, index) => [
      `content/articles/other-${index}.md`,
      article(`other-${index}`, { tags: `[tag-${index % 20}]` }, `Rent is due on day ${index}.\n`),
    ]),
  )
  const told = ({ diagnostics }: { readonly diagnostics: readonly Diagnostic[] }) =>
    diagnostics.map(({ file, line, column, severity, code, message }) =>
      [file, line, column, severity, code, message].join(' '),
    )
  const alone = told(await build(faults))
  for (const path of Object.keys(faults)) expect(alone.join('\n')).toContain(path)
  expect(told(await build({ ...faults, ...others })).toSorted()).toEqual(alone.toSorted())
})
