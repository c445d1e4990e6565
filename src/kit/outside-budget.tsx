import { createContext, type ReactElement, type ReactNode, useContext } from 'react'
import { RenderingContext } from './rendering.ts'

/** Whether a surrounding element is already outside the budget: a list of articles may be inside an article's text. */
const IsOutside = createContext(false)

/**
 * Content that does not count towards a page's weight budget, because it grows with the site or the author's text: a list of
 * articles, an article's text, an FAQ answer. May be in a `cachedPart`.
 */
export function OutsideBudget({ children }: { readonly children: ReactNode }): ReactElement {
  const boundary = useContext(RenderingContext)?.boundaryMark
  if (useContext(IsOutside)) return <>{children}</>
  return (
    <IsOutside value={true}>
      {boundary}
      {children}
      {boundary}
    </IsOutside>
  )
}
