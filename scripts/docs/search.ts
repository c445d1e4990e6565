// The search entries of the manual's site: one for each section. docs/site/templates/islands/search.ts searches them.

import type { Nodes } from 'mdast'
import remarkGfm from 'remark-gfm'
import remarkParse from 'remark-parse'
import { unified } from 'unified'
import { anchorsOf } from './markdown.ts'

export interface SearchDocument {
  readonly id: string
  /** The section's heading or, for the first section, the page's title. */
  readonly title: string
  readonly page: string
  readonly text: string
}

const markdown = unified().use(remarkParse).use(remarkGfm)

/** The sections of a page: the part above the first heading, then one for each heading. Pure. */
export function searchDocuments(address: string, page: string, body: string): readonly SearchDocument[] {
  const sections: { readonly title: string; readonly texts: string[] }[] = [{ title: page, texts: [] }]
  for (const node of markdown.parse(body).children) {
    if (node.type === 'heading') sections.push({ title: textOf(node), texts: [] })
    else sections.at(-1)?.texts.push(textOf(node))
  }
  const anchors = anchorsOf(body)
  return sections.map(({ title, texts }, index) => {
    const isQuestion = address === '/faq/' && index > 0
    const anchor = isQuestion ? `faq-${index}` : anchors[index - 1]
    return {
      id: index === 0 ? address : `${address}#${anchor}`,
      title,
      page,
      text: texts.join(' ').replace(/\s+/g, ' ').trim(),
    }
  })
}

/** The text of a part of a page, with code as written. */
function textOf(node: Nodes): string {
  if (node.type === 'html' || node.type === 'break') return ' '
  if ('value' in node) return node.value
  if (!('children' in node)) return ''
  const isLine = node.children.some(({ type }) => type === 'text' || type === 'inlineCode')
  return node.children.map(textOf).join(isLine ? '' : ' ')
}
