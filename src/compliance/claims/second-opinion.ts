// The model's opinion on a text: whether a phrase means what it seems to mean, and claims that no phrase has found.

import type { Passage } from '../pages/passages.ts'
import { numberOf } from '../words/vocabulary.ts'
import type { Span } from './guards.ts'
import type { ModelRule, Scorer } from './model.ts'

/** How sure the model is of a claim that a phrase has found. */
type Opinion = 'sure' | 'doubtful' | 'vetoed'

/** Words of a text that read like a breach. */
interface Suspicion {
  readonly rule: string
  readonly part: Span
  /** The words with the most weight. */
  readonly groups: readonly Span[]
}

/** The smallest number of words for which the model may report a claim on its own. */
const fewWords = 5
/**
 * A text that reads like a breach of several rules is reported for the rule with the highest score and for those within this
 * distance of it.
 */
const near = 0.2
const questionMark = numberOf('?')

/** The opinion of a model on one text at a time. It accepts whatever phrases find for rules that it was not trained on. */
export class SecondOpinion {
  private readonly rules: readonly ModelRule[]
  private readonly indexes: ReadonlyMap<string, number>
  /** The scores of the parts of the text: for each part, those of all rules. */
  private scores: number[] = []
  private isSuspicious = false
  /**
   * Whether to look for phrases in the text: for each rule of the model, those that it can overrule; then those of rules that it
   * does not know, and those that it cannot overrule.
   */
  readonly wanted: Uint8Array
  /** The index in `wanted` of phrases that the model cannot overrule. */
  readonly always: number

  constructor(private readonly scorer: Scorer) {
    this.rules = scorer.model.rules
    this.indexes = new Map(this.rules.map(({ id }, index) => [id, index]))
    this.always = this.rules.length + 1
    this.wanted = new Uint8Array(this.always + 1).fill(1)
  }

  /** The index of a rule in `wanted`. */
  indexOf(rule: string): number {
    return this.indexes.get(rule) ?? this.rules.length
  }

  /** Reads a text, to which later calls refer. */
  read({ text, partEnds }: Passage): void {
    const { rules, scores, wanted } = this
    this.skip()
    wanted[rules.length] = 1
    for (const [part, end] of partEnds.entries()) {
      const found = this.scorer.score(text.words, partEnds[part - 1] ?? 0, end)
      for (let index = 0; index < found.length; index++) {
        const score = found[index] as number
        scores.push(score)
        const { veto, alone } = rules[index] as ModelRule
        if (score > veto) wanted[index] = 1
        if (score >= alone) this.isSuspicious = true
      }
    }
  }

  /** Leaves out a text that is not about loans. Only phrases that the model cannot overrule are looked for in it. */
  skip(): void {
    this.scores.length = 0
    this.isSuspicious = false
    this.wanted.fill(0, 0, this.always)
  }

  /** The opinion on some words in the text. */
  on(rule: string, { partEnds }: Passage, span: Span): Opinion {
    const index = this.indexes.get(rule)
    if (index === undefined) return 'sure'
    const { doubt, veto } = this.rules[index] as ModelRule
    let most = Number.NEGATIVE_INFINITY
    for (const [part, end] of partEnds.entries())
      if (span.first < end && (partEnds[part - 1] ?? 0) < span.end)
        most = Math.max(most, this.scores[part * this.rules.length + index] as number)
    if (most <= veto) return 'vetoed'
    return most <= doubt ? 'doubtful' : 'sure'
  }

  /** The claims that the model finds on its own. */
  suspicions(passage: Passage): readonly Suspicion[] {
    if (!this.isSuspicious) return []
    const found: Suspicion[] = []
    const { text, partEnds } = passage
    for (const [number, end] of partEnds.entries()) {
      const part = { first: partEnds[number - 1] ?? 0, end }
      if (!mayStandAlone(passage, part)) continue
      const scores = this.scores.slice(number * this.rules.length, (number + 1) * this.rules.length)
      const almostHighest = Math.max(...scores) - near
      for (const [index, { id, alone }] of this.rules.entries())
        if ((scores[index] as number) >= Math.max(alone, almostHighest))
          found.push({
            rule: id,
            part,
            groups: this.scorer.heaviest(text.words, part.first, part.end, index),
          })
    }
    return found
  }
}

/** The scores of questions, and of a few words on their own, mean little. */
function mayStandAlone({ text, first, end }: Passage, part: Span): boolean {
  const ownEnd = Math.min(part.end, end)
  return ownEnd - Math.max(part.first, first) >= fewWords && text.words[ownEnd - 1] !== questionMark
}
