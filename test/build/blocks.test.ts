// Components that Markdown places with `::name{key="value"}`.

import { describe, expect, test } from 'vitest'
import { buildBrands } from '../../src/build/index.ts'
import { diskFiles, memoryFiles } from '../../src/files/index.ts'
import { memoryOutput } from '../support/memory-output.ts'
import { article, brandYaml, type FileMap, repositoryRoot } from '../support/project.ts'

async function build(files: FileMap) {
  const output = memoryOutput('acme')
  const { diagnostics } = await buildBrands({
    files: memoryFiles({ 'brands/acme/brand.yaml': brandYaml(), ...files }),
    defaults: diskFiles(repositoryRoot),
    brands: ['acme'],
    strict: false,
    drafts: false,
    openOutput: async () => ({ value: output, diagnostics: [] }),
  })
  const text = (path: string) => {
    const bytes = output.files.get(path)
    return bytes && new TextDecoder().decode(bytes)
  }
  return { diagnostics, text }
}

const page = (body: string, title = 'About us') =>
  `---\ntitle: ${title}\ndescription: What ${title} is about.\n---\n\n${body}`
const policyOf = (html = '') => /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(html)?.[1]

describe('the blocks of the package', () => {
  test('are between the paragraphs of any text, with links resolved and tokens filled', async () => {
    const { diagnostics, text } = await build({
      'brands/acme/brand.yaml': brandYaml({ siteUrl: 'https://test.example/us' }),
      'content/pages/about.md': page(
        'One\n\n::call-to-action{title="Ask {name}" to="/faq/#cost" button="See"}\n\n::faq{only="cost, credit"}\n\n::contact\n\nTwo\n',
      ),
      'content/pages/ccpa.md': page('Call {phone} to opt out.\n\n::cost-calculator\n', 'Your choices'),
      'content/articles/rent.md': article('rent', { tags: '[rent, money]' }, '::articles{tag="rent"}\n'),
      'content/articles/fees.md': article('fees', { tags: '[rent]' }, '::cost-calculator\n'),
    })
    expect(diagnostics.filter(({ severity }) => severity !== 'info')).toEqual([])
    const about = text('about/index.html') ?? ''
    expect(about).toMatch(/<div class="prose"><p>One<\/p>\n<\/div><div class="block call-to-action">/)
    expect(about).toContain(
      '<p class="title">Ask Test Brand</p><a class="button large" href="/us/faq/#cost">See</a></div><section class="block">',
    )
    expect([...about.matchAll(/<div><div class="prose" id="([^"]+)">/g)].map(([, id]) => id)).toEqual([
      'cost',
      'credit',
    ])
    expect(about).toMatch(/<div class="prose">\n<p>Two<\/p><\/div>/)
    expect(text('ccpa.html')).toContain('class="calculator"')
    const rent = text('articles/rent/index.html') ?? ''
    expect(/<section class="block">.*?<\/section>/s.exec(rent)?.[0]).toContain('Title of fees')
    expect(/<section class="block">.*?<\/section>/s.exec(rent)?.[0]).not.toContain('Title of rent')
  })

  test('an article that ends with a call to action has no second one', async () => {
    const own = '::call-to-action{title="Ready?"}\n'
    const { text } = await build({
      'content/articles/rent.md': article('rent', {}, `One\n\n${own}`),
      'content/articles/fees.md': article('fees', {}, `${own}\nOne\n`),
    })
    const buttons = (slug: string) =>
      text(`articles/${slug}/index.html`)?.match(/<a class="button large"/g)?.length
    expect([buttons('rent'), buttons('fees')]).toEqual([1, 2])
  })

  test('a page with the form has its policy, as the headers of its path do', async () => {
    const { diagnostics, text } = await build({
      'content/pages/apply.md': page('::form\n'),
      'content/articles/rent.md': article('rent', {}, '::form\n'),
      'content/articles/fees.md': article('fees'),
    })
    expect(diagnostics.filter(({ severity }) => severity !== 'info')).toEqual([])
    const provider = 'frame-src https://forms.test.example'
    expect(policyOf(text('apply/index.html'))).toContain(provider)
    expect(policyOf(text('articles/rent/index.html'))).toContain(provider)
    expect(policyOf(text('articles/fees/index.html'))).not.toContain('frame-src')
    const rules = (text('_headers') ?? '').split('\n\n')
    const ruleOf = (path: string) => rules.find(rule => rule.startsWith(`${path}\n`)) ?? ''
    for (const path of ['/', '/apply/', '/articles/*']) expect(ruleOf(path), path).toContain(provider)
    expect(ruleOf('/faq/*')).not.toContain('frame-src')
    // Hosts send the policy of a path with all pages below it, so it must allow the styles and scripts of each.
    const sourcesOf = (policy: string | undefined, directive: string) =>
      new RegExp(`${directive} ([^;"]*)`).exec(policy ?? '')?.[1]?.split(' ') ?? []
    const fees = policyOf(text('articles/fees/index.html'))
    expect(sourcesOf(ruleOf('/articles/*'), 'script-src')).toEqual(
      expect.arrayContaining(sourcesOf(fees, 'script-src')),
    )
    // The form's styles are in no file, and a source for all inline styles replaces the hashes of individual ones.
    expect(sourcesOf(fees, 'style-src')).toEqual([expect.stringMatching(/^'sha256-/)])
    expect(sourcesOf(ruleOf('/articles/*'), 'style-src')).toContain("'unsafe-inline'")
  })

  test('are in answers too, and an answer with all answers in it is an error', async () => {
    const faq = (answer: string) =>
      Array.from(
        { length: 14 },
        (_, index) => `- id: q${index}\n  question: Q${index}?\n  answer: |\n    ${answer}\n`,
      ).join('')
    const good = await build({ 'content/faq.yaml': faq('::contact') })
    expect(good.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([])
    expect(good.text('faq/index.html')).toContain('<div id="q0"><div class="block"><div class="contact">')
    const endless = await build({ 'content/faq.yaml': faq('::faq') })
    expect(endless.diagnostics[0]?.code).toBe('content/second-block')
  })
})

describe('a block of a project', () => {
  const templates = diskFiles(repositoryRoot)
  const copied = Object.fromEntries(
    templates.list('templates').value.map(path => [path, templates.readBytes(path).value as Uint8Array]),
  )
  const stars = `import { usePage } from 'imprint/kit'
import * as z from 'zod'

export const props = z.object({ count: z.coerce.number().int().max(5), by: z.string().optional() })

export default function Stars({ count, by }: z.infer<typeof props>) {
  return <p className="stars">{'*'.repeat(count)} {by} on {usePage().page.route}</p>
}
`
  const rent = (body: string) => ({ 'content/articles/rent.md': article('rent', {}, body) })

  test('is one file', async () => {
    const { diagnostics, text } = await build({
      ...copied,
      ...rent('::stars{count="3" by="{name}"}\n'),
      'templates/blocks/stars.tsx': stars,
    })
    expect(diagnostics.filter(({ severity }) => severity !== 'info')).toEqual([])
    expect(text('articles/rent/index.html')).toContain(
      '<p class="stars">*** Test Brand on /articles/rent/</p>',
    )
  })

  test('reports the mistakes of authors, each at its place; the article is left out', async () => {
    const { diagnostics, text } = await build({
      ...copied,
      ...rent('::stras\n\n::stars{count="6"}\n\n::stars{count="many" size="2"}\n\n::stars\n'),
      'templates/blocks/stars.tsx': stars,
    })
    expect(text('articles/rent/index.html')).toBeUndefined()
    expect(
      diagnostics
        .filter(({ severity }) => severity !== 'info')
        .map(({ severity, code, line, column }) => `${severity} ${code} ${line}:${column}`),
    ).toEqual([
      'warning markdown/unknown-directive 8:1',
      'warning content/invalid-value 10:9',
      'warning content/wrong-type 12:9',
      'warning content/unknown-key 12:22',
      'warning content/missing-key 14:1',
    ])
    expect(diagnostics[0]?.hint).toBe('Did you mean "stars"?')
  })

  test('has texts of its own, which each layer may replace, or fails at its line', async () => {
    const files = {
      ...copied,
      ...rent('::call-now\n'),
      'templates/blocks/call-now.tsx': `import { ownText, usePage } from 'imprint/kit'

export default () => <p className="call-now">{ownText(usePage().site, 'callNow')}</p>
`,
      'content/strings.yaml': 'own: {callNow: "Call {phone}", other: Other}\n',
    }
    const textOf = async (more: FileMap) => {
      const { diagnostics, text } = await build({ ...files, ...more })
      expect(diagnostics.filter(({ severity }) => severity !== 'info')).toEqual([])
      return /<p class="call-now">(.*?)<\/p>/.exec(text('articles/rent/index.html') ?? '')?.[1]
    }
    expect(await textOf({})).toBe('Call (800) 555-0142')
    expect(await textOf({ 'brands/acme/content/strings.yaml': 'own: {callNow: Phone}\n' })).toBe('Phone')
    const missing = await build({ ...files, 'content/strings.yaml': 'own: {callNaw: Call}\n' })
    expect(missing.diagnostics.filter(({ severity }) => severity === 'error')).toMatchObject([
      {
        code: 'template/throws',
        file: 'templates/blocks/call-now.tsx',
        line: 3,
        message: expect.stringContaining('There is no text "callNow" under "own" in strings.yaml.'),
      },
    ])
  })

  test('needs a component, and a valid schema if it exports one', async () => {
    const { diagnostics } = await build({
      ...copied,
      'templates/blocks/a.tsx': 'export const props = {}',
      'templates/blocks/b.tsx': 'export const props = {}\nexport default () => null',
    })
    expect(diagnostics.map(({ code, file }) => [code, file])).toEqual([
      ['template/missing', 'templates/blocks/a.tsx'],
      ['template/block', 'templates/blocks/b.tsx'],
    ])
  })
})

test('a run reports all problems of the content, including those that only the whole site shows', async () => {
  const { diagnostics } = await build({
    'content/strings.yaml': 'nope: 1\n',
    'content/home.yaml':
      'advantages: [{icon: nope}]\nsections: [hero, form, {markdown: nope.md}, {block: nope}]\n',
    'content/navigation.yaml': 'header: [{label: A, to: /nope/}, {label: B}]\n',
    'content/redirects.yaml': '- {from: a, to: /faq/}\n- {from: /b/, to: /nope/}\n',
    'brands/acme/content/faq.yaml':
      'cost: {answer: "[x](/nope/)"}\nspeed: {anser: A.}\norder: [nope, speed]\n',
    'content/articles/rent.md': article('rent', {}, '[x](/nope/)\n'),
  })
  expect(
    diagnostics.map(({ file, code, line }) => `${file?.replace(/^.*\//, '')}:${line} ${code}`).sort(),
  ).toEqual([
    'faq.yaml:1 link/unknown-page',
    'faq.yaml:2 content/unknown-key',
    'faq.yaml:3 content/faq-unknown-id',
    'home.yaml:1 content/invalid-value',
    'home.yaml:1 content/missing-key',
    'home.yaml:1 content/missing-key',
    'home.yaml:2 content/section-not-found',
    'home.yaml:2 markdown/unknown-directive',
    'navigation.yaml:1 content/missing-key',
    'navigation.yaml:1 navigation/unknown-target',
    'redirects.yaml:1 content/invalid-value',
    'redirects.yaml:2 redirect/unknown-target',
    'rent.md:8 link/unknown-page',
    'strings.yaml:1 content/unknown-key',
  ])
})
