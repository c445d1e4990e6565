// The problems of a brand as its server sends them, and the text made from them. No DOM in this file: the server uses it
// for the index page.

export interface Problem {
  readonly severity: 'error' | 'warning' | 'info'
  /** As a terminal prints it, without colour. */
  readonly text: string
  /** The place to open in an editor. */
  readonly place?: { readonly file: string; readonly line: number; readonly column: number }
  /** The addresses of the pages it concerns; undefined if it may concern any page. */
  readonly pages?: readonly string[]
}

export interface BrandReport {
  /** Its id. */
  readonly brand: string
  /** Whether a build would fail. */
  readonly failed: boolean
  /** Whether the last good site is shown. */
  readonly outdated: boolean
  /** Whether every page has been checked. */
  readonly checked: boolean
  readonly problems: readonly Problem[]
}

/** The errors, then the warnings, in the order given. */
export function problemsToShow(problems: readonly Problem[]): Problem[] {
  return (['error', 'warning'] as const).flatMap(severity =>
    problems.filter(problem => problem.severity === severity),
  )
}

/**
 * Whether a problem is shown over a page or only counted in its corner: an error of that page or of the whole brand, or the
 * reason for a missing page, is shown over it.
 */
export function coversPage({ severity, pages }: Problem, address: string, isGone: boolean): boolean {
  const isOfPage = pages?.includes(address.replace(/(?:index\.html|\/?)$/, '/').replace('//', '/'))
  return isOfPage === undefined ? severity === 'error' : isOfPage && (severity === 'error' || isGone)
}

/** `1 error, 2 warnings`; empty if there is neither. */
export function countBySeverity(problems: readonly Problem[]): string {
  return (['error', 'warning'] as const)
    .map(severity => ({ severity, count: problems.filter(problem => problem.severity === severity).length }))
    .filter(({ count }) => count > 0)
    .map(({ severity, count }) => counted(count, severity))
    .join(', ')
}

/** `1 problem`, `2 problems` */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

interface TextPart {
  readonly kind: 'place' | 'severity' | 'message' | 'frame' | 'hint'
  readonly text: string
}

/** Splits a problem's text into parts that are styled differently; joined, they give the text again. */
export function partsOf({ severity, text }: Problem): TextPart[] {
  const parts: TextPart[] = []
  const firstLine = new RegExp(`^(\\S.*?:\\d+:\\d+ {2})?(${severity})( {2}[\\s\\S]*)$`)
  const [, place, word, rest = text] = firstLine.exec(text) ?? []
  if (place !== undefined) parts.push({ kind: 'place', text: place })
  if (word !== undefined) parts.push({ kind: 'severity', text: word })
  for (const line of rest.split(/(?<=\n)/)) {
    const kind = /^ {2} *\d* \| /.test(line) ? 'frame' : line.startsWith('  → ') ? 'hint' : 'message'
    const last = parts.at(-1)
    if (last?.kind === kind) parts[parts.length - 1] = { kind, text: last.text + line }
    else parts.push({ kind, text: line })
  }
  return parts
}
