// Shows the footer's notice that an opt-out is honoured, if the browser sends Global Privacy Control or the visitor opted out
// on the privacy page.

import type { IslandEntry } from 'imprint/kit/browser'

const awaken: IslandEntry<{ readonly optOutKey: string }> = (line, { optOutKey }) => {
  const show = () => {
    let optedOut = (navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl
    try {
      optedOut ||= localStorage.getItem(optOutKey) !== null
    } catch {
      // If storage cannot be read, no choice has been stored.
    }
    line.classList.toggle('honored', optedOut)
  }
  show()
  for (const type of ['storage', 'pageshow']) addEventListener(type, show)
}

export default awaken
