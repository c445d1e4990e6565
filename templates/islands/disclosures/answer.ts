// The provider's answer to a request for its disclosures. Read only here, also for the templates, so that a text looks the same
// whether it is in the page or loaded later. No DOM in this file.

/** One disclosure, as the provider names and words it. */
export interface Disclosure {
  readonly heading: string
  readonly text: string
}

export interface Disclosures {
  /** Text of the header's tooltip; absent if the provider sends none. */
  readonly advertiser?: string
  /** The entries of the footer's grid, in the provider's order. */
  readonly entries: readonly Disclosure[]
}

/** The entry with this heading is the tooltip's. Without one, the first entry is skipped in the footer. */
const advertiserHeading = 'Advertiser Disclosure'

/** No legal text is longer; a longer answer is something else. */
export const maximumBytes = 256 * 1024

/** Reads the body of an answer. Throws for anything but a non-empty object of strings. */
export function parseAnswer(body: string): Disclosures {
  const answer: unknown = JSON.parse(body)
  const texts = answer && typeof answer === 'object' && !Array.isArray(answer) ? Object.entries(answer) : []
  if (!texts.length || texts.some(([, text]) => typeof text !== 'string')) {
    throw new TypeError('The answer is not an object of texts.')
  }
  const advertiser = texts.find(([heading]) => heading === advertiserHeading)
  const entries = texts
    .filter((entry, index) => (advertiser ? entry !== advertiser : index))
    .map(([heading, text]) => ({ heading, text }))
  return advertiser ? { advertiser: advertiser[1], entries } : { entries }
}

/** The paragraphs of a text, which blank lines separate. */
export function paragraphsOf(text: string): string[] {
  return text
    .split(/\n\s*\n/)
    .map(paragraph => paragraph.trim())
    .filter(Boolean)
}
