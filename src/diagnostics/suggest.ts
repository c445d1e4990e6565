import leven from 'leven'

/**
 * The candidate that was probably meant: the nearest one, if it is near enough to be a slip of the finger.
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

/** The candidate that begins a name, or that it begins: `phonenumber` is `phone`. Addresses all begin alike. */
function longerOrShorter(written: string, candidates: Iterable<string>): string | undefined {
  const lower = written.toLowerCase()
  return [...candidates].find(candidate => {
    const other = candidate.toLowerCase()
    const [short, long] = lower.length < other.length ? [lower, other] : [other, lower]
    return short.length >= 4 && long.startsWith(short) && !long.includes('/')
  })
}

/** Letters to add, drop or change; two neighbours that changed places are one slip, the commonest there is. */
function slips(written: string, meant: string): number {
  const first = [...meant].findIndex((letter, index) => letter !== written[index])
  const swapped =
    written.slice(0, first) + (written[first + 1] ?? '') + (written[first] ?? '') + written.slice(first + 2)
  return first !== -1 && swapped === meant ? 1 : leven(written, meant)
}

/** Names that a hint lists: there may be thousands of brands. */
const mostNames = 60

/** `Did you mean "phone"?`, or what there is to choose from, or nothing to say. */
export function didYouMean(
  written: string,
  candidates: readonly string[],
  what = 'Known',
): string | undefined {
  const near = suggest(written, candidates) ?? longerOrShorter(written, candidates)
  if (near !== undefined) return `Did you mean "${near}"?`
  if (candidates.length === 0) return undefined
  const others = candidates.length - mostNames
  const named = candidates.slice(0, mostNames).join(', ')
  return `${what}: ${named}${others > 0 ? `, and ${others} more` : ''}.`
}
