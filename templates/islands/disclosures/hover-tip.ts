/** How long the text stays after the pointer has left it, in milliseconds: enough to come back after a slip. */
const grace = 150

/**
 * Opens a button's popover for the mouse: at once when it enters, until it leaves both of them. A click on a text that hovering
 * opened pins it. The browser does everything else itself (keyboard, touch, Escape, a click outside).
 */
export function hoverTip(tip: HTMLElement): void {
  const button = tip.querySelector('button')
  const text = tip.querySelector<HTMLElement>('[popover]')
  // In a browser without popovers, styles show the text.
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
  // The pointer may have been there before this script. On a touch screen, :hover only means the last tap.
  if (tip.matches(':hover') && matchMedia('(hover:hover)').matches) open()
}
