// Reads HTML as a browser's parser sees it.

import { parse, type DefaultTreeAdapterTypes as Tree } from 'parse5'

export type Root = Tree.ParentNode
export type Element = Tree.Element

export function parseHtml(html: string): Root {
  return parse(html)
}

/** All matching elements below a node, in document order. Matches by `a`, `#id`, `.class` or a function. */
export function all(root: Root, fits: string | ((element: Element) => boolean) = () => true): Element[] {
  const test = typeof fits === 'string' ? simple(fits) : fits
  const found: Element[] = []
  const walk = (node: Root) => {
    for (const child of node.childNodes) {
      if (!('tagName' in child)) continue
      if (test(child)) found.push(child)
      walk(child)
    }
  }
  walk(root)
  return found
}

/** The only matching element. */
export function one(root: Root, fits: Parameters<typeof all>[1]): Element {
  const found = all(root, fits)
  if (found.length !== 1) throw new Error(`${found.length} elements fit ${String(fits)}, not one.`)
  return found[0]!
}

export function attribute(element: Element, name: string): string | undefined {
  return element.attrs.find(attribute => attribute.name === name)?.value
}

/** The text of a node on one line, without scripts and styles. */
export function textOf(node: Root): string {
  const parts: string[] = []
  const walk = (parent: Root) => {
    for (const child of parent.childNodes) {
      if (child.nodeName === '#text') parts.push((child as Tree.TextNode).value)
      else if ('tagName' in child && child.tagName !== 'script' && child.tagName !== 'style') {
        const apart = !/^(?:a|b|em|i|span|strong|time|code)$/.test(child.tagName)
        if (apart) parts.push(' ')
        walk(child)
        if (apart) parts.push(' ')
      }
    }
  }
  walk(node)
  return parts.join('').replace(/\s+/g, ' ').trim()
}

/** Text without the parts that are only for screen readers: `(opens in a new tab)`. */
export function shownText(element: Element): string {
  return textOf(element).replace(/ ?\(opens in a new tab\)/g, '')
}

/** The content of a script or style element. */
export function rawText(element: Element): string {
  return element.childNodes.map(child => (child as Tree.TextNode).value ?? '').join('')
}

/** The content of the only `<meta>` with this name or property; undefined if there is none. */
export function meta(root: Root, name: string): string | undefined {
  const found = all(
    root,
    element =>
      element.tagName === 'meta' &&
      (attribute(element, 'name') === name || attribute(element, 'property') === name),
  )
  if (found.length > 1) throw new Error(`${found.length} <meta> are called ${name}.`)
  return found[0] && attribute(found[0], 'content')
}

/** Whether `later` begins after `earlier` in the document. */
export function inOrder(root: Root, ...elements: readonly Element[]): boolean {
  const order = all(root)
  const places = elements.map(element => order.indexOf(element))
  return places.every((place, index) => place >= 0 && (index === 0 || place > places[index - 1]!))
}

function simple(selector: string): (element: Element) => boolean {
  if (selector.startsWith('#')) return element => attribute(element, 'id') === selector.slice(1)
  if (selector.startsWith('.')) {
    return element => (attribute(element, 'class') ?? '').split(/\s+/).includes(selector.slice(1))
  }
  if (selector.startsWith('[')) return element => attribute(element, selector.slice(1, -1)) !== undefined
  return element => element.tagName === selector
}
