// A single mistake in a page that others link to: how the mistake and its consequences are reported.

import { expect, test } from 'vitest'
import { article, completeBrandYaml, project, runShared, writeFiles } from '../support/project.ts'

const about = (link: string) =>
  `---\ntitle: About us\ndescription: Who we are.\n---\n\nText and [a link](${link}).\n`
const tagged = (slug: string, body?: string) => article(slug, { tags: '[rent]' }, body)

test('a consequence of a broken page names the place of the mistake', async () => {
  const cwd = project({
    'brands/acme/brand.yaml': completeBrandYaml(),
    'content/pages/about.md': about('/faq/'),
    'content/navigation.yaml':
      'header:\n  - { label: About, to: /about/ }\n  - { label: Rent, to: /articles/tags/rent/ }\n',
    'content/redirects.yaml': '- { from: /us/, to: /about/ }\n',
    'content/articles/a.md': tagged('a', 'See [us](/about/).\n'),
    'content/articles/b.md': tagged('b'),
    'content/articles/c.md': tagged('c'),
  })
  expect(await runShared(['build'], { cwd })).toMatchObject({ code: 0, stderr: '' })
  writeFiles(cwd, {
    'content/pages/about.md': about('/nowhere/'),
    'content/articles/c.md': tagged('c', 'See [it](/nowhere/).\n'),
  })
  const { code, stdout } = await runShared(['build', '--json'], { cwd })
  expect(code).toBe(1)
  const { diagnostics } = JSON.parse(stdout)
  const told = diagnostics.map(
    ({ file, line, column, severity, message }: Record<string, unknown>) =>
      `${file}:${line}:${column} ${severity} ${message}`,
  )
  const dead = 'This links to "/nowhere/", but there is no such page.'
  const lost = (address: string) => `The page "${address}" of the last build would disappear`
  expect(told).toEqual([
    `content/articles/c.md:9:5 error ${dead} ${lost('/articles/c/')}.`,
    'content/navigation.yaml:3:24 warning The navigation links to the list of a tag that fewer than three articles have. The link is left out.',
    `content/pages/about.md:6:10 error ${dead} ${lost('/about/')}, and 2 links and 1 redirect lead to it.`,
  ])
  expect(diagnostics[1].hint).toContain('Fix the articles that are left out')
})
