// Draws toasts: one at a time, in a region of its own at the edge of the window.

import type { Toast, ToastLabels } from './index.ts'
import { onSwipe } from './swipe.ts'
import { durationOf, type PausableTimer, pausableTimer } from './timer.ts'
import styles from './toast.css'

let region: HTMLElement | undefined
let current: { readonly element: HTMLElement; readonly timer: PausableTimer } | undefined

// What keeps the toast from going: the pointer on it, the focus in it, a window that is not looked at.
let hovered = false
let focused = false
let away = false
/** What had the focus before it came into the region. */
let origin: EventTarget | null = null

function settle(): void {
  if (hovered || focused || away) current?.timer.pause()
  else current?.timer.resume()
}

/** Takes away the toast that is there. An element that goes with the pointer or the focus on it does not say so. */
function close(): void {
  if (!current) return
  const hadFocus = focused
  current.timer.pause()
  current.element.remove()
  current = undefined
  hovered = focused = false
  if (hadFocus && origin instanceof HTMLElement) origin.focus({ preventScroll: true })
}

function create(tag: string, parent: Element, text = '', className = ''): HTMLElement {
  const element = document.createElement(tag)
  element.textContent = text
  if (className) element.className = className
  parent.append(element)
  return element
}

function createRegion(labels: ToastLabels): HTMLElement {
  // A constructed style sheet: the policy lets scripts add styles in no other way.
  if ('adoptedStyleSheets' in document) {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(styles)
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  }
  const created = create('section', document.body, '', 'toasts')
  created.ariaLabel = labels.region
  created.tabIndex = -1
  created.addEventListener('pointermove', () => {
    hovered = true
    settle()
  })
  created.addEventListener('pointerleave', () => {
    hovered = false
    settle()
  })
  created.addEventListener('focusin', ({ relatedTarget }) => {
    if (!focused) origin = relatedTarget
    focused = true
    settle()
  })
  created.addEventListener('focusout', ({ relatedTarget }) => {
    focused = created.contains(relatedTarget as Node | null)
    settle()
  })
  // Focus that goes into a frame, such as the form, blurs the window too, and may never come back.
  addEventListener('blur', () => {
    away = document.activeElement?.tagName !== 'IFRAME'
    settle()
  })
  addEventListener('focus', () => {
    away = false
    settle()
  })
  addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') close()
    if (key === 'F8' && current) created.focus()
  })
  return created
}

/** Says it to screen readers. The toast itself is no live region: it would be read with its buttons. */
function announce(text: string): void {
  const status = create('div', document.body, '', 'hidden')
  status.role = 'status'
  status.ariaLive = 'assertive'
  // Screen readers speak of changes only: first the region, then its text.
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      status.textContent = text
    }),
  )
  setTimeout(() => status.remove(), 1000)
}

export function show(
  { id, title, description, action, duration, variant = 'default' }: Toast,
  labels: ToastLabels,
): void {
  region ??= createRegion(labels)
  close()
  const element = create('div', region, '', 'toast')
  element.role = 'group'
  element.ariaLabel = title
  element.tabIndex = 0
  element.dataset.variant = variant
  if (id) element.dataset.toast = id
  create('strong', element, title)
  if (description) create('p', element, description)
  if (action) {
    create('button', element, action.label).onclick = () => {
      close()
      action.onClick()
    }
  }
  const button = create('button', element, '\u00d7', 'toast-close')
  button.ariaLabel = labels.close
  button.onclick = close
  onSwipe(element, close)
  announce([title, description, action && (action.altText ?? action.label)].filter(Boolean).join('. '))
  current = { element, timer: pausableTimer(close, durationOf(duration)) }
  settle()
}
