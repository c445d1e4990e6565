// The fast path: Sätteri, a native parser, in place of micromark, and a writer in place of remark-rehype, rehype-sanitize
// and rehype-stringify. It makes exactly what `parseByReference` makes or says that it is not sure; then the reference is
// asked, which takes twenty times as long. Sure means: nothing in the text that the two parsers are known to read differently
// (`isUncertain`), only nodes that the writer knows, and nothing to report. The writer knows few elements, so nothing else
// can come out of it. test/content/conformance.test.ts holds the two together.

import type { MdastReader } from 'satteri'
import { createAnchors } from './anchors.ts'
import { maxHtmlLength } from './markdown-limits.ts'
import { isSafeUrl, type MarkdownPlace } from './markdown-problems.ts'
import type { Markup, MarkupHole, MarkupReference } from './markup.ts'
import { loadNativeParser, type NativeParser } from './native-parser.ts'
import { splitTokens, unknownTokens } from './tokens.ts'

let native: NativeParser | undefined | 'unavailable'

/** Loaded with the first text: a command that parses none must not wait for it. */
function nativeParser(): NativeParser | undefined {
  if (native === undefined) {
    try {
      native = loadNativeParser()
    } catch {
      // No binary for this machine. Everything works without, only slower.
      native = 'unavailable'
    }
  }
  return native === 'unavailable' ? undefined : native
}

/**
 * Letters and signs that every version of Unicode in use takes for the same kind of character: whether a star or underscore
 * beside one opens emphasis depends on that, and micromark looks at halves of characters outside the basic plane.
 */
const settled = '\\0-\\u1aff\\u2000-\\u20bf\\u3000-\\u31bf\\u3400-\\u9fff\\uac00-\\ud7a3'

/**
 * What sends a text to the reference, because the two parsers differ in it or may. Raw HTML, escapes, character references,
 * definitions and addresses in angle brackets that are not quite plain are rare in articles and full of corners. The rest was
 * found by fuzzing: one kind of emphasis right beside the other, invisible characters that only one of the two takes for a
 * space, halves of a character. Holes are written with noncharacters.
 */
function isUncertain(text: string): boolean {
  // Plain searches where they will do, and one pattern after the other: each of both is several times as fast as one
  // expression of all.
  if (text.includes('<') && uncertainTag.test(text)) return true
  if (text.includes('&') && reference.test(text)) return true
  if (text.includes(']:') || text.includes('*_') || text.includes('_*')) return true
  if (unusual.test(text) && uncertainCharacters.some(pattern => pattern.test(text))) return true
  return emptyItem.test(`\n${text}\n`)
}

const uncertainTag = /<(?!https:\/\/[A-Za-z0-9._~/?#=&%+,:-]+>)[A-Za-z/!?]/
const reference = /&#?[A-Za-z0-9]+;/
/** What a text can hold besides line ends and the printable characters of ASCII, the backslash counted as unusual. */
const unusual = /[^\n -[\]-~]/
/** They find nothing where nothing is unusual. */
const uncertainCharacters = [
  /[\\\t\r\f\v\0\x85\ufeff\ufdd0-\ufdef]/,
  /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/,
  new RegExp(`[^${settled}][*_]`),
  new RegExp(`[*_][^${settled}]`),
]
/** List items without a text, in a text with a line end on either side. Also found by fuzzing. */
const emptyItem = /\n[ >]*(?:(?:[-+*]|\d+[.)])(?: +|(?=\n)))+(?=\n)/
/** Deeper nesting goes to the reference, which says so where it is too deep. */
const knownDepth = 32
const knownLanguage = /^[A-Za-z0-9_+#.-]+$/
/** An address that rehype-sanitize is sure to let pass; with any other the order of attributes may change. */
const knownAddress = /^(?:https:\/\/|mailto:|tel:|[^:]*$)/

/** The markup of a text, or undefined where the reference has to be asked. */
export function parseFast(text: string, place: MarkdownPlace): Markup | undefined {
  if (isUncertain(text)) return undefined
  const parser = nativeParser()
  if (parser === undefined) return undefined
  let tree: MdastReader
  try {
    tree = parseNatively(parser, text)
  } catch {
    // A bug of the native parser must not cost a page that the reference can make.
    return undefined
  }
  return writeMarkup(tree, text, place)
}

/** Without `markdownToMdast`, which makes an object of each node: the writer needs few of their fields, and each once. */
function parseNatively(parser: NativeParser, text: string): MdastReader {
  const handle = parser.createMdastHandle(text, { gfm: false, frontmatter: false })
  try {
    return new parser.MdastReader(parser.serializeHandle(handle))
  } finally {
    parser.dropHandle(handle)
  }
}

/** The reader's numbers of the nodes that the writer knows: `NodeType` of satteri/dist/mdast/generated/node-types.js. */
const nodeType = {
  paragraph: 1,
  heading: 2,
  thematicBreak: 3,
  blockquote: 4,
  list: 5,
  code: 8,
  text: 10,
  emphasis: 11,
  strong: 12,
  inlineCode: 13,
  break: 14,
  link: 15,
  image: 16,
}
/** Where the reader finds their fields: `MDAST_LAYOUTS` of satteri/dist/mdast/generated/layout.js. */
const fieldOf = {
  heading: { depth: 0 },
  code: { language: 0, value: 16 },
  link: { url: 0, title: 8 },
  image: { url: 0, alt: 8, title: 16 },
}
/** No hole is written longer than this in the HTML of the reference. */
const longestHole = 64

/** What is written of a tree; undefined as soon as anything in it is not sure. A node is known by its number. */
function writeMarkup(tree: MdastReader, text: string, place: MarkdownPlace): Markup | undefined {
  let sure = true
  let html: string[] = []
  let length = 0
  let directives = 0
  const parts: (string | MarkupHole)[] = []
  const links: MarkupReference[] = []
  const images: MarkupReference[] = []
  const anchors: string[] = []
  const anchorOf = createAnchors()
  const hasColons = text.includes('::')

  /** What was written since the last hole becomes a part. */
  const endPart = (): string => {
    const written = html.join('')
    html = []
    length += written.length
    return written
  }
  const writeHole = (hole: MarkupHole): void => {
    const before = endPart()
    if (before !== '') parts.push(before)
    parts.push(hole)
    length += longestHole
  }
  /** Writes a text, with a hole for each token. */
  const writeWithHoles = (value: string, escapeFor: (text: string) => string): void => {
    if (!value.includes('{')) {
      html.push(escapeFor(value))
      return
    }
    if (unknownTokens(value).length > 0) sure = false
    for (const part of splitTokens(value)) {
      if (typeof part === 'string') html.push(escapeFor(part))
      else writeHole({ kind: 'token', token: part.token })
    }
  }
  const writeAttribute = (name: string, value: string): void => {
    html.push(` ${name}="`)
    writeWithHoles(value, escapeAttribute)
    html.push('"')
  }

  const positionOf = (node: number) => {
    const position = tree.getPosition(node)
    if (position === undefined) sure = false
    return position
  }
  const writtenAs = (node: number): string => {
    const position = positionOf(node)
    return text.slice(position?.start.offset, position?.end.offset)
  }

  const textOf = (node: number): string => {
    const type = tree.getNodeType(node)
    if (type === nodeType.text || type === nodeType.inlineCode) return tree.getTextValue(node)
    return type === nodeType.image ? '' : tree.getChildIds(node).map(textOf).join('')
  }

  /** Between the tags of an element. */
  const writeElement = (name: string, write: () => void): void => {
    html.push(`<${name}>`)
    write()
    html.push(`</${name}>`)
  }

  const writePhrasing = (parent: number, depth: number): void => {
    // The native parser may cut a text where the reference does not; a token can lie across the cut.
    let run = ''
    const endRun = (): void => {
      if (run !== '') writeWithHoles(trimLines(run), escapeText)
      run = ''
    }
    let afterBreak = false
    for (const node of tree.getChildIds(parent)) {
      if (!sure) return
      const type = tree.getNodeType(node)
      // The reference takes spaces at the start of a line away, also from inside an element.
      if (afterBreak && type !== nodeType.text && /^\s/.test(textOf(node))) sure = false
      afterBreak = type === nodeType.break
      if (type === nodeType.text) {
        run += tree.getTextValue(node)
        continue
      }
      endRun()
      if (type === nodeType.emphasis) writeElement('em', () => writePhrasing(node, deeper(depth)))
      else if (type === nodeType.strong) writeElement('strong', () => writePhrasing(node, deeper(depth)))
      else if (type === nodeType.inlineCode)
        writeElement('code', () => html.push(escapeText(tree.getTextValue(node).replaceAll('\n', ' '))))
      else if (type === nodeType.break) html.push('<br>\n')
      else if (type === nodeType.link) writeLink(node, depth)
      else if (type === nodeType.image) writeImage(node)
      else sure = false
    }
    endRun()
  }

  const writeLink = (node: number, depth: number): void => {
    const url = tree.fieldString(node, fieldOf.link.url)
    const title = tree.fieldString(node, fieldOf.link.title)
    if (!knownAddress.test(url)) sure = false
    html.push('<a')
    writeHole({ kind: 'link', index: refer(links, url, node) })
    if (title !== '') writeAttribute('title', title)
    html.push('>')
    writePhrasing(node, deeper(depth))
    html.push('</a>')
  }

  const writeImage = (node: number): void => {
    const title = tree.fieldString(node, fieldOf.image.title)
    html.push('<img src="')
    writeHole({ kind: 'image', index: refer(images, tree.fieldString(node, fieldOf.image.url), node) })
    html.push('"')
    writeAttribute('alt', tree.fieldString(node, fieldOf.image.alt))
    if (title !== '') writeAttribute('title', title)
    html.push(' loading="lazy">')
  }

  const refer = (into: MarkupReference[], url: string, node: number): number => {
    if (!isSafeUrl(url) || unknownTokens(url).length > 0) sure = false
    return into.push({ url, origin: place.originAt(positionOf(node)?.start ?? { line: 1, column: 1 }) }) - 1
  }

  const deeper = (depth: number): number => {
    if (depth > knownDepth) sure = false
    return depth + 1
  }

  const writeBlock = (node: number, depth: number): void => {
    if (!sure) return
    const type = tree.getNodeType(node)
    if (type === nodeType.paragraph) {
      if (hasColons && depth === 1 && writtenAs(node).startsWith('::')) writeDirective(node)
      else writeElement('p', () => writePhrasing(node, depth))
    } else if (type === nodeType.heading) writeHeading(node, depth)
    else if (type === nodeType.list) writeList(node, depth)
    else if (type === nodeType.blockquote) writeElement('blockquote', () => writeQuote(node, depth))
    else if (type === nodeType.code) writeCode(node)
    else if (type === nodeType.thematicBreak) html.push('<hr>')
    else sure = false
  }

  const writeHeading = (node: number, depth: number): void => {
    const level = tree.fieldU8(node, fieldOf.heading.depth, 1)
    // A heading of the first level is warned of; one that is underlined may have several lines.
    if (level === 1 || !writtenAs(node).startsWith('#')) sure = false
    const anchor = anchorOf(textOf(node))
    anchors.push(anchor)
    html.push(`<h${level} id="${escapeAttribute(anchor)}">`)
    writePhrasing(node, depth)
    html.push(`</h${level}>`)
  }

  const writeQuote = (quote: number, depth: number): void => {
    html.push('\n')
    for (const node of tree.getChildIds(quote)) {
      // Which blank lines of a quote make its list a loose one is seen differently.
      if (tree.getNodeType(node) === nodeType.list) sure = false
      writeBlock(node, deeper(depth))
      html.push('\n')
    }
  }

  const writeCode = (node: number): void => {
    if (!isClosedFence(writtenAs(node))) sure = false
    const language = tree.fieldString(node, fieldOf.code.language)
    const value = tree.fieldString(node, fieldOf.code.value)
    if (language !== '' && !knownLanguage.test(language)) sure = false
    html.push(language === '' ? '<pre><code>' : `<pre><code class="language-${language}">`)
    html.push(value === '' ? '' : escapeText(`${value}\n`), '</code></pre>')
  }

  const writeList = (list: number, depth: number): void => {
    const { ordered, start, spread } = tree.getListData(list)
    const items = tree.getChildIds(list)
    const loose = spread || items.some(item => tree.getListItemData(item).spread)
    html.push(ordered ? '<ol' : '<ul', ordered && start !== 1 ? ` start="${start}">\n` : '>\n')
    for (const item of items) {
      writeElement('li', () => writeItem(item, loose, deeper(depth)))
      html.push('\n')
    }
    html.push(ordered ? '</ol>' : '</ul>')
  }

  /** In a tight list paragraphs have no element of their own. */
  const writeItem = (item: number, loose: boolean, depth: number): void => {
    let bare = true
    for (const [index, node] of tree.getChildIds(item).entries()) {
      bare = !loose && tree.getNodeType(node) === nodeType.paragraph
      if (!bare || index > 0) html.push('\n')
      if (bare) writePhrasing(node, depth)
      else writeBlock(node, depth + 1)
    }
    if (!bare) html.push('\n')
  }

  /** To the native parser it is a paragraph, and what follows without a blank line could be part of that. */
  const writeDirective = (node: number): void => {
    const name = writtenAs(node).slice(2)
    const after = text.slice(positionOf(node)?.end.offset)
    const ended = /^ *(?:\n *)?$/.test(after.split('\n', 2).join('\n'))
    if (!ended || place.directives?.includes(name) !== true) sure = false
    directives++
    writeHole({ kind: 'directive', name })
  }

  for (const [index, node] of tree.getChildIds(0).entries()) {
    if (index > 0) html.push('\n')
    writeBlock(node, 1)
  }
  parts.push(endPart())
  // Any other pair of colons may be a directive that is not on a line of its own.
  if (hasColons && text.split('::').length - 1 !== directives) sure = false
  if (length > maxHtmlLength(text)) sure = false
  return sure ? { parts, links, images, anchors } : undefined
}

/** Code that is indented, or whose fence is closed by the end of what it stands in, may keep other blank lines. */
function isClosedFence(written: string): boolean {
  const fence = /^(?:`{3,}|~{3,})(?=.*\n)/.exec(written)?.[0]
  const lastLine = written.slice(written.lastIndexOf('\n') + 1)
  return fence !== undefined && lastLine.replace(/^[ >]*/, '').startsWith(fence)
}

/** Spaces around line ends are no part of a text. */
function trimLines(text: string): string {
  return text.includes('\n') ? text.replace(/[ \t]*\n[ \t]*/g, '\n') : text
}

// Written as rehype-stringify writes them.
const references: Readonly<Record<string, string>> = {
  '"': '&#x22;',
  '&': '&#x26;',
  "'": '&#x27;',
  '<': '&#x3C;',
  '`': '&#x60;',
}

function escapeText(text: string): string {
  return text.replace(/[&<]/g, character => references[character] as string)
}

function escapeAttribute(text: string): string {
  return text.replace(/["&'`]/g, character => references[character] as string)
}
