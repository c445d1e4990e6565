// Links of the content, resolved once every route of the site is known.

import {
  fillMarkup,
  fillTokens,
  type LeftOut,
  type Markup,
  type MarkupPart,
  type MarkupReference,
} from '../content/index.ts'
import { type Diagnostic, diagnostic, type Outcome, suggest } from '../diagnostics/index.ts'
import type { LinkMap } from './model.ts'
import { routes } from './urls.ts'

/**
 * A Markdown text for one brand. A link to a page or fragment that does not exist is an error; a link to
 * an article that was left out is a warning, and its text stays without the link.
 * @param route The page it stands on: what `#fragment` refers to.
 * @param imageUrls Final URLs of the text's images, in order.
 */
export function resolveMarkup(
  markup: Markup,
  route: string,
  imageUrls: readonly string[],
  map: LinkMap,
): Outcome<readonly MarkupPart[]> {
  const diagnostics: Diagnostic[] = []
  const urls = markup.links.map(link => {
    const { value, diagnostics: problems } = resolveLink(link, route, map)
    diagnostics.push(...problems)
    return value
  })
  return { value: fillMarkup(markup, map.tokens, urls, imageUrls), diagnostics }
}

function resolveLink(link: MarkupReference, route: string, map: LinkMap): Outcome<string | undefined> {
  const url = fillTokens(link.url, map.tokens)
  if (/^(?:https|mailto|tel):/i.test(url) || url.startsWith(`${map.providerOrigin}/`)) {
    return { value: url, diagnostics: [] }
  }
  const [path = '', fragment] = splitOnce(url, '#')
  const target = path === '' ? route : path
  const href = path === '' ? url : `${map.basePath}${url}`
  const anchors = map.pages.get(target)
  if (anchors === undefined) {
    if (map.files.has(target)) return { value: href, diagnostics: [] }
    const slug = /^\/articles\/([^/]+)\/?$/.exec(target)?.[1]
    const leftOut = slug === undefined ? undefined : map.leftOut.get(slug)
    if (leftOut !== undefined) return { value: undefined, diagnostics: [leftOutArticle(link, leftOut)] }
    return { value: undefined, diagnostics: [unknownPage(link, target, map)] }
  }
  if (fragment === undefined) return { value: href, diagnostics: [] }
  if (anchors.has(decode(fragment))) return { value: href, diagnostics: [] }
  return { value: undefined, diagnostics: [unknownAnchor(link, target, fragment, anchors)] }
}

function unknownPage(link: MarkupReference, target: string, map: LinkMap): Diagnostic {
  const known = [...map.pages.keys()]
  const article = routes.article(target.replace(/^.*\//, '').replace(/\.md$/, ''))
  const slashed = [`${target}/`, target.replace(/\/$/, ''), `/${target}`, `/${target}/`, article].find(path =>
    map.pages.has(path),
  )
  const near = slashed ?? suggest(target, known)
  return diagnostic('link/unknown-page', `The link leads to "${target}", but there is no such page.`, {
    at: link.origin,
    hint:
      near !== undefined
        ? `Did you mean "${near}"?`
        : `Links to pages of the site start with "/", for example "${known.find(path => path !== routes.home) ?? routes.faq}".`,
  })
}

function unknownAnchor(
  link: MarkupReference,
  target: string,
  fragment: string,
  anchors: ReadonlySet<string>,
): Diagnostic {
  const near = suggest(fragment, anchors)
  return diagnostic('link/unknown-anchor', `The page "${target}" has no "#${fragment}".`, {
    at: link.origin,
    hint:
      near !== undefined
        ? `Did you mean "#${near}"?`
        : `It has: ${[...anchors].map(anchor => `#${anchor}`).join(', ')}.`,
  })
}

function leftOutArticle(link: MarkupReference, leftOut: LeftOut): Diagnostic {
  const why = {
    broken: `${leftOut.file} has an error and was left out`,
    draft: `${leftOut.file} is a draft`,
    dropped: `this brand does not show ${leftOut.file}`,
  }[leftOut.reason]
  const dropped = leftOut.reason === 'dropped'
  return diagnostic(
    'link/left-out-article',
    `The link leads to an article without a page: ${why}. Its text stays, without the link.`,
    {
      at: link.origin,
      hint: dropped
        ? `The brand drops it at ${leftOut.origin.file}:${leftOut.origin.line}. Override this text for the brand, or change the link.`
        : 'Mend or publish the article, or change the link.',
    },
  )
}

function splitOnce(text: string, separator: string): [string, string?] {
  const index = text.indexOf(separator)
  return index === -1 ? [text] : [text.slice(0, index), text.slice(index + 1)]
}

function decode(fragment: string): string {
  try {
    return decodeURIComponent(fragment)
  } catch {
    return fragment
  }
}
