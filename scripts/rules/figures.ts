// The findings of the rules, right and wrong, in texts that were not used to write or train them.

import type { Claim, ClaimReader } from '../../src/compliance/claims/claims.ts'
import { Passage } from '../../src/compliance/pages/passages.ts'
import { readText } from '../../src/compliance/words/text.ts'
import { type Example, passagesOfText } from './examples.ts'

/** Counts of one set of texts. */
export interface Figures {
  /** For each level: the number of texts, of texts reported as an error, and of texts reported at all. */
  readonly found: Readonly<Record<string, readonly [texts: number, byError: number, byAny: number]>>
  readonly fine: number
  readonly withError: number
  readonly withWarning: number
}

/** The claims in some Markdown. */
export const claimsIn = (read: ClaimReader, text: string): readonly Claim[] =>
  passagesOfText(text).flatMap(passage => read(passage).claims)

/**
 * @param isError Whether a rule is an error.
 * @param onFalse Called with each fine text that has a finding.
 */
export function figuresOf(
  examples: readonly Example[],
  read: ClaimReader,
  isError: (rule: string) => boolean,
  onResult?: (example: Example, claims: readonly Claim[]) => void,
): Figures {
  const found: Record<string, [number, number, number]> = {}
  let [fine, withError, withWarning] = [0, 0, 0]
  for (const example of examples) {
    const claims = claimsIn(read, example.text)
    onResult?.(example, claims)
    const isGrave = ({ isDoubtful, rule }: Claim): boolean => !isDoubtful && isError(rule)
    if (example.level === undefined) {
      fine++
      if (claims.some(isGrave)) withError++
      else if (claims.length > 0) withWarning++
      continue
    }
    const own = claims.filter(({ rule }) => rule === example.rule)
    const key = `${example.level}${isError(example.rule) ? '' : ' (warning)'}`
    found[key] ??= [0, 0, 0]
    const counts = found[key] as [number, number, number]
    counts[0]++
    if (own.some(({ isDoubtful }) => !isDoubtful)) counts[1]++
    if (own.length > 0) counts[2]++
  }
  return { found, fine, withError, withWarning }
}

/** Figures as lines of text. */
export function figuresText({ found, fine, withError, withWarning }: Figures): string {
  const share = (part: number, of: number): string => `${((100 * part) / Math.max(1, of)).toFixed(1)} %`
  const rows = Object.entries(found)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(
      ([level, [texts, byPhrase, byAny]]) =>
        `  ${level.padEnd(18)} ${String(texts).padStart(5)} texts, by phrase ${share(byPhrase, texts).padStart(7)}, at all ${share(byAny, texts).padStart(7)}`,
    )
  return [
    ...rows,
    `  fine               ${String(fine).padStart(5)} texts, with an error ${share(withError, fine)}, with a warning ${share(withWarning, fine)}`,
  ].join('\n')
}

/** The findings in texts that should have none. */
export function alarmsIn(
  paragraphs: readonly string[],
  read: ClaimReader,
  isError: (rule: string) => boolean,
): { readonly paragraphs: number; readonly errors: number; readonly warnings: number } {
  let [errors, warnings] = [0, 0]
  for (const paragraph of paragraphs) {
    const { claims } = read(new Passage(readText(paragraph)))
    if (claims.some(({ isDoubtful, rule }) => !isDoubtful && isError(rule))) errors++
    else if (claims.length > 0) warnings++
  }
  return { paragraphs: paragraphs.length, errors, warnings }
}
