import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { startOf } from '../../src/diagnostics/index.ts'
import { budgets, htmlBudget } from '../../src/render/index.ts'
import { createPiece } from '../../src/render/pieces.ts'
import { repositoryRoot } from '../support/project.ts'

const styles = readFileSync(join(repositoryRoot, 'templates', 'styles.css'), 'utf8')
const budget = htmlBudget({ origin: startOf('templates/index.ts') })
// The first pages are judged whole, later ones in parts.
for (let page = 0; page < 30; page++) budget.check('/', [''])
const words = readFileSync(join(repositoryRoot, 'README.md'), 'utf8').match(/[a-z]{3,}/gi) as string[]

/** What the checker says of a page, as the message of its one problem: styles and text are pieces, or the styles alone. */
function verdict(html: string, textIsPiece = false): string | undefined {
  const [before, css, after] = html.split(/(?<=<style>)([\s\S]*)(?=<\/style>)/) as [string, string, string]
  const [start, text, end] = after.split(/(?<=<p>)([\s\S]*)(?=<\/p>)/) as [string, string, string]
  const styles = createPiece(css)
  const content = createPiece(text)
  const problems = textIsPiece
    ? budget.check('/faq/', [before, styles, start, content, end])
    : budget.check('/faq/', [before, styles, after])
  expect(problems.length).toBeLessThanOrEqual(1)
  return problems[0]?.message
}

/** Of a page compressed whole at best: what the budget is about. */
function bestSize(html: string): number {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 18 }
  return brotliCompressSync(Buffer.from(html), { params }).length
}

/** A page with this style element and words that do not repeat in any order. */
function pageOf(css: string, picks: readonly number[]): string {
  const text = picks.map(pick => words[pick % words.length]).join(' ')
  return `<!DOCTYPE html><html><head><style>:root{--accent:#123456}${css}</style></head><body><p>${text}</p></body></html>\n`
}

describe('the budget of a page', () => {
  it('is judged by the whole page at best compression, near the limit too', () => {
    const sides = { within: 0, over: 0 }
    fc.assert(
      fc.property(
        fc.array(fc.nat(), { minLength: 1400, maxLength: 4600, size: 'max' }),
        fc.constantFrom(styles, styles.slice(0, 4000), ''),
        (picks, css) => {
          const html = pageOf(css, picks)
          const size = bestSize(html)
          sides[size > budgets.html ? 'over' : 'within']++
          for (const textIsPiece of [false, true])
            expect(verdict(html, textIsPiece) !== undefined).toBe(size > budgets.html)
        },
      ),
      { numRuns: 40, seed: 1, endOnFailure: true },
    )
    expect(Math.min(sides.within, sides.over)).toBeGreaterThan(5)
  })

  it('reports the size of the whole page', () => {
    const html = pageOf(
      styles,
      Array.from({ length: 9000 }, (_, index) => (index * 7919) ^ (index >> 3)),
    )
    expect(verdict(html)).toBe(
      `HTML of "/faq/": ${(bestSize(html) / 1000).toFixed(1)} kB compressed, where 12.0 kB are allowed.`,
    )
  })
})
