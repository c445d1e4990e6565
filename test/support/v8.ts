// What can be seen of V8's work.

import { serialize } from 'node:v8'

/** How V8 keeps a text: its serializer writes it as it is, with one tag or the other before its length. */
export function bytesPerCharacter(text: string): 1 | 2 {
  const [, , tag] = serialize(text)
  return tag === '"'.charCodeAt(0) ? 1 : 2
}
