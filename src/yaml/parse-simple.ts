// The short way for what front matter nearly always is: `key: value` lines with texts of one line, dates, true or false, and
// lists of such texts. It makes exactly what the `yaml` package makes of them or says that it is not sure; then the package is
// asked, which takes twenty times as long. test/yaml/conformance.test.ts holds the two together.

import type { Origin } from '../diagnostics/index.ts'
import type { SourceFile } from '../files/index.ts'
import type { Located, LocatedEntry, LocatedMap, LocatedScalar } from './located.ts'

const keyLine = /^([A-Za-z]{1,40}):(?: +(.+))?$/
const itemLine = /^( *)- +(.+)$/

/** At least what no page may show: `forbiddenCharacter` of `files/`. */
const unshown = '\\p{Cc}\\p{Surrogate}\\p{Noncharacter_Code_Point}\\u202a-\\u202e\\u2066-\\u2069'
/** Quotes around what has neither quotes of the same kind nor escapes in it. */
const quoted = new RegExp(`^(?:"[^"\\\\${unshown}\\ufeff]*"|'[^'${unshown}\\ufeff]*')$`, 'u')
/** Begins like a word; nothing that starts a comment, ends a key or could be trimmed. */
const plain = new RegExp(`^[A-Za-z0-9_](?:[^${unshown}\\s\\ufeff:#]|:(?=[^\\s:])|(?<! )#| (?=\\S))*$`, 'u')
/** Words of the core schema that are no text. True and false are made here; null is left to the package. */
const reserved = /^(?:null|true|false)$/i
/** No number has a space in it, nor a hyphen that does not follow the "e" of an exponent. */
const beyondNumber = /^\D|[^eE]-| /
/** In a flow list these end a text. */
const flowMark = /[,[\]{}]/

/** A text of such lines as located data, or undefined where the `yaml` package has to be asked. */
export function parseSimpleMap({ path, text }: SourceFile): LocatedMap | undefined {
  const entries = new Map<string, LocatedEntry>()
  const at = (index: number, column: number): Origin => ({ file: path, line: index + 1, column })
  const lines = text.split('\n')
  let origin: Origin | undefined
  let index = 0
  while (index < lines.length) {
    const line = lines[index] as string
    if (line === '') {
      index++
      continue
    }
    const [, key, written] = keyLine.exec(line) ?? []
    if (key === undefined || entries.has(key)) return undefined
    const keyOrigin = at(index, 1)
    origin ??= keyOrigin
    let value: Located | undefined
    if (written !== undefined) {
      value = parseValue(written, at(index, line.length - written.length + 1))
      index++
    } else {
      const items: Located[] = []
      let indentation: string | undefined
      for (index++; index < lines.length; index++) {
        const itemWritten = lines[index] as string
        if (itemWritten === '') continue
        const [, before, text] = itemLine.exec(itemWritten) ?? []
        if (before === undefined || text === undefined) break
        indentation ??= before
        if (before !== indentation) return undefined
        const item = parseScalar(text, at(index, itemWritten.length - text.length + 1))
        if (item === undefined) return undefined
        value ??= { kind: 'list', origin: at(index, before.length + 1), items }
        items.push(item)
      }
    }
    if (value === undefined) return undefined
    entries.set(key, { keyOrigin, value, shadowed: [] })
  }
  return origin && { kind: 'map', origin, entries }
}

function parseValue(written: string, origin: Origin): Located | undefined {
  if (!written.startsWith('[') || !written.endsWith(']')) return parseScalar(written, origin)
  const items: LocatedScalar[] = []
  let offset = 1
  for (const part of written.slice(1, -1).split(',')) {
    const before = part.startsWith(' ') ? 1 : 0
    const text = part.slice(before)
    const itemOrigin = { ...origin, column: origin.column + offset + before }
    const item = flowMark.test(text) ? undefined : parseScalar(text, itemOrigin)
    if (item === undefined) return undefined
    items.push(item)
    offset += part.length + 1
  }
  return { kind: 'list', origin, items }
}

function parseScalar(written: string, origin: Origin): LocatedScalar | undefined {
  if (quoted.test(written)) return { kind: 'scalar', origin, value: written.slice(1, -1), written }
  if (!plain.test(written) || !beyondNumber.test(written)) return undefined
  const value = reserved.test(written) ? truthOf(written) : written
  return value === undefined ? undefined : { kind: 'scalar', origin, value, written }
}

function truthOf(written: string): boolean | undefined {
  return written === 'true' ? true : written === 'false' ? false : undefined
}
