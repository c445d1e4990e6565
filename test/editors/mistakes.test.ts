import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { loadBrand } from '../../src/brand/index.ts'
import { memoryFiles } from '../../src/files/index.ts'
import { repositoryRoot } from '../support/project.ts'
import { editorSchemas } from '../support/schemas.ts'
import { brandMistakes } from './brand-mistakes.ts'
import { editor } from './editor.ts'

const show = Object.fromEntries(
  Object.entries(editorSchemas).map(([name, schema]) => [name, editor(schema)] as const),
)

test('an editor shows the mistakes in brand.yaml that check reports, at the same lines', async () => {
  const missed: string[] = []
  for (const [what, text] of Object.entries(brandMistakes)) {
    const { diagnostics } = loadBrand(memoryFiles({ 'brands/acme/brand.yaml': text }), 'acme')
    expect(diagnostics.length, what).toBeGreaterThan(0)
    const shown = await show.brand?.(text)
    if (!diagnostics.every(({ line }) => shown?.some(problem => problem.startsWith(`${line}: `))))
      missed.push(what)
  }
  // Rules that no schema can express, and an unclosed quote, which the editor reports at the end of the file.
  expect(missed).toEqual(['colours without contrast', 'unknown base', 'quote that is never closed'])
})

describe('valid files have no mistakes in an editor', () => {
  const files = (folder: string) =>
    readdirSync(join(repositoryRoot, folder), { recursive: true, encoding: 'utf8' })
      .filter(name => name.endsWith('.yaml'))
      .map(name => `${folder}/${name}`)
  const kindOf = (path: string) =>
    path.endsWith('brand.yaml')
      ? /\/_[^/]*\/brand\.yaml$/.test(path)
        ? 'base'
        : 'brand'
      : /(\w+)\.yaml$/.exec(path)?.[1]
  test.each([...files('brands'), ...files('content'), ...files('starter/brands')])('%s', async path => {
    const text = readFileSync(join(repositoryRoot, path), 'utf8')
      .replaceAll('%name%', 'Name')
      .replaceAll('%name in quotes%', '"Name"')
      .replaceAll('%brand%', 'id')
    expect(await show[kindOf(path) ?? '']?.(text)).toEqual([])
  })
})

test.each([
  ['strings', 'header:\n  abuot: About\n', 2],
  ['strings', 'header:\n  about: [About]\n', 2],
  ['home', 'hero:\n  headings: []\n', 2],
  ['home', 'advantages:\n  - icon: purse\n    title: A\n    description: B\n', 2],
  ['home', 'sections:\n  - hero\n  - forms\n', 3],
  ['faq', '- question: Why?\n', 1],
  ['navigation', 'header:\n  - label: About\n', 2],
  ['redirects', '- from: old\n  to: /new/\n', 1],
  ['redirects', '- from: /old/\n  to: /new/\n  status: 307\n', 3],
  ['article', 'title: A\ndescription: B\ndate: yesterday\n', 3],
  ['page', 'title: A\ndescription: B\nnoindex: maybe\n', 3],
])('in %s, too: %j', async (name, text, line) => {
  expect(await show[name]?.(text)).toContainEqual(expect.stringMatching(`^${line}: `))
})
