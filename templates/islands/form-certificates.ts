// Loads the scripts that certify a visitor's consent after the provider's form has loaded, because they look for it when they
// run. They put the certificate's address into a hidden field, which is sent to the provider with the form.

import type { IslandEntry } from 'imprint/kit/browser'

interface Props {
  readonly trustedform?: string
  /** The key of the brand's campaign; empty if the provider's script loads it. */
  readonly jornaya?: string
}

const awaken: IslandEntry<Props> = (island, { trustedform, jornaya }) => {
  const host = island.parentElement?.querySelector('.form-host') as HTMLElement
  const add = (parent: Element, name: string, properties: object) =>
    parent.append(Object.assign(document.createElement(name), properties))
  const load = (address: string, id = '') => add(document.body, 'script', { id, src: `https://${address}` })
  const look = () => {
    const form = host.querySelector('form')
    if (!form) return
    observer.disconnect()
    if (trustedform !== undefined)
      // The last parameter prevents caching, because each visit has its own certificate.
      load(
        `api.trustedform.com/trustedform.js?field=xxTrustedFormCertUrl&use_tagged_consent=true&l=${Date.now()}`,
      )
    if (!jornaya) return
    const id = 'leadid_token'
    if (!document.getElementById(id)) add(form, 'input', { type: 'hidden', id, name: 'universal_leadid' })
    load(`create.lidstatic.com/campaign/${jornaya}.js?snippet_version=2`, 'LeadiDscript_campaign')
  }
  const observer = new MutationObserver(look)
  observer.observe(host, { childList: true, subtree: true })
  look()
}

export default awaken
