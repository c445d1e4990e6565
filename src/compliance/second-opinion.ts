// What the model says of a text: whether a phrase means what it says, and what no phrase has found.

import type { Span } from './guards.ts'
import type { ModelRule, Scorer } from './model.ts'
import type { Passage } from './passages.ts'
import { numberOf } from './vocabulary.ts'

/** How sure the model is of what a phrase has found. */
export type Opinion = 'sure' | 'doubtful' | 'vetoed'

/** Words of a text that read like a breach. */
interface Suspicion {
  readonly rule: string
  readonly part: Span
  /** The words that weigh most. */
  readonly groups: readonly Span[]
}

/** Words from which on the model alone is believed. */
const fewWords = 5
/** What reads like a breach of several rules is reported for the likeliest, and for those whose scores are no further below. */
const near = 0.2
const questionMark = numberOf('?')

/** The opinion of a model on one text after the other. What it was not trained on is as the phrases say. */
export class SecondOpinion {
  private readonly rules: readonly ModelRule[]
  private readonly indexes: ReadonlyMap<string, number>
  /** Scores of the parts of the text, rule by rule. */
  private scores: number[] = []
  private isSuspicious = false
  /** Of each rule whether its phrases can be more than vetoed in the text; the last one stands for the rules that the model does not know. */
  readonly mayBreak: Uint8Array

  constructor(private readonly scorer: Scorer) {
    this.rules = scorer.model.rules
    this.indexes = new Map(this.rules.map(({ id }, index) => [id, index]))
    this.mayBreak = new Uint8Array(this.rules.length + 1).fill(1)
  }

  /** The index of a rule in `mayBreak`. */
  indexOf(rule: string): number {
    return this.indexes.get(rule) ?? this.rules.length
  }

  /** Reads a text: what is asked afterwards is about it. */
  read({ text, partEnds }: Passage): void {
    const { rules, scores, mayBreak } = this
    scores.length = 0
    this.isSuspicious = false
    mayBreak.fill(0, 0, rules.length)
    for (const [part, end] of partEnds.entries()) {
      const found = this.scorer.score(text.words, partEnds[part - 1] ?? 0, end)
      for (let index = 0; index < found.length; index++) {
        const score = found[index] as number
        scores.push(score)
        const { veto, alone } = rules[index] as ModelRule
        if (score > veto) mayBreak[index] = 1
        if (score >= alone) this.isSuspicious = true
      }
    }
  }

  /** What it says of words of the text. */
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

  /** What the model finds by itself. */
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

/** A question or a few words may be read like anything. */
function mayStandAlone({ text, first, end }: Passage, part: Span): boolean {
  const ownEnd = Math.min(part.end, end)
  return ownEnd - Math.max(part.first, first) >= fewWords && text.words[ownEnd - 1] !== questionMark
}
