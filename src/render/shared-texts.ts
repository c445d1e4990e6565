// Texts of the content that several sites show: the articles that a house gives to all of its brands. Where nothing in one
// depends on the brand, its HTML is the same on each of their pages, and is hashed, searched for links and compressed once.

import { hasImages } from './images.ts'
import { textPool } from './links.ts'
import { hasMarks, type SharedPiece, sharedPiece } from './pieces.ts'

export interface SharedTexts {
  /** The piece of a text; undefined where it is not worth one, or depends on the page it stands on. */
  pieceOf(html: string): SharedPiece | undefined
}

/** Shorter texts are not worth a piece. In characters. */
const worthSharing = 1000

/** Texts are kept until there are this many characters of newer ones: nobody knows which of them further brands show. */
const keptCharacters = 4_000_000

/** For the sites of one run. */
export function sharedTexts(): SharedTexts {
  let recent = new Map<string, SharedPiece>()
  let older = new Map<string, SharedPiece>()
  let pool = textPool()
  let characters = 0
  const keep = (html: string, piece: SharedPiece): SharedPiece => {
    if (characters > keptCharacters) {
      older = recent
      recent = new Map()
      pool = textPool()
      characters = 0
    }
    recent.set(html, piece)
    characters += html.length
    return piece
  }
  return {
    pieceOf(html) {
      if (html.length < worthSharing) return undefined
      const known = recent.get(html)
      if (known !== undefined) return known
      const before = older.get(html)
      if (before !== undefined) return keep(html, before)
      if (hasImages(html) || hasMarks(html)) return undefined
      return keep(html, { ...sharedPiece(html, pool), content: true })
    },
  }
}
