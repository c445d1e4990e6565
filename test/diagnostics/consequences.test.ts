import { describe, expect, it } from 'vitest'
import { diagnostic, foldConsequences, withoutRepeats } from '../../src/diagnostics/index.ts'

const at = { file: 'content/pages/about.md', line: 8, column: 1 }
const cause = diagnostic('markdown/unknown-directive', 'There is no block "::x". The page is left out.', {
  at,
  severity: 'warning',
  hint: 'Did you mean "y"?',
})
const link = diagnostic('link/left-out-article', 'This links to a page that is not on this site.', {
  at: { file: 'content/articles/rent.md', line: 9, column: 1 },
  causedBy: at,
})
const menu = diagnostic(
  'navigation/unknown-target',
  'The navigation links to a page that is not on this site.',
  {
    at: { file: 'content/navigation.yaml', line: 3, column: 2 },
    brand: 'acme',
    causedBy: at,
  },
)
const lost = diagnostic(
  'site/would-disappear',
  'The page "/about/" of the last build would disappear: it has an error.',
  {
    at,
    brand: 'acme',
    hint: 'Fix the file, add "- {from: /about/, to: …}" to content/redirects.yaml, or use --allow-removals.',
    causedBy: at,
  },
)

describe('a consequence of a mistake', () => {
  it('is counted at the mistake, with the worst severity', () => {
    expect(foldConsequences([cause, link])).toEqual([
      { ...cause, message: 'There is no block "::x". The page is left out, and 1 link leads to it.' },
    ])
    expect(foldConsequences([menu, cause, link])).toEqual([
      {
        ...cause,
        severity: 'error',
        brand: 'acme',
        message: 'There is no block "::x". The page is left out, and 2 links lead to it.',
      },
    ])
  })

  it('names the page that would be lost, whether or not links were counted before', () => {
    const expected = {
      ...cause,
      severity: 'error',
      code: 'site/would-disappear',
      brand: 'acme',
      message:
        'There is no block "::x". The page "/about/" of the last build would disappear, and 2 links lead to it.',
      hint: 'Did you mean "y"? To publish without the page, add "- {from: /about/, to: …}" to content/redirects.yaml, or use --allow-removals. "imprint explain markdown/unknown-directive" explains the mistake.',
    }
    expect(foldConsequences([lost, menu, cause, link])).toEqual([expected])
    expect(foldConsequences([...foldConsequences([menu, cause, link]), lost])).toEqual([expected])
  })

  it('makes the other mistakes for which the file is left out as severe, in the same brands', () => {
    const other = { ...cause, line: 3 }
    const harmless = { ...cause, line: 4, message: 'There is no block "::x".' }
    const graver = { severity: 'error', brand: 'acme' }
    expect(foldConsequences([other, cause, harmless, menu])).toMatchObject([
      { ...other, ...graver },
      { line: cause.line, ...graver },
      harmless,
    ])
    expect(foldConsequences([cause, other, lost])).toMatchObject([graver, { ...other, ...graver }])
  })

  it('is reported by itself if the mistake is unknown', () => {
    const { causedBy: _, ...alone } = lost
    expect(foldConsequences([lost])).toEqual([alone])
  })
})

describe('a problem that several brands report in the same words', () => {
  const shared = (brand: string) =>
    diagnostic('fleet/shared-value', '2 brands share the phone "+1": a, b.', {
      at: { file: `brands/${brand}/brand.yaml`, line: 2, column: 8 },
      brand,
    })

  it('is printed once', () => {
    expect(withoutRepeats([shared('a'), shared('b')])).toEqual([shared('b')])
    expect(withoutRepeats([shared('a')])).toEqual([shared('a')])
  })
})
