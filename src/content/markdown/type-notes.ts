// Types in articles about code: "`size` {number}", "the object's [[Prototype]]". They stay text; anywhere else, a name in
// braces is a misspelt token, and one in brackets is a wiki link.

import { suggest } from '../../diagnostics/index.ts'
import { tokenNames } from '../texts/tokens.ts'

const note = /(?<!\{)\{([A-Za-z][\w.]*)\}(?!\})|\[\[\w+\]\]/g
const behindCode = /`[\s*_:–—-]*$/
const knownType =
  /^(?:any|array|bigint|blob|boolean|buffer|date|error|float|function|int|integer|map|null|number|object|promise|regexp|set|stream|string|symbol|this|undefined|url|void)$/i
/** `EventEmitter`, `net.Socket`: no token is written like that. */
const writtenAsType = /^[A-Z]\w*[a-z\d][A-Z]\w*$|^(?:\w+\.)+[A-Z]\w*$/
/** Properties that only JavaScript's specification names. */
const slot = /^\[\[(?:Call|Class|Construct|Delete|Get|IsHTMLDDA|Prototype|Set|\w+(?:Of|Property|Value))\]\]$/

/** Part of a text with these notes replaced by spaces, so that offsets stay the same; and the first note. */
interface TypeNotes {
  readonly rest: string
  readonly first?: { readonly offset: number; readonly written: string }
}

/** @param start The part's offset in the text. */
export function takeTypeNotes(part: string, start: number, text: string): TypeNotes {
  // An article that contains no code is not about code.
  if (!text.includes('`')) return { rest: part }
  let first: TypeNotes['first']
  const rest = part.replace(note, (written, name: string | undefined, offset: number) => {
    const at = start + offset
    const isType =
      name === undefined
        ? slot.test(written)
        : (knownType.test(name) ||
            writtenAsType.test(name) ||
            behindCode.test(text.slice(Math.max(0, at - 9), at))) &&
          suggest(name, tokenNames) === undefined
    if (!isType) return written
    first ??= { offset, written }
    return ' '.repeat(written.length)
  })
  return { rest, ...(first && { first }) }
}
