// Draws toasts one at a time, in their own region at the edge of the window.

import type { Toast, ToastLabels } from './index.ts'
import { onSwipe } from './swipe.ts'
import { durationOf, type PausableTimer, pausableTimer } from './timer.ts'
import styles from './toast.css'

let region: HTMLElement | undefined
let current: { readonly element: HTMLElement; readonly timer: PausableTimer } | undefined

// Reasons to keep the toast: the pointer is on it, it has the focus, or the window is in the background.
let hovered = false
let focused = false
let away = false
/** The element that had the focus before the focus moved into the region. */
let origin: EventTarget | null = null

function settle(): void {
  if (hovered || focused || away) current?.timer.pause()
  else current?.timer.resume()
}

/** Removes the current toast. Browsers fire no event for a removed element that has the pointer or the focus. */
function close(): void {
  if (!current) return
  const { element, timer } = current
  const hadFocus = focused
  // Cleared before the removal, which moves the focus out of the toast and would restart its timer.
  current = undefined
  timer.pause()
  element.remove()
  hovered = focused = false
  if (hadFocus && origin instanceof HTMLElement) origin.focus({ preventScroll: true })
}

function create(
  tag: string,
  parent: Element,
  attributes: Readonly<Record<string, string>> = {},
  text = '',
): HTMLElement {
  const element = document.createElement(tag)
  for (const name in attributes) element.setAttribute(name, attributes[name] ?? '')
  element.textContent = text
  parent.append(element)
  return element
}

function createRegion(labels: ToastLabels): HTMLElement {
  // A constructed style sheet, because the policy allows scripts no other way to add styles.
  if ('adoptedStyleSheets' in document) {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(styles)
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  }
  const created = create('section', document.body, {
    class: 'toasts',
    'aria-label': labels.region,
    tabindex: '-1',
  })
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
  // The focus may move into a frame, such as the form. That blurs the window too, and the focus may never return.
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

/** Announces the toast to screen readers. The toast itself is not a live region, because its buttons would be read too. */
function announce(text: string, urgency: 'assertive' | 'polite'): void {
  const status = create('div', document.body, { class: 'hidden', role: 'status', 'aria-live': urgency })
  // Screen readers announce only changes, so the region is added before its text.
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
  const element = create('div', region, {
    class: 'toast',
    role: 'group',
    'aria-label': title,
    tabindex: '0',
    'data-variant': variant,
    ...(id && { 'data-toast': id }),
  })
  create('strong', element, {}, title)
  if (description) create('p', element, {}, description)
  if (action) {
    create('button', element, { type: 'button' }, action.label).onclick = () => {
      close()
      action.onClick()
    }
  }
  const button = create(
    'button',
    element,
    { type: 'button', class: 'toast-close', 'aria-label': labels.close },
    '\u00d7',
  )
  button.onclick = close
  // A press must not move the focus, because that would keep the toast long after the pointer has left.
  element.addEventListener('mousedown', event => event.preventDefault())
  onSwipe(element, close)
  const text = [title, description, action && (action.altText ?? action.label)].filter(Boolean).join('. ')
  announce(text, variant === 'destructive' ? 'assertive' : 'polite')
  current = { element, timer: pausableTimer(close, durationOf(duration)) }
  settle()
}
