// Functions on nodes of a Markdown tree that both parsers use.

import type { Nodes } from 'mdast'

/** The start of a node. Both parsers give every node its position; the types allow nodes without one. */
export function startOfNode(node: Nodes): {
  readonly line: number
  readonly column: number
  readonly offset?: number | undefined
} {
  return node.position?.start ?? { line: 1, column: 1 }
}

/** The start and end of a node in its text. */
export function offsetsOf({ position }: Nodes): readonly [start: number, end: number] {
  return [position?.start.offset ?? 0, position?.end.offset ?? 0]
}

/** The Markdown that a node was made from. */
export function sourceOf(node: Nodes, text: string): string {
  return text.slice(node.position?.start.offset, node.position?.end.offset)
}

/** The text of a node without its markup. */
export function plainTextOf(node: Nodes): string {
  if ('value' in node && node.type !== 'html') return node.value
  return 'children' in node ? node.children.map(plainTextOf).join('') : ''
}

/**
 * Puts text on one line: a line end within a paragraph becomes a space, without the spaces around it. A space compresses
 * better. Between Chinese or Japanese characters, browsers do not show a line end as a space, so it stays there.
 */
export function onOneLine(text: string): string {
  if (!text.includes('\n')) return text
  return text.replace(/[ \t]*\n[ \t]*/g, '\n').replace(/(?<![\u2e80-\uffef])\n/g, ' ')
}
