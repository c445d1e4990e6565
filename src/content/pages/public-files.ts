// Files that are published unchanged except for tokens in text files: `public/`, and those of bases and the brand, which take
// precedence.

import { type BrandConfig, brandsFolder } from '../../brand/index.ts'
import { collecting, compareText, hasErrors, type Outcome } from '../../diagnostics/index.ts'
import {
  conflictMarker,
  conflictProblem,
  decodeText,
  type Files,
  originAt,
  type SourceFile,
} from '../../files/index.ts'
import { foreignSyntax } from '../markdown/foreign-syntax.ts'
import { unknownToken } from '../texts/token-problems.ts'
import { fillTokens, type TokenValues, unknownTokenPlaces } from '../texts/tokens.ts'

export interface PublicFile {
  /** Its published path: `.well-known/security.txt`. */
  readonly path: string
  /** Source path. */
  readonly source: string
}

export const publicFolder = 'public'

/** The public files of a brand, sorted by path. A stronger layer replaces a file of the same path. */
export function findPublicFiles(
  files: Files,
  { chain }: Pick<BrandConfig, 'chain'>,
): Outcome<readonly PublicFile[]> {
  const { diagnostics, take } = collecting()
  const found = new Map<string, PublicFile>()
  for (const folder of [publicFolder, ...chain.map(id => `${brandsFolder}/${id}/${publicFolder}`)]) {
    for (const source of take(files.list(folder))) {
      const path = source.slice(folder.length + 1)
      found.set(path, { path, source })
    }
  }
  const sorted = [...found.values()].sort((a, b) => compareText(a.path, b.path))
  return { value: sorted, diagnostics }
}

/**
 * The published bytes of a public file: in a `.txt`, tokens are filled in, and it is checked like any other text; all other
 * files, and text files without tokens, are copied byte for byte. Undefined if the text has errors.
 */
export function publishedBytes(
  { path, source }: PublicFile,
  bytes: Uint8Array,
  tokens: TokenValues,
): Outcome<Uint8Array | undefined> {
  // Decoded here, because such a file need not even be UTF-8: verification files come from third parties.
  const mayBeText =
    path.endsWith('.txt') && /\{|^(?:<{7}|>{7})(?= |$)/m.test(Buffer.from(bytes).toString('latin1'))
  if (!mayBeText) return { value: bytes, diagnostics: [] }
  const { diagnostics, take } = collecting()
  const text = take(decodeText(source, bytes))
  if (text === undefined) return { value: undefined, diagnostics }
  take({ value: undefined, diagnostics: textProblems(text) })
  if (hasErrors(diagnostics)) return { value: undefined, diagnostics }
  const filled = fillTokens(text.text, tokens)
  const hasTokens = filled !== text.text
  return {
    value: hasTokens ? new TextEncoder().encode(filled) : bytes,
    diagnostics: hasTokens ? diagnostics : [],
  }
}

function textProblems(file: SourceFile) {
  const { text } = file
  const conflict = conflictMarker(text)
  if (conflict !== undefined) return [conflictProblem(originAt(file, conflict))]
  return [
    ...unknownTokenPlaces(text).map(({ name, offset }) => unknownToken(name, originAt(file, offset))),
    ...foreignSyntax(text, offset => originAt(file, offset)),
  ]
}
