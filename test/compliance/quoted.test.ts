// Sentences that people have asked about, each in the places where visitors see it: an article, the home page and an answer.

import { describe, expect, it } from 'vitest'
import { article } from '../support/project.ts'
import { completeProject, judged } from './support.ts'

const places = (text: string) =>
  [
    ['an article', { 'content/articles/text.md': article('text', {}, `${text}\n`) }],
    ['the home page', { 'brands/test/content/home.yaml': `hero:\n  text: ${JSON.stringify(text)}\n` }],
    [
      'an answer',
      {
        'brands/test/content/faq.yaml': JSON.stringify({
          extra: { question: 'Anything else?', answer: text },
        }),
      },
    ],
  ] as const

const findings = async (files: Readonly<Record<string, string>>, text: string) =>
  (await judged(completeProject(files))).filter(
    ({ code, quote = '' }) => code.startsWith('compliance/') && text.includes(quote.replace(/[.!?]$/, '')),
  )

describe.each([
  ['0% APR on your first loan.', /cost\//],
  ['Zero fees, zero interest loans.', /cost\//],
  ['Your first loan is free.', /cost\//],
  ['Loans with an APR from 5.99%.', /cost\//],
  ['Borrow $300 and pay back only $300.', /cost\//],
  ['You waive your right to sue.', /legal\/waived-rights/],
  ['We will call your employer.', /claim\/arrest-threat/],
  ['Guaranteed approval for everyone who applies.', /claim\/guaranteed/],
])('%s', (text, rule) => {
  it.each(places(text))('is an error in %s', async (_, files) => {
    const errors = (await findings(files, text)).filter(({ severity }) => severity === 'error')
    expect(errors.map(({ code }) => code).join()).toMatch(rule)
  })
})

describe.each([
  'Ask your employer about a pay advance: the money is there the same day.',
  'Last chance to sign in before the page times out.',
  'You are under no obligation to accept an offer.',
  'In 2023, about 12 million Americans used a payday loan.',
])('%s', text => {
  it.each(places(text))('is no error in %s', async (_, files) => {
    const errors = (await findings(files, text)).filter(({ severity }) => severity === 'error')
    expect(errors).toEqual([])
  })
})

// The home page is not Markdown, so the marks of code would be visible.
const code = 'The constant `GUARANTEED_APPROVAL` is `true` in the test.'
it.each(places(code).filter(([place]) => place !== 'the home page'))(
  'code is no error in %s',
  async (_, files) => {
    expect(await findings(files, code)).toEqual([])
  },
)
