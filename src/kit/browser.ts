// What an island's script may import, as `imprint/kit/browser`. Runs in the visitor's browser.

import { type ComponentType, createElement, type ReactNode, useEffect } from 'react'
import { hydrateRoot } from 'react-dom/client'

/** Default export of a file in `templates/islands/`: called once, with the island's element and its props. */
export type IslandEntry<Props = never> = (element: HTMLElement, props: Props) => void | Promise<void>

/** An entry that hands the island to React. Importing this loads React; small scripts do without it. */
export function hydrate<Props extends object>(component: ComponentType<Props>): IslandEntry<Props> {
  return (element, props) => {
    const changes = earlyChanges(element)
    hydrateRoot(element, createElement(Listening, { changes }, createElement(component, props)), {
      identifierPrefix: element.dataset.prefix ?? '',
      // During hydration, the HTML differed from the component's, which is a bug in the island. React has rendered it again.
      onRecoverableError: error =>
        console.error(`The island ${element.dataset.island} was rendered again in the browser.`, error),
    })
  }
}

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

interface ListeningProps {
  readonly changes: readonly (() => void)[]
  readonly children?: ReactNode
}

/** Repeats the early changes once React listens. */
function Listening({ changes, children }: ListeningProps): ReactNode {
  useEffect(() => {
    for (const change of changes) change()
  }, [changes])
  return children
}

/** Repeats what the visitor entered while the script was loading. React does not report it to the component, and it unticks boxes. */
function earlyChanges(element: HTMLElement): (() => void)[] {
  const controls = element.querySelectorAll<Control>('input:not([type=file]), select, textarea')
  return [...controls].flatMap(control => {
    if (control instanceof HTMLSelectElement) {
      const chosen = [...control.selectedOptions]
      const written = [...control.options].filter(option => option.defaultSelected)
      const initial = written.length > 0 || control.multiple ? written : [control.options[0]]
      if (chosen.length === initial.length && chosen.every(option => initial.includes(option))) return []
      return () => {
        for (const option of control.options) option.selected = chosen.includes(option)
        control.dispatchEvent(new Event('change', { bubbles: true }))
      }
    }
    // React compares the state with the last one that was set through a property of the element.
    if (control.type === 'checkbox' || control.type === 'radio') {
      const { checked, defaultChecked } = control as HTMLInputElement
      if (checked === defaultChecked || (control.type === 'radio' && !checked)) return []
      return () => {
        Object.assign(control, { checked: !checked })
        control.click()
      }
    }
    const { value, defaultValue } = control
    if (value === defaultValue) return []
    return () => {
      control.value = defaultValue
      Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value')?.set?.call(control, value)
      control.dispatchEvent(new Event('input', { bubbles: true }))
    }
  })
}
