// The sections of the home page that come from content: `{markdown: welcome.md}` and `{block: faq, only: "cost"}`.

import {
  collecting,
  type Diagnostic,
  diagnostic,
  hasErrors,
  type Origin,
  type Outcome,
} from '../../diagnostics/index.ts'
import type { SourceFile } from '../../files/index.ts'
import { type LocatedMap, originOf, valueAt } from '../../yaml/index.ts'
import { type ContentLayers, strongestFirst } from '../layers.ts'
import { findImages } from '../markdown/find-images.ts'
import type { Markup } from '../markdown/markup.ts'
import { parseMarkdown } from '../markdown/parse.ts'
import type { ParseCache } from '../parse-cache.ts'
import { defaultSections, type Home, type SectionName } from './home.ts'

/** A section of the templates, or a text. */
export type HomeSection =
  | SectionName
  | {
      readonly text: Markup
      readonly imagePaths: readonly string[]
      /** Its file; absent for a block. */
      readonly file?: string
    }

/** Loads the texts among the sections. Missing and broken ones are left out. */
export function loadHomeSections(
  layers: ContentLayers,
  home: Home,
  located: LocatedMap,
  cache: ParseCache,
): Outcome<readonly HomeSection[]> {
  const { diagnostics, take } = collecting()
  const sections: NonNullable<Home['sections']> = home.sections ?? [...defaultSections]
  const loaded = sections.map((section, index): HomeSection | undefined => {
    if (typeof section === 'string') return section
    const origin = originOf(located, ['sections', index])
    if ('block' in section) return { text: blockText(section, located, index, origin), imagePaths: [] }
    const at = originOf(located, ['sections', index, 'markdown'])
    return take(loadText(layers, section.markdown as `${string}.md`, at, cache))
  })
  return { value: loaded.flatMap(section => section ?? []), diagnostics }
}

/** A text that consists of the block. */
function blockText(
  { block, ...attributes }: { readonly block: string; readonly [key: string]: unknown },
  located: LocatedMap,
  index: number,
  origin: Origin,
): Markup {
  const written = Object.entries(attributes).map(([key, value]) => {
    const { origin: at = origin } = valueAt(located, ['sections', index, key]) ?? {}
    return { key, value: String(value), origin: at }
  })
  return {
    parts: [{ kind: 'block', index: 0 }],
    links: [],
    images: [],
    blocks: [{ name: block, origin, attributes: written }],
  }
}

function loadText(
  layers: ContentLayers,
  name: `${string}.md`,
  at: Origin,
  cache: ParseCache,
): Outcome<Exclude<HomeSection, string> | undefined> {
  const { diagnostics, take } = collecting()
  for (const read of strongestFirst(layers, name)) {
    const source = take(read)
    const text = source && take(cache(parseSection, source))
    const imagePaths = text && source && take(findImages(layers, source.path, text.images))
    if (source !== undefined || hasErrors(diagnostics))
      return { value: text && imagePaths && { text, imagePaths, file: source?.path }, diagnostics }
  }
  return { value: undefined, diagnostics: [...diagnostics, missingText(name, at)] }
}

/** Parses a text without front matter. Pure. */
function parseSection({ path, text }: SourceFile): Outcome<Markup | undefined> {
  return parseMarkdown(text, { originAt: ({ line, column }) => ({ file: path, line, column }) })
}

function missingText(name: string, at: Origin): Diagnostic {
  return diagnostic('content/section-not-found', `There is no text "${name}" in the content.`, {
    at,
    hint: `Put it at content/${name}. It is Markdown without front matter.`,
  })
}
