// The reference: a page shows what unified's remark and rehype make of its text. This is Imprint's only unified chain.

import type { Element, ElementContent, Root as HtmlRoot, Properties, Text } from 'hast'
import type { Nodes, Root } from 'mdast'
import type { LeafDirective } from 'mdast-util-directive'
import type { Processor } from 'unified'
import { hasErrors } from '../../diagnostics/index.ts'
import { once } from '../../files/index.ts'
import { createAnchors } from './anchors.ts'
import { inspect } from './inspection.ts'
import { maxHtmlLength, tooMuchHtml } from './limits.ts'
import { type MarkupLabel, type ParsedMarkdown, splitHoles, withHoles, writtenHole } from './markup.ts'
import { alertNames, type MarkdownPlace } from './problems.ts'
import { onOneLine, plainTextOf } from './tree.ts'

/** The character code by which micromark finds constructs that may start with it. */
const colon = 58

const headings = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6']

type Chain = Processor<Root, Root, HtmlRoot, HtmlRoot, string>

/**
 * Created on first use: most commands do not need it, and loading the packages takes as long as parsing a hundred articles. Uses
 * `require`, because a parser cannot wait for `import()`; the bundle still contains the packages.
 */
export const loadReference = once((): Chain => {
  const { unified } = require('unified') as typeof import('unified')
  const { default: remarkParse } = require('remark-parse') as typeof import('remark-parse')
  const { default: remarkGfm } = require('remark-gfm') as typeof import('remark-gfm')
  const { default: remarkDirective } = require('remark-directive') as typeof import('remark-directive')
  const { default: remarkRehype } = require('remark-rehype') as typeof import('remark-rehype')
  const { default: rehypeSanitize, defaultSchema } =
    require('rehype-sanitize') as typeof import('rehype-sanitize')
  const { default: rehypeStringify } = require('rehype-stringify') as typeof import('rehype-stringify')

  const schema = {
    ...defaultSchema,
    // Imprint makes all ids itself: those of footnotes, and those of headings, which are added after sanitising.
    clobberPrefix: '',
    clobber: [],
    attributes: {
      // For headings with emoji names: the text that their ids are made from.
      ...Object.fromEntries(headings.map(name => [name, ['id']])),
      a: ['href', 'title', 'id', 'ariaLabel', 'dataFootnoteRef'],
      img: ['src', 'alt', 'title'],
      ol: ['start'],
      li: ['id', ['className', 'task-list-item']],
      input: [['type', 'checkbox'], 'checked', ['disabled', true]],
      code: [['className', /^language-./]],
      th: ['align'],
      td: ['align'],
      div: [['className', 'alert', ...alertNames]],
      section: ['dataFootnotes'],
    },
    protocols: { href: ['https', 'mailto', 'tel'] },
    tagNames: [
      ...[...headings, 'p', 'blockquote', 'ul', 'ol', 'li', 'pre', 'code', 'hr', 'br'],
      ...['em', 'strong', 'del', 'a', 'img', 'input', 'sup', 'div', 'section'],
      ...['table', 'thead', 'tbody', 'tr', 'th', 'td'],
    ],
  } satisfies typeof defaultSchema

  return (
    unified()
      .use(remarkParse)
      .use(remarkDirective)
      .use(leafDirectivesOnly)
      .use(remarkGfm)
      // A template renders a block, so it becomes a hole, like everything that differs between brands.
      .use(remarkRehype, {
        handlers: { leafDirective: blockHole, text: (_, { value }) => text(onOneLine(value)) },
        clobberPrefix: writtenHole.prefix,
        footnoteBackLabel: (note, use) =>
          `${writtenHole.label('footnoteBack')} ${note + 1}${use > 1 ? `-${use}` : ''}`,
      })
      .use(rehypeSanitize, schema as never)
      .use(() => (tree: HtmlRoot) => finishChildren(tree, createAnchors()))
      .use(rehypeStringify)
      .freeze() as unknown as Chain
  )
})

/** Parses a document and reports every problem in it. */
export function parseByReference(text: string, place: MarkdownPlace): ParsedMarkdown {
  const chain = loadReference()
  const tree = chain.parse(text)
  const inspection = inspect(tree, text, place)
  const { diagnostics, links, images, blocks } = inspection
  if (hasErrors(diagnostics))
    return { value: undefined, diagnostics, broken: { parts: [], links, images, blocks } }
  const html = chain.stringify(chain.runSync(tree))
  if (html.length > maxHtmlLength(text)) {
    diagnostics.push(tooMuchHtml(place.originAt({ line: 1, column: 1 })))
    return { value: undefined, diagnostics }
  }
  return {
    value: { parts: splitHoles(html), links, images, blocks },
    diagnostics,
  }
}

/**
 * Only `::name` is a directive. `:name` in a sentence stays text, such as a time of day or "Note:this". Containers
 * (`:::name`) are off because a few thousand of them take the tokenizer minutes; `inspect` reports what looks like one.
 */
function leafDirectivesOnly(this: Processor): void {
  for (const extension of this.data().micromarkExtensions ?? []) {
    delete extension.text
    const constructs = [extension.flow?.[colon] ?? []].flat()
    // Only the container construct is "concrete", which to micromark means that nothing may interrupt it.
    extension.flow = { [colon]: constructs.filter(construct => construct.concrete !== true) }
  }
}

function blockHole(_: unknown, node: LeafDirective): Text {
  return { type: 'text', value: writtenHole.block((node.data as { index: number }).index) }
}

/** Adds what remark-rehype does not: tokens, ids of headings, and accessible tables, alerts, tasks and footnotes. */
function finishChildren(parent: HtmlRoot | Element, anchorOf: (heading: string) => string): void {
  const inCode = parent.type === 'element' && parent.tagName === 'code'
  for (const [index, node] of parent.children.entries()) {
    if (node.type === 'text' && !inCode) node.value = withHoles(node.value)
    if (node.type !== 'element') continue
    finishers[node.tagName]?.(node)
    if (headings.includes(node.tagName))
      node.properties.id = anchorOf(String(node.properties.id ?? headingText(node)))
    finishChildren(node, anchorOf)
    if (node.tagName === 'table') parent.children[index] = scrollFrame(node)
  }
}

const finishers: Readonly<Record<string, (element: Element) => void>> = {
  a({ properties, children: [text] }) {
    fillTexts(properties)
    if (!properties.dataFootnoteRef) return
    delete properties.dataFootnoteRef
    properties.ariaLabel = `${writtenHole.label('footnote')} ${(text as Text).value}`
  },
  img({ properties }) {
    fillTexts(properties)
    properties.loading = 'lazy'
  },
  input({ properties }) {
    properties.ariaLabel = writtenHole.label('task')
  },
  // A header cell without text would not name anything.
  th(cell) {
    align(cell)
    if (cell.children.length === 0) cell.tagName = 'td'
    else cell.properties.scope = 'col'
  },
  td: align,
  /** An alert: no other `div` exists at this point. */
  div(alert) {
    const [, name] = alert.properties.className as ['alert', MarkupLabel]
    const title = element('p', { className: ['alert-title'] }, [text(writtenHole.label(name))])
    alert.properties.role = 'note'
    alert.children.splice(1, 0, title, text('\n'))
  },
  /** The footnotes. They get no heading, which would be redundant for a screen reader and would need an id. */
  section(notes) {
    notes.tagName = 'div'
    notes.properties = { className: ['footnotes'], ...group('footnotes') }
    notes.children = notes.children
      .filter(child => child.type !== 'element' || child.tagName !== 'h2')
      .slice(1)
  },
}

/** A wide table scrolls in its own frame, which must be focusable for keyboard users. */
function scrollFrame(table: Element): Element {
  return element('div', { className: ['table'], ...group('table'), tabIndex: 0 }, [table])
}

function group(label: MarkupLabel): Properties {
  return { role: 'group', ariaLabel: writtenHole.label(label) }
}

function element(tagName: string, properties: Properties, children: ElementContent[]): Element {
  return { type: 'element', tagName, properties, children }
}

function text(value: string): Text {
  return { type: 'text', value }
}

/** The attribute "align" is obsolete, and the policy forbids styles in attributes. */
function align({ properties }: Element): void {
  const { align: side } = properties
  delete properties.align
  if (side === 'center' || side === 'right') properties.className = [side]
}

/** Tokens in the attributes of a link or an image. */
function fillTexts(properties: Properties): void {
  for (const key of ['alt', 'title']) {
    if (typeof properties[key] === 'string') properties[key] = withHoles(properties[key])
  }
}

/** Without the numbers of footnotes. */
function headingText({ children }: Element): string {
  const texts = children.filter(child => child.type !== 'element' || child.tagName !== 'sup')
  return texts.map(child => plainTextOf(child as Nodes)).join('')
}
