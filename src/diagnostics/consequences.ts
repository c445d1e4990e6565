// One mistake is one problem: its message counts the consequences.

import { compareText, type Diagnostic } from './diagnostic.ts'
import { counted } from './words.ts'

/**
 * Reports each mistake once, with its consequences: the worst severity of all, the page that would be lost, and the number of
 * dead links. A consequence whose cause is not among the problems is reported separately.
 */
export function foldConsequences(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  const causes = new Map<string, Diagnostic>()
  const followers = new Map<string, Diagnostic[]>()
  for (const problem of diagnostics) {
    const { file, line, column, causedBy } = problem
    if (causedBy !== undefined) {
      const place = placeOf(causedBy.file, causedBy.line, causedBy.column)
      followers.set(place, [...(followers.get(place) ?? []), problem])
    } else if (problem.severity !== 'info' && !causes.has(placeOf(file, line, column))) {
      causes.set(placeOf(file, line, column), problem)
    }
  }
  if (followers.size === 0) return [...diagnostics]
  /** The cause in each file that is left out. */
  const causesOfAbsence = new Map<string, Diagnostic>()
  const folded = diagnostics.flatMap(problem => {
    const { file, line, column, causedBy, ...rest } = problem
    if (causedBy !== undefined) {
      const isFolded = causes.has(placeOf(causedBy.file, causedBy.line, causedBy.column))
      return isFolded ? [] : [{ ...rest, ...(file !== undefined && { file, line, column }) } as Diagnostic]
    }
    const place = placeOf(file, line, column)
    const following = causes.get(place) === problem ? followers.get(place) : undefined
    if (following === undefined) return [problem]
    const cause = withConsequences(problem, following)
    if (file !== undefined && leavesOut(problem)) causesOfAbsence.set(file, cause)
    return [cause]
  })
  // The file's other mistakes have the same consequences.
  return folded.map(problem => {
    const cause = leavesOut(problem) ? causesOfAbsence.get(problem.file ?? '') : undefined
    if (cause === undefined) return problem
    const { severity, brand } = cause
    return { ...problem, severity, ...(brand !== undefined && { brand }) }
  })
}

function placeOf(file = '', line = 0, column = 0): string {
  return `${file}:${line}:${column}`
}

function withConsequences(cause: Diagnostic, following: readonly Diagnostic[]): Diagnostic {
  const lost = following.find(({ code }) => code === 'site/would-disappear')
  const redirects = following.filter(({ code }) => code === 'redirect/unknown-target').length
  const links = following.length - redirects - (lost === undefined ? 0 : 1)
  const counts = [
    ...(links > 0 ? [counted(links, 'link')] : []),
    ...(redirects > 0 ? [counted(redirects, 'redirect')] : []),
  ].join(' and ')
  const leads = counts === '' ? '' : `${counts} ${links + redirects === 1 ? 'leads' : 'lead'} to it`
  const [, what = '', outcome, before = ''] = outcomeOf.exec(cause.message) ?? [
    undefined,
    `${cause.message} `,
  ]
  const fate = lost?.message.replace(/ would disappear: .*$/, ' would disappear') ?? outcome
  const ends = [...(fate === undefined ? [] : [fate + before]), ...(leads === '' ? [] : [leads])]
  const isError = following.some(({ severity }) => severity === 'error')
  const brand = cause.brand ?? following.find(({ brand }) => brand !== undefined)?.brand
  const hints = [
    cause.hint,
    lost?.hint?.replace(/^.*?, add/, 'To publish without the page, add'),
    // Its own code is replaced.
    lost && `"imprint explain ${cause.code}" explains the mistake.`,
  ]
  const hint = hints.filter(text => text !== undefined).join(' ')
  return {
    ...cause,
    ...(isError && { severity: 'error' }),
    ...(lost && { code: lost.code }),
    message: `${what}${ends.join(', and ')}.`,
    ...(brand !== undefined && { brand }),
    ...(hint !== '' && { hint }),
  }
}

/** The end of a message about an article or page that is left out, with the links that lead to it. */
const outcomeOf = /^([\s\S]* )(The (?:article|page) is left out)((?:, and [\w ]+ leads? to it)?)\.$/

function leavesOut({ message }: Diagnostic): boolean {
  return outcomeOf.test(message)
}

/** Reports once the values that several brands share, at the last of their files. */
export function withoutRepeats(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  const shared = new Map<string, Diagnostic>()
  for (const problem of diagnostics) {
    const group = shared.get(problem.message)
    if (isShared(problem) && compareText(group?.file ?? '', problem.file ?? '') <= 0)
      shared.set(problem.message, problem)
  }
  return diagnostics.filter(problem => !isShared(problem) || shared.get(problem.message) === problem)
}

function isShared({ code }: Diagnostic): boolean {
  return code === 'fleet/shared-value'
}

/** A problem without its brand. Equal problems of several brands count as one. */
export function inAnyBrand({ brand: _, ...problem }: Diagnostic): string {
  return JSON.stringify(problem)
}
