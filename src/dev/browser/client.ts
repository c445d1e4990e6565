// Runs in every page that `imprint dev` serves, but in none that is published: shows the problems of the page's brand
// and brings the page up to date.

import { stayConnected } from './connection.ts'
import { decide, type PageState } from './decide.ts'
import { joined } from './joined.ts'
import { createOverlay } from './overlay.ts'
import { stylesIn, swapStyles } from './page-styles.ts'
import { type BrandReport, problemsToShow } from './problems.ts'
import { fetchThisPage, ownScriptData } from './this-page.ts'

const { token = '', page = '', frame = '', status = '' } = ownScriptData()
let shown: PageState = { status: Number(status), page, frame }
let hasProblems = false

const bringUpToDate = joined(async () => {
  try {
    const response = await fetchThisPage()
    const answer = stateOf(response)
    const action = decide(shown, answer, hasProblems)
    if (answer && action === 'styles') {
      swapStyles(stylesIn(await response.text()))
      shown = answer
      return
    }
    await response.body?.cancel()
    if (answer && action === 'reload') reloadFor(answer)
  } catch {
    // The server went away; whoever waits for it tells when it is back.
  }
})

/** Undefined for an answer that is no page of the site. */
function stateOf({ status, headers }: Response): PageState | undefined {
  const page = headers.get('x-imprint-page')
  const frame = headers.get('x-imprint-frame')
  return page === null || frame === null ? undefined : { status, page, frame }
}

/**
 * A reload may bring the same old page again, from a service worker for instance that another project left at this
 * address. Then a second one would too, and so on; so the window's place in its history keeps what it was tried for.
 */
function reloadFor({ page }: PageState): void {
  const imprintReload = `${shown.page} ${page}`
  if (history.state?.imprintReload === imprintReload) return
  history.replaceState({ ...history.state, imprintReload }, '')
  location.reload()
}

if (window.parent === window) {
  const overlay = createOverlay(shown.status < 500)
  stayConnected<BrandReport>({
    token,
    onMessage(report) {
      hasProblems = problemsToShow(report.problems).length > 0
      overlay.show(report)
      void bringUpToDate()
    },
    onAway: () => overlay.showAway(),
  })
} else {
  // One of many frames on the index page, which shows the problems beside them and passes on what it is told: a
  // connection for each frame would be more than a browser allows.
  addEventListener('message', ({ source, data }) => {
    if (source !== window.parent || typeof data?.imprintProblems !== 'boolean') return
    hasProblems = data.imprintProblems
    void bringUpToDate()
  })
  window.parent.postMessage('imprint-ready', '*')
}
