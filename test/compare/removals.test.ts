import { describe, expect, it } from 'vitest'
import { removals } from '../../src/compare/removals.ts'
import type { Manifest } from '../../src/output/index.ts'
import { planSite } from '../../src/site/index.ts'
import { planned } from '../site/support.ts'
import { article, type FileMap } from '../support/project.ts'

function siteOf(files: FileMap, changes = {}) {
  const { brand, content } = planned(files, changes)
  const { value } = planSite(brand, content)
  if (value === undefined) throw new Error('The site cannot be planned.')
  return value
}
const manifest = (...paths: readonly string[]): Manifest => ({
  generator: 'imprint',
  version: 1,
  brand: 'test',
  basePath: '',
  files: paths.map(path => ({ path, size: 1, sha256: '' })),
})
const rent = 'content/articles/rent.md'
const published = manifest('articles/rent/index.html', 'assets/a-0.css', 'index.html', 'feed.xml')
const told = (files: FileMap, changes = {}, before = published) =>
  removals(before, siteOf(files, changes)).map(
    ({ severity, code, file, line, message }) =>
      `${file === undefined ? '' : `${file}:${line} `}${severity} ${code} ${message}`,
  )
const gone = 'error site/would-disappear The page "/articles/rent/" of the last build would disappear:'

describe('removals', () => {
  it('reports nothing if every published page still exists', () => {
    expect(told({ [rent]: article('rent') })).toEqual([])
  })

  it.each([
    [
      'malformed',
      { [rent]: article('rent', { date: '21.08.2025' }) },
      {},
      `${rent}:5 ${gone} ${rent} has an error.`,
    ],
    [
      'a draft',
      { [rent]: article('rent', { draft: 'true' }) },
      {},
      `${rent}:1 ${gone} ${rent} is a draft now.`,
    ],
    ['deleted', {}, {}, `${gone} nothing has this address anymore.`],
    ['renamed', { [rent]: article('rents') }, {}, `${gone} nothing has this address anymore.`],
    [
      'dropped by the brand',
      { [rent]: article('rent') },
      { articles: '{ except: [rent] }' },
      `brands/test/brand.yaml:8 ${gone} this brand no longer shows ${rent}.`,
    ],
  ])('reports an article that is %s, once', (_, files, changes, expected) => {
    expect(told(files, changes)).toEqual([expected])
  })

  it('suggests a redirect to the most likely new page', () => {
    const [renamed] = removals(published, siteOf({ [rent]: article('rents') }))
    expect(renamed?.hint).toContain(
      'add "- {from: /articles/rent/, to: /articles/rents/}" to content/redirects.yaml, or use --allow-removals (for example, if the page was never live).',
    )
  })

  it('ignores lists, which follow from their articles, and files that are not pages', () => {
    const before = manifest(
      'articles/index.html',
      'articles/page/2/index.html',
      'articles/tags/rent/index.html',
      'articles/404.html',
      'old.pdf',
      'assets/old-0.js',
    )
    expect(told({}, {}, before)).toEqual([])
  })
})
