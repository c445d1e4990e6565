import { createElement, type ReactElement, useContext } from 'react'
import { PartHostContext } from './cached-part.tsx'

/**
 * HTML that Imprint made from Markdown (`article.bodyHtml`, `answerHtml`), inside an element of its own.
 * The one place where HTML enters a page unescaped: never hand it text that did not come from `content`.
 */
export function Markup(props: {
  /** Element to wrap it in; default `div`. */
  readonly as?: 'div' | 'article' | 'section'
  readonly id?: string
  readonly className?: string
  readonly html: string
}): ReactElement {
  const { as = 'div', html, ...attributes } = props
  const host = useContext(PartHostContext)
  const content = host === undefined ? html : host.content(html)
  return createElement(as, { ...attributes, dangerouslySetInnerHTML: { __html: content } })
}
