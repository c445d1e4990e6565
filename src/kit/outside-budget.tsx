import { type ReactElement, type ReactNode, useContext } from 'react'
import { RenderingContext } from './rendering.ts'

/**
 * Content that the weight budget of a page leaves out, because it grows with the site or with what an author writes: a list
 * of articles, the text of an article. May stand in a `cachedPart`, but not in another `OutsideBudget`.
 */
export function OutsideBudget({ children }: { readonly children: ReactNode }): ReactElement {
  const boundary = useContext(RenderingContext)?.parts.boundary
  return (
    <>
      {boundary}
      {children}
      {boundary}
    </>
  )
}
