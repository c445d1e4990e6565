// `imprint explain <code>`: the meaning of a diagnostic code or a content rule, with an example and a remedy.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { diagnostic, suggest } from '../diagnostics/index.ts'
import { exitCodes } from './command-line/exit-codes.ts'
import { cannotBegin, packageRoot } from './project.ts'
import type { Reporter } from './report/reporter.ts'

/** An entry of lib/explanations.json, made by scripts/docs/explanations.ts. */
interface Explanation {
  readonly code: string
  readonly severity: string
  readonly means: string
  readonly basis?: string
  readonly examples: readonly string[]
  readonly remedies: readonly string[]
}

export function explainCode(word: string, reporter: Reporter): number {
  const all: readonly Explanation[] = JSON.parse(
    readFileSync(join(packageRoot, 'lib/explanations.json'), 'utf8'),
  )
  const explanation =
    all.find(({ code }) => code === word) ?? all.find(({ code }) => code === `compliance/${word}`)
  if (explanation === undefined) {
    const message = `There is no code or content rule "${word}".`
    return cannotBegin(reporter, [diagnostic('usage/unknown-key', message, { hint: hintFor(word, all) })])
  }
  reporter.conclude(printed(explanation), { explained: explanation })
  return exitCodes.done
}

/** Suggests the code that was probably meant, or the codes of its group, or the page that lists them all. */
function hintFor(word: string, all: readonly Explanation[]): string {
  const name = word.replace(/^compliance\//, '')
  const codes = all.map(({ code }) => code.replace(/^compliance\//, ''))
  const near = suggest(name, codes)
  if (near !== undefined) return `Did you mean "${near}"?`
  const group = name.slice(0, name.indexOf('/') + 1)
  const related = group === '' ? [] : codes.filter(code => code.startsWith(group))
  return related.length > 0
    ? `Related codes: ${related.join(', ')}.`
    : 'See docs/reference/diagnostics.md and docs/reference/content-rules.md in the package for all of them.'
}

function printed({ code, severity, means, basis, examples, remedies }: Explanation): string {
  const indented = (text: string): string => text.replace(/^(?=.)/gm, '  ')
  const sections = [
    `${code}  ${severity}`,
    ...(remedies.includes(means) ? [] : [means]),
    ...(basis === undefined ? [] : [`Basis: ${basis}.`]),
    ...(examples.length === 0 ? [] : [`Example:\n${examples.slice(0, 1).map(indented).join('\n\n')}`]),
    `What to do:\n${remedies.map(remedy => `  - ${remedy}`).join('\n')}`,
  ]
  return `${sections.join('\n\n')}\n`
}
