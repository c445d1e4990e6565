// Replaces words that are written in parts: contractions in full, number words as figures, spelled-out words joined, dashes
// between figures as "to".

import { isNumberWord, numberAt } from './numbers.ts'
import { add, type Scanned } from './scan.ts'
import { contractions } from './spelling.ts'
import { numberOf, wordOf } from './vocabulary.ts'
import { trait, traitsOf } from './word-traits.ts'

export function resolved({ numbers, starts, ends, traits, hasSigns }: Scanned): Scanned {
  const words = numbers.map(wordOf)
  const made: Scanned = { numbers: [], starts: [], ends: [], traits, hasSigns }
  const put = (number: number, from: number, to: number): void =>
    add(made, number, starts[from] as number, ends[to] as number)
  for (let at = 0; at < words.length; ) {
    const own = numbers[at] as number
    const word = words[at] as string
    if (word.length > 1 && (traitsOf(own) & trait.open) === 0 && !articles.has(word)) {
      put(own, at, at)
      at++
      continue
    }
    const number = mayCount(word) ? numberAt(words, at) : undefined
    const spelledEnd = word.length === 1 ? endOfSpelled(words, starts, ends, at) : at
    if (number !== undefined) {
      put(numberOf(number.figure), at, number.end - 1)
      at = number.end
    } else if (spelledEnd > at) {
      put(numberOf(words.slice(at, spelledEnd).join('')), at, spelledEnd - 1)
      at = spelledEnd
    } else {
      const long = contractions.get(word)
      if (long !== undefined) for (const part of long) put(numberOf(part), at, at)
      else put(word === '—' && isBetweenFigures(words, at) ? numberOf('to') : own, at, at)
      at++
    }
  }
  return made
}

const articles: ReadonlySet<string> = new Set(['a', 'an', 'un', 'una'])
const mayCount = (word: string): boolean => isNumberWord(word) || articles.has(word)

const isBetweenFigures = (words: readonly string[], at: number): boolean =>
  /\d%?$/.test(words[at - 1] ?? '') && /^\$?\d/.test(words[at + 1] ?? '')

/** "g u a r a n t e e d": the end of a row of at least five single letters, with one character between them. */
function endOfSpelled(
  words: readonly string[],
  starts: readonly number[],
  ends: readonly number[],
  at: number,
): number {
  const isLetter = (index: number): boolean => /^[a-z]$/.test(words[index] ?? '')
  let end = at
  while (isLetter(end) && (end === at || (starts[end] as number) - (ends[end - 1] as number) === 1)) end++
  return end - at >= 5 ? end : at
}
