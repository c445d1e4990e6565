// Parses YAML text into located data, with the `yaml` package and its core schema: dates and phone numbers stay text, `yes`
// and `no` stay text, aliases and merge keys are refused (they are how YAML bombs are made).

import {
  isAlias,
  isMap,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  parseDocument,
  type Range,
  visit,
  type YAMLError,
  YAMLParseError,
} from 'yaml'
import { type Diagnostic, diagnostic, type Origin, type Outcome } from '../diagnostics/index.ts'
import {
  conflictMarker,
  conflictProblem,
  forbiddenCharacter,
  forbiddenCharacterProblem,
  originAt,
  type SourceFile,
} from '../files/index.ts'
import { characterOf } from '../html/index.ts'
import type { Located, LocatedEntry } from './located.ts'
import { parseSimpleMap } from './parse-simple.ts'

const maxDepth = 12
/**
 * Limit for brackets, or for keys and dashes, on one line: more than any real text has, but fewer than exhaust the parser's
 * stack.
 */
const maxPunctuation = 200
/** One missing quote can cause hundreds of errors in the following lines, which would help nobody. */
const maxErrors = 20

/**
 * Parses one YAML document. The value is undefined if it has an error or is empty. Every error is reported at its own position.
 */
export function parseYaml(source: SourceFile): Outcome<Located | undefined> {
  const conflict = conflictMarker(source.text)
  if (conflict !== undefined)
    return { value: undefined, diagnostics: [conflictProblem(originAt(source, conflict))] }
  const simple = parseSimpleMap(source)
  const absurd = simple === undefined ? absurdDepth(source.text) : undefined
  if (absurd !== undefined) return { value: undefined, diagnostics: [tooDeep(originAt(source, absurd))] }
  return simple === undefined ? parseByPackage(source) : { value: simple, diagnostics: [] }
}

/** The reference: parses any text that is not absurdly nested. `parseSimpleMap` returns the same, only faster. */
export function parseByPackage(source: SourceFile): Outcome<Located | undefined> {
  const tab = /^[^\S\n]*\t/m.exec(source.text)
  const place = placesIn(source)
  const document = parseDocument(source.text, {
    prettyErrors: false,
    stringKeys: true,
    // The package compares each key with all others in its map: thousands of keys would take seconds.
    uniqueKeys: false,
  })
  reportDuplicateKeys(document)
  if (document.errors.length > 0) {
    return { value: undefined, diagnostics: syntaxErrors(document, place, source, tab) }
  }
  const diagnostics: Diagnostic[] = []
  /** Escapes may produce characters that the text itself cannot contain. */
  const look = (value: string, start: number, end: number): void => {
    const bad = forbiddenCharacter(value)
    if (bad === undefined) return
    const spelling = escapeOf(bad.character, source.text.slice(start, end))
    const at = place(start + (spelling?.index ?? 0))
    diagnostics.push(forbiddenCharacterProblem(bad.character, at, spelling?.written))
  }

  const convert = (node: Node | null | undefined, fallback: number, depth: number): Located => {
    const start = node?.range?.[0] ?? fallback
    const origin = place(start)
    if (depth > maxDepth) diagnostics.push(tooDeep(origin))
    else if (isAlias(node) || (node && 'anchor' in node && node.anchor)) {
      diagnostics.push(
        diagnostic('yaml/alias', 'Anchors (&name) and aliases (*name) are not supported.', {
          at: origin,
          hint: 'Write out the value, or quote it if the & or * is part of the text.',
        }),
      )
    } else if (isMap(node)) {
      const entries = new Map<string, LocatedEntry>()
      for (const pair of node.items as Pair<Node, Node | null>[]) {
        const keyStart = pair.key?.range?.[0] ?? start
        const key = isScalar(pair.key) ? String(pair.key.value) : ''
        const keyEnd = pair.key?.range?.[1] ?? keyStart
        look(key, keyStart, keyEnd)
        entries.set(key, {
          keyOrigin: place(keyStart),
          value: convert(pair.value, keyEnd, depth + 1),
          shadowed: [],
        })
      }
      return { kind: 'map', origin, entries }
    } else if (isSeq(node)) {
      return { kind: 'list', origin, items: node.items.map(item => convert(item as Node, start, depth + 1)) }
    } else if (isScalar(node)) {
      const end = node.range?.[1] ?? start
      const written = source.text.slice(start, end)
      if (typeof node.value === 'string') look(node.value, start, end)
      return { kind: 'scalar', origin, value: scalarValue(node.value, written), written }
    }
    return { kind: 'scalar', origin, value: null, written: '' }
  }
  const root = document.contents === null ? undefined : convert(document.contents as Node, 0, 1)
  return { value: diagnostics.length > 0 ? undefined : root, diagnostics }
}

/** Adds the error that the package would report, after the syntax errors. */
function reportDuplicateKeys(document: ReturnType<typeof parseDocument>): void {
  visit(document, {
    Map: (_, { items }) => {
      const seen = new Set<unknown>()
      for (const { key } of items) {
        if (!isScalar(key)) continue
        const start = key.range?.[0] ?? 0
        if (seen.has(key.value))
          document.errors.push(
            new YAMLParseError([start, start + 1], 'DUPLICATE_KEY', 'Map keys must be unique'),
          )
        seen.add(key.value)
      }
    },
  })
}

/**
 * Converts offsets to positions. The parser's own LineCounter misses line ends inside parts that the parser did not expect.
 */
function placesIn({ path, text }: SourceFile): (offset: number) => Origin {
  const starts = [0]
  for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', end + 1)) starts.push(end + 1)
  return offset => {
    let line = 0
    let beyond = starts.length
    while (beyond - line > 1) {
      const middle = (line + beyond) >> 1
      if ((starts[middle] as number) <= offset) line = middle
      else beyond = middle
    }
    return { file: path, line: line + 1, column: Math.max(1, offset - (starts[line] as number) + 1) }
  }
}

/**
 * The offset at which the nesting is too deep. The parser is recursive, and on thousands of brackets it can end the whole
 * process rather than throw (V8 has no room left to compile a regular expression).
 */
function absurdDepth(text: string): number | undefined {
  let open = 0
  let inLine = 0
  for (let offset = 0; offset < text.length; offset++) {
    const character = text[offset]
    if (character === '\n') inLine = 0
    else if (character === '[' || character === '{') open++
    else if ((character === ']' || character === '}') && open > 0) open--
    else if (
      (character === '-' || character === '?' || character === ':') &&
      /\s/.test(text[offset + 1] ?? '')
    )
      inLine++
    if (open > maxPunctuation || inLine > maxPunctuation) return offset
  }
  return undefined
}

const escapes = /\\(?:x([\dA-Fa-f]{2})|u([\dA-Fa-f]{4})|U([\dA-Fa-f]{8})|[\s\S])/g
const shortEscapes: Readonly<Record<string, string>> = {
  '\\0': '\0',
  '\\a': '\x07',
  '\\b': '\b',
  '\\v': '\v',
  '\\f': '\f',
  '\\r': '\r',
  '\\e': '\x1b',
}

/** The first escape in a quoted string that produces the character. */
function escapeOf(character: string, text: string): { written: string; index: number } | undefined {
  for (const { 0: written, 1: two, 2: four, 3: eight, index } of text.matchAll(escapes)) {
    const digits = two ?? four ?? eight
    const meant = digits === undefined ? shortEscapes[written] : characterOf(Number.parseInt(digits, 16))
    if (meant === character) return { written, index }
  }
  return undefined
}

/** A plain `+18005550142` or `0123` is a number in YAML, but its author means text. */
function scalarValue(value: unknown, written: string): string | number | boolean | null {
  if (typeof value === 'number' && /^(\+|-?0[0-9])/.test(written)) return written
  if (typeof value === 'bigint') return written
  return value as string | number | boolean | null
}

function syntaxErrors(
  document: ReturnType<typeof parseDocument>,
  place: (offset: number) => Origin,
  source: SourceFile,
  tab: RegExpExecArray | null,
): Diagnostic[] {
  const seenLines = new Set<number>()
  const diagnostics: Diagnostic[] = []
  for (const error of document.errors.slice(0, maxErrors)) {
    const goesOn = textGoesOn(error, source.text)
    const at = place(goesOn ?? afterEmptyLines(startOf(error, document), source.text))
    // One mistake makes the parser complain several times about one line; the first complaint is the useful one.
    if (seenLines.has(at.line)) continue
    seenLines.add(at.line)
    if (error.code === 'TAB_AS_INDENT' || (tab !== null && at.line === place(tab.index).line)) {
      diagnostics.push(
        diagnostic('yaml/tab', 'A tab is used for indentation, which YAML does not allow.', {
          at: tab !== null && at.line === place(tab.index).line ? place(tab.index + tab[0].length - 1) : at,
          hint: 'Replace it, and any other tab at the start of a line, with spaces.',
        }),
      )
      // From here on, the parser is out of step, so any further errors may be wrong.
      break
    } else if (error.code === 'DUPLICATE_KEY') {
      const key = /^[^\s:]+/.exec(source.text.slice(error.pos[0]))?.[0] ?? ''
      diagnostics.push(
        diagnostic('yaml/duplicate-key', `The key "${key}" occurs twice in the same map.`, {
          at,
          hint: 'Keep one of the two.',
        }),
      )
    } else if (isOtherKind(at, document, source.text, place)) {
      const message = isSeq(document.contents)
        ? 'This is not valid YAML: the lines above are a list, but this line is "key: value".'
        : 'This is not valid YAML: the lines above are "key: value", but this line is a list entry.'
      const hint = isSeq(document.contents)
        ? 'Write it like the entries above, with "- " before its first key.'
        : 'Write it like the entries above ("key: value"), or indent it if it belongs to the last of them.'
      diagnostics.push(diagnostic('yaml/syntax', message, { at, hint }))
      // The parser reports the lines that belong to it too.
      break
    } else if (goesOn !== undefined) {
      const message = 'This is not valid YAML: quoted text continues here, at the start of a line.'
      const hint = 'Put two spaces before it, and before each line up to the closing quote.'
      diagnostics.push(diagnostic('yaml/syntax', message, { at, hint }))
    } else if (followsQuote(error, source.text)) {
      const message = 'This is not valid YAML: text follows a closing quote.'
      const hint = `If the quote is part of the text, write \\" inside double quotes, or '' inside single quotes.`
      diagnostics.push(diagnostic('yaml/syntax', message, { at, hint }))
    } else {
      const [words, hint] = mistakeAndHint(error, at.line, source.text)
      diagnostics.push(diagnostic('yaml/syntax', `This is not valid YAML: ${words}.`, { at, hint }))
    }
  }
  return diagnostics
}

/**
 * The offset at which a quoted string continues without indentation, which the parser reports as a missing quote. A line with
 * a key does not continue the string; in that case, a quote really is missing.
 */
function textGoesOn({ message, pos: [end] }: YAMLError, text: string): number | undefined {
  if (!message.startsWith('Missing closing')) return undefined
  const next = /^\n+(?=[^\s#-])/.exec(text.slice(end))
  const line = next === null ? '' : text.slice(end + next[0].length).split('\n', 1)[0]
  return !line || /^[\w-]+:(?: |$)/.test(line) ? undefined : end + (next?.[0].length ?? 0)
}

/** Whether a line is a list entry after the keys of the outermost map, or a key after the entries of the outermost list. */
function isOtherKind(
  { line, column }: Origin,
  { contents }: ReturnType<typeof parseDocument>,
  text: string,
  place: (offset: number) => Origin,
): boolean {
  const kind = isSeq(contents) ? /^[^\s#-][^#]*?:(?:\s|$)/ : isMap(contents) ? /^-(?:\s|$)/ : undefined
  const first = place(contents?.range?.[0] ?? 0)
  const written = text.split('\n')[line - 1]?.slice(column - 1) ?? ''
  return kind !== undefined && line > first.line && column <= first.column && kind.test(written)
}

function followsQuote({ message, pos: [start] }: YAMLError, text: string): boolean {
  return message.startsWith('Unexpected scalar at node end') && /["'][ \t]*$/.test(text.slice(0, start))
}

/** The parser notices a missing quote or bracket only at the last possible place; the mistake is where it was opened. */
function startOf(error: YAMLError, document: ReturnType<typeof parseDocument>): number {
  const [end] = error.pos
  let start = end
  const look = (_: unknown, { range }: { range?: Range | null | undefined }): void => {
    if (range && range[0] < end && range[1] >= end) start = range[0]
  }
  if (error.message.startsWith('Missing closing')) visit(document, { Scalar: look })
  else if (unclosedBracket.test(error.message)) visit(document, { Map: look, Seq: look })
  return start
}

/** The parser counts empty lines and comments before a mistake as part of it. */
function afterEmptyLines(offset: number, text: string): number {
  if (offset > 0 && text[offset - 1] !== '\n') return offset
  return offset + (/^(?:[ \t]*(?:#.*)?\n)+[ \t]*(?=\S)/.exec(text.slice(offset))?.[0].length ?? 0)
}

function mistakeAndHint({ message, code }: YAMLError, line: number, text: string): readonly [string, string] {
  const raw =
    message
      .split('\n')[0]
      ?.replace(/ at line \d+.*$/, '')
      .trim() ?? ''
  const bracket = unclosedBracket.exec(raw)?.[1]
  if (bracket !== undefined)
    return [
      `a "${bracket === '}' ? '{' : '['}" is opened but never closed`,
      'Close it; if it is part of the text, put the whole text in quotes.',
    ]
  const [words = wordsOfCode[code], hint = hintOfCode[code] ?? quoteHint] =
    slipInIndentation(raw, line, text) ?? plainWords[raw] ?? []
  return [words, hint]
}

/** The slips for which the parser names only a consequence. */
function slipInIndentation(raw: string, line: number, text: string) {
  const lines = text.split('\n').slice(0, line)
  const written = lines.pop() ?? ''
  const indentation = written.search(/\S|$/)
  if (raw === 'All mapping items must start at the same column') {
    const above = lines.findLast(other => /^ *[^\s#]/.test(other) && other.search(/\S/) <= indentation)
    return above?.startsWith('- ', indentation) ? plainWords['Sequence item without - indicator'] : undefined
  }
  const isOnNextLine = raw.startsWith('Nested mappings') && !/:\s.*:(?:\s|$)/.test(written)
  return isOnNextLine
    ? (['the next line is indented too far, so it continues this value', hintOfCode.BAD_INDENT] as const)
    : undefined
}

const quoteHint =
  'Text that contains ": " or " #", or starts with one of @ ` % & * ! | > [ {, must be quoted.'

const hintOfCode: Readonly<Partial<Record<YAMLError['code'], string>>> = {
  BAD_INDENT: 'Indent the keys of one map by the same number of spaces.',
  MISSING_CHAR: 'A quote, bracket or colon is missing on this line or the one before.',
  MULTILINE_IMPLICIT_KEY: 'Write it as "key: value". If it continues the text on the line before, indent it.',
  BLOCK_AS_IMPLICIT_KEY: 'Text that contains ": " or starts with a special character must be quoted.',
  MULTIPLE_DOCS: 'Remove the "---" line: a file may contain only one document.',
}

// Replaces the parser's messages for the most frequent mistakes with plain ones, some with their own hint.
const plainWords: Readonly<Record<string, readonly [words: string, hint?: string]>> = {
  'Nested mappings are not allowed in compact mappings': ['there is a second ": " on this line'],
  'Implicit map keys need to be followed by map values': ['a key has no ":" after it'],
  'Implicit keys need to be on a single line': ['this line has no ":" after its key'],
  'All mapping items must start at the same column': ['the keys of one map do not start at the same column'],
  'All sequence items must start at the same column': [
    'the entries of one list do not start at the same column',
    'Indent the entries of one list by the same number of spaces.',
  ],
  'Sequence item without - indicator': [
    'the lines above are a list, but this line has no "- "',
    'Indent it like the first key of the entry above, or write "- " before it if it is a new entry.',
  ],
  'A block sequence may not be used as an implicit map key': [
    'this list entry does not belong to a list above',
    'Indent it like the entries above. If the lines above are "key: value", write it like them.',
  ],
  'Unexpected block-seq-ind on same line with key': [
    'a list starts on the line of its key',
    'Begin the list on the next line.',
  ],
  'Missing closing "quote': ['a quote is opened but never closed'],
  "Missing closing 'quote": ['a quote is opened but never closed'],
}

const unclosedBracket = /must (?:be sufficiently indented and )?end with a ([\]}])/

/** For messages that the table above does not cover. */
const wordsOfCode: Readonly<Record<YAMLError['code'], string>> = {
  ALIAS_PROPS: 'an alias (*name) has a tag or an anchor',
  BAD_ALIAS: 'a value starts with "*" or "&", which have a special meaning in YAML',
  BAD_COLLECTION_TYPE: 'a tag (!name) does not fit its value',
  BAD_DIRECTIVE: 'a line starts with "%", which has a special meaning in YAML',
  BAD_DQ_ESCAPE: 'in double quotes, a backslash comes before a character that it cannot escape',
  BAD_INDENT: 'a line is indented less or more than the lines around it',
  BAD_PROP_ORDER: 'an anchor or a tag is in a place where it is not allowed',
  BAD_SCALAR_START: 'a value starts with a character that has a special meaning in YAML',
  BLOCK_AS_IMPLICIT_KEY: 'there is a second ": " on this line',
  BLOCK_IN_FLOW: 'an indented list or map is inside brackets',
  DUPLICATE_KEY: 'a key occurs twice in the same map',
  IMPOSSIBLE: 'the parser cannot continue here',
  KEY_OVER_1024_CHARS: 'a key has more than 1024 characters',
  MISSING_CHAR: 'a quote, bracket, colon or line end is missing',
  MULTILINE_IMPLICIT_KEY: 'this line has no ":" after its key',
  MULTIPLE_ANCHORS: 'a value has two anchors (&name)',
  MULTIPLE_DOCS: 'a second document starts here',
  MULTIPLE_TAGS: 'a value has two tags (!name)',
  NON_STRING_KEY: 'a key is not text',
  RESOURCE_EXHAUSTION: 'the file is too large',
  TAB_AS_INDENT: 'a tab is used for indentation',
  TAG_RESOLVE_FAILED: 'a tag (!name) is not known',
  UNEXPECTED_TOKEN: 'there is something after a complete value, or where no value is allowed',
}

function tooDeep(at: Origin): Diagnostic {
  return diagnostic('yaml/too-deep', `Values are nested more than ${maxDepth} levels deep.`, {
    at,
    hint: 'Remove the extra levels.',
  })
}
