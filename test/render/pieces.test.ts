import { describe, expect, it } from 'vitest'
import { textPool } from '../../src/render/index.ts'
import { assertMarks, encodedPiece, pieceMark, putTogether, sharedPiece } from '../../src/render/pieces.ts'

const pool = textPool()

describe('putTogether', () => {
  it('puts each piece in the place of its mark, as often as it stands there', () => {
    const pieces = [sharedPiece('<b>zero</b>', pool), sharedPiece('', pool), sharedPiece('“zwei”', pool)]
    const page = Buffer.from(
      `ä${pieceMark(2)}-${pieceMark(0)}${pieceMark(1)}${pieceMark(0)}-ö${pieceMark(2)}`,
    )
    expect(putTogether(page, pieces.map(encodedPiece)).toString()).toBe(
      'ä“zwei”-<b>zero</b><b>zero</b>-ö“zwei”',
    )
  })

  it('refuses a page that holds the character of its marks', () => {
    expect(() => assertMarks(`a ${pieceMark(0)} b ${pieceMark(12)}`)).not.toThrow()
    for (const text of ['a \u0001 b', '\u00011', `${pieceMark(0)}\u0001`])
      expect(() => assertMarks(text)).toThrow('U+0001')
  })
})

describe('sharedPiece', () => {
  it('knows what is in the pieces inside it', () => {
    const inner = sharedPiece('<a id="b" href="/c">c</a><style>.c{}</style>', pool)
    const outer = sharedPiece(`<p id="a">${pieceMark(0)}</p><script>go()</script>`, pool, [inner])
    expect(outer.html).toBe('<p id="a"><a id="b" href="/c">c</a><style>.c{}</style></p><script>go()</script>')
    expect(outer.links).toEqual({ ids: ['a', 'b'], references: ['/c'] })
    expect(outer.hashes).toEqual(sharedPiece('<style>.c{}</style><script>go()</script>', pool).hashes)
  })
})
