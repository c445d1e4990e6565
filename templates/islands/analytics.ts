// Loads the tag manager and the measurement script, but not for visitors who opted out through their browser's signal (Global
// Privacy Control) or on the privacy page, and not before the page is visible.

import type { IslandEntry } from 'imprint/kit/browser'

interface Props {
  readonly gtm?: string
  readonly ga4?: string
  readonly optOutKey: string
}

/** Whether this visitor opted out. If the choice cannot be read, the visitor counts as opted out. */
function refused(key: string): boolean {
  try {
    return (
      !!(navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl ||
      localStorage.getItem(key) !== null
    )
  } catch {
    return true
  }
}

const awaken: IslandEntry<Props> = (_island, { gtm, ga4, optOutKey }) => {
  if ((document as { prerendering?: boolean }).prerendering) {
    document.addEventListener('prerenderingchange', () => start(gtm, ga4, optOutKey), { once: true })
  } else start(gtm, ga4, optOutKey)
}

function start(gtm: string | undefined, ga4: string | undefined, optOutKey: string): void {
  if (refused(optOutKey)) return
  const page = window as { dataLayer?: unknown[] }
  page.dataLayer ??= []
  const layer = page.dataLayer
  const load = (file: string) => {
    const script = document.createElement('script')
    script.async = true
    script.src = `https://www.googletagmanager.com/${file}`
    document.head.append(script)
  }
  if (gtm) {
    layer.push({ 'gtm.start': Date.now(), event: 'gtm.js' })
    load(`gtm.js?id=${gtm}`)
  }
  if (ga4) {
    // The measurement script reads its commands as `arguments` objects; it ignores arrays.
    const command: (...words: unknown[]) => void = function () {
      // biome-ignore lint/complexity/noArguments: see above
      layer.push(arguments)
    }
    command('js', new Date())
    command('config', ga4)
    load(`gtag/js?id=${ga4}`)
  }
}

export default awaken
