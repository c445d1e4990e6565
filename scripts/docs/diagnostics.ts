// Every diagnostic code with an example and a remedy, as Markdown. They come from the catalogue and from the output of the
// command for the smallest project with each problem (test/invalid/).

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { diagnosticCodes, type Severity, severityOf } from '../../src/diagnostics/index.ts'
import { safe } from './keys.ts'

export interface Example {
  /** As the command prints it, with a code frame and the hint. */
  readonly text: string
  /** The hint. Undefined if the problem has none. */
  readonly remedy: string | undefined
}

export interface DocumentedCode {
  readonly code: string
  readonly severity: Severity
  readonly examples: readonly Example[]
}

/** All codes in the order of the catalogue. */
export function documentedCodes(root: string): DocumentedCode[] {
  return diagnosticCodes.map(code => {
    const [family = '', name = ''] = code.split('/')
    const folder = join(root, 'test', 'invalid', family)
    const cases = existsSync(folder) ? readdirSync(folder).sort() : []
    const examples = cases
      .filter(found => found === name || found.startsWith(`${name}.`))
      .map(found => join(folder, found, 'expected.txt'))
      // The test writes this file, and needs the compiled command.
      .filter(existsSync)
      .flatMap(file => examplesIn(readFileSync(file, 'utf8'), code))
    return { code, severity: severityOf(code), examples }
  })
}

/** The problems with a code in the command's output. Pure. */
export function examplesIn(said: string, code: string): Example[] {
  return (
    said
      .split(/\n(?=\S)/)
      .filter(text => new RegExp(`^(?:.*:\\d+:\\d+  )?(?:error|warning|info)  ${code}  `).test(text))
      // The brands of the tests say nothing.
      .map(text => text.replace(/ \((?:other, )?test\)$/m, ''))
      .map(text => ({ text: text.trimEnd(), remedy: /^ {2}→ ([\s\S]*)/m.exec(text)?.[1]?.trim() }))
  )
}

/** The hints of the examples that apply to any project, without the names that only the examples contain. */
export function remediesOf(examples: readonly Example[]): readonly string[] {
  const hints = examples.flatMap(({ remedy }) => remedy?.replace(/\s+/g, ' ') ?? [])
  const suggestion = /Did you mean|^(?:Brands|Keys|Allowed keys): |^Write "[^"]*"\.$|\/articles\/rent\//
  const general = hints
    .filter(hint => !suggestion.test(hint))
    .map(hint => hint.replace(/\b(brands\/|imprint [a-z ]+ )test\b/g, '$1<brand>'))
  const isSuggested = hints.some(hint => suggestion.test(hint))
  return [...(isSuggested ? ['Follow the suggestion in the hint.'] : []), ...new Set(general)]
}

/** The codes of each family, such as `brand`. */
export function familiesOf(codes: readonly DocumentedCode[]): ReadonlyMap<string, readonly DocumentedCode[]> {
  const families = new Map<string, DocumentedCode[]>()
  for (const documented of codes) {
    const family = documented.code.split('/')[0] as string
    families.set(family, [...(families.get(family) ?? []), documented])
  }
  return families
}

/** The address of a code: `/reference/diagnostics/brand/#brandinvalid-phone` */
export function codeAddress(code: string): string {
  const [family] = code.split('/')
  return `/reference/diagnostics/${family}/#${code.replace('/', '')}`
}

export const severityNames = { error: 'An error', warning: 'A warning', info: 'A note', off: 'Off' }

/** Whether an error is only a warning if it concerns one article or page, as in the example. */
export function isMilder(severity: string, examples: readonly Example[]): boolean {
  return severity === 'error' && / {2}warning {2}/.test(examples[0]?.text.split('\n')[0] ?? '')
}

export const milder = 'in an article or a page, a warning, because only this article or page is affected'

/** The page of a family, such as `brand/…`. */
export function familyPage(codes: readonly DocumentedCode[], meaningOf: (code: string) => string): string {
  return codes
    .map(({ code, severity, examples }) => {
      return [
        `## \`${code}\``,
        ...(meaningOf(code) === '' ? [] : [safe(meaningOf(code))]),
        `${severityNames[severity]}${isMilder(severity, examples) ? `; ${milder}` : ''}. What to do:`,
        remediesOf(examples)
          .map(remedy => `- ${safe(remedy)}`)
          .join('\n'),
        ...examples.map(({ text }) => `~~~text\n${text}\n~~~`),
      ].join('\n\n')
    })
    .join('\n\n')
}
