// Numbers for words, so that texts and phrases are compared by numbers. The same for all rules of a process.

const numbers = new Map<string, number>()
const words: string[] = []

/** The number of a word. */
export function numberOf(word: string): number {
  const known = numbers.get(word)
  if (known !== undefined) return known
  numbers.set(word, words.length)
  return words.push(word) - 1
}

/** The word of a number. */
export const wordOf = (number: number): string => words[number] as string
