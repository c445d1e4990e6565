// Finds the offset in the source of each character of the text that was made from it.

import type { Origin } from '../diagnostics/index.ts'
import { rememberedWeakly } from '../files/index.ts'
import { characterOf } from '../html/index.ts'
import { type LocatedScalar, originAtOffset } from './located.ts'

/** Ways to write characters with other characters, such as `\n`. */
interface Spellings {
  /** Sticky: matches a spelling at its `lastIndex`. */
  readonly pattern: RegExp
  /** The characters that a spelling means. */
  readonly meaning: (spelling: string) => string
}

/**
 * The offset in a source of each character of a text. The source contains all of them in the same order, with marks and
 * indentation in between. White space has the offset after the preceding character.
 * @param start The text's start in the source.
 */
function writtenOffsets(text: string, source: string, start: number, spellings?: Spellings): number[] {
  const offsets: number[] = []
  let at = start
  while (offsets.length < text.length) {
    const index = offsets.length
    if (/\s/.test(text.charAt(index))) {
      offsets.push(at)
      continue
    }
    const { offset, end, length } = nextWritten(text, index, source, at, spellings)
    for (let unit = 0; unit < length; unit++) offsets.push(offset)
    at = end
  }
  return offsets
}

/** The place of the next character of a text, or of the characters of the next spelling. */
function nextWritten(text: string, index: number, source: string, from: number, spellings?: Spellings) {
  for (let offset = from; offset < source.length; offset++) {
    const spelling = spellings && spellingAt(source, offset, spellings)
    const meaning = spelling === undefined ? source.charAt(offset) : spellings?.meaning(spelling)
    const end = offset + (spelling?.length ?? 1)
    if (meaning && text.startsWith(meaning, index)) return { offset, end, length: meaning.length }
    offset = end - 1
  }
  return { offset: from, end: from, length: 1 }
}

function spellingAt(source: string, offset: number, { pattern }: Spellings): string | undefined {
  pattern.lastIndex = offset
  return pattern.exec(source)?.[0]
}

const singleQuoted: Spellings = { pattern: /''/y, meaning: () => "'" }

const doubleQuoted: Spellings = {
  pattern: /\\(?:x[\da-f]{2}|u[\da-f]{4}|U[\da-f]{8}|[\s\S])/iy,
  meaning(spelling) {
    const hexadecimal = /^\\[xuU](.+)$/.exec(spelling)?.[1]
    if (hexadecimal !== undefined) return characterOf(Number.parseInt(hexadecimal, 16))
    // All others are white space and control characters.
    return /^\\["\\/]$/.test(spelling) ? spelling.charAt(1) : ''
  },
}

const offsetsOfScalar = rememberedWeakly(({ written, value }: LocatedScalar): readonly number[] => {
  const text = String(value)
  if (/^[|>]/.test(written)) return writtenOffsets(text, written, written.indexOf('\n') + 1)
  if (written.startsWith('"')) return writtenOffsets(text, written, 1, doubleQuoted)
  if (written.startsWith("'")) return writtenOffsets(text, written, 1, singleQuoted)
  return writtenOffsets(text, written, 0)
})

/** The position in its file of a character of a scalar's text. */
export function originInScalar(scalar: LocatedScalar, offset: number): Origin {
  const offsets = offsetsOfScalar(scalar)
  return originAtOffset(scalar, offsets[offset] ?? offsets.at(-1) ?? 0)
}
