import leven from 'leven'

/**
 * The candidate that was probably meant: the nearest one, if it is near enough to be a slip of the finger.
 *
 * `suggest('phon', ['phone', 'email'])` → `'phone'`; `suggest('x', ['phone'])` → `undefined`
 */
export function suggest(written: string, candidates: Iterable<string>): string | undefined {
  let best: string | undefined
  let bestDistance = Math.max(1, Math.floor(Math.min(written.length, 12) / 3)) + 1
  for (const candidate of candidates) {
    const distance = leven(written.toLowerCase(), candidate.toLowerCase())
    if (distance < bestDistance) [best, bestDistance] = [candidate, distance]
  }
  return best
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
