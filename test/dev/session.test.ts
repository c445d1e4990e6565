import { expect, test } from 'vitest'
import { buildBrands } from '../../src/build/index.ts'
import { Session } from '../../src/dev/session.ts'
import { diskFiles, memoryFiles } from '../../src/files/index.ts'
import type { Manifest } from '../../src/output/index.ts'
import { memoryOutput } from '../support/memory-output.ts'
import { article, brandYaml, repositoryRoot } from '../support/project.ts'

test('a new day shows after the next look, without a change of files', async () => {
  let day = '2025-08-20'
  const session = new Session({
    files: memoryFiles({
      'brands/acme/brand.yaml': brandYaml(),
      'content/articles/rent.md': article('rent', { date: '2025-08-21', expires: '2025-08-22' }),
    }),
    defaults: diskFiles(repositoryRoot),
    brands: ['acme'],
    strict: false,
    drafts: false,
    day: () => day,
  })
  const hasArticle = async () => {
    await session.look('changed')
    const pages = session.brand('acme')?.site?.site.pages ?? []
    expect(pages.length).toBeGreaterThan(3)
    return pages.some(({ route }) => route === '/articles/rent/')
  }
  expect(await hasArticle()).toBe(false)
  day = '2025-08-21'
  expect(await hasArticle()).toBe(true)
  expect(await hasArticle()).toBe(true)
  day = '2025-08-22'
  expect(await hasArticle()).toBe(false)
  session.close()
})

test('a template that throws on many pages is one problem, as in a build', async () => {
  const files = memoryFiles({
    'brands/acme/brand.yaml': brandYaml(),
    'brands/acme/templates/footer.tsx': "export function Footer() { throw new Error('No footer') }\n",
    'content/articles/rent.md': article('rent'),
  })
  const defaults = diskFiles(repositoryRoot)
  const session = new Session({ files, defaults, brands: ['acme'], strict: false, drafts: false })
  await session.look('changed')
  await session.settled()
  const openOutput = async () => ({ value: memoryOutput('acme'), diagnostics: [] })
  const built = await buildBrands({
    files,
    defaults,
    brands: ['acme'],
    openOutput,
    strict: false,
    drafts: false,
  })
  expect(built.diagnostics.map(({ code }) => code)).toContain('template/throws')
  expect(session.brand('acme')?.problems).toEqual(built.diagnostics)
  session.close()
})

test('an asset of shared templates is checked for every brand, even if the first has no site', async () => {
  const icon = (colour: string) =>
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path fill="${colour}" d="M0 0h9v9z"/></svg>`
  const content: Record<string, string> = {
    'brands/alpha/brand.yaml': brandYaml({ phone: 'none' }),
    'brands/beta/brand.yaml': brandYaml({ name: 'Beta' }),
    'templates/assets/mark.svg': icon('red'),
  }
  const session = new Session({
    files: memoryFiles(content),
    defaults: diskFiles(repositoryRoot),
    brands: ['alpha', 'beta'],
    strict: false,
    drafts: false,
  })
  const mark = async () => {
    await session.look('everything')
    const files = session.brand('beta')?.site?.files ?? []
    return files.map(({ path }) => path).find(path => path.includes('mark-'))
  }
  const red = await mark()
  expect(red).toMatch(/mark-[0-9a-f]{10}\.svg$/)
  content['templates/assets/mark.svg'] = icon('tan')
  expect(await mark()).not.toBe(red)
  session.close()
})

test('a mistake in the file of a published page leaves the last good site, and a deleted file does not', async () => {
  const rent = 'content/articles/rent.md'
  const content: Record<string, string> = {
    'brands/acme/brand.yaml': brandYaml(),
    'content/articles/first.md': article('first'),
    [rent]: article('rent'),
  }
  const published: Manifest = {
    generator: 'imprint',
    version: 1,
    brand: 'acme',
    basePath: '',
    files: [{ path: 'articles/rent/index.html', size: 1, sha256: '' }],
  }
  let live: Manifest | undefined = published
  const session = new Session({
    files: memoryFiles(content),
    defaults: diskFiles(repositoryRoot),
    brands: ['acme'],
    strict: false,
    drafts: false,
    published: () => live,
  })
  const state = async () => {
    await session.look('everything')
    await session.settled()
    const { failed, outdated, site } = session.brand('acme') ?? {}
    const hasPage = site?.site.pages.some(({ route }) => route === '/articles/rent/')
    return { failed, outdated, hasPage }
  }
  expect(await state()).toEqual({ failed: false, outdated: false, hasPage: true })
  content[rent] = article('rent', {}, '[a page](/nope/)')
  expect(await state()).toEqual({ failed: true, outdated: true, hasPage: true })
  // A build with --allow-removals has published the site without the page.
  live = undefined
  expect(await state()).toEqual({ failed: false, outdated: false, hasPage: false })
  live = published
  // There is no good version with the page anymore.
  expect(await state()).toEqual({ failed: true, outdated: false, hasPage: false })
  content[rent] = article('rent')
  expect(await state()).toEqual({ failed: false, outdated: false, hasPage: true })
  delete content[rent]
  expect(await state()).toEqual({ failed: true, outdated: false, hasPage: false })
  session.close()
})
