// Works like a provider's script: finds its own element, reads the form's id and the passed parameters from it, and puts the form
// after it.

import { standInForm } from './stand-in-form.ts'

const script = document.currentScript as HTMLScriptElement
const { formId, pass = '{}' } = script.dataset
if (!formId) throw new Error('The stand-in form needs data-form-id on its script element.')
const report = (event: string, step?: number): void => {
  document.dispatchEvent(
    new CustomEvent('imprint:form', { detail: { event, ...(step !== undefined && { step }) } }),
  )
}
const { origin } = new URL(script.src)
script.after(standInForm({ formId, passed: JSON.parse(pass), origin, report }))
report('loaded')
