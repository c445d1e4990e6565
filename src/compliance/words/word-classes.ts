// Finds which lists of words contain a word. Entries are words, beginnings of words with `*`, and kinds of figures such as
// `<amount>`.

import { wordOf } from './vocabulary.ts'

/** The number of a list. */
export type WordClass = number

/** Finds the lists that contain a word. */
export class WordClasses {
  private readonly byKey = new Map<string, WordClass>()
  private readonly exact = new Map<string, WordClass[]>()
  private readonly stems = new Map<string, WordClass[]>()
  private longestStem = 0

  add(list: readonly string[]): WordClass {
    const key = list.join(' ')
    const known = this.byKey.get(key)
    if (known !== undefined) return known
    const added = this.byKey.size
    this.byKey.set(key, added)
    for (const item of list) {
      const isStem = item.endsWith('*')
      const [lists, word] = isStem ? [this.stems, item.slice(0, -1)] : [this.exact, item]
      const there = lists.get(word)
      if (there === undefined) lists.set(word, [added])
      else there.push(added)
      if (isStem) this.longestStem = Math.max(this.longestStem, word.length)
    }
    return added
  }

  /** The lists that contain a word. */
  of(number: number): readonly WordClass[] {
    const word = wordOf(number)
    const found = [word, ...figureKinds(word)].flatMap(name => this.exact.get(name) ?? [])
    for (let length = 1; length <= Math.min(word.length, this.longestStem); length++)
      found.push(...(this.stems.get(word.slice(0, length)) ?? []))
    return [...new Set(found)]
  }
}

function figureKinds(word: string): readonly string[] {
  const first = word.charCodeAt(0)
  if (word === '?') return ['<question>']
  if (first === 36) return /^\$0(?:\.0+)?$/.test(word) ? ['<amount>', '<free>'] : ['<amount>']
  if (first < 48 || first > 57) return []
  return word.endsWith('%') ? ['<percent>'] : /^\d[\d.]*$/.test(word) ? ['<number>'] : []
}

/**
 * @returns whether a list contains a word, by the word's number
 */
export function wordMatcher(list: readonly string[]): (word: number) => boolean {
  const exact = new Set(list)
  const stems = list.flatMap(item => (item.endsWith('*') ? item.slice(0, -1) : []))
  const contains = (word: string): boolean =>
    exact.has(word) ||
    figureKinds(word).some(kind => exact.has(kind)) ||
    stems.some(stem => word.startsWith(stem))
  return rememberedByNumber(number => contains(wordOf(number)))
}

/** A test of words that remembers its result for each. */
export function rememberedByNumber(test: (word: number) => boolean): (word: number) => boolean {
  // By the word's number: 0 if it has not been tested.
  let known = new Uint8Array(0)
  return number => {
    const found = known[number]
    if (found === 1 || found === 2) return found === 2
    if (number >= known.length) {
      const longer = new Uint8Array(2 * number + 64)
      longer.set(known)
      known = longer
    }
    const isAccepted = test(number)
    known[number] = isAccepted ? 2 : 1
    return isAccepted
  }
}
