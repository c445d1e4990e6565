/**
 * The part of an address that is stored, as JSON: the value of each parameter, by the provider's name for it. Undefined if
 * there is none. Pure; part of `lead-source.ts`.
 * @param keep Matches the names of the parameters to store.
 * @param names The provider's names for parameters that it calls something else.
 */
export function firstTouch(
  search: string,
  keep: RegExp,
  names: Readonly<Record<string, string>>,
): string | undefined {
  const stored: Record<string, string> = {}
  // The length that may be added to a frame's address: servers refuse long ones.
  let room = 4000
  for (const [name, value] of new URLSearchParams(search)) {
    const as = names[name] ?? name
    // Removes unprintable characters, including half a character left by the cut.
    const text = value.slice(0, 200).replace(/[\p{C}\u2028\u2029]/gu, '')
    const length = encodeURIComponent(as + text).length
    if (keep.test(name) && text && !stored[as] && length < room) {
      stored[as] = text
      room -= length
    }
  }
  return room < 4000 ? JSON.stringify(stored) : undefined
}
