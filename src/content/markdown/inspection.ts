// One walk over a Markdown tree for the reference parser: it reports every problem, and adds what the HTML needs: holes for links
// and images, footnote numbers, alerts, comments and line breaks.

import type {
  Blockquote,
  Definition,
  FootnoteDefinition,
  FootnoteReference,
  Heading,
  Html,
  Image,
  ImageReference,
  Link,
  LinkReference,
  Nodes,
  Paragraph,
  Parents,
  Root,
  Table,
  Text,
} from 'mdast'
import type { LeafDirective } from 'mdast-util-directive'
import { type Diagnostic, diagnostic, didYouMean, hasErrors, type Origin } from '../../diagnostics/index.ts'
import {
  conflictMarker,
  conflictProblem,
  forbiddenCharacter,
  forbiddenCharacterProblem,
} from '../../files/index.ts'
import { characterOf } from '../../html/index.ts'
import { unknownToken } from '../texts/token-problems.ts'
import { unknownTokens } from '../texts/tokens.ts'
import { parseBlockLine } from './block-line.ts'
import { withEmoji, withEmojiNames, withoutEmoji } from './emoji.ts'
import { foreignParagraph, foreignSyntax } from './foreign-syntax.ts'
import { isTooMuchTable, maxHtmlLength, tooMuchHtml } from './limits.ts'
import { type MarkupReference, type WrittenBlock, writtenHole } from './markup.ts'
import {
  alertNames,
  directiveInParagraph,
  linkProblem,
  type MarkdownPlace,
  maxDepth,
  misplacedBlock,
  secondTitle,
  tooDeep,
  typeNote,
  unreadableBlock,
} from './problems.ts'
import { harmlessHtml, rawHtml } from './raw-html.ts'
import { offsetsOf, plainTextOf, sourceOf, startOfNode } from './tree.ts'
import { takeTypeNotes } from './type-notes.ts'

/** The data collected from a Markdown tree. */
interface Inspection {
  readonly text: string
  readonly place: MarkdownPlace
  readonly diagnostics: Diagnostic[]
  readonly links: MarkupReference[]
  readonly images: MarkupReference[]
  readonly blocks: WrittenBlock[]
  readonly definitions: Map<string, Definition>
  /** Uses of definitions, which may come before the definitions. */
  readonly uses: (LinkReference | ImageReference)[]
  readonly notes: FootnoteDefinition[]
  readonly noteUses: FootnoteReference[]
  /** The positions of code, which may contain anything. */
  readonly code: (readonly [start: number, end: number])[]
}

type Point = { readonly line: number; readonly column: number; readonly offset?: number | undefined }
type NodeOf<Kind> = Extract<Nodes, { type: Kind }>
/** @param depth How deeply the node is nested; 1 at the top of the text. */
type Inspector<Node> = (node: Node, inspection: Inspection, depth: number) => void

const inspectors: { readonly [Kind in Nodes['type']]?: Inspector<NodeOf<Kind>> } = {
  html: inspectHtml,
  text: inspectText,
  link: (node, inspection) => addReference(inspection.links, node, node.url, inspection),
  image: (node, inspection) => addReference(inspection.images, node, node.url, inspection),
  heading: inspectHeading,
  paragraph: inspectParagraph,
  blockquote: inspectQuote,
  table: reportCells,
  code: (node, { code }) => code.push(offsetsOf(node)),
  leafDirective: addBlock,
  definition: (node, { definitions }) => {
    if (!definitions.has(node.identifier)) definitions.set(node.identifier, node)
  },
  linkReference: (node, { uses }) => uses.push(node),
  imageReference: (node, { uses }) => uses.push(node),
  footnoteDefinition: (node, { notes }) => notes.push(node),
  footnoteReference: (node, { noteUses }) => noteUses.push(node),
}

/** Walks the Markdown tree once. Not recursive, because the tree may be deeper than the stack. */
export function inspect(tree: Root, text: string, place: MarkdownPlace): Inspection {
  const inspection: Inspection = {
    ...{ text, place, diagnostics: [], links: [], images: [], blocks: [] },
    ...{ definitions: new Map(), uses: [], notes: [], noteUses: [], code: [] },
  }
  const stack: { node: Nodes; depth: number }[] = [{ node: tree, depth: 0 }]
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const { node, depth } = next
    if (depth > maxDepth) {
      inspection.diagnostics.push(tooDeep(originOf(node, place)))
      break
    }
    if ('children' in node) placeChildren(node, text)
    inspectAttributes(node, inspection)
    reportCharacters(node, inspection)
    const inspector = inspectors[node.type] as Inspector<Nodes> | undefined
    inspector?.(node, inspection, depth)
    if ('children' in node) {
      for (const child of node.children.toReversed()) stack.push({ node: child, depth: depth + 1 })
    }
  }
  resolveUses(inspection)
  numberNotes(inspection)
  reportConflicts(inspection)
  return inspection
}

/** remark-gfm gives no positions to the nodes of an address that it finds in text. */
function placeChildren(parent: Parents, text: string): void {
  let last = parent.position?.start
  for (const child of parent.children) {
    if (child.position === undefined && last !== undefined) {
      const link = child.type === 'link' ? (child.children[0] as Text) : undefined
      const { value } = link ?? (child as Text)
      const source = text.slice(last.offset, parent.position?.end.offset)
      const start = pointAfter(last, source.slice(0, Math.max(0, source.indexOf(value))))
      child.position = { start, end: pointAfter(start, value) }
      if (link !== undefined) link.position = child.position
    }
    last = child.position?.end ?? last
  }
}

function originOf(node: Nodes, place: MarkdownPlace): Origin {
  return place.originAt(startOfNode(node))
}

function inspectHtml(node: Html, inspection: Inspection): void {
  const { diagnostics } = inspection
  const { value } = node
  const harmless = harmlessHtml(value)
  // remark-rehype drops HTML, so comments need no treatment.
  if (harmless === 'break') Object.assign(node, { type: 'break' })
  // An end tag adds nothing to the report about its start tag.
  const reported = value.startsWith('</') && diagnostics.some(({ code }) => code === 'markdown/raw-html')
  if (harmless === undefined && !reported) diagnostics.push(rawHtml(value, placeIn(node, inspection)))
}

/** Converts an offset in the Markdown of a node to a position in the file. */
function placeIn(node: Nodes, { text, place }: Inspection): (offset: number) => Origin {
  return offset => place.originAt(pointAfter(startOfNode(node), sourceOf(node, text).slice(0, offset)))
}

/** The position at which text ends that starts at a point. */
function pointAfter(start: Point, before: string): Required<Point> {
  const breaks = before.split('\n').length - 1
  const column = breaks === 0 ? start.column + before.length : before.length - before.lastIndexOf('\n')
  return { line: start.line + breaks, column, offset: (start.offset ?? 0) + before.length }
}

function inspectAttributes(node: Nodes, { diagnostics, place }: Inspection): void {
  const attributes = [('alt' in node && node.alt) || '', ('title' in node && node.title) || ''].join(' ')
  for (const name of unknownTokens(attributes)) diagnostics.push(unknownToken(name, originOf(node, place)))
  diagnostics.push(...foreignSyntax(attributes, () => originOf(node, place)))
}

function inspectHeading(node: Heading, { diagnostics, place, text }: Inspection): void {
  const [first] = node.children
  const block = first?.type === 'text' ? /^::[a-z][\w-]*/.exec(sourceOf(first, text))?.[0] : undefined
  if (first !== undefined && block !== undefined)
    diagnostics.push(misplacedBlock(block, 'in a heading', originOf(first, place)))
  const written = plainTextOf(node)
  const named = withEmojiNames(written)
  if (named !== written) node.data = { hProperties: { id: named } }
  if (node.depth !== 1) return
  diagnostics.push(secondTitle(originOf(node, place)))
  node.depth = 2
}

function inspectText(node: Text, inspection: Inspection): void {
  const { text, diagnostics } = inspection
  const written = sourceOf(node, text)
  node.value = withEmoji(node.value, written)
  const source = withoutEmoji(written)
  const originIn = placeIn(node, inspection)
  const types = takeTypeNotes(source, offsetsOf(node)[0], text)
  let end = 0
  for (const name of unknownTokens(node.value)) {
    const index = source.indexOf(`{${name}}`, end)
    end = Math.max(end, index + 1)
    if (types.rest[index] !== ' ') diagnostics.push(unknownToken(name, originIn(Math.max(0, index))))
  }
  // The first one in a document is enough: there may be hundreds.
  if (types.first && !diagnostics.some(({ code }) => code === 'markdown/type-note'))
    diagnostics.push(typeNote(types.first.written, originIn(types.first.offset)))
  diagnostics.push(...foreignSyntax(types.rest, originIn))
  const alert = alertAtLineStart.exec(node.value)?.[0].trim()
  if (alert !== undefined && !source.includes(`\\${alert}`)) {
    const message = `"${alert}" must be alone on the first line of a quote.`
    const hint = `Write "> ${alert}" on a line of its own after a blank line, then the text on lines that start with "> ".`
    const at = originIn(Math.max(0, source.indexOf(alert)))
    diagnostics.push(diagnostic('markdown/alert', message, { at, hint }))
  }
  for (const { 0: mark, index } of source.matchAll(/(?<!\\)\[\^[^\]\s]+\]/g)) {
    const message = `Footnote ${mark} is not defined.`
    const hint = `Define it on a line of its own: "${mark}: …".`
    diagnostics.push(diagnostic('markdown/footnote', message, { at: originIn(index), hint }))
  }
}

const alertAtLineStart = new RegExp(`(?:^|\\n)\\[!(?:${alertNames.join('|')})\\]`, 'i')

function inspectParagraph(node: Paragraph, inspection: Inspection): void {
  const source = sourceOf(node, inspection.text)
  const originIn = placeIn(node, inspection)
  inspection.diagnostics.push(
    ...directiveInParagraph(source, originIn),
    ...foreignParagraph(source, originIn),
  )
}

function addBlock(node: LeafDirective, inspection: Inspection, depth: number): void {
  const { text, place, diagnostics, blocks } = inspection
  const origin = originOf(node, place)
  const source = sourceOf(node, text).trimEnd()
  const block = parseBlockLine(source, startOfNode(node), place)
  if (depth > 1) diagnostics.push(misplacedBlock(`::${node.name}`, 'inside a list or quote', origin))
  else if (block === undefined) diagnostics.push(unreadableBlock(source, origin))
  else {
    for (const { key, value, origin: at } of block.attributes) {
      diagnostics.push(
        ...unknownTokens(value).map(name => unknownToken(name, at)),
        ...foreignSyntax(value, () => at),
        ...(key === 'to' ? linkProblem(value, at) : []),
      )
    }
    node.data = { ...node.data, index: blocks.push(block) - 1 } as LeafDirective['data']
  }
}

/** Cells beyond the columns of the first row are not shown. */
function reportCells(table: Table, { diagnostics, place, text }: Inspection): void {
  const { children } = table
  const columns = children[0]?.children.length ?? 0
  if (isTooMuchTable(columns, children.length, text)) diagnostics.push(tooMuchHtml(originOf(table, place)))
  for (const { children: cells } of children) {
    const beyond = cells[columns]
    if (beyond === undefined) continue
    const message = `This row has ${cells.length} cells, but the table has ${columns} columns, so the extra cells are not shown.`
    const hint =
      'Add columns to the first row and the line below it, or put a backslash before each "|" that is part of the text.'
    diagnostics.push(diagnostic('markdown/table-cells', message, { at: originOf(beyond, place), hint }))
  }
}

/** A quote that starts with `[!NOTE]` on a line of its own is an alert: a box with a title in the language of the site. */
function inspectQuote(node: Blockquote, inspection: Inspection): void {
  const [first] = node.children
  const [text, second] = first?.type === 'paragraph' ? first.children : []
  const marker = text?.type === 'text' && /^\[!([A-Za-z]+)\](.*)/.exec(text.value)
  if (!marker || first?.type !== 'paragraph' || text?.type !== 'text') return
  const [line, written = '', sameLine = ''] = marker
  const alert = alertNames.find(name => name === written.toLowerCase())
  if (alert === undefined) {
    const names = alertNames.map(name => name.toUpperCase())
    const hint = didYouMean(written.toUpperCase(), names, 'Alerts')
    const at = placeIn(text, inspection)(0)
    inspection.diagnostics.push(
      diagnostic('markdown/alert', `There is no alert "[!${written}]".`, { at, hint }),
    )
    return
  }
  // Reported as part of the text that it belongs to.
  if (sameLine.trim() !== '' || (text.value === line && second && second.type !== 'break')) return
  text.value = text.value.slice(line.length + 1)
  if (text.position) text.position.start = pointAfter(text.position.start, line)
  if (text.value === '') first.children.splice(0, second?.type === 'break' ? 2 : 1)
  if (first.children.length === 0) node.children.shift()
  node.data = { hName: 'div', hProperties: { className: ['alert', alert] } }
}

/** Possible numeric character references; escapes come first, because one may hide a reference. */
const numericReferences = /\\[\s\S]|&#(?:x([\da-f]{1,6})|(\d{1,7}));/gi
/** The parser's replacement for a reference to a forbidden character. */
const replacement = '\ufffd'

/** References may produce characters that the text itself cannot contain. */
function reportCharacters(node: Nodes, inspection: Inspection): void {
  const fields = node as { value?: string; url?: string; title?: string; alt?: string; lang?: string }
  const decoded = [fields.value, fields.url, fields.title, fields.alt, fields.lang].join(' ')
  if (!decoded.includes(replacement) && forbiddenCharacter(decoded) === undefined) return
  const source = sourceOf(node, inspection.text)
  const originIn = placeIn(node, inspection)
  for (const { 0: written, 1: hexadecimal, 2: decimal, index } of source.matchAll(numericReferences)) {
    const code = hexadecimal === undefined ? Number(decimal) : Number.parseInt(hexadecimal, 16)
    // NaN for an escape.
    const character = characterOf(code)
    if (forbiddenCharacter(character) === undefined) continue
    const at = originIn(index)
    inspection.diagnostics.push(forbiddenCharacterProblem(character, at, written))
  }
}

/** A definition is written once, but its address and title are in the HTML of each use. */
function resolveUses(inspection: Inspection): void {
  const { text, place, diagnostics, definitions, links, images } = inspection
  let repeated = 0
  for (const node of inspection.uses) {
    const definition = definitions.get(node.identifier)
    if (definition === undefined) continue
    const { url, title } = definition
    repeated += url.length + (title?.length ?? 0)
    if (repeated > maxHtmlLength(text)) {
      diagnostics.push(tooMuchHtml(originOf(node, place)))
      return
    }
    addReference(node.type === 'imageReference' ? images : links, node, url, inspection)
  }
}

/** Puts a hole in place of the address in the HTML of a link or an image. */
function addReference(
  references: MarkupReference[],
  node: Link | Image | LinkReference | ImageReference,
  url: string,
  { diagnostics, place }: Inspection,
): void {
  const origin = originOf(node, place)
  const problems = [
    ...unknownTokens(url).map(name => unknownToken(name, origin)),
    ...foreignSyntax(url, () => origin),
  ]
  if (problems.length === 0) problems.push(...linkProblem(url, origin))
  diagnostics.push(...problems)
  const index = hasErrors(problems) ? 0 : references.push({ url, origin }) - 1
  const isImage = node.type === 'image' || node.type === 'imageReference'
  if (isImage && !node.alt?.trim()) {
    const hint = 'Describe the image between the brackets, as in ![A table of fees](fees.png).'
    const message = `The image "${url}" has no alternative text: screen readers cannot say what it shows.`
    diagnostics.push(diagnostic('markdown/image-alt', message, { at: origin, hint }))
  }
  node.data = {
    hProperties: isImage ? { src: writtenHole.image(index) } : { href: writtenHole.link(index) },
  }
}

/** Replaces each footnote's name with a number, and reports notes that nothing refers to. */
function numberNotes({ notes, noteUses, diagnostics, place }: Inspection): void {
  const numbers = new Map<string, string>()
  for (const use of noteUses) {
    const number = numbers.get(use.identifier) ?? String(numbers.size + 1)
    numbers.set(use.identifier, number)
    use.identifier = number
  }
  const seen = new Set<string>()
  for (const note of notes) {
    const number = numbers.get(note.identifier)
    const written = `[^${note.label ?? note.identifier}]`
    const at = originOf(note, place)
    if (seen.has(note.identifier)) {
      const hint = 'Give one of the two another name.'
      diagnostics.push(diagnostic('markdown/footnote', `Footnote ${written} is defined twice.`, { at, hint }))
    } else if (number === undefined) {
      const hint = `Write ${written} where the note belongs, or remove the note.`
      const message = `Nothing refers to the footnote ${written}, so it would not be shown.`
      diagnostics.push(diagnostic('markdown/footnote', message, { at, hint }))
    }
    seen.add(note.identifier)
    if (number !== undefined) note.identifier = number
  }
}

/** Conflicts are found in the lines, not in the Markdown tree. */
function reportConflicts({ text, place, code, diagnostics }: Inspection): void {
  if (conflictMarker(text) === undefined) return
  const withoutCode = code.reduce(
    (rest, [start, end]) =>
      rest.slice(0, start) + rest.slice(start, end).replace(/[^\n]/g, ' ') + rest.slice(end),
    text,
  )
  const offset = conflictMarker(withoutCode)
  if (offset === undefined) return
  const { line, column } = pointAfter({ line: 1, column: 1 }, text.slice(0, offset))
  // Any other problems are its consequences.
  diagnostics.splice(0, diagnostics.length, conflictProblem(place.originAt({ line, column })))
}
