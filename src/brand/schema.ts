// The keys of `brand.yaml` and their rules. Everything is strict: an unknown key is an error. The defaults are in
// `brandDefaults`, which is every brand's weakest layer.

import * as z from 'zod'
import { issueOf, keysAt, kindAt, type Located, text as line } from '../yaml/index.ts'
import { defaultLocale, hosts, isSlug, states } from './allowed-values.ts'
import { sourceNames } from './leads.ts'
import { analytics, verification } from './schema/analytics.ts'
import { complianceKeys } from './schema/compliance.ts'
import { provider } from './schema/provider.ts'
import { theme } from './schema/theme.ts'
import {
  email,
  formId,
  host,
  locale,
  money,
  notBoth,
  pagePath,
  phone,
  siteUrl,
  slug,
  slugPattern,
} from './schema/values.ts'

const articles = z
  .strictObject({
    only: z
      .array(slug)
      .optional()
      .describe('Show these articles and no others')
      .meta({ examples: [['borrowing-rules']] }),
    except: z
      .array(slug)
      .optional()
      .describe('Show all articles except these')
      .meta({ examples: [['borrowing-rules']] }),
    listLimit: z
      .int()
      .min(1)
      .max(200)
      .describe('Maximum number of articles in a list; if there are more, the list links to all of them'),
  })
  .check(notBoth)
  .meta({ description: 'Which articles the brand shows', not: { required: ['only', 'except'] } })

const brandKeys = z.strictObject({
  extends: z
    .union(
      [z.string(), z.array(z.string()).min(1)],
      'Name a brand or base, or list several: "[aurora, _es]".',
    )
    .optional()
    .describe('Brand or base that this brand inherits from; in a list, later entries take precedence')
    .meta({ examples: ['_house', ['aurora', '_es']] }),
  alternateOf: z
    .string()
    .optional()
    .describe('Id of the brand whose site this one translates; the two sites link to each other')
    .meta({ pattern: slugPattern, examples: ['aurora'] }),
  canonicalOf: z
    .string()
    .optional()
    .describe('Id of the brand whose copy of shared articles search engines should list')
    .meta({ pattern: slugPattern, examples: ['aurora'] }),
  index: z
    .boolean()
    .describe('Whether search engines may list the site; false for a site that is only for paid traffic')
    .meta({ examples: [false] }),
  environments: z
    .record(z.string(), z.record(z.string(), z.unknown()))
    .check(context => {
      for (const name of Object.keys(context.value).filter(name => !isSlug(name))) {
        const hint = 'Use lowercase letters, digits and single hyphens, for example "staging".'
        context.issues.push(issueOf({ message: 'is not a valid environment name.', hint }, [name]))
      }
    })
    .optional()
    .describe(
      'Values for each environment, used in builds with "--env <name>". Pages of such builds ask search engines not to list them',
    )
    .meta({ examples: [{ staging: { siteUrl: 'https://staging.brand.example' } }] }),
  name: line(80)
    .describe('Brand name that visitors see')
    .meta({ examples: ['Second Chance'] }),
  siteUrl: siteUrl
    .describe('Address of the site: an https origin, with a path if the site is under one; no trailing slash')
    .meta({ pattern: '^https://[^/?#\\s]+(?:/[A-Za-z0-9._~-]+)*$', examples: ['https://www.brand.example'] }),
  host: z
    .enum(hosts)
    .optional()
    .describe('Host that serves the site; a build writes the configuration files for it'),
  hostFiles: z
    .boolean()
    .describe(
      'Whether "public/" may contain files that hosts run or read as configuration, such as _worker.js and web.config',
    )
    .meta({ examples: [true] }),
  locale: locale
    .describe('Language of the pages, as a BCP 47 tag')
    .meta({ pattern: '^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$', examples: ['en-US', 'es-US'] }),
  formId: formId.describe('Id that the provider gave the form').meta({ examples: ['brand-main-01'] }),
  phone: phone
    .describe('Phone number in E.164 format, in quotes: "+18005550142"')
    .meta({ pattern: '^\\+[1-9][0-9]{7,14}$', examples: ['+18005550142'] }),
  phones: z
    .record(z.string(), phone)
    .check(sourceNames)
    .optional()
    .describe(
      'Phone numbers for visitors from specific sources, by utm_source or the ad network of a click id',
    )
    .meta({ examples: [{ google: '+13035550111', partner: '+13035550122' }] }),
  email: email
    .describe('Contact email address')
    .meta({ pattern: '^[^@\\s]+@[^@\\s]+\\.[^@\\s]+$', examples: ['info@brand.example'] }),
  providerHost: host
    .describe('Host name of the forms provider, without https:// or a path')
    .meta({ pattern: '^[a-z0-9][a-z0-9.-]*\\.[a-z][a-z0-9-]*$', examples: ['forms.provider.example'] }),
  provider,
  companyLine: line(300)
    .describe('Footer line that names the company and where it is registered; may contain tokens')
    .meta({ examples: ['A service of Brand LLC, registered in Delaware'] }),
  copyrightYear: z
    .int()
    .min(2000)
    .max(2100)
    .describe('Year in the copyright line; never taken from the clock'),
  theme: theme.describe('Colors, fonts and layout'),
  articles,
  pages: z
    .strictObject({
      only: z
        .array(pagePath)
        .optional()
        .describe('Show these pages and no others')
        .meta({ examples: [['about', 'legal/terms']] }),
      except: z
        .array(pagePath)
        .optional()
        .describe('Show all pages except these')
        .meta({ examples: [['about', 'legal/terms']] }),
    })
    .check(notBoth)
    .optional()
    .describe('Which pages in content/pages the brand shows; all by default')
    .meta({ not: { required: ['only', 'except'] } }),
  analytics,
  verification,
  unavailableStates: z
    .array(z.enum<readonly string[]>(states))
    .min(1)
    .max(60)
    .describe('States whose residents cannot use the service'),
  costExample: z
    .strictObject({
      principal: money(1, 100_000).describe('Amount of the loan, in dollars'),
      feePer100: money(0.01, 1000).describe('Fee for each $100 of the loan, in dollars'),
      days: z.int().min(1).max(366).describe('Term of the loan, in days'),
    })
    .describe('Representative cost example; its fee, total and APR are computed'),
  ...complianceKeys,
})

/** The whole `brand.yaml`, with every default filled in. */
export const brandSchema = brandKeys.check(({ value, issues }) => {
  const { minAmount = 100, maxAmount = 1000 } = value
  if (minAmount <= maxAmount) return
  const hint = 'Fix one of them; the defaults are 100 for "minAmount" and 1000 for "maxAmount".'
  const message = `makes the smallest loan ($${minAmount}) larger than the largest ($${maxAmount}).`
  const path = [value.minAmount === undefined ? 'maxAmount' : 'minAmount']
  issues.push(issueOf({ message, hint }, path))
})

/** Whether `brand.yaml` may contain a key, such as `theme.color.accent`. */
export function isBrandKey(key: string): boolean {
  const path = key.split('.')
  return keysAt(brandSchema, path.slice(0, -1)).includes(path.at(-1) ?? '')
}

/** The kind of the values of a key in `brand.yaml`. */
export function brandKeyKind(key: string): Located['kind'] {
  return kindAt(brandSchema, key.split('.'))
}

export type BrandValues = z.infer<typeof brandSchema>

/**
 * Keys that an environment cannot change, because they determine which files a brand consists of and which other brands it is
 * related to.
 */
export const notInEnvironments = ['extends', 'alternateOf', 'canonicalOf', 'environments'] as const

/** Defaults of the optional keys. */
export const brandDefaults = {
  hostFiles: false,
  index: true,
  locale: defaultLocale,
  provider: {
    embedPath: '/forms/embed.js',
    documentPath: '/forms/document/{id}',
    disclosurePath: '/forms/document/disclosure',
    mode: 'script',
    allow: [],
    inlineStyles: true,
    silent: false,
  },
  copyrightYear: 2025,
  theme: {
    color: {
      background: '#ffffff',
      surface: '#f4f6fb',
      text: '#1a2233',
      muted: '#4a5468',
      border: '#d5dbe7',
      accent: '#1d4ed8',
      onAccent: '#ffffff',
      danger: '#b3261e',
      footer: '#111a2e',
      onFooter: '#e8ecf5',
    },
    font: {
      body: 'system-ui, sans-serif',
      heading: 'system-ui, sans-serif',
      scale: 'normal',
    },
    radius: '12px',
    density: 'normal',
    shadow: 'none',
    cards: 'site',
    header: { layout: 'bar', mobile: 'disclosure' },
    hero: { layout: 'split' },
  },
  articles: { listLimit: 24 },
  unavailableStates: ['Arkansas', 'New York', 'Vermont', 'West Virginia'],
  costExample: { principal: 300, feePer100: 15, days: 14 },
} as const
