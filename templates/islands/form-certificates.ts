// Loads the scripts that certify a visitor's consent, once the provider's form is there: they look for it when they run. They put the
// certificate's address into a hidden field of the form, which the provider gets with the rest.

import type { IslandEntry } from 'imprint/kit/browser'

interface Props {
  readonly trustedform?: string
  /** The key of its campaign; empty if the provider's script loads it. */
  readonly jornaya?: string
}

const awaken: IslandEntry<Props> = (island, { trustedform, jornaya }) => {
  const slot = island.parentElement?.querySelector('.form-host') as HTMLElement
  const load = (src: string, id = '') => {
    const script = Object.assign(document.createElement('script'), { src, id, async: true })
    document.body.append(script)
  }
  const look = () => {
    const form = slot.querySelector('form')
    if (!form) return
    observer.disconnect()
    if (trustedform !== undefined) {
      // The last parameter only keeps it out of caches: each visit has a certificate of its own.
      const query = new URLSearchParams({
        field: 'xxTrustedFormCertUrl',
        use_tagged_consent: 'true',
        l: `${Date.now()}`,
      })
      load(`https://api.trustedform.com/trustedform.js?${query}`)
    }
    if (jornaya) {
      if (!document.getElementById('leadid_token')) {
        const field = { type: 'hidden', id: 'leadid_token', name: 'universal_leadid' }
        form.append(Object.assign(document.createElement('input'), field))
      }
      load(`https://create.lidstatic.com/campaign/${jornaya}.js?snippet_version=2`, 'LeadiDscript_campaign')
    }
  }
  const observer = new MutationObserver(look)
  observer.observe(slot, { childList: true, subtree: true })
  look()
}

export default awaken
