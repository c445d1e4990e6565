// Runs in every page that `imprint dev` serves, but in no published page: shows the problems of the page's brand and keeps the
// page up to date.

import { coalesced } from '../coalesced.ts'
import { stayConnected } from './connection.ts'
import { decide, type PageState } from './decide.ts'
import { createOverlay } from './overlay.ts'
import { stylesIn, swapStyles } from './page-styles.ts'
import { type BrandReport, problemsToShow } from './problems.ts'
import { fetchThisPage, ownScriptData } from './this-page.ts'

const { token = '', page = '', frame = '', status = '' } = ownScriptData()
let shown: PageState = { status: Number(status), page, frame }
let hasProblems = false
let isGone = shown.status >= 400
let report: BrandReport | undefined
const overlay = window.parent === window ? createOverlay(shown.status < 500) : undefined

const bringUpToDate = coalesced(async () => {
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
    isGone = answer !== undefined && answer.status >= 400
    if (report) overlay?.show(report, isGone)
  } catch {
    // The server is not running; the connection notices when it is back.
  }
})

/** Undefined for a response that is not a page of the site. */
function stateOf({ status, headers }: Response): PageState | undefined {
  const page = headers.get('x-imprint-page')
  const frame = headers.get('x-imprint-frame')
  return page === null || frame === null ? undefined : { status, page, frame }
}

/**
 * Reloads once for each new version of the page. A reload may return the old page again, for example from a service worker that
 * another project left at this address; the history entry records the attempt, so that this does not loop.
 */
function reloadFor({ page }: PageState): void {
  const imprintReload = `${shown.page} ${page}`
  if (history.state?.imprintReload === imprintReload) return
  history.replaceState({ ...history.state, imprintReload }, '')
  location.reload()
}

if (overlay) {
  stayConnected<BrandReport | { readonly brand?: never }>({
    token,
    onMessage(message) {
      // The folder of the brand was deleted or renamed. The page stays as it is, in case the folder comes back.
      if (message.brand === undefined) return
      report = message
      hasProblems = problemsToShow(message.problems).length > 0
      overlay.show(message, isGone)
      void bringUpToDate.run()
    },
    onAway: () => overlay.showAway(),
  })
} else {
  // One of many frames on the index page. That page shows the problems and passes messages on to the frames, because browsers do
  // not allow enough connections for every frame.
  addEventListener('message', ({ source, data }) => {
    if (source !== window.parent || typeof data?.imprintProblems !== 'boolean') return
    hasProblems = data.imprintProblems
    void bringUpToDate.run()
  })
  window.parent.postMessage('imprint-ready', '*')
}
