import leven from 'leven'

/**
 * The candidate that was probably meant: the nearest one, if it is close enough to be a typing error.
 *
 * `suggest('phon', ['phone', 'email'])` and `suggest('phoen', …)` → `'phone'`; `suggest('x', ['phone'])` → `undefined`
 */
export function suggest(written: string, candidates: Iterable<string>): string | undefined {
  let best: string | undefined
  let bestDistance = Math.max(1, Math.floor(Math.min(written.length, 12) / 3)) + 1
  for (const candidate of candidates) {
    const distance = slips(written.toLowerCase(), candidate.toLowerCase())
    if (distance < bestDistance) [best, bestDistance] = [candidate, distance]
  }
  return best
}

/**
 * The candidate that begins with what was written, or the reverse: `phonenumber` suggests `phone`. Not for addresses, which all
 * begin the same way.
 */
function longerOrShorter(written: string, candidates: Iterable<string>): string | undefined {
  const lower = written.toLowerCase()
  return [...candidates].find(candidate => {
    const other = candidate.toLowerCase()
    const [short, long] = lower.length < other.length ? [lower, other] : [other, lower]
    return short.length >= 4 && long.startsWith(short) && !long.includes('/')
  })
}

/** Number of letters to add, drop or change. Two swapped neighbours, the most common slip, count as one. */
function slips(written: string, meant: string): number {
  const first = [...meant].findIndex((letter, index) => letter !== written[index])
  const swapped =
    written.slice(0, first) + (written[first + 1] ?? '') + (written[first] ?? '') + written.slice(first + 2)
  return first !== -1 && swapped === meant ? 1 : leven(written, meant)
}

/** A hint lists at most this many names: there may be thousands of brands. */
const mostNames = 60

/** `Did you mean "phone"?`, or the list of choices, or nothing. */
export function didYouMean(
  written: string,
  candidates: readonly string[],
  what = 'Known',
): string | undefined {
  const near = suggest(written, candidates) ?? longerOrShorter(written, candidates)
  return near === undefined ? choices(candidates, what) : `Did you mean "${near}"?`
}

/** `Brands: aurora, harbor.` */
export function choices(candidates: readonly string[], what: string): string | undefined {
  if (candidates.length === 0) return undefined
  const others = candidates.length - mostNames
  const named = candidates.slice(0, mostNames).join(', ')
  return `${what}: ${named}${others > 0 ? `, and ${others} more` : ''}.`
}
