// Results kept by what they were computed from.

/** A function that computes each result once. */
export function remembered<Key, Value>(compute: (key: Key) => Value): (key: Key) => Value {
  return rememberedIn(new Map(), compute)
}

/** The same for objects, each result kept for as long as its object is in use. */
export function rememberedWeakly<Key extends object, Value>(
  compute: (key: Key) => Value,
): (key: Key) => Value {
  return rememberedIn(new WeakMap(), compute)
}

function rememberedIn<Key, Value>(
  known: { has(key: Key): boolean; get(key: Key): Value | undefined; set(key: Key, value: Value): unknown },
  compute: (key: Key) => Value,
): (key: Key) => Value {
  return key => {
    if (!known.has(key)) known.set(key, compute(key))
    return known.get(key) as Value
  }
}
