// Whether a sentence affirms the words that a phrase matched. It may also deny them, warn about them, ask about them, quote
// them from others, or not be about the site's loans.

import { numberOf } from '../words/vocabulary.ts'
import type { WordSets } from './phrase-language.ts'
import { type NumberedText, type PhraseSpan, phraseFinder, sentenceAt } from './phrases.ts'

/** Words that excuse a claim, by their effect. They are listed in `words.yaml`. */
export interface GuardWords {
  /** Deny what follows in the same clause, … */
  readonly negation: readonly string[]
  /** … unless they are part of one of these. */
  readonly idiom: readonly string[]
  /** Deny what comes right before them. */
  readonly denied: readonly string[]
  readonly warning: readonly string[]
  /** Attribute what follows to others. */
  readonly hearsay: readonly string[]
  /** Begin a question, … */
  readonly question: readonly string[]
  /** … unless it offers what it asks about. */
  readonly offer: readonly string[]
  /** Begin an answer that affirms its question. */
  readonly yes: readonly string[]
  readonly no: readonly string[]
  /** Subjects of sentences that are not about the site's loans. */
  readonly others: readonly string[]
}

type Guard = keyof GuardWords

/** Words of a text, from index `first` up to, but not including, `end`. */
export interface Span {
  readonly first: number
  readonly end: number
}

/** The reason why words are not a claim. */
type Excuse = 'denied' | 'warning' | 'hearsay' | 'asked' | 'quoted' | 'others'

/** A text whose guard words have been found. */
interface GuardedText {
  /**
   * Why a claim at a place does not count; undefined if it does.
   * @param isDenial Whether a denial among its words is part of it.
   */
  excuseOf(span: Span, isDenial: boolean): Excuse | undefined
}

/** Words that end a clause. */
const clauseEnds = new Set(
  '. ! ? ; : ( ) — … but yet however because instead pero sino porque'.split(' ').map(numberOf),
)
const questionMark = numberOf('?')
/** A denial after a claim must begin within this number of words. */
const denialReach = 3

/**
 * Finds what excuses a claim: a denial, a warning, a quotation of others.
 * @returns a function of a text, and of a test for whether words in it are quoted
 */
export function guardReader(guards: GuardWords, sets: WordSets) {
  const list = Object.entries(guards).flatMap(([guard, phrases]) =>
    (phrases as readonly string[]).map(phrase => ({ guard: guard as Guard, phrase, words: sets })),
  )
  const find = phraseFinder(list)
  return (text: NumberedText, isQuoted: (span: Span) => boolean): GuardedText => {
    const found = find(text).map(span => ({ ...span, guard: list[span.index]?.guard as Guard }))
    return { excuseOf: (span, isDenial) => excuseOf(span, isDenial, text, found, isQuoted) }
  }
}

type GuardSpan = PhraseSpan & { readonly guard: Guard }

function excuseOf(
  span: Span,
  isDenial: boolean,
  text: NumberedText,
  found: readonly GuardSpan[],
  isQuoted: (span: Span) => boolean,
): Excuse | undefined {
  const { ends, words } = text
  const of = (guard: Guard): readonly GuardSpan[] => found.filter(item => item.guard === guard)
  const start = ends[sentenceAt(text, span.first) - 1] ?? 0
  const last = sentenceAt(text, span.end - 1)
  const end = ends[last] as number
  const isOutside = (item: Span): boolean => item.first < span.first || item.end > span.end
  if (isDenied(span, isDenial, text, of, end)) return 'denied'
  // The next sentence counts too: "Guaranteed approval? Walk away." After a quotation, everything that follows counts.
  const reach = text.isQuotation ? words.length : (ends[last + 1] ?? end)
  const isInLead = (item: Span): boolean => item.end <= text.leadEnd
  if (of('warning').some(item => (isInLead(item) || isWithin(item, start, reach)) && isOutside(item)))
    return 'warning'
  const isBefore = (item: Span): boolean =>
    isWithin(item, start, end) && item.first < span.first && isOutside(item)
  if (of('hearsay').some(item => isInLead(item) || isBefore(item))) return 'hearsay'
  if (isQuoted(span)) return 'quoted'
  if (isAsked(words.indexOf(questionMark, span.end - 1), end, of, start)) return 'asked'
  return of('others').some(item => isWithin(item, start, end)) ? 'others' : undefined
}

const isWithin = (item: Span, first: number, end: number): boolean => item.first >= first && item.end <= end

type Finds = (guard: Guard) => readonly GuardSpan[]

function isDenied(span: Span, isDenial: boolean, { words }: NumberedText, of: Finds, end: number): boolean {
  let clause = span.first
  while (clause > 0 && !clauseEnds.has(words[clause - 1] as number)) clause--
  const idioms = of('idiom')
  const isFree = (item: Span): boolean => !idioms.some(idiom => isWithin(item, idiom.first, idiom.end))
  // In "Approval is never, under any circumstances, guaranteed", the denial is among the words of the claim.
  const reach = isDenial ? span.first : span.end
  if (of('negation').some(item => isWithin(item, clause, reach) && isFree(item))) return true
  const isSameClause = (item: Span): boolean =>
    words.slice(span.end, item.first).every(word => !clauseEnds.has(word))
  return of('denied').some(
    item => isWithin(item, span.end - 1, end) && item.first <= span.end + denialReach && isSameClause(item),
  )
}

/**
 * A question is not a claim, unless it offers what it asks about or is answered with yes.
 * @param mark The index of the next question mark. It belongs to the sentence if it is before `end`.
 */
function isAsked(mark: number, end: number, of: Finds, start: number): boolean {
  if (mark === -1 || mark >= end) return false
  const begins = (guard: Guard, at: number): boolean => of(guard).some(({ first }) => first === at)
  if (begins('no', mark + 1)) return true
  return !begins('yes', mark + 1) && begins('question', start) && !begins('offer', start)
}
