// Collects the contents of a page's HTML, or of a part of it.

import { decodeReferences, type HtmlHandler, readHtml, type StartTag } from '../../html/index.ts'
import { partsOf } from '../words/sentences.ts'
import { shownText } from '../words/text.ts'
import {
  type Block,
  type Element,
  elementIn,
  isHiddenByClass,
  kinds,
  type Region,
  withinLine,
} from './elements.ts'
import { Lists } from './lists.ts'
import { stringsOfJson } from './structured-data.ts'

export interface PageLink {
  readonly href: string
  readonly text: string
  readonly region: Region
  readonly visible: boolean
}

/** What a page says and what it refers to. Plain data. */
export interface PageContents {
  readonly blocks: readonly Block[]
  readonly links: readonly PageLink[]
  /** For each link, the number of blocks before it. */
  readonly linkPlaces: readonly number[]
  /** The addresses of images. */
  readonly images: readonly string[]
  /** The addresses of scripts, frames and style sheets. */
  readonly scripts: readonly string[]
  /** The number of blocks before the provider's form; absent if the page has no form. */
  readonly formAt?: number
}

/** Reads a page. Its contents are available at the end. */
export class PageReader implements HtmlHandler {
  private readonly blocks: Block[] = []
  private readonly links: PageLink[] = []
  private readonly linkPlaces: number[] = []
  private readonly images: string[] = []
  private readonly scripts: string[] = []
  private formAt: number | undefined
  private readonly lists = new Lists<Element>()
  private readonly stack: Element[]
  private html = ''
  /** The HTML of the text so far, and the element that contains it. */
  private line = ''
  private owner: Element
  /** The length of the line at the end of the last link. */
  private linkEnd = -1
  private link: { readonly href: string; readonly start: number; readonly element: Element } | undefined
  private heading = ''
  /** The last line of text, which may introduce a list. */
  private last = ''
  /** The text before the last block quotation. */
  private quoteLead = ''
  /** An element of this part whose content is not read and that ends in a later part. */
  private skipped: string | undefined

  constructor(outer: Element) {
    this.stack = [outer]
    this.owner = outer
  }

  get isSkipping(): boolean {
    return this.skipped !== undefined
  }

  /** The innermost open element. */
  get around(): Element {
    return this.stack.at(-1) as Element
  }

  read(html: string): void {
    const from = this.skipped === undefined ? 0 : html.indexOf(`</${this.skipped}`)
    if (from === -1) return
    this.skipped = undefined
    this.html = html
    readHtml(html, this, from)
  }

  /** Adds the contents of a part. */
  add({ blocks, links, linkPlaces, images, scripts, formAt }: PageContents): void {
    this.flush()
    const before = this.blocks.length
    for (const block of blocks) this.blocks.push(block)
    for (let index = 0; index < links.length; index++) {
      this.links.push(links[index] as PageLink)
      this.linkPlaces.push((linkPlaces[index] as number) + before)
    }
    this.images.push(...images)
    this.scripts.push(...scripts)
    if (formAt !== undefined) this.formAt ??= formAt + before
  }

  contents(): PageContents {
    this.flush()
    const { blocks, links, linkPlaces, images, scripts, formAt } = this
    return { blocks, links, linkPlaces, images, scripts, ...(formAt !== undefined && { formAt }) }
  }

  text(from: number, to: number): void {
    this.line += this.html.slice(from, to)
  }

  raw(tag: StartTag, from: number, to: number): void {
    this.flush()
    const src = tag.get('src')
    if (src !== undefined) this.scripts.push(src)
    if (tag.get('type') !== 'application/ld+json') return
    for (const value of stringsOfJson(this.html.slice(from, to)))
      this.addText('@json', value, { ...this.around, region: 'head' })
  }

  start(tag: StartTag): void {
    const { name } = tag
    const kind = kinds.get(name)
    if (kind !== 'inline' && !withinLine.has(name)) this.flush()
    if (name === 'br') this.line += ' '
    else if (name === 'meta') this.readMeta(tag)
    else if (name === 'img') {
      this.images.push(tag.get('src') ?? '')
      this.addText('@alt', tag.get('alt'), this.around)
    } else if (name === 'link' && tag.get('rel') === 'stylesheet') this.scripts.push(tag.get('href') ?? '')
    else {
      if (tag.hasAttributes) this.readAttributes(tag)
      if (kind === 'empty' || tag.isSelfClosing) return
      if (kind === 'skipped') this.skip(tag)
      else this.open(name, tag, kind === 'inline')
    }
  }

  end(name: string): void {
    const { stack } = this
    const at = this.around.name === name ? stack.length - 1 : stack.findLastIndex(item => item.name === name)
    if (at === -1 || (at === 0 && name === '')) return
    const isInline = kinds.get(name) === 'inline'
    if (name === 'a') this.endLink()
    else if (name === 'code') this.line += codeMark
    if (!isInline) this.flush()
    if (at > 0) stack.length = at
    if (!isInline)
      this.owner = stack.findLast(item => kinds.get(item.name) !== 'inline') ?? (stack[0] as Element)
    const { around, heading } = this
    for (const { texts, state = around } of this.lists.close(name))
      this.addBlock(name === 'table' ? 'tr' : name, texts, state, heading, true)
  }

  private open(name: string, tag: StartTag, isInline: boolean): void {
    const element = elementIn(this.around, this.stack.at(-2), name, tag)
    this.stack.push(element)
    if (!isInline) this.owner = element
    else if (this.line === '' && isHiddenByClass(tag)) this.owner = { ...this.owner, visible: false }
    this.lists.open(name, element, this.heading, this.last)
    if (name === 'blockquote')
      this.quoteLead = this.last.endsWith(':') || this.last === this.heading ? this.last : ''
    else if (name === 'code') this.line += codeMark
    else if (name === 'a') {
      // Adjacent links are separate, even if only a style separates them.
      if (this.linkEnd === this.line.length && this.line !== '') this.line += ' '
      this.link = { href: tag.get('href') ?? '', start: this.line.length, element }
    }
  }

  private endLink(): void {
    if (this.link === undefined) return
    const { href, start, element } = this.link
    const { shown } = readLine(this.line.slice(start) || this.last)
    const { region, visible } = element
    this.links.push({ href, text: shown, region, visible })
    this.linkPlaces.push(this.blocks.length)
    this.link = undefined
    this.linkEnd = this.line.length
  }

  private skip(tag: StartTag): void {
    const src = tag.get('src')
    if (src !== undefined) this.scripts.push(src)
    if (!tag.skipContent()) this.skipped = tag.name
  }

  private readMeta(tag: StartTag): void {
    const name = tag.get('name') ?? tag.get('property') ?? ''
    if (!readMetas.test(name)) return
    const text = tag.get('content')
    // Keywords do not form a sentence, so each is read on its own.
    const texts = name === 'keywords' ? text?.split(',') : [text]
    for (const part of texts ?? []) this.addText(`@${name}`, part, { ...this.around, region: 'head' })
  }

  private readAttributes(tag: StartTag): void {
    for (const name of readNames) this.addText(`@${name}`, tag.get(name), this.around)
    if (this.formAt === undefined && tag.has('data-form-id')) this.formAt = this.blocks.length
  }

  private addText(tag: string, value: string | undefined, element: Element): void {
    if (value === undefined) return
    const unseen = { ...element, visible: false, closed: false }
    for (const text of partsOf(shownText(value)))
      if (text !== '') this.addBlock(tag, { text, shown: text, intro: '' }, unseen, '', false)
  }

  // Written out, because spreading objects takes many times as long.
  private addBlock(
    tag: string,
    { text, shown, intro }: Pick<Block, 'text' | 'shown' | 'intro'>,
    { region, visible, closed, quoted, ownText, shared, lang }: Element,
    heading: string,
    whole: boolean,
  ): void {
    this.blocks.push({
      text,
      shown,
      tag,
      region,
      visible,
      closed,
      quoted,
      ownText,
      shared,
      heading,
      intro,
      lang,
      whole,
    })
  }

  /** Turns the text so far into blocks. */
  private flush(): void {
    if (this.line === '') return
    const { text, shown } = readLine(this.line)
    this.line = ''
    this.linkEnd = -1
    if (text === '') return
    const { heading, owner } = this
    const tag = owner.name
    const intro = this.lists.introOf(tag) || (owner.quoted ? this.quoteLead : '')
    let at = 0
    for (const part of partsOf(text)) {
      at = text.indexOf(part, at)
      const texts = { text: part, shown: shown.slice(at, at + part.length), intro }
      this.addBlock(tag, texts, owner, heading, false)
    }
    this.lists.add({ text, shown })
    if (/^h[1-6]$/.test(tag)) this.heading = text
    this.last = text
  }
}

const readNames = ['title', 'aria-label', 'placeholder'] as const
const readMetas =
  /^(?:description|og:title|og:description|og:site_name|twitter:title|twitter:description|keywords)$/

/** Marks both ends of inline code. It is a noncharacter, so no text contains it. */
const codeMark = '\uFDD0'

/** A line as rules read it and as visitors see it. */
function readLine(line: string): Pick<Block, 'text' | 'shown'> {
  const marked = shownText(decodeReferences(line))
  if (!marked.includes(codeMark)) return { text: marked, shown: marked }
  const pieces = marked.split(codeMark)
  const text = pieces.map((piece, index) =>
    index % 2 === 0 ? piece : 'Code'.padEnd(piece.length, 'e').slice(0, piece.length),
  )
  return { text: text.join(''), shown: pieces.join('') }
}
