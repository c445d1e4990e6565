// Turns bytes into text that the rest of Imprint can trust: UTF-8, no byte order mark, ` ` line ends, no invisible characters
// that could hide or reorder what a page shows.

import { isUtf8 } from 'node:buffer'
import { type Diagnostic, diagnostic, type Origin, type Outcome, startOf } from '../diagnostics/index.ts'

/** A text file as read. Made by `files/`, read by every parser. */
export interface SourceFile {
  /** Project-relative path with forward slashes. */
  readonly path: string
  /**
   * Without byte order mark, every line end a single `
   * `; positions in diagnostics refer to it.
   */
  readonly text: string
}

const byteOrderMark = '\ufeff'
// C0 and C1 controls except tab, line feed and next line; bidirectional overrides and isolates, which make text read differently
// from its characters (https://www.unicode.org/reports/tr36/#Bidirectional_Text_Spoofing); noncharacters, which Unicode reserves
// for a program's internal use; unpaired surrogates, which UTF-8 cannot encode.
const forbidden =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u0084\u0086-\u009f\u202a-\u202e\u2066-\u2069\p{Noncharacter_Code_Point}\p{Surrogate}]/u
/** Matches all of them, and also valid surrogate pairs, in a fifth of the time. */
const suspect =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u0084\u0086-\u009f\u202a-\u202e\u2066-\u2069\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff]/

/** The first character in the text that no page may show, or undefined. */
export function forbiddenCharacter(text: string): { character: string; index: number } | undefined {
  const match = suspect.test(text) ? forbidden.exec(text) : null
  return match === null ? undefined : { character: match[0], index: match.index }
}

/**
 * The diagnostic for such a character.
 * @param written The escape or character reference that it was written as, if any.
 */
export function forbiddenCharacterProblem(character: string, at: Origin, written?: string): Diagnostic {
  const code = character.codePointAt(0) as number
  const name = `U+${code.toString(16).toUpperCase().padStart(4, '0')}`
  return written === undefined
    ? diagnostic(
        'file/control-character',
        `The file contains the invisible character ${name}, which is not allowed on pages.`,
        { at, hint: 'Delete the character, or type the sentence again.' },
      )
    : diagnostic(
        'file/control-character',
        `${written} is the invisible character ${name}, which is not allowed on pages.`,
        { at, hint: `Delete ${written}.` },
      )
}

/** Decodes a file's bytes. Bytes that are not UTF-8 and forbidden characters are errors; the text is then undefined. */
export function decodeText(path: string, bytes: Uint8Array): Outcome<SourceFile | undefined> {
  if (!isUtf8(bytes)) {
    const looksWide = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)
    const hint = looksWide
      ? 'It looks like UTF-16. Save the file as UTF-8.'
      : 'Save the file as UTF-8; editors call this setting "encoding".'
    return failed(
      diagnostic('file/invalid-utf8', 'The file is not valid UTF-8 text.', {
        at: firstInvalid(path, bytes),
        hint,
      }),
    )
  }
  const diagnostics: Diagnostic[] = []
  let text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
  if (text.startsWith(byteOrderMark)) {
    text = text.slice(1)
    diagnostics.push(
      diagnostic('file/byte-order-mark', 'The file starts with a byte order mark, which was skipped.', {
        at: startOf(path),
        hint: 'Save it as "UTF-8" rather than "UTF-8 with BOM".',
      }),
    )
  }
  const carriageReturn = text.indexOf('\r')
  if (carriageReturn !== -1) {
    const at = originAt({ path, text }, carriageReturn)
    text = text.replace(/\r\n?/g, '\n')
    diagnostics.push(
      diagnostic(
        'file/crlf',
        'The file has Windows (CRLF) or old Mac (CR) line endings, which were read as line feeds.',
        {
          at,
          hint: 'Save it with LF line endings, so that everyone sees the same file.',
        },
      ),
    )
  }
  const bad = forbiddenCharacter(text)
  if (bad !== undefined) {
    const at = originAt({ path, text }, bad.index)
    return failed(forbiddenCharacterProblem(bad.character, at), diagnostics)
  }
  return { value: { path, text }, diagnostics }
}

/** The position of a character, given its offset in the text. */
export function originAt(source: SourceFile, offset: number): Origin {
  const before = source.text.slice(0, offset)
  return { file: source.path, line: before.split('\n').length, column: offset - before.lastIndexOf('\n') }
}

function failed(problem: Diagnostic, before: readonly Diagnostic[] = []): Outcome<undefined> {
  return { value: undefined, diagnostics: [...before, problem] }
}

function firstInvalid(path: string, bytes: Uint8Array): Origin {
  let line = 1
  let start = 0
  for (;;) {
    const next = bytes.indexOf(0x0a, start)
    const lineBytes = bytes.subarray(start, next === -1 ? bytes.length : next)
    if (!isUtf8(lineBytes) || next === -1) {
      let valid = lineBytes.length
      while (valid > 0 && !isUtf8(lineBytes.subarray(0, valid))) valid--
      return { file: path, line, column: new TextDecoder().decode(lineBytes.subarray(0, valid)).length + 1 }
    }
    start = next + 1
    line++
  }
}

/** The offset of a Git conflict marker (start or end) in the text. */
export function conflictMarker(text: string): number | undefined {
  return conflict.exec(text)?.index
}

const conflict = /^(?:<{7}|>{7})(?= |$)/m

/** Reports an unresolved conflict: an error in any file, because it was never meant to be published. */
export function conflictProblem(at: Origin): Diagnostic {
  return diagnostic('content/conflict-marker', 'There is an unresolved Git merge conflict here.', {
    at,
    hint: 'Keep one of the two versions, and remove the lines that start with <<<<<<<, ======= and >>>>>>>.',
  })
}
