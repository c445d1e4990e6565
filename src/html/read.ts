// Reads HTML as React, rehype and Imprint write it: `<` is always escaped in text, and only scripts and styles contain unescaped
// text. Names are reported as written.

import { decodeReferences } from './escape.ts'

/** Called for the parts of some HTML, in order. Offsets refer to the HTML; text and content are as written there. */
export interface HtmlHandler {
  /** The start tag of an element. The object is reused for the next one. */
  start?(tag: StartTag): void
  end?(name: string): void
  text?(from: number, to: number): void
  /** A whole script or style. One that is not closed is reported as a start tag. */
  raw?(tag: StartTag, from: number, to: number): void
}

/** Calls the handler for everything in some HTML after an offset. Comments and declarations are left out. */
export function readHtml(html: string, handler: HtmlHandler, from = 0): void {
  const tag = new StartTag(html)
  let at = from
  let textStart = from
  for (;;) {
    const open = html.indexOf('<', at)
    const end = open === -1 ? html.length : endOfMarkup(html, open, tag)
    // "1 < 2"
    if (end === -1) {
      at = open + 1
      continue
    }
    const textEnd = open === -1 ? html.length : open
    if (textEnd > textStart) handler.text?.(textStart, textEnd)
    if (open === -1) return
    at = end
    const first = html.charCodeAt(open + 1)
    if (first === slash) handler.end?.(html.slice(open + 2, nameEnd(html, open + 2)))
    else if (isLetter(first)) {
      tag.end = end
      at = report(html, tag, handler)
    }
    textStart = at
  }
}

/** Reports a start tag, or all of a script or style. @returns where to continue */
function report(html: string, tag: StartTag, handler: HtmlHandler): number {
  if (tag.isRaw()) {
    const close = `</${tag.name}>`
    const to = html.indexOf(close, tag.end)
    if (to !== -1) {
      handler.raw?.(tag, tag.end, to)
      return to + close.length
    }
  }
  handler.start?.(tag)
  return tag.end
}

/** The end of a tag, comment or declaration; -1 if there is none. The attributes of a start tag are recorded. */
function endOfMarkup(html: string, open: number, tag: StartTag): number {
  const first = html.charCodeAt(open + 1)
  if (isLetter(first)) return tag.scan(open)
  const isComment = html.startsWith('<!--', open)
  if (!isComment && first !== slash && first !== 33) return -1
  const end = html.indexOf(isComment ? '-->' : '>', open)
  if (end === -1) return isComment ? html.length : -1
  return end + (isComment ? 3 : 1)
}

/** A start tag. Attributes are read only on demand. */
export class StartTag {
  /** The offset after the tag. A handler that skips the content of an element moves it. */
  end = 0
  private open = 0
  private nameEnd = 0
  /** For each attribute: the start and end of its name and of its value. */
  private readonly offsets: number[] = []
  private count = 0

  constructor(private readonly html: string) {}

  get name(): string {
    return this.html.slice(this.open + 1, this.nameEnd)
  }

  get hasAttributes(): boolean {
    return this.count > 0
  }

  /** `<img/>` */
  get isSelfClosing(): boolean {
    return this.html.charCodeAt(this.end - 2) === slash
  }

  /** The value of an attribute, its references resolved; empty if it has no value. */
  get(name: string): string | undefined {
    const at = this.find(name)
    return at === -1
      ? undefined
      : decodeReferences(this.html.slice(this.offsets[at + 2], this.offsets[at + 3]))
  }

  has(name: string): boolean {
    return this.find(name) !== -1
  }

  /** Skips the element's content. @returns whether it is closed; if not, nothing more is read */
  skipContent(): boolean {
    const close = this.html.indexOf(`</${this.name}`, this.end)
    this.end = close === -1 ? this.html.length : close
    return close !== -1
  }

  /** Records the tag that begins at an offset. @returns its end; -1 if it has none */
  scan(open: number): number {
    const { html, offsets } = this
    this.open = open
    this.nameEnd = nameEnd(html, open + 1)
    this.count = 0
    for (let at = this.nameEnd; ; ) {
      let code = html.charCodeAt(at)
      while (code <= 32 || code === slash) code = html.charCodeAt(++at)
      if (code === greater) return at + 1
      const start = at
      while (code > 32 && code !== equals && code !== greater && code !== slash) code = html.charCodeAt(++at)
      // The HTML ends within the tag.
      if (Number.isNaN(code)) return -1
      let from = at
      let to = at
      let next = at
      if (code === equals) {
        const mark = html.charCodeAt(at + 1)
        const isQuoted = mark === quote || mark === apostrophe
        from = at + (isQuoted ? 2 : 1)
        to = isQuoted ? html.indexOf(mark === quote ? '"' : "'", from) : valueEnd(html, from)
        if (to === -1) return -1
        next = isQuoted ? to + 1 : to
      }
      offsets[this.count] = start
      offsets[this.count + 1] = at
      offsets[this.count + 2] = from
      offsets[this.count + 3] = to
      this.count += 4
      at = next
    }
  }

  /** Whether it is the start of a script or a style. */
  isRaw(): boolean {
    const length = this.nameEnd - this.open - 1
    return (
      (length === 6 && this.html.startsWith('script', this.open + 1)) ||
      (length === 5 && this.html.startsWith('style', this.open + 1))
    )
  }

  private find(name: string): number {
    const { html, offsets, count } = this
    for (let at = 0; at < count; at += 4) {
      const start = offsets[at] as number
      if ((offsets[at + 1] as number) - start === name.length && html.startsWith(name, start)) return at
    }
    return -1
  }
}

const quote = 34
const apostrophe = 39
const slash = 47
const equals = 61
const greater = 62

const isLetter = (code: number): boolean => (code >= 97 && code <= 122) || (code >= 65 && code <= 90)

function nameEnd(html: string, from: number): number {
  let at = from
  for (let code = html.charCodeAt(at); code > 32 && code !== slash && code !== greater; )
    code = html.charCodeAt(++at)
  return at
}

/** The end of a value without quotes. */
function valueEnd(html: string, from: number): number {
  let at = from
  for (let code = html.charCodeAt(at); code > 32 && code !== greater; ) code = html.charCodeAt(++at)
  return at
}
