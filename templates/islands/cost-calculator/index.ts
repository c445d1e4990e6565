// Makes the controls of the cost calculator work. The page contains all figures of the brand's example; this script writes
// those for other values. It uses no React, which would take too long to load for three multiplications.

import type { IslandEntry } from 'imprint/kit/browser'
import { type CostChoice, type CostFigures, figuresOf } from './cost.ts'

/** The result is announced to screen readers this many milliseconds after the last change, rather than at every step. */
const pause = 700

/** The brand's example, which may be outside the controls' ranges. */
const awaken: IslandEntry<CostChoice> = (island, example) => {
  const inputs = [...island.querySelectorAll('input')]
  const status = island.querySelector('[role=status]')
  let shown: CostFigures | undefined
  let speaking: ReturnType<typeof setTimeout> | undefined
  const isMoved = () => inputs.some(input => input.value !== input.defaultValue)
  const show = () => {
    // Creating a locale's number formats takes longer than everything else here, so it waits until they are needed.
    if (!shown && !isMoved()) return
    shown ??= figuresOf(example, document.documentElement.lang)
    const choice: Record<string, number> = { ...example }
    for (const { name, value, defaultValue } of inputs) {
      if (value !== defaultValue) choice[name] = Number(value)
    }
    const figures = figuresOf(choice as CostChoice, document.documentElement.lang)
    for (const place of island.querySelectorAll<HTMLElement>('[data-figure]')) {
      const name = place.dataset.figure as keyof CostFigures
      // Unchanged figures keep the text from the build, because a browser may format numbers differently.
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
  // Controls may have been moved before this script loaded.
  if (isMoved()) answer()
  // A browser that restores or resets the page fires no other event.
  addEventListener('pageshow', show)
}

export default awaken
