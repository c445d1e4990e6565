// Keeps a question where it was clicked. The browser closes the previously open answer. If that answer was above, the
// question would jump up by its height, often off the screen; no browser's scroll anchoring prevents that.

import type { IslandEntry } from 'imprint/kit/browser'

const awaken: IslandEntry = list => {
  list.addEventListener('click', ({ target }) => {
    const summary = (target as Element).closest('summary')
    if (!summary) return
    const place = () => summary.getBoundingClientRect().top
    const before = place()
    requestAnimationFrame(() => scrollBy({ top: place() - before, behavior: 'instant' }))
  })
}

export default awaken
