// What the provider answers when it is asked for its disclosures. Read here and nowhere else; also by the templates,
// so that a text looks the same whether it was there from the start or came later. No DOM in this file.

/** One disclosure, as the provider names and words it. */
export interface Disclosure {
  readonly heading: string
  readonly text: string
}

export interface Disclosures {
  /** Text of the header's tooltip; absent where the provider sends none. */
  readonly advertiser?: string
  /** What the footer's grid shows, in the provider's order. */
  readonly entries: readonly Disclosure[]
}

/** The entry that is the tooltip's. Without one, the first entry is skipped in the footer. */
const advertiserHeading = 'Advertiser Disclosure'

/** No legal text is longer; an answer that is, is something else. */
export const maximumBytes = 256 * 1024

/** Reads the body of an answer. Throws for anything but an object of strings with something in it. */
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

/** The paragraphs of a text: blank lines part them. */
export function paragraphsOf(text: string): string[] {
  return text
    .split(/\n\s*\n/)
    .map(paragraph => paragraph.trim())
    .filter(Boolean)
}
