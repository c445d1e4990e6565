// The control on the privacy page. All its sentences are in the page; `data-choice` (honored, in, out, unavailable) determines
// which of them is shown.

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
    // The browser's signal opts out already and takes precedence over a choice made here.
    const isHonored = (navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl
    island.dataset.choice = isHonored ? 'honored' : choice
  }
  // The sentence may be shorter than the one it replaces: nothing below it moves.
  island.style.minHeight = `${island.offsetHeight}px`
  show(read())
  // The same page in another tab, and this one when the visitor returns to it.
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
