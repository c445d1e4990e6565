// The fast path: Sätteri, a native parser, with `writer.ts` in place of unified. It returns exactly what `parseByReference`
// returns, or nothing; in that case the reference decides, which takes many times as long. A document stays on the fast path
// only if it contains nothing that the two parsers are known to read differently (`isUncertain`), if the writer knows every
// node, and if there is nothing to report. test/content/markdown/conformance.test.ts compares the two.

import type { Root } from 'mdast'
import { attempt, once } from '../../files/index.ts'
import { mayBeForeign } from './foreign-syntax.ts'
import type { Markup } from './markup.ts'
import { loadNativeParser } from './native-parser.ts'
import type { MarkdownPlace } from './problems.ts'
import { writeMarkup } from './writer.ts'

/** The markup of a document, and its tree, whose blocks are paragraphs; undefined if the reference must decide. */
export function parseFast(text: string, place: MarkdownPlace): { tree: Root; markup: Markup } | undefined {
  // A bug in the fast path must not cost a page that the reference can parse.
  return attempt(() => {
    const features = { gfm: true, frontmatter: false }
    const tree = isUncertain(text) ? undefined : nativeParser()?.markdownToMdast(text, { features })
    const markup = tree?.type === 'root' ? writeMarkup(tree, text, place) : undefined
    return tree?.type === 'root' && markup ? { tree, markup } : undefined
  })
}

/**
 * Loaded on first use, so that a command that reads no Markdown does not wait for it. Undefined if there is no binary for this
 * machine: the reference then parses everything.
 */
const nativeParser = once(() => attempt(loadNativeParser))

/**
 * Whether the two parsers may read a document differently. Raw HTML, escapes, character references, definitions, bare
 * addresses, and all but the simplest addresses in angle brackets are rare in articles and full of corner cases. Fuzzing found
 * the rest: two kinds of emphasis side by side, invisible characters that only one parser treats as spaces, lone surrogates,
 * empty list items, list items made of dashes and bars. Noncharacters mark the holes in the reference's HTML.
 */
function isUncertain(text: string): boolean {
  // Plain searches first, then one pattern after the other: several times as fast as one large expression.
  if (text.includes('<') && uncertainTag.test(text)) return true
  if (text.includes('&') && characterReference.test(text)) return true
  if (text.includes(']:') || text.includes('*_') || text.includes('_*') || mayBeForeign(text)) return true
  if (bareAddress.test(text)) return true
  if (unusual.test(text) && uncertainCharacters.some(pattern => pattern.test(text))) return true
  const lines = `\n${text}\n`
  return emptyItem.test(lines) || itemLikeRow.test(lines)
}

const uncertainTag = /<(?!https:\/\/[A-Za-z0-9._~/?#=&%+,:-]+>)[A-Za-z/!?]/
const characterReference = /&#?[A-Za-z0-9]+;/
/** The two parsers differ in where an address in a sentence ends, and in what counts as an address. */
const bareAddress = /(?<![(<])https?:\/\/|(?<![\w./(<])www\.|[\w.+-]@\w/i
/** Anything but line ends and printable ASCII; the backslash counts as unusual. */
const unusual = /[^\n -[\]-~]/
/**
 * Characters that are in the same class in every Unicode version in use. The class of the character next to a star, an underscore
 * or a tilde decides whether emphasis opens there, and micromark sees half a character outside the basic plane.
 */
const settled = '\\0-\\u1aff\\u2000-\\u20bf\\u3000-\\u31bf\\u3400-\\u9fff\\uac00-\\ud7a3'
/** These match only if there are unusual characters. */
const uncertainCharacters = [
  /[\\\t\r\f\v\0\x85\ufeff\ufdd0-\ufdef]/,
  /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/,
  new RegExp(`[^${settled}][*_~]`),
  new RegExp(`[*_~][^${settled}]`),
]
/** A list item without text, if there is a line end before and after the whole text. */
const emptyItem = /\n[ >]*(?:(?:[-+*]|\d+[.)])(?: +|(?=\n)))+(?=\n)/
/** A list item that could be the line below a table's header: the native parser ends the paragraph one line too early. */
const itemLikeRow = /\n[ >]*- [ |:-]*\|[ |:-]*(?=\n)/
