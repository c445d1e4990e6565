/**
 * What of an address is kept, as JSON: the value of each parameter by its name at the provider. Undefined if nothing is.
 * Pure; part of `lead-source.ts`.
 * @param keep Matches the names of the parameters that are kept.
 * @param names By parameter, the name that the provider has for it, where it has another.
 */
export function firstTouch(
  search: string,
  keep: RegExp,
  names: Readonly<Record<string, string>>,
): string | undefined {
  const kept: Record<string, string> = {}
  // The length that a frame's address may gain: servers refuse long ones.
  let room = 4000
  for (const [name, value] of new URLSearchParams(search)) {
    const as = names[name] ?? name
    // Without what cannot be printed; half a character that the cut leaves is such.
    const text = value.slice(0, 200).replace(/[\p{C}\u2028\u2029]/gu, '')
    const length = encodeURIComponent(as + text).length
    if (keep.test(name) && text && !kept[as] && length < room) {
      kept[as] = text
      room -= length
    }
  }
  return room < 4000 ? JSON.stringify(kept) : undefined
}
