// The fast path: Sätteri, a native parser, in place of micromark, and a writer in place of remark-rehype, rehype-sanitize
// and rehype-stringify. It makes exactly what `parseByReference` makes or says that it is not sure; then the reference is
// asked, which takes twenty times as long. Sure means: nothing in the text that the two parsers are known to read differently
// (`uncertain`), only nodes that the writer knows, and nothing to report. The writer knows few elements, so nothing else
// can come out of it. test/content/conformance.test.ts holds the two together.

import { createRequire } from 'node:module'
import type { List, ListItem, Nodes, Paragraph, PhrasingContent, Root } from 'mdast'
import { createAnchors } from './anchors.ts'
import { maxHtmlLength } from './markdown-limits.ts'
import { isSafeUrl, type MarkdownPlace } from './markdown-problems.ts'
import {
  collapseSpaces,
  type Markup,
  type MarkupReference,
  splitHoles,
  withHoles,
  writtenHole,
} from './markup.ts'
import { unknownTokens } from './tokens.ts'

type NativeParser = Pick<typeof import('satteri'), 'markdownToMdast'>

const require = createRequire(import.meta.url)
let native: NativeParser | undefined | 'unavailable'

/** Loaded with the first text: a command that parses none must not wait for it. */
function nativeParser(): NativeParser | undefined {
  if (native === undefined) {
    try {
      native = require('satteri') as NativeParser
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
 * What sends a text to the reference, because the two parsers differ in it or may. Raw HTML and autolinks, escapes,
 * character references and definitions are rare in articles and full of corners. The rest was found by fuzzing: list items
 * without a text, one kind of emphasis right beside the other, invisible characters that only one of the two takes for a
 * space, halves of a character. Holes are written with noncharacters.
 */
const uncertain = new RegExp(
  [
    '<[A-Za-z/!?]',
    '[\\\\\\t\\r\\f\\v\\0\\x85\\ufeff\\ufdd0-\\ufdef]',
    '\\p{Surrogate}',
    '&#?[A-Za-z0-9]+;',
    '\\]:',
    '\\*_|_\\*',
    `[^${settled}][*_]|[*_][^${settled}]`,
    '^[ >]*(?:(?:[-+*]|\\d+[.)])(?: +|$))+$',
  ].join('|'),
  'mu',
)
/** Deeper nesting goes to the reference, which says so where it is too deep. */
const knownDepth = 32
const knownLanguage = /^[A-Za-z0-9_+#.-]+$/
/** An address that rehype-sanitize is sure to let pass; with any other the order of attributes may change. */
const knownAddress = /^(?:https:\/\/|mailto:|tel:|[^:]*$)/

/** The markup of a text, or undefined where the reference has to be asked. */
export function parseFast(text: string, place: MarkdownPlace): Markup | undefined {
  if (uncertain.test(text)) return undefined
  const parser = nativeParser()
  if (parser === undefined) return undefined
  let tree: Root
  try {
    tree = parser.markdownToMdast(text, { features: { gfm: false, frontmatter: false } }) as Root
  } catch {
    // A bug of the native parser must not cost a page that the reference can make.
    return undefined
  }
  return writeMarkup(tree, text, place)
}

/** What is written of a tree; undefined as soon as anything in it is not sure. */
function writeMarkup(tree: Root, text: string, place: MarkdownPlace): Markup | undefined {
  let sure = true
  let html = ''
  let plainText = ''
  let directives = 0
  const links: MarkupReference[] = []
  const images: MarkupReference[] = []
  const anchors: string[] = []
  const anchorOf = createAnchors()

  const writeText = (value: string): void => {
    html += escapeText(value)
    plainText += value
  }
  const lineEnd = (): void => {
    html += '\n'
    plainText += '\n'
  }
  const holesFor = (value: string): string => {
    if (!value.includes('{')) return value
    if (unknownTokens(value).length > 0) sure = false
    return withHoles(value)
  }
  const attribute = (name: string, value: string | null | undefined): string =>
    value === null || value === undefined ? '' : ` ${name}="${escapeAttribute(holesFor(value))}"`
  const writtenAs = (node: Nodes) => text.slice(node.position?.start.offset, node.position?.end.offset)
  const originOf = (node: Nodes) => place.originAt(node.position?.start ?? { line: 1, column: 1 })

  /** Between the tags of an element. */
  const writeInside = (element: string, attributes: string, write: () => void): void => {
    html += `<${element}${attributes}>`
    write()
    html += `</${element}>`
  }

  const writePhrasing = (nodes: readonly PhrasingContent[], depth: number): void => {
    if (!sure) return
    // The native parser may cut a text where the reference does not; a token can lie across the cut.
    let run = ''
    const endRun = (): void => {
      if (run !== '') writeText(holesFor(trimLines(run)))
      run = ''
    }
    let afterBreak = false
    for (const node of nodes) {
      // The reference takes spaces at the start of a line away, also from inside an element.
      if (afterBreak && node.type !== 'text' && /^\s/.test(textOf([node]))) sure = false
      afterBreak = node.type === 'break'
      if (node.type === 'text') {
        run += node.value
        continue
      }
      endRun()
      if (node.type === 'emphasis') writeInside('em', '', () => writePhrasing(node.children, deeper(depth)))
      else if (node.type === 'strong')
        writeInside('strong', '', () => writePhrasing(node.children, deeper(depth)))
      else if (node.type === 'inlineCode')
        writeInside('code', '', () => writeText(node.value.replaceAll('\n', ' ')))
      else if (node.type === 'break') {
        html += '<br>'
        lineEnd()
      } else if (node.type === 'link') {
        if (!knownAddress.test(node.url)) sure = false
        const index = refer(links, node)
        const attributes = ` href="${writtenHole.link(index)}"${attribute('title', node.title)}`
        writeInside('a', attributes, () => writePhrasing(node.children, deeper(depth)))
      } else if (node.type === 'image') {
        const index = refer(images, node)
        const described = attribute('alt', node.alt) + attribute('title', node.title)
        html += `<img src="${writtenHole.image(index)}"${described} loading="lazy">`
      } else sure = false
    }
    endRun()
  }

  const refer = (into: MarkupReference[], node: Nodes & { url: string }): number => {
    if (!isSafeUrl(node.url) || unknownTokens(node.url).length > 0) sure = false
    return into.push({ url: node.url, origin: originOf(node) }) - 1
  }

  const deeper = (depth: number): number => {
    if (depth > knownDepth) sure = false
    return depth + 1
  }

  const writeBlock = (node: Nodes, depth: number): void => {
    if (!sure) return
    if (node.type === 'paragraph') {
      if (depth === 1 && writtenAs(node).startsWith('::')) writeDirective(node)
      else writeInside('p', '', () => writePhrasing(node.children, depth))
    } else if (node.type === 'heading') {
      // A heading of the first level is warned of; one that is underlined may have several lines.
      if (node.depth === 1 || !writtenAs(node).startsWith('#')) sure = false
      const anchor = anchorOf(textOf(node.children))
      anchors.push(anchor)
      const attributes = ` id="${escapeAttribute(anchor)}"`
      writeInside(`h${node.depth}`, attributes, () => writePhrasing(node.children, depth))
    } else if (node.type === 'list') writeList(node, depth)
    else if (node.type === 'blockquote') {
      writeInside('blockquote', '', () => {
        lineEnd()
        for (const child of node.children) {
          // Which blank lines of a quote make its list a loose one is seen differently.
          if (child.type === 'list') sure = false
          writeBlock(child, deeper(depth))
          lineEnd()
        }
      })
    } else if (node.type === 'code') {
      if (!isClosedFence(writtenAs(node))) sure = false
      const language = node.lang ?? ''
      if (language !== '' && !knownLanguage.test(language)) sure = false
      const attributes = language === '' ? '' : ` class="language-${language}"`
      const write = () => writeText(node.value === '' ? '' : `${node.value}\n`)
      writeInside('pre', '', () => writeInside('code', attributes, write))
    } else if (node.type === 'thematicBreak') html += '<hr>'
    else sure = false
  }

  const writeList = (list: List, depth: number): void => {
    const loose = list.spread === true || list.children.some(item => item.spread === true)
    const start = list.ordered === true && typeof list.start === 'number' && list.start !== 1
    writeInside(list.ordered ? 'ol' : 'ul', start ? ` start="${list.start}"` : '', () => {
      lineEnd()
      for (const item of list.children) {
        writeInside('li', '', () => writeItem(item, loose, deeper(depth)))
        lineEnd()
      }
    })
  }

  /** In a tight list paragraphs have no element of their own. */
  const writeItem = (item: ListItem, loose: boolean, depth: number): void => {
    for (const [index, child] of item.children.entries()) {
      const bare = !loose && child.type === 'paragraph'
      if (!bare || index > 0) lineEnd()
      if (bare) writePhrasing(child.children, depth)
      else writeBlock(child, depth + 1)
    }
    const last = item.children.at(-1)
    if (last !== undefined && (loose || last.type !== 'paragraph')) lineEnd()
  }

  /** To the native parser it is a paragraph, and what follows without a blank line could be part of that. */
  const writeDirective = (node: Paragraph): void => {
    const name = writtenAs(node).slice(2)
    const ended = /^ *(?:\n *)?$/.test(text.slice(node.position?.end.offset).split('\n', 2).join('\n'))
    if (!ended || place.directives?.includes(name) !== true) sure = false
    directives++
    html += writtenHole.directive(name)
    plainText += writtenHole.directive(name)
  }

  for (const [index, child] of tree.children.entries()) {
    if (index > 0) lineEnd()
    writeBlock(child, 1)
  }
  // Any other pair of colons may be a directive that is not on a line of its own.
  if (text.split('::').length - 1 !== directives || html.length > maxHtmlLength(text)) sure = false
  if (!sure) return undefined
  return {
    parts: splitHoles(html),
    links,
    images,
    anchors,
    plainText: splitHoles(collapseSpaces(plainText)),
  }
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

function textOf(nodes: readonly PhrasingContent[]): string {
  let text = ''
  for (const node of nodes) {
    if ('value' in node) text += node.value
    else if ('children' in node) text += textOf(node.children)
  }
  return text
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
