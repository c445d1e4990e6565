import { hash } from 'node:crypto'
import { rememberedWeakly } from './remembered.ts'

/** SHA-256, in hex, of bytes that no longer change. Remembered, because many brands publish the same file. */
export const sha256Of = rememberedWeakly((bytes: Uint8Array): string => hash('sha256', bytes))

/** SHA-256, in hex, of plain data. */
export function sumOf(data: unknown): string {
  return hash('sha256', JSON.stringify(data))
}
