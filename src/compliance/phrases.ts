// The language of the rules' phrases, which people read and regular expressions run.
//
//   guaranteed approval   these words, one after the other
//   guarantee*            a word that starts so
//   (loan*|cash advance)  one of these
//   your?                 may be left out
//   ...                   up to four words of the same clause
//   $loan                 one of the words of the set `loan`
//   <number>              7; also <amount> ($300) and <percent> (15%)
//   <end>                 the end of the text
//   $loan & tonight       both, in either order, with up to six words or marks between them

/** Words by the name of their set. */
export type WordSets = Readonly<Record<string, readonly string[]>>

/** A phrase to look for in texts of `wordsOf`. */
export interface Phrase {
  /** The expression, made when it is first asked for: most texts need few of them. */
  readonly pattern: () => RegExp
  readonly parts: Part
  /** Words that `...` may stand for. */
  readonly gap: Gap
  /** What must all stand in a sentence, in any order: the parts around each "&". */
  readonly together?: readonly Part[]
}

/** What a phrase is made of. */
export type Part =
  | { readonly kind: 'word'; readonly word: string }
  | { readonly kind: 'gap'; readonly gap?: Gap }
  | { readonly kind: 'sequence' | 'choice'; readonly parts: readonly Part[] }
  | { readonly kind: 'optional'; readonly part: Part }

export interface Gap {
  readonly words: number
  /** Marks of punctuation that it may span. */
  readonly marks: 'none' | 'commas' | 'all'
}

const usualGap: Gap = { words: 4, marks: 'none' }
/** Between the parts around a "&". */
const wideGap: Gap = { words: 6, marks: 'all' }
const sceneGap: Gap = { words: 14, marks: 'all' }

/**
 * @param longestGap Words that `...` may stand for, commas included. Default: 4 words without a comma.
 * @param isScene More words may stand between the parts around a "&".
 * @throws if a phrase cannot be read
 */
export function readPhrases(
  phrases: readonly string[],
  sets: WordSets = {},
  longestGap?: number,
  isScene = false,
): readonly Phrase[] {
  const gap: Gap = longestGap === undefined ? usualGap : { words: longestGap, marks: 'commas' }
  return phrases.map(phrase => {
    const together = phrase.split(' & ').map(part => readPhrase(part, sets))
    const parts =
      together.length === 1 ? (together[0] as Part) : inAnyOrder(together, isScene ? sceneGap : wideGap)
    let made: RegExp | undefined
    const pattern = (): RegExp => {
      made ??= expressionOf(sourceOf(parts, gap))
      return made
    }
    return { pattern, parts, gap, ...(together.length > 1 && { together }) }
  })
}

function inAnyOrder(parts: readonly Part[], gap: Gap): Part {
  const orders = (rest: readonly Part[]): Part[][] =>
    rest.length === 1
      ? [[...rest]]
      : rest.flatMap(first =>
          orders(rest.filter(part => part !== first)).map(others => [
            first,
            { kind: 'gap', gap } as const,
            ...others,
          ]),
        )
  return { kind: 'choice', parts: orders(parts).map(order => ({ kind: 'sequence', parts: order })) }
}

const expressionOf = (source: string): RegExp => new RegExp(`(?:${source})(?= )`, 'g')

/** One expression for some phrases. Undefined if there are none. */
export function phrasesPattern(phrases: readonly string[], sets: WordSets = {}): RegExp | undefined {
  if (phrases.length === 0) return undefined
  return expressionOf(phrases.map(phrase => sourceOf(readPhrase(phrase, sets), usualGap)).join('|'))
}

/** Whether the words of a text have what an expression of phrases looks for. */
export function has(words: string, pattern: RegExp | undefined): boolean {
  return pattern !== undefined && fresh(pattern).test(words)
}

/** An expression of phrases, to begin with at the start of a text. */
export function fresh(pattern: RegExp): RegExp {
  pattern.lastIndex = 0
  return pattern
}

function readPhrase(phrase: string, sets: WordSets): Part {
  const tokens = phrase.match(/\.\.\.|\(|\)|\||\?|[^\s()|?]+/g) ?? []
  let at = 0
  const alternatives = (end: string | undefined): Part => {
    const parts = [sequence()]
    while (tokens[at] === '|') {
      at++
      parts.push(sequence())
    }
    if (tokens[at] !== end) throw new Error(`"${phrase}" has a bracket without its other half.`)
    at++
    return parts.length === 1 ? (parts[0] as Part) : { kind: 'choice', parts }
  }
  const sequence = (): Part => {
    const parts: Part[] = []
    for (let token = tokens[at]; token !== undefined && token !== '|' && token !== ')'; token = tokens[at]) {
      at++
      const part = token === '(' ? alternatives(')') : readToken(token, sets)
      const isOptional = tokens[at] === '?'
      if (isOptional) at++
      parts.push(isOptional ? { kind: 'optional', part } : part)
    }
    return { kind: 'sequence', parts }
  }
  return alternatives(undefined)
}

/** Sets stand in many phrases. */
const readSets = new WeakMap<readonly string[], Part>()

function readToken(token: string, sets: WordSets): Part {
  if (token === '...') return { kind: 'gap' }
  if (token.startsWith('$')) {
    const words = sets[token.slice(1)]
    if (words === undefined) throw new Error(`There is no set of words "${token}".`)
    const known = readSets.get(words)
    if (known !== undefined) return known
    const part: Part = { kind: 'choice', parts: words.map(item => readPhrase(item, sets)) }
    readSets.set(words, part)
    return part
  }
  return { kind: 'word', word: token.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase() }
}

const figureSources: Readonly<Record<string, string>> = {
  '<question>': '\\?',
  '<number>': '\\d[\\d.]*',
  '<amount>': '\\$[\\d.]+',
  '<percent>': '[\\d.]+%',
}

/** What matches one word of a text. */
export function wordSource(word: string): string {
  const figure = figureSources[word]
  if (figure !== undefined) return figure
  const escaped = word.split('*').map(part => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'))
  return escaped.join("[a-z0-9'@]*")
}

function gapSource({ marks }: Gap): string {
  return marks === 'all' ? '[^ ]+' : `[a-z0-9$%'@/&${marks === 'commas' ? ',' : ''}][^ ]*`
}

function sourceOf(part: Part, gap: Gap): string {
  switch (part.kind) {
    case 'word':
      return part.word === '<end>' ? '(?= $)' : ` ${wordSource(part.word)}`
    case 'gap': {
      const own = part.gap ?? gap
      return `(?: ${gapSource(own)}){0,${own.words}}?`
    }
    case 'optional':
      return `(?:${sourceOf(part.part, gap)})?`
    case 'sequence':
      return part.parts.map(item => sourceOf(item, gap)).join('')
    case 'choice':
      return `(?:${part.parts.map(item => sourceOf(item, gap)).join('|')})`
  }
}
