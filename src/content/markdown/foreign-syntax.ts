// Other tools' syntax, which Imprint would print as text: Hugo, Liquid, ERB and MDX tags, kramdown attributes, wiki links,
// unknown emoji names, MkDocs admonitions, highlighted text, definitions, abbreviations, formulas. Code spans and code blocks may
// contain all of it.

import { type Diagnostic, type DiagnosticCode, diagnostic, type Origin } from '../../diagnostics/index.ts'

interface Foreign {
  readonly pattern: RegExp
  /** Completes "This is …". */
  readonly what: string
  readonly hint: string
  /** Default: `content/foreign-syntax`. */
  readonly code?: DiagnosticCode
}

const showIt = 'To show the characters themselves, put them between backticks.'
const writeOut = `Write out the value. For a brand’s value, use a token in single braces, such as {name}. ${showIt}`

/** Anywhere in the text. A backslash before the first character makes it plain text. */
const inText: readonly Foreign[] = [
  {
    pattern: /(?<!\\)\{\{[<%]/,
    what: 'a Hugo shortcode, which Imprint does not support',
    hint: writeOut,
  },
  {
    pattern: /(?<!\\)\{%/,
    what: 'a Liquid or Nunjucks tag, which Imprint does not support',
    hint: writeOut,
  },
  {
    pattern: /(?<![\\{])\{\{(?![<%])/,
    what: 'an expression in a template language, which Imprint does not support',
    hint: writeOut,
  },
  {
    pattern: /(?<!\\)\{\/\*/,
    what: 'an MDX comment, which visitors would see',
    hint: 'Write a comment as <!-- … -->.',
  },
  {
    pattern: /(?<!\\)\{:[ .#a-z]/,
    what: 'a kramdown attribute list, which Imprint does not support',
    hint: 'Remove it. A heading’s id is made from its words.',
  },
  {
    pattern: /(?<!\\)\{[#.][A-Za-z][^}\n]*\}/,
    what: 'a Hugo or Pandoc attribute, which Imprint does not support',
    hint: 'Remove it. A heading’s id is made from its words.',
  },
  {
    pattern: /(?<!\\)!?\[\[(?!_?TOC_?\]\])[^[\]\n]+\]\]/i,
    what: 'a wiki link, which Imprint does not support',
    hint: `Write a link as [text](/address/), an image as ![what it shows](file.png). ${showIt}`,
  },
  // In Markdown, `withEmoji` has already replaced the names that it knows.
  {
    pattern: /(?<![\w:/\\]):[a-z][a-z0-9_+-]*:(?![\w:])/,
    what: 'written like an emoji, but no emoji has this name',
    hint: `Write the character itself, such as 🙂, or leave it out. ${showIt}`,
  },
  {
    pattern: /(?<!\\)<%/,
    what: 'an ERB or EJS tag, which Imprint does not support',
    hint: writeOut,
  },
  {
    pattern: /(?<![\\{])\{[A-Za-z_]\w*(?:\.\w+)+\}/,
    what: 'an MDX expression, which Imprint does not support',
    hint: writeOut,
  },
  {
    pattern: /(?<![=\\])==(?=[^\s=])[^=\n]*[^\s=]==(?!=)/,
    what: 'highlighted text in another tool’s syntax, which Imprint does not support',
    hint: `Write **bold** or *emphasized* text. ${showIt}`,
  },
  {
    // At the start of a line, it is reported with the paragraph.
    pattern: /(?<![\w:\\])::(?<=[^\s>:][ \t]{0,9}::)(?:[A-Za-z][\w-]*\{|(?<=[ \t]::)[a-z][\w-]*(?![\w:(-]))/,
    what: 'a block inside a line',
    hint: `Write it on a line of its own, with a blank line before and after it. ${showIt}`,
    code: 'markdown/unknown-directive',
  },
  {
    pattern: /(?<!tel:)\{phoneLink\}/,
    what: 'the phone number for links, which visitors would read as "+18005550142"',
    hint: 'Write {phone} in text, and [{phone}](tel:{phoneLink}) for a link.',
    code: 'content/link-token',
  },
]

/** At the start of a paragraph. */
const atStart: readonly Foreign[] = [
  {
    pattern:
      /^(?:import\s+(?:[\w*{][^'"\n]*\sfrom\s+)?['"][^'"\n]+['"]|export\s+(?:default|const|let|function)\s)/,
    what: 'MDX code, which Imprint does not run',
    hint: `Remove it. ${showIt}`,
  },
  {
    pattern: /^\[(?:\[_?TOC_?\]|TOC)\]$/i,
    what: 'a table of contents placeholder, which Imprint does not support',
    hint: 'Remove it, or write a list of links: - [Heading](#heading).',
  },
  {
    pattern: /^(?:!!!|\?\?\?\+?)[ \t]+[\w"]/,
    what: 'an MkDocs admonition, which Imprint does not support',
    hint: 'Write an alert: > [!NOTE], then the text on lines that start with ">".',
  },
  {
    pattern: /(?<=\n[ \t]*):[ \t]+\S/,
    what: 'a definition list, which Imprint does not support',
    hint: 'Write a table, or a list: - **term**: what it means.',
  },
  {
    pattern: /^\*\[[^\]\n]+\]:/,
    what: 'an abbreviation in another tool’s syntax, which Imprint does not support',
    hint: 'Write it out at its first use: APR (annual percentage rate).',
  },
  {
    pattern: /^\$\$(?:\n|$)/,
    what: 'a TeX formula, which Imprint does not support',
    hint: `Write it in words, or as an image with alternative text. ${showIt}`,
  },
]

/** A quick check of a whole document: false if it cannot contain foreign syntax, an unused footnote or a misplaced alert. */
export function mayBeForeign(text: string): boolean {
  return suspicious.test(text) || suspiciousLine.test(text)
}
const suspicious =
  /\{(?:[{%/:#.]|\w+\.)|<%|==[^\s=]|\[\^|\[!|\[TOC|\[\[|(?<![\w:/]):[+-]?\w[\w+-]*:|[^\s>:][ \t]{0,9}::[a-z][\w-]*\{|[^\s>:][ \t]{1,9}::[a-z]|(?<!tel:)\{phoneLink\}/i
const suspiciousLine = /^(?:[ >]*(?:import\s|export\s|!!!|\?\?\?|:[ \t]|\*\[|\$\$$)|[<>]{7}(?= |$))/im

/**
 * Reports foreign syntax in Markdown or plain text.
 * @param originAt The position of an offset in it.
 */
export function foreignSyntax(source: string, originAt: (offset: number) => Origin): Diagnostic[] {
  return /[{:[<=]/.test(source) ? report(inText, source, originAt) : []
}

/** Reports foreign syntax at the start of a paragraph. */
export function foreignParagraph(source: string, originAt: (offset: number) => Origin): Diagnostic[] {
  return report(atStart, source, originAt)
}

function report(
  kinds: readonly Foreign[],
  source: string,
  originAt: (offset: number) => Origin,
): Diagnostic[] {
  return kinds.flatMap(({ pattern, what, hint, code = 'content/foreign-syntax' }) => {
    const index = pattern.exec(source)?.index
    if (index === undefined) return []
    return [diagnostic(code, `This is ${what}.`, { at: originAt(index), hint })]
  })
}
