// The search entries of the manual's site: one for each section. docs/site/templates/islands/search.ts searches them.

import { anchorsOf } from './markdown.ts'

export interface SearchDocument {
  readonly id: string
  /** The section's heading or, for the first section, the page's title. */
  readonly title: string
  readonly page: string
  readonly text: string
}

/** The sections of a page: the part above the first heading, then one for each heading. Pure. */
export function searchDocuments(address: string, page: string, body: string): readonly SearchDocument[] {
  const anchors = anchorsOf(body)
  // Lines of code may begin with "#". Only the code itself is shown in results, without its fences.
  const prose = body.replace(/^(`{3,}|~{3,})[\s\S]*?^\1/gm, block =>
    block.replace(/^(?:`{3,}|~{3,}).*/gm, '').replace(/^#+/gm, ''),
  )
  const [opening = '', ...sections] = prose.split(/^#{1,6} /m)
  return [
    { id: address, title: page, page, text: plain(opening) },
    ...sections.map((section, index) => {
      const [heading = '', ...lines] = section.split('\n')
      const id = address === '/faq/' ? address : `${address}#${anchors[index] ?? ''}`
      return {
        id: address === '/faq/' ? `${id}#faq-${index + 1}` : id,
        title: plain(heading),
        page,
        text: plain(lines.join('\n')),
      }
    }),
  ]
}

function plain(text: string): string {
  return text
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[`*|\\]|-{3,}/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}
