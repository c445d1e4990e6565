// The HTML of a Markdown tree as remark-rehype, rehype-sanitize and rehype-stringify would write it, with holes. It writes the
// few kinds of nodes in `writers` and no other element, so there is nothing to sanitize. If the reference might write or report
// something else, the writer gives up: `certain` becomes false.

import type {
  Blockquote,
  Code,
  Heading,
  Image,
  Link,
  List,
  ListItem,
  Nodes,
  Paragraph,
  Parents,
  Root,
  Table,
} from 'mdast'
import { escapeLikeRehype } from '../../html/index.ts'
import { splitTokens, unknownTokens } from '../texts/tokens.ts'
import { createAnchors } from './anchors.ts'
import { parseBlockLine } from './block-line.ts'
import { isTooMuchTable, maxHtmlLength } from './limits.ts'
import type { Markup, MarkupHole, MarkupReference, WrittenBlock } from './markup.ts'
import { isSafeUrl, type MarkdownPlace } from './problems.ts'
import { onOneLine, plainTextOf, sourceOf, startOfNode } from './tree.ts'

/** The state of the writer. */
interface Writing {
  readonly text: string
  readonly place: MarkdownPlace
  readonly html: (string | MarkupHole)[]
  readonly links: MarkupReference[]
  readonly images: MarkupReference[]
  readonly anchorOf: (heading: string) => string
  readonly blocks: WrittenBlock[]
  /** Whether the reference is still certain to write the same. */
  certain: boolean
}

type NodeOf<Kind> = Extract<Nodes, { type: Kind }>
/** @param depth How deeply the node is nested; 1 at the top of the text. */
type Writer<Node> = (node: Node, writing: Writing, depth: number) => void

/** Every kind of node that the writer knows. List items are written by their list. */
const writers: { readonly [Kind in Nodes['type']]?: Writer<NodeOf<Kind>> } = {
  paragraph: writeParagraph,
  heading: writeHeading,
  thematicBreak: (_, { html }) => html.push('<hr>'),
  blockquote: writeQuote,
  list: writeList,
  code: writeCode,
  text: ({ value }, writing) => writeWithHoles(onOneLine(value), escapeLikeRehype.text, writing),
  emphasis: (node, writing, depth) => writeElement('em', node, writing, depth),
  strong: (node, writing, depth) => writeElement('strong', node, writing, depth),
  inlineCode: ({ value }, { html }) =>
    html.push('<code>', escapeLikeRehype.text(value.replaceAll('\n', ' ')), '</code>'),
  break: (_, { html }) => html.push('<br>\n'),
  delete: (node, writing, depth) => writeElement('del', node, writing, depth),
  table: writeTable,
  link: writeLink,
  image: writeImage,
}

/** Deeper nesting is left to the reference, which reports nesting that is too deep. */
const knownDepth = 32
/** An upper bound for the length of a hole in the HTML of the reference. */
const longestHole = 64

/** The markup of a tree, or undefined if the reference must decide. */
export function writeMarkup(tree: Root, text: string, place: MarkdownPlace): Markup | undefined {
  const anchorOf = createAnchors()
  const writing: Writing = {
    ...{ text, place, anchorOf, html: [], links: [], images: [] },
    ...{ blocks: [], certain: true },
  }
  for (const [index, node] of tree.children.entries()) {
    if (index > 0) writing.html.push('\n')
    write(node, writing, 1)
  }
  const { html, links, images, blocks } = writing
  const length = html.reduce((sum, part) => sum + (typeof part === 'string' ? part.length : longestHole), 0)
  // Any other pair of colons may be a block that is not on a line of its own.
  const colonsKnown = text.split('::').length - 1 === blocks.length
  if (!writing.certain || !colonsKnown || length > maxHtmlLength(text)) return undefined
  return { parts: joinTexts(html), links, images, blocks }
}

function write(node: Nodes, writing: Writing, depth: number): void {
  const writer = writers[node.type] as Writer<Nodes> | undefined
  if (writer === undefined || depth > knownDepth) writing.certain = false
  else if (writing.certain) writer(node, writing, depth)
}

function writeParagraph(node: Paragraph, writing: Writing, depth: number): void {
  // For the native parser, a block is a paragraph.
  if (depth === 1 && sourceOf(node, writing.text).startsWith('::')) writeBlock(node, writing)
  else writeElement('p', node, writing, depth)
}

function writeBlock(node: Paragraph, writing: Writing): void {
  const { text, place, html, blocks } = writing
  const block = parseBlockLine(sourceOf(node, text), startOfNode(node), place)
  // Without a blank line below it, the next text could be part of the paragraph.
  const ended = /^ *(?:$|\n *(?:$|\n))/.test(text.slice(node.position?.end.offset))
  const isKnown = block?.attributes.every(
    ({ key, value }) => unknownTokens(value).length === 0 && (key !== 'to' || isSafeUrl(value)),
  )
  if (block === undefined || !ended || !isKnown) writing.certain = false
  else html.push({ kind: 'block', index: blocks.push(block) - 1 })
}

function writeHeading(node: Heading, writing: Writing, depth: number): void {
  // The reference warns about first-level headings. An underlined one may have several lines.
  if (node.depth === 1 || !sourceOf(node, writing.text).startsWith('#')) writing.certain = false
  const anchor = writing.anchorOf(plainTextOf(node))
  writing.html.push(`<h${node.depth} id="${escapeLikeRehype.attribute(anchor)}">`)
  writePhrasing(node, writing, depth)
  writing.html.push(`</h${node.depth}>`)
}

function writeQuote(node: Blockquote, writing: Writing, depth: number): void {
  writing.html.push('<blockquote>\n')
  for (const child of node.children) {
    // The two parsers differ in which blank lines in a quote make a list in it loose.
    if (child.type === 'list') writing.certain = false
    write(child, writing, depth + 1)
    writing.html.push('\n')
  }
  writing.html.push('</blockquote>')
}

function writeList(node: List, writing: Writing, depth: number): void {
  const { html } = writing
  const loose = node.spread || node.children.some(item => item.spread)
  const name = node.ordered ? 'ol' : 'ul'
  html.push(node.ordered && node.start !== 1 ? `<ol start="${node.start}">\n` : `<${name}>\n`)
  for (const item of node.children) {
    html.push('<li>')
    writeItem(item, loose, writing, depth + 1)
    html.push('</li>\n')
  }
  html.push(`</${name}>`)
}

function writeTable(node: Table, writing: Writing, depth: number): void {
  const { html } = writing
  const columns = node.align ?? []
  if (isTooMuchTable(columns.length, node.children.length, writing.text)) {
    writing.certain = false
    return
  }
  const frame = '<div class="table" role="group" aria-label="'
  html.push(frame, { kind: 'label', label: 'table' }, '" tabindex="0"><table>\n<thead>\n')
  for (const [index, row] of node.children.entries()) {
    if (index === 1) html.push('<tbody>\n')
    // The reference warns about cells without a column.
    if (row.children.length > columns.length) writing.certain = false
    html.push('<tr>\n')
    // A row may have fewer or more cells than the first one.
    for (const [column, align] of columns.entries()) {
      const cell = row.children[column]
      const isHeader = index === 0 && cell !== undefined && cell.children.length > 0
      const name = isHeader ? 'th' : 'td'
      html.push(`<${name}`)
      if (align === 'center' || align === 'right') html.push(` class="${align}"`)
      html.push(isHeader ? ' scope="col">' : '>')
      if (cell !== undefined) writePhrasing(cell, writing, depth + 2)
      html.push(`</${name}>\n`)
    }
    html.push('</tr>\n')
    if (index === 0) html.push('</thead>\n')
  }
  html.push(node.children.length > 1 ? '</tbody>\n</table></div>' : '</table></div>')
}

/** In a tight list, paragraphs have no element. */
function writeItem(item: ListItem, loose: boolean, writing: Writing, depth: number): void {
  // A task has a checkbox.
  if (typeof item.checked === 'boolean') writing.certain = false
  let bare = true
  for (const [index, node] of item.children.entries()) {
    bare = !loose && node.type === 'paragraph'
    if (!bare || index > 0) writing.html.push('\n')
    if (bare) writePhrasing(node as Paragraph, writing, depth + 1)
    else write(node, writing, depth + 1)
  }
  if (!bare) writing.html.push('\n')
}

function writeCode(node: Code, writing: Writing): void {
  const { lang, value } = node
  if (!isClosedFence(sourceOf(node, writing.text))) writing.certain = false
  if (lang && !/^[A-Za-z0-9_+#.-]+$/.test(lang)) writing.certain = false
  writing.html.push(lang ? `<pre><code class="language-${lang}">` : '<pre><code>')
  writing.html.push(value === '' ? '' : escapeLikeRehype.text(`${value}\n`), '</code></pre>')
}

/** Indented code, and code whose fence is not closed on a line of its own, may differ in blank lines. */
function isClosedFence(source: string): boolean {
  const fence = /^(?:`{3,}(?!`)|~{3,}(?!~))(?=.*\n)/.exec(source)?.[0]
  const lastLine = source.slice(source.lastIndexOf('\n') + 1)
  return fence !== undefined && lastLine.replace(/^[ >]*/, '').startsWith(fence)
}

function writeElement(name: string, node: Parents, writing: Writing, depth: number): void {
  writing.html.push(`<${name}>`)
  writePhrasing(node, writing, depth)
  writing.html.push(`</${name}>`)
}

function writePhrasing(parent: Parents, writing: Writing, depth: number): void {
  let previous: Nodes | undefined
  for (const node of mergeTexts(parent.children)) {
    // The reference removes spaces at the start of a line, even inside an element.
    const inElement = previous?.type === 'break' && node.type !== 'text'
    if (inElement && /^\s/.test(plainTextOf(node))) writing.certain = false
    write(node, writing, depth + 1)
    previous = node
  }
}

/** The native parser may split a text node where the reference does not, and a token may span the split. */
function mergeTexts(nodes: readonly Nodes[]): readonly Nodes[] {
  const merged: Nodes[] = []
  for (const node of nodes) {
    const last = merged.at(-1)
    if (node.type === 'text' && last?.type === 'text') {
      merged[merged.length - 1] = { type: 'text', value: last.value + node.value }
    } else merged.push(node)
  }
  return merged
}

function writeLink(node: Link, writing: Writing, depth: number): void {
  writing.html.push({ kind: 'link', index: addReference(writing.links, node, writing) })
  if (node.title) writeAttribute('title', node.title, writing)
  writing.html.push('>')
  writePhrasing(node, writing, depth)
  writing.html.push('</a>')
}

function writeImage(node: Image, writing: Writing): void {
  // The reference warns about an image without alternative text.
  if (!node.alt?.trim()) writing.certain = false
  const index = addReference(writing.images, node, writing)
  writing.html.push('<img src="', { kind: 'image', index }, '"')
  writeAttribute('alt', node.alt ?? '', writing)
  if (node.title) writeAttribute('title', node.title, writing)
  writing.html.push(' loading="lazy">')
}

/** Adds a link or image to the text's list and returns its index. */
function addReference(references: MarkupReference[], node: Link | Image, writing: Writing): number {
  const { url } = node
  if (!isSafeUrl(url) || unknownTokens(url).length > 0) writing.certain = false
  // A bare address.
  if (!/^!?\[|^</.test(sourceOf(node, writing.text))) writing.certain = false
  return references.push({ url, origin: writing.place.originAt(startOfNode(node)) }) - 1
}

function writeAttribute(name: string, value: string, writing: Writing): void {
  writing.html.push(` ${name}="`)
  writeWithHoles(value, escapeLikeRehype.attribute, writing)
  writing.html.push('"')
}

/** Writes text, with a hole for each token. */
function writeWithHoles(text: string, encode: (text: string) => string, writing: Writing): void {
  if (unknownTokens(text).length > 0) writing.certain = false
  for (const part of splitTokens(text)) {
    writing.html.push(typeof part === 'string' ? encode(part) : { kind: 'token', token: part.token })
  }
}

/** Joins adjacent strings. The last part is always a string, even an empty one. */
function joinTexts(html: readonly (string | MarkupHole)[]): (string | MarkupHole)[] {
  const parts: (string | MarkupHole)[] = []
  let start = 0
  for (const [index, part] of html.entries()) {
    if (typeof part === 'string') continue
    const before = html.slice(start, index).join('')
    if (before !== '') parts.push(before)
    parts.push(part)
    start = index + 1
  }
  return [...parts, html.slice(start).join('')]
}
