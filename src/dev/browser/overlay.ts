// Shows a brand's problems on top of its pages, in the same words as the terminal. Text is inserted as text, never as HTML, and
// the page underneath is not changed and stays usable.

import { create } from './create.ts'
import overlayStyles from './overlay.css' with { type: 'text' }
import problemStyles from './problems.css' with { type: 'text' }
import {
  type BrandReport,
  countBySeverity,
  counted,
  coversPage,
  type Problem,
  partsOf,
  problemsToShow,
} from './problems.ts'
import { openPlace } from './this-page.ts'

interface Overlay {
  /**
   * Shows the problems in a report: over the page those that concern it, otherwise a badge with their number, which opens them all.
   * @param isGone The server has no page at this address now.
   */
  show(report: BrandReport, isGone: boolean): void
  /** Shows in the corner that the server does not respond, until the next report. */
  showAway(): void
}

/** Enough to read in a browser; the terminal has them all. */
const mostProblems = 100

const noServer = 'imprint dev is not running. Start it again, and this page reconnects.'

/** The elements of the overlay, which is in its own document tree, so that the page's styles do not reach it. */
function createElements() {
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
  return { host, shadow, title, note, list, more, close, backdrop, panel, badge, away }
}

/** @param hasPage False if the document only says that the page cannot be shown yet. */
export function createOverlay(hasPage: boolean): Overlay {
  const elements = createElements()
  const { host, shadow, backdrop, panel, badge } = elements
  let problems: readonly Problem[] = []
  let listed: readonly Problem[] = []
  let brand = ''
  let shown = ''
  let folded = false
  let isAway = false

  const list = (some: readonly Problem[]) => {
    listed = some
    const left = problems.length - Math.min(listed.length, mostProblems)
    elements.title.textContent = `${counted(listed.length, 'problem')} in ${brand}`
    elements.list.replaceChildren(...listed.slice(0, mostProblems).map(listItem))
    elements.more.textContent = `The terminal lists ${left} more.`
    elements.more.hidden = left === 0
  }
  const draw = () => {
    const open = problems.length > 0 && !folded && !isAway
    backdrop.hidden = panel.hidden = !open
    badge.hidden = isAway || problems.length === 0 || !folded
    elements.away.hidden = !isAway
    host.toggleAttribute('data-folded', !open)
    if (problems.length === 0 && !isAway) return host.remove()
    if (host.isConnected) return
    document.documentElement.append(host)
    // A popover is above everything else; in browsers without popovers, the z-index does this.
    host.showPopover?.()
  }
  const fold = () => {
    const hadFocus = shadow.activeElement !== null
    remember([...dismissedTexts(), ...listed.map(({ text }) => text)])
    folded = true
    draw()
    if (hadFocus) badge.focus({ preventScroll: true })
  }
  const unfold = () => {
    remember([])
    list(problems)
    folded = false
    draw()
    panel.focus({ preventScroll: true })
  }
  elements.close.addEventListener('click', fold)
  backdrop.addEventListener('click', fold)
  badge.addEventListener('click', unfold)
  addEventListener('keydown', ({ key }) => {
    if (key === 'Escape' && host.isConnected && !panel.hidden) fold()
  })

  return {
    show(report, isGone) {
      isAway = false
      problems = problemsToShow(report.problems)
      const { failed, outdated, checked } = report
      brand = report.brand
      const now = JSON.stringify([brand, failed, outdated, checked, isGone, problems])
      if (now === shown) return draw()
      shown = now
      // Problems that are gone are forgotten, so that one that comes back is shown again.
      const dismissed = dismissedTexts().filter(text => problems.some(problem => problem.text === text))
      remember(dismissed)
      // Without a page, each of them may be the reason.
      const covering = hasPage
        ? problems.filter(problem => coversPage(problem, location.pathname, isGone))
        : problems
      folded = covering.every(({ text }) => dismissed.includes(text))
      list(covering)
      elements.note.textContent = describe(report, hasPage, isGone)
      badge.textContent = countBySeverity(problems)
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

function describe({ failed, outdated, checked }: BrandReport, hasPage: boolean, isGone: boolean): string {
  if (!hasPage) return 'The page appears as soon as they are fixed.'
  if (outdated) return 'The page below is the last good version.'
  if (isGone) return 'The site has no page at this address now.'
  if (failed) return 'A build would fail. The page below is up to date.'
  return checked ? 'A build would still succeed.' : 'The other pages are still being checked.'
}

function listItem(problem: Problem): HTMLElement {
  const { place } = problem
  const parts = partsOf(problem).map(({ kind, text }) => {
    if (kind !== 'place' || place === undefined) return create('span', { className: kind }, text)
    const open = create(
      'button',
      { type: 'button', className: kind, title: 'Open in the editor' },
      text.trimEnd(),
    )
    open.addEventListener('click', async () => {
      if (!(await openPlace(place))) open.title = 'No editor was found. See the terminal for details.'
    })
    return create('span', {}, open, '  ')
  })
  return create('li', { className: problem.severity }, create('pre', {}, ...parts))
}

function isInUse(element: Element | null): boolean {
  return element !== null && element !== document.body && element !== document.documentElement
}

// All tabs of a brand remember which problems were dismissed, until they change.
const storageKey = 'imprint-dismissed'

function dismissedTexts(): string[] {
  try {
    return JSON.parse(localStorage.getItem(storageKey) ?? '[]')
  } catch {
    // Without storage, every page shows all problems.
    return []
  }
}

function remember(texts: readonly string[]): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify(texts))
  } catch {
    // Storage may be unavailable.
  }
}
