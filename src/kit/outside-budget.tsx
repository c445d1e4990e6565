import { createContext, type ReactElement, type ReactNode, useContext } from 'react'
import { RenderingContext } from './rendering.ts'

/** Whether an element around this one is outside the budget already: a list of articles may be in the text of one. */
const IsOutside = createContext(false)

/**
 * Content that does not count in the weight budget of a page, because it grows with the site or with the author's text: a list of
 * articles, the text of an article, an answer of the FAQ. May be in a `cachedPart`.
 */
export function OutsideBudget({ children }: { readonly children: ReactNode }): ReactElement {
  const boundary = useContext(RenderingContext)?.parts.boundary
  if (useContext(IsOutside)) return <>{children}</>
  return (
    <IsOutside value={true}>
      {boundary}
      {children}
      {boundary}
    </IsOutside>
  )
}
