// What Markdown in content may not contain, and the diagnostics that say so.

import type { LeafDirective } from 'mdast-util-directive'
import { type Diagnostic, diagnostic, didYouMean, type Origin } from '../diagnostics/index.ts'

/** The place of a Markdown text in its file. */
export interface MarkdownPlace {
  /** Turns a position in the given text into one in the file. */
  readonly originAt: (point: { line: number; column: number }) => Origin
  /** Directives that the text may contain; default none. */
  readonly directives?: readonly string[]
}

/** Deeper nesting than any text needs. rehype-stringify is recursive and overflows the stack at about 1,000 levels. */
export const maxDepth = 100

/** Whether a link has an allowed scheme and form. Anything else could run code or hide where it leads. */
export function isSafeUrl(url: string): boolean {
  if (/[\u0000-\u0020\u007f\\]/.test(url) || url.startsWith('//')) return false
  const scheme = /^([A-Za-z][A-Za-z0-9+.-]*):/.exec(url)?.[1]?.toLowerCase()
  if (scheme === undefined) return true
  if (scheme === 'https') return /^https:\/\/[^/@]+(?:[/?#]|$)/i.test(url)
  return scheme === 'mailto' || scheme === 'tel'
}

export function tooDeep(at: Origin): Diagnostic {
  return diagnostic(
    'markdown/too-deep',
    `Quotes, lists or emphasis are nested more than ${maxDepth} levels deep.`,
    { at, hint: 'Remove the extra levels.' },
  )
}

export function unsafeLink(url: string, at: Origin): Diagnostic {
  const shown = url.length > 60 ? `${url.slice(0, 60)}…` : url
  return diagnostic('markdown/unsafe-link', `The link target "${shown}" is not allowed.`, {
    at,
    hint: /^http:/i.test(url)
      ? `Write "https:" instead of "http:".`
      : 'A link starts with "https://", "mailto:", "tel:", "/" or "#".',
  })
}

export function rawHtml(html: string, at: Origin): Diagnostic {
  const tag = /^<[!/?]?[A-Za-z-]*/.exec(html)?.[0] ?? '<'
  return diagnostic(
    'markdown/raw-html',
    `Raw HTML (${tag}${tag === '<!--' ? '' : '…'}) is not allowed in content.`,
    {
      at,
      hint: 'Write it as Markdown. To show the characters themselves, put them between backticks.',
    },
  )
}

export function containerDirective(at: Origin): Diagnostic {
  return diagnostic('markdown/unknown-directive', 'Directives with three colons are not supported.', {
    at,
    hint: 'To show the colons themselves, put a backslash before the first one.',
  })
}

export function directiveProblems(
  node: LeafDirective,
  depth: number,
  known: readonly string[],
  at: Origin,
): Diagnostic[] {
  const problem = (message: string, hint: string | undefined) => [
    diagnostic('markdown/unknown-directive', message, { at, hint }),
  ]
  if (!known.includes(node.name)) {
    const hint =
      known.length === 0
        ? 'Only articles may contain directives.'
        : didYouMean(node.name, known, 'Directives')
    return problem(`There is no directive "::${node.name}" here.`, hint)
  }
  if (depth > 1)
    return problem(
      `"::${node.name}" is inside a list or quote.`,
      'Put it on its own line, without indentation.',
    )
  if (node.children.length > 0 || Object.keys(node.attributes ?? {}).length > 0) {
    return problem(
      `"::${node.name}" cannot have anything in brackets or braces.`,
      `Write just "::${node.name}".`,
    )
  }
  return []
}

export function secondTitle(at: Origin): Diagnostic {
  return diagnostic(
    'markdown/second-title',
    'This is a first-level heading, and the page already has one: its title.',
    {
      at,
      hint: 'Start the heading with "##".',
    },
  )
}
