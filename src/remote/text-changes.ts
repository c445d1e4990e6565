/** What a reader would see change between two texts. */
export interface TextChanges {
  readonly removed: readonly string[]
  readonly added: readonly string[]
}

/** The sentences that only one of two texts has, in their order. A sentence that stands twice counts twice. */
export function textChanges(before: string, after: string): TextChanges {
  return listChanges(sentencesOf(before), sentencesOf(after))
}

/** The items that only one of two lists has. */
export function listChanges(before: readonly string[], after: readonly string[]): TextChanges {
  return { removed: without(before, after), added: without(after, before) }
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

function sentencesOf(text: string): string[] {
  return text
    .split(/(?<=[.!?])\s+|\n+/)
    .map(sentence => sentence.trim())
    .filter(Boolean)
}
