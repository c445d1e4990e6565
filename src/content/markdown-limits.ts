// How much Markdown one text may hold. The reference parser's time grows with the square of some marks: 32 kB of "*a_ ",
// "a\n=\n", "<?" or "![" take seconds. And a few definitions can make megabytes of HTML. These limits are far above what
// people write; a text within them takes seconds at most. They count characters, not time, so that every machine gives
// the same answer. The deadline of `parseMarkdown` is for cases that the limits do not foresee.

import { type Diagnostic, diagnostic, type Origin } from '../diagnostics/index.ts'
import { type MarkdownPlace, maxDepth, tooDeep } from './markdown-problems.ts'

const maxLength = 128 * 1024
/** Lines that are not blank, and the quotes and list items that each begins or continues by indentation. */
const maxBlocks = 5000
/** Characters with a meaning to Markdown between two blank lines: the parser may search all of it for the end of each. */
const maxMarks = 2000
const marks = /[!"#$%&()*+:<=>@[\\\]^_`{|}~]/g

/** Reports the first limit that a text exceeds. */
export function limitProblem(text: string, place: MarkdownPlace): Diagnostic | undefined {
  if (text.length <= maxLength) return lineProblem(text.split('\n'), place)
  return diagnostic('markdown/too-large', `The text is longer than ${maxLength / 1024} kB.`, {
    at: place.originAt({ line: 1, column: 1 }),
    hint: 'Divide it into several articles.',
  })
}

function lineProblem(lines: readonly string[], { originAt }: MarkdownPlace): Diagnostic | undefined {
  let blocks = 0
  let run = startRun(1)
  for (const [index, line] of lines.entries()) {
    const number = index + 1
    const plain = beginsWithLetter.test(line)
    if (!plain && line.trim() === '') {
      run = startRun(number + 1)
      continue
    }
    const { depth, column } = plain ? notNested : nesting(line)
    if (depth > maxDepth) return tooDeep(originAt({ line: number, column }))
    if (hasTooManyMarks(run, line)) {
      const what = `a paragraph, list or other block with more than ${maxMarks} special characters`
      return tooComplex(what, 'Divide it with blank lines.', originAt({ line: run.line, column: 1 }))
    }
    blocks += Math.max(1, depth) + (plain ? 0 : indentation(line))
    if (blocks > maxBlocks) {
      const what = `more than ${maxBlocks} lines, quotes and list items`
      return tooComplex(what, 'Divide it into several articles.', originAt({ line: number, column: 1 }))
    }
  }
  return undefined
}

/** Lines without a blank one between them. */
interface Run {
  /** The number of its first line. */
  readonly line: number
  length: number
  /** Lines whose marks are not counted yet. */
  uncounted: string
  marks: number
}

function startRun(line: number): Run {
  return { line, length: 0, uncounted: '', marks: 0 }
}

/** Adds a line to a run. Whether the run now has too many marks. */
function hasTooManyMarks(run: Run, line: string): boolean {
  run.length += line.length
  run.uncounted += line
  // A run has at most as many marks as characters, so most runs need no search.
  if (run.length <= maxMarks) return false
  run.marks += run.uncounted.match(marks)?.length ?? 0
  run.uncounted = ''
  return run.marks > maxMarks
}

/** Such a line is neither blank nor indented, and begins no quote or list item. */
const beginsWithLetter = /^[A-Za-z]/
const notNested = { depth: 0, column: 1 }

/** How many nested quotes and list items a line begins, up to one too many, and the column after the last one. */
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

/** How many levels a line is indented. Continuing a nested list costs as much per line as beginning one. */
function indentation(line: string): number {
  const leading = /^[ \t]+/.exec(line)?.[0]
  return leading === undefined ? 0 : Math.floor(leading.replaceAll('\t', '    ').length / 4)
}

/** How long the HTML of a text may be, in characters. Addresses and titles of definitions count with each use. */
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
