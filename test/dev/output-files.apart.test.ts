// Watch mode serves every file that a build would write, without knowing any of them by name.

import { expect, onTestFinished, test, vi } from 'vitest'
import type * as Build from '../../src/build/index.ts'
import { startDev } from '../../src/dev/index.ts'
import { diskFiles, type Files } from '../../src/files/index.ts'
import { article, brandYaml, project, repositoryRoot, writeFiles } from '../support/project.ts'
import { type Answer, ask } from './http-client.ts'

const file = (path: string, text: string) => ({ path, bytes: new TextEncoder().encode(text) })

// Every site gets two more files: one before its pages are rendered, and one made from them.
vi.mock('../../src/build/index.ts', async importOriginal => {
  const build = await importOriginal<typeof Build>()
  return {
    ...build,
    brandPreparer: (...options: Parameters<typeof build.brandPreparer>) => {
      const prepare = build.brandPreparer(...options)
      return async (files: Files) => {
        const { prepared, ...result } = await prepare(files)
        if (prepared === undefined) return result
        const extra = file('assets/extra.txt', 'an asset')
        return { ...result, prepared: { ...prepared, files: [...prepared.files, extra] } }
      }
    },
    completeSite: (...[prepared, ...others]: Parameters<typeof build.completeSite>) => {
      const { value, diagnostics } = build.completeSite(prepared, ...others)
      const titles = prepared.site.pages.map(page => page.head.title)
      return { value: [...value, file('titles.txt', titles.join('\n'))], diagnostics }
    },
  }
})

const brandFile = 'brands/test/brand.yaml'
const articleFile = 'content/articles/first.md'

test('a file added to the output is served at once, is up to date, and stays while a build would fail', async () => {
  const root = project({
    [brandFile]: brandYaml({ siteUrl: 'https://test.example/loans' }),
    [articleFile]: article('first', { title: 'Before' }),
  })
  const { value: dev } = await startDev({
    root,
    files: diskFiles(root),
    defaults: diskFiles(repositoryRoot),
    brands: ['test'],
    strict: false,
    drafts: false,
    port: 0,
    poll: false,
    standIn: false,
  })
  onTestFinished(() => dev?.close())
  const get = (path: string): Promise<Answer> => ask(dev!.port, `/loans/${path}`)

  expect(await get('titles.txt')).toMatchObject({ status: 200, body: expect.stringContaining('Before') })
  expect(await get('assets/extra.txt')).toMatchObject({ status: 200, body: 'an asset' })
  for (const path of ['sitemap.xml', 'robots.txt', 'feed.xml'])
    expect((await get(path)).status, path).toBe(200)
  for (const path of ['other.txt', '_headers', '_redirects']) expect((await get(path)).status, path).toBe(404)

  writeFiles(root, { [articleFile]: article('first', { title: 'After' }) })
  await dev!.session.look('everything')
  expect((await get('titles.txt')).body).toContain('After')

  writeFiles(root, { [brandFile]: brandYaml({ name: '""' }) })
  await dev!.session.look('everything')
  expect(dev!.session.brand('test')?.failed).toBe(true)
  expect(await get('titles.txt')).toMatchObject({ status: 200, body: expect.stringContaining('After') })
  expect((await get('other.txt')).status).toBe(404)
})
