/** The result of some work, or `otherwise` (by default undefined) if it throws for any reason. */
export function attempt<Value>(work: () => Value): Value | undefined
export function attempt<Value>(work: () => Value, otherwise: Value): Value
export function attempt<Value>(work: () => Value, otherwise?: Value): Value | undefined {
  try {
    return work()
  } catch {
    return otherwise
  }
}
