import { createContext, useContext } from 'react'
import type { PageProps } from './templates.ts'

/** Given by `render/` around every page. In a `cachedPart`, which stands on many pages, `page` cannot be asked for. */
export const PageContext = createContext<PageProps | undefined>(undefined)

/** What the template of the page gets, for components that are far from it: blocks. */
export function usePage(): PageProps {
  const page = useContext(PageContext)
  if (page === undefined) throw new Error('usePage() is called outside a page.')
  return page
}
