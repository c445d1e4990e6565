// Gives each word a number, so that texts and phrases are compared by numbers. All rules of a process share the numbers.

const numbers = new Map<string, number>()
const words: string[] = []

export function numberOf(word: string): number {
  const known = numbers.get(word)
  if (known !== undefined) return known
  numbers.set(word, words.length)
  return words.push(word) - 1
}

export const wordOf = (number: number): string => words[number] as string

// An open-addressing table of the words that consist only of the letters a to z: such a word in a text is found without
// making a string of it.
let slots = new Int32Array(1 << 13)
/** The hash of each word in the table, by the word's number. */
const hashes: number[] = []
let count = 0

/** Adds a lower-case letter to a hash, which begins with 0. */
export const hashWith = (hash: number, code: number): number => Math.imul(hash ^ code, 0x01000193)

/**
 * The number of a word that consists of letters in any case, found by the hash of its letters. The word is a part of a text.
 */
export function numberOfLetters(text: string, start: number, end: number, hash: number): number {
  const mask = slots.length - 1
  for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
    const found = (slots[slot] as number) - 1
    if (found === -1) return addLetters(text.slice(start, end).toLowerCase(), hash)
    if (hashes[found] === hash && isAt(words[found] as string, text, start, end)) return found
  }
}

function isAt(word: string, text: string, start: number, end: number): boolean {
  if (word.length !== end - start) return false
  for (let at = 0; at < word.length; at++)
    if (word.charCodeAt(at) !== (text.charCodeAt(start + at) | 32)) return false
  return true
}

function addLetters(letters: string, hash: number): number {
  // A copy, because a part of a text would keep the whole text in memory.
  const number = numberOf(Buffer.from(letters, 'latin1').toString('latin1'))
  hashes[number] = hash
  if (2 * ++count > slots.length) {
    slots = new Int32Array(2 * slots.length)
    for (const [word, old] of hashes.entries()) if (old !== undefined) put(word, old)
  } else put(number, hash)
  return number
}

function put(number: number, hash: number): void {
  const mask = slots.length - 1
  let slot = hash & mask
  while (slots[slot] !== 0) slot = (slot + 1) & mask
  slots[slot] = number + 1
}
