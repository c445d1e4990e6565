// The fixed sentences and labels that templates show: `content/strings.yaml`. The schema lists every key, so a misspelt
// key is an error instead of a sentence that never appears.

import * as z from 'zod'

const text = z.string().trim().min(1).max(2000)

/** Shape of `content/strings.yaml`. Every value may contain `{tokens}`; see `content/texts/tokens.ts`. */
export const stringsSchema = z.strictObject({
  navigation: z.strictObject({
    label: text.describe('Accessible name of the header navigation'),
    footerLabel: text.describe('Accessible name of the footer navigation'),
    menu: text.describe('Label of the menu on small screens'),
    skipToContent: text,
    opensInNewTab: text.describe('Read by screen readers after a link that opens a new tab'),
  }),
  header: z.strictObject({ about: text, contact: text, disclosure: text, getLoan: text }),
  disclosure: z.strictObject({
    text: text.describe('Advertiser disclosure in the header’s popover'),
    document: text.describe('Link to the provider’s own disclosure document'),
  }),
  costExample: z.strictObject({
    title: text,
    principal: text,
    fee: text,
    total: text,
    apr: text,
    note: text.describe('Says that this is an example and that lenders set their own terms'),
    line: text.describe('The example on one line, shown next to each button that leads to the form'),
  }),
  home: z.strictObject({ advantages: text, steps: text, form: text, faqMore: text }),
  form: z.strictObject({
    intro: text,
    conditions: text.describe(
      'Facts shown with the form, one per line with a check mark: not a lender, approval not guaranteed, credit checks, recipients of the data, unavailable states',
    ),
    eligibility: text.describe(
      'Who can apply; if there are two lines, the first is a button that opens the second',
    ),
    security: text.describe('Says how the form’s data is protected'),
    fallback: text.describe('Shown in place of a form that does not load'),
    call: text,
    write: text,
    retry: text,
    loading: text.describe('Shown in place of the form until it has loaded'),
    frame: text.describe('Title of the frame with the provider’s form, with "mode: iframe"'),
    missing: text.describe(
      'Shown before the phone number, below a form that does not report whether it has loaded',
    ),
  }),
  faq: z.strictObject({
    title: text,
    intro: text,
    ask: text.describe('Link to the contact block'),
    metaTitle: text,
    metaDescription: text,
  }),
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
    tagged: text.describe('Title of a tag’s article list, shown before the tag'),
  }),
  article: z.strictObject({
    published: text,
    updated: text,
    tags: text.describe('Shown before the links to the lists of the article’s tags'),
    author: text,
    reviewer: text,
    sources: text,
    breadcrumb: text,
    home: text,
    publisher: text.describe('Shown for an article without an author'),
    minutes: text.describe('Shown after the number of minutes, as in "4 min read"'),
    outline: text.describe('Shown above the list of sections'),
    facts: text.describe('Shown above the key facts'),
    notLender: text.describe('Key fact'),
    costNote: text.describe(
      'Note at the end of an article; if there are two lines, the first is hidden when the key facts, which contain the example, are next to the article',
    ),
  }),
  prose: z
    .strictObject({
      note: text.describe('Title of "> [!NOTE]"'),
      tip: text.describe('Title of "> [!TIP]"'),
      important: text.describe('Title of "> [!IMPORTANT]"'),
      warning: text.describe('Title of "> [!WARNING]"'),
      caution: text.describe('Title of "> [!CAUTION]"'),
      table: text.describe('Accessible name of the frame in which a wide table scrolls'),
      task: text.describe('Accessible name of a task’s check box, "- [x]"'),
      footnotes: text.describe('Accessible name of the footnotes'),
      footnote: text.describe('Read by screen readers before a footnote’s number'),
      footnoteBack: text.describe(
        'Read by screen readers before the number, on the link from a footnote back to the text',
      ),
    })
    .describe('Words that Markdown adds to the content, such as the titles of alerts'),
  calculator: z.strictObject({
    title: text,
    controls: text.describe('Shown above the controls; hidden without JavaScript'),
    principal: text,
    days: text,
    feePer100: text,
    fee: text,
    total: text,
    apr: text,
    to: text.describe('Shown between two amounts, as in "$30 to $35"'),
    others: text.describe('Shown above the alternatives'),
    overdraft: text,
    about: text.describe('Shown before the overdraft fee, as in "about $30 to $35"'),
    overdraftNote: text,
    cashAdvance: text,
    cashAdvanceNote: text.describe('Shown after the percentages, as in "3% to 5% …"'),
    creditUnion: text,
    creditUnionNote: text,
    note: text.describe('Says that this is an example and that lenders set their own terms'),
  }),
  privacy: z.strictObject({
    title: text.describe('Accessible name of the control on the privacy page'),
    honoredTitle: text.describe(
      'Shown here and in the footer if the browser sends the Global Privacy Control signal',
    ),
    honored: text,
    in: text.describe('Shown while the visitor has not opted out on this device'),
    out: text.describe('Shown while the visitor has opted out on this device'),
    details: text.describe('Always shown: what the choice on this device does not cover'),
    optOut: text,
    optIn: text.describe('Label of the button that cancels the opt-out'),
    savedTitle: text,
    savedOut: text,
    savedIn: text,
    failedTitle: text,
    failed: text.describe('Shown if the browser does not let the page store the choice'),
  }),
  toast: z.strictObject({
    region: text.describe('Accessible name of the region where messages appear'),
    close: text,
  }),
  notFound: z.strictObject({ title: text, text, home: text }),
  articleNotFound: z.strictObject({
    title: text,
    message: text,
    messageLanguage: text
      .optional()
      .describe(
        'Language tag of "message", if it differs from the page’s language: the package’s sentence is in Russian, and that of a project made with "imprint init" is in English',
      ),
    text,
    home: text,
  }),
  states: z
    .record(z.string(), text)
    .optional()
    .describe(
      'Names of the states in "unavailableStates", in the language of the pages, as in {New York: Nueva York}',
    )
    .meta({ examples: [{ 'New York': 'Nueva York' }] }),
  tags: z
    .record(z.string(), text)
    .optional()
    .describe('Names that pages show for tags, if they differ from the tags, as in {rent: Renta}')
    .meta({ examples: [{ rent: 'Renta' }] }),
  own: z
    .record(z.string(), text)
    .optional()
    .describe('Text for the project’s own templates, which read it with ownText(site, "name")')
    .meta({ examples: [{ callNow: 'Call {phone} now' }] }),
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
    limitUse: text,
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
    disclosuresLoading: text,
    disclosuresFailed: text,
    disclosuresRetry: text,
    representativeExample: text,
    unavailable: text,
  }),
})

/** All strings of one brand. They may contain tokens until `planSite` fills them. */
export type Strings = z.infer<typeof stringsSchema>
