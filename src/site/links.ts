// Resolves the content's links once the routes of all pages are known.

import {
  addressKey,
  fillMarkup,
  fillTokens,
  type LeftOut,
  type Markup,
  type MarkupBlock,
  type MarkupHtml,
  type MarkupLabels,
  type MarkupReference,
  type TokenValues,
} from '../content/index.ts'
import { type Diagnostic, diagnostic, type Origin, type Outcome, suggest } from '../diagnostics/index.ts'
import type { DocumentId, ProviderView } from './model.ts'
import { routes } from './urls.ts'

/** Everything that is needed to find the page that a link of one brand's content leads to. */
export interface LinkMap {
  /** All addresses at this origin are third-party pages. */
  readonly providerOrigin: string
  readonly basePath: string
  /** Every page's route. */
  readonly pages: ReadonlySet<string>
  /** Routes of pages that a host serves for missing pages. */
  readonly errorPages: ReadonlySet<string>
  /** Routes of files that are not pages. */
  readonly files: ReadonlySet<string>
  /** Targets of redirected addresses, by `addressKey`. */
  readonly redirected: ReadonlyMap<string, string>
  readonly documents: ProviderView['documents']
  /** Articles and pages that are left out, by the routes they would have. */
  readonly leftOut: ReadonlyMap<string, LeftOut>
  /** Tags of the brand's articles, including articles that are not yet or no longer published. */
  readonly tags: ReadonlySet<string>
  readonly tokens: TokenValues
  readonly labels: MarkupLabels
  /** Note for screen readers on links that open a new tab. */
  readonly opensInNewTab: string
}

/** A link in the content to a fragment of a page. */
export interface ContentLink {
  /** The page that contains it; absent if it is on every page or on none. */
  readonly route?: string
  /** The fragment as written on that page. */
  readonly href: string
  readonly origin: Origin
}

/** Markdown for one brand. */
export interface ResolvedMarkup {
  readonly html: MarkupHtml
  readonly links: readonly ContentLink[]
}

/**
 * Resolves the links in Markdown and fills its holes. A link to a page that does not exist is an error, and one to an article
 * that was left out is a warning; in both cases, the text stays without the link. A block's attribute `to` is a link too.
 * Fragments are checked when all pages are rendered.
 * @param route The text's page, which links such as `#fragment` refer to.
 * @param images Source paths of the text's images, in order.
 * @param idPrefix Prefix for the ids of its footnotes.
 */
export function resolveMarkup(
  markup: Markup,
  route: string,
  images: readonly string[],
  map: LinkMap,
  idPrefix = '',
): Outcome<ResolvedMarkup> {
  const diagnostics: Diagnostic[] = []
  const links: ContentLink[] = []
  const hrefOf = (link: MarkupReference): string | undefined => {
    const resolved = resolveLink(link.url, route, map)
    if ('href' in resolved) {
      if (resolved.hasFragment) links.push({ route, href: resolved.href, origin: link.origin })
      return resolved.href
    }
    diagnostics.push(deadLink(resolved, link.origin))
    return undefined
  }
  const urls = markup.links.map(hrefOf)
  const blocks = markup.blocks.map(({ name, attributes }): MarkupBlock => {
    const values = attributes.flatMap(({ key, value, origin }) => {
      const filled = key === 'to' ? hrefOf({ url: value, origin }) : fillTokens(value, map.tokens)
      return filled === undefined ? [] : [[key, filled] as const]
    })
    return { block: name, attributes: Object.fromEntries(values) }
  })
  const { tokens, labels } = map
  // As in the footer, so that a half-filled form is not lost when a provider's document opens.
  const newTabNote = (url: string) =>
    url.startsWith(`${map.providerOrigin}/`) ? map.opensInNewTab : undefined
  const html = fillMarkup(markup, { tokens, labels, links: urls, images, blocks, idPrefix, newTabNote })
  return { value: { html, links }, diagnostics }
}

export interface ResolvedLink {
  readonly href: string
  /** Whether it leads to a fragment of a page of the site. */
  readonly hasFragment: boolean
}

/** A link that leads nowhere. */
export interface AbsentTarget {
  /** Completes "This links to …". */
  readonly what: string
  readonly hint: string
  /**
   * `today`: an article that is not yet or no longer published, or the list of a tag that has too few articles. A site must
   * not fail on the day when one expires.
   */
  readonly absent: 'unknown' | 'left out' | 'today'
  /** The mistake in the page's file. */
  readonly causedBy?: Origin | undefined
}

/** Resolves a link in a YAML file: as in Markdown, or the id of one of the provider's documents. */
export function resolveTarget(url: string, map: LinkMap): ResolvedLink | AbsentTarget {
  return Object.hasOwn(map.documents, url)
    ? { href: map.documents[url as DocumentId], hasFragment: false }
    : resolveLink(url, routes.home, map)
}

function resolveLink(written: string, route: string, map: LinkMap): ResolvedLink | AbsentTarget {
  const url = fillTokens(written, map.tokens)
  if (/^(?:https?|mailto|tel):/i.test(url) || url.startsWith(`${map.providerOrigin}/`)) {
    return { href: url, hasFragment: false }
  }
  const [path = '', fragment] = splitFragment(url)
  const target = path === '' ? route : path
  const href = path === '' ? url : `${map.basePath}${url}`
  if (map.pages.has(target)) return { href, hasFragment: fragment !== undefined }
  if (map.files.has(target)) return { href, hasFragment: false }
  const leftOut = map.leftOut.get(withSlash(target))
  if (leftOut !== undefined) return leftOutPage(leftOut)
  return isShortList(target, map) ? shortList : unknownPage(target, map)
}

function deadLink({ what, hint, absent, causedBy }: AbsentTarget, at: Origin): Diagnostic {
  return absent === 'unknown'
    ? diagnostic('link/unknown-page', `This links to ${what}.`, { at, hint })
    : diagnostic('link/left-out-article', `This links to ${what}. The text is kept without the link.`, {
        at,
        hint,
        causedBy,
      })
}

const withSlash = (path: string): string => path.replace(/\/?$/, '/')

/** Whether a target is the list of a tag that has or had articles, but too few today. */
function isShortList(target: string, { pages, tags }: LinkMap): boolean {
  const route = withSlash(target)
  return !pages.has(route) && tags.has(/^\/articles\/tags\/([^/]+)\/$/.exec(route)?.[1] ?? '')
}

function unknownPage(target: string, map: LinkMap): AbsentTarget {
  const routesOfPages = [...map.pages]
  const article = routes.article(target.replace(/^.*\//, '').replace(/\.md$/, ''))
  const slashed = [`${target}/`, target.replace(/\/$/, ''), `/${target}`, `/${target}/`, article].find(path =>
    map.pages.has(path),
  )
  const near =
    map.redirected.get(addressKey(target)) ??
    slashed ??
    suggest(target, [...routesOfPages, ...Object.keys(map.documents)])
  return {
    what: `"${target}", but there is no such page`,
    absent: 'unknown',
    hint:
      near !== undefined
        ? `Did you mean "${near}"?`
        : target.startsWith('/')
          ? (places.find(([start]) => target.startsWith(start))?.[1] ?? '')
          : `Links to pages of this site start with "/", for example "${routesOfPages.find(path => path !== routes.home) ?? routes.faq}".`,
  }
}

const tagHint =
  'A tag has a list if at least three of the brand’s published articles use it. Fix the articles that are left out, add the tag to more articles, or remove the link.'

const shortList: AbsentTarget = {
  what: 'the list of a tag that fewer than three articles have',
  hint: tagHint,
  absent: 'today',
}

/** Hints for unknown paths, by their beginning. */
const places = [
  ['/articles/tags/', tagHint],
  ['/articles/', 'Link to an existing article, or add the missing article to content/articles/.'],
  ['/', 'Link to an existing page, or add the missing page to content/pages/.'],
] as const

function leftOutPage(leftOut: LeftOut): AbsentTarget {
  const { file, reason } = leftOut
  const { line, column } = 'origin' in leftOut ? leftOut.origin : { line: 1, column: 1 }
  const why = {
    broken: `${file}:${line}:${column} has an error and is left out`,
    draft: `${file} is a draft`,
    scheduled: `${file} is scheduled for ${'day' in leftOut && leftOut.day}`,
    expired: `${file} expired on ${'day' in leftOut && leftOut.day}`,
    dropped: `this brand does not show ${file}`,
  }[reason]
  const what = file.includes('/articles/')
    ? 'an article that is not on this site'
    : 'a page that is not on this site'
  return {
    what: `${what}: ${why}`,
    absent: reason === 'scheduled' || reason === 'expired' ? 'today' : 'left out',
    hint:
      reason === 'dropped'
        ? `Override this text for the brand, change the link, or show the article again: the brand excludes it at ${leftOut.origin.file}:${line}.`
        : 'Fix or publish that file, or change the link.',
    causedBy: reason === 'broken' ? leftOut.origin : undefined,
  }
}

function splitFragment(url: string): [string, string?] {
  const index = url.indexOf('#')
  return index === -1 ? [url] : [url.slice(0, index), url.slice(index + 1)]
}
