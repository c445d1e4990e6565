// Reports the form's events to the tag manager: that it loaded, was seen, reached a step, or was submitted. Reports contain
// only names and step numbers, never a visitor's input. Visitors who opted out are not reported on.

import type { IslandEntry } from 'imprint/kit/browser'

interface Props {
  /** The events to push, by occurrence or by the state of the form's island. Others are not reported. */
  readonly names: Readonly<Record<string, string>>
  /** The origin of the provider, whose frame reports through messages. Absent if a script in the page reports. */
  readonly origin?: string
  readonly optOutKey: string
}

/** A report from the provider, which may contain anything. */
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
      // Steps may be reported again, but a second report of a lead would count it twice.
      if (event !== 'step') unreported.delete(name)
      // Only a number or a plain name is allowed, because anything else may be a visitor's input.
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
  // A single visible pixel does not count as seen.
  new IntersectionObserver(([entry]) => entry?.isIntersecting && push({ event: 'seen' }), {
    threshold: 0.1,
  }).observe(slot)
}

export default awaken
