/** Each item with the same key as an earlier one, and the first item with that key. */
export function repeated<Item>(
  items: readonly Item[],
  keyOf: (item: Item) => string,
): (readonly [item: Item, first: Item])[] {
  const all = grouped(items.map(item => [keyOf(item), item] as const))
  return items.flatMap(item => {
    const first = all.get(keyOf(item))?.[0] as Item
    return first === item ? [] : [[item, first] as const]
  })
}

/** The values of each key, in the order of the entries. */
export function grouped<Key, Value>(entries: Iterable<readonly [Key, Value]>): Map<Key, Value[]> {
  const groups = new Map<Key, Value[]>()
  for (const [key, value] of entries) {
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [value])
    else group.push(value)
  }
  return groups
}
