// Shows the problems of a brand on top of its pages, in the words of the terminal. Text is inserted as text, never as
// HTML, and the page underneath is not changed and stays usable.

import { create } from './create.ts'
import overlayStyles from './overlay.css' with { type: 'text' }
import problemStyles from './problems.css' with { type: 'text' }
import { type BrandReport, counted, type Problem, partsOf, problemsToShow } from './problems.ts'

interface Overlay {
  /** Shows the problems of a report; removes the overlay if it has none. */
  show(report: BrandReport): void
  /** Shows in the corner that the server does not answer, until the next report. */
  showAway(): void
}

/** Enough to read in a browser; the terminal has them all. */
const mostProblems = 100

const noServer = 'imprint dev is not running. Start it again; this page then reconnects.'

/** @param hasPage False where the document only says that the page cannot be shown yet. */
export function createOverlay(hasPage: boolean): Overlay {
  const host = document.createElement('div')
  host.popover = 'manual'
  const shadow = host.attachShadow({ mode: 'open' })
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(problemStyles + overlayStyles)
  shadow.adoptedStyleSheets = [sheet]

  const title = create('h2', { id: 'title', ariaLive: 'assertive' })
  const note = create('p', { className: 'note' })
  const list = create('ol', { className: 'problems' })
  const more = create('p', { className: 'more' })
  const close = create('button', { type: 'button' }, 'Dismiss', create('kbd', { ariaHidden: 'true' }, 'Esc'))
  const backdrop = create('div', { className: 'backdrop' })
  const panel = create(
    'section',
    { className: 'panel', role: 'alertdialog', tabIndex: -1 },
    create('div', { className: 'head' }, create('div', {}, title, note), close),
    list,
    more,
  )
  panel.setAttribute('aria-labelledby', title.id)
  const badge = create('button', { type: 'button', className: 'badge' })
  const away = create('p', { className: 'away', role: 'status' }, noServer)
  shadow.append(create('div', { className: 'root' }, backdrop, panel, badge, away))

  let problems: readonly Problem[] = []
  let shown = ''
  let folded = false
  let isAway = false

  const draw = () => {
    const open = problems.length > 0 && !folded && !isAway
    backdrop.hidden = panel.hidden = !open
    badge.hidden = isAway || problems.length === 0 || !folded
    away.hidden = !isAway
    host.toggleAttribute('data-folded', !open)
    if (problems.length === 0 && !isAway) return host.remove()
    if (host.isConnected) return
    document.documentElement.append(host)
    // A popover is above everything else; browsers without popovers use the z-index.
    host.showPopover?.()
  }
  const fold = () => {
    const hadFocus = shadow.activeElement !== null
    remember(problems.map(({ text }) => text))
    folded = true
    draw()
    if (hadFocus) badge.focus({ preventScroll: true })
  }
  const unfold = () => {
    remember([])
    folded = false
    draw()
    panel.focus({ preventScroll: true })
  }
  close.addEventListener('click', fold)
  backdrop.addEventListener('click', fold)
  badge.addEventListener('click', unfold)
  addEventListener('keydown', ({ key }) => {
    if (key === 'Escape' && host.isConnected && !panel.hidden) fold()
  })

  return {
    show(report) {
      isAway = false
      problems = problemsToShow(report.problems)
      const now = JSON.stringify([report.brand, report.failed, report.outdated, problems])
      if (now === shown) return draw()
      shown = now
      // Problems that are gone are forgotten, so that one that comes back is shown again.
      const dismissed = dismissedTexts().filter(text => problems.some(problem => problem.text === text))
      remember(dismissed)
      folded = problems.every(({ text }) => dismissed.includes(text))
      title.textContent = `${counted(problems.length, 'problem')} in ${report.brand}`
      note.textContent = describe(report, hasPage)
      list.replaceChildren(...problems.slice(0, mostProblems).map(listItem))
      more.textContent = `There are ${problems.length - mostProblems} more in the terminal.`
      more.hidden = problems.length <= mostProblems
      badge.textContent = counted(problems.length, 'problem')
      badge.className = `badge ${problems[0]?.severity}`
      draw()
      // A user who is typing keeps the focus; screen readers announce the title anyway.
      if (!panel.hidden && !isInUse(document.activeElement)) panel.focus({ preventScroll: true })
    },
    showAway() {
      isAway = true
      draw()
    },
  }
}

function describe({ failed, outdated }: BrandReport, hasPage: boolean): string {
  if (!hasPage) return 'The page appears as soon as they are fixed.'
  if (outdated) return 'The page underneath is the last good one.'
  return failed ? 'A build would fail. The page underneath is the newest.' : 'A build would still succeed.'
}

function listItem(problem: Problem): HTMLElement {
  const parts = partsOf(problem).map(({ kind, text }) => create('span', { className: kind }, text))
  return create('li', { className: problem.severity }, create('pre', {}, ...parts))
}

function isInUse(element: Element | null): boolean {
  return element !== null && element !== document.body && element !== document.documentElement
}

// Each tab remembers across pages which problems were dismissed.
const storageKey = 'imprint-dismissed'

function dismissedTexts(): string[] {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey) ?? '[]')
  } catch {
    // Without storage, every page shows all problems.
    return []
  }
}

function remember(texts: readonly string[]): void {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(texts))
  } catch {
    // As above.
  }
}
