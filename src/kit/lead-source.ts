// Keeps the parameters with which a visitor came, and hands them to the form: inlined in front of the loader on every page of
// a brand that passes some, so that it has run before the form wakes. Every byte is on the critical path of every page.
//
// Rules that must stay true:
// - Nothing is kept or handed on for a visitor who said no, by the browser's signal or on the privacy page.
// - The first page with parameters decides; those of later pages change nothing.
// - It can run any number of times, and does when the visitor may have said no: on a click, in another tab, on the page before.

import { firstTouch } from './first-touch.ts'
import { optOutKey } from './opt-out.ts'

// Stand in the page, in front of this script.
declare const keep: RegExp
declare const names: Readonly<Record<string, string>>
// Set by the bundler: how the form comes into the page.
declare const FORM: 'none' | 'script' | 'iframe'

const key = 'imprint:pass'

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
    // Where a "no" cannot be read, nothing is kept.
  }
  // The form's island gives the data of its host to the provider's script.
  if (FORM === 'script')
    for (const { dataset } of document.querySelectorAll<HTMLElement>('[data-form-id]')) {
      if (pass) dataset.pass = pass
      else delete dataset.pass
    }
  // It takes the address of a frame from its props.
  if (FORM === 'iframe')
    for (const { dataset } of document.querySelectorAll<HTMLElement>('[data-props*=formId]'))
      dataset.props = (dataset.props as string).replace(
        /\?.*(?=formId=)/,
        pass ? `?${new URLSearchParams(JSON.parse(pass))}&` : '?',
      )
}

update()
addEventListener('click', update)
addEventListener('storage', update)
addEventListener('pageshow', update)
