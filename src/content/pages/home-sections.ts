// The sections of the home page that come from content: `{markdown: welcome.md}` and `{block: faq, only: "cost"}`.

import {
  collecting,
  type Diagnostic,
  diagnostic,
  type Origin,
  type Outcome,
} from '../../diagnostics/index.ts'
import type { SourceFile } from '../../files/index.ts'
import { type LocatedMap, originOf, valueAt } from '../../yaml/index.ts'
import { type ContentLayers, loadStrongest } from '../layers.ts'
import { findImages } from '../markdown/find-images.ts'
import type { Markup } from '../markdown/markup.ts'
import { parseMarkdown } from '../markdown/parse.ts'
import { placeInFile } from '../markdown/problems.ts'
import { defaultSections, type Home, type SectionName } from './home.ts'

/** A section of the templates, or Markdown. */
export type HomeSection =
  | SectionName
  | {
      readonly text: Markup
      readonly imagePaths: readonly string[]
      /** Its file; absent for a block. */
      readonly file?: string
    }

/** Loads the sections that are Markdown. Missing and broken ones are left out. */
export function loadHomeSections(
  layers: ContentLayers,
  home: Home,
  located: LocatedMap,
): Outcome<readonly HomeSection[]> {
  const { diagnostics, take } = collecting()
  const sections: NonNullable<Home['sections']> = home.sections ?? [...defaultSections]
  const loaded = sections.map((section, index): HomeSection | undefined => {
    if (typeof section === 'string') return section
    const origin = originOf(located, ['sections', index])
    if ('block' in section) return { text: blockText(section, located, index, origin), imagePaths: [] }
    const at = originOf(located, ['sections', index, 'markdown'])
    return take(loadText(layers, section.markdown as `${string}.md`, at))
  })
  return { value: loaded.flatMap(section => section ?? []), diagnostics }
}

/** Markdown that consists of the block. */
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
): Outcome<Exclude<HomeSection, string> | undefined> {
  const { diagnostics, take } = collecting()
  const section = take(loadStrongest(layers, name, parseSection, missingText(name, at)))
  const imagePaths = section && take(findImages(layers, section.file, section.text.images))
  return { value: section && imagePaths && { ...section, imagePaths }, diagnostics }
}

/** Parses Markdown without front matter. Pure. */
function parseSection({ path, text }: SourceFile): Outcome<{ text: Markup; file: string } | undefined> {
  const { value, diagnostics } = parseMarkdown(text, placeInFile(path))
  return { value: value && { text: value, file: path }, diagnostics }
}

function missingText(name: string, at: Origin): Diagnostic {
  return diagnostic('content/section-not-found', `There is no file "${name}" in the content folder.`, {
    at,
    hint: `Put it at content/${name}. Write it in Markdown without front matter.`,
  })
}
