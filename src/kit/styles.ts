import { useContext } from 'react'
import { RenderingContext } from './rendering.ts'

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
  const rendering = useContext(RenderingContext)
  for (const sheet of sheets) if (sheet) rendering?.styles.use(sheet)
}
