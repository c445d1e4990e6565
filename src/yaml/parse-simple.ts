// Fast path for typical front matter: `key: value` lines with strings of one line, dates, true or false, and lists of such
// strings. It returns exactly what the `yaml` package returns, or undefined; then the package parses the text, which takes twenty
// times as long. test/yaml/conformance.test.ts checks that both agree.

import type { Origin } from '../diagnostics/index.ts'
import type { SourceFile } from '../files/index.ts'
import type { Located, LocatedEntry, LocatedMap, LocatedScalar } from './located.ts'

const keyLine = /^([A-Za-z]{1,40}):(?: +(.+))?$/
const itemLine = /^( *)- +(.+)$/

/** Includes every character that no page may show: `forbiddenCharacter` in `files/`. */
const unshown = '\\p{Cc}\\p{Surrogate}\\p{Noncharacter_Code_Point}\\u202a-\\u202e\\u2066-\\u2069'
/** A quoted string without escapes or its own quote inside. */
const quoted = new RegExp(`^(?:"[^"\\\\${unshown}\\ufeff]*"|'[^'${unshown}\\ufeff]*')$`, 'u')
/** Begins like a word, and contains nothing that starts a comment, ends a key or could be trimmed. */
const plain = new RegExp(`^[A-Za-z0-9_](?:[^${unshown}\\s\\ufeff:#]|:(?=[^\\s:])|(?<! )#| (?=\\S))*$`, 'u')
/** Words that are not strings in the core schema. true and false are converted here; null is left to the package. */
const reserved = /^(?:null|true|false)$/i
/** No number contains a space, or a hyphen that does not follow the "e" of an exponent. */
const cannotBeNumber = /^\D|[^eE]-| /
/** These characters end an item of a flow list. */
const flowMark = /[,[\]{}]/

/** Parses such front matter, with positions; undefined if the `yaml` package must parse it. */
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
  if (!plain.test(written) || !cannotBeNumber.test(written)) return undefined
  const isBoolean = written === 'true' || written === 'false'
  if (reserved.test(written) && !isBoolean) return undefined
  return { kind: 'scalar', origin, value: isBoolean ? written === 'true' : written, written }
}
