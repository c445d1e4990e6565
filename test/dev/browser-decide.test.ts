// How a page in the browser reacts to a change, and how it reads its server's response.

import { describe, expect, it } from 'vitest'
import { decide, type PageState } from '../../src/dev/browser/decide.ts'
import { stylesIn } from '../../src/dev/browser/page-styles.ts'
import { countBySeverity, type Problem, partsOf, problemsToShow } from '../../src/dev/browser/problems.ts'
import { tokenIn } from '../../src/dev/browser/this-page.ts'

describe('a page whose server may have another one', () => {
  const shown: PageState = { status: 200, page: 'page-1', frame: 'frame-1' }
  const restyled: PageState = { status: 200, page: 'page-2', frame: 'frame-1' }
  const rewritten: PageState = { status: 200, page: 'page-2', frame: 'frame-2' }

  it.each<[string, PageState, PageState | undefined, boolean, ReturnType<typeof decide>]>([
    ['the same page', shown, { ...shown }, false, 'nothing'],
    ['the same page, and problems elsewhere', shown, { ...shown }, true, 'nothing'],
    ['other styles', shown, restyled, false, 'styles'],
    ['other styles, in spite of problems', shown, restyled, true, 'styles'],
    ['another page', shown, rewritten, false, 'reload'],
    ['another page, in spite of problems', shown, rewritten, true, 'reload'],
    ['no answer that is a page', shown, undefined, false, 'keep'],
    ['a page that cannot be shown', shown, { ...rewritten, status: 500 }, true, 'keep'],
    [
      'a page that still cannot be shown',
      { ...shown, status: 500 },
      { ...rewritten, status: 500 },
      true,
      'keep',
    ],
    ['a page that can be shown at last', { ...shown, status: 500 }, rewritten, false, 'reload'],
    ['a page that is gone because of a mistake', shown, { ...rewritten, status: 404 }, true, 'keep'],
    ['a page that is gone on purpose', shown, { ...rewritten, status: 404 }, false, 'reload'],
    ['a page that was gone and is there', { ...shown, status: 404 }, rewritten, true, 'reload'],
    [
      'another page for what is not there',
      { ...shown, status: 404 },
      { ...rewritten, status: 404 },
      true,
      'reload',
    ],
  ])('%s', (_, before, answer, hasProblems, action) => {
    expect(decide(before, answer, hasProblems)).toBe(action)
  })
})

describe('the styles of a page', () => {
  it('are those of its <style> elements, with their media', () => {
    const html =
      '<head><style>a{}</style><meta name="x"><style media="print" data-x>b{\n}</style></head><body></body>'
    expect(stylesIn(html)).toEqual([
      { text: 'a{}', media: '' },
      { text: 'b{\n}', media: 'print' },
    ])
  })

  it('are not what only looks like one', () => {
    const html = `<style>/* <!-- */ a{}</style><!-- <style>no{}</style> -->
<noscript><style>no{}</style></noscript>
<script type="application/json">"<style>no{}</style>"</script>
<styled>no</styled><STYLE>b{}</STYLE>`
    expect(stylesIn(html).map(({ text }) => text)).toEqual(['/* <!-- */ a{}', 'b{}'])
  })
})

describe('the text of a problem', () => {
  const framed = `content/articles/x.md:4:7  warning  article/invalid-date  "2025-13-01" is no date.
  3 | title: A warning  of a title
  4 | date: 2025-13-01
    |       ^
  → Write the day as YYYY-MM-DD.
`

  it('has parts that can look different', () => {
    expect(partsOf({ severity: 'warning', text: framed })).toEqual([
      { kind: 'place', text: 'content/articles/x.md:4:7  ' },
      { kind: 'severity', text: 'warning' },
      { kind: 'message', text: '  article/invalid-date  "2025-13-01" is no date.\n' },
      {
        kind: 'frame',
        text: '  3 | title: A warning  of a title\n  4 | date: 2025-13-01\n    |       ^\n',
      },
      { kind: 'hint', text: '  → Write the day as YYYY-MM-DD.\n' },
    ])
  })

  it('may have no place', () => {
    expect(partsOf({ severity: 'error', text: 'error  project/no-brands  There are no brands.' })).toEqual([
      { kind: 'severity', text: 'error' },
      { kind: 'message', text: '  project/no-brands  There are no brands.' },
    ])
  })

  it.each<Problem>([
    { severity: 'warning', text: framed },
    { severity: 'error', text: 'error  x/y  One:1:2  error  and more.\n\nA second paragraph.\n' },
    { severity: 'error', text: 'b: c.tsx:1:2  error  template/syntax  Odd name of a file.' },
    { severity: 'info', text: 'nothing that is known' },
    { severity: 'error', text: '' },
  ])('is there again when its parts are joined: $text', problem => {
    expect(
      partsOf(problem)
        .map(({ text }) => text)
        .join(''),
    ).toBe(problem.text)
  })
})

describe('problems', () => {
  const problems: Problem[] = [
    { severity: 'info', text: 'i' },
    { severity: 'warning', text: 'w1' },
    { severity: 'error', text: 'e' },
    { severity: 'warning', text: 'w2' },
  ]

  it('are shown with errors first, and without notes', () => {
    expect(problemsToShow(problems).map(({ text }) => text)).toEqual(['e', 'w1', 'w2'])
  })

  it('are counted in words', () => {
    expect(countBySeverity(problems)).toBe('1 error, 2 warnings')
    expect(countBySeverity(problems.slice(0, 1))).toBe('')
  })
})

describe('the token of a page', () => {
  it('is on the script tag of the server', () => {
    const html =
      '<p data-token="x">…</p><script type="module" src="/__imprint/client.js" data-token="abc_-9" data-page="p"></script>'
    expect(tokenIn(html)).toBe('abc_-9')
  })

  it('is not in the page of another server', () => {
    expect(tokenIn('<script src="/main.js" data-token="x"></script>')).toBeUndefined()
  })
})
