// The loader of islands: inlined at the end of every page that has one, and of no other. Kept small; every byte
// of it is on the critical path of every page.
//
// Rules that must stay true:
// - Links, summaries, labels and form controls keep their own behaviour while an island sleeps; only clicks on
//   buttons are held back, and take effect exactly once when it is awake.
// - A script that fails to load leaves the page as the server made it, with one line on the console.

/** Set by the bundler: whether an island of the page waits for a visitor's hand. Most pages have none, and need no more than the rest. */
declare const ON_INTERACTION: boolean

type Entry = { default: (element: HTMLElement, props: unknown) => unknown }

const islands = document.querySelectorAll<HTMLElement>('[data-island]')
const asleep = new Set(islands)
/** Buttons that were clicked before their island was awake. */
const held = new Map<HTMLElement, HTMLElement>()
const failed = new Set<string>()

const wake = (island: HTMLElement) => {
  if (!asleep.delete(island)) return
  const { island: url = '', props } = island.dataset
  import(url)
    .then((entry: Entry) => entry.default(island, props && JSON.parse(props)))
    .then(
      () => {
        delete island.dataset.on
        // After React has attached its listeners, which it does in the task that hydrates.
        if (ON_INTERACTION) setTimeout(() => held.get(island)?.click())
      },
      error => {
        // Styles may take away what nothing answers now.
        island.dataset.on = 'failed'
        // Islands of one script fail together, and say so once.
        failed.has(url) || console.error(`The island ${url} did not load.`, error)
        failed.add(url)
      },
    )
}

const each = (on: string, act: (island: HTMLElement) => void) => {
  for (const island of islands) if (island.dataset.on === on) act(island)
}

each('load', wake)

// A script in the page runs before its `load`. Safari has no requestIdleCallback, and takes the options for no delay.
addEventListener('load', () =>
  (window.requestIdleCallback ?? setTimeout)(() => each('idle', wake), { timeout: 2000 } as never),
)

const observer = new IntersectionObserver(
  entries => {
    for (const { isIntersecting, target } of entries) if (isIntersecting) wake(target as HTMLElement)
  },
  { rootMargin: '600px' },
)
each('visible', island => observer.observe(island))

const listenFor = (type: string) =>
  addEventListener(
    type,
    event => {
      // No element is named "undefined", so an island without `data-intent` is near nothing.
      const near = (selector: string | undefined) =>
        (event.target as Element).closest?.<HTMLElement>(selector as string)
      const sleeping = near('[data-on=interaction]')
      for (const island of islands) if (island === sleeping || near(island.dataset.intent)) wake(island)
      const { ctrlKey, metaKey, shiftKey } = event as MouseEvent
      const button = near('button')
      if (type === 'click' && sleeping && button && !(ctrlKey || metaKey || shiftKey)) {
        event.preventDefault()
        event.stopPropagation()
        held.set(sleeping, button)
      }
    },
    true,
  )

if (ON_INTERACTION)
  for (const type of ['pointerover', 'touchstart', 'focusin', 'input', 'click']) listenFor(type)
