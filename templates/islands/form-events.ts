// Says to the tag manager what happens with the form: that it came, was seen, its steps, that it was submitted. It gives names
// and numbers of steps, never what a visitor entered, and says nothing of visitors who said no.

import type { IslandEntry } from 'imprint/kit/browser'

interface Props {
  /** By what happens, or a state of the form's island, the event that is pushed. What has none is not reported. */
  readonly names: Readonly<Record<string, string>>
  /** The provider's, whose frame reports by messages; without one, a script in the page does. */
  readonly origin?: string
  readonly optOutKey: string
}

/** What the provider says; it may be anything. */
interface Report {
  readonly type?: unknown
  readonly event: string
  readonly step?: string
}

const awaken: IslandEntry<Props> = (island, { names, origin, optOutKey }) => {
  const slot = island.parentElement?.querySelector('[data-form-slot]') as HTMLElement
  const left = new Set(Object.values(names))
  const push = (report: Report) => {
    try {
      const { event, step } = report
      const page = window as { dataLayer?: unknown[] } & Window
      const { globalPrivacyControl } = navigator as { globalPrivacyControl?: boolean }
      const name = names[event] as string
      if (globalPrivacyControl || optOutKey in localStorage || !left.has(name)) return
      // Steps come again; a lead that is reported twice would be counted twice.
      if (event !== 'step') left.delete(name)
      // A number or a plain name: anything else may be what somebody entered.
      const isPlain = event === 'step' && /^(\d\d?|[a-z_-]{1,30})$/.test(step ?? '')
      page.dataLayer ??= []
      page.dataLayer.push({ event: name, ...(isPlain && { form_step: step }) })
    } catch {
      // Where a "no" cannot be read, it may have been one. What makes no sense is left alone.
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
  // One pixel of it is not enough to have seen it.
  new IntersectionObserver(([entry]) => entry?.isIntersecting && push({ event: 'seen' }), {
    threshold: 0.1,
  }).observe(slot)
}

export default awaken
