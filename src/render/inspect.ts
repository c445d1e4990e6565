// The facts about HTML that a site needs: ids and references for links, hashes of scripts and styles for policies.

import { readHtml } from '../html/index.ts'
import { hashOf, type InlineHashes } from './policy.ts'

/** The ids and references of some HTML. */
export interface InspectedHtml {
  readonly ids: readonly string[]
  /** Every `href` and `src`, character references resolved. */
  readonly references: readonly string[]
}

/** Everything that is known about some HTML. */
export interface Inspection {
  readonly links: InspectedHtml
  readonly hashes: InlineHashes
}

/** Finds links and hashes in one pass over the HTML. Data blocks (JSON-LD) are not scripts and need no hash. */
export function inspectHtml(html: string): Inspection {
  const [ids, references, scripts, styles]: [string[], string[], string[], string[]] = [[], [], [], []]
  const add = (list: string[], value: string | undefined): void => {
    if (value !== undefined) list.push(value)
  }
  readHtml(html, {
    start(tag) {
      if (!tag.hasAttributes) return
      add(ids, tag.get('id'))
      add(references, tag.get('href'))
      add(references, tag.get('src'))
    },
    raw(tag, from, to) {
      if (tag.name === 'style') styles.push(hashOf(html.slice(from, to)))
      else if (!tag.has('src') && !isData.test(tag.get('type') ?? ''))
        scripts.push(hashOf(html.slice(from, to)))
    },
  })
  return { links: { ids, references }, hashes: { scripts, styles } }
}

const isData = /^application\/(?:ld\+)?json$/

/** The ids and references of several pieces of HTML, in order. */
export function joinLinks(links: readonly InspectedHtml[]): InspectedHtml {
  return {
    ids: links.flatMap(({ ids }) => ids),
    references: links.flatMap(({ references }) => references),
  }
}
