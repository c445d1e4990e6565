// JSON schemas of `brand.yaml` for editors, from the zod schema. Rules that zod checks with a function are patterns here.

import * as z from 'zod'
import { type JsonSchema, type SchemaHints, withHints } from '../yaml/index.ts'
import { brandDefaults, brandSchema, notInEnvironments } from './schema.ts'

const color = (what: string) => ({
  pattern: '^#(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6})$',
  description: `${what}, as hex in quotes`,
  examples: ['#1d4ed8'],
})

const colors = {
  background: color('Background of the page'),
  surface: color('Background of cards and panels'),
  text: color('Text'),
  muted: color('Secondary text'),
  border: color('Borders of fields and cards'),
  accent: color('Background of buttons; also the colour of links and marks, unless accentText is set'),
  accentText: color('Links and marks'),
  onAccent: color('Text on buttons'),
  danger: color('Text of errors'),
  footer: color('Background of the footer'),
  onFooter: color('Text of the footer'),
}

const code = (what: string) => ({
  pattern: '^[A-Za-z0-9_=.-]{6,120}$',
  description: `Code of ${what}: the value of "content" in the tag that you were given`,
  examples: ['a1B2c3D4e5F6'],
})

const slug = { pattern: '^[a-z0-9]+(?:-[a-z0-9]+)*$' }
const day = { pattern: '^\\d{4}-\\d{2}-\\d{2}$', examples: ['2026-03-01'] }
const fontStack = {
  // No semicolon, brace or backslash: it goes into a style sheet.
  pattern: '^[A-Za-z0-9 ,\'"_-]+$',
  examples: ["Georgia, 'Times New Roman', serif"],
}
const origin = { pattern: '^https://[^/]+$' }
const example = (...examples: readonly unknown[]) => ({ examples })

/** Descriptions, examples and patterns for editors, by the path of the key. A pattern allows everything that zod allows. */
const hints: SchemaHints = {
  extends: example('_house', ['aurora', '_es']),
  alternateOf: { ...slug, ...example('aurora') },
  canonicalOf: { ...slug, ...example('aurora') },
  index: example(false),
  hostFiles: example(true),
  environments: example({ staging: { siteUrl: 'https://staging.brand.example' } }),
  name: example('Second Chance'),
  address: example('12 Example Street, Denver, CO 80202'),
  legalName: example('Example House LLC'),
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
  'provider.allow': example(['https://cdn.provider.example']),
  'provider.allow[]': origin,
  'provider.language': example('en'),
  'provider.formHeight.phone': { description: 'On narrow screens, in pixels', ...example(704) },
  'provider.formHeight.desktop': { description: 'On wide screens, in pixels', ...example(576) },
  phones: example({ google: '+13035550111', partner: '+13035550122' }),
  'provider.events': example({ step: 'form_step', submitted: 'generate_lead' }),
  'provider.events.loaded': example('form_ready'),
  'provider.events.step': example('form_step'),
  'provider.events.submitted': example('generate_lead'),
  'provider.events.failed': example('form_failed'),
  'provider.certificates': example(['trustedform', { jornaya: '1b2c3d4e-0000-4000-8000-1a2b3c4d5e6f' }]),
  'provider.pass': example(['gclid', 'msclkid', 'fbclid', 'utm_*'], { gclid: 'click_id', 'utm_*': 'utm_*' }),
  companyLine: {
    pattern: '^(?!.*[Yy]our [Cc]ompany)',
    examples: ['A service of Brand LLC, registered in Delaware'],
  },
  theme: { description: 'The look of the brand' },
  'theme.radius': { pattern: '^(?:0|\\d{1,3}(?:\\.\\d{1,3})?(?:px|rem|em))$', examples: ['12px'] },
  'theme.logo': { pattern: '\\.(?:svg|png|jpg|jpeg|webp|avif)$', examples: ['logo.svg'] },
  ...Object.fromEntries(
    ['color', 'dark'].flatMap(scheme =>
      Object.entries(colors).map(([role, hint]) => [`theme.${scheme}.${role}`, hint]),
    ),
  ),
  'theme.font.body': fontStack,
  'theme.font.heading': fontStack,
  'theme.font.web': example([{ family: 'Fraunces', file: 'heading.woff2' }]),
  'theme.font.web[].family': { pattern: '^[A-Za-z][A-Za-z0-9 -]{0,60}$', ...example('Fraunces') },
  'theme.font.web[].file': { pattern: '\\.woff2$', ...example('heading.woff2') },
  'theme.font.web[].weight': { pattern: '^\\d{1,4}(?: \\d{1,3})?$', ...example('700', '400 700') },
  articles: { description: 'Which articles the brand shows', not: { required: ['only', 'except'] } },
  'articles.only': example(['borrowing-rules']),
  'articles.only[]': slug,
  'articles.except': example(['borrowing-rules']),
  'articles.except[]': slug,
  pages: { not: { required: ['only', 'except'] } },
  'pages.only': example(['about', 'legal/terms']),
  'pages.except': example(['about', 'legal/terms']),
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
  'analytics.vendors': example(['google-ads']),
  'analytics.allow': example([{ origin: 'https://tags.example', for: ['script'], purpose: 'Chat' }]),
  'analytics.allow[].origin': { ...origin, ...example('https://tags.example', 'https://*.tags.example') },
  'analytics.allow[].for': example(['script', 'connect']),
  'analytics.allow[].purpose': example('Conversions of the chat'),
  'verification.google': code('Google Search Console'),
  'verification.bing': code('Bing Webmaster Tools'),
  'verification.meta': code('Meta’s domain verification'),
  'verification.pinterest': code('Pinterest'),
  'verification.yandex': code('Yandex Webmaster'),
  'costExample.days': { description: 'Days of the loan' },
  minAmount: example(100),
  maxAmount: example(1000),
  maxApr: example(391),
  'terms.minDays': { description: 'Shortest term of a loan, in days', ...example(7) },
  'terms.maxDays': { description: 'Longest term of a loan, in days', ...example(31) },
  'states.reviewedBy': example('J. Doe'),
  'states.reviewedOn': day,
  statements: example({ notALender: '{name} only connects you with lenders.' }),
  'statements.notALender': example('{name} only connects you with lenders.'),
  'statements.approvalNotGuaranteed': example('Whether you are approved is up to each lender.'),
  'statements.freeAndPaid': example('You pay nothing to use {name}: lenders pay for each request.'),
  'statements.advertiserDisclosure': example('{name} is an advertising service that lenders pay for.'),
  'statements.creditCheck': example('Only lenders look at your credit, and ask you first.'),
  'statements.dataSharing': example('Lenders and their partners see what you enter.'),
  'statements.latePayment': example('Paying late brings fees and hurts your score.'),
  'statements.renewal': example('Each further period costs a further fee, where your state allows it.'),
  'statements.responsibleUse': example('Such a loan is for one emergency, not for every month.'),
  'statements.militaryLending': example('For service members, federal law caps the APR at 36%.'),
  'statements.approvedBy': example('J. Doe'),
  'statements.approvedOn': day,
  substantiation: example([{ rule: 'claim/trust-unsupported', source: 'Yearly review of the partners' }]),
  'substantiation[].rule': example('claim/trust-unsupported'),
  'substantiation[].source': example('Yearly review of the partners'),
  'substantiation[].by': { description: 'Who checked it', ...example('J. Doe') },
  'substantiation[].on': { description: 'When, YYYY-MM-DD', ...day },
  badges: example([{ name: 'Example Seal', url: 'https://seal.example/brand' }]),
  'badges[].name': { description: 'Name of the seal', ...example('Example Seal') },
  'badges[].url': {
    description: 'Page of who gave it',
    pattern: '^https://',
    ...example('https://seal.example/brand'),
  },
  'privacy.exempt': example('Data under the GLBA only, by J. Doe, counsel'),
  'privacy.counsel': example('J. Doe'),
  'privacy.gpc': example(true),
  'privacy.optOutMethods': example(['email', 'phone']),
  'disclosures.approvedBy': example('J. Doe'),
  'disclosures.approvedOn': day,
  'disclosures.sha256': example('9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'),
  channels: example(['google-ads']),
  waivers: example([
    {
      rule: 'claim/urgency',
      reason: 'The offer ends by law on that day.',
      by: 'J. Doe',
      until: '2026-12-01',
    },
  ]),
  'waivers[].rule': example('claim/urgency'),
  'waivers[].page': example('/faq/'),
  'waivers[].quote': example('Only this week.'),
  'waivers[].reason': example('The offer ends by law on that day.'),
  'waivers[].by': example('J. Doe'),
  'waivers[].until': day,
}

/**
 * JSON schema of one `brand.yaml` as written, for editors. Keys with a default are optional at every level, and a brand that
 * extends another may leave out anything.
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
    ...withHints(withHints(withEnvironments(withoutRequired(whole)), defaultsOf(brandDefaults)), hints),
  }
}

function wholeSchema(): JsonSchema {
  return z.toJSONSchema(brandSchema, { target: 'draft-7', io: 'input' }) as JsonSchema
}

/** Each default, as an example of its key. */
function defaultsOf(value: object, path = ''): SchemaHints {
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, inner]) => {
      const own = path === '' ? key : `${path}.${key}`
      return inner !== null && typeof inner === 'object' && !Array.isArray(inner)
        ? Object.entries(defaultsOf(inner, own))
        : [[own, { examples: [inner] }]]
    }),
  )
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
