// What is wrong with a brand, as its server says it, and the words for it. No DOM in this file: the index page is made
// of the same words.

export interface Problem {
  readonly severity: 'error' | 'warning' | 'info'
  /** As a terminal prints it, without colour. */
  readonly text: string
}

export interface BrandReport {
  /** Its id. */
  readonly brand: string
  /** A build would fail, and what is shown is the last good site. */
  readonly failed: boolean
  readonly problems: readonly Problem[]
}

/** Those that somebody has to do something about: errors first, each severity in the order given. */
export function problemsToShow(problems: readonly Problem[]): Problem[] {
  return (['error', 'warning'] as const).flatMap(severity =>
    problems.filter(problem => problem.severity === severity),
  )
}

/** `1 error, 2 warnings`, or the empty string where there is neither. */
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

export interface TextPart {
  readonly kind: 'place' | 'severity' | 'message' | 'frame' | 'hint'
  readonly text: string
}

/** A problem's text in parts that can look different; joined they are the text again. */
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
