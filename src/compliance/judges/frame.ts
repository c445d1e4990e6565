// What every page of a site must have: contact details, documents and privacy links. Also what a page loads.

import type { JudgedBrand } from '../verdict.ts'
import { sentencesOf } from '../words/sentences.ts'
import { shownText } from '../words/text.ts'
import type { PageInput } from './page-input.ts'

/** A page that neither has the form nor leads to it needs no links. */
export function judgeFrame(input: PageInput): void {
  const { page, blocks, brand, isForm, isCall } = input
  judgeThirdParties(input)
  if (!isCall) return
  const texts = blocks.flatMap(({ block: { visible, closed, whole, text } }) =>
    visible && !closed && !whole ? text : [],
  )
  judgeContact(input, texts)
  const { privacy } = brand.values
  if (privacy?.sells !== false && privacy?.exempt === undefined) {
    judgeOptOutLink(input)
    judgeLimitLink(input, texts)
  }
  if (isForm) judgeNotice(input)
  if (page.kind === 'ccpa') judgeOptOutPage(input)
}

/** Text prepared for comparison: in lower case, without commas and full stops, with single spaces. */
const plainOf = (text: string): string => text.replace(/[\s,.]+/g, ' ').toLowerCase()

/** Whether any of some texts shows a value, however it is formatted. */
function shows(value: string, texts: readonly string[]): boolean {
  // Searches from the end of the page, where the value usually is.
  if (texts.findLast(text => text.includes(value)) !== undefined) return true
  const wanted = plainOf(value).trim()
  return texts.some(text => plainOf(text).includes(wanted))
}

/** Everything that the page loads from other origins must be named in brand.yaml. */
function judgeThirdParties({ contents, brand: { view }, isForm, add }: PageInput): void {
  const { provider, brand, thirdParties, analytics } = view
  for (const quote of [...contents.scripts, ...contents.images]) {
    const host = /^(?:https?:)?\/\/([^/]+)/.exec(quote)?.[1]
    if (host === undefined || quote.startsWith(`${provider.origin}/`)) continue
    const named = [...provider.allow, ...(thirdParties?.allow ?? []).map(({ origin }) => origin)]
      .map(origin => origin.replace('https://', ''))
      .concat(provider.host, new URL(brand.siteUrl).host)
    if (named.some(name => (name.startsWith('*') ? host.endsWith(name.slice(1)) : host === name))) continue
    const loads = `loads "${quote}"`
    add({ rule: 'priv/unknown-third-party', quote, problem: `${loads}, which brand.yaml does not name` })
    if (!tracker.test(quote)) continue
    add({ rule: 'priv/gpc', quote, problem: `${loads} without first checking the visitor's privacy signal` })
    if (isForm) add({ rule: onForm, quote, severity: 'error', problem: `${loads} on the page with the form` })
  }
  const problem = 'loads the tag manager or analytics on the page with the form'
  if (isForm && analytics !== undefined) add({ rule: onForm, at: { brand: ['analytics'] }, problem })
}

const onForm = 'priv/no-tracker-on-form-page'
const tracker =
  /analytics|gtm|googletagmanager|facebook|doubleclick|hotjar|clarity|pixel|tiktok|segment|mixpanel/

/** The company behind the site, and the documents of the forms provider. */
function judgeContact({ contents, brand: { view, values }, add }: PageInput, texts: readonly string[]): void {
  const { provider, brand } = view
  const addresses = new Set(contents.links.flatMap(({ visible, href }) => (visible ? [href] : [])))
  const isShown = (value: string | undefined): boolean => value === undefined || shows(value, texts)
  const missing = missingOf({
    'the phone number': addresses.has(brand.phone.href),
    'the email address': addresses.has(brand.email.href),
    'the legal name': isShown(values.legalName),
    'the street address': isShown(values.address),
  })
  const at = { strings: 'footer.contact' }
  if (missing.length > 0) add({ rule: 'id/contact', at, problem: `does not show ${missing.join(', ')}` })
  const documents = Object.entries(provider.documents).map(([id, href]) => [id, addresses.has(href)] as const)
  const unlinked = missingOf(Object.fromEntries(documents))
  if (unlinked.length === 0) return
  add({
    rule: 'legal/provider-docs',
    at: { strings: `footer.${unlinked[0]}`, navigation: 'footer' },
    problem: `has no link to the provider's ${unlinked.join(', ')}`,
  })
}

/** The names of the items that are missing. */
export function missingOf(found: Readonly<Record<string, boolean | undefined>>): readonly string[] {
  return Object.entries(found).flatMap(([name, isThere]) => (isThere === true ? [] : [name]))
}

const title =
  /^(?:do not sell or share my personal information|(?:your|your california) privacy choices|sus opciones de privacidad)$/i
const spanishTitle = /^no (?:vender ni compartir|venda ni comparta) mi información personal$/i
const nearTitle = /do not sell|opt[- ]?out|privacy choices|no vend|my personal info|opciones de privacidad/i

/** The link required by Cal. Civ. Code § 1798.135(a)(1), in the header or footer of every page. */
function judgeOptOutLink({ contents: { links }, blocks, add }: PageInput): void {
  const outside = links.filter(({ region }) => region !== 'main')
  const isTitle = (text: string): boolean => title.test(text) || spanishTitle.test(text)
  if (outside.some(({ text, href, visible }) => visible && isTitle(text) && href !== '' && href !== '#'))
    return
  const buttons = blocks
    .map(({ block }) => block)
    .filter(({ whole, tag, region }) => !whole && tag === 'button' && region !== 'main')
  const quote = [...outside, ...buttons].find(({ text }) => nearTitle.test(text))?.text
  const rule = 'priv/dns-link'
  const wanted = '"Do Not Sell or Share My Personal Information"'
  const noLink = `has no link ${wanted} in its header or footer`
  const otherLink = `has the text "${quote}" instead of a link ${wanted}`
  if (quote === undefined) add({ rule, at: { strings: 'footer.doNotSell' }, problem: noLink })
  else add({ rule, quote, problem: otherLink })
}

const limitTitle = /limit the use of my sensitive|privacy choices|limitar el uso|opciones de privacidad/i
const sensitive =
  /social security|bank (?:details|account|login|information)|\bSSN\b|seguro social|datos bancarios/i

/** The link required by Cal. Civ. Code § 1798.135(a)(2), on pages whose form asks for sensitive information. */
function judgeLimitLink(
  { contents, brand: { values }, isForm, add }: PageInput,
  texts: readonly string[],
): void {
  if (!isForm || values.privacy?.limit === false || !texts.some(shown => sensitive.test(shown))) return
  const title = '"Limit the Use of My Sensitive Personal Information"'
  const problem = `asks for sensitive information without the link ${title}`
  if (!contents.links.some(({ text }) => limitTitle.test(text)))
    add({ rule: 'priv/limit-link', at: { strings: 'footer.doNotSell' }, problem })
}

/** The notice at collection, which must come before the form: Cal. Code Regs. tit. 11, § 7012. */
function judgeNotice({ contents: { links, linkPlaces, formAt = 0 }, brand: { view }, add }: PageInput): void {
  const { notice, policy } = view.provider.documents
  const isNear = (at: number): boolean => at <= formAt && at >= formAt - 12
  const near = links.filter(
    ({ region, visible }, index) => visible && region === 'main' && isNear(linkPlaces[index] as number),
  )
  const problem = 'has no link to the privacy notice just before the form'
  if (!near.some(({ text, href }) => /privacy|privacidad/i.test(text) || href === notice || href === policy))
    add({ rule: 'priv/notice-at-collection', at: { strings: 'form.intro' }, problem })
}

/** The page that names the ways to opt out. */
function judgeOptOutPage({ contents, blocks, brand: { view, values }, add }: PageInput): void {
  const isMain = ({ region }: { readonly region: string }): boolean => region === 'main'
  const texts = blocks.flatMap(({ block }) => (isMain(block) && !block.whole ? block.text : []))
  const links = contents.links.filter(isMain)
  const leadsTo = (scheme: string): boolean => links.some(({ href }) => href.startsWith(scheme))
  const ways = {
    email: shows(view.brand.email.text, texts) || leadsTo('mailto:'),
    phone: shows(view.brand.phone.text, texts) || leadsTo('tel:'),
    mail: values.address !== undefined && shows(values.address, texts),
  }
  const rule = 'priv/optout-page-plain'
  const promised = (values.privacy?.optOutMethods ?? []).filter(way => !ways[way])
  if (!Object.values(ways).includes(true))
    add({ rule, problem: 'names no way to opt out that works without JavaScript' })
  else
    for (const way of promised)
      add({ rule, problem: `does not name a way to opt out that brand.yaml promises: ${way}` })
  for (const context of texts) {
    const quote = sentencesOf(context).find(
      sentence => account.test(sentence) && toOptOut.test(sentence) && !denial.test(sentence),
    )
    if (quote !== undefined) add({ rule, quote, context, problem: 'asks for an account' })
  }
  judgeDisclosed(view, texts, add)
}

/** What that page says about the data that the form passes on and records, and about the visitor's privacy signal. */
function judgeDisclosed(
  { provider, analytics, strings }: JudgedBrand['view'],
  texts: readonly string[],
  add: PageInput['add'],
): void {
  const says = (...patterns: readonly RegExp[]): boolean =>
    texts.some(text => patterns.every(pattern => pattern.test(text)))
  const { pass, certificates } = provider
  if (pass !== undefined && !says(ofAdvertising, passesOn)) {
    const problem = `does not say that ad ids are passed to the forms provider (${Object.keys(pass).join(', ')})`
    add({ rule: 'priv/passed-parameters', at: { brand: ['provider', 'pass'] }, problem })
  }
  if (certificates !== undefined && !says(certifier) && !says(recorded, proof)) {
    const names = Object.keys(certificates).join(', ')
    const problem = `does not say that the use of the form is recorded to prove consent (${names})`
    add({ rule: 'priv/consent-certificates', at: { brand: ['provider', 'certificates'] }, problem })
  }
  if (analytics === undefined) return
  const rule = 'priv/gpc'
  if (!says(/Global Privacy Control|\bGPC\b/i)) {
    const problem = 'does not say what happens when a browser sends the Global Privacy Control signal'
    add({ rule, problem })
  }
  const honored = shownText(strings.privacy.honored)
  if (!texts.some(text => text.includes(honored))) {
    const place = "control that says whether the visitor's signal was honored (the template PrivacyControl)"
    add({ rule, problem: `has no ${place}` })
  }
}

/** "If an ad brought you here, we pass its click id on to the provider of the form." */
const ofAdvertising = /\b(?:ads?|advert\w*|campaigns?|click\w*|anuncios?|publicidad|campañas?|clics?)\b/i
const passesOn =
  /\b(?:pass\w*|send\w*|sent|shar\w+|giv\w+|forward\w*|transmit\w*|receiv\w+|gets?|pas(?:a|amos|an)|env\w+|compart\w+|recib\w+|entreg\w+)\b/i

/** "A service (TrustedForm) records what you see and do in the form, to prove your consent." */
const certifier = /\b(?:TrustedForm|ActiveProspect|Jornaya|LeadiD|Verisk)\b/i
const recorded = /\b(?:record(?:s|ed|ing)?|captur\w+|grab(?:a|amos|an)|registr(?:a|amos|an))\b/i
const proof = /\b(?:consent\w*|certificat\w+|proof|evidence|consentimiento|certificado\w*|prueba)\b/i

/** "Sign in to opt out", "Create an account to send your request" */
const account =
  /\b(?:(?:log|sign)[- ]?in|be (?:logged|signed) in|(?:create|open|need|requires?) an? (?:[a-z]+ )?account|inici(?:e|ar) sesión|cre(?:e|ar) una cuenta)\b/i
const toOptOut =
  /\b(?:opt(?:ing)?[- ]?out|requests?|do not sell|first|before|excluirse|solicitud|primero|antes)\b/i
const denial = /\b(?:not?|never|nor|without|sin)\b|n['’]t\b/i
