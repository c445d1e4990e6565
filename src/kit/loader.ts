// The loader of islands: inlined at the end of every page that has one, and of no other. Kept small; every byte
// of it is on the critical path of every page.
//
// Rules that must stay true:
// - Links, summaries, labels and form controls keep their own behaviour while an island sleeps; only clicks on
//   buttons are held back, and take effect exactly once when it is awake.
// - A script that fails to load leaves the page as the server made it, with one line on the console.

type Entry = { default: (element: HTMLElement, props: unknown) => unknown }

const awake = new WeakMap<HTMLElement, Promise<unknown>>()
const held = new WeakMap<HTMLElement, HTMLElement>()
const failed = new Set<string>()

const wake = (island: HTMLElement): Promise<unknown> => {
  let done = awake.get(island)
  if (!done) {
    const { island: url = '', props } = island.dataset
    done = import(url)
      .then((entry: Entry) => entry.default(island, props && JSON.parse(props)))
      .then(
        () => {
          delete island.dataset.on
          // After React has attached its listeners, which it does in the task that hydrates.
          setTimeout(() => held.get(island)?.click())
        },
        error => {
          // Styles may take away what nothing answers now.
          island.dataset.on = 'failed'
          // Islands of one script fail together, and say so once.
          if (!failed.has(url)) console.error(`The island ${url} did not load.`, error)
          failed.add(url)
        },
      )
    awake.set(island, done)
  }
  return done
}

const islands = [...document.querySelectorAll<HTMLElement>('[data-island]')]
const on = (type: string) => islands.filter(island => island.dataset.on === type)

on('load').forEach(wake)

const idle = () => on('idle').forEach(wake)
// Safari has no requestIdleCallback.
const whenIdle = () =>
  'requestIdleCallback' in window ? requestIdleCallback(idle, { timeout: 2000 }) : setTimeout(idle, 200)
if (document.readyState === 'complete') whenIdle()
else addEventListener('load', whenIdle)

const observer = new IntersectionObserver(
  entries => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue
      observer.unobserve(target)
      wake(target as HTMLElement)
    }
  },
  { rootMargin: '600px' },
)
for (const island of on('visible')) observer.observe(island)

const sleeping = (target: EventTarget | null) =>
  (target as Element).closest?.<HTMLElement>('[data-on=interaction][data-island]')

for (const type of ['pointerover', 'focusin', 'touchstart', 'input']) {
  addEventListener(
    type,
    ({ target }) => {
      const island = sleeping(target)
      if (island) wake(island)
      for (const other of islands) {
        const { intent } = other.dataset
        if (intent && (target as Element).closest?.(intent)) wake(other)
      }
    },
    { capture: true, passive: true },
  )
}

addEventListener(
  'click',
  event => {
    const island = sleeping(event.target)
    if (!island) return
    wake(island)
    const button = (event.target as Element).closest('button')
    if (!button || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    event.stopPropagation()
    held.set(island, button)
  },
  true,
)

const byHash = () => {
  for (const island of islands) {
    if (island.closest(`[id="${location.hash.replace(/[^\w-]/g, '')}"]`)) wake(island)
  }
}
byHash()
addEventListener('hashchange', byHash)
