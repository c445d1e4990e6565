// The thread that judges pages of a large site: its verdicts equal those of this thread, and no result depends on it.

import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test, vi } from 'vitest'
import { judgedPage } from '../../src/build/judging.ts'
import { openJudgingThread } from '../../src/build/judging-thread.ts'
import { prepareBrand } from '../../src/build/prepare-brand.ts'
import { openSharedWork } from '../../src/build/shared-work.ts'
import { createPageJudge, type PagePart, parseRules } from '../../src/compliance/index.ts'
import { diskFiles, memoryFiles } from '../../src/files/index.ts'
import { article, completeBrandYaml, repositoryRoot } from '../support/project.ts'

const program = (name: string): URL => pathToFileURL(join(repositoryRoot, 'lib', name))

async function site() {
  const shared = openSharedWork({ defaults: diskFiles(repositoryRoot) })
  const files = memoryFiles({
    'brands/test/brand.yaml': completeBrandYaml(),
    'content/articles/a.md': article('a', {}, 'Guaranteed approval for everyone, within minutes.\n'),
    'content/articles/b.md': article('b', {}, 'A loan of $300 for 14 days costs $45, which is 99% APR.\n'),
  })
  const { prepared } = await prepareBrand(shared, files, 'test', { drafts: false, asOf: '2026-01-15' })
  if (prepared === undefined) throw new Error('The brand of the test is broken.')
  const { view, brand, pages } = prepared.site
  const { brand: shownBrand, provider, unavailableStates, costExample, strings } = view
  const judgedBrand = {
    view: { brand: shownBrand, provider, unavailableStates, costExample, strings },
    values: brand.values,
  }
  const rendered = pages.map(page => ({
    page: judgedPage(page),
    parts: prepared.render(page).value?.parts as readonly (PagePart | null)[],
  }))
  return { judgedBrand, rendered }
}

test('it gives the same verdicts as this thread', async () => {
  const { judgedBrand, rendered } = await site()
  const judge = createPageJudge(() => parseRules(undefined).value, judgedBrand)
  const expected = rendered.map(({ page, parts }) => judge(page, parts))
  expect(expected.flatMap(({ findings }) => findings.map(({ rule }) => rule))).toContain('claim/guaranteed')
  const thread = openJudgingThread({ brand: judgedBrand, rules: undefined }, program('judging-worker.cjs'))
  const verdicts = []
  for (const { page, parts } of rendered) verdicts.push(await thread.judge(page, parts))
  thread.close()
  expect(verdicts).toEqual(expected)
})

test('it takes only a few pages at a time', async () => {
  const { judgedBrand, rendered } = await site()
  const thread = openJudgingThread({ brand: judgedBrand, rules: undefined }, program('judging-worker.cjs'))
  const { page, parts } = rendered[0] as (typeof rendered)[0]
  const asked = Array.from({ length: 100 }, () => thread.judge(page, parts))
  const taken = asked.filter(answer => answer !== undefined)
  expect(taken.length).toBeLessThan(50)
  await Promise.all(taken)
  expect(thread.judge(page, parts)).toBeInstanceOf(Promise)
  thread.close()
})

test('a thread that fails or is closed leaves its pages to this thread', async () => {
  const { judgedBrand, rendered } = await site()
  const { page, parts } = rendered[0] as (typeof rendered)[0]
  const broken = openJudgingThread({ brand: judgedBrand, rules: undefined }, program('missing.cjs'))
  expect(await broken.judge(page, parts)).toBeUndefined()
  expect(broken.judge(page, parts)).toBeUndefined()
  const closed = openJudgingThread({ brand: judgedBrand, rules: undefined }, program('judging-worker.cjs'))
  const answer = closed.judge(page, parts)
  closed.close()
  expect(await answer).toBeUndefined()
  await vi.waitUntil(() => closed.judge(page, parts) === undefined)
})
