// The language of the rules' phrases.
//
//   guaranteed approval   these words, one after the other
//   guarantee*            a word that begins this way
//   (loan*|cash advance)  one of these
//   your?                 may be left out
//   ...                   up to four words without a mark between them
//   $loan                 one of the words of the set `loan`
//   <number>              7; also <amount> ($300), <percent> (15%), <free> ($0) and <question> (a question mark)
//   $loan & tonight       both, in either order, with up to eight words or marks between them

/** Families of words by name. */
export type WordSets = Readonly<Record<string, readonly string[]>>

/** A part as it is written. */
export type Written =
  | { readonly kind: 'word'; readonly word: string }
  | { readonly kind: 'gap' }
  | { readonly kind: 'sequence' | 'choice'; readonly parts: readonly Written[]; readonly isFamily?: true }
  | { readonly kind: 'optional'; readonly part: Written }

/**
 * Reads a phrase, or one side of its `&`.
 * @throws Error if a bracket or a family of words is missing.
 */
export function readPhrase(phrase: string, sets: WordSets): Written {
  const tokens = phrase.match(/\.\.\.|\(|\)|\||\?|[^\s()|?]+/g) ?? []
  let at = 0
  const alternatives = (close: string | undefined): Written => {
    const parts = [sequence()]
    while (tokens[at] === '|') {
      at++
      parts.push(sequence())
    }
    if (tokens[at] !== close) throw new Error(`"${phrase}" has an unmatched bracket.`)
    at++
    return parts.length === 1 ? (parts[0] as Written) : { kind: 'choice', parts }
  }
  const sequence = (): Written => {
    const parts: Written[] = []
    for (let token = tokens[at]; token !== undefined && token !== '|' && token !== ')'; token = tokens[at]) {
      at++
      const part = token === '(' ? alternatives(')') : readToken(token, sets)
      if (tokens[at] === '?') at++
      parts.push(tokens[at - 1] === '?' ? { kind: 'optional', part } : part)
    }
    return { kind: 'sequence', parts }
  }
  return alternatives(undefined)
}

/** The families that have been read, because many phrases share them. No family refers to another. */
const families = new WeakMap<readonly string[], Written>()

function readToken(token: string, sets: WordSets): Written {
  if (token === '...') return { kind: 'gap' }
  if (token.startsWith('$') && !/^\$\d/.test(token)) {
    const words = sets[token.slice(1)]
    if (words === undefined) throw new Error(`There is no group of words "${token}".`)
    const known = families.get(words)
    if (known !== undefined) return known
    const parts = words.map(item => readPhrase(String(item), sets))
    const family = { kind: 'choice', parts, isFamily: true } as const
    families.set(words, family)
    return family
  }
  return { kind: 'word', word: token.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase() }
}

/** Remembers the result for each family of words. */
function ofPart<Value>(make: (part: Written) => Value): (part: Written) => Value {
  const known = new Map<Written, { readonly value: Value }>()
  return part => {
    if (!('isFamily' in part)) return make(part)
    const made = known.get(part) ?? { value: make(part) }
    known.set(part, made)
    return made.value
  }
}

/** The words of a part that always consists of one word. */
export const singleWords: (part: Written) => readonly string[] | undefined = ofPart(part => {
  if (part.kind === 'word') return [part.word]
  if (part.kind === 'sequence')
    return part.parts.length === 1 ? singleWords(part.parts[0] as Written) : undefined
  if (part.kind !== 'choice') return undefined
  const all = part.parts.map(singleWords)
  return all.includes(undefined) ? undefined : all.flatMap(words => words ?? [])
})

/** Lists of words: a text that contains the part has a word of each list. */
export const needsOf: (part: Written) => readonly (readonly string[])[] = ofPart(part => {
  switch (part.kind) {
    case 'word':
      return [[part.word]]
    case 'gap':
    case 'optional':
      return []
    case 'sequence':
      return part.parts.flatMap(needsOf)
    case 'choice': {
      const rarest = part.parts.map(item => rarestOf(needsOf(item)))
      return rarest.includes(undefined) ? [] : [rarest.flatMap(words => words ?? [])]
    }
  }
})

/** The list whose words are rarest in texts. */
export function rarestOf<Words extends readonly string[]>(lists: readonly Words[]): Words | undefined {
  let [rarest, least] = [lists[0], Number.POSITIVE_INFINITY]
  for (const words of lists) {
    const frequency = words.reduce((sum, word) => sum + frequencyOf(word), 0)
    if (frequency < least) [rarest, least] = [words, frequency]
  }
  return rarest
}

const commonWords: ReadonlySet<string> = new Set(
  `a and are at can cost credit do fee fees for from get has have in interest is it lender loan money month need not of on one
  or our out pay rate same the time to up we will with you your`.split(/\s+/),
)

/** A guess: long words are rarer than short ones, and words about loans are frequent on these sites. */
function frequencyOf(word: string): number {
  const letters = word.replace('*', '')
  return commonWords.has(letters) || !/^[a-z]/.test(word) ? 1 : 1 / letters.length ** 2
}
