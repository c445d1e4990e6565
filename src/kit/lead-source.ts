// Stores the parameters of a visitor's first page, passes them to the form, and shows the phone number for the visitor's source.
// Inlined in front of the loader on every page of a brand that uses one of these, so that it has run before the form wakes. Every
// byte is on the critical path of every page.
//
// Rules that must stay true:
// - Nothing is stored or passed on for a visitor who opted out, through the browser's signal or on the privacy page.
// - The first page with parameters decides; those of later pages change nothing.
// - It can run any number of times, and does when the visitor may have opted out: on a click, in another tab, on the page before.

import { firstTouch } from './first-touch.ts'
import { optOutKey } from './opt-out.ts'

// These constants are written in front of this script.
declare const keep: RegExp
declare const names: Readonly<Record<string, string>>
/** Names of parameters that are stored for `phones` but not passed on. */
declare const hidden: readonly string[]
/**
 * Phone numbers: the pattern that the stored JSON must match, the link, and its text. The last number is the brand's own, for
 * all other visitors.
 */
declare const phones: readonly (readonly [kept: RegExp, href: string, text: string])[]
// Set by the bundler: how the form is embedded in the page, and whether there are several numbers.
declare const FORM: 'none' | 'script' | 'iframe'
declare const PHONES: boolean

const key = 'imprint:pass'
let shown = PHONES ? phones.at(-1) : undefined

const update = () => {
  let pass: string | undefined
  try {
    if ((navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl || optOutKey in localStorage)
      delete sessionStorage[key]
    else {
      pass = sessionStorage[key] ?? firstTouch(location.search, keep, names)
      if (pass) sessionStorage[key] = pass
    }
  } catch {
    // If the opt-out cannot be read, nothing is stored.
  }
  if (PHONES) {
    show(phones.find(([kept]) => kept.test(pass ?? '')))
    if (FORM !== 'none' && pass) {
      pass = JSON.stringify(JSON.parse(pass), (name, value) => (hidden.includes(name) ? undefined : value))
      if (pass === '{}') pass = undefined
    }
  }
  // The form's island passes the data of its element to the provider's script.
  if (FORM === 'script')
    for (const { dataset } of document.querySelectorAll<HTMLElement>('[data-form-id]')) {
      if (pass) dataset.pass = pass
      else delete dataset.pass
    }
  // The form's island takes the frame's address from its props.
  if (FORM === 'iframe')
    for (const { dataset } of document.querySelectorAll<HTMLElement>('[data-props*=formId]'))
      dataset.props = (dataset.props as string).replace(
        /\?.*(?=formId=)/,
        pass ? `?${new URLSearchParams(JSON.parse(pass))}&` : '?',
      )
}

/** Replaces the current number in all links and in all text. */
const show = (next: typeof shown) => {
  if (next === shown || !next || !shown) return
  const [, href, text] = shown
  for (const link of document.querySelectorAll<HTMLAnchorElement>(`[href="${href}"]`)) link.href = next[1]
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = texts.nextNode() as Text | null; node; node = texts.nextNode() as Text | null)
    if (node.data.includes(text)) node.data = node.data.replaceAll(text, next[2])
  shown = next
}

update()
addEventListener('click', update)
addEventListener('storage', update)
addEventListener('pageshow', update)
