import { sentencesOf } from '../compliance/index.ts'

/** The items that only one of two lists has. */
export interface ListChanges {
  readonly removed: readonly string[]
  readonly added: readonly string[]
}

/** The items that only one of two lists has, in order. An item that occurs twice counts twice. */
export function listChanges(before: readonly string[], after: readonly string[]): ListChanges {
  return { removed: without(before, after), added: without(after, before) }
}

/** The sentences that only one of two texts has. */
export function sentenceChanges(before: string, after: string): ListChanges {
  return listChanges(sentencesIn(before), sentencesIn(after))
}

/** The sentences of each line. */
export function sentencesIn(text: string): string[] {
  return text.split('\n').flatMap(sentencesOf)
}

/** The number of equal items at the start of two sequences and, among the rest, at the end. */
export function commonEnds<Item>(a: ArrayLike<Item>, b: ArrayLike<Item>): { start: number; end: number } {
  const shorter = Math.min(a.length, b.length)
  let start = 0
  while (start < shorter && a[start] === b[start]) start++
  let end = 0
  while (end < shorter - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end++
  return { start, end }
}

function without(items: readonly string[], others: readonly string[]): string[] {
  const left = new Map<string, number>()
  for (const other of others) left.set(other, (left.get(other) ?? 0) + 1)
  return items.filter(item => {
    const count = left.get(item) ?? 0
    left.set(item, count - 1)
    return count <= 0
  })
}

/** The number of characters shown before and after a change in a long string. */
const context = 60

/**
 * Two strings around their difference, each shortened to a length: equal beginnings and ends are cut, but never the change.
 */
export function aroundChange(before: string, after: string, longest: number): [string, string] {
  if (Math.max(before.length, after.length) <= longest) return [before, after]
  const { start, end } = commonEnds(before, after)
  const from = start > context ? start - context : 0
  const cut = (text: string) => {
    const to = end > context ? text.length - end + context : text.length
    const shown = clipped(text.slice(from, to), longest)
    return `${from > 0 ? '…' : ''}${shown}${to < text.length && !shown.endsWith('…') ? '…' : ''}`
  }
  return [cut(before), cut(after)]
}

export function clipped(text: string, longest: number): string {
  return text.length > longest ? `${text.slice(0, longest)}…` : text
}
