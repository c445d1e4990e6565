import { expect, test } from 'vitest'
import { drawPage } from '../../src/build/page-files.ts'
import { prepareBrand } from '../../src/build/prepare.ts'
import type { PreparedSite } from '../../src/build/prepared-site.ts'
import { openWorkshop } from '../../src/build/workshop.ts'
import { diskFiles, memoryFiles, snapshot } from '../../src/files/index.ts'
import { article, brandYaml, repositoryRoot } from '../support/project.ts'
import { bytesPerCharacter } from '../support/v8.ts'

test('a page takes two bytes for each character where it has one beyond Latin-1, and not because of other pages', async () => {
  const files = snapshot(
    memoryFiles({
      'brands/acme/brand.yaml': `# “Acme”\n${brandYaml()}`,
      'content/articles/plain.md': article('plain', {}, 'Plain words.\n'),
      'content/articles/curly.md': article('curly', {}, 'It’s “curly”.\n'),
      // The package's own strings have curly quotes in them.
      'content/strings.yaml': 'faq:\n  title: “Questions”\n',
    }),
  )
  const workshop = openWorkshop({ defaults: diskFiles(repositoryRoot) })
  const { prepared } = await prepareBrand(workshop, files, 'acme', { drafts: false })
  const site = prepared as PreparedSite
  const sizes: Record<string, number> = {}
  for (const page of site.site.pages) {
    const { value } = await drawPage(site, page)
    sizes[page.route] = bytesPerCharacter(value?.html.text.own ?? '')
  }
  expect(sizes).toMatchObject({ '/articles/plain/': 1, '/articles/curly/': 2, '/ccpa.html': 1 })
})
