// Bugs of Imprint that a single Markdown file triggers, in any part of the code: the file is left out, and everything else is
// published.

import { expect, test, vi } from 'vitest'
import { memoryOutput } from '../support/memory-output.ts'
import { article, brandYaml, repositoryRoot } from '../support/project.ts'

const bug = (text: unknown, mark: string): void => {
  if (JSON.stringify(text).includes(mark)) throw new RangeError(`Invalid ${mark}`)
}

vi.mock(import('../../src/content/markdown/writer.ts'), async load => {
  const { writeMarkup } = await load()
  return {
    writeMarkup(tree, text, place) {
      bug(text, 'in both parsers')
      bug(text, 'in the fast path')
      return writeMarkup(tree, text, place)
    },
  }
})
vi.mock(import('../../src/content/markdown/reference.ts'), async load => {
  const { parseByReference, ...others } = await load()
  return {
    ...others,
    parseByReference(text, place) {
      bug(text, 'in both parsers')
      return parseByReference(text, place)
    },
  }
})
vi.mock(import('../../src/content/texts/front-matter.ts'), async load => {
  const { splitFrontMatter, ...others } = await load()
  return {
    ...others,
    splitFrontMatter(source) {
      bug(source.text, 'in front matter')
      return splitFrontMatter(source)
    },
  }
})
vi.mock(import('../../src/site/outline.ts'), async load => {
  const { outlineOf, ...others } = await load()
  return {
    ...others,
    outlineOf(html) {
      bug(html, 'in the plan')
      return outlineOf(html)
    },
  }
})
vi.mock(import('../../src/render/finish.ts'), async load => {
  const { finishPage } = await load()
  return {
    finishPage(...given) {
      bug(given[1], 'on the page')
      return finishPage(...given)
    },
  }
})

const { buildBrands } = await import('../../src/build/index.ts')
const { diskFiles, memoryFiles } = await import('../../src/files/index.ts')

test.each([
  ['the fast path', 'article', true],
  ['both parsers', 'article', false],
  ['front matter', 'article', false],
  ['the plan', 'article', false],
  ['both parsers', 'page', false],
])('a bug in %s costs one %s at most', async (where, kind, isPublished) => {
  const { results, faults } = await buildWith(`A bug in ${where}.\n`, kind)
  const file = kind === 'page' ? 'content/pages/odd.md' : 'content/articles/odd.md'
  const path = kind === 'page' ? 'odd/index.html' : 'articles/odd/index.html'
  for (const { status, pages } of results) {
    expect(status).toBe('built')
    expect(pages.has(path)).toBe(isPublished)
    expect(pages.has('articles/good/index.html')).toBe(true)
  }
  expect(new Set(faults.map(problem => `${problem.severity} ${problem.file}:${problem.line}`))).toEqual(
    new Set(isPublished ? [] : [`warning ${file}:1`]),
  )
})

test('a bug on the page of an article leaves out that article, and a second one the second', async () => {
  const { results, faults } = await buildWith('A bug on the page.\n', 'article', {
    'content/articles/odder.md': article('odder', {}, 'Another bug on the page.\n'),
  })
  for (const { status, pages } of results) {
    expect(status).toBe('built')
    const articles = [...pages].filter(path => /^articles\/[a-z]+\/index/.test(path))
    expect(articles).toEqual(['articles/good/index.html'])
  }
  expect(new Set(faults.map(({ file }) => file))).toEqual(
    new Set(['content/articles/odd.md', 'content/articles/odder.md']),
  )
})

test('a bug on a page that every site needs names its file', async () => {
  const { results, faults } = await buildWith('A good text.\n', 'article', {
    'content/pages/ccpa.md': '---\ntitle: Privacy\ndescription: Privacy.\n---\n\nA bug in both parsers.\n',
  })
  expect(results.map(({ status }) => status)).toEqual(['failed', 'failed'])
  expect(faults[0]).toMatchObject({ severity: 'error', file: 'content/pages/ccpa.md' })
})

/** Builds two brands that share a Markdown file. */
async function buildWith(text: string, kind: string, more: Record<string, string> = {}) {
  const outputs = new Map<string, ReturnType<typeof memoryOutput>>()
  const { brands, diagnostics } = await buildBrands({
    files: memoryFiles({
      'brands/acme/brand.yaml': brandYaml({ name: 'Acme' }),
      'brands/beta/brand.yaml': brandYaml({ name: 'Beta' }),
      'content/articles/good.md': article('good'),
      ...(kind === 'page'
        ? { 'content/pages/odd.md': `---\ntitle: Odd\ndescription: Odd.\n---\n\n${text}` }
        : {
            'content/articles/odd.md': article('odd', {}, text),
          }),
      ...more,
    }),
    defaults: diskFiles(repositoryRoot),
    brands: ['acme', 'beta'],
    strict: false,
    drafts: false,
    openOutput: async id => {
      outputs.set(id, memoryOutput(id))
      return { value: outputs.get(id), diagnostics: [] }
    },
  })
  const results = brands.map(({ id, status }) => ({ status, pages: new Set(outputs.get(id)?.files.keys()) }))
  return { results, faults: diagnostics.filter(({ code }) => code === 'internal/unexpected') }
}
