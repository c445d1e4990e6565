import { useContext } from 'react'
import { RenderingContext } from './rendering.ts'

/**
 * Adds the styles of a component to the page that it is on:
 *
 *     import styles from './hero.css'
 *
 *     export function Hero() {
 *       useStyles(styles)
 *
 * A page has each sheet once, in an order that is the same on all pages: first `templates/styles.css`, then the order of the
 * imports.
 * @param sheets Default imports of style sheets in `templates/`; `condition && styles` adds them conditionally.
 */
export function useStyles(...sheets: readonly (string | undefined | false)[]): void {
  const rendering = useContext(RenderingContext)
  for (const sheet of sheets) if (sheet) rendering?.addSheet(sheet)
}
