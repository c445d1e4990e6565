// The words of written texts, with the place of each character. Spaces, markup and capitals make no difference.

import { splitTokens, type TokenValues, type WrittenText } from '../content/index.ts'
import type { Origin } from '../diagnostics/index.ts'

/** A text in lower-case words, with a space before and after each. */
export interface WrittenWords {
  readonly text: string
  /** The position in the file of a character of `text`. */
  readonly originAt: (index: number) => Origin
}

/** The words of a text as written; undefined if all of them come from a token. */
export function writtenWords(
  { pieces, originAt }: WrittenText,
  tokens: Partial<TokenValues>,
): WrittenWords | undefined {
  const words = wordList()
  let isOwn = false
  for (const { text, offsets, isCode } of pieces) {
    let at = 0
    for (const part of isCode ? [text] : splitTokens(text)) {
      if (typeof part === 'string') {
        isOwn ||= /[\p{L}\p{N}]/u.test(part)
        for (const character of part) {
          words.add(character, offsets[at] as number)
          at += character.length
        }
      } else {
        for (const character of tokens[part.token] ?? '') words.add(character, offsets[at] as number)
        at += part.token.length + '{}'.length
      }
    }
  }
  const { text, offsets } = words.end()
  return isOwn ? { text, originAt: index => originAt(offsets[index] as number) } : undefined
}

/** The words of a shown text, as `WrittenWords`; empty if it has none. */
export function wordsIn(text: string): string {
  const words = wordList()
  for (const character of text) words.add(character, 0)
  return words.end().text.trimEnd() === '' ? '' : words.end().text
}

/** Joins texts in their order. */
export function joinedWords(texts: readonly WrittenWords[]): WrittenWords {
  const starts: number[] = []
  let text = ' '
  for (const words of texts) {
    starts.push(text.length - 1)
    text += words.text.slice(1)
  }
  return {
    text,
    originAt(index) {
      const last = starts.findLastIndex(start => start < index)
      return (texts[last] as WrittenWords).originAt(index - (starts[last] as number))
    },
  }
}

function wordList() {
  let text = ' '
  const offsets = [0]
  const put = (character: string, offset: number): void => {
    text += character
    for (let unit = 0; unit < character.length; unit++) offsets.push(offset)
  }
  const end = (offset: number): void => {
    if (!text.endsWith(' ')) put(' ', offset)
  }
  return {
    add(character: string, offset: number): void {
      for (const folded of foldedCharacters(character))
        if (/[\p{L}\p{N}]/u.test(folded)) put(folded, offset)
        else end(offset)
    },
    end() {
      end(offsets.at(-1) as number)
      return { text, offsets }
    },
  }
}

/** A character in lower case and without accents; empty if it is invisible. */
function foldedCharacters(character: string): string {
  if (character < '\x80') return character.toLowerCase()
  return character
    .normalize('NFKD')
    .replace(/[\p{M}\p{DI}]/gu, '')
    .toLowerCase()
}
