// Reports the form's events to the tag manager: that it loaded, was seen, its steps, that it was submitted. It sends names and
// numbers of steps, never a visitor's input, and nothing about visitors who opted out.

import type { IslandEntry } from 'imprint/kit/browser'

interface Props {
  /** The events to push, by what happens or the state of the form's island. Anything without one is not reported. */
  readonly names: Readonly<Record<string, string>>
  /** The origin of the provider, whose frame reports by messages; absent if a script in the page does. */
  readonly origin?: string
  readonly optOutKey: string
}

/** A report of the provider; it may be anything. */
interface Report {
  readonly type?: unknown
  readonly event: string
  readonly step?: string
}

const awaken: IslandEntry<Props> = (island, { names, origin, optOutKey }) => {
  const slot = island.parentElement?.querySelector('[data-form-slot]') as HTMLElement
  const unreported = new Set(Object.values(names))
  const push = (report: Report) => {
    try {
      const { event, step } = report
      const page = window as { dataLayer?: unknown[] } & Window
      const { globalPrivacyControl } = navigator as { globalPrivacyControl?: boolean }
      const name = names[event] as string
      if (globalPrivacyControl || optOutKey in localStorage || !unreported.has(name)) return
      // Steps repeat; a lead that is reported twice would be counted twice.
      if (event !== 'step') unreported.delete(name)
      // A number or a plain name: anything else may be a visitor's input.
      const isPlain = event === 'step' && /^(\d\d?|[a-z_-]{1,30})$/.test(step ?? '')
      page.dataLayer ??= []
      page.dataLayer.push({ event: name, ...(isPlain && { form_step: step }) })
    } catch {
      // If the opt-out cannot be read, nothing is sent. Malformed reports are ignored.
    }
  }
  const type = 'imprint:form'
  if (origin)
    addEventListener('message', ({ data, source, origin: sender }) => {
      const frame = slot.querySelector('iframe')
      if (data?.type === type && sender === origin && source === frame?.contentWindow) push(data)
    })
  else document.addEventListener(type, event => push((event as CustomEvent<Report>).detail))
  const look = () => push({ event: slot.dataset.state as string })
  look()
  new MutationObserver(look).observe(slot, { attributes: true })
  // One visible pixel does not count as seen.
  new IntersectionObserver(([entry]) => entry?.isIntersecting && push({ event: 'seen' }), {
    threshold: 0.1,
  }).observe(slot)
}

export default awaken
