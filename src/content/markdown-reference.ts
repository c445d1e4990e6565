// The reference: a page says what unified's remark and rehype make of its text. The only unified chain of Imprint.

import type { Element, Root as HtmlRoot, Properties, Text } from 'hast'
import type { Nodes, Root } from 'mdast'
import type { LeafDirective } from 'mdast-util-directive'
import type { Processor } from 'unified'
import { hasErrors, type Outcome } from '../diagnostics/index.ts'
import { createAnchors } from './anchors.ts'
import { type Inspection, inspect, placeKey } from './markdown-inspection.ts'
import { maxHtmlLength, tooMuchHtml } from './markdown-limits.ts'
import type { MarkdownPlace } from './markdown-problems.ts'
import { plainTextOf } from './markdown-tree.ts'
import { type Markup, splitHoles, withHoles, writtenHole } from './markup.ts'

/** The character code by which micromark finds what may start with it. */
const colon = 58

type Chain = Processor<Root, Root, HtmlRoot, HtmlRoot, string>

let chain: Chain | undefined

/** Loads the packages if no text needed them before. */
export function loadReference(): Chain {
  chain ??= createChain()
  return chain
}

/**
 * Made for the first text that needs it: most commands have none, and loading the packages takes as long as parsing a
 * hundred articles. By `require`, because a parser cannot wait for `import()`; the bundle still contains the packages.
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
      // A template renders a directive, so it becomes a hole, as everything that differs between brands.
      .use(remarkRehype, { handlers: { leafDirective: directiveHole } })
      .use(rehypeSanitize, schema as never)
      .use(() => (tree: HtmlRoot, file) => cutHoles(tree, file.data.inspection as Inspection))
      .use(rehypeStringify)
      .freeze() as unknown as Chain
  )
}

/** Parses a text within the limits of `markdown-limits.ts`. Reports every problem in it. */
export function parseByReference(text: string, place: MarkdownPlace): Outcome<Markup | undefined> {
  const chain = loadReference()
  const tree = chain.parse(text)
  const inspection = inspect(tree, text, place)
  const { diagnostics, links, images } = inspection
  if (hasErrors(diagnostics)) return { value: undefined, diagnostics }
  const html = chain.stringify(chain.runSync(tree, { data: { inspection } } as never))
  if (html.length > maxHtmlLength(text)) {
    diagnostics.push(tooMuchHtml(place.originAt({ line: 1, column: 1 })))
    return { value: undefined, diagnostics }
  }
  return {
    value: { parts: splitHoles(html), links: [...links.values()], images: [...images.values()] },
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

function directiveHole(_: unknown, node: LeafDirective): Text {
  return { type: 'text', value: writtenHole.directive(node.name) }
}

/** Turns what differs between brands into holes, gives headings their ids and images lazy loading. */
function cutHoles(tree: HtmlRoot, { links, images }: Inspection): void {
  const cutting: Cutting = {
    linkIndexes: indexesOf(links),
    imageIndexes: indexesOf(images),
    anchorOf: createAnchors(),
  }
  cutChildren(tree, cutting)
}

interface Cutting {
  /** The index of each link and each image, by its `placeKey`. */
  readonly linkIndexes: ReadonlyMap<string, number>
  readonly imageIndexes: ReadonlyMap<string, number>
  readonly anchorOf: (heading: string) => string
}

function cutChildren(parent: HtmlRoot | Element, cutting: Cutting): void {
  const inCode = parent.type === 'element' && parent.tagName === 'code'
  for (const node of parent.children) {
    if (node.type === 'text' && !inCode) node.value = withHoles(node.value)
    if (node.type !== 'element') continue
    cutElement(node, cutting)
    cutChildren(node, cutting)
  }
}

function cutElement(element: Element, { linkIndexes, imageIndexes, anchorOf }: Cutting): void {
  const { tagName, properties } = element
  if (/^h[1-6]$/.test(tagName)) {
    properties.id = anchorOf(plainTextOf(element as unknown as Nodes))
  } else if (tagName === 'a') {
    cutAttributes(properties)
    properties.href = writtenHole.link(linkIndexes.get(placeKey(element)) as number)
  } else if (tagName === 'img') {
    cutAttributes(properties)
    properties.src = writtenHole.image(imageIndexes.get(placeKey(element)) as number)
    properties.loading = 'lazy'
  }
}

/** Tokens in the attributes of a link or an image. */
function cutAttributes(properties: Properties): void {
  for (const key of ['alt', 'title']) {
    if (typeof properties[key] === 'string') properties[key] = withHoles(properties[key])
  }
}

function indexesOf(references: ReadonlyMap<string, unknown>): ReadonlyMap<string, number> {
  return new Map([...references.keys()].map((key, index) => [key, index]))
}
