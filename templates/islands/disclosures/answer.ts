// Reads the provider's response to a request for its disclosures. Templates use this file too, so that a disclosure looks the
// same whether it is in the page or loaded later. It uses no DOM.

/** One disclosure, with the provider's heading and text. */
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

/** No legal text is this long, so a larger response must be something else. */
export const maximumBytes = 256 * 1024

/** Reads the body of a response. Throws unless it is a non-empty object of strings. */
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

/** Splits text into paragraphs at blank lines. */
export function paragraphsOf(text: string): string[] {
  return text
    .split(/\n\s*\n/)
    .map(paragraph => paragraph.trim())
    .filter(Boolean)
}
