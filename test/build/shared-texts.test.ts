import { join } from 'node:path'
import { expect, test } from 'vitest'
import { article, brandYaml, project, readTree, runImprint } from '../support/project.ts'

const paragraphs = (text: string) => `${`${text} `.repeat(60)}\n\n`.repeat(4)

test('a brand comes out the same alone and beside others that show the same articles', async () => {
  const brand = (name: string) =>
    `${brandYaml()}`
      .replace(/^name: .*/m, `name: ${name}`)
      .replace(/^siteUrl: .*/m, `siteUrl: https://${name.toLowerCase()}.example`)
  const root = project({
    'brands/acme/brand.yaml': brand('Acme'),
    'brands/below/brand.yaml': brand('Below').replace(/^(siteUrl: .*)$/m, '$1/loans'),
    'brands/other/brand.yaml': brand('Other'),
    'brands/other/content/articles/own.md': article('own', {}, paragraphs('The same for all but one brand.')),
    'content/articles/own.md': article('own', {}, paragraphs('The same for all.')),
    'content/articles/named.md': article('named', {}, paragraphs('Written by {name}.')),
    'content/articles/linked.md': article('linked', {}, paragraphs('See the [questions](/faq/).')),
    'content/articles/heading.md': article(
      'heading',
      {},
      `## A heading\n\n${paragraphs('“Quoted” text.')}::cost-calculator\n\n${paragraphs('More.')}`,
    ),
  })
  const all = await runImprint(['build', '--all', '--no-cache', '--out', 'all'], { cwd: root })
  expect(all).toMatchObject({ code: 0, stderr: '' })
  for (const id of ['acme', 'below', 'other']) {
    const alone = await runImprint(['build', id, '--no-cache', '--out', 'alone'], { cwd: root })
    expect(alone.code).toBe(0)
    expect(readTree(join(root, 'all', id))).toEqual(readTree(join(root, 'alone', id)))
  }
  const named = readTree(join(root, 'all'))['other/articles/named/index.html']
  expect(named).toContain('Written by Other.')
})
