// Tests whether sentences contain words from a list.

import { remembered } from '../files/index.ts'

interface WordList {
  readonly whole: ReadonlySet<string>
  readonly stems: readonly string[]
}

const lists: WordList[] = []
/** The largest number of words whose lists are remembered. */
const vocabularyLimit = 100_000

/** A bit for each list that contains the word, because a sentence is tested against many lists in turn. */
const bitsOf = remembered<string, number>(word => {
  let bits = 0
  for (const [index, { whole, stems }] of lists.entries())
    if (whole.has(word) || stems.some(stem => word.startsWith(stem))) bits |= 1 << index
  return bits
}, vocabularyLimit)

let lastText = ''
let lastBits = 0

/** The bits of all lists that contain a word of the text. */
function bitsIn(text: string): number {
  if (text === lastText) return lastBits
  lastText = text
  lastBits = 0
  for (const word of text.split(' ')) lastBits |= bitsOf(word)
  return lastBits
}

/**
 * Tests whether words, separated by spaces, contain a word of a list. In the list, `*` matches any ending. There may be at most
 * 32 lists.
 */
export function oneOf([list = '']: TemplateStringsArray): (text: string) => boolean {
  const words = list.split(/\s+/).filter(Boolean)
  if (lists.length === 32) throw new Error('A number has bits for 32 lists of words.')
  const bit = 1 << lists.length
  lists.push({
    whole: new Set(words),
    stems: words.flatMap(word => (word.endsWith('*') ? word.slice(0, -1) : [])),
  })
  return text => (bitsIn(text) & bit) !== 0
}
