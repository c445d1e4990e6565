// One walk over a Markdown tree for the reference: it collects links, images and definitions, and reports every problem.

import type { Definition, Html, ImageReference, LinkReference, Nodes, Root, Text } from 'mdast'
import type { Diagnostic, Origin } from '../diagnostics/index.ts'
import { forbiddenCharacter, forbiddenCharacterProblem } from '../files/index.ts'
import { maxHtmlLength, tooMuchHtml } from './markdown-limits.ts'
import {
  containerDirective,
  directiveProblems,
  isSafeUrl,
  type MarkdownPlace,
  maxDepth,
  rawHtml,
  secondTitle,
  tooDeep,
  unsafeLink,
} from './markdown-problems.ts'
import { sourceOf, startOfNode } from './markdown-tree.ts'
import type { MarkupReference } from './markup.ts'
import { unknownToken } from './token-problems.ts'
import { unknownTokens } from './tokens.ts'

/** What is collected from a Markdown tree. Links and images are found by `placeKey`. */
export interface Inspection {
  readonly text: string
  readonly place: MarkdownPlace
  readonly diagnostics: Diagnostic[]
  readonly links: Map<string, MarkupReference>
  readonly images: Map<string, MarkupReference>
  readonly definitions: Map<string, Definition>
  /** Uses of definitions, which may stand before them. */
  readonly uses: (LinkReference | ImageReference)[]
}

type NodeOf<Kind> = Extract<Nodes, { type: Kind }>
/** @param depth How many nodes the node stands in; 1 at the top of the text. */
type Inspector<Node> = (node: Node, inspection: Inspection, depth: number) => void

const inspectors: { readonly [Kind in Nodes['type']]?: Inspector<NodeOf<Kind>> } = {
  html: reportHtml,
  text: reportTokens,
  link: (node, inspection) => addReference(inspection.links, node, node.url, inspection),
  image: (node, inspection) => addReference(inspection.images, node, node.url, inspection),
  heading: (node, { diagnostics, place }) => {
    if (node.depth === 1) diagnostics.push(secondTitle(originOf(node, place)))
  },
  paragraph: (node, { diagnostics, place, text }) => {
    if (/^:::+[A-Za-z]/.test(sourceOf(node, text)))
      diagnostics.push(containerDirective(originOf(node, place)))
  },
  leafDirective: (node, { diagnostics, place }, depth) => {
    diagnostics.push(...directiveProblems(node, depth, place.directives ?? [], originOf(node, place)))
  },
  definition: (node, { definitions }) => {
    if (!definitions.has(node.identifier)) definitions.set(node.identifier, node)
  },
  linkReference: (node, { uses }) => uses.push(node),
  imageReference: (node, { uses }) => uses.push(node),
}

/** Walks the Markdown tree once. Not recursive, because the tree may be deeper than the stack. */
export function inspect(tree: Root, text: string, place: MarkdownPlace): Inspection {
  const inspection: Inspection = {
    ...{ text, place, diagnostics: [], links: new Map(), images: new Map() },
    ...{ definitions: new Map(), uses: [] },
  }
  const stack: { node: Nodes; depth: number }[] = [{ node: tree, depth: 0 }]
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const { node, depth } = next
    if (depth > maxDepth) {
      inspection.diagnostics.push(tooDeep(originOf(node, place)))
      break
    }
    reportAttributeTokens(node, inspection)
    reportCharacters(node, inspection)
    const inspector = inspectors[node.type] as Inspector<Nodes> | undefined
    inspector?.(node, inspection, depth)
    if ('children' in node) {
      for (const child of node.children.toReversed()) stack.push({ node: child, depth: depth + 1 })
    }
  }
  resolveUses(inspection)
  return inspection
}

function originOf(node: Nodes, place: MarkdownPlace): Origin {
  return place.originAt(startOfNode(node))
}

function reportHtml(node: Html, { diagnostics, place }: Inspection): void {
  // An end tag adds nothing to the report about its start tag.
  const reported = node.value.startsWith('</') && diagnostics.some(({ code }) => code === 'markdown/raw-html')
  if (!reported) diagnostics.push(rawHtml(node.value, originOf(node, place)))
}

function reportAttributeTokens(node: Nodes, { diagnostics, place }: Inspection): void {
  const attributes = [('alt' in node && node.alt) || '', ('title' in node && node.title) || ''].join(' ')
  for (const name of unknownTokens(attributes)) diagnostics.push(unknownToken(name, originOf(node, place)))
}

function reportTokens(node: Text, { text, place, diagnostics }: Inspection): void {
  const start = startOfNode(node)
  const source = sourceOf(node, text)
  for (const name of unknownTokens(node.value)) {
    const before = source.slice(0, Math.max(0, source.indexOf(`{${name}}`)))
    diagnostics.push(unknownToken(name, place.originAt(pointAfter(start, before))))
  }
}

type Point = ReturnType<typeof startOfNode>

/** Where a text that starts at a point ends. */
function pointAfter(start: Point, before: string): { line: number; column: number } {
  const breaks = before.split('\n').length - 1
  const column = breaks === 0 ? start.column + before.length : before.length - before.lastIndexOf('\n')
  return { line: start.line + breaks, column }
}

/** What a numeric character reference may look like; an escape first, because it may hide one. */
const numericReferences = /\\[\s\S]|&#(?:x([\da-f]{1,6})|(\d{1,7}));/gi
/** What the parser makes of a reference to a character that may not be there. */
const replacement = '\ufffd'

/** References may stand for what the text itself cannot hold. */
function reportCharacters(node: Nodes, { text, place, diagnostics }: Inspection): void {
  const fields = node as { value?: string; url?: string; title?: string; alt?: string; lang?: string }
  const decoded = [fields.value, fields.url, fields.title, fields.alt, fields.lang].join(' ')
  if (!decoded.includes(replacement) && forbiddenCharacter(decoded) === undefined) return
  const start = startOfNode(node)
  const source = sourceOf(node, text)
  for (const { 0: written, 1: hexadecimal, 2: decimal, index } of source.matchAll(numericReferences)) {
    const code = hexadecimal === undefined ? Number(decimal) : Number.parseInt(hexadecimal, 16)
    // Not a number where it is an escape.
    const character = code <= 0x10ffff ? String.fromCodePoint(code) : ''
    if (forbiddenCharacter(character) === undefined) continue
    const at = place.originAt(pointAfter(start, source.slice(0, index)))
    diagnostics.push(forbiddenCharacterProblem(character, at, written))
  }
}

/** A definition is written once, but its address and title are part of the HTML of each use. */
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

function addReference(
  references: Map<string, MarkupReference>,
  node: Nodes,
  url: string,
  { diagnostics, place }: Inspection,
): void {
  const origin = originOf(node, place)
  const unknown = unknownTokens(url)
  if (unknown.length > 0) diagnostics.push(...unknown.map(name => unknownToken(name, origin)))
  else if (!isSafeUrl(url)) diagnostics.push(unsafeLink(url, origin))
  references.set(placeKey(node), { url, origin })
}

/** A node keeps its position from Markdown to HTML, so its start identifies it in both trees. */
export function placeKey(node: {
  position?: { start: { line: number; column: number } } | undefined
}): string {
  return `${node.position?.start.line}:${node.position?.start.column}`
}
