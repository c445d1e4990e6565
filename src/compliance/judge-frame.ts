// What every page of a site has: contact, documents, privacy links; and what it loads.

import type { PageContents } from './extract.ts'
import type { BrandNames } from './names.ts'
import { shownText } from './text.ts'
import type { Add, JudgedBrand, JudgedPage } from './verdict.ts'

const exactTitles = new Set(
  [
    'Do Not Sell or Share My Personal Information',
    'Your Privacy Choices',
    'Your California Privacy Choices',
    'No vender ni compartir mi información personal',
    'No venda ni comparta mi información personal',
    'Sus opciones de privacidad',
  ].map(title => title.toLowerCase()),
)
const nearTitle = /do not sell|opt[- ]?out|privacy choices|no vend|my personal info|opciones de privacidad/i

/** A text for comparison: without case, commas, full stops and differences of space. */
const plainOf = (text: string): string => text.replace(/[\s,.]+/g, ' ').toLowerCase()

interface Frame {
  readonly page: JudgedPage
  /** With marks for the brand's names. */
  readonly contents: PageContents
  readonly brand: JudgedBrand
  /** Whether one of some texts shows a value, however it is written. */
  readonly shows: (value: string, texts: readonly string[]) => boolean
  readonly neutral: BrandNames['neutral']
  readonly add: Add
}

export function judgeFrame(
  page: JudgedPage,
  contents: PageContents,
  brand: JudgedBrand,
  { neutral, restored }: BrandNames,
  isForm: boolean,
  isCall: boolean,
  add: Add,
): void {
  const shows = (value: string, texts: readonly string[]): boolean => {
    const name = neutral(value)
    if (texts.some(shown => shown.includes(name))) return true
    const wanted = plainOf(value).trim()
    return texts.some(shown => plainOf(restored(shown)).includes(wanted))
  }
  const frame: Frame = { page, contents, brand, shows, neutral, add }
  judgeThirdParties(frame, isForm)
  // A page that asks for nothing: no links, no form.
  if (!isCall) return
  const texts = contents.blocks
    .filter(block => block.visible && !block.closed && !block.whole)
    .map(block => block.text)
  judgeContact(frame, texts)
  const { privacy } = brand.values
  if (privacy?.sells !== false && privacy?.exempt === undefined) {
    judgeOptOutLink(frame)
    if (isForm) judgeLimitLink(frame, texts)
  }
  if (isForm) judgeNotice(frame)
  if (page.kind === 'ccpa') judgeOptOutPage(frame)
}

/** What it loads from other origins. */
function judgeThirdParties({ contents, brand: { view }, neutral, add }: Frame, isForm: boolean): void {
  const { provider, brand, thirdParties, analytics } = view
  const named = [...provider.allow, ...(thirdParties?.allow ?? []).map(({ origin }) => origin)].map(neutral)
  const isNamed = (host: string): boolean =>
    named.some(origin =>
      origin.includes('*')
        ? host.endsWith(origin.replace('https://*', ''))
        : host === origin.replace('https://', ''),
    )
  for (const src of [...contents.scripts, ...contents.images.map(image => image.src)]) {
    const host = /^(?:https?:)?\/\/([^/]+)/.exec(src)?.[1]
    if (
      host === undefined ||
      host === neutral(provider.host) ||
      isNamed(host) ||
      src.startsWith(`${neutral(provider.origin)}/`) ||
      host === neutral(new URL(brand.siteUrl).host)
    )
      continue
    add({
      rule: 'priv/unknown-third-party',
      quote: src,
      problem: `loads "${src}", which brand.yaml does not name`,
    })
    if (!tracker.test(src)) continue
    add({
      rule: 'priv/gpc',
      quote: src,
      problem: `loads "${src}" without asking for the visitor's privacy signal`,
    })
    if (isForm)
      add({
        rule: 'priv/no-tracker-on-form-page',
        quote: src,
        severity: 'error',
        problem: `loads "${src}" on the page with the form`,
      })
  }
  if (isForm && analytics !== undefined)
    add({
      rule: 'priv/no-tracker-on-form-page',
      at: { brand: ['analytics'] },
      problem: 'loads the tag manager or measurement on the page with the form',
    })
}

const tracker =
  /analytics|gtm|googletagmanager|facebook|doubleclick|hotjar|clarity|pixel|tiktok|segment|mixpanel/

/** Who runs the site, and the documents of the forms provider. */
function judgeContact(
  { contents, brand: { view, values }, shows, neutral, add }: Frame,
  texts: readonly string[],
): void {
  const { provider, brand } = view
  const addresses = new Set(contents.links.filter(link => link.visible).map(({ href }) => href))
  const missing = [
    ...(addresses.has(neutral(brand.phone.href)) ? [] : ['the phone number']),
    ...(addresses.has(neutral(brand.email.href)) ? [] : ['the email address']),
    ...(values.legalName === undefined || shows(values.legalName, texts) ? [] : ['the legal name']),
    ...(values.address === undefined || shows(values.address, texts) ? [] : ['the street address']),
  ]
  if (missing.length > 0)
    add({
      rule: 'id/contact',
      at: { strings: 'footer.contact' },
      problem: `does not show ${missing.join(', ')}`,
    })
  const documents = Object.entries(provider.documents).filter(([, href]) => !addresses.has(neutral(href)))
  if (documents.length > 0)
    add({
      rule: 'legal/provider-docs',
      at: { strings: `footer.${documents[0]?.[0]}`, navigation: 'footer' },
      problem: `has no link to the provider's ${documents.map(([id]) => id).join(', ')}`,
    })
}

/** The link of Cal. Civ. Code § 1798.135(a)(1), in the header or footer of each page. */
function judgeOptOutLink({ contents: { links, blocks }, add }: Frame): void {
  const isThere = links.some(
    ({ text, href, visible, region }) =>
      visible && region !== 'main' && exactTitles.has(text.toLowerCase()) && href !== '' && href !== '#',
  )
  if (isThere) return
  const near = [...links, ...blocks.filter(({ whole, tag }) => !whole && tag === 'button')].find(
    ({ text, region }) => region !== 'main' && nearTitle.test(text),
  )
  add({
    rule: 'priv/dns-link',
    ...(near === undefined
      ? { at: { strings: 'footer.doNotSell' } }
      : { quote: near.text, context: near.text }),
    problem:
      near === undefined
        ? 'has no link "Do Not Sell or Share My Personal Information" in its header or footer'
        : `calls the link "${near.text}", not "Do Not Sell or Share My Personal Information", or it is no link with an address`,
  })
}

/** The link of Cal. Civ. Code § 1798.135(a)(2), where the form asks for sensitive information. */
function judgeLimitLink({ contents, brand: { values }, add }: Frame, texts: readonly string[]): void {
  if (
    values.privacy?.limit === false ||
    contents.links.some(({ text }) => limitTitle.test(text)) ||
    !texts.some(shown => sensitive.test(shown))
  )
    return
  add({
    rule: 'priv/limit-link',
    at: { strings: 'footer.doNotSell' },
    problem:
      'asks for sensitive information and has no link "Limit the Use of My Sensitive Personal Information"',
  })
}

const limitTitle = /limit the use of my sensitive|privacy choices|limitar el uso|opciones de privacidad/i
const sensitive =
  /social security|bank (?:details|account|login|information)|\bSSN\b|seguro social|datos bancarios/i

/** The notice at collection, before the form: Cal. Code Regs. tit. 11, § 7012. */
function judgeNotice({ contents, brand: { view }, neutral, add }: Frame): void {
  const { notice, policy } = view.provider.documents
  const formAt = contents.formAt as number
  const isNear = contents.links.some(
    ({ at, text, region, href, visible }) =>
      visible &&
      region === 'main' &&
      at <= formAt &&
      at >= formAt - 12 &&
      (/privacy|privacidad/i.test(text) || href === neutral(notice) || href === neutral(policy)),
  )
  if (!isNear)
    add({
      rule: 'priv/notice-at-collection',
      at: { strings: 'form.intro' },
      problem: 'has no link to the privacy notice next to the form, before it',
    })
}

/** The page with the ways to opt out. */
function judgeOptOutPage({ contents: { links, blocks }, brand, shows, neutral, add }: Frame): void {
  const { view, values } = brand
  const texts = blocks.filter(({ region, whole }) => region === 'main' && !whole).map(({ text }) => text)
  const names = (value: string, scheme?: string): boolean =>
    shows(value, texts) ||
    links.some(({ region, href }) => region === 'main' && scheme !== undefined && href.startsWith(scheme))
  const methods = {
    email: names(view.brand.email.text, 'mailto:'),
    phone: names(view.brand.phone.text, 'tel:'),
    mail: values.address !== undefined && names(values.address),
  }
  if (!Object.values(methods).includes(true))
    add({
      rule: 'priv/optout-page-plain',
      problem: 'names no way to opt out that works without JavaScript',
    })
  else
    for (const method of values.privacy?.optOutMethods ?? [])
      if (!methods[method])
        add({
          rule: 'priv/optout-page-plain',
          problem: `does not name a way to opt out that brand.yaml promises: ${method}`,
        })
  if (view.analytics !== undefined) {
    if (!texts.some(text => /Global Privacy Control|\bGPC\b/i.test(text)))
      add({
        rule: 'priv/gpc',
        problem: 'does not say what happens when a browser sends the signal "Global Privacy Control"',
      })
    const honored = neutral(shownText(view.strings.privacy.honored))
    if (!texts.some(text => text.includes(honored)))
      add({
        rule: 'priv/gpc',
        problem:
          "has no place that says whether the visitor's signal was honored (PrivacyControl of the templates)",
      })
  }
  const account = blocks.find(
    ({ region, text }) => region === 'main' && accountFirst.test(text) && !/\bnot?\b/i.test(text),
  )
  if (account !== undefined)
    add({
      rule: 'priv/optout-page-plain',
      quote: account.text,
      context: account.text,
      problem: 'asks for an account',
    })
}

const accountFirst = /\b(?:log ?in|sign in|create an account|register an account)\b.*\b(?:to|before|first)\b/i
