// Results cached by what they were computed from.

/**
 * A function that computes each result once.
 * @param most Results to remember; beyond that, all are forgotten.
 */
export function remembered<Key, Value>(
  compute: (key: Key) => Value,
  most = Number.POSITIVE_INFINITY,
): (key: Key) => Value {
  const known = new Map<Key, Value>()
  return rememberedIn(known, key => {
    if (known.size >= most) known.clear()
    return compute(key)
  })
}

/** The same for objects: each result is remembered for as long as its object is in use. */
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
    const found = known.get(key)
    if (found !== undefined || known.has(key)) return found as Value
    const made = compute(key)
    known.set(key, made)
    return made
  }
}

/** Runs the work on the first call only. */
export function once<Value>(work: () => Value): () => Value {
  let done: { readonly value: Value } | undefined
  return () => {
    done ??= { value: work() }
    return done.value
  }
}
