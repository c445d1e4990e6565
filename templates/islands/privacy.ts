// The control on the privacy page. The page contains all sentences; `data-choice` (honored, in, out, unavailable) determines
// which one is shown.

import type { IslandEntry } from 'imprint/kit/browser'
import { type ToastLabels, toast } from '../toast/index.ts'

interface Props {
  readonly optOutKey: string
  readonly toasts: Readonly<Record<Choice, { readonly title: string; readonly description: string }>>
  readonly labels: ToastLabels
}

type Choice = 'in' | 'out' | 'unavailable'

const awaken: IslandEntry<Props> = (island, { optOutKey, toasts, labels }) => {
  const read = (): Choice => {
    try {
      return localStorage.getItem(optOutKey) === null ? 'in' : 'out'
    } catch {
      return 'unavailable'
    }
  }
  const write = (choice: Choice): Choice => {
    try {
      if (choice === 'out') localStorage.setItem(optOutKey, '1')
      else localStorage.removeItem(optOutKey)
      // Only a stored choice counts.
      return read() === choice ? choice : 'unavailable'
    } catch {
      return 'unavailable'
    }
  }
  const show = (choice: Choice) => {
    // The browser's signal already opts out, and takes precedence over a choice made here.
    const isHonored = (navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl
    island.dataset.choice = isHonored ? 'honored' : choice
  }
  // If the new sentence is shorter than the old one, nothing below it may move.
  island.style.minHeight = `${island.offsetHeight}px`
  show(read())
  // The choice may have been made in another tab, or before the visitor returned to this page.
  for (const type of ['storage', 'pageshow']) addEventListener(type, () => show(read()))
  const button = island.querySelector('button')
  if (!button) return
  button.disabled = false
  button.addEventListener('click', () => {
    const choice = write(read() === 'out' ? 'in' : 'out')
    show(choice)
    toast({ ...toasts[choice], variant: choice === 'unavailable' ? 'destructive' : 'default' }, labels)
  })
}

export default awaken
