// Works like a provider's page for a frame: reads its own address, and reports events and every change of its height to the page
// around it.

import { adopt, standInForm } from './stand-in-form.ts'
import styles from './stand-in-frame.css' with { type: 'text' }

const { formId = '', ...passed } = Object.fromEntries(new URLSearchParams(location.search))
const report = (event: string, step?: number): void =>
  parent.postMessage({ type: 'imprint:form', event, ...(step !== undefined && { step }) }, '*')
adopt(styles)
document.querySelector('main')?.append(standInForm({ formId, passed, origin: location.origin, report }))
report('loaded')
const page = document.documentElement
new ResizeObserver(() => parent.postMessage({ height: page.offsetHeight }, '*')).observe(page)
