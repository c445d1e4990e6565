import { hash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { startOf } from '../../src/diagnostics/index.ts'
import { htmlProblems } from '../../src/render/budget.ts'
import { createPiece } from '../../src/render/pieces.ts'
import type { Page } from '../../src/site/index.ts'

const origins = { 'not-found': startOf('templates/index.ts') }
/** Text of this many bytes with little repetition. */
const noise = (bytes: number, seed: string) =>
  Array.from({ length: Math.ceil(bytes / 44) }, (_, index) => hash('sha256', `${seed}${index}`, 'base64'))
    .join('')
    .slice(0, bytes)
const faqPage = {
  kind: 'faq',
  template: 'faq',
  route: '/faq/',
  source: 'content/faq.yaml',
  htmlBudget: 13_000,
} as Page
const sizeOf = (text: string) => gzipSync(text, { level: 6 }).length

describe('the budget of a page', () => {
  it('is held to the sum of its own HTML and of each piece, however large each is', () => {
    for (let bytes = 7000; bytes <= 10_000; bytes += 250) {
      const [own, shared] = [noise(bytes, 'own'), noise(bytes, 'shared')]
      const size = sizeOf(`<p></p>${own}`) + sizeOf(shared)
      const problems = htmlProblems(faqPage, ['<p>', createPiece([shared], 'Footer'), `</p>${own}`], origins)
      expect(problems.length, `${size} bytes`).toBe(size > faqPage.htmlBudget ? 1 : 0)
      if (problems.length === 0) continue
      expect(problems[0]?.message).toBe(
        `HTML of "/faq/": ${(size / 1000).toFixed(1)} kB compressed; the limit is 13 kB.`,
      )
      expect(problems[0]?.hint).toContain(`Footer (${(sizeOf(shared) / 1000).toFixed(1)} kB)`)
    }
  })

  it('is reported at the content of the page, or else at the templates', () => {
    const fileOf = (page: object) =>
      htmlProblems({ ...faqPage, ...page } as Page, [noise(20_000, 'own')], origins)[0]?.file
    expect(fileOf({})).toBe('content/faq.yaml')
    expect(fileOf({ kind: 'notFound', template: 'not-found', source: undefined })).toBe('templates/index.ts')
    // The text of an article does not count; the rest of the page is too large.
    expect(fileOf({ kind: 'article', template: 'article', source: 'content/articles/rent.md' })).toBe(
      'templates/article.tsx',
    )
  })
})
