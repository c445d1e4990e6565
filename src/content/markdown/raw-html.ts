// Raw HTML in Markdown: what is allowed, and what to write instead of the rest.

import { type Diagnostic, diagnostic, type Origin } from '../../diagnostics/index.ts'

/** Comments, which no page shows. */
const comments = /<!--(?:>|->|[\s\S]*?-->)/g
const lineBreaks = /<br[ \t\n]*\/?>/gi

/** Whether HTML is nothing but comments (dropped), or line breaks with comments; undefined for all other HTML. */
export function harmlessHtml(html: string): 'comment' | 'break' | undefined {
  const rest = html.replace(comments, '').trim()
  if (rest === '') return 'comment'
  return rest.replace(lineBreaks, '').trim() === '' ? 'break' : undefined
}

const noTag = 'Remove the tag. A blank line starts a new paragraph.'
const emphasis = 'Remove the tag. Write *…* for emphasis and **…** for strong emphasis.'
const elsewhere = 'Markdown has no equivalent. Link to a page that contains it: [text](https://…).'
const table = 'Write each row on its own line, such as | a | b |, and put | --- | --- | below the first row.'

/** The Markdown with the same meaning. */
const inMarkdown: Readonly<Record<string, string>> = {
  ...of('b strong', 'Write **…**.'),
  ...of('i em', 'Write *…*.'),
  ...of('s del strike', 'Write ~~…~~.'),
  ...of('code kbd samp tt var', 'Write it between backticks: `…`.'),
  ...of('pre', 'Put a line of three backticks before and after it.'),
  ...of('a', 'Write a link as [text](address). Headings already have an id, made from their words.'),
  ...of('img picture', 'Write an image as ![what it shows](file.png).'),
  ...of('p div span section article main header footer nav aside center font figure', noTag),
  ...of('h1 h2 h3 h4 h5 h6', 'Write a heading as ## ….'),
  ...of('ul li', 'Write each item as "- …" on a line of its own.'),
  ...of('ol', 'Write each item as "1. …" on a line of its own.'),
  ...of('dl dt dd', 'Write a list: "- **term**: what it means".'),
  ...of('table thead tbody tfoot tr th td caption col colgroup', table),
  ...of('blockquote', 'Start each line of the quote with "> ".'),
  ...of('hr', 'Write --- on a line of its own.'),
  ...of('sup', 'Write a footnote as [^1], and an exponent as a character such as ².'),
  ...of('sub', 'Write the character itself, such as ₂.'),
  ...of('u ins mark small big abbr cite q dfn time', emphasis),
  ...of('details summary', 'Write the summary as a heading, ### …, and the rest below it.'),
  ...of('input', 'Write a task as "- [ ] …" or "- [x] …".'),
  ...of('iframe video audio source embed object form button script style link meta svg', elsewhere),
}

function of(tags: string, hint: string): Record<string, string> {
  return Object.fromEntries(tags.split(' ').map(tag => [tag, hint]))
}

/** Reports HTML that is not allowed. `originOf` gives the position of an offset in it. */
export function rawHtml(html: string, originOf: (offset: number) => Origin): Diagnostic {
  const start = firstTag(html)
  const rest = html.slice(start)
  const tag = /^<[!/?]?[A-Za-z0-9-]*/.exec(rest)?.[0] ?? ''
  const at = originOf(start)
  // Text after a comment, or after a line break at the start of a line, belongs to the HTML until the next blank line.
  if (!rest.startsWith('<')) {
    return diagnostic(
      'markdown/raw-html',
      'This text is part of the HTML before it, so it is not treated as Markdown.',
      {
        at,
        hint: 'Put a blank line between the two.',
      },
    )
  }
  if (rest.startsWith('<!--')) {
    return diagnostic('markdown/raw-html', 'The comment that starts here never ends.', {
      at,
      hint: 'End it with -->.',
    })
  }
  const name = tag.replace(/^<\/?/, '')
  const shown = /^<[A-Z][\s\S]*?[ />]/.test(rest) && inMarkdown[name.toLowerCase()] === undefined
  const hint = shown
    ? `Remove it: components are MDX. Write a block on a line of its own: ::name.`
    : (inMarkdown[name.toLowerCase()] ?? 'Write it as Markdown.')
  return diagnostic('markdown/raw-html', `Raw HTML (${tag}…) is not allowed in content.`, {
    at,
    hint: `${hint} To show the characters themselves, put them between backticks.`,
  })
}

/** The offset of the first thing that is neither a comment nor a line break. */
function firstTag(html: string): number {
  const harmless = /(?:\s+|<!--(?:>|->|[\s\S]*?-->)|<br[ \t\n]*\/?>)*/gi
  return harmless.exec(html)?.[0].length ?? 0
}
