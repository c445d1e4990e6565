import { createContext, useContext } from 'react'

/** What `render/` gives to the components of one page, so that it carries their styles and no others. */
export interface StyleHost {
  /** Told of each style sheet that a component uses. Throws where there is no such sheet. */
  readonly use: (sheet: string) => void
  /** Stands in the head for the styles of the page, which are known only when all of it is rendered. */
  readonly mark: () => string
}

/** Given by `render/` around every page. */
export const StyleHostContext = createContext<StyleHost | undefined>(undefined)

/**
 * Has the page carry the styles of a component that is on it:
 *
 *     import styles from './hero.css'
 *
 *     export function Hero() {
 *       useStyles(styles)
 *
 * A page has each sheet once, in an order that no page changes: first `templates/styles.css`, then the order of the imports.
 * @param sheets Default imports of style sheets in `templates/`; `condition && styles` takes them under a condition.
 */
export function useStyles(...sheets: readonly (string | undefined | false)[]): void {
  const host = useContext(StyleHostContext)
  for (const sheet of sheets) if (sheet) host?.use(sheet)
}
