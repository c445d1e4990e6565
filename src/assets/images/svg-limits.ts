// Limits on SVGs that Imprint draws. librsvg runs in a thread that nothing can stop, so a file of 1 kB could block a whole run:
// anything slow is refused before it is drawn.

/** In bytes. A logo is also a part of pages. */
const maxBytes = 512 * 1024
/** Levels of elements and of what they refer to. The cost is computed recursively. */
const maxDepth = 500
/** The limit for the whole drawing, counted in plain shapes. 2,000 take about a tenth of a second at 512 pixels. */
const maxCost = 2_000
/** Elements whose cost the file does not show, or whose cost grows faster than their area. */
const refused =
  /^(?:image|marker|foreignObject|fe(?:Image|Tile|Turbulence|Morphology|ConvolveMatrix|DisplacementMap|DiffuseLighting|SpecularLighting))$/
/** Drawn only where something refers to them. */
const definitions = /^(?:defs|symbol|clipPath|mask|pattern|filter|linearGradient|radialGradient|style)$/
/** A style rule that matches every element still has no effect on these. */
const unstyled = /^(?:linearGradient|radialGradient|stop|defs|fe\w+|title|desc|metadata)$/
/** Such an element is drawn separately, at the size of the image, before it is composed with the rest. */
const layer = /(?<![\w-])(?:mask|filter|opacity|mix-blend-mode)\s*[=:]/

const token =
  /<!--[\s\S]*?-->|<!\[CDATA\[([\s\S]*?)\]\]>|<\?([\s\S]*?)\?>|<!([^>]*)>|<(\/?)([^\s/>]+)((?:"[^"]*"|'[^']*'|[^"'>])*)>|([^<]+)/g
const numbers = /[-+]?(?:\d*\.\d+|\d+)(?:e[-+]?\d+)?/gi

interface Element {
  readonly name: string
  /** Its attributes, and the style rules that apply to it. */
  text: string
  readonly children: Element[]
  /** The text between its tags. */
  content: string
}

/** Why an SVG is not drawn, as the end of a sentence; undefined for one that is drawn in well under a second. */
export function whyNotDrawn(bytes: Uint8Array): string | undefined {
  if (bytes.length > maxBytes) return `is larger than ${maxBytes / 1024} kB`
  const text = new TextDecoder().decode(bytes)
  const elements = parse(text)
  if (typeof elements === 'string') return elements
  return costOf(elements) > maxCost ? 'is too complex to be drawn' : undefined
}

/** All elements, the root of the tree first, or the problem with them. Anything that is not XML at all is left to the renderer. */
function parse(text: string): readonly Element[] | string {
  const root: Element = { name: '', text: '', children: [], content: '' }
  const open = [root]
  const all = [root]
  for (const [, cdata, instruction, declaration, end, qualified, attributes = '', between] of text.matchAll(
    token,
  )) {
    const parent = open.at(-1) as Element
    if (instruction !== undefined && /encoding\s*=\s*["'](?!utf-8|us-ascii)/i.test(instruction))
      return 'is not in UTF-8'
    if (declaration?.includes('[')) return 'declares entities'
    parent.content += cdata ?? between ?? ''
    if (qualified === undefined) continue
    if (end === '/') {
      if (open.length > 1) open.pop()
      continue
    }
    const name = qualified.slice(qualified.indexOf(':') + 1)
    if (refused.test(name)) return `uses <${name}>`
    const element: Element = { name, text: attributes, children: [], content: '' }
    parent.children.push(element)
    all.push(element)
    if (!attributes.endsWith('/')) open.push(element)
  }
  return applyStyles(all.slice(1)) ?? all
}

/** Adds the rules of style sheets to the elements that they apply to: all elements, unless a selector names classes. */
function applyStyles(elements: readonly Element[]): string | undefined {
  const sheets = elements.filter(({ name }) => name === 'style').map(({ content }) => content)
  const written = [...sheets, ...elements.map(({ text }) => text)]
  if (written.some(text => /\\|&#/.test(text))) return 'has escape sequences in its styles'
  if (written.some(text => text.includes('stroke-dasharray'))) return 'uses "stroke-dasharray"'
  const rules = sheets.flatMap(sheet => [
    ...sheet.replace(/\/\*[\s\S]*?\*\//g, '').matchAll(/([^{}]+)\{([^}]*)\}/g),
  ])
  for (const [, selectors = '', body = ''] of rules) {
    if (!/url\(/.test(body) && !layer.test(body)) continue
    const classes = selectors.split(',').map(selector => /^\s*\.([\w-]+)\s*$/.exec(selector)?.[1])
    for (const element of elements) {
      if (unstyled.test(element.name)) continue
      const elementClasses = (/\bclass\s*=\s*["']([^"']*)/.exec(element.text)?.[1] ?? '').split(/\s+/)
      if (classes.some(name => name === undefined || elementClasses.includes(name)))
        element.text += ` ${body}`
    }
  }
  return undefined
}

/** The cost of the whole drawing, in plain shapes. */
function costOf(elements: readonly Element[]): number {
  const byId = new Map(
    elements.map(element => [/(?:^|\s)(?:xml:)?id\s*=\s*["']([^"']*)/.exec(element.text)?.[1], element]),
  )
  const costs = new Map<Element, number>()
  /** The cost of an element with everything that it contains and refers to. */
  const whole = (element: Element | undefined, depth: number): number => {
    if (element === undefined) return 0
    const cached = costs.get(element)
    if (cached !== undefined) return cached
    if (depth > maxDepth) return Number.POSITIVE_INFINITY
    const sum = (others: readonly (Element | undefined)[]): number =>
      others.reduce((total, other) => total + whole(other, depth + 1), 0)
    // An element that refers to itself is not drawn again.
    costs.set(element, 0)
    const { name, text, children, content } = element
    const inside = children.filter(child => name === 'defs' || !definitions.test(child.name))
    const references = [...text.matchAll(/url\(\s*["']?#([^"')]+)|href\s*=\s*["']\s*#([^"']*)/g)]
    const cost =
      ownCost(name, text, content) +
      (name === 'defs' ? 0 : sum(inside)) +
      sum(references.map(([, url, href]) => byId.get((url ?? href ?? '').trim())))
    costs.set(element, cost)
    return cost
  }
  return whole(elements[0], 0)
}

function ownCost(name: string, text: string, content: string): number {
  if (/^fe(?:GaussianBlur|DropShadow)$/.test(name)) return 200
  if (name.startsWith('fe')) return 20
  const path = /(?:^|\s)(?:d|points)\s*=\s*["']([^"']*)/.exec(text)?.[1]
  const segments = path === undefined ? 0 : (path.match(numbers)?.length ?? 0) / 2
  // The crossing lines of a path are all compared with each other.
  const crossings = (segments / 100) ** 2
  const letters = name === 'text' || name === 'tspan' ? content.length : 0
  // Its cell may be a fraction of a pixel.
  const tiles = name === 'pattern' ? 500 : 0
  return 1 + crossings + letters + tiles + (layer.test(text) ? 20 : 0)
}
