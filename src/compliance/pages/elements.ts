// The blocks of a page, and what they inherit from the elements around them.

import type { StartTag } from '../../html/index.ts'

export type Region = 'head' | 'header' | 'main' | 'footer'

/** What a text inherits from the elements around it. */
export interface Surroundings {
  readonly region: Region
  /** Whether a visitor sees it without doing anything: it is neither hidden nor closed nor an attribute. */
  readonly visible: boolean
  /** Whether it is in a closed `<details>`. */
  readonly closed: boolean
  /** Whether it is in a `<blockquote>`. */
  readonly quoted: boolean
  /** Whether it belongs to the page's own text, such as that of an article. */
  readonly ownText: boolean
  /** Whether it is in a part that pages share, so that it is the same object on all of them. */
  readonly shared: boolean
  /** `lang` of the nearest element that has one. */
  readonly lang: string
}

/** A paragraph, heading, list item, cell or attribute. */
export interface Block extends Surroundings {
  /** As rules read it: code, which claims nothing, is replaced by a word of the same length. */
  readonly text: string
  /** As visitors see it. */
  readonly shown: string
  /** The name of its element or attribute: `p`, `h2`, `li`, `@alt`, `@title`, `@description`, `@json`. */
  readonly tag: string
  /** The heading above it. */
  readonly heading: string
  /**
   * For a list item or block quotation, the line that introduces it. For a table row, its cells with the names of their
   * columns; for a cell, the name of its column. For a whole list whose introduction mentions a figure or an amount, the
   * introduction and the list.
   */
  readonly intro: string
  /** Whether it is a whole list, table row or definition list, whose parts are also blocks. */
  readonly whole: boolean
}

/** An open element. */
export interface Element extends Surroundings {
  readonly name: string
  readonly inMain: boolean
  readonly inArticle: boolean
}

/** The surroundings of a whole page. */
export const root: Element = {
  name: '',
  region: 'main',
  visible: true,
  closed: false,
  quoted: false,
  ownText: false,
  shared: false,
  lang: '',
  inMain: false,
  inArticle: false,
}

type ElementKind = 'inline' | 'empty' | 'skipped'

/**
 * Elements that do not end a text, elements without content, and elements whose content is not read. All others are blocks.
 */
export const kinds: ReadonlyMap<string, ElementKind> = new Map(
  Object.entries({
    inline:
      'a,abbr,b,bdi,bdo,cite,code,data,del,dfn,em,font,i,ins,kbd,mark,q,s,samp,small,span,strike,strong,sub,sup,time,tt,u,var',
    empty: 'area,base,br,col,embed,hr,img,input,link,meta,source,track,wbr',
    skipped: 'script,style,svg,textarea,math,iframe,noscript,pre',
  }).flatMap(([kind, names]) => names.split(',').map(name => [name, kind as ElementKind] as const)),
)

/** Elements that may be within a line of text. */
export const withinLine: ReadonlySet<string> = new Set(['br', 'img', 'input', 'wbr'])

/** The element that a tag opens. `outer` is the element around `around`. */
export function elementIn(around: Element, outer: Element | undefined, name: string, tag: StartTag): Element {
  const isClosed = name === 'summary' ? outer?.closed === true : around.closed
  return {
    name,
    region: regionOf(name, around),
    visible: around.visible && !hides(name, tag),
    closed: isClosed || (name === 'details' && !tag.has('open')),
    quoted: around.quoted || name === 'blockquote',
    ownText: around.ownText,
    shared: around.shared,
    lang: tag.get('lang') ?? around.lang,
    inMain: around.inMain || name === 'main',
    inArticle: around.inArticle || name === 'article',
  }
}

function regionOf(name: string, { region, inMain, inArticle }: Element): Region {
  if (name === 'head') return 'head'
  if (name === 'body' || (name === 'main' && region !== 'footer')) return 'main'
  if (name === 'footer' && !inArticle) return 'footer'
  return name === 'header' && region === 'main' && !inMain ? 'header' : region
}

function hides(name: string, tag: StartTag): boolean {
  if (name === 'template' || name === 'datalist' || (name === 'dialog' && !tag.has('open'))) return true
  if (!tag.hasAttributes) return false
  if (tag.has('hidden') || tag.has('popover') || tag.get('role') === 'tooltip') return true
  return isHiddenByClass(tag) || hidingStyle.test(tag.get('style') ?? '')
}

const hidingStyle = /display:\s*none|visibility:\s*hidden|opacity:\s*0(?![.\d])|font-size:\s*0/

/** Whether it is only for screen readers. */
export function isHiddenByClass(tag: StartTag): boolean {
  return hidingClass.test(tag.get('class') ?? '')
}

const hidingClass = /(?:^| )(?:hidden|visually-hidden|sr-only|tooltip)(?: |$)/
