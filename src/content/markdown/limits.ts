// Limits on a single Markdown document. The reference parser's time grows with the square of the number of some marks: 32 kB
// of "*a_ ", "a = ", "<?" or "![" take seconds. And a few definitions can produce megabytes of HTML. These limits are far
// above what people write; a document within them takes less than a second on an idle machine. They count characters, not
// time, so that every machine gives the same result. The deadline in `parseMarkdown` stops any slow document that these limits
// let through.

import { type Diagnostic, diagnostic, type Origin } from '../../diagnostics/index.ts'
import { type MarkdownPlace, maxDepth, tooDeep } from './problems.ts'

const maxLength = 128 * 1024
/** Lines that are not blank, plus the cost of what begins there: see `costOf`. */
const maxLines = 9000
/**
 * The measured cost of each in lines, so that the largest accepted number of any of them takes equally long. A block adds to the
 * line that it begins with.
 */
const costOf = {
  line: 1,
  paragraph: 2,
  block: 2,
  item: 3,
  quote: 4,
  definition: 4,
  task: 5,
  underline: 8,
  footnote: 12,
  alert: 14,
  component: 25,
  level: 1.5,
}
/** The limit of special characters in one block: for each, the parser may search the whole block for its end. */
const maxMarks = 2000
/** The same for the whole document. */
const maxMarksOfText = 15_000
/** Constructs that take longer than their length suggests, and how many of them a document may contain. */
const costly: readonly (readonly [RegExp, string, number])[] = [
  [/:\/\/\w|www\.\w|@\w/gi, 'addresses', 2000],
  [/\[\^/g, 'references to footnotes', 2000],
  [/\]/g, 'closing brackets', 5000],
]
/** The smallest of their limits. */
const fewCostly = 2000
const marks = /[!"#$%&()*+:<=>@[\\\]^_`{|}~]/g

/** Reports the first limit that a document exceeds. */
export function limitProblem(text: string, place: MarkdownPlace): Diagnostic | undefined {
  const start = place.originAt({ line: 1, column: 1 })
  if (text.length > maxLength) {
    return diagnostic('markdown/too-large', `The text is longer than ${maxLength / 1024} kB.`, {
      at: start,
      hint: 'Split it into several articles.',
    })
  }
  return lineProblem(text.replace(/\n$/, '').split('\n'), place) ?? countProblem(text, start)
}

/** Limits for a document as a whole. */
function countProblem(text: string, start: Origin): Diagnostic | undefined {
  if (text.length > maxMarksOfText && (text.match(marks)?.length ?? 0) > maxMarksOfText) {
    return tooComplex(
      `more than ${maxMarksOfText} special characters`,
      'Split it into several articles.',
      start,
    )
  }
  // A shorter document cannot contain that many.
  for (const [pattern, what, most] of text.length > 2 * fewCostly ? costly : []) {
    if ((text.match(pattern)?.length ?? 0) <= most) continue
    return tooComplex(`more than ${most} ${what}`, 'Split it into several articles.', start)
  }
  return undefined
}

function lineProblem(lines: readonly string[], { originAt }: MarkdownPlace): Diagnostic | undefined {
  let counted = 0
  let block = startBlock(1)
  const beginsBlock = blockFinder()
  /**
   * The cost that the block's nesting adds to each line, because a line without marks may continue the innermost paragraph.
   */
  let nested = 0
  /** Columns of the table that the lines may belong to: a short row costs as many cells as a long one. */
  let columns = 0
  let isAfterBlank = false
  for (const [index, line] of lines.entries()) {
    const number = index + 1
    const begins = beginsBlock(line)
    if (begins) {
      block = startBlock(number)
      nested = 0
    }
    const plain = beginsWithLetter.test(line)
    const isBlank = !plain && line.trim() === ''
    if (isBlank) {
      columns = 0
      // A blank line between two blocks costs nothing.
      if (isAfterBlank) counted += costOf.line
    } else if (plain) counted += Math.max(costOfText(begins), nested, rowCost(columns))
    else {
      const { depth, column } = nesting(line)
      if (depth > maxDepth) return tooDeep(originAt({ line: number, column }))
      const levels = indentation(line)
      if (depth > 0) nested = Math.max(nested, Math.floor(costOf.level * depth) + 2 * levels)
      if (emptyQuote.test(line)) columns = 0
      else if (underline.test(line)) columns = Math.max(columns, cells(line).length)
      counted += Math.max(costOfLine(line, begins), nested, rowCost(columns)) + levels
    }
    isAfterBlank = isBlank
    if (begins && !isBlank) counted += costOf.block
    if (!isBlank && hasTooManyMarks(block, line)) {
      const what = `a paragraph or other block with more than ${maxMarks} special characters`
      return tooComplex(what, 'Split it with blank lines.', originAt({ line: block.line, column: 1 }))
    }
    if (counted > maxLines) {
      const what = `more than ${maxLines} lines, blocks, quotes and list items`
      return tooComplex(what, 'Split it into several articles.', originAt({ line: number, column: 1 }))
    }
  }
  return undefined
}

/** Two cells cost as much as a line. */
const rowCost = (columns: number): number => Math.floor(columns / 2)

/** Lines that the parser may search as one unit. */
interface Block {
  /** The number of its first line. */
  readonly line: number
  length: number
  /** Lines whose marks are not counted yet. */
  uncounted: string
  marks: number
}

function startBlock(line: number): Block {
  return { line, length: 0, uncounted: '', marks: 0 }
}

/** Adds a line to a block. Returns whether the block now has too many marks. */
function hasTooManyMarks(block: Block, line: string): boolean {
  block.length += line.length
  block.uncounted += line
  // A block has at most as many marks as characters, so most need no search.
  if (block.length <= maxMarks) return false
  block.marks += block.uncounted.match(marks)?.length ?? 0
  block.uncounted = ''
  return block.marks > maxMarks
}

/**
 * Returns a function that decides, line by line, whether a line certainly begins a block, so that no paragraph continues across
 * its start: after a blank line, or at a list item or a table row. If the lines alone cannot decide it, the result is false.
 */
export function blockFinder(): (line: string) => boolean {
  /** The columns at which the text of each open list item starts, outermost first. */
  let items: readonly { readonly column: number; readonly ordered: boolean }[] = []
  let afterBlank = true
  /** The previous line, if it may be the header of a table. */
  let header: string | undefined
  let inTable = false

  const isRow = (line: string): boolean => {
    if (!/^ {0,3}\|/.test(line)) {
      header = undefined
      inTable = false
    } else if (afterBlank) header = line
    else if (header !== undefined) {
      inTable = isDelimiter(line, header)
      header = undefined
    } else return inTable
    return false
  }
  const isItem = (line: string): boolean => {
    const [written = '', indent = '', marker = '', number, space = ''] = listItem.exec(line) ?? []
    const outer = items.filter(({ column }) => column <= (written || line).search(/\S|$/))
    if (written === '') {
      // Anything but words may end a list in ways that only a parser can determine.
      items = /^ *[A-Za-z]/.test(line) ? outer : []
      return false
    }
    const ordered = number !== undefined
    const follows = items[outer.length]?.ordered === true
    const isIndented = indent.length - (outer.at(-1)?.column ?? 0) > 3
    if (isIndented || (ordered && number !== '1' && !follows)) {
      items = []
      return false
    }
    const column = space.length > 4 ? indent.length + marker.length + 1 : written.length
    items = [...outer, { column, ordered }]
    return true
  }
  return line => {
    const isBlank = line.trim() === ''
    const begins = isBlank || afterBlank
    // Both must see every line, to know what is open.
    const [row, item] = isBlank ? [isRow(''), false] : [isRow(line), isItem(line)]
    afterBlank = isBlank
    return begins || row || item
  }
}

const listItem = /^( *)([-+*]|(\d{1,9})[.)])( +)(?=\S)/

/** Whether a line below a possible table header makes it one: as many groups of dashes between bars. */
function isDelimiter(line: string, header: string): boolean {
  const columns = cells(line)
  return columns.every(cell => /^ *:?-+:? *$/.test(cell)) && columns.length === cells(header).length
}

function cells(row: string): readonly string[] {
  const inner = row.trim().replace(/^\||(?<!\\)\|$/g, '')
  return inner.split(/(?<!\\)\|/)
}

function costOfLine(line: string, begins: boolean): number {
  if (alert.test(line)) return costOf.alert
  if (component.test(line)) return costOf.component
  if (begins && quote.test(line)) return costOf.quote
  if (begins && footnote.test(line)) return costOf.footnote
  if (definition.test(line)) return costOf.definition
  if (!begins && underline.test(line)) return costOf.underline
  const marker = item.exec(line)?.[0]
  if (marker === undefined) return costOfText(begins)
  return marker.endsWith(']') ? costOf.task : costOf.item
}

function costOfText(begins: boolean): number {
  return begins ? costOf.paragraph : costOf.line
}

const quote = /^[-+*\d.) \t]*>/
const alert = /^[-+*\d.) \t]*>[ \t]*\[!/
const component = /^ {0,3}::\w/
const emptyQuote = /^[\s>]*$/
const footnote = /^[-+*\d.) \t]*\[\^/
const definition = /^[-+*\d.) \t>]*\[[^^\]]+\]:/
const item = /^[ \t>]*(?:[-+*]|\d{1,9}[.)])[ \t]+(?:\[[ xX]\])?/
/** Turns the paragraph above into a heading, or into the header of a table. */
const underline = /^[ \t>|:=-]*[=-][ \t>|:=-]*$/

/** Such a line is neither blank nor indented, and does not begin a quote or list item. */
const beginsWithLetter = /^[A-Za-z]/

/**
 * The number of nested quotes and list items that begin on a line, up to one over the limit, and the column after the last one.
 */
function nesting(line: string): { depth: number; column: number } {
  const marker = /[ \t]*(?:>|(?:[-+*]|\d{1,9}[.)])(?=[ \t])|\[\^[^\]]*\]:)/y
  let depth = 0
  let column = 1
  while (depth <= maxDepth && marker.test(line)) {
    depth++
    column = marker.lastIndex
  }
  return { depth, column }
}

/** Number of levels by which a line is indented. Continuing a nested list costs as much per line as beginning one. */
function indentation(line: string): number {
  const leading = /^[ \t]+/.exec(line)?.[0]
  return leading === undefined ? 0 : Math.floor(leading.replaceAll('\t', '    ').length / 4)
}

/** The largest length of a document's HTML, in characters. Addresses and titles of definitions count with each use. */
export function maxHtmlLength(text: string): number {
  return Math.max(64 * 1024, 20 * text.length)
}

export function tooMuchHtml(at: Origin): Diagnostic {
  return diagnostic(
    'markdown/too-large',
    'The HTML of this text would be more than twenty times as long as the text.',
    {
      at,
      hint: 'Use long addresses and titles in fewer places, or reduce the nesting.',
    },
  )
}

export function tooSlow(at: Origin): Diagnostic {
  return diagnostic('markdown/too-complex', 'Parsing this text takes too long.', {
    at,
    hint: 'Split it, and look for long runs of brackets, stars, underscores or backticks.',
  })
}

function tooComplex(what: string, hint: string, at: Origin): Diagnostic {
  return diagnostic('markdown/too-complex', `The text has ${what}.`, { at, hint })
}
