// The claims on a page that the brand may not make.

import type { Severity } from '../../diagnostics/index.ts'
import type { Claim } from '../claims/claims.ts'
import type { ReadBlock } from '../pages/reading.ts'
import type { RuleInfo } from '../rules.ts'
import { type JudgedBrand, type JudgedPage, maximumOf } from '../verdict.ts'
import { wordsOf } from '../words/text.ts'
import type { PageInput } from './page-input.ts'

export function judgeClaims({ page, blocks, speaking, brand, rules, add }: PageInput): void {
  // A text that is both the title and the og:title is judged once.
  const seen = new Set<string>()
  let visibleWords: string | undefined
  for (const [, { block, said }] of speaking) {
    for (const claim of said.claims) {
      // The model was trained on sentences, and keywords are not sentences.
      if (claim.by === 'model' && block.tag === '@keywords') continue
      const key = `${claim.rule}\0${claim.sentence}`
      if (seen.has(key)) continue
      seen.add(key)
      if (block.tag === '@json') {
        // The answers in FAQ data are also on the page, with their lists.
        visibleWords ??= wordsShown(blocks)
        if (visibleWords.includes(wordsOf(claim.sentence).trim())) continue
      }
      const info = rules.infos.get(claim.rule)
      if (info === undefined || isAllowed(info, brand)) continue
      const severity = severityOf(claim, info, page)
      add({
        rule: claim.rule,
        by: claim.by,
        ...(claim.by === 'model' && { because: claim.because }),
        ...(severity !== undefined && { severity }),
        quote: claim.sentence,
        context: block.text,
        problem: problemOf(claim, info),
      })
    }
  }
}

function wordsShown(blocks: readonly ReadBlock[]): string {
  return blocks
    .filter(({ block }) => !block.tag.startsWith('@') && !block.whole)
    .map(({ block }) => wordsOf(block.text))
    .join('')
    .replace(/ +/g, ' ')
}

/** Whether brand.yaml supports claims of this kind. */
function isAllowed({ id, when }: RuleInfo, { values }: JudgedBrand): boolean {
  switch (when) {
    case 'not-lenders-only':
      return values.leadBuyers === 'lenders-only'
    case 'unsubstantiated':
      return values.substantiation?.some(({ rule }) => rule === id) === true
    case 'no-badge-record':
      return (values.badges ?? []).length > 0
    case 'usual-maximum':
      return maximumOf(values) > 1000
    case undefined:
      return false
  }
}

/**
 * The severity, if it differs from the rule's. A finding that the model doubts or makes on its own is never an error, and an
 * educational text may discuss claims.
 */
function severityOf(
  { isDoubtful, rule }: Claim,
  info: RuleInfo,
  { audience }: JudgedPage,
): Severity | undefined {
  const isGrave = info.severity === 'error'
  if (audience === 'educational' && rule.startsWith('claim/'))
    return isGrave && !isDoubtful ? 'warning' : 'info'
  return isGrave && isDoubtful ? 'warning' : undefined
}

function problemOf(
  { by, isDoubtful, words, because }: Claim,
  { says = 'breaks the rule' }: RuleInfo,
): string {
  if (by === 'phrase')
    return `says "${words}"${isDoubtful ? ' (possibly a false alarm, so have a person check it)' : ''}`
  return `reads as if it ${says} (${because.map(group => `"${group}"`).join(', ')}); have a person check it`
}
