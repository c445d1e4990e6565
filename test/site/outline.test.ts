import { describe, expect, it } from 'vitest'
import { outlineOf, readingMinutes } from '../../src/site/outline.ts'

const image = { image: 'a.png', attributes: '' }
const three =
  '<h2 id="a">One &amp; <em class=">">two</em></h2><p>x</p><h3 id="b">No</h3><h2 id="c">Three</h2>'

describe('the outline of a text', () => {
  it('has its second-level headings as plain text, across images and blocks', () => {
    const body = [three, image, { block: 'x', attributes: {} }, '<h2 id="d">Four</h2>']
    expect(outlineOf(body)).toEqual([
      { anchor: 'a', text: 'One & two' },
      { anchor: 'c', text: 'Three' },
      { anchor: 'd', text: 'Four' },
    ])
  })

  it('is empty if it would have fewer than three entries', () => {
    expect(outlineOf([three])).toEqual([])
  })
})

it.each([
  [0, 1],
  [300, 1],
  [476, 2],
  [1200, 5],
])('%i words take %i minutes', (words, minutes) => {
  const parts = [`<p>${'word '.repeat(words)}</p>`]
  expect(readingMinutes({ parts, links: [], images: [], blocks: [] })).toBe(minutes)
})
