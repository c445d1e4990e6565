// Finds pages of different brands with nearly the same text, which search engines treat as doorways. For each text, only the
// smallest hashes of its runs of five words are stored; the similarity of two texts is estimated from them
// (https://en.wikipedia.org/wiki/MinHash).

import {
  compareText,
  counted,
  type Diagnostic,
  diagnostic,
  grouped,
  listOf,
  startOf,
} from '../diagnostics/index.ts'

/** The text of a page, prepared for comparison. */
export interface PageText {
  readonly route: string
  /** The source path of its text, or of the strongest layer if it has several texts. */
  readonly source: string
  /** `sketchOf` its texts; absent if it has a single text, which is the same for all brands that show the file. */
  readonly sketch?: string
}

interface BrandTexts {
  readonly id: string
  readonly texts?: readonly PageText[] | undefined
}

/** The number of words in a run. */
const runLength = 5
/** Number of hashes stored for a text: a score is accurate to about three hundredths, and exact for texts of up to 200 words. */
const sketchSize = 256
/** Texts with at least this score, which is the share that they have in common, are nearly the same. */
const threshold = 0.8
/** Texts with fewer runs, such as a heading with one line below it, are too short to compare. */
const leastRuns = 10

/** The smallest hashes of a text's runs of words, in Base64. */
export function sketchOf(text: string): string {
  return Buffer.from(smallestHashes(text).buffer).toString('base64')
}

function smallestHashes(text: string): Uint32Array {
  const words = (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).map(hashOfWord)
  const hashes = new Uint32Array(Math.max(0, words.length - runLength + 1))
  for (let start = 0; start < hashes.length; start++) {
    let hash = 0x811c9dc5
    for (let at = start; at < start + runLength; at++)
      hash = Math.imul(hash ^ (words[at] as number), 0x01000193)
    hashes[start] = mixed(hash)
  }
  return Uint32Array.from(new Set(hashes.sort())).slice(0, sketchSize)
}

function hashOfWord(word: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < word.length; at++) hash = Math.imul(hash ^ word.charCodeAt(at), 0x01000193)
  return mixed(hash)
}

/** Spreads a hash over all its bits. */
function mixed(hash: number): number {
  let value = hash
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b)
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35)
  return (value ^ (value >>> 16)) >>> 0
}

/** Words of a Markdown file without its front matter and the targets of its links. */
function wordsOf(markdown: string): string {
  return markdown.replace(/^---\n[\s\S]*?\n---\n/, '').replace(/\]\([^)]*\)/g, '] ')
}

/** The share of the runs of two texts that both contain, from 0 to 1. */
function likeness(a: Uint32Array, b: Uint32Array): number {
  let [inA, inB, both, seen] = [0, 0, 0, 0]
  while (seen < sketchSize && (inA < a.length || inB < b.length)) {
    const x = a[inA] ?? Number.POSITIVE_INFINITY
    const y = b[inB] ?? Number.POSITIVE_INFINITY
    if (x <= y) inA++
    if (y <= x) inB++
    if (x === y) both++
    seen++
  }
  return seen === 0 ? 0 : both / seen
}

/** A text, with the brands that show it. */
interface SharedText {
  /** The first page of each brand that shows it. */
  readonly routes: ReadonlyMap<string, string>
  readonly isFile: boolean
  readonly hashes: Uint32Array | undefined
}

/** Nearly equal pages of several brands. */
interface Likeness {
  readonly brands: readonly string[]
  readonly page: string
  /** The similarity of the two most similar texts. */
  readonly score: number
  /** Whether they come from one file. */
  readonly isFile: boolean
}

/** Number of sets of brands that are reported; the others are only counted. */
const mostNotes = 20
/** Number of pages that a note names. */
const mostPages = 10

/**
 * One note for each set of brands that have pages with nearly the same text.
 * @param readBytes Reads a file of the project; undefined if there is none.
 */
export function nearDuplicates(
  brands: readonly BrandTexts[],
  readBytes: (path: string) => Uint8Array | undefined,
): Diagnostic[] {
  const texts = sharedTexts(brands, readBytes)
  const sets = [
    ...grouped(likenessesIn(texts).map(found => [found.brands.join(' '), found] as const)).values(),
  ]
  const size = ([first, ...more]: readonly Likeness[]) => (first?.brands.length ?? 0) * (more.length + 1)
  sets.sort((a, b) => size(b) - size(a))
  return sets
    .slice(0, mostNotes)
    .flatMap((set, index) => note(set, index === mostNotes - 1 ? sets.length - mostNotes : 0))
}

function sharedTexts(
  brands: readonly BrandTexts[],
  readBytes: (path: string) => Uint8Array | undefined,
): readonly SharedText[] {
  const shown = brands.flatMap(({ id, texts = [] }) =>
    texts.flatMap(({ source, sketch, route }) => {
      // The package's own texts are shared until someone replaces them.
      const isOwn = readBytes(source) !== undefined
      return isOwn ? [[sketch === undefined ? source : `=${sketch}`, [id, route]] as const] : []
    }),
  )
  const compared = new Set(shown.map(([, [id]]) => id)).size
  if (compared < 2) return []
  return [...grouped(shown)].map(([key, pages]): SharedText => {
    const routes = new Map(pages.toReversed())
    const isFile = !key.startsWith('=')
    // A text that all brands show needs no comparison: no other text can add brands to it.
    const file = isFile && routes.size < compared ? readBytes(key) : undefined
    const hashes = isFile
      ? file && smallestHashes(wordsOf(new TextDecoder().decode(file)))
      : decoded(key.slice(1))
    return { routes, isFile, hashes }
  })
}

function decoded(sketch: string): Uint32Array {
  const bytes = Uint8Array.from(Buffer.from(sketch, 'base64'))
  return new Uint32Array(bytes.buffer)
}

/**
 * Texts are looked up by this many of their smallest hashes: texts that have four fifths in common almost always share one of
 * these.
 */
const lookups = 8
/** A hash with more texts than this belongs to a common phrase. */
const mostWithHash = 64

/** Groups of texts that are nearly the same. */
function likenessesIn(texts: readonly SharedText[]): readonly Likeness[] {
  const parents = texts.map((_, index) => index)
  const rootOf = (index: number): number => {
    let root = index
    while (parents[root] !== root) root = parents[root] as number
    parents[index] = root
    return root
  }
  const nearest = new Map<number, { readonly score: number; readonly page: string }>()
  const byHash = new Map<number, number[]>()
  texts.forEach(({ hashes, routes }, index) => {
    if (hashes === undefined || hashes.length < leastRuns) return
    for (const hash of hashes.subarray(0, lookups)) {
      const known = byHash.get(hash) ?? []
      byHash.set(hash, known)
      for (const other of known) {
        const text = texts[other] as SharedText
        if (rootOf(other) === rootOf(index) || hasSameBrands(routes, text.routes)) continue
        const score = likeness(hashes, text.hashes as Uint32Array)
        if (score <= threshold) continue
        const before = [nearest.get(rootOf(other)), nearest.get(rootOf(index))]
        const best = [...before, { score, page: pageOf(text, { routes }) }].flatMap(near => near ?? [])
        parents[rootOf(index)] = rootOf(other)
        nearest.set(
          rootOf(other),
          best.reduce((a, b) => (b.score > a.score ? b : a)),
        )
      }
      if (known.length < mostWithHash) known.push(index)
    }
  })
  const groups = grouped(texts.map((text, index) => [rootOf(index), text] as const))
  return [...groups].flatMap(([root, group]) => {
    const brands = [...new Set(group.flatMap(({ routes }) => [...routes.keys()]))].sort(compareText)
    if (brands.length < 2) return []
    const same = group.find(({ routes }) => routes.size > 1)
    const found = same ? { score: 1, page: pageOf(same, same) } : nearest.get(root)
    return found === undefined
      ? []
      : { brands, ...found, isFile: group.every(({ isFile }) => isFile) && same !== undefined }
  })
}

/** Two texts of the same brand are not a problem between brands. */
function hasSameBrands(a: ReadonlyMap<string, string>, b: ReadonlyMap<string, string>): boolean {
  return a.size === 1 && b.size === 1 && a.keys().next().value === b.keys().next().value
}

function pageOf(a: Pick<SharedText, 'routes'>, b: Pick<SharedText, 'routes'>): string {
  const [one, two] = [[...a.routes.values()][0] ?? '', [...b.routes.values()].at(-1) ?? '']
  return one === two ? one : `${one} and ${two}`
}

function note(set: readonly Likeness[], others: number): Diagnostic[] {
  const { brands = [] } = set[0] ?? {}
  // Pages that do not share a file may surprise their authors, so they come first.
  const pages = [...set].sort(
    (a, b) => Number(a.isFile) - Number(b.isFile) || b.score - a.score || compareText(a.page, b.page),
  )
  const named = pages.slice(0, mostPages).map(({ page, score }) => `${page} (${score.toFixed(2)})`)
  const rest = pages.length > named.length ? `, and ${pages.length - named.length} more` : ''
  const more =
    others > 0
      ? ` ${counted(others, 'more group')} of brands ${others === 1 ? 'has' : 'have'} such pages.`
      : ''
  const who =
    brands.length === 2
      ? brands.map(id => `"${id}"`).join(' and ')
      : `${brands.length} brands (${listOf(brands, 4)})`
  const what = pages.length === 1 ? 'one page' : `${pages.length} pages`
  return [
    diagnostic(
      'fleet/near-duplicate',
      `${who} have nearly the same text on ${what}: ${named.join(', ')}${rest}.${more}`,
      {
        at: startOf(`brands/${brands.at(-1)}/brand.yaml`),
        hint: 'Give each brand its own content, point shared articles to one brand with "canonicalOf", or use "index: false" for a brand that is only for paid traffic.',
      },
    ),
  ]
}
