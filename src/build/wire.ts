// How texts, pages and what is known of them travel between threads: as JSON, which is made and read in a fraction of the time
// that structured clones of many small objects take. What pages share (the list of articles at their ends, the links of header
// and footer) travels once for a site and by its number afterwards, so that it is one object on the other side too.

import type { Markup, MarkupHole } from '../content/index.ts'
import type { Diagnostic, Outcome } from '../diagnostics/index.ts'
import type { StagedEntry } from '../output/index.ts'
import type { InspectedHtml } from '../render/index.ts'
import type { BlogList, Page } from '../site/index.ts'
import type { PageFacts } from './page-files.ts'

/** Objects by number, on the side that sends them. */
export interface SentOnce<Value> {
  numberOf(value: Value): number
  /** Those that were not sent before; they count as sent now. */
  takeNew(): readonly (readonly [number, Value])[]
}

export function counter(): () => number {
  let next = 0
  return () => next++
}

/** @param nextNumber Shared by those whose numbers must differ. */
export function sentOnce<Value>(nextNumber = counter()): SentOnce<Value> {
  const numbers = new Map<Value, number>()
  let fresh: (readonly [number, Value])[] = []
  return {
    numberOf(value) {
      const known = numbers.get(value)
      if (known !== undefined) return known
      const number = nextNumber()
      numbers.set(value, number)
      fresh.push([number, value])
      return number
    },
    takeNew() {
      const taken = fresh
      fresh = []
      return taken
    },
  }
}

/** The same objects on the side that receives them. */
export type Received<Value> = Map<number, Value>

/** Parsed texts on their way: HTML travels as it is, the small rest as JSON, in which a number stands for each piece of it. */
export interface PackedMarkups {
  readonly json: string
  readonly html: readonly string[]
}

type WireMarkup = Omit<Markup, 'parts'> & { readonly parts: readonly (number | MarkupHole)[] }

export function packMarkups(markups: readonly (Markup | undefined)[]): PackedMarkups {
  const html: string[] = []
  const packed = markups.map((markup): WireMarkup | null => {
    if (markup === undefined) return null
    const parts = markup.parts.map(part => (typeof part === 'string' ? html.push(part) - 1 : part))
    return { ...markup, parts }
  })
  return { json: JSON.stringify(packed), html }
}

export function unpackMarkups({ json, html }: PackedMarkups): readonly (Markup | undefined)[] {
  return (JSON.parse(json) as (WireMarkup | null)[]).map(packed => {
    if (packed === null) return undefined
    const parts = packed.parts.map(part => (typeof part === 'number' ? (html[part] as string) : part))
    return { ...packed, parts }
  })
}

interface WirePages {
  readonly pages: readonly (Omit<Page, 'blog'> & { readonly blog?: number })[]
  readonly blogs: readonly (readonly [number, BlogList])[]
}

export function packPages(pages: readonly Page[], blogs: SentOnce<BlogList>): string {
  const packed = pages.map(page => ('blog' in page ? { ...page, blog: blogs.numberOf(page.blog) } : page))
  return JSON.stringify({ pages: packed, blogs: blogs.takeNew() } satisfies WirePages)
}

export function unpackPages(json: string, blogs: Received<BlogList>): readonly Page[] {
  const { pages, blogs: fresh } = JSON.parse(json) as WirePages
  for (const [number, blog] of fresh) blogs.set(number, blog)
  return pages.map(page =>
    page.blog === undefined ? page : { ...page, blog: blogs.get(page.blog) },
  ) as unknown as Page[]
}

/** What a thread tells of a page that it has rendered. */
export interface RemotePage {
  readonly facts: PageFacts
  /** Of the files that are where they belong. */
  readonly entries: readonly StagedEntry[]
}

interface WirePage {
  readonly diagnostics: readonly Diagnostic[]
  /** Absent where the template throws. */
  readonly facts?: Omit<PageFacts, 'links'>
  readonly route?: string
  readonly entries?: readonly StagedEntry[]
  readonly own?: InspectedHtml
  readonly pieces?: readonly number[]
}

interface WireFacts {
  readonly pages: readonly WirePage[]
  readonly pieces: readonly (readonly [number, InspectedHtml])[]
}

export function packFacts(
  rendered: readonly Outcome<RemotePage | undefined>[],
  pieces: SentOnce<InspectedHtml>,
): string {
  const pages = rendered.map(({ value, diagnostics }): WirePage => {
    if (value === undefined) return { diagnostics }
    const { links, ...facts } = value.facts
    const [own, ...shared] = links.inspected
    return {
      diagnostics,
      facts,
      route: links.route,
      entries: value.entries,
      ...(own && { own }),
      pieces: shared.map(pieces.numberOf),
    }
  })
  return JSON.stringify({ pages, pieces: pieces.takeNew() } satisfies WireFacts)
}

export function unpackFacts(
  json: string,
  pieces: Received<InspectedHtml>,
): readonly Outcome<RemotePage | undefined>[] {
  const { pages, pieces: fresh } = JSON.parse(json) as WireFacts
  for (const [number, piece] of fresh) pieces.set(number, piece)
  return pages.map(({ diagnostics, facts, route = '', entries = [], own, pieces: shared = [] }) => {
    if (facts === undefined) return { value: undefined, diagnostics }
    const inspected = [...(own ? [own] : []), ...shared.flatMap(number => pieces.get(number) ?? [])]
    return { value: { facts: { ...facts, links: { route, inspected } }, entries }, diagnostics }
  })
}
