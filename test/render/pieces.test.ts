import { describe, expect, it } from 'vitest'
import {
  anchorMark,
  boundary,
  boundaryMark,
  countedParts,
  createPiece,
  pageBytes,
  partsOf,
  pieceMark,
  stylesMark,
} from '../../src/render/pieces.ts'

describe('partsOf', () => {
  it('replaces each mark by its piece, however often it occurs', () => {
    const pieces = [createPiece(['<b>zero</b>']), createPiece(['']), createPiece(['“zwei”'])]
    const page = `ä${pieceMark(2)}-${pieceMark(0)}${pieceMark(1)}${pieceMark(0)}-ö${pieceMark(2)}`
    expect(pageBytes(partsOf(page, pieces)).toString()).toBe('ä“zwei”-<b>zero</b><b>zero</b>-ö“zwei”')
  })

  it('puts the styles and boundaries in the places of theirs', () => {
    const styles = createPiece(['p{}'])
    const parts = partsOf(`<style>${stylesMark}</style>${boundaryMark}<p>${boundaryMark}`, [], styles)
    expect(parts).toEqual(['<style>', styles, '</style>', boundary, '<p>', boundary, ''])
    expect(pageBytes(parts).toString()).toBe('<style>p{}</style><p>')
    expect(countedParts(parts)).toEqual(['<style>', styles, '</style>', ''])
  })

  it('takes nothing for a mark that content can spell', () => {
    for (const text of ['a \u00010\u0002 b', '\u0001:0\u0002', '\u0001styles\u0002', '\u0001', '\u0002'])
      expect(partsOf(text, [createPiece(['<b>zero</b>'])])).toEqual([text])
  })
})

describe('ids of headings', () => {
  const idsOf = (html: string, pieces: ReturnType<typeof createPiece>[] = []): string[] =>
    [
      ...pageBytes(partsOf(html, pieces))
        .toString()
        .matchAll(/ id="([^"]*)"/g),
    ].map(([, id]) => id as string)
  const heading = (id: string) => `<h2 id="${anchorMark}${id}">`

  it('stay if nothing else has them', () => {
    expect(idsOf(`<main id="main">${heading('rent')}${heading('fees')}`)).toEqual(['main', 'rent', 'fees'])
  })

  it('get a number if a template has them, before or after or in a piece', () => {
    const piece = createPiece(['<p id="tip">'])
    const html = `<p id="blog">${heading('blog')}${heading('tip')}${heading('end')}${pieceMark(0)}<p id="end">`
    expect(idsOf(html, [piece])).toEqual(['blog', 'blog-1', 'tip-1', 'end-1', 'tip', 'end'])
  })

  it('are each of one heading, in several texts', () => {
    const html = heading('a') + heading('a') + heading('a-1') + heading('a')
    expect(idsOf(html)).toEqual(['a', 'a-2', 'a-1', 'a-3'])
  })
})

describe('createPiece', () => {
  it('has all of its HTML, and counts the part outside boundaries', () => {
    const list = createPiece(['<h2>List</h2>', boundary, '<ol></ol>', boundary])
    expect([list.html, list.counted]).toEqual(['<h2>List</h2><ol></ol>', '<h2>List</h2>'])
    const outer = createPiece([boundary, '<a>', list, '</a>', boundary, '<b>', list, '</b>'])
    expect(outer.html).toBe('<a><h2>List</h2><ol></ol></a><b><h2>List</h2><ol></ol></b>')
    expect(outer.counted).toBe('<b><h2>List</h2></b>')
  })

  it('knows what is in the pieces inside it', () => {
    const inner = createPiece(['<a id="b" href="/c">c</a><style>.c{}</style>'])
    const outer = createPiece(['<p id="a">', inner, '</p><script>go()</script>'])
    expect(outer.html).toBe('<p id="a"><a id="b" href="/c">c</a><style>.c{}</style></p><script>go()</script>')
    expect(outer.links).toEqual({ ids: ['a', 'b'], references: ['/c'] })
    expect(outer.hashes).toEqual(createPiece(['<style>.c{}</style><script>go()</script>']).hashes)
  })
})
