// The names of states in text.

import { joined, type ReadText, wordsOf } from './text.ts'
import { numberOf } from './vocabulary.ts'

/** A state that a text names. */
export interface NamedState {
  readonly name: string
  /** The name in the text, as `wordsOf` returns it. */
  readonly words: string
}

/**
 * Finds the states that a text names.
 * @param translated The names of states on the site.
 * @param names The words of all names of states, as `wordsOf` returns them, longest first.
 */
export function stateFinder(
  translated: readonly string[],
  names: ReadonlyMap<string, string>,
): (text: ReadText) => readonly NamedState[] {
  const own = translated.map(name => [wordsOf(name).trimEnd(), name] as const)
  // The site's own names come first and take precedence.
  const all = new Map([...own, ...names, ...own])
  const byFirstWord: (readonly number[])[][] = []
  for (const name of all.keys()) {
    const words = name.trim().split(' ').map(numberOf)
    byFirstWord[words[0] as number] = [...(byFirstWord[words[0] as number] ?? []), words]
  }
  const namesState = (words: readonly number[]): boolean =>
    words.some((word, at) =>
      byFirstWord[word]?.some(name => name.every((next, offset) => words[at + offset] === next)),
    )
  return text => {
    if (!namesState(text.numbers)) return []
    const found: NamedState[] = []
    let rest = joined(text.words)
    for (const [words, name] of all) {
      if (!rest.includes(`${words} `)) continue
      // "New York City" and "Washington, D.C." are not the states; West Virginia is not Virginia.
      rest = rest.replaceAll(`${words} city `, ' ')
      if (!rest.includes(`${words} `)) continue
      found.push({ name, words })
      rest = rest.replaceAll(`${words} `, ' ')
    }
    return found
  }
}
