// Classes of words: the words that a phrase may have at one place.

import { wordOf } from './vocabulary.ts'

/** Words that a phrase may have at one place, by their number. */
export type WordClass = number

/** The classes of words of some phrases. */
export function wordClasses() {
  const byAtoms = new Map<readonly string[], WordClass>()
  const byKey = new Map<string, WordClass>()
  const atomsOf: (readonly string[])[] = []
  const exact = new Map<string, WordClass[]>()
  const stems = new Map<string, WordClass[]>()
  const known: (readonly WordClass[] | undefined)[] = []
  /** Of each word a bit for each class. */
  const bits: (Uint32Array | undefined)[] = []
  let longestStem = 0
  const put = (list: Map<string, WordClass[]>, key: string, item: WordClass): void => {
    const there = list.get(key)
    if (there === undefined) list.set(key, [item])
    else there.push(item)
  }
  const classesOf = (word: string): readonly WordClass[] => {
    const found = [...(exact.get(word) ?? []), ...figureKinds(word).flatMap(kind => exact.get(kind) ?? [])]
    for (let length = 1; length <= Math.min(word.length, longestStem); length++)
      found.push(...(stems.get(word.slice(0, length)) ?? []))
    return [...new Set(found)]
  }
  return {
    /** @param atoms Words, beginnings of words with `*`, kinds of figures. */
    add(atoms: readonly string[]): WordClass {
      const same = byAtoms.get(atoms)
      if (same !== undefined) return same
      const key = atoms.join(' ')
      const there = byKey.get(key)
      const item = there ?? atomsOf.push(atoms) - 1
      byAtoms.set(atoms, item)
      if (there !== undefined) return there
      byKey.set(key, item)
      for (const atom of atoms) {
        if (atom.endsWith('*')) put(stems, atom.slice(0, -1), item)
        else put(exact, atom, item)
        longestStem = Math.max(longestStem, atom.endsWith('*') ? atom.length - 1 : 0)
      }
      return item
    },
    /** The classes that a word belongs to. */
    of(word: number): readonly WordClass[] {
      const there = known[word]
      if (there !== undefined) return there
      const made = classesOf(wordOf(word))
      known[word] = made.length === 0 ? none : made
      if (made.length > 0) {
        const own = new Uint32Array((atomsOf.length >> 5) + 1)
        for (const item of made) own[item >> 5] = (own[item >> 5] as number) | (1 << (item & 31))
        bits[word] = own
      }
      return made
    },
    count: (): number => atomsOf.length,
    has: (word: number, item: WordClass): boolean => {
      const own = bits[word]
      return own !== undefined && ((own[item >> 5] as number) & (1 << (item & 31))) !== 0
    },
  }
}

const none: readonly WordClass[] = []

function figureKinds(word: string): readonly string[] {
  const first = word.charCodeAt(0)
  if (word === '?') return ['<question>']
  if (first === 36) return /^\$0(?:\.0+)?$/.test(word) ? ['<amount>', '<free>'] : ['<amount>']
  if (first < 48 || first > 57) return []
  return word.endsWith('%') ? ['<percent>'] : /^\d[\d.]*$/.test(word) ? ['<number>'] : []
}

/** @returns whether a word, by its number, is one of some words or begins like one with `*`. */
export function wordMatcher(words: readonly string[]): (word: number) => boolean {
  const classes = wordClasses()
  const item = classes.add(words)
  const known: boolean[] = []
  return word => {
    known[word] ??= classes.of(word).includes(item)
    return known[word] as boolean
  }
}
