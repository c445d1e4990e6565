// How much Markdown one text may hold. The reference parser takes time that grows with the square of some marks
// (32 kB of "*a_ " take seconds, as do those of "a\n=\n", "<?" or "![") and a few definitions can make megabytes of HTML.
// The limits here are far above what anyone writes and are found by counting, so that every machine says the same of a
// text; they keep what passes them to seconds. The deadline of `parseMarkdown` is only for what nobody thought of.

import { type Diagnostic, diagnostic, type Origin } from '../diagnostics/index.ts'
import { type MarkdownPlace, maxDepth, tooDeep } from './markdown-problems.ts'

const maxLength = 128 * 1024
/** Lines that are not blank, and the quotes and list items that one of them begins or is indented to stand in. */
const maxBlocks = 5000
/** Characters with a meaning in one run of lines without a blank one: what opens here may be looked for in all of it. */
const maxMarks = 2000
const marks = /[!"#$%&()*+:<=>@[\\\]^_`{|}~]/g

/** The first limit that a text exceeds. */
export function limitProblem(text: string, { originAt }: MarkdownPlace): Diagnostic | undefined {
  if (text.length > maxLength) {
    return diagnostic('markdown/too-large', `The text is longer than ${maxLength / 1024} kB.`, {
      at: originAt({ line: 1, column: 1 }),
      hint: 'Divide it into several articles.',
    })
  }
  let blocks = 0
  let run = { line: 1, length: 0, uncounted: '', marks: 0 }
  for (const [index, line] of text.split('\n').entries()) {
    const plain = beginsWithLetter.test(line)
    if (!plain && line.trim() === '') {
      run = { line: index + 2, length: 0, uncounted: '', marks: 0 }
      continue
    }
    const { depth, column } = plain ? notNested : nesting(line)
    if (depth > maxDepth) return tooDeep(originAt({ line: index + 1, column }))
    run.length += line.length
    run.uncounted += line
    // Nothing has more marks than characters, so most texts are never searched for them.
    if (run.length > maxMarks) {
      run.marks += run.uncounted.match(marks)?.length ?? 0
      run.uncounted = ''
    }
    if (run.marks > maxMarks) {
      const what = `a paragraph, list or other block with more than ${maxMarks} special characters`
      const hint = 'Divide it with blank lines.'
      return tooComplex(what, hint, originAt({ line: run.line, column: 1 }))
    }
    blocks += Math.max(1, depth) + (plain ? 0 : indentation(line))
    if (blocks > maxBlocks) {
      const what = `more than ${maxBlocks} lines, quotes and list items`
      return tooComplex(what, 'Divide it into several articles.', originAt({ line: index + 1, column: 1 }))
    }
  }
  return undefined
}

/** Such a line is not blank or indented, and begins no quote and no list item. */
const beginsWithLetter = /^[A-Za-z]/
const notNested = { depth: 0, column: 1 }

/** How many quotes and list items inside each other a line begins with, and the column where one too many does. */
function nesting(line: string): { depth: number; column: number } {
  const marker = /[ \t]*(?:>|(?:[-+*]|\d{1,9}[.)])(?=[ \t]))/y
  let depth = 0
  let column = 1
  while (depth <= maxDepth && marker.test(line)) {
    depth++
    column = marker.lastIndex
  }
  return { depth, column }
}

/** How many levels a line is indented: taking up a list in a list costs as much for each line as beginning it. */
function indentation(line: string): number {
  const leading = /^[ \t]+/.exec(line)?.[0]
  return leading === undefined ? 0 : Math.floor(leading.replaceAll('\t', '    ').length / 4)
}

/** How long the HTML of a text may be, addresses and titles of its definitions included. */
export function maxHtmlLength(text: string): number {
  return Math.max(64 * 1024, 20 * text.length)
}

export function tooMuchHtml(at: Origin): Diagnostic {
  return diagnostic(
    'markdown/too-large',
    'The HTML of this text would be more than twenty times as long as the text.',
    {
      at,
      hint: 'Use a long address or title in fewer places, or nest less.',
    },
  )
}

export function tooSlow(at: Origin): Diagnostic {
  return diagnostic('markdown/too-complex', 'Reading this text takes too long.', {
    at,
    hint: 'Divide it, and look for long runs of brackets, stars, underscores or backticks.',
  })
}

function tooComplex(what: string, hint: string, at: Origin): Diagnostic {
  return diagnostic('markdown/too-complex', `The text has ${what}.`, { at, hint })
}
