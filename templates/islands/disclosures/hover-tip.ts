/** The text stays open for this many milliseconds after the pointer has left it, long enough to return after a slip. */
const grace = 150

/**
 * Opens a button's popover when the mouse enters it, until the mouse leaves both. A click on the button pins a popover that
 * was opened this way. The browser handles everything else (keyboard, touch, Escape, clicks outside).
 */
export function hoverTip(tip: HTMLElement): void {
  const button = tip.querySelector('button')
  const text = tip.querySelector<HTMLElement>('[popover]')
  // In browsers without popovers, styles show the text.
  if (!button || !text?.showPopover) return

  let openedByHover = false
  let leaving: ReturnType<typeof setTimeout> | undefined
  const open = () => {
    clearTimeout(leaving)
    if (text.matches(':popover-open')) return
    openedByHover = true
    text.showPopover()
  }
  tip.addEventListener('pointerenter', ({ pointerType }) => {
    if (pointerType !== 'touch') open()
  })
  tip.addEventListener('pointerleave', () => {
    leaving = setTimeout(() => openedByHover && text.hidePopover(), grace)
  })
  button.addEventListener('click', event => {
    if (openedByHover) event.preventDefault()
    openedByHover = false
  })
  text.addEventListener('beforetoggle', event => {
    if ((event as ToggleEvent).newState === 'closed') openedByHover = false
  })
  // The pointer may have been there before this script loaded. On touch screens, :hover only means the last tap.
  if (tip.matches(':hover') && matchMedia('(hover:hover)').matches) open()
}
