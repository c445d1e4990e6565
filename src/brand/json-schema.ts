// JSON schemas of `brand.yaml` for editors, from the zod schema. What zod checks with a function stands here as a pattern.

import * as z from 'zod'
import { brandDefaults, brandSchema, notInEnvironments } from './schema.ts'

interface JsonSchema {
  $schema?: string
  required?: string[]
  properties?: Record<string, JsonSchema>
  [keyword: string]: unknown
}

const color = (what: string) => ({
  pattern: '^#[0-9a-fA-F]{6}$',
  description: `${what}, as hex in quotes`,
  examples: ['#1d4ed8'],
})

const colors = {
  background: color('Ground of the page'),
  surface: color('Ground of cards and panels'),
  text: color('Text'),
  muted: color('Text of less weight'),
  border: color('Lines around fields and cards'),
  accent: color('Ground of buttons; of links and marks too, unless accentText is given'),
  accentText: color('Links and marks'),
  onAccent: color('Text on buttons'),
  danger: color('Text of errors'),
  footer: color('Ground of the footer'),
  onFooter: color('Text of the footer'),
}

const code = (what: string) => ({ pattern: '^[A-Za-z0-9_=.-]{6,120}$', description: `Code of ${what}` })

/** What editors show and check of a key, by its path. A pattern allows whatever zod does. */
const hints: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  siteUrl: { pattern: '^https://[^/?#\\s]+(?:/[A-Za-z0-9._~-]+)*$', examples: ['https://www.brand.example'] },
  locale: { pattern: '^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$', examples: ['en-US', 'es-US'] },
  formId: { pattern: '^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$', examples: ['brand-main-01'] },
  phone: { pattern: '^\\+[1-9][0-9]{7,14}$', examples: ['+18005550142'] },
  email: { pattern: '^[^@\\s]+@[^@\\s]+\\.[^@\\s]+$', examples: ['info@brand.example'] },
  providerHost: { pattern: '^[a-z0-9][a-z0-9.-]*\\.[a-z][a-z0-9-]*$', examples: ['forms.provider.example'] },
  provider: { description: 'Paths of the forms provider, and how its form is embedded' },
  'provider.embedPath': { pattern: '^/(?!/)[A-Za-z0-9._~/{}-]*$', examples: ['/forms/embed.js'] },
  'provider.documentPath': { pattern: '^/.*\\{id\\}', examples: ['/forms/document/{id}'] },
  'provider.disclosurePath': {
    pattern: '^/(?!/)[A-Za-z0-9._~/{}-]*$',
    examples: ['/forms/document/disclosure'],
  },
  'provider.formHeight.phone': { description: 'On narrow screens, in pixels' },
  'provider.formHeight.desktop': { description: 'On wide screens, in pixels' },
  companyLine: { examples: ['A service of Brand LLC, registered in Delaware'] },
  theme: { description: 'The look of the brand' },
  'theme.radius': { pattern: '^(?:0|\\d{1,3}(?:\\.\\d{1,3})?(?:px|rem|em))$', examples: ['12px'] },
  'theme.logo': { pattern: '\\.(?:svg|png|jpg|jpeg|webp|avif)$', examples: ['logo.svg'] },
  ...Object.fromEntries(
    ['color', 'dark'].flatMap(scheme =>
      Object.entries(colors).map(([role, hint]) => [`theme.${scheme}.${role}`, hint]),
    ),
  ),
  articles: { description: 'Which articles the brand shows' },
  'analytics.gtm': {
    pattern: '^GTM-[A-Z0-9]{4,9}$',
    description: 'Container of Google Tag Manager',
    examples: ['GTM-ABC1234'],
  },
  'analytics.ga4': {
    pattern: '^G-[A-Z0-9]{4,12}$',
    description: 'Measurement id of Google Analytics 4',
    examples: ['G-ABCDE12345'],
  },
  'verification.google': code('Google Search Console'),
  'verification.bing': code('Bing Webmaster Tools'),
  'verification.meta': code('Meta’s domain verification'),
  'verification.pinterest': code('Pinterest'),
  'verification.yandex': code('Yandex Webmaster'),
  'costExample.days': { description: 'Days of the loan' },
  'feeExample.days': { description: 'Days of the loan' },
  'terms.minDays': { description: 'Shortest term of a loan, in days' },
  'terms.maxDays': { description: 'Longest term of a loan, in days' },
}

/**
 * JSON schema of one `brand.yaml` as written, for editors: what has a default is optional at every level, and a
 * brand that extends another may leave out anything.
 */
export function brandJsonSchema(): object {
  const { $schema, ...schema } = baseJsonSchema() as JsonSchema
  const { required = [] } = wholeSchema()
  return {
    $schema,
    ...schema,
    title: 'Imprint brand.yaml',
    if: { required: ['extends'] },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: {},
    else: { required: required.filter(key => !Object.hasOwn(brandDefaults, key)) },
  }
}

/** The same for a base, `brands/_name/brand.yaml`, which is never built itself and may leave out anything. */
export function baseJsonSchema(): object {
  const whole = wholeSchema()
  return {
    $schema: whole.$schema,
    title: 'Imprint brand.yaml of a base',
    ...withHints(withEnvironments(withoutRequired(whole)), []),
  }
}

function wholeSchema(): JsonSchema {
  return z.toJSONSchema(brandSchema, { target: 'draft-7', io: 'input' }) as JsonSchema
}

function withHints(schema: JsonSchema, path: readonly string[]): JsonSchema {
  const { properties } = schema
  const hint = hints[path.join('.')]
  const inner = Object.entries(properties ?? {}).map(
    ([key, value]) => [key, withHints(value, [...path, key])] as const,
  )
  return { ...schema, ...hint, ...(properties && { properties: Object.fromEntries(inner) }) }
}

/** An environment may have the keys of a brand. */
function withEnvironments(schema: JsonSchema): JsonSchema {
  const { properties = {} } = schema
  const keys = Object.keys(properties).filter(key => !(notInEnvironments as readonly string[]).includes(key))
  const environment = {
    type: 'object',
    properties: Object.fromEntries(keys.map(key => [key, { $ref: `#/properties/${key}` }])),
    additionalProperties: false,
  }
  const environments = { ...properties.environments, additionalProperties: environment }
  return { ...schema, properties: { ...properties, environments } }
}

function withoutRequired(schema: JsonSchema): JsonSchema {
  const { required: _, $schema: __, properties, ...rest } = schema
  if (properties === undefined) return rest
  const inner = Object.entries(properties).map(([key, value]) => [key, withoutRequired(value)] as const)
  return { ...rest, properties: Object.fromEntries(inner) }
}
