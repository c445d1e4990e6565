// Makes the controls of the cost calculator work. The page has every figure of the brand's example; this writes those for moved
// controls. No React: three multiplications must not wait for it.

import type { IslandEntry } from 'imprint/kit/browser'
import { type CostChoice, type CostFigures, figuresOf } from './cost.ts'

/** Milliseconds without a move until a screen reader announces the result: once, not at every step. */
const pause = 700

/** Its props are the brand's example, which may be outside the controls' ranges. */
const awaken: IslandEntry<CostChoice> = (island, example) => {
  const inputs = [...island.querySelectorAll('input')]
  const status = island.querySelector('[role=status]')
  let shown: CostFigures | undefined
  let speaking: ReturnType<typeof setTimeout> | undefined
  const isMoved = () => inputs.some(input => input.value !== input.defaultValue)
  const show = () => {
    // Making the formats of a locale takes longer than everything else here, so it waits until they are needed.
    if (!shown && !isMoved()) return
    shown ??= figuresOf(example, document.documentElement.lang)
    const choice: Record<string, number> = { ...example }
    for (const { name, value, defaultValue } of inputs) {
      if (value !== defaultValue) choice[name] = Number(value)
    }
    const figures = figuresOf(choice as CostChoice, document.documentElement.lang)
    for (const place of island.querySelectorAll<HTMLElement>('[data-figure]')) {
      const name = place.dataset.figure as keyof CostFigures
      // Unchanged figures keep the text of the build: a browser may format numbers differently.
      if (figures[name] !== shown[name]) place.textContent = figures[name]
    }
    for (const input of inputs) input.setAttribute('aria-valuetext', figures[input.name as keyof CostChoice])
    shown = figures
  }
  const answer = () => {
    show()
    clearTimeout(speaking)
    speaking = setTimeout(() => {
      if (!status) return
      const rows = [...island.querySelectorAll('.calculator-loan dl div')]
      status.textContent = rows
        .map(row => [...row.children].map(part => part.textContent).join(': '))
        .join('. ')
    }, pause)
  }
  island.addEventListener('input', answer)
  // Controls that were moved before this script loaded.
  if (isMoved()) answer()
  // A browser that restores or resets the page fires no other event.
  addEventListener('pageshow', show)
}

export default awaken
