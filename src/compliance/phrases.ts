// The language of the rules' phrases, which people read and regular expressions run.
//
//   guaranteed approval   these words, one after the other
//   guarantee*            a word that starts so
//   (loan*|cash advance)  one of these
//   your?                 may be left out
//   ...                   up to four words of the same clause
//   $loan                 one of the words of the set `loan`
//   <number>              7; also <amount> ($300) and <percent> (15%)

/** Words by the name of their set. */
export type WordSets = Readonly<Record<string, readonly string[]>>

/** What `...` stands for. */
export const gap = "(?: [a-z0-9$%'@/&][^ ]*){0,4}?"

const word = "[a-z0-9'@]"

/** An expression for texts of `wordsOf`: matches any of some phrases. Undefined if there are none. */
export function phrasesPattern(phrases: readonly string[], sets: WordSets = {}): RegExp | undefined {
  if (phrases.length === 0) return undefined
  return new RegExp(`(?:${phrases.map(phrase => phraseSource(phrase, sets)).join('|')})(?= )`, 'g')
}

/** @throws if the phrase cannot be read */
export function phraseSource(phrase: string, sets: WordSets = {}): string {
  const tokens = phrase.match(/\.\.\.|\(|\)|\||\?|[^\s()|?]+/g) ?? []
  let at = 0
  const alternatives = (end: string | undefined): string => {
    const sources = [sequence()]
    while (tokens[at] === '|') {
      at++
      sources.push(sequence())
    }
    if (tokens[at] !== end) throw new Error(`"${phrase}" has a bracket without its other half.`)
    at++
    return sources.length === 1 ? (sources[0] as string) : `(?:${sources.join('|')})`
  }
  const sequence = (): string => {
    let source = ''
    for (let token = tokens[at]; token !== undefined && token !== '|' && token !== ')'; token = tokens[at]) {
      at++
      let one = token === '(' ? alternatives(')') : tokenSource(token, sets)
      if (tokens[at] === '?') {
        at++
        one = `(?:${one})?`
      }
      source += one
    }
    return source
  }
  return alternatives(undefined)
}

function tokenSource(token: string, sets: WordSets): string {
  if (token === '...') return gap
  if (token === '<question>') return ' \\?'
  if (token === '<number>') return ' [\\d.]+'
  if (token === '<amount>') return ' \\$[\\d.]+'
  if (token === '<percent>') return ' [\\d.]+%'
  if (token.startsWith('$')) {
    const words = sets[token.slice(1)]
    if (words === undefined) throw new Error(`There is no set of words "${token}".`)
    return `(?:${words.map(item => phraseSource(item, sets)).join('|')})`
  }
  const folded = token.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  return ` ${folded
    .split('*')
    .map(part => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'))
    .join(`${word}*`)}`
}
