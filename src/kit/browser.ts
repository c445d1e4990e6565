// What an island's script may import, as `imprint/kit/browser`. Runs in the visitor's browser.

import { type ComponentType, createElement } from 'react'
import { hydrateRoot } from 'react-dom/client'

/** Default export of a file in `templates/islands/`: called once, with the island's element and its props. */
export type IslandEntry<Props = never> = (element: HTMLElement, props: Props) => void | Promise<void>

/** An entry that hands the island to React. Importing this loads React; small scripts do without it. */
export function hydrate<Props extends object>(component: ComponentType<Props>): IslandEntry<Props> {
  return (element, props) => {
    hydrateRoot(element, createElement(component, props), {
      identifierPrefix: element.dataset.prefix ?? '',
      // During hydration, the HTML differed from the component's, which is a bug in the island. React has rendered it again.
      onRecoverableError: error =>
        console.error(`The island ${element.dataset.island} was rendered again in the browser.`, error),
    })
  }
}
