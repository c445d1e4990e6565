// Content Security Policy. Each page has one in a meta tag with the hashes of exactly the script and styles in it, computed from
// its final bytes; `_headers` repeats them for groups of pages. 'unsafe-inline' is never used for scripts, and for styles only if
// a script widget runs: its script may do anything in the page, so its own styles add no risk.

import { createHash } from 'node:crypto'
import type { Certificates, TagUse, Vendor } from '../brand/index.ts'
import type { SiteView } from '../site/index.ts'

/** Hashes of a page's inline scripts and styles: `'sha256-…'`. */
export interface InlineHashes {
  readonly scripts: readonly string[]
  readonly styles: readonly string[]
}

/** The hashes of several pieces of HTML, in order. */
export function joinHashes(all: readonly InlineHashes[]): InlineHashes {
  return { scripts: all.flatMap(hashes => hashes.scripts), styles: all.flatMap(hashes => hashes.styles) }
}

export function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}

/** The part of a site that its policies depend on. */
export type PolicyBasis = Pick<SiteView, 'provider' | 'analytics' | 'thirdParties'>

/**
 * The policy of a page as one line.
 * @param delivery A meta tag cannot contain `frame-ancestors`, so it is left out there.
 */
export function contentSecurityPolicy(
  site: PolicyBasis,
  hashes: InlineHashes,
  form: boolean,
  delivery: 'meta' | 'header',
): string {
  const { origin: provider, mode, allow, inlineStyles } = site.provider
  const widget = form ? [provider, ...allow] : []
  // In a frame, the provider's page has its own policy, and its scripts never run in this page.
  const inPage = mode === 'script' ? widget : []
  const tags = tagSources(site, form)
  const directives = [
    ["default-src 'none'"],
    ["script-src 'self'", ...hashes.scripts, ...inPage, ...tags.script],
    // A hash beside 'unsafe-inline' would make browsers ignore it.
    ['style-src', ...(form && inlineStyles ? ["'unsafe-inline'"] : hashes.styles), ...inPage],
    ["img-src 'self' data:", ...inPage, ...tags.img],
    ["font-src 'self'", ...(inPage.length > 0 ? ['data:', ...inPage] : [])],
    // The home page, which always has the form, contains its manifest.
    ["manifest-src 'self'", ...(form ? ['data:'] : [])],
    // The disclosures are fetched on every page.
    ["connect-src 'self'", provider, ...inPage.slice(1), ...tags.connect],
    ...(form || tags.frame.length > 0 ? [['frame-src', ...widget, ...tags.frame]] : []),
    form ? ['form-action', ...widget] : ["form-action 'none'"],
    ["base-uri 'none'"],
    ...(delivery === 'header' ? [["frame-ancestors 'none'"], ['upgrade-insecure-requests']] : []),
  ]
  return directives.map(words => words.join(' ')).join('; ')
}

type Sources = Readonly<Record<TagUse, readonly string[]>>

const measurement: Sources = {
  script: ['https://www.googletagmanager.com'],
  img: collectors(),
  connect: collectors(),
  frame: [],
}

function collectors(): readonly string[] {
  return [
    'https://*.google-analytics.com',
    'https://*.analytics.google.com',
    'https://*.googletagmanager.com',
  ]
}

const googleAds = [
  'https://www.googleadservices.com',
  'https://googleads.g.doubleclick.net',
  'https://pagead2.googlesyndication.com',
  'https://www.google.com',
  'https://google.com',
]

/**
 * The sources that each company's tags need for conversions and audiences, from its own documentation: Google's guide "Use Tag
 * Manager with a Content Security Policy" (https://developers.google.com/tag-platform/security/guides/csp), Meta's for its pixel,
 * Microsoft's for UET. They are listed one by one, because a policy is worth only what it leaves out.
 */
const vendorSources: Readonly<Record<Vendor, Sources>> = {
  'google-ads': {
    script: googleAds.slice(0, 4),
    img: googleAds,
    connect: googleAds,
    frame: ['https://td.doubleclick.net', 'https://www.googletagmanager.com'],
  },
  meta: {
    script: ['https://connect.facebook.net'],
    img: ['https://www.facebook.com'],
    connect: ['https://www.facebook.com', 'https://connect.facebook.net'],
    frame: ['https://www.facebook.com'],
  },
  bing: {
    script: ['https://bat.bing.com'],
    img: ['https://bat.bing.com', 'https://bat.bing.net'],
    connect: ['https://bat.bing.com', 'https://bat.bing.net'],
    frame: [],
  },
}

const trustedForm = ['https://cdn.trustedform.com', 'https://api.trustedform.com']
const jornaya = ['https://*.lidstatic.com', 'https://*.leadid.com']

/**
 * The sources that lead certifiers need on the page with the form: TrustedForm's come from its guide for sites with a policy,
 * Jornaya's from the hosts that its script names.
 */
const certificateSources: Readonly<Record<keyof Certificates, Sources>> = {
  trustedform: { script: trustedForm, img: trustedForm, connect: trustedForm, frame: [] },
  jornaya: { script: jornaya, img: jornaya, connect: jornaya, frame: jornaya },
}

/** The origins that the tags of a page may load from and report to, each once. */
function tagSources(
  { analytics, thirdParties = { vendors: [], allow: [] }, provider }: PolicyBasis,
  form: boolean,
): Sources {
  const certifiers = form ? (Object.keys(provider.certificates ?? {}) as (keyof Certificates)[]) : []
  const all = [
    ...(analytics === undefined ? [] : [measurement]),
    ...thirdParties.vendors.map(vendor => vendorSources[vendor]),
    ...certifiers.map(name => certificateSources[name]),
  ]
  const sourcesFor = (use: TagUse): readonly string[] => {
    const allowed = thirdParties.allow.filter(({ for: uses }) => uses.includes(use))
    return [...new Set([...all.flatMap(sources => sources[use]), ...allowed.map(({ origin }) => origin)])]
  }
  return {
    script: sourcesFor('script'),
    img: sourcesFor('img'),
    connect: sourcesFor('connect'),
    frame: sourcesFor('frame'),
  }
}
