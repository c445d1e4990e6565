// The words of texts as shown and as written in files. Spaces, markup and capitals make no difference.

import { decodeReferences } from '../../html/index.ts'

export interface WrittenWords {
  /** The words in lower case, with a space before and after each; one space if there are none. */
  readonly text: string
  /** The offset in the written text of each character of `text`. All characters of a token's value have the token's offset. */
  readonly offsets: readonly number[]
}

/**
 * In this order: tokens, the targets and titles of links, names of emoji, escaped characters, and words. Emphasis may begin or end inside a
 * word, and characters may be references.
 */
const parts =
  /\{(\w+)\}|(?<=\])\([^)\n]*|:[a-z0-9_+-]+:|\\(?:u[\da-f]{4}|x[\da-f]{2}|[^\n])|((?:[\p{L}\p{N}\p{M}\p{DI}*]|&#?\w+;)+)/giu

/** @param tokens The values that are shown in place of `{tokens}`. */
export function writtenWords(
  written: string,
  tokens: Readonly<Partial<Record<string, string>>> = {},
): WrittenWords {
  let text = ' '
  const offsets = [0]
  const put = (characters: string, offset: number): void => {
    text += characters
    for (let unit = 0; unit < characters.length; unit++) offsets.push(offset)
  }
  let end = 0
  for (const { 0: part, 1: token, 2: word, index } of written.matchAll(parts)) {
    if (index > end && !text.endsWith(' ')) put(' ', end)
    end = index + part.length
    const value = token === undefined ? undefined : tokens[token]
    if (value !== undefined) put(writtenWords(value).text.trim(), index)
    else if (word !== undefined || token !== undefined) {
      let at = index
      for (const character of part.match(/&#?\w+;|./gu) ?? []) {
        put(folded(decodeReferences(character)), at)
        at += character.length
      }
    } else end = 0
  }
  if (!text.endsWith(' ')) put(' ', end)
  return { text, offsets }
}

/** A character in lower case and without accents; empty if it is invisible or a mark. */
function folded(character: string): string {
  return character
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase()
}
