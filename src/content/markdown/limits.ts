// Limits on a single Markdown document, far above what people write.

import { createContext, Script } from 'node:vm'
import { type Diagnostic, diagnostic, type Origin, timedOut } from '../../diagnostics/index.ts'
import { type MarkdownPlace, maxDepth, tooDeep } from './problems.ts'

const maxLength = 128 * 1024

/**
 * Quotes, list items and footnotes, one in the other at the start of a line. Both parsers take seconds for thousands of them,
 * and the native one cannot be stopped.
 */
const tooManyLevels = new RegExp(
  `^(?:[ \\t]*(?:>|(?:[-+*]|\\d{1,9}[.)])(?=[ \\t])|\\[\\^[^\\]\\n]*\\]:)){${maxDepth + 1}}`,
  'm',
)

/** Reports a document that must not even be parsed. */
export function limitProblem(text: string, place: MarkdownPlace): Diagnostic | undefined {
  if (text.length > maxLength) {
    return diagnostic('markdown/too-large', `The text is longer than ${maxLength / 1024} kB.`, {
      at: place.originAt({ line: 1, column: 1 }),
      hint: 'Split it into several articles.',
    })
  }
  const deep = tooManyLevels.exec(text)
  if (deep === null) return undefined
  const line = text.slice(0, deep.index).split('\n').length
  return tooDeep(place.originAt({ line, column: deep[0].length }))
}

/** The largest length of a document's HTML, in characters. Addresses and titles of definitions count with each use. */
export function maxHtmlLength(text: string): number {
  return Math.max(64 * 1024, 20 * text.length)
}

/** Whether a table alone would exceed that length: each row has as many cells as the first one, but may be much shorter. */
export function isTooMuchTable(columns: number, rows: number, text: string): boolean {
  return columns * rows * '<td></td>'.length > maxHtmlLength(text)
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

export function tooComplex(at: Origin): Diagnostic {
  return diagnostic(timedOut, 'This text is too complex to be parsed in a few seconds.', {
    at,
    hint: 'Split it, and look for long runs of brackets, stars, underscores or backticks.',
  })
}

/** A script that only makes the call: the work itself, and everything it creates and throws, belongs to this realm. */
const call = new Script('work()')
let context: { work: (() => unknown) | undefined } | undefined

/**
 * Returns the result of the work, or undefined if the time or the stack runs out. V8's watchdog may stop the work at any point,
 * so the work must not leave shared data half changed. Costs about 30 microseconds.
 */
export function withinLimits<Value>(milliseconds: number, work: () => Value): { value: Value } | undefined {
  context ??= createContext({ work: undefined }) as { work: undefined }
  context.work = work
  try {
    return { value: call.runInContext(context, { timeout: milliseconds }) as Value }
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'ERR_SCRIPT_EXECUTION_TIMEOUT' || message === 'Maximum call stack size exceeded')
      return undefined
    throw error
  } finally {
    context.work = undefined
  }
}
