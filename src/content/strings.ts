// The fixed sentences and labels that templates show: `content/strings.yaml`. The schema is the list of
// every key there is, so a misspelt key is an error instead of a sentence that silently never appears.

import { z } from 'zod'

const text = z.string().trim().min(1).max(2000)

/** Shape of `content/strings.yaml`. Every value may hold `{tokens}`; see `content/tokens.ts`. */
export const stringsSchema = z.strictObject({
  navigation: z.strictObject({
    label: text.describe('Accessible name of the header navigation'),
    footerLabel: text.describe('Accessible name of the footer navigation'),
    skipToContent: text,
    opensInNewTab: text.describe('Read by screen readers after a link that opens a new tab'),
  }),
  header: z.strictObject({ about: text, contact: text, disclosure: text, getLoan: text }),
  disclosure: z.strictObject({
    text: text.describe('Advertiser disclosure shown in the header popover'),
    document: text.describe('Link to the provider’s own disclosure document'),
  }),
  costExample: z.strictObject({
    title: text,
    principal: text,
    fee: text,
    total: text,
    apr: text,
    note: text.describe('It is an example, and lenders set their own terms'),
  }),
  home: z.strictObject({ advantages: text, steps: text, form: text, faqMore: text }),
  form: z.strictObject({
    intro: text,
    conditions: text.describe('Not a lender, approval not guaranteed, credit checks, unavailable states'),
    fallback: text.describe('Shown in the form slot while no form is there'),
    call: text,
    write: text,
  }),
  faq: z.strictObject({ title: text, intro: text, metaTitle: text, metaDescription: text }),
  articles: z.strictObject({
    title: text,
    all: text.describe('Link to the paginated list of all articles'),
    read: text,
    metaTitle: text,
    metaDescription: text,
    newer: text,
    older: text,
    pagination: text.describe('Accessible name of the page links'),
    page: text,
  }),
  article: z.strictObject({ published: text, author: text, breadcrumb: text, home: text, costNote: text }),
  calculator: z.strictObject({
    title: text,
    controls: text.describe('Above the controls; hidden where scripts are off'),
    principal: text,
    days: text,
    feePer100: text,
    fee: text,
    total: text,
    apr: text,
    to: text.describe('Between the least and the most: $30 to $35'),
    others: text.describe('Above the alternatives'),
    overdraft: text,
    about: text.describe('Before the overdraft fee: about $30 to $35'),
    overdraftNote: text,
    cashAdvance: text,
    cashAdvanceNote: text.describe('Follows the percentages: 3% to 5% …'),
    creditUnion: text,
    creditUnionNote: text,
    note: text.describe('It is an example, and lenders set their own terms'),
  }),
  notFound: z.strictObject({ title: text, text, home: text }),
  articleNotFound: z.strictObject({ title: text, message: text, text, home: text }),
  footer: z.strictObject({
    about: text,
    services: text,
    microloans: text,
    expressLoans: text,
    loansToCard: text,
    company: text,
    aboutUs: text,
    faq: text,
    legal: text,
    doNotSell: text,
    econsent: text,
    policy: text,
    terms: text,
    rates: text,
    notice: text,
    sslBadge: text.describe('Alternative text of the SSL badge'),
    contact: text,
    hours: text,
    copyright: text,
    disclosures: text,
    disclosuresText: text,
    disclosuresLink: text,
    representativeExample: text,
    unavailable: text,
  }),
})

/** All strings of one brand. Before `planSite` they may hold tokens; after it they are final text. */
export type Strings = z.infer<typeof stringsSchema>
