// Fragments of headings: `## What it costs` can be linked to as `#what-it-costs`.

import GithubSlugger from 'github-slugger'

/**
 * Fragments that the package's templates use; no heading on any page may have them. The ids of other templates
 * are known when a page is rendered (`render/pieces.ts`).
 */
export const reservedAnchors = [
  'header',
  'main',
  'form',
  'advantages',
  'steps',
  'faq',
  'articles',
  'footer',
  'contact',
  'disclosures',
  'advertiser-disclosure',
  'advantages-title',
  'blog-title',
  'disclosures-title',
  'faq-title',
  'form-title',
  'steps-title',
] as const

/** The slugger's count of each name once it has given the name away. */
const reserved = Object.fromEntries(reservedAnchors.map(anchor => [anchor, 0]))

/** Returns a function that gives each heading of a text an anchor of its own. Equal headings are numbered in order. */
export function createAnchors(): (heading: string) => string {
  const slugger = new GithubSlugger()
  Object.assign(slugger.occurrences, reserved)
  // An id that starts with a digit cannot be written plainly in a CSS selector.
  return heading => slugger.slug(/^\p{L}/u.test(heading) ? heading : `section ${heading}`)
}
