// The reference: what a page says is what unified's remark and rehype make of its text. The only unified chain of Imprint.

import type { Element, Root as HtmlRoot, Text } from 'hast'
import type { Definition, Nodes, Root } from 'mdast'
import type { LeafDirective } from 'mdast-util-directive'
import type { Processor } from 'unified'
import { type Diagnostic, hasErrors, type Origin, type Outcome } from '../diagnostics/index.ts'
import { createAnchors } from './anchors.ts'
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
  unknownToken,
  unsafeLink,
} from './markdown-problems.ts'
import { plainTextOf, sourceOf, startOfNode } from './markdown-tree.ts'
import { type Markup, type MarkupReference, splitHoles, withHoles, writtenHole } from './markup.ts'
import { unknownTokens } from './tokens.ts'

/** The character code by which micromark finds what may start with it. */
const colon = 58

interface Extracted {
  links: Map<string, MarkupReference>
  images: Map<string, MarkupReference>
  anchors: string[]
}

type Chain = Processor<Root, Root, HtmlRoot, HtmlRoot, string>

let chain: Chain | undefined

/** Loads the packages, if no text needed them before. */
export function loadReference(): Chain {
  chain ??= createChain()
  return chain
}

/**
 * The chain, made for the first text that needs it: most commands have none, and loading it takes as long as parsing a hundred
 * articles. By `require`, because a parser cannot wait for `import()`; the bundle has the packages in it all the same.
 */
function createChain(): Chain {
  const { unified } = require('unified') as typeof import('unified')
  const { default: remarkParse } = require('remark-parse') as typeof import('remark-parse')
  const { default: remarkDirective } = require('remark-directive') as typeof import('remark-directive')
  const { default: remarkRehype } = require('remark-rehype') as typeof import('remark-rehype')
  const { default: rehypeSanitize, defaultSchema } =
    require('rehype-sanitize') as typeof import('rehype-sanitize')
  const { default: rehypeStringify } = require('rehype-stringify') as typeof import('rehype-stringify')

  const schema = {
    ...defaultSchema,
    // Headings get their ids after sanitising; nothing else has one.
    clobberPrefix: '',
    clobber: [],
    attributes: {
      a: ['href', 'title'],
      img: ['src', 'alt', 'title'],
      ol: ['start'],
      code: [['className', /^language-./]],
    },
    protocols: { href: ['https', 'mailto', 'tel'] },
    tagNames: [
      ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'p', 'blockquote', 'ul', 'ol', 'li', 'pre', 'code', 'hr', 'br'],
      ...['em', 'strong', 'a', 'img'],
    ],
  } satisfies typeof defaultSchema

  return (
    unified()
      .use(remarkParse)
      .use(remarkDirective)
      .use(leafDirectivesOnly)
      // A directive stands for a piece of the page that no Markdown can say; like what differs between brands, it is a hole.
      .use(remarkRehype, { handlers: { leafDirective: directiveHole } })
      .use(rehypeSanitize, schema as never)
      .use(() => (tree: HtmlRoot, file) => cutHoles(tree, file.data.extracted as Extracted))
      .use(rehypeStringify)
      .freeze() as unknown as Chain
  )
}

/** Parses a text within the limits of `markdown-limits.ts`. Every problem of it is reported. */
export function parseByReference(text: string, place: MarkdownPlace): Outcome<Markup | undefined> {
  const chain = loadReference()
  const tree = chain.parse(text)
  const diagnostics: Diagnostic[] = []
  const extracted = inspect(tree, text, place, diagnostics)
  if (hasErrors(diagnostics)) return { value: undefined, diagnostics }
  const htmlTree = chain.runSync(tree, { data: { extracted } } as never)
  const html = chain.stringify(htmlTree)
  if (html.length > maxHtmlLength(text)) {
    diagnostics.push(tooMuchHtml(place.originAt({ line: 1, column: 1 })))
    return { value: undefined, diagnostics }
  }
  const { links, images, anchors } = extracted
  return {
    value: {
      parts: splitHoles(html),
      links: [...links.values()],
      images: [...images.values()],
      anchors,
    },
    diagnostics,
  }
}

/** Walks the Markdown tree once: collects links and images, reports what may not be there. Iterative, see `maxDepth`. */
function inspect(tree: Root, text: string, place: MarkdownPlace, diagnostics: Diagnostic[]): Extracted {
  const extracted: Extracted = { links: new Map(), images: new Map(), anchors: [] }
  const definitions = new Map<string, Definition>()
  const stack: { node: Nodes; depth: number }[] = [{ node: tree, depth: 0 }]
  const references: { node: Nodes; identifier: string; image: boolean }[] = []
  const originOf = (node: Nodes): Origin => place.originAt(startOfNode(node))
  while (stack.length > 0) {
    const { node, depth } = stack.pop() as { node: Nodes; depth: number }
    if (depth > maxDepth) {
      diagnostics.push(tooDeep(originOf(node)))
      break
    }
    if (node.type === 'html') {
      // The end of an element that is reported already is nothing new.
      const known =
        node.value.startsWith('</') && diagnostics.some(({ code }) => code === 'markdown/raw-html')
      if (!known) diagnostics.push(rawHtml(node.value, originOf(node)))
    }
    const attributes = [('alt' in node && node.alt) || '', ('title' in node && node.title) || ''].join(' ')
    for (const name of unknownTokens(attributes)) diagnostics.push(unknownToken(name, originOf(node)))
    if (node.type === 'text') reportTokens(node, text, place, diagnostics)
    else if (node.type === 'link') addReference(extracted.links, node, node.url, originOf(node), diagnostics)
    else if (node.type === 'image')
      addReference(extracted.images, node, node.url, originOf(node), diagnostics)
    else if (node.type === 'heading' && node.depth === 1) diagnostics.push(secondTitle(originOf(node)))
    else if (node.type === 'paragraph' && /^:::+[A-Za-z]/.test(sourceOf(node, text))) {
      diagnostics.push(containerDirective(originOf(node)))
    } else if (node.type === 'leafDirective') {
      diagnostics.push(...directiveProblems(node, depth, place.directives ?? [], originOf(node)))
    } else if (node.type === 'definition') {
      if (!definitions.has(node.identifier)) definitions.set(node.identifier, node)
    } else if (node.type === 'linkReference' || node.type === 'imageReference') {
      references.push({ node, identifier: node.identifier, image: node.type === 'imageReference' })
    }
    if ('children' in node) {
      for (let index = node.children.length - 1; index >= 0; index--) {
        stack.push({ node: node.children[index] as Nodes, depth: depth + 1 })
      }
    }
  }
  // A definition is written once, but its address and title go into the HTML with each use.
  let repeated = 0
  for (const { node, identifier, image } of references) {
    const definition = definitions.get(identifier)
    if (definition === undefined) continue
    const { url, title } = definition
    repeated += url.length + (title?.length ?? 0)
    if (repeated > maxHtmlLength(text)) {
      diagnostics.push(tooMuchHtml(originOf(node)))
      break
    }
    addReference(image ? extracted.images : extracted.links, node, url, originOf(node), diagnostics)
  }
  return extracted
}

function addReference(
  into: Map<string, MarkupReference>,
  node: Nodes,
  url: string,
  origin: Origin,
  diagnostics: Diagnostic[],
): void {
  const unknown = unknownTokens(url)
  if (unknown.length > 0) diagnostics.push(...unknown.map(name => unknownToken(name, origin)))
  else if (!isSafeUrl(url)) diagnostics.push(unsafeLink(url, origin))
  into.set(placeKey(node), { url, origin })
}

/** A node keeps its position from Markdown to HTML, so the place where it starts tells the two are the same. */
function placeKey(node: { position?: { start: { line: number; column: number } } | undefined }): string {
  return `${node.position?.start.line}:${node.position?.start.column}`
}

/**
 * `:name` inside a sentence stays text: a time of day or "Note:this" is no directive. Containers (`:::name`) are off too:
 * a few thousand of them take the tokenizer minutes; what looks like one is reported by `inspect`.
 */
function leafDirectivesOnly(this: Processor): void {
  for (const extension of this.data().micromarkExtensions ?? []) {
    delete extension.text
    const constructs = [extension.flow?.[colon] ?? []].flat()
    // Only the container is "concrete": nothing may interrupt it.
    extension.flow = { [colon]: constructs.filter(construct => construct.concrete !== true) }
  }
}

function directiveHole(_: unknown, node: LeafDirective): Text {
  return { type: 'text', value: writtenHole.directive(node.name) }
}

/** Turns what differs between brands into holes, gives headings their ids and images lazy loading. */
function cutHoles(tree: HtmlRoot, extracted: Extracted): void {
  const anchorOf = createAnchors()
  const indexes = (references: Map<string, MarkupReference>) =>
    new Map([...references.keys()].map((key, index) => [key, index]))
  const links = indexes(extracted.links)
  const images = indexes(extracted.images)
  const indexIn = (references: Map<string, number>, node: Element) => references.get(placeKey(node)) as number
  const visit = (parent: HtmlRoot | Element): void => {
    for (const node of parent.children) {
      if (node.type === 'text' && !(parent.type === 'element' && parent.tagName === 'code')) cutText(node)
      if (node.type !== 'element') continue
      if (/^h[1-6]$/.test(node.tagName)) {
        const id = anchorOf(plainTextOf(node as unknown as Nodes))
        node.properties.id = id
        extracted.anchors.push(id)
      } else if (node.tagName === 'a') {
        cutAttributes(node)
        node.properties.href = writtenHole.link(indexIn(links, node))
      } else if (node.tagName === 'img') {
        cutAttributes(node)
        const src = writtenHole.image(indexIn(images, node))
        node.properties = { ...node.properties, src, loading: 'lazy' }
      }
      visit(node)
    }
  }
  visit(tree)
}

function cutText(node: Text): void {
  node.value = withHoles(node.value)
}

/** Tokens in the texts of a link or an image that are no content of the page. */
function cutAttributes({ properties }: Element): void {
  for (const key of ['alt', 'title']) {
    if (typeof properties[key] === 'string') properties[key] = withHoles(properties[key])
  }
}

function reportTokens(
  node: Nodes & { type: 'text'; value: string },
  text: string,
  place: MarkdownPlace,
  diagnostics: Diagnostic[],
): void {
  const unknown = unknownTokens(node.value)
  if (unknown.length === 0 || node.position === undefined) return
  const { start, end } = node.position
  const written = text.slice(start.offset, end.offset)
  for (const name of unknown) {
    const before = written.slice(0, Math.max(0, written.indexOf(`{${name}}`)))
    const breaks = before.split('\n').length - 1
    const column = breaks === 0 ? start.column + before.length : before.length - before.lastIndexOf('\n')
    diagnostics.push(unknownToken(name, place.originAt({ line: start.line + breaks, column })))
  }
}
