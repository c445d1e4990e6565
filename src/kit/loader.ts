// The loader of islands: inlined at the end of every page that has one, and of no other. Small, because every byte of it is on
// the critical path of every page.
//
// Rules that must stay true:
// - Links, summaries, labels and form controls keep their own behaviour while an island sleeps; only clicks on
//   buttons are held back, and take effect exactly once when it is awake.
// - A script that fails to load leaves the page as the server made it, with one line on the console.

// Set by the bundler: whether an island on the page has an intent, and whether one waits for an interaction. Most pages have
// neither, and need only the rest.
declare const ON_INTENT: boolean
declare const ON_INTERACTION: boolean

type Entry = { default: (element: HTMLElement, props: unknown) => unknown }

interface IslandElement extends HTMLElement {
  /** The button that was clicked before the island was awake. */
  held?: HTMLElement
}

const islands = document.querySelectorAll<IslandElement>('[data-island]')
/** Sleeping islands, and failed scripts. */
const known = new Set<unknown>(islands)

const wake = (island: IslandElement) => {
  if (!known.delete(island)) return
  const { island: url, props } = island.dataset
  import(url as string)
    .then((entry: Entry) => entry.default(island, props && JSON.parse(props)))
    .then(
      () => {
        delete island.dataset.on
        // Runs after React has attached its listeners, which it does in the task that hydrates.
        if (ON_INTERACTION) setTimeout(() => island.held?.click())
      },
      error => {
        // Styles may hide controls that no longer work.
        island.dataset.on = 'failed'
        // Islands of one script fail together, and report it once.
        known.has(url) || console.error(error)
        known.add(url)
      },
    )
}

const each = (on: string, act: (island: IslandElement) => void) => {
  for (const island of islands) if (island.dataset.on === on) act(island)
}

each('load', wake)

// After the first paint: a script that is requested before it would delay it. A script in the page runs before its `load` event,
// and a frame is shown only after its callbacks: the next frame's come after the first paint.
// Safari lacks requestIdleCallback; setTimeout takes the options object for no delay.
addEventListener('load', () =>
  requestAnimationFrame(() =>
    requestAnimationFrame(() =>
      (window.requestIdleCallback ?? setTimeout)(() => each('idle', wake), { timeout: 2000 } as never),
    ),
  ),
)

const observer = new IntersectionObserver(
  entries => entries.map(entry => entry.isIntersecting && wake(entry.target as IslandElement)),
  { rootMargin: '600px' },
)
each('visible', island => observer.observe(island))

if (ON_INTENT || ON_INTERACTION)
  for (const type of ['pointerover', 'focusin', 'input', 'click'])
    addEventListener(
      type,
      event => {
        // No element is named "undefined", so an island without `data-intent` matches nothing.
        const near = (selector: string | undefined) =>
          (event.target as Element).closest?.<IslandElement>(selector as string)
        for (const island of islands) if (near(island.dataset.intent)) wake(island)
        if (!ON_INTERACTION) return
        const sleeping = near('[data-on=interaction]')
        if (!sleeping) return
        wake(sleeping)
        const button = near('button')
        if (type === 'click' && button) {
          event.preventDefault()
          event.stopPropagation()
          sleeping.held = button
        }
      },
      true,
    )
