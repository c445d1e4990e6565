/** The result of some work. If it throws, for whatever reason: `otherwise`, by default undefined. */
export function attempt<Value>(work: () => Value): Value | undefined
export function attempt<Value>(work: () => Value, otherwise: Value): Value
export function attempt<Value>(work: () => Value, otherwise?: Value): Value | undefined {
  try {
    return work()
  } catch {
    return otherwise
  }
}
