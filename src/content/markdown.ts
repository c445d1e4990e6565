// Markdown to HTML with holes. The only unified chain of Imprint. A text is parsed once for all brands: what
// differs between brands (tokens, links, images) becomes a hole that `fillMarkup` fills for each of them.

import GithubSlugger from 'github-slugger'
import type { Element, Root as HtmlRoot, Text } from 'hast'
import type { Definition, Nodes, Root } from 'mdast'
import type { LeafDirective } from 'mdast-util-directive'
import rehypeSanitize, { defaultSchema } from 'rehype-sanitize'
import rehypeStringify from 'rehype-stringify'
import remarkDirective from 'remark-directive'
import remarkParse from 'remark-parse'
import remarkRehype from 'remark-rehype'
import { type Processor, unified } from 'unified'
import { type Diagnostic, diagnostic, didYouMean, type Origin, type Outcome } from '../diagnostics/index.ts'
import { splitTokens, type TokenName, type TokenValues, tokenNames, unknownTokens } from './tokens.ts'

/** HTML made from Markdown, with holes for what each brand fills in. Read by `site/`. */
export interface Markup {
  readonly parts: readonly (string | MarkupHole)[]
  readonly links: readonly MarkupReference[]
  readonly images: readonly MarkupReference[]
  /** Fragments of the headings, in order: `how-much-it-costs`. */
  readonly anchors: readonly string[]
  /** The text alone, with holes for its tokens: for JSON-LD. */
  readonly plainText: readonly (string | MarkupHole)[]
}

export type MarkupHole =
  | { readonly kind: 'token'; readonly token: TokenName }
  | { readonly kind: 'link' | 'image'; readonly index: number }
  | { readonly kind: 'directive'; readonly name: string }

/** A piece of a finished text: HTML, or the place of a directive (`::cost-calculator`) for a template to fill. */
export type MarkupPart = { readonly html: string } | { readonly directive: string }

/** A link or an image of the text. */
export interface MarkupReference {
  /** As written, tokens included. */
  readonly url: string
  readonly origin: Origin
}

/** Where a Markdown text stands in its file. */
export interface MarkdownPlace {
  /** Turns a position in the given text into one in the file. */
  readonly originAt: (point: { line: number; column: number }) => Origin
  /** Directives that may stand in it; default none. */
  readonly directives?: readonly string[]
}

// Deeper nesting than any text needs; stringifying is recursive and would exhaust the stack at some 1,000 levels.
const maxDepth = 100
/** Directives that an article may hold, each on a line of its own. Which component stands for one is the templates' say. */
export const directiveNames = ['cost-calculator'] as const

// Around the index of a hole in the HTML string. Noncharacters: `decodeText` and Markdown's own entities let none in.
const holeStart = '\ufdd0'
const holeEnd = '\ufdd1'
// A link's hole takes the whole attribute: a link that leads nowhere becomes an `<a>` without one.
const holePattern =
  / href="\ufdd0l(\d+)\ufdd1"|\ufdd0i(\d+)\ufdd1|\ufdd0t([A-Za-z0-9]+)\ufdd1|\ufdd0d([a-z0-9-]+)\ufdd1/g

/** Fragments that the templates use themselves; no heading may claim them. */
export const reservedAnchors = [
  'header',
  'main',
  'form',
  'advantages',
  'steps',
  'faq',
  'articles',
  'footer',
  'contact',
  'disclosures',
] as const

// The character code by which micromark finds what may start with it.
const colon = 58

interface Extracted {
  links: Map<string, MarkupReference>
  images: Map<string, MarkupReference>
  anchors: string[]
}

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

const chain = unified()
  .use(remarkParse)
  .use(remarkDirective)
  .use(leafDirectivesOnly)
  // A directive stands for a piece of the page that no Markdown can say; like what differs between brands, it is a hole.
  .use(remarkRehype, { handlers: { leafDirective: directiveHole } })
  .use(rehypeSanitize, schema as never)
  .use(() => (tree: HtmlRoot, file) => cutHoles(tree, file.data.extracted as Extracted))
  .use(rehypeStringify)
  .freeze() as unknown as Processor<Root, Root, HtmlRoot, HtmlRoot, string>

/**
 * Parses CommonMark. Raw HTML, unsafe links, unknown tokens and absurd nesting are errors; the value is then
 * undefined. Whether a link leads anywhere is for `site/` to find out, once all routes are known.
 */
export function parseMarkdown(text: string, place: MarkdownPlace): Outcome<Markup | undefined> {
  const absurd = absurdDepth(text)
  if (absurd !== undefined) return { value: undefined, diagnostics: [tooDeep(place.originAt(absurd))] }
  const tree = chain.parse(text)
  const diagnostics: Diagnostic[] = []
  const extracted = inspect(tree, text, place, diagnostics)
  if (diagnostics.some(problem => problem.severity === 'error')) return { value: undefined, diagnostics }
  const html = chain.runSync(tree, { data: { extracted } } as never)
  const { links, images, anchors } = extracted
  return {
    value: {
      parts: splitHoles(chain.stringify(html)),
      links: [...links.values()],
      images: [...images.values()],
      anchors,
      plainText: splitHoles(
        textOf(html as unknown as Nodes)
          .replace(/\s+/g, ' ')
          .trim(),
      ),
    },
    diagnostics,
  }
}

/**
 * A text for one brand, cut at its directives.
 * @param links Final URLs in the order of `markup.links`; undefined for a link that must not lead anywhere.
 * @param images Final URLs in the order of `markup.images`.
 */
export function fillMarkup(
  markup: Markup,
  tokens: TokenValues,
  links: readonly (string | undefined)[],
  images: readonly string[],
): readonly MarkupPart[] {
  const filled: MarkupPart[] = []
  let html = ''
  for (const part of markup.parts) {
    if (typeof part === 'string') html += part
    else if (part.kind === 'token') html += escapeText(tokens[part.token])
    else if (part.kind === 'directive') {
      filled.push({ html }, { directive: part.name })
      html = ''
    } else {
      const url = (part.kind === 'link' ? links : images)[part.index]
      if (part.kind === 'image') html += escapeText(url ?? '')
      else if (url !== undefined) html += ` href="${escapeText(url)}"`
    }
  }
  return [...filled, { html }].filter(part => !('html' in part) || part.html.trim() !== '')
}

/** The text alone, tokens filled in. */
export function fillPlainText(markup: Markup, tokens: TokenValues): string {
  const pieces = markup.plainText.map(part => {
    if (typeof part === 'string') return part
    return part.kind === 'token' ? tokens[part.token] : ''
  })
  return pieces.join('')
}

/** The first line with absurdly many quotes or lists in each other; parsing thousands of them takes minutes. */
function absurdDepth(text: string): { line: number; column: number } | undefined {
  for (const [index, line] of text.split('\n').entries()) {
    const marker = /[ \t]*(?:>|(?:[-+*]|\d{1,9}[.)])(?=[ \t]))/y
    for (let depth = 0; marker.test(line); depth++) {
      if (depth >= maxDepth) return { line: index + 1, column: marker.lastIndex }
    }
  }
  return undefined
}

function tooDeep(at: Origin): Diagnostic {
  return diagnostic(
    'markdown/too-deep',
    `Quotes, lists or emphasis are nested more than ${maxDepth} levels deep.`,
    { at, hint: 'Remove the extra levels.' },
  )
}

/** Walks the Markdown tree once: collects links and images, reports what may not be there. Iterative, see `maxDepth`. */
function inspect(tree: Root, text: string, place: MarkdownPlace, diagnostics: Diagnostic[]): Extracted {
  const extracted: Extracted = { links: new Map(), images: new Map(), anchors: [] }
  const definitions = new Map<string, Definition>()
  const stack: { node: Nodes; depth: number }[] = [{ node: tree, depth: 0 }]
  const references: { node: Nodes; identifier: string; image: boolean }[] = []
  const originOf = (node: Nodes): Origin => place.originAt(node.position?.start ?? { line: 1, column: 1 })
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
    else if (node.type === 'paragraph' && /^:::+[A-Za-z]/.test(writtenAs(node, text))) {
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
  for (const { node, identifier, image } of references) {
    const url = definitions.get(identifier)?.url
    if (url !== undefined)
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
  return { type: 'text', value: `${holeStart}d${node.name}${holeEnd}` }
}

/** Turns what differs between brands into holes, gives headings their ids and images lazy loading. */
function cutHoles(tree: HtmlRoot, extracted: Extracted): void {
  const slugger = new GithubSlugger()
  for (const anchor of reservedAnchors) slugger.slug(anchor)
  const links = [...extracted.links.keys()]
  const images = [...extracted.images.keys()]
  const visit = (parent: HtmlRoot | Element): void => {
    for (const node of parent.children) {
      if (node.type === 'text' && !(parent.type === 'element' && parent.tagName === 'code')) cutText(node)
      if (node.type !== 'element') continue
      if (/^h[1-6]$/.test(node.tagName)) {
        const text = textOf(node as unknown as Nodes)
        // An id that starts with a digit cannot be written plainly in a CSS selector.
        const id = slugger.slug(/^\p{L}/u.test(text) ? text : `section ${text}`)
        node.properties.id = id
        extracted.anchors.push(id)
      } else if (node.tagName === 'a') {
        cutAttributes(node)
        node.properties.href = `${holeStart}l${links.indexOf(placeKey(node))}${holeEnd}`
      } else if (node.tagName === 'img') {
        const index = images.indexOf(placeKey(node))
        cutAttributes(node)
        node.properties = { ...node.properties, src: `${holeStart}i${index}${holeEnd}`, loading: 'lazy' }
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

function withHoles(text: string): string {
  return splitTokens(text)
    .map(part => (typeof part === 'string' ? part : `${holeStart}t${part.token}${holeEnd}`))
    .join('')
}

function splitHoles(html: string): (string | MarkupHole)[] {
  const parts: (string | MarkupHole)[] = []
  let end = 0
  for (const match of html.matchAll(holePattern)) {
    const [written, link, image, token, directive] = match
    if (match.index > end) parts.push(html.slice(end, match.index))
    if (token !== undefined) parts.push({ kind: 'token', token: token as TokenName })
    else if (directive !== undefined) parts.push({ kind: 'directive', name: directive })
    else if (link !== undefined) parts.push({ kind: 'link', index: Number(link) })
    else parts.push({ kind: 'image', index: Number(image) })
    end = match.index + written.length
  }
  parts.push(html.slice(end))
  return parts
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

/** An error for a name in braces that is no token, wherever it stands. */
export function unknownToken(name: string, at: Origin): Diagnostic {
  return diagnostic('content/unknown-token', `{${name}} is not a token.`, {
    at,
    hint: didYouMean(name, tokenNames, 'Tokens'),
  })
}

/** Schemes and forms a link may have; everything else could run code or lead where nobody looked. */
function isSafeUrl(url: string): boolean {
  if (/[\u0000-\u0020\u007f\\]/.test(url) || url.startsWith('//')) return false
  const scheme = /^([A-Za-z][A-Za-z0-9+.-]*):/.exec(url)?.[1]?.toLowerCase()
  if (scheme === undefined) return true
  if (scheme === 'https') return /^https:\/\/[^/@]+(?:[/?#]|$)/i.test(url)
  return scheme === 'mailto' || scheme === 'tel'
}

function unsafeLink(url: string, at: Origin): Diagnostic {
  const shown = url.length > 60 ? `${url.slice(0, 60)}…` : url
  return diagnostic('markdown/unsafe-link', `The link target "${shown}" is not allowed.`, {
    at,
    hint: /^http:/i.test(url)
      ? `Write "https:" instead of "http:".`
      : 'A link starts with "https://", "mailto:", "tel:", "/" or "#".',
  })
}

function rawHtml(html: string, at: Origin): Diagnostic {
  const tag = /^<[!/?]?[A-Za-z-]*/.exec(html)?.[0] ?? '<'
  return diagnostic(
    'markdown/raw-html',
    `Raw HTML (${tag}${tag === '<!--' ? '' : '…'}) is not allowed in content.`,
    {
      at,
      hint: 'Write it as Markdown. To show the characters themselves, put them between backticks.',
    },
  )
}

function writtenAs(node: Nodes, text: string): string {
  return text.slice(node.position?.start.offset, node.position?.end.offset)
}

function containerDirective(at: Origin): Diagnostic {
  return diagnostic('markdown/unknown-directive', 'Directives with three colons are not supported.', {
    at,
    hint: 'To show the colons themselves, put a backslash before the first.',
  })
}

function directiveProblems(
  node: LeafDirective,
  depth: number,
  known: readonly string[],
  at: Origin,
): Diagnostic[] {
  const problem = (message: string, hint: string | undefined) => [
    diagnostic('markdown/unknown-directive', message, { at, hint }),
  ]
  if (!known.includes(node.name)) {
    const hint =
      known.length === 0 ? 'Directives stand in articles only.' : didYouMean(node.name, known, 'Directives')
    return problem(`There is no directive "::${node.name}" here.`, hint)
  }
  if (depth > 1)
    return problem(
      `"::${node.name}" stands inside a list or quote.`,
      'Put it on a line of its own, without indentation.',
    )
  if (node.children.length > 0 || Object.keys(node.attributes ?? {}).length > 0) {
    return problem(`"::${node.name}" takes nothing in brackets or braces.`, `Write just "::${node.name}".`)
  }
  return []
}

function secondTitle(at: Origin): Diagnostic {
  return diagnostic(
    'markdown/second-title',
    'This is a heading of the first level, and the page has one already: its title.',
    {
      at,
      hint: 'Start with "##".',
    },
  )
}

function textOf(node: Nodes): string {
  if ('value' in node && node.type !== 'html') return node.value
  return 'children' in node ? node.children.map(child => textOf(child as Nodes)).join('') : ''
}

function escapeText(text: string): string {
  return text.replace(/[&<>"]/g, character => `&#${character.charCodeAt(0)};`)
}
