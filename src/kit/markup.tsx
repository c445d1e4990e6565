import { createElement, type ReactElement } from 'react'

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
  return createElement(as, { ...attributes, dangerouslySetInnerHTML: { __html: html } })
}
