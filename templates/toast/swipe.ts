/** A toast closes if it is swiped at least this far to the right, in CSS pixels. */
const enough = 50

/** Whether a pointer has moved far enough for a swipe: a finger trembles more than a mouse. */
export function hasBegun(dx: number, dy: number, pointerType: string): boolean {
  return dx > (pointerType === 'touch' ? 10 : 2) && dx > Math.abs(dy)
}

/** Whether a swipe that ends here closes the toast. */
export function isAway(dx: number, dy: number): boolean {
  return dx > enough && dx > Math.abs(dy)
}

/** Makes an element follow a pointer to the right, and calls `away` if it was swiped far enough. */
export function onSwipe(element: HTMLElement, away: () => void): void {
  let start: PointerEvent | undefined
  let sweeping = false
  const end = () => {
    start = undefined
    sweeping = false
    element.style.translate = ''
  }
  element.addEventListener('pointerdown', event => {
    if (event.button === 0) start = event
  })
  element.addEventListener('pointermove', event => {
    if (!start) return
    const dx = event.clientX - start.clientX
    if (!sweeping && hasBegun(dx, event.clientY - start.clientY, event.pointerType)) {
      sweeping = true
      element.setPointerCapture(event.pointerId)
    }
    if (sweeping) element.style.translate = `${Math.max(0, dx)}px`
  })
  element.addEventListener('pointerup', event => {
    const gone = sweeping && start && isAway(event.clientX - start.clientX, event.clientY - start.clientY)
    end()
    if (gone) away()
  })
  element.addEventListener('pointercancel', end)
}
