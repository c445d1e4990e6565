import { hash } from 'node:crypto'

const known = new WeakMap<Uint8Array, string>()

/** SHA-256, in hex, of bytes that do not change any more: those of a file that many brands publish are summed up once. */
export function sha256Of(bytes: Uint8Array): string {
  const sum = known.get(bytes) ?? hash('sha256', bytes)
  known.set(bytes, sum)
  return sum
}
