// What every page of a site has: contact, documents, privacy links; and what it loads.

import type { PageContents } from './extract.ts'
import type { BrandNames } from './paragraphs.ts'
import { remembered, shownText } from './text.ts'
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
const plainOf = remembered((text: string) => text.replace(/[\s,.]+/g, ' ').toLowerCase())

/** Judges a page whose texts have marks for the brand's names. */
export function judgeFrame(
  page: JudgedPage,
  contents: PageContents,
  { view, values }: JudgedBrand,
  { neutral, restored }: BrandNames,
  isForm: boolean,
  isCall: boolean,
  add: Add,
): void {
  const { links, blocks, images, scripts: loaded } = contents
  const visible = links.filter(link => link.visible)
  const { provider, brand } = view
  const named = [...provider.allow, ...(view.thirdParties?.allow ?? []).map(({ origin }) => origin)]
  const isNamed = (host: string): boolean =>
    named.some(origin =>
      origin.includes('*')
        ? host.endsWith(origin.replace('https://*', ''))
        : host === origin.replace('https://', ''),
    )
  for (const src of [...loaded, ...images.map(image => image.src)]) {
    const host = /^(?:https?:)?\/\/([^/]+)/.exec(src)?.[1]
    if (
      host === undefined ||
      host === provider.host ||
      isNamed(host) ||
      src.startsWith(`${provider.origin}/`) ||
      src.startsWith(`${brand.siteUrl}/`)
    )
      continue
    add({
      rule: 'priv/unknown-third-party',
      quote: src,
      problem: `loads "${src}", which brand.yaml does not name`,
    })
    if (
      /analytics|gtm|googletagmanager|facebook|doubleclick|hotjar|clarity|pixel|tiktok|segment|mixpanel/.test(
        src,
      )
    ) {
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
  }
  if (isForm && view.analytics !== undefined)
    add({
      rule: 'priv/no-tracker-on-form-page',
      at: { brand: ['analytics'] },
      problem: 'loads the tag manager or measurement on the page with the form',
    })
  // A page that asks for nothing: no links, no form.
  if (!isCall) return
  const text = blocks.filter(block => block.visible && !block.closed && !block.whole).map(block => block.text)
  const shows = (value: string, texts = text): boolean => {
    const name = neutral(value)
    if (texts.some(shown => shown.includes(name))) return true
    const wanted = plainOf(value).trim()
    return texts.some(shown => plainOf(restored(shown)).includes(wanted))
  }
  const missing = [
    ...(visible.some(({ href }) => href === brand.phone.href) ? [] : ['the phone number']),
    ...(visible.some(({ href }) => href === brand.email.href) ? [] : ['the email address']),
    ...(values.legalName === undefined || shows(values.legalName) ? [] : ['the legal name']),
    ...(values.address === undefined || shows(values.address) ? [] : ['the street address']),
  ]
  if (missing.length > 0)
    add({
      rule: 'id/contact',
      at: { strings: 'footer.contact' },
      problem: `does not show ${missing.join(', ')}`,
    })
  const documents = Object.entries(provider.documents).filter(
    ([, href]) => !visible.some(link => link.href === href),
  )
  if (documents.length > 0)
    add({
      rule: 'legal/provider-docs',
      at: { strings: `footer.${documents[0]?.[0]}`, navigation: 'footer' },
      problem: `has no link to the provider's ${documents.map(([id]) => id).join(', ')}`,
    })
  if (!(values.privacy?.sells === false || values.privacy?.exempt !== undefined)) {
    const frame = visible.filter(({ region }) => region !== 'main')
    const exact = frame.find(
      ({ text: title, href }) => exactTitles.has(title.toLowerCase()) && href !== '' && href !== '#',
    )
    if (exact === undefined) {
      const near =
        links.find(({ text: title }) => nearTitle.test(title)) ??
        blocks.find(block => !block.whole && block.tag === 'button' && nearTitle.test(block.text))
      add({
        rule: 'priv/dns-link',
        ...(near === undefined
          ? { at: { strings: 'footer.doNotSell' } }
          : { quote: near.text, context: near.text }),
        problem:
          near === undefined
            ? 'has no link "Do Not Sell or Share My Personal Information" in its header or footer'
            : `calls the link "${near.text}", not "Do Not Sell or Share My Personal Information", or it is no link in the header or footer`,
      })
    }
    if (
      isForm &&
      values.privacy?.limit !== false &&
      !links.some(({ text: title }) =>
        /limit the use of my sensitive|privacy choices|limitar el uso|opciones de privacidad/i.test(title),
      ) &&
      text.some(shown =>
        /social security|bank (?:details|account|login|information)|\bSSN\b|seguro social|datos bancarios/i.test(
          shown,
        ),
      )
    )
      add({
        rule: 'priv/limit-link',
        at: { strings: 'footer.doNotSell' },
        problem:
          'asks for sensitive information and has no link "Limit the Use of My Sensitive Personal Information"',
      })
  }
  if (isForm) {
    const formAt = contents.formAt as number
    const near = visible.some(
      ({ at, text: title, region, href }) =>
        region === 'main' &&
        at <= formAt &&
        at >= formAt - 12 &&
        (/privacy|privacidad/i.test(title) ||
          href === provider.documents.notice ||
          href === provider.documents.policy),
    )
    if (!near)
      add({
        rule: 'priv/notice-at-collection',
        at: { strings: 'form.intro' },
        problem: 'has no link to the privacy notice next to the form, before it',
      })
  }
  if (page.kind === 'ccpa') {
    const own = blocks.filter(({ region, whole }) => region === 'main' && !whole)
    const ownTexts = own.map(({ text: shown }) => shown)
    const names = (value: string, scheme?: string): boolean =>
      shows(value, ownTexts) ||
      links.some(({ region, href }) => region === 'main' && scheme !== undefined && href.startsWith(scheme))
    const methods = {
      email: names(brand.email.text, 'mailto:'),
      phone: names(brand.phone.text, 'tel:'),
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
      if (!own.some(({ text: shown }) => /Global Privacy Control|\bGPC\b/i.test(shown)))
        add({
          rule: 'priv/gpc',
          problem: 'does not say what happens when a browser sends the signal "Global Privacy Control"',
        })
      if (!own.some(({ text: shown }) => shown.includes(neutral(shownText(view.strings.privacy.honored)))))
        add({
          rule: 'priv/gpc',
          problem:
            "has no place that says whether the visitor's signal was honored (PrivacyControl of the templates)",
        })
    }
    const account = blocks.find(
      ({ region, text: shown }) =>
        region === 'main' &&
        /\b(?:log ?in|sign in|create an account|register an account)\b.*\b(?:to|before|first)\b/i.test(
          shown,
        ) &&
        !/\bnot?\b/i.test(shown),
    )
    if (account !== undefined)
      add({
        rule: 'priv/optout-page-plain',
        quote: account.text,
        context: account.text,
        problem: 'asks for an account',
      })
  }
}
