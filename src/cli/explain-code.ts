// `imprint explain <code>`: what a diagnostic code or a content rule means, with an example and a remedy.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { diagnostic, didYouMean } from '../diagnostics/index.ts'
import { exitCodes } from './exit-codes.ts'
import { cannotBegin, packageRoot } from './project.ts'
import type { Reporter } from './report/reporter.ts'

/** An entry of lib/explanations.json, which scripts/docs/explanations.ts makes. */
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
  const found = all.find(({ code }) => code === word) ?? all.find(({ code }) => code === `compliance/${word}`)
  if (found === undefined) {
    const problem = diagnostic('usage/unknown-key', `There is no code or content rule "${word}".`, {
      hint: didYouMean(
        word,
        all.map(({ code }) => code),
        'Codes',
      ),
    })
    return cannotBegin(reporter, [problem])
  }
  reporter.result(printed(found))
  reporter.document({ ok: true, brands: [], explained: found, diagnostics: [] })
  return exitCodes.done
}

function printed({ code, severity, means, basis, examples, remedies }: Explanation): string {
  const indented = (text: string): string => text.replace(/^(?=.)/gm, '  ')
  const sections = [
    `${code}  ${severity}`,
    means,
    ...(basis === undefined ? [] : [`Basis: ${basis}.`]),
    ...(examples.length === 0 ? [] : [`Example:\n${examples.slice(0, 1).map(indented).join('\n\n')}`]),
    `What to do:\n${remedies.map(remedy => `  - ${remedy}`).join('\n')}`,
  ]
  return `${sections.join('\n\n')}\n`
}
