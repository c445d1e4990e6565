// What a text claims and states. Phrases find candidates, and guards and the model decide on them. The model also finds
// claims that no phrase matches.

import { once } from '../../files/index.ts'
import type { Passage } from '../pages/passages.ts'
import { wordMatcher } from '../words/word-classes.ts'
import { type GuardWords, guardReader, type Span } from './guards.ts'
import type { Scorer } from './model.ts'
import type { WordSets } from './phrase-language.ts'
import { type NumberedText, type PhraseSpan, phraseFinder, type SoughtPhrase, sentenceAt } from './phrases.ts'
import { SecondOpinion } from './second-opinion.ts'

/** A rule about what a text must not say. */
export interface ClaimRule {
  readonly id: string
  /** Whether the rule applies to every sentence, not only to those about loans. */
  readonly isForAnySubject: boolean
  readonly words: WordSets
  readonly phrases: readonly string[]
  /** Phrases that the model can neither weaken to a warning nor drop. */
  readonly always: readonly string[]
  /** Phrases that make a sentence honest: no other phrase of the rule counts in a sentence that contains one. */
  readonly unless: readonly string[]
  /** Phrases that make a claim acceptable: no other phrase of the rule counts in a paragraph that contains one. */
  readonly needs: readonly string[]
}

export interface ClaimSource {
  readonly claims: readonly ClaimRule[]
  /** The wording of the statements that pages must make. */
  readonly statements: readonly { readonly id: string; readonly phrases: readonly string[] }[]
  readonly words: WordSets
  readonly guards: GuardWords
  readonly anchors: readonly string[]
  readonly scorer: Scorer
}

/** A claim that a text makes, although a rule forbids it. */
export interface Claim {
  readonly rule: string
  /** What found it: an approved phrase or the model. */
  readonly by: 'phrase' | 'model'
  /** Whether a phrase found it, and the model says that it may mean something else. */
  readonly isDoubtful: boolean
  /** The sentences that contain it, as shown. */
  readonly sentence: string
  /** The words that the phrase matched, as shown. */
  readonly words: string
  /** The words that have the most weight in the model, as shown. */
  readonly because: readonly string[]
}

/** The claims and statements of a text. */
export interface SaidByText {
  readonly claims: readonly Claim[]
  /** Ids of the rules whose required statements it makes. */
  readonly statements: readonly string[]
}

export type ClaimReader = (passage: Passage) => SaidByText

const nothingSaid: SaidByText = { claims: [], statements: [] }

/** What a phrase belongs to. */
type Entry =
  | { readonly kind: 'claim'; readonly rule: ClaimRule; readonly isSure: boolean; readonly phrase: string }
  | { readonly kind: 'unless' | 'needs'; readonly rule: ClaimRule }
  | { readonly kind: 'statement'; readonly id: string }

/** The words of a claim that their sentence affirms. */
interface Nomination extends Span {
  readonly rule: ClaimRule
  readonly isSure: boolean
}

/** Prepares the rules for reading texts. */
export function claimReader(source: ClaimSource): ClaimReader {
  const opinion = new SecondOpinion(source.scorer)
  const search = new PhraseSearch(source, opinion)
  const isAnchor = wordMatcher(source.anchors)
  return passage => {
    if (passage.text.words.some(isAnchor)) opinion.read(passage)
    else opinion.skip()
    const found = search.find(passage)
    const suspicions = opinion.suspicions(passage)
    if (found.length + suspicions.length === 0) return nothingSaid
    const isLimited = search.limitsOf(passage)
    const claims = new Map<string, Claim>()
    for (const { rule, isSure, ...span } of search.nominated(found, passage, isLimited)) {
      const verdict = isSure ? 'sure' : opinion.on(rule.id, passage, span)
      const isDoubtful = verdict === 'doubtful'
      const known = claims.get(rule.id)
      if (verdict === 'vetoed' || (known && (isDoubtful || !known.isDoubtful))) continue
      const [sentence, words] = [passage.sentencesOf(span), passage.shown(span)]
      claims.set(rule.id, { rule: rule.id, by: 'phrase', isDoubtful, sentence, words, because: [] })
    }
    for (const { rule, part, groups } of suspicions) {
      if (claims.has(rule) || isLimited(rule)) continue
      const because = groups.map(group => passage.shown(group))
      const sentence = passage.sentencesOf(part)
      claims.set(rule, { rule, by: 'model', isDoubtful: true, sentence, words: '', because })
    }
    const statements = found.flatMap(({ entry }) => (entry.kind === 'statement' ? entry.id : []))
    return { claims: [...claims.values()], statements: [...new Set(statements)] }
  }
}

/** Finds the phrases that texts affirm, without the model: the input for its training. */
export function phraseReader(source: ClaimSource): (passage: Passage) => readonly Nomination[] {
  const search = new PhraseSearch(source, new SecondOpinion(source.scorer))
  return passage => search.nominated(search.find(passage), passage, search.limitsOf(passage))
}

/** Whether the text makes a rule's claim acceptable: near a place, or anywhere. */
type IsLimited = (rule: string, span?: Span) => boolean

/** Finds the phrases of the rules, and decides which of them a text affirms. */
class PhraseSearch {
  private readonly findAll: FindEntries
  // Made when first needed, because most sites claim nothing.
  private readonly findLimits = once(() => finderOf(this.source.claims.flatMap(limitPhrases)))
  private readonly guard = once(() => guardReader(this.source.guards, this.source.words))

  constructor(
    private readonly source: ClaimSource,
    private readonly opinion: SecondOpinion,
  ) {
    const { claims, statements, words } = source
    const { always } = opinion
    const claimOf = (rule: ClaimRule, isSure: boolean, phrase: string): RulePhrase => {
      const entry = { kind: 'claim', rule, isSure, phrase } as const
      return { phrase, words: rule.words, group: isSure ? always : opinion.indexOf(rule.id), entry }
    }
    this.findAll = finderOf([
      ...claims.flatMap(rule => [
        ...rule.phrases.map(phrase => claimOf(rule, false, phrase)),
        ...rule.always.map(phrase => claimOf(rule, true, phrase)),
      ]),
      ...statements.flatMap(({ id, phrases }) =>
        phrases.map(phrase => ({ phrase, words, group: always, entry: { kind: 'statement', id } as const })),
      ),
    ])
  }

  find({ text, first, end }: Passage): readonly FoundEntry[] {
    // What follows a heading or a question is also read on its own, so at least half of a phrase must be in the block itself.
    const reach = 2 * end - first
    const near = reach < text.words.length ? { ...text, words: text.words.slice(0, reach) } : text
    return this.findAll(near, this.opinion.wanted).filter(
      span => span.end > first && span.first < end && span.end - end <= end - Math.max(first, span.first),
    )
  }

  limitsOf({ text }: Passage): IsLimited {
    const limits = once(() => this.findLimits()(text))
    return (rule, span) =>
      limits().some(
        ({ entry, ...place }) =>
          'rule' in entry &&
          entry.rule.id === rule &&
          (entry.kind === 'needs' || !span || isNear(place, span, text)),
      )
  }

  /** The claims among the found phrases that the text affirms. */
  nominated(found: readonly FoundEntry[], passage: Passage, isLimited: IsLimited): readonly Nomination[] {
    const guarded = once(() => this.guard()(passage.text, place => passage.isQuoted(place)))
    return found.flatMap(({ entry, ...span }) => {
      if (entry.kind !== 'claim' || isLimited(entry.rule.id, span)) return []
      const excuse = guarded().excuseOf(span, mayDeny(entry.phrase, entry.rule.words))
      const isAffirmed = excuse === undefined || (excuse === 'others' && entry.rule.isForAnySubject)
      return isAffirmed ? { ...entry, ...span } : []
    })
  }
}

/** The phrases that make a rule's claims honest or acceptable. */
function limitPhrases(rule: ClaimRule): readonly RulePhrase[] {
  return (['unless', 'needs'] as const).flatMap(kind =>
    rule[kind].map(phrase => ({ phrase, words: rule.words, entry: { kind, rule } as const })),
  )
}

const denial =
  /(?<![\w*])(?:not|never|no|nobody|none|nothing|neither|nor|without|0|nunca|jamas|nadie|ningun\w*|sin|cero)(?![\w*])/

/**
 * Whether a phrase contains a denial: if it does, a denial among the matched words is part of the claim. A family of words
 * counts only if one of its entries is nothing but a denial: "no doubt" denies nothing.
 */
function mayDeny(phrase: string, words: WordSets): boolean {
  const families = [...phrase.matchAll(/\$([A-Za-z]\w*)/g)].flatMap(([, name = '']) => words[name] ?? [])
  return denial.test(phrase) || families.some(item => denial.exec(String(item))?.[0] === item)
}

type FoundEntry = PhraseSpan & { readonly entry: Entry }

interface RulePhrase extends SoughtPhrase {
  readonly entry: Entry
}

type FindEntries = (text: NumberedText, wanted?: Uint8Array) => readonly FoundEntry[]

function finderOf(list: readonly RulePhrase[]): FindEntries {
  const find = phraseFinder(list)
  return (text, wanted) =>
    find(text, wanted).map(span => ({ ...span, entry: list[span.index]?.entry as Entry }))
}

/** Whether two places have a sentence in common. */
function isNear(a: Span, b: Span, text: NumberedText): boolean {
  return (
    sentenceAt(text, a.first) <= sentenceAt(text, b.end - 1) &&
    sentenceAt(text, b.first) <= sentenceAt(text, a.end - 1)
  )
}
