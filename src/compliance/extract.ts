// What a rendered page says: its texts in order, each with where it stands and whether a visitor sees it; its links, images and
// outside origins. Reads HTML as React and rehype write it: attributes in double quotes, `<` always escaped in text.

import { decodeReferences } from '../html/index.ts'
import { listReader } from './lists.ts'
import { partsOf, shownText } from './text.ts'

/** Where a text stands. */
export type Region = 'head' | 'header' | 'main' | 'footer'

/** A paragraph, heading, list item, cell or attribute. */
export interface Block {
  readonly text: string
  /** Name of its element, or of the attribute: `p`, `h2`, `li`, `@alt`, `@title`, `@description`, `@json`. */
  readonly tag: string
  readonly region: Region
  /** A visitor sees it without doing anything: it is not hidden, closed or an attribute. */
  readonly visible: boolean
  /** In a closed `<details>`. */
  readonly closed: boolean
  /** In a `<blockquote>`. */
  readonly quoted: boolean
  /** The heading above it. */
  readonly heading: string
  /**
   * The line that introduces its list or block quotation; of a table's row, its cells with the names of their columns; of a cell, the name of its
   * column. Of a whole list whose lead-in has figures or speaks of an amount, the lead-in and the list.
   */
  readonly intro: string
  /** `lang` of the nearest element that has one. */
  readonly lang: string
  /** The whole of a list, table row or definition list, whose parts are blocks of their own. */
  readonly whole: boolean
}

export interface PageLink {
  readonly href: string
  readonly text: string
  readonly region: Region
  readonly visible: boolean
  /** Blocks before it. */
  readonly at: number
}

export interface PageImage {
  readonly src: string
  readonly alt: string
  readonly linked: boolean
}

/** What a page says and refers to. Plain data. */
export interface PageContents {
  readonly blocks: readonly Block[]
  readonly links: readonly PageLink[]
  readonly images: readonly PageImage[]
  /** Addresses of scripts, frames and style sheets. */
  readonly scripts: readonly string[]
  /** Blocks before the place of the provider's form; absent where the page has none. */
  readonly formAt?: number
}

/** HTML that stands in many pages, by identity, or a page's own. */
export type PagePart = string | { readonly html: string }

interface Open {
  readonly name: string
  readonly region: Region
  readonly visible: boolean
  readonly closed: boolean
  readonly quoted: boolean
  readonly lang: string
  readonly anchor: boolean
}

type ElementKind = 'inline' | 'empty' | 'raw'

const kinds: ReadonlyMap<string, ElementKind> = new Map(
  Object.entries({
    inline:
      'a,abbr,b,bdi,bdo,cite,code,data,del,dfn,em,font,i,ins,kbd,mark,q,s,samp,small,span,strike,strong,sub,sup,time,tt,u,var',
    empty: 'area,base,br,col,embed,hr,img,input,link,meta,source,track,wbr',
    raw: 'script,style,svg,textarea,math,iframe,noscript',
  }).flatMap(([kind, names]) => names.split(',').map(name => [name, kind as ElementKind] as const)),
)
/** They may stand within a line of text. */
const withinLine = new Set(['br', 'img', 'input', 'wbr'])

/** What was found in the parts that pages share, by what stood around them. */
export type PartMemory = WeakMap<object, Map<string, PageContents>>

/**
 * Reads a page.
 * @param parts As they are rendered: `null` stands at both ends of an article's own text.
 * @param memory Of the parts that pages share: each is read once.
 */
export function contentsOf(
  parts: readonly (PagePart | null)[],
  memory: PartMemory = new WeakMap(),
): PageContents {
  const reader = pageReader(root)
  for (const [index, part] of parts.entries()) {
    if (part === null) continue
    const isText = typeof part === 'string' && parts[index - 1] === null && parts[index + 1] === null
    if (reader.isRaw() || (typeof part === 'string' && !isText)) {
      reader.read(typeof part === 'string' ? part : part.html)
      continue
    }
    const { name: _, ...around } = reader.context()
    const key = JSON.stringify(around)
    const read = (html: string): PageContents => {
      const inner = pageReader({ ...around, name: 'div' })
      inner.read(html)
      return inner.end()
    }
    reader.add(typeof part === 'string' ? read(part) : partContents(part, key, memory, () => read(part.html)))
  }
  return reader.end()
}

function partContents(part: object, key: string, memory: PartMemory, read: () => PageContents): PageContents {
  const known = memory.get(part) ?? new Map<string, PageContents>()
  memory.set(part, known)
  const contents = known.get(key) ?? read()
  known.set(key, contents)
  return contents
}

const root: Open = {
  name: '',
  region: 'main',
  visible: true,
  closed: false,
  quoted: false,
  lang: '',
  anchor: false,
}

function pageReader(outer: Open) {
  const blocks: Block[] = []
  const links: PageLink[] = []
  const images: PageImage[] = []
  const scripts: string[] = []
  let formAt: number | undefined
  const stack: Open[] = [outer]
  const top = (): Open => stack.at(-1) as Open
  let text = ''
  /** Length of `text` where a link ended last. */
  let linkEnd = -1
  /** The element whose text is gathered. */
  let owner = outer
  let heading = ''
  /** The last paragraph, and whether a list may follow it. */
  let last = ''
  /** What introduces the last block quotation. */
  let quoteLead = ''
  const lists = listReader<Open>()
  let link: { href: string; start: number; text: string; state: Open } | undefined
  let rawName: string | undefined
  let jsonStart = -1

  const add = (block: Block): void => {
    blocks.push(block)
  }
  const attribute = (tag: string, value: string | undefined, state: Open): void => {
    const shown = value === undefined ? '' : shownText(value)
    if (shown === '') return
    for (const part of partsOf(shown))
      add({
        text: part,
        tag,
        region: state.region,
        visible: false,
        closed: false,
        quoted: state.quoted,
        heading: '',
        intro: '',
        lang: state.lang,
        whole: false,
      })
  }
  const flush = (): void => {
    if (text === '') return
    const shown = shownText(decodeReferences(text))
    text = ''
    linkEnd = -1
    if (shown === '') return
    const { name, region, visible, closed, quoted, lang } = owner
    const intro = lists.introOf(name) || (quoted ? quoteLead : '')
    for (const part of partsOf(shown))
      add({ text: part, tag: name, region, visible, closed, quoted, heading, intro, lang, whole: false })
    lists.add(shown)
    if (/^h[1-6]$/.test(name)) heading = shown
    last = shown
  }

  const open = (name: string, attributes: string, html: string, end: number): number => {
    const state = top()
    const kind = kinds.get(name)
    const isInline = kind === 'inline'
    if (!isInline && !withinLine.has(name)) flush()
    if (name === 'br') {
      text += ' '
      return end
    }
    if (name === 'meta') {
      readMeta(attributes, state)
      return end
    }
    if (name === 'link' && attributes.includes('stylesheet')) {
      scripts.push(attributeOf(attributes, 'href') ?? '')
      return end
    }
    if (name === 'img') {
      const alt = attributeOf(attributes, 'alt') ?? ''
      images.push({ src: attributeOf(attributes, 'src') ?? '', alt, linked: state.anchor })
      attribute('@alt', alt, state)
      return end
    }
    if (attributes !== '') {
      if (attributes.includes('title=')) attribute('@title', attributeOf(attributes, 'title'), state)
      if (attributes.includes('aria-label='))
        attribute('@aria-label', attributeOf(attributes, 'aria-label'), state)
      if (attributes.includes('placeholder='))
        attribute('@placeholder', attributeOf(attributes, 'placeholder'), state)
      if (formAt === undefined && attributes.includes('data-form-id=')) formAt = blocks.length
    }
    if (kind === 'raw') {
      const src = attributes.includes('src=') ? attributeOf(attributes, 'src') : undefined
      if (src !== undefined) scripts.push(src)
      if (attributes.endsWith('/')) return end
      rawName = name
      jsonStart = name === 'script' && attributes.includes('application/ld+json') ? end : -1
      return skipRaw(html, end)
    }
    if (kind === 'empty' || attributes.endsWith('/')) return end
    const region = regions.has(name) ? regionOf(name, state.region) : state.region
    const next: Open = {
      name,
      region,
      visible: state.visible && !hides(name, attributes),
      closed: state.closed || (name === 'details' && !/\sopen(?=[\s=]|$)/.test(attributes)),
      quoted: state.quoted || name === 'blockquote',
      lang: (attributes.includes('lang=') ? attributeOf(attributes, 'lang') : undefined) ?? state.lang,
      anchor: state.anchor || name === 'a',
    }
    const shownState =
      name === 'summary' ? { ...next, closed: stack.slice(0, -1).some(item => item.closed) } : next
    stack.push(shownState)
    if (!isInline) owner = shownState
    else if (text === '' && mayHide.test(attributes) && isHiddenInline(attributes))
      owner = { ...owner, visible: false }
    lists.open(name, shownState, heading, last)
    if (name === 'blockquote') quoteLead = last.endsWith(':') || last === heading ? last : ''
    if (name === 'a') {
      // Links side by side are two texts, whatever room a style puts between them.
      if (linkEnd === text.length && text !== '') text += ' '
      link = {
        href: decodeReferences(attributeOf(attributes, 'href') ?? ''),
        start: text.length,
        text: '',
        state: shownState,
      }
    }
    return end
  }
  const close = (name: string): void => {
    const kind = kinds.get(name)
    const at = top().name === name ? stack.length - 1 : stack.findLastIndex(item => item.name === name)
    if (at <= 0 && !(at === 0 && outer.name === name)) return
    if (name === 'a' && link !== undefined) {
      links.push({
        href: link.href,
        text: shownText(decodeReferences(text.slice(link.start) || last)),
        region: link.state.region,
        visible: link.state.visible,
        at: blocks.length,
      })
      link = undefined
      linkEnd = text.length
    }
    if (kind !== 'inline') flush()
    if (at > 0) stack.length = at
    const around = top()
    if (kind !== 'inline') owner = nearestBlock()
    for (const { texts, state = around } of lists.close(name)) {
      const { region, visible, closed, quoted, lang } = state
      add({
        ...texts,
        tag: name === 'table' ? 'tr' : name,
        region,
        visible,
        closed,
        quoted,
        heading,
        lang,
        whole: true,
      })
    }
  }
  const regionOf = (name: string, around: Region): Region => {
    const isIn = (outer: string): boolean => stack.some(item => item.name === outer)
    if (name === 'head') return 'head'
    if (name === 'body' || (name === 'main' && around !== 'footer')) return 'main'
    if (name === 'footer' && !isIn('article')) return 'footer'
    return name === 'header' && around === 'main' && !isIn('main') ? 'header' : around
  }
  const nearestBlock = (): Open => stack.findLast(item => kinds.get(item.name) !== 'inline') ?? outer
  const readMeta = (attributes: string, state: Open): void => {
    const name = attributeOf(attributes, 'name') ?? attributeOf(attributes, 'property') ?? ''
    if (
      !/^(?:description|og:title|og:description|og:site_name|twitter:title|twitter:description|keywords)$/.test(
        name,
      )
    )
      return
    attribute(`@${name}`, decodeReferences(attributeOf(attributes, 'content') ?? ''), {
      ...state,
      region: 'head',
    })
  }
  const skipRaw = (html: string, from: number): number => {
    const end = html.indexOf(`</${rawName}`, from)
    if (end === -1) return html.length
    if (jsonStart >= 0)
      for (const value of stringsOfJson(html.slice(jsonStart, end)))
        attribute('@json', value, { ...top(), region: 'head' })
    jsonStart = -1
    rawName = undefined
    const close = html.indexOf('>', end)
    return close === -1 ? html.length : close + 1
  }

  return {
    isRaw: () => rawName !== undefined,
    context: (): Open => top(),
    read(html: string): void {
      let at = rawName === undefined ? 0 : skipRaw(html, 0)
      while (at < html.length) {
        const start = html.indexOf('<', at)
        if (start === -1) {
          text += html.slice(at)
          break
        }
        if (start > at) text += html.slice(at, start)
        if (html.startsWith('<!--', start)) {
          const end = html.indexOf('-->', start)
          at = end === -1 ? html.length : end + 3
          continue
        }
        tagPattern.lastIndex = start
        const match = tagPattern.exec(html)
        if (match === null) {
          text += '<'
          at = start + 1
          continue
        }
        const name = (match[2] as string).toLowerCase()
        at = tagPattern.lastIndex
        if (match[1] === '/') close(name)
        else at = open(name, match[3] as string, html, at)
      }
    },
    add(contents: PageContents): void {
      flush()
      const before = blocks.length
      blocks.push(...contents.blocks)
      for (const { href, text, region, visible, at } of contents.links)
        links.push({ href, text, region, visible, at: at + before })
      images.push(...contents.images)
      scripts.push(...contents.scripts)
      if (formAt === undefined && contents.formAt !== undefined) formAt = contents.formAt + before
    },
    end(): PageContents {
      flush()
      return { blocks, links, images, scripts, ...(formAt !== undefined && { formAt }) }
    },
  }
}

const regions = new Set(['head', 'body', 'main', 'header', 'footer'])

const tagPattern = /<(\/?)([A-Za-z!][A-Za-z0-9:-]*)([^">]*(?:"[^"]*"[^">]*)*)>/y

function attributeOf(attributes: string, name: string): string | undefined {
  const start = attributes.indexOf(` ${name}="`)
  if (start === -1) return undefined
  const from = start + name.length + 3
  return decodeReferences(attributes.slice(from, attributes.indexOf('"', from)))
}

const hidingStyle = /display:\s*none|visibility:\s*hidden|opacity:\s*0(?![.\d])|font-size:\s*0/

function hides(name: string, attributes: string): boolean {
  if (
    name === 'template' ||
    name === 'datalist' ||
    (name === 'dialog' && !/\sopen(?=[\s=]|$)/.test(attributes))
  )
    return true
  if (!mayHide.test(attributes)) return false
  return (
    /\s(?:hidden|popover)(?=[\s=]|$)/.test(attributes) ||
    attributes.includes('role="tooltip"') ||
    isHiddenInline(attributes) ||
    (attributes.includes('style=') && hidingStyle.test(attributeOf(attributes, 'style') ?? ''))
  )
}

/** Most elements have none of these. */
const mayHide = /hidden|popover|tooltip|sr-only|style=/

/** For screen readers only. */
function isHiddenInline(attributes: string): boolean {
  return /class="(?:[^"]* )?(?:hidden|visually-hidden|sr-only|tooltip)(?: [^"]*)?"/.test(attributes)
}

function stringsOfJson(json: string): string[] {
  try {
    const found: string[] = []
    const visit = (value: unknown, key: string): void => {
      if (typeof value === 'string') {
        if (!/^(?:@|url|sameAs|logo|image|inLanguage|date)/.test(key) && /\s/.test(value)) found.push(value)
      } else if (typeof value === 'object' && value !== null)
        for (const [name, item] of Object.entries(value)) visit(item, name)
    }
    visit(JSON.parse(json), '')
    return found
  } catch {
    return []
  }
}
