// The keys of `brand.yaml` and their rules. Everything is strict: an unknown key is an error. The defaults are in
// `brandDefaults`, which is laid under every brand as its weakest layer.

import * as z from 'zod'
import { checkedString, text as line, matching } from '../yaml/index.ts'
import { certificatesSchema } from './certificates.ts'
import { eventsSchema, passSchema, sourceNames } from './leads.ts'
import { defaultLocale, hosts, isDay, isSlug, states } from './names.ts'

const color = matching(
  /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i,
  'is %, which is not a hex colour.',
  'Write it as "#1a2b3c", in quotes.',
  'brand/invalid-color',
)

const phone = checkedString('brand/invalid-phone', value => {
  if (/^\+[1-9][0-9]{7,14}$/.test(value)) return undefined
  const digits = value.replace(/[^0-9]/g, '')
  const likely =
    digits.length === 10
      ? `+1${digits}`
      : digits.length >= 8 && digits.length <= 15
        ? `+${digits}`
        : undefined
  return {
    message: `is ${JSON.stringify(value)}, which is not in the international form (a plus sign and 8 to 15 digits).`,
    hint: likely === undefined ? 'Write it like "+18005550142".' : `Write it as "${likely}".`,
  }
})

const email = matching(
  { test: value => z.email().safeParse(value).success },
  'is %, which is not an email address.',
  'Write it like "info@brand.example".',
  'brand/invalid-email',
)

const hostPattern =
  /^(?=.{4,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$/

const host = checkedString('brand/invalid-host', value => {
  if (hostPattern.test(value)) return undefined
  const bare = value
    .replace(/^[a-z][a-z0-9+.-]*:\/\//i, '')
    .replace(/^[^@/]*@/, '')
    .replace(/[/?#].*$/, '')
    .replace(/:\d+$/, '')
    .toLowerCase()
  return {
    message: `is ${JSON.stringify(value)}, which is not a bare host name (no scheme, port, path, user or IP address).`,
    hint: hostPattern.test(bare) ? `Write "${bare}".` : 'Write it like "forms.provider.example".',
  }
})

const siteUrl = checkedString('brand/invalid-url', value => {
  const hint = 'Write it like "https://www.brand.example" or "https://www.brand.example/loans".'
  const parsed = URL.parse ? URL.parse(value) : URL.canParse(value) ? new URL(value) : null
  if (parsed === null) return { message: `is ${JSON.stringify(value)}, which is not a URL.`, hint }
  if (parsed.protocol !== 'https:')
    return { message: `must start with "https://", not "${parsed.protocol}".`, hint }
  if (parsed.username !== '' || parsed.password !== '')
    return { message: 'must not contain a user name or password.', hint }
  if (parsed.search !== '' || parsed.hash !== '' || /[?#]/.test(value)) {
    return { message: 'must not have a query or a fragment.', hint }
  }
  if (value.endsWith('/'))
    return { message: 'must not end in a slash.', hint: `Write "${value.replace(/\/+$/, '')}".` }
  const path = parsed.pathname === '/' ? '' : parsed.pathname
  if (!/^(?:\/[A-Za-z0-9._~-]+)*$/.test(path)) {
    return { message: 'has a path with characters other than letters, digits, ".", "_", "~" and "-".', hint }
  }
  const normal = `${parsed.origin}${path}`
  return normal === value ? undefined : { message: 'is not in its normal form.', hint: `Write "${normal}".` }
})

const locale = checkedString('brand/invalid-locale', value => {
  const hint = 'Write it like "en-US" or "es-US".'
  try {
    const [canonical] = Intl.getCanonicalLocales(value)
    if (canonical !== value) {
      return {
        message: `is ${JSON.stringify(value)}, which is not in its normal form.`,
        hint: `Write "${canonical}".`,
      }
    }
    // For any other locale, Intl falls back to the machine's language.
    return Intl.DateTimeFormat.supportedLocalesOf(value).length > 0
      ? undefined
      : { message: `is ${JSON.stringify(value)}, a language whose dates and numbers are not known.`, hint }
  } catch {
    return { message: `is ${JSON.stringify(value)}, which is not a language tag (BCP 47).`, hint }
  }
})

const formId = matching(
  /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/,
  'is %, which is not a form id.',
  'Up to 64 letters, digits, "_" and "-", the first a letter or digit.',
)

const providerPath = (required: string | undefined) =>
  checkedString('brand/invalid-value', value => {
    if (!/^\/(?!\/)[A-Za-z0-9._~/{}-]*$/.test(value) || value.includes('..')) {
      return {
        message: `is ${JSON.stringify(value)}, which is not a path on the provider’s host.`,
        hint: 'It starts with one "/".',
      }
    }
    return required !== undefined && !value.includes(required)
      ? { message: `must contain ${required}.`, hint: `For example "/forms/document/${required}".` }
      : undefined
  })

const widgetOrigin = matching(
  /^https:\/\/(?:\*\.)?[a-z0-9-]+(?:\.[a-z0-9-]+)+(?::\d{2,5})?$/,
  'is %, which is not an https origin.',
  'Write it like "https://cdn.provider.example" or "https://*.provider.example", without a path.',
)

const formHeight = z.int().min(200).max(4000)

const slug = matching({ test: isSlug }, 'names %, which is not a slug.', 'For example "borrowing-rules".')

const companyLine = checkedString('brand/placeholder', value =>
  /your company/i.test(value)
    ? {
        message: 'still contains placeholder words of a template.',
        hint: 'Name the company behind the brand, its form and where it is registered.',
      }
    : undefined,
).check(z.trim(), z.minLength(1), z.maxLength(300))

// A font stack goes into a style sheet, so nothing in it may end a declaration: each family is a name, quoted or not.
const fontStackPattern =
  /^(?:(?:^|,) *(?:"[A-Za-z0-9 ,'_-]+"|'[A-Za-z0-9 ,"_-]+'|[A-Za-z0-9_-]+(?: +[A-Za-z0-9_-]+)*) *)+$/
const fontStack = matching(
  { test: value => value.length <= 300 && fontStackPattern.test(value) },
  'is not a list of font families.',
  `For example "Georgia, 'Times New Roman', serif".`,
)

const fontFamily = matching(
  /^[A-Za-z][A-Za-z0-9 -]{0,60}$/,
  'is not the name of a font family.',
  'For example "Fraunces".',
)

const fontFile = matching(
  /^(?!\/)(?!.*\.\.)[@A-Za-z0-9._/-]+\.woff2$/,
  'is %, which is not a WOFF2 file.',
  'For example "heading.woff2", or "@fontsource/lora/files/lora-latin-700-normal.woff2".',
)

const fontWeight = matching(
  /^[1-9]\d{0,2}(?: [1-9]\d{0,2})?$|^1000$/,
  'is %, which is not a weight.',
  'For example "700", or "400 700" for a variable font.',
)

const radius = matching(
  /^(?:0|\d{1,3}(?:\.\d{1,3})?(?:px|rem|em))$/,
  'is %, which is not a length.',
  'For example "12px", "0.75rem" or "0".',
)

const assetPath = matching(
  /^(?!\/)(?!.*\.\.)[A-Za-z0-9._/-]+\.(?:svg|png|jpg|jpeg|webp|avif)$/,
  'is %, which is not an image in the brand’s assets folder.',
  'For example "logo.svg".',
)

const colorRoles = [
  'background',
  'surface',
  'text',
  'muted',
  'border',
  'accent',
  'accentText',
  'onAccent',
  'danger',
  'footer',
  'onFooter',
] as const
export type ColorRole = (typeof colorRoles)[number]

const colors = Object.fromEntries(colorRoles.map(role => [role, color])) as Record<ColorRole, typeof color>

const theme = z.strictObject({
  color: z
    .strictObject({
      ...colors,
      accent: color,
      accentText: color.optional(),
    })
    .describe('Hex colours of each role'),
  dark: z
    .strictObject(colors)
    .partial()
    .optional()
    .describe('Colours for visitors who prefer a dark scheme; roles left out stay as in "color"'),
  font: z
    .strictObject({
      body: fontStack.describe('Font stack of the text'),
      heading: fontStack.describe('Font stack of the headings'),
      web: z
        .array(
          z.strictObject({
            family: fontFamily.describe('Name that the font stacks use'),
            file: fontFile.describe('WOFF2 file in the brand’s assets folder or in an installed package'),
            weight: fontWeight.optional().describe('"400" or, for a variable font, "400 700"'),
          }),
        )
        .max(2)
        .optional()
        .describe('Fonts the brand serves itself; system fonts need no entry'),
      scale: z.enum(['compact', 'normal', 'large']).describe('Weight of headings against the text'),
    })
    .describe('Type'),
  radius: radius.describe('Corner radius of cards and buttons'),
  density: z.enum(['compact', 'normal', 'airy']).describe('Amount of space between elements'),
  shadow: z.enum(['none', 'soft', 'deep']).describe('Shadow of cards'),
  cards: z
    .enum(['site', 'articles'])
    .describe('Pictures of shared links: one for the site, or also one for each article'),
  logo: assetPath.optional().describe('Image in the brand’s (or its base’s) assets folder'),
  header: z
    .strictObject({
      layout: z.enum(['bar', 'centered', 'solid']).describe('Arrangement of the header'),
      mobile: z
        .enum(['disclosure', 'brand+disclosure', 'menu'])
        .describe(
          'What the header shows on small screens; "menu" is brand, disclosure, a button to call and a menu',
        ),
    })
    .describe('The header'),
  hero: z
    .strictObject({
      layout: z
        .enum(['split', 'centered', 'banner', 'form'])
        .describe('Arrangement of the first screen; form: it contains the application form'),
    })
    .describe('The first screen of the home page'),
})

const pagePath = matching(
  { test: value => value.split('/').every(isSlug) },
  'is %, which is not the path of a page.',
  'Write "legal/terms" for content/pages/legal/terms.md.',
)

const notBoth = ({ value, issues }: z.core.ParsePayload<{ only?: unknown; except?: unknown }>): void => {
  if (value.only === undefined || value.except === undefined) return
  const params = { hint: 'Keep one of the two.' }
  issues.push({ code: 'custom', message: 'has both "only" and "except".', params, input: value })
}

const articles = z
  .strictObject({
    only: z.array(slug).optional().describe('Show these articles and no others'),
    except: z.array(slug).optional().describe('Show all articles but these'),
    listLimit: z
      .int()
      .min(1)
      .max(200)
      .describe('Number of articles that a list shows before it links to all of them'),
  })
  .check(notBoth)

/** Companies whose tags Imprint knows; `render/policy.ts` has what the policy allows each of them. */
export const vendors = ['google-ads', 'meta', 'bing'] as const
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
        hint: 'Write it like "https://tags.example" or "https://*.tags.example": no path, no slash at the end.',
      }
})

/** The code of a search engine or network, without the tag around it. */
const verificationCode = matching(
  /^[A-Za-z0-9_=.-]{6,120}$/,
  'is not a verification code.',
  'Write only the value of "content" in the tag that you were given.',
)

/** By company, the name of the `<meta>` tag that its verification reads. */
export const verificationNames = {
  google: 'google-site-verification',
  bing: 'msvalidate.01',
  meta: 'facebook-domain-verification',
  pinterest: 'p:domain_verify',
  yandex: 'yandex-verification',
} as const

const money = (minimum: number, maximum: number) => z.number().min(minimum).max(maximum)

const wording = (what: string) => line(2000).optional().describe(what)

const day = matching({ test: isDay }, 'is %, which is not a day.', 'Write it like "2026-03-01".')

const streetAddress = checkedString('brand/invalid-value', value =>
  /\b(?:p\.?\s*o\.?\s*box|post office box|apartado postal)\b/i.test(value)
    ? { message: 'is a post office box.', hint: 'Give the street address of the company.' }
    : value.trim().length < 8
      ? {
          message: 'is too short for a street address.',
          hint: 'For example "12 Example Street, Denver, CO 80202".',
        }
      : undefined,
)

/** A content rule that is waived: by whom, why, and until when. */
const waiver = z.strictObject({
  rule: line(60).describe('Id of the rule, such as claim/bad-credit'),
  page: line(200).optional().describe('Address of the page, such as /faq/; default: every page'),
  quote: line(1000).optional().describe('The text it is about; when that changes, the waiver ends'),
  reason: line(1000).describe('At least 15 characters'),
  by: line(120).describe('Who answers for it'),
  until: day.describe('Last day, at most 12 months ahead'),
})

/** What the content rules need to know of a brand: section "Content rules" of docs/compliance.md. */
const complianceKeys = {
  legalName: line(200).optional().describe('Name of the company that answers for the site'),
  address: streetAddress.optional().describe('Its street address, in one line; no PO box'),
  leadBuyers: z
    .enum(['lenders-only', 'partners'])
    .optional()
    .describe('Who may receive what visitors enter: lenders only, or other partners too'),
  minAmount: money(1, 100_000)
    .optional()
    .describe('Smallest loan that the site mentions, in dollars; default 100'),
  maxAmount: money(1, 100_000)
    .optional()
    .describe('Largest loan that the site mentions, in dollars; default 1000'),
  terms: z
    .strictObject({ minDays: z.int().min(1).max(3660), maxDays: z.int().min(1).max(3660) })
    .check(({ value: { minDays, maxDays }, issues }) => {
      if (minDays <= maxDays) return
      const params = { hint: `Write ${minDays} or more, or a smaller "minDays".` }
      const message = `is ${maxDays}, less than "minDays".`
      issues.push({ code: 'custom', message, path: ['maxDays'], params, input: maxDays })
    })
    .optional()
    .describe('Shortest and longest term of the loans, in days'),
  maxApr: z
    .number()
    .min(0)
    .max(10_000)
    .optional()
    .describe('Highest annual percentage rate of the loans, in percent'),
  states: z
    .strictObject({
      reviewedBy: line(120).optional().describe('Who checked the list of states'),
      reviewedOn: day.optional().describe('When, YYYY-MM-DD'),
    })
    .optional()
    .describe('The review of the list of states'),
  statements: z
    .strictObject({
      notALender: wording('That the brand is not a lender'),
      approvalNotGuaranteed: wording('That approval is not guaranteed'),
      freeAndPaid: wording('That using the site is free, and who pays'),
      advertiserDisclosure: wording('The advertiser disclosure'),
      creditCheck: wording('Who checks credit, and when'),
      dataSharing: wording('Who receives the data that visitors enter'),
      latePayment: wording('The consequences of late or missed payments'),
      renewal: wording('How renewals and extensions work'),
      responsibleUse: wording('That a short-term loan is no long-term solution'),
      militaryLending: wording('That federal law caps the cost of loans to service members'),
      approvedBy: line(120).optional().describe('Who approved the wordings'),
      approvedOn: day.optional().describe('When, YYYY-MM-DD'),
    })
    .optional()
    .describe('Approved wordings that count as the required statements, in addition to those the rules know'),
  disclosures: z
    .strictObject({
      approvedBy: line(120).describe('Who read the texts'),
      approvedOn: day.describe('When, YYYY-MM-DD'),
      sha256: z
        .string()
        .regex(/^[0-9a-f]{64}$/, 'is not a SHA-256: 64 digits of 0-9 and a-f.')
        .describe('Of the texts, as the warning of disc/approved names it'),
    })
    .optional()
    .describe("The approval of the provider's texts in disclosures.lock.json"),
  substantiation: z
    .array(
      z.strictObject({
        rule: line(60).describe('Rule of the claim, such as claim/trust-unsupported'),
        source: line(1000).describe('What supports the claim'),
        by: line(120).optional(),
        on: day.optional(),
      }),
    )
    .optional()
    .describe('What supports claims that need support'),
  badges: z
    .array(z.strictObject({ name: line(120), url: z.url({ protocol: /^https$/ }) }))
    .optional()
    .describe('Seals that the site shows, with the page of who gave them'),
  privacy: z
    .strictObject({
      sells: z.boolean().optional().describe('Whether personal information is sold or shared; default true'),
      exempt: line(300).optional().describe('Why the CCPA does not apply, and which counsel says so'),
      limit: z
        .boolean()
        .optional()
        .describe('False where counsel says that no link to limit sensitive information is needed'),
      counsel: line(120).optional().describe('Name of the counsel'),
      gpc: z
        .literal(true)
        .optional()
        .describe("That the visitor's Global Privacy Control signal counts; it always does"),
      optOutMethods: z
        .array(z.enum(['email', 'phone', 'mail']))
        .min(1)
        .optional()
        .describe('Ways to opt out that the privacy page must name: email, phone, mail (the street address)'),
    })
    .check(({ value, issues }) => {
      if (
        (value.sells === false || value.exempt !== undefined || value.limit === false) &&
        value.counsel === undefined
      ) {
        const params = { hint: 'Add "counsel:" with the name of the lawyer who decided it.' }
        issues.push({
          code: 'custom',
          message: 'leaves out a privacy link without naming counsel.',
          params,
          input: value,
        })
      }
    })
    .optional()
    .describe('Decisions about privacy links'),
  channels: z
    .array(z.enum(['google-ads', 'meta', 'ola']))
    .optional()
    .describe('Networks that visitors are bought from; their rules are checked too'),
  waivers: z.array(waiver).optional().describe('Content rules that are waived for a reason and for a time'),
}

const brandKeys = z.strictObject({
  extends: z
    .union(
      [z.string(), z.array(z.string()).min(1)],
      'Name a brand or base, or a list of them: "[aurora, _es]".',
    )
    .optional()
    .describe('Brand or base whose values this one starts from; of a list, the later are the stronger'),
  alternateOf: z
    .string()
    .optional()
    .describe('Id of the brand whose site this is in another language; the two sites name each other'),
  canonicalOf: z
    .string()
    .optional()
    .describe(
      'Id of the brand whose articles search engines are to list in place of those that this one shares with it',
    ),
  index: z
    .boolean()
    .describe('Whether search engines may list the site; false for one that only paid traffic is to find'),
  environments: z
    .record(z.string(), z.record(z.string(), z.unknown()))
    .check(context => {
      for (const name of Object.keys(context.value).filter(name => !isSlug(name))) {
        context.issues.push({
          code: 'custom',
          message: 'is not the name of an environment.',
          path: [name],
          params: { hint: 'Use lower-case letters, digits and single hyphens, for example "staging".' },
          input: context.value,
        })
      }
    })
    .optional()
    .describe('Values that differ with "--env <name>", by name; such a site is hidden from search engines'),
  name: line(80).describe('Name of the brand as visitors read it'),
  siteUrl: siteUrl.describe('https origin, with a path if the site lives under one; no trailing slash'),
  host: z
    .enum(hosts)
    .optional()
    .describe('The host that serves the site: a build writes the configuration files that it reads'),
  hostFiles: z
    .boolean()
    .describe(
      'Whether "public/" may contain files that hosts execute or obey, such as _worker.js and web.config',
    ),
  locale: locale.describe('Language of the pages, BCP 47'),
  formId: formId.describe('Id of the form at the provider'),
  phone: phone.describe('E.164, in quotes: "+18005550142"'),
  phones: z
    .record(z.string(), phone)
    .check(sourceNames)
    .optional()
    .describe('Numbers for visitors from these sources, by utm_source or by the network of a click id'),
  email: email.describe('Contact address'),
  providerHost: host.describe('Host name of the forms provider, nothing else'),
  provider: z
    .strictObject({
      embedPath: providerPath(undefined).describe('Path of the embed script'),
      documentPath: providerPath('{id}').describe('Path of a document page, with {id}'),
      disclosurePath: providerPath(undefined).describe('Path of the disclosure texts'),
      mode: z
        .enum(['script', 'iframe'])
        .describe('How the form is embedded: the provider’s script in the page, or its page in a frame'),
      allow: z
        .array(widgetOrigin)
        .max(20)
        .describe('Other origins that the form loads from, for the policy of the page it is on'),
      inlineStyles: z
        .boolean()
        .describe('Whether the page allows styles that the provider’s script inserts; false is stricter'),
      silent: z
        .boolean()
        .describe(
          'True if the form’s page, in a frame, never reports its height; then a form that fails to load goes unnoticed',
        ),
      language: locale
        .optional()
        .describe('Language of the provider’s texts, BCP 47, where it is not that of the site'),
      formHeight: z
        .strictObject({ phone: formHeight, desktop: formHeight })
        .optional()
        .describe('Height of the form in CSS pixels, reserved until it loads; default 704 and 576'),
      pass: passSchema
        .optional()
        .describe('Parameters of the first page of a visit that the form gets, such as ids of clicks'),
      events: eventsSchema.optional().describe('Names of the events that the tag manager gets from the form'),
      certificates: certificatesSchema
        .optional()
        .describe(
          'Whose scripts certify that a visitor consented: trustedform, or jornaya with its campaign',
        ),
    })
    .check(context => {
      const { mode, embedPath, silent, certificates } = context.value
      if (mode === 'iframe' && certificates !== undefined && certificates.length > 0)
        context.issues.push({
          code: 'custom',
          message:
            'does not work for a form in a frame: the certifying scripts must run in the same window as the form.',
          path: ['certificates'],
          params: { hint: 'Remove it, and ask the provider to load them in its own page.' },
          input: certificates,
        })
      if (mode === 'script' && silent)
        context.issues.push({
          code: 'custom',
          message: 'is about a form in a frame, but this one is a script in the page.',
          path: ['silent'],
          params: { hint: 'Remove it, or use "mode: iframe".' },
          input: silent,
        })
      if (mode !== 'iframe' || !embedPath.endsWith('.js')) return
      context.issues.push({
        code: 'custom',
        message: 'names a script, but with "mode: iframe" it must be a page.',
        path: ['embedPath'],
        params: {
          hint: 'Ask the provider for the address of the form’s page, for example "/forms/embed.html".',
        },
        input: embedPath,
      })
    }),
  companyLine: companyLine.describe('Registration line of the footer'),
  copyrightYear: z
    .int()
    .min(2000)
    .max(2100)
    .describe('Year of the copyright line; never read from the clock'),
  theme,
  articles,
  pages: z
    .strictObject({
      only: z.array(pagePath).optional().describe('Show these pages and no others'),
      except: z.array(pagePath).optional().describe('Show all pages but these'),
    })
    .check(notBoth)
    .optional()
    .describe('Which pages of content/pages the brand shows; all by default'),
  analytics: z
    .strictObject({
      gtm: matching(
        /^GTM-[A-Z0-9]{4,9}$/,
        'is not a tag manager container id.',
        'It looks like "GTM-ABC1234".',
      ).optional(),
      ga4: matching(
        /^G-[A-Z0-9]{4,12}$/,
        'is not a GA4 measurement id.',
        'It looks like "G-ABC123DEF4".',
      ).optional(),
      vendors: z
        .array(z.enum(vendors))
        .min(1)
        .optional()
        .describe('Whose tags the tag manager may load; opens the policy to what they need'),
      allow: z
        .array(
          z.strictObject({
            origin: tagOrigin.describe(
              '"https://tags.example"; "https://*.tags.example" for all hosts below it',
            ),
            for: z.array(z.enum(tagUses)).min(1).describe('What may be loaded from there'),
            purpose: line(200).describe('Why it is allowed, for the next reader'),
          }),
        )
        .min(1)
        .optional()
        .describe('Other origins that the policy is opened to'),
    })
    .check(context => {
      const { gtm, ga4, vendors: named } = context.value
      if (named === undefined || gtm !== undefined || ga4 !== undefined) return
      context.issues.push({
        code: 'custom',
        message: 'names tags, but nothing loads them.',
        path: ['vendors'],
        params: { hint: 'Add "gtm: GTM-…", the container that has these tags, or remove "vendors".' },
        input: named,
      })
    })
    .optional()
    .describe('Off unless given'),
  verification: z
    .strictObject(
      Object.fromEntries(
        Object.keys(verificationNames).map(company => [company, verificationCode.optional()]),
      ) as Record<keyof typeof verificationNames, z.ZodOptional<typeof verificationCode>>,
    )
    .optional()
    .describe(
      'Verification codes that prove to a search engine or network who owns the site; on the home page',
    ),
  unavailableStates: z
    .array(z.enum<readonly string[]>(states))
    .min(1)
    .max(60)
    .describe('States whose residents cannot use the service'),
  costExample: z
    .strictObject({
      principal: money(1, 100_000).describe('Dollars'),
      feePer100: money(0.01, 1000).describe('Dollars for each 100 dollars'),
      days: z.int().min(1).max(366),
    })
    .describe('The representative example; fee, total and APR are computed from it'),
  ...complianceKeys,
})

/** The whole `brand.yaml`, with every default filled in. */
export const brandSchema = brandKeys.check(({ value, issues }) => {
  const { minAmount = 100, maxAmount = 1000 } = value
  if (minAmount <= maxAmount) return
  const params = { hint: 'Fix them: without "minAmount" it is 100, without "maxAmount" 1000.' }
  const message = `makes a range of loans from $${minAmount} to $${maxAmount}.`
  const path = [value.minAmount === undefined ? 'maxAmount' : 'minAmount']
  issues.push({ code: 'custom', message, path, params, input: value })
})

export type BrandValues = z.infer<typeof brandSchema>

/** Keys that an environment cannot change: they determine which files make up a brand, and which other brands it belongs to. */
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
