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

export interface SecondOpinion {
  /** Whether a phrase of a rule can be more than vetoed, wherever it is. */
  mayBreak(rule: string): boolean
  on(rule: string, span: Span): Opinion
  /** What the model finds by itself. */
  suspicions(): Iterable<Suspicion>
}

/** Words from which on the model alone is believed. */
const fewWords = 5
const questionMark = numberOf('?')

/** @returns the opinion of a model on a text. What it was not trained on is as the phrases say. */
export function secondOpinions(scorer: Scorer): (passage: Passage) => SecondOpinion {
  const { rules } = scorer.model
  const indexes = new Map(rules.map(({ id }, index) => [id, index]))
  return passage => {
    const { text, parts } = passage
    const scored = parts.map(part => ({
      ...part,
      scores: scorer.score(text.words, part.first, part.end).slice(),
    }))
    const highest = (index: number, span: Span = everywhere): number => {
      let most = Number.NEGATIVE_INFINITY
      for (const { first, end, scores } of scored)
        if (span.first < end && first < span.end) most = Math.max(most, scores[index] as number)
      return most
    }
    return {
      mayBreak(rule) {
        const index = indexes.get(rule)
        return index === undefined || highest(index) > (rules[index] as ModelRule).veto
      },
      on(rule, span) {
        const index = indexes.get(rule)
        if (index === undefined) return 'sure'
        const { doubt, veto } = rules[index] as ModelRule
        const most = highest(index, span)
        if (most <= veto) return 'vetoed'
        return most <= doubt ? 'doubtful' : 'sure'
      },
      *suspicions() {
        for (const { scores, ...part } of scored) {
          if (!mayStandAlone(passage, part)) continue
          for (let index = 0; index < scores.length; index++) {
            const { id, alone } = rules[index] as ModelRule
            if ((scores[index] as number) >= alone)
              yield { rule: id, part, groups: scorer.heaviest(text.words, part.first, part.end, index) }
          }
        }
      },
    }
  }
}

const everywhere: Span = { first: 0, end: Number.POSITIVE_INFINITY }

/** A question or a few words may be read like anything. */
function mayStandAlone({ text, first, end }: Passage, part: Span): boolean {
  const ownEnd = Math.min(part.end, end)
  return ownEnd - Math.max(part.first, first) >= fewWords && text.words[ownEnd - 1] !== questionMark
}
