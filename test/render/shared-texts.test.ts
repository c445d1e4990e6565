import { describe, expect, it } from 'vitest'
import { sharedTexts } from '../../src/render/index.ts'

const long = (text: string) => `<p>${`${text} `.repeat(400)}<a href="/faq/#cost" id="${text}">cost</a></p>`

describe('sharedTexts', () => {
  it('gives the same piece for the same text, however it was made', () => {
    const texts = sharedTexts()
    const piece = texts.pieceOf(long('first'))
    expect(piece?.html).toBe(long('first'))
    expect(piece?.links).toEqual({ ids: ['first'], references: ['/faq/#cost'] })
    expect(piece?.content).toBe(true)
    expect(texts.pieceOf(long('first'))).toBe(piece)
    expect(texts.pieceOf(long('second'))).not.toBe(piece)
  })

  it('leaves alone what is short, has images that are still to be found, or holds a mark', () => {
    const texts = sharedTexts()
    expect(texts.pieceOf('<p>short</p>')).toBeUndefined()
    expect(texts.pieceOf(`${long('image')}<img src="\ufdd0content/a.png\ufdd1">`)).toBeUndefined()
    expect(texts.pieceOf(`${long('mark')}\u0001`)).toBeUndefined()
  })

  it('forgets texts that nobody asks for again', () => {
    const texts = sharedTexts()
    const used = texts.pieceOf(long('used'))
    const unused = texts.pieceOf(long('unused'))
    // Twenty million characters: as much as several sites.
    for (let index = 0; index < 20; index++) {
      texts.pieceOf(`${index}${'x'.repeat(1_000_000)}`)
      expect(texts.pieceOf(long('used'))).toBe(used)
    }
    expect(texts.pieceOf(long('unused'))).not.toBe(unused)
  })
})
