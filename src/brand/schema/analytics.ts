// `analytics` and `verification`: third-party tags on the pages.

import * as z from 'zod'
import { checkedString, issueOf, text as line, matching, shown } from '../../yaml/index.ts'
import { hostPattern, originPattern } from './values.ts'

/** Companies whose tags Imprint knows; `render/policy.ts` has what the policy allows each of them. */
const vendors = ['google-ads', 'meta', 'bing'] as const
export type Vendor = (typeof vendors)[number]

/** What a page may be allowed to load from an origin. */
const tagUses = ['script', 'img', 'connect', 'frame'] as const
export type TagUse = (typeof tagUses)[number]

const tagOrigin = checkedString('brand/invalid-url', value => {
  const host = /^https:\/\/(?:\*\.)?([^/]+)$/.exec(value)?.[1]
  return host !== undefined && hostPattern.test(host)
    ? undefined
    : {
        message: `is ${JSON.stringify(value)}, which is not an https origin.`,
        hint: 'Write it like "https://tags.example" or "https://*.tags.example", without a path or trailing slash.',
      }
})

/** A code from a search engine or ad network, without the tag around it. */
const verificationCode = matching(
  /^[A-Za-z0-9_=.-]{6,120}$/,
  'is not a verification code.',
  'Write only the value of the "content" attribute in the tag that you were given.',
).meta({ examples: ['a1B2c3D4e5F6'] })

/** For each company, the name of the `<meta>` tag that its verification reads. */
export const verificationNames = {
  google: 'google-site-verification',
  bing: 'msvalidate.01',
  meta: 'facebook-domain-verification',
  pinterest: 'p:domain_verify',
  yandex: 'yandex-verification',
} as const
const verifiers: Readonly<Record<keyof typeof verificationNames, string>> = {
  google: 'Google Search Console',
  bing: 'Bing Webmaster Tools',
  meta: 'Meta’s domain verification',
  pinterest: 'Pinterest',
  yandex: 'Yandex Webmaster',
}

export const analytics = z
  .strictObject({
    gtm: matching(
      /^GTM-[A-Z0-9]{4,9}$/,
      'is not a Google Tag Manager container id.',
      'A container id looks like "GTM-ABC1234".',
    )
      .optional()
      .meta(shown('Google Tag Manager container id', 'GTM-ABC1234')),
    ga4: matching(
      /^G-[A-Z0-9]{4,12}$/,
      'is not a GA4 measurement id.',
      'A measurement id looks like "G-ABC123DEF4".',
    )
      .optional()
      .meta(shown('Google Analytics 4 measurement id', 'G-ABCDE12345')),
    vendors: z
      .array(z.enum(vendors))
      .min(1)
      .optional()
      .describe(
        'Companies whose tags the tag manager may load; the pages’ policy allows what those tags need',
      )
      .meta({ examples: [['google-ads']] }),
    allow: z
      .array(
        z.strictObject({
          origin: tagOrigin
            .describe('"https://tags.example", or "https://*.tags.example" for all its subdomains')
            .meta({ pattern: originPattern, examples: ['https://tags.example', 'https://*.tags.example'] }),
          for: z
            .array(z.enum(tagUses))
            .min(1)
            .describe('What pages may load from this origin')
            .meta({ examples: [['script', 'connect']] }),
          purpose: line(200)
            .describe('Why the origin is allowed')
            .meta({ examples: ['Chat conversions'] }),
        }),
      )
      .min(1)
      .optional()
      .describe('Other origins that the pages’ policy allows')
      .meta({ examples: [[{ origin: 'https://tags.example', for: ['script'], purpose: 'Chat' }]] }),
  })
  .check(context => {
    const { gtm, ga4, vendors: named } = context.value
    if (named === undefined || gtm !== undefined || ga4 !== undefined) return
    const message = 'names tags, but nothing loads them.'
    const hint = 'Add "gtm: GTM-…" for the container with these tags, or remove "vendors".'
    context.issues.push(issueOf({ message, hint }, ['vendors']))
  })
  .optional()
  .describe('Analytics and advertising tags; none by default')

export const verification = z
  .strictObject(
    Object.fromEntries(
      Object.entries(verifiers).map(([company, what]) => [
        company,
        verificationCode
          .optional()
          .describe(`Code from ${what}: the value of the "content" attribute in its tag`),
      ]),
    ) as Record<keyof typeof verificationNames, z.ZodOptional<typeof verificationCode>>,
  )
  .optional()
  .describe('Codes on the home page that prove to search engines and ad networks who owns the site')
