// Caches results by their input.

/**
 * A function that computes each result once.
 * @param most Results to remember; beyond that, all are forgotten.
 */
export function remembered<Key, Value>(
  compute: (key: Key) => Value,
  most = Number.POSITIVE_INFINITY,
): (key: Key) => Value {
  const results = new Map<Key, Value>()
  return rememberedIn(results, key => {
    if (results.size >= most) results.clear()
    return compute(key)
  })
}

/** The same for objects: each result is remembered as long as its object is in use. */
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
    const result = known.get(key)
    if (result !== undefined || known.has(key)) return result as Value
    const value = compute(key)
    known.set(key, value)
    return value
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
