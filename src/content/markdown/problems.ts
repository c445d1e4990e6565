// Diagnostics for Markdown that content must not contain.

import { type Diagnostic, diagnostic, type Origin } from '../../diagnostics/index.ts'

/** The place of Markdown in its file. */
export interface MarkdownPlace {
  /** Converts a position in the given text to one in the file. */
  readonly originAt: (point: { line: number; column: number }) => Origin
}

/** The place of Markdown whose lines are those of its file. */
export function placeInFile(file: string): MarkdownPlace {
  return { originAt: ({ line, column }) => ({ file, line, column }) }
}

/** Deeper nesting than any text needs. rehype-stringify is recursive and overflows the stack at about 1,000 levels. */
export const maxDepth = 100

/** GitHub's names, in lower case: `> [!NOTE]`. */
export const alertNames = ['note', 'tip', 'important', 'warning', 'caution'] as const

/** Whether a link has an allowed scheme and form. Other links could run code or hide their target. */
export function isSafeUrl(url: string): boolean {
  return isAllowed(url) && !/^http:/i.test(url)
}

function isAllowed(url: string): boolean {
  if (/[\u0000-\u0020\u007f\\]/.test(url) || url.startsWith('//')) return false
  const scheme = /^([A-Za-z][A-Za-z0-9+.-]*):/.exec(url)?.[1]?.toLowerCase()
  if (scheme === undefined) return true
  if (scheme === 'https' || scheme === 'http') return /^https?:\/\/[^/@]+(?:[/?#]|$)/i.test(url)
  return scheme === 'mailto' || scheme === 'tel'
}

/** The problem with a link, if any: it is not encrypted, or not allowed. */
export function linkProblem(url: string, at: Origin): Diagnostic[] {
  if (isSafeUrl(url)) return []
  const shown = url.length > 60 ? `${url.slice(0, 60)}…` : url
  if (isAllowed(url)) {
    return [
      diagnostic('markdown/insecure-link', `The link to "${shown}" is not encrypted.`, {
        at,
        hint: 'Write "https:" instead of "http:" if the site answers there.',
      }),
    ]
  }
  return [
    diagnostic('markdown/unsafe-link', `The link target "${shown}" is not allowed.`, {
      at,
      hint: 'Start the link with "https://", "mailto:", "tel:", "/" or "#".',
    }),
  ]
}

export function tooDeep(at: Origin): Diagnostic {
  return diagnostic(
    'markdown/too-deep',
    `Quotes, lists or emphasis are nested more than ${maxDepth} levels deep.`,
    { at, hint: 'Remove the extra levels.' },
  )
}

/** Reports text in a paragraph that looks like a directive. */
export function directiveInParagraph(source: string, originAt: (offset: number) => Origin): Diagnostic[] {
  const match = /^[ \t>]*(::(:*)[A-Za-z]?)/m.exec(source)
  if (match === null || (match[2] === '' && !/[A-Za-z]$/.test(match[0]))) return []
  const [line, colons = '', more] = match
  const at = originAt(match.index + line.length - colons.length)
  const [message, hint] = more
    ? [
        'Directives with three colons are not supported.',
        'To show the colons themselves, put a backslash before the first one.',
      ]
    : [
        'This block is malformed.',
        'Write ::name{key="value"} on a line of its own, with a blank line before and after it. To show the colons themselves, put a backslash before the first one.',
      ]
  return [diagnostic('markdown/unknown-directive', message, { at, hint })]
}

/** @param where For example `inside a list or quote`. */
export function misplacedBlock(block: string, where: string, at: Origin): Diagnostic {
  return diagnostic('markdown/unknown-directive', `"${block}" is ${where}.`, {
    at,
    hint: 'Put it on its own line, without indentation.',
  })
}

/** @param source Starts at the two colons. */
export function unreadableBlock(source: string, at: Origin): Diagnostic {
  const name = /^::[\w-]+/.exec(source)?.[0] ?? '::'
  return diagnostic('markdown/unknown-directive', `"${name}" is malformed.`, {
    at,
    hint: `Write it on a line of its own, with each key only once and each value in quotes: ${name}{key="value"}. To show the colons themselves, put a backslash before the first one.`,
  })
}

export function secondTitle(at: Origin): Diagnostic {
  return diagnostic(
    'markdown/second-title',
    'The page’s title is already a first-level heading, so this one is shown as a second-level heading.',
    {
      at,
      hint: 'Start the heading with "##".',
    },
  )
}

export function typeNote(written: string, at: Origin): Diagnostic {
  return diagnostic(
    'markdown/type-note',
    `${written} is shown unchanged: in text about code, it names a type.`,
    {
      at,
      hint: 'To show it as code, put it between backticks. For a brand’s value, use a token, such as {name}.',
    },
  )
}
