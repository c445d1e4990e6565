// The text in Markdown and YAML as pages show it, each character with its position in the file. For problems found in finished
// pages: only then is a file parsed again.

import type { Nodes, Parents, Root } from 'mdast'
import type { Origin } from '../../diagnostics/index.ts'
import { originAt, remembered, rememberedWeakly, type SourceFile } from '../../files/index.ts'
import { decodeReferences } from '../../html/index.ts'
import {
  type LocatedMap,
  type LocatedScalar,
  originInScalar,
  type Spellings,
  scalarsOf,
  scalarsUnder,
  writtenOffsets,
} from '../../yaml/index.ts'
import { withEmoji } from '../markdown/emoji.ts'
import { parseFast } from '../markdown/fast.ts'
import { inspect } from '../markdown/inspection.ts'
import { placeInFile } from '../markdown/problems.ts'
import { loadReference } from '../markdown/reference.ts'
import { offsetsOf, sourceOf } from '../markdown/tree.ts'
import { textsOf } from '../pages/faq.ts'
import { splitFrontMatter } from './front-matter.ts'

/** A part of the text. */
interface WrittenPiece {
  /** With its tokens. */
  readonly text: string
  /** The offset at which each of its characters is written. */
  readonly offsets: readonly number[]
  /** In code, braces are not tokens. */
  readonly isCode: boolean
}

/** A paragraph, heading, cell, attribute or YAML value. */
export interface WrittenText {
  readonly pieces: readonly WrittenPiece[]
  /** The position in its file of an offset of `pieces`. */
  readonly originAt: (offset: number) => Origin
}

/** The text of a YAML value. */
export function scalarText(scalar: LocatedScalar): WrittenText {
  const text = String(scalar.value)
  const offsets = Array.from({ length: text.length }, (_, index) => index)
  return { pieces: [{ text, offsets, isCode: false }], originAt: offset => originInScalar(scalar, offset) }
}

/** The number of files whose text stays in memory. It takes up a lot, because each character has an offset. */
const fewFiles = 500

/** The text in a Markdown file: in its front matter, if it has any, and in its body. */
export const fileTexts = remembered((source: SourceFile): readonly WrittenText[] => {
  const { data, body } = splitFrontMatter(source).value ?? { body: source.text }
  const shown = [...(data?.entries ?? [])].filter(([key]) => key !== 'slug')
  const values = shown.flatMap(([, { value }]) => [...scalarsOf(value)])
  const file = { path: source.path, text: body }
  return [...values.map(scalarText), ...markdownTexts(body, offset => originAt(file, offset))]
}, fewFiles)

/** The text in an FAQ: questions, answers, which are Markdown, and titles of groups. */
export function faqTexts(faq: LocatedMap): readonly WrittenText[] {
  return [...faq.entries.values()].flatMap(({ value }) => {
    const { question, answer } = textsOf(value)
    const texts = [...scalarsUnder(value, 'title'), ...(question ? [question] : [])]
    return [...texts.map(scalarText), ...(answer ? answerTexts(answer) : [])]
  })
}

const answerTexts = rememberedWeakly((answer: LocatedScalar) =>
  markdownTexts(String(answer.value), offset => originInScalar(answer, offset)),
)

const markdownSpellings: Spellings = {
  pattern: /&(?:#\d+|#x[\da-f]+|[a-z]\w*);|\\[!-/:-@[-`{-~]|:[+-]?[a-z0-9][a-z0-9_+-]*:/iy,
  meaning(spelling, next) {
    if (spelling.startsWith('\\')) return spelling.charAt(1)
    if (spelling.startsWith(':')) return withEmoji(spelling, spelling)
    const meant = decodeReferences(spelling)
    // Among other references, those for spaces end in "sp", such as "&nbsp;".
    return meant !== spelling || next === '&' ? meant : /sp;$/.test(spelling) ? '' : next
  },
}

/** The text in valid Markdown, in order. */
function markdownTexts(markdown: string, originAt: WrittenText['originAt']): readonly WrittenText[] {
  const tree = parseFast(markdown, placeInFile(''))?.tree ?? inspectedTree(markdown)
  const texts: WrittenText[] = []
  const pieceOf = (text: string, start: number, isCode: boolean): WrittenPiece => ({
    ...{ text, isCode },
    offsets: writtenOffsets(text, markdown, start, isCode ? undefined : markdownSpellings),
  })
  const add = (pieces: readonly WrittenPiece[]) => texts.push({ pieces, originAt })
  const visit = (node: Nodes): void => {
    for (const value of attributesOf(node)) {
      const index = sourceOf(node, markdown).lastIndexOf(value)
      add([pieceOf(value, offsetsOf(node)[0] + Math.max(0, index), false)])
    }
    if (node.type === 'code') add([pieceOf(node.value, startOfCode(node, markdown), true)])
    if (!('children' in node)) return
    const pieces = [...inlinePieces(node, pieceOf)]
    if (pieces.length > 0) add(pieces)
    node.children.forEach(visit)
  }
  visit(tree)
  return texts
}

/** Includes the text that pages show for alerts, footnotes and emoji. */
function inspectedTree(markdown: string): Root {
  const tree = loadReference().parse(markdown)
  inspect(tree, markdown, placeInFile(''))
  return tree
}

/** The text of a node that becomes an attribute in HTML. */
function attributesOf(node: Nodes): readonly string[] {
  const { alt, title, url } = node as { alt?: string | null; title?: string | null; url?: string }
  const own = node.type === 'leafDirective' ? Object.values(node.attributes ?? {}) : [alt, title, url]
  return own.filter(value => typeof value === 'string' && value !== '') as string[]
}

/** The offset at which code begins: after the line with its fence, or after its indentation. */
function startOfCode(node: Nodes, markdown: string): number {
  const [start] = offsetsOf(node)
  const isFenced = /^[`~]{3}/.test(sourceOf(node, markdown))
  return isFenced ? markdown.indexOf('\n', start) + 1 : start
}

const blocksOfText = new Set(['paragraph', 'heading', 'tableCell'])

type PieceOf = (text: string, start: number, isCode: boolean) => WrittenPiece

function* inlinePieces(node: Parents, pieceOf: PieceOf, isBlock = true): Generator<WrittenPiece> {
  if (isBlock && !blocksOfText.has(node.type)) return
  for (const child of node.children) {
    const [start] = offsetsOf(child)
    if (child.type === 'text') yield pieceOf(child.value, start, false)
    else if (child.type === 'inlineCode') yield pieceOf(child.value, start, true)
    else if (child.type === 'break') yield { text: ' ', offsets: [start], isCode: true }
    // Inspected references have their number as their name.
    else if (child.type === 'footnoteReference')
      yield { text: child.identifier, offsets: [...child.identifier].map(() => start), isCode: true }
    else if ('children' in child) yield* inlinePieces(child, pieceOf, false)
  }
}
