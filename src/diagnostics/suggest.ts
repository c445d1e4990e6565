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

/** Letters to add, drop or change; two neighbours that changed places are one slip, the commonest there is. */
function slips(written: string, meant: string): number {
  const first = [...meant].findIndex((letter, index) => letter !== written[index])
  const swapped =
    written.slice(0, first) + (written[first + 1] ?? '') + (written[first] ?? '') + written.slice(first + 2)
  return first !== -1 && swapped === meant ? 1 : leven(written, meant)
}

/** `Did you mean "phone"?`, or what there is to choose from, or nothing to say. */
export function didYouMean(
  written: string,
  candidates: readonly string[],
  what = 'Known',
): string | undefined {
  const near = suggest(written, candidates)
  if (near !== undefined) return `Did you mean "${near}"?`
  return candidates.length > 0 ? `${what}: ${candidates.join(', ')}.` : undefined
}
