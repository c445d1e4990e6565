// Texts that brands share are read once. Findings for a brand must not depend on the brands that were judged before it.

import { expect, it } from 'vitest'
import { prepareBrand } from '../../../src/build/prepare-brand.ts'
import { openSharedWork } from '../../../src/build/shared-work.ts'
import { diskFiles, memoryFiles } from '../../../src/files/index.ts'
import { article, completeBrandYaml, repositoryRoot } from '../../support/project.ts'
import { judged } from '../support.ts'

const defaults = diskFiles(repositoryRoot)

const texts = [
  '“Guaranteed approval for every loan” is what {name} reads in such ads.',
  'Companies read what you get from {name}',
  'A loan of $300 from {name} has a fee of 15 for two weeks.',
  'Late payment may have fees and may harm your credit score, says {name}.',
  'The service is not available in Vermont, {name} says.',
  '## What is {name}?\n\nA loan is not a long-term solution.',
].join('\n\n')

function projectOf(name: string) {
  return {
    'brands/first/brand.yaml': completeBrandYaml({ name: '"Aurora Lending"' }),
    'brands/test/brand.yaml': completeBrandYaml({ name: JSON.stringify(name) }),
    'content/articles/shared.md': article('shared', {}, `${texts}\n`),
  }
}

it.each(['Meadow Money', 'Get Cash Today', 'Dollar 24 Inc.', 'Bob’s “Loans”', 'Guaranteed Approval'])(
  'a brand called %s is judged alike by itself and after another brand with the same texts',
  async name => {
    const files = projectOf(name)
    const alone = await judged(files, 'test', openSharedWork({ defaults }))
    expect(await judged(files, 'test', openSharedWork({ defaults, isForOne: true }))).toEqual(alone)
    const work = openSharedWork({ defaults })
    await judged(files, 'first', work)
    expect(await judged(files, 'test', work)).toEqual(alone)
  },
)

it('a question is read anew above another answer', async () => {
  const question = '## Is approval guaranteed for every loan?\n\n'
  const findingsOf = async (answers: Readonly<Record<string, string>>) => {
    const articles = Object.entries(answers).map(
      ([slug, answer]) => [`content/articles/${slug}.md`, article(slug, {}, question + answer)] as const,
    )
    const files = { 'brands/test/brand.yaml': completeBrandYaml(), ...Object.fromEntries(articles) }
    const problems = await judged(files, 'test', openSharedWork({ defaults }))
    return problems.filter(
      ({ code, file }) => code === 'compliance/claim/guaranteed' && file?.endsWith('b.md'),
    )
  }
  const yes = 'Yes, always.\n'
  const alone = await findingsOf({ b: yes })
  expect(alone).not.toEqual([])
  expect(await findingsOf({ a: 'No. A lender decides.\n', b: yes })).toEqual(alone)
})

it('a question at the end of a part that pages share is read anew above another answer', async () => {
  const files = memoryFiles({ 'brands/test/brand.yaml': completeBrandYaml() })
  const work = openSharedWork({ defaults, isForOne: true })
  const { prepared } = await prepareBrand(work, files, 'test', { drafts: false })
  const question = { html: '<h2>Is approval guaranteed for every loan?</h2>' }
  const findings = ['No. A lender decides.', 'Yes, always.', 'No. A lender decides.'].map(answer => {
    const page = { route: '/faq/', kind: 'faq' }
    return prepared?.judge.page(page, ['<main>', question, `<p>${answer}</p></main>`]).findings
  })
  expect(findings.map(found => found?.map(({ rule }) => rule))).toEqual([[], ['claim/guaranteed'], []])
})
