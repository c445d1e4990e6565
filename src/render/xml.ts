import { escapeXml } from '../html/index.ts'

/** One serialised element. Only `element` creates it, so that text can never be mistaken for markup. */
export interface XmlElement {
  readonly xml: string
}

/** `element('loc', {}, 'a & b')` → `<loc>a &amp; b</loc>` */
export function element(
  name: string,
  attributes: Readonly<Record<string, string>>,
  ...children: readonly (XmlElement | string)[]
): XmlElement {
  const start = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeXml(value)}"`)
  const inside = children.map(child => (typeof child === 'string' ? escapeXml(child) : child.xml)).join('')
  return {
    xml: inside === '' ? `<${name}${start.join('')}/>` : `<${name}${start.join('')}>${inside}</${name}>`,
  }
}

export function xmlDocument(root: XmlElement): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${root.xml}\n`
}
