// What a text claims and states: phrases nominate, guards and the model decide, and the model finds what no phrase says.

import { once } from '../files/index.ts'
import { type GuardWords, guardReader, type Span } from './guards.ts'
import type { Scorer } from './model.ts'
import type { Passage } from './passages.ts'
import type { WordSets } from './phrase-language.ts'
import { type NumberedText, type PhraseSpan, phraseFinder } from './phrases.ts'
import { secondOpinions } from './second-opinion.ts'
import { wordMatcher } from './word-classes.ts'

/** A rule about what a text must not say. */
export interface ClaimRule {
  readonly id: string
  /** It counts in sentences about other things than loans too. */
  readonly isForAnySubject: boolean
  readonly words: WordSets
  readonly phrases: readonly string[]
  /** Phrases that the model has no say in. */
  readonly always: readonly string[]
  /** Words of the same sentence with which it is something else. */
  readonly unless: readonly string[]
  /** Words of the paragraph that make it acceptable. */
  readonly needs: readonly string[]
}

export interface ClaimSource {
  readonly claims: readonly ClaimRule[]
  /** Wordings of the statements that pages must make. */
  readonly statements: readonly { readonly id: string; readonly phrases: readonly string[] }[]
  readonly words: WordSets
  readonly guards: GuardWords
  readonly anchors: readonly string[]
  readonly scorer: Scorer
}

/** What a text must not say. */
export interface Claim {
  readonly rule: string
  /** What has found it: a signed wording, or the model. */
  readonly by: 'phrase' | 'model'
  /** A phrase has found it, and the model says that it may mean something else. */
  readonly isDoubtful: boolean
  /** The sentences with it, as shown. */
  readonly sentence: string
  /** The words that a phrase has found, as shown. */
  readonly words: string
  /** The words that weighed most with the model, as shown. */
  readonly because: readonly string[]
}

/** What a text says. */
export interface SaidByText {
  readonly claims: readonly Claim[]
  /** Rules whose statements it makes. */
  readonly statements: readonly string[]
}

export type ClaimReader = (passage: Passage) => SaidByText

const nothingSaid: SaidByText = { claims: [], statements: [] }

/** A phrase with what it belongs to. */
type Entry =
  | { readonly kind: 'claim'; readonly rule: ClaimRule; readonly isSure: boolean; readonly isDenial: boolean }
  | { readonly kind: 'unless' | 'needs'; readonly rule: ClaimRule }
  | { readonly kind: 'statement'; readonly id: string }

/** Words of a claim, affirmed by their sentence. */
interface Nomination extends Span {
  readonly rule: ClaimRule
  readonly isSure: boolean
}

/** Prepares rules for reading. */
export function claimReader(source: ClaimSource): ClaimReader {
  const search = phraseSearch(source)
  const isAnchor = wordMatcher(source.anchors)
  const opinionOn = secondOpinions(source.scorer)
  return passage => {
    const opinion = passage.text.words.some(isAnchor) ? opinionOn(passage) : undefined
    const { statements, nominations, isLimited } = search(passage, rule => opinion?.mayBreak(rule) === true)
    const claims = new Map<string, Claim>()
    for (const { rule, isSure, ...span } of nominations) {
      const verdict = isSure ? 'sure' : (opinion?.on(rule.id, span) ?? 'vetoed')
      const isDoubtful = verdict === 'doubtful'
      if (verdict === 'vetoed' || (claims.has(rule.id) && (isDoubtful || !claims.get(rule.id)?.isDoubtful)))
        continue
      const [sentence, words] = [passage.sentencesOf(span), passage.shown(span)]
      claims.set(rule.id, { rule: rule.id, by: 'phrase', isDoubtful, sentence, words, because: [] })
    }
    for (const { rule, part, groups } of opinion?.suspicions() ?? []) {
      if (claims.has(rule) || isLimited(rule)) continue
      const because = groups.map(group => passage.shown(group))
      claims.set(rule, {
        rule,
        by: 'model',
        isDoubtful: true,
        sentence: passage.sentencesOf(part),
        words: '',
        because,
      })
    }
    return claims.size + statements.length === 0 ? nothingSaid : { claims: [...claims.values()], statements }
  }
}

/** The phrases of the rules that texts affirm, without the model: for its training. */
export function phraseReader(source: ClaimSource): (passage: Passage) => readonly Nomination[] {
  const search = phraseSearch(source)
  return passage => search(passage, () => true).nominations
}

interface Found {
  readonly statements: readonly string[]
  readonly nominations: readonly Nomination[]
  /** Whether words of the text make a rule's claim acceptable, wherever they are. */
  readonly isLimited: (rule: string) => boolean
}

function phraseSearch(source: ClaimSource): (passage: Passage, mayBreak: (rule: string) => boolean) => Found {
  const main = finderOf(source, rule =>
    [...rule.phrases, ...rule.always].map((phrase, index) => {
      const isDenial = mayDeny(phrase, rule.words)
      return [phrase, { kind: 'claim', rule, isSure: index >= rule.phrases.length, isDenial }] as const
    }),
  )
  const conditions = finderOf({ ...source, statements: [] }, rule => [
    ...rule.unless.map(phrase => [phrase, { kind: 'unless', rule }] as const),
    ...rule.needs.map(phrase => [phrase, { kind: 'needs', rule }] as const),
  ])
  const guard = guardReader(source.guards, source.words)
  return (passage, mayBreak) => {
    const { text, first, end } = passage
    const isWanted = (entry: Entry): boolean =>
      entry.kind !== 'claim' || entry.isSure || mayBreak(entry.rule.id)
    // What follows a heading or a question is read by itself too: here, at least half of a phrase is in the block itself.
    const reach = 2 * end - first
    const near = reach < text.words.length ? { ...text, words: text.words.slice(0, reach) } : text
    const found = main(near, isWanted).filter(
      span => span.end > first && span.first < end && span.end - end <= end - Math.max(first, span.first),
    )
    const limits = once(() => conditions(text))
    const isLimited = (rule: string, span?: Span): boolean =>
      limits().some(
        ({ entry, ...place }) =>
          (entry.kind === 'needs' && entry.rule.id === rule) ||
          (entry.kind === 'unless' &&
            entry.rule.id === rule &&
            (!span || isNear(place, span, text.sentences))),
      )
    const guarded = once(() => guard(text, place => passage.isQuoted(place)))
    const isAffirmed = (entry: Extract<Entry, { kind: 'claim' }>, span: Span): boolean => {
      const excuse = guarded().excuseOf(span, entry.isDenial)
      return excuse === undefined || (excuse === 'others' && entry.rule.isForAnySubject)
    }
    return {
      statements: [...new Set(found.flatMap(({ entry }) => (entry.kind === 'statement' ? entry.id : [])))],
      nominations: found.flatMap(({ entry, ...span }) =>
        entry.kind === 'claim' && !isLimited(entry.rule.id, span) && isAffirmed(entry, span)
          ? { ...entry, ...span }
          : [],
      ),
      isLimited,
    }
  }
}

const denial =
  /(?<![\w*])(?:not|never|no|nobody|none|nothing|neither|nor|without|0|nunca|jamas|nadie|ningun\w*|sin|cero)(?![\w*])/

/**
 * Whether a phrase has a denial itself: then one within its words is part of the claim. That of a family counts if it is a word of its own:
 * "no doubt" among the words of certainty denies nothing.
 */
function mayDeny(phrase: string, words: WordSets): boolean {
  const families = [...phrase.matchAll(/\$([A-Za-z]\w*)/g)].flatMap(([, name = '']) => words[name] ?? [])
  return denial.test(phrase) || families.some(item => denial.exec(String(item))?.[0] === item)
}

type FoundEntry = PhraseSpan & { readonly entry: Entry }

/** Finds the phrases of all rules, each rule's with its own families of words. */
function finderOf(
  { claims, statements, words }: Pick<ClaimSource, 'claims' | 'statements' | 'words'>,
  phrasesOf: (rule: ClaimRule) => readonly (readonly [string, Entry])[],
) {
  const list = [
    ...claims.flatMap(rule =>
      phrasesOf(rule).map(([phrase, entry]) => ({ phrase, entry, words: rule.words })),
    ),
    ...statements.flatMap(({ id, phrases }) =>
      phrases.map(phrase => ({ phrase, entry: { kind: 'statement', id } as Entry, words })),
    ),
  ]
  const find = phraseFinder(list)
  return (text: NumberedText, isWanted = (_: Entry): boolean => true): readonly FoundEntry[] =>
    find(text, index => isWanted(list[index]?.entry as Entry)).map(span => ({
      ...span,
      entry: list[span.index]?.entry as Entry,
    }))
}

/** Whether two places have a sentence in common. */
function isNear(a: Span, b: Span, sentences: readonly number[]): boolean {
  const [firstA, lastA] = [sentences[a.first] as number, sentences[a.end - 1] as number]
  const [firstB, lastB] = [sentences[b.first] as number, sentences[b.end - 1] as number]
  return firstA <= lastB && firstB <= lastA
}
