// Ids of headings: `## What it costs` can be linked to as `#what-it-costs`.

import GithubSlugger from 'github-slugger'
import type { Markup } from './markup.ts'

/**
 * Ids that the package's templates use; no heading on any page may have them. The ids of other templates are known when a page is
 * rendered (`render/pieces.ts`).
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

/** The slugger's counters, as if each of these names had already been used. */
const reserved = Object.fromEntries(reservedAnchors.map(anchor => [anchor, 0]))

/** Returns a function that gives each heading in a document its own id. Equal headings are numbered in order. */
export function createAnchors(): (heading: string) => string {
  const slugger = new GithubSlugger()
  Object.assign(slugger.occurrences, reserved)
  // An id that starts with a digit needs an escape in a CSS selector.
  return heading => slugger.slug(/^\p{L}/u.test(heading) ? heading : `section ${heading}`)
}

/**
 * Lets a document link to its own headings as on GitHub: `#faq` for "FAQ" and `#1-apply` for "1. Apply", although these
 * headings have different ids here.
 */
export function withOwnAnchors(markup: Markup): Markup {
  if (!markup.links.some(({ url }) => url.startsWith('#'))) return markup
  const html = markup.parts.filter(part => typeof part === 'string').join('')
  const ids = new Set([...html.matchAll(/<h[1-6] id="([^"]*)"/g)].map(([, id]) => id))
  const links = markup.links.map(link => {
    const name = link.url.slice(1)
    if (!link.url.startsWith('#') || ids.has(name)) return link
    const id = [`section-${name}`, ...(name in reserved ? [`${name}-1`] : [])].find(id => ids.has(id))
    return id === undefined ? link : { ...link, url: `#${id}` }
  })
  return { ...markup, links }
}
