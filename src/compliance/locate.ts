// Where a text of a page is written. Pages are made from many files, so a finding is looked for in the sources of its brand: its
// words, one after the other, whatever markup, tokens and line breaks stand between them. Findings are rare, so this may be slow.

import type { Origin } from '../diagnostics/index.ts'
import { remembered, rememberedWeakly, type SourceFile } from '../files/index.ts'
import { yamlComments } from '../yaml/index.ts'

/** A text file with its words, and where each begins. */
interface WordStream {
  readonly source: SourceFile
  /** Its text with spaces for what no page shows. */
  readonly shown: string
  /** Each word with a space before and after it. */
  readonly text: string
  /** Where in `text` each word begins, and where in the source. */
  readonly starts: readonly number[]
  readonly offsets: readonly number[]
}

/** A place in a source. */
export interface SourcePlace extends Origin {
  readonly source: SourceFile
  readonly offset: number
  /** Whether the words are the whole of a value, an item, a line or the text of an element. */
  readonly isWhole?: boolean
}

export interface SourceIndex {
  /**
   * Where a sentence of a paragraph is written: all places, those of the strongest layer of each file.
   * @param first The file of a page that has it.
   * @param isOnly Whether no other page has it.
   */
  placesOf(sentence: string, paragraph: string, first?: string, isOnly?: boolean): SourcePlace[]
}

/**
 * @param sources Of a brand, the strongest layer of a file before the weaker ones.
 * @param tokens What `{name}` stands for.
 */
export function sourceIndex(
  sources: readonly SourceFile[],
  tokens: Readonly<Record<string, string>>,
): SourceIndex {
  const wordsOfToken = remembered((name: string) =>
    plainWords(Object.hasOwn(tokens, name) ? (tokens[name] as string) : name),
  )
  const streamOf = rememberedWeakly((source: SourceFile) => wordStream(writtenWords(source), wordsOfToken))
  /** With which of its words some words begin in a file. */
  function* runsIn(words: readonly string[], source: SourceFile): Generator<number> {
    const wanted = ` ${words.join(' ')} `
    const { text, starts } = streamOf(source)
    for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + 1))
      yield lastUpTo(starts, at + 1)
  }
  const runsOfParagraph = rememberedWeakly((words: readonly string[]) =>
    rememberedWeakly((source: SourceFile) => [...runsIn(words, source)]),
  )
  function* search(
    words: readonly string[],
    among: readonly SourceFile[],
    start?: number,
  ): Generator<SourcePlace> {
    const found = new Set<string>()
    for (const source of among) {
      const name = layerName(source.path)
      if (found.has(name)) continue
      const stream = streamOf(source)
      // Each finding of a paragraph looks for the whole of it.
      for (const first of start === undefined ? runsIn(words, source) : runsOfParagraph(words)(source)) {
        found.add(name)
        const isWhole = isWholeText(stream, first, first + words.length)
        yield { ...placeAt(source, stream.offsets[first + (start ?? 0)] as number), isWhole }
      }
    }
  }
  /**
   * The first place of the longest run of words, as a list. It makes as many searches as there are words, not pairs of them: a
   * "sentence" may be a list of thousands.
   */
  const longestRun = (
    words: readonly string[],
    among: readonly SourceFile[],
    shortest: number,
  ): SourcePlace[] => {
    let longest: SourcePlace | undefined
    let length = Math.max(1, shortest)
    for (let from = 0; from + length <= words.length; from++) {
      for (; from + length <= words.length; length++) {
        const [place] = search(words.slice(from, from + length), among)
        if (place === undefined) break
        longest = place
      }
    }
    return longest === undefined ? [] : [longest]
  }
  return {
    placesOf(sentence, paragraph, first, isOnly = false) {
      const own = plainWords(sentence)
      const whole = wordsOfParagraph(paragraph)
      if (own.length === 0) return []
      const ordered =
        first === undefined
          ? sources
          : [...sources].sort((a, b) => Number(b.path === first) - Number(a.path === first))
      const start = Math.max(0, indexOfWords(whole, own))
      const asWhole = (among: readonly SourceFile[]): SourcePlace[] =>
        [...search(whole, among, start)].filter(({ isWhole }) => isWhole)
      const written = (among: readonly SourceFile[]): SourcePlace[] => {
        const exact = [...search(whole, among, start)]
        return exact.length > 0 ? exact : [...search(own, among)]
      }
      // A house may have the same finding in each brand, an article's in each article: what is likely comes first, and the words of a
      // file are read when it is searched. A text that no file has as a whole was put together, by a template or of code and
      // marks: then its longest run of words counts.
      const ownFile = ordered.filter(({ path }) => path === first)
      const half = Math.ceil(own.length / 2)
      const likely = (): SourceFile[] => ordered.filter(holdingMost(own))
      const ways = [
        // A heading such as "Loading" is a word of many other texts.
        () => asWhole(ownFile),
        () => (isOnly ? written(ownFile) : []),
        () => (whole.length <= shortText ? asWhole(likely()) : []),
        () => written(ownFile),
        () => longestRun(own, ownFile, Math.max(half, 8)),
        () => written(likely()),
        () => written(ordered),
        () => longestRun(own, ownFile, half),
        // An address stands in an attribute, whose words do not count.
        () =>
          ordered
            .filter(({ text }) => text.includes(sentence))
            .map(source => [source, shownOf(source).indexOf(sentence)] as const)
            .flatMap(([source, at]) => (at === -1 ? [] : placeAt(source, at))),
        // What a template puts together is short; a long text would be looked for word by word in every file.
        () => longestRun(own.slice(0, 40), ordered, Math.min(3, own.length - 1)),
      ]
      for (const way of ways) {
        const places = way()
        if (places.length > 0) return places
      }
      return []
    },
  }
}

/** A paragraph may have many findings. */
const wordsOfParagraph = remembered(plainWords, 100)

/** Words of a text that may stand within many others. */
const shortText = 12

/** Whether a word stands in a file. Brands share most files, and many have the same finding. */
const holding = rememberedWeakly((source: SourceFile) => {
  const text = source.text.toLowerCase()
  return remembered((word: string) => text.includes(word), 1000)
})

/** Whether at least half of some words stand in a file, markup and tokens aside. The longest words say it: they are rare. */
function holdingMost(words: readonly string[]): (source: SourceFile) => boolean {
  const few = words
    .filter(word => word.length > 4)
    .sort((a, b) => b.length - a.length)
    .slice(0, 4)
  return source => few.filter(holding(source)).length * 2 >= few.length
}

/** Files of the same name replace each other from layer to layer. */
function layerName(path: string): string {
  return path.replace(/^brands\/[^/]+\//, '')
}

function indexOfWords(whole: readonly string[], part: readonly string[]): number {
  const text = ` ${whole.join(' ')} `
  const at = text.indexOf(` ${part.join(' ')} `)
  return at === -1 ? -1 : text.slice(0, at + 1).split(' ').length - 2
}

/** The place in an ascending list of the last number that is not above another. */
function lastUpTo(starts: readonly number[], at: number): number {
  let low = 0
  let beyond = starts.length
  while (beyond - low > 1) {
    const middle = (low + beyond) >> 1
    if ((starts[middle] as number) <= at) low = middle
    else beyond = middle
  }
  return low
}

const lineStarts = rememberedWeakly(({ text }: SourceFile): readonly number[] => [
  0,
  ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1),
])

export function placeAt(source: SourceFile, offset: number): SourcePlace {
  const starts = lineStarts(source)
  const line = lastUpTo(starts, offset)
  return {
    file: source.path,
    line: line + 1,
    column: offset - (starts[line] as number) + 1,
    source,
    offset,
  }
}

const wordPattern = /[\p{L}\p{N}\p{M}]+/gu

/** The words of a shown text. */
function plainWords(text: string): string[] {
  return text.toLowerCase().match(wordPattern) ?? []
}

// What stands in sources and not in pages, without being the end of a word: emphasis, the addresses of links, hidden characters,
// line ends inside quotes.
const pieces =
  /\{\{?([A-Za-z]\w*)\}?\}|\]\((?:[^()\s]|\([^()]*\))*(?:\s+"[^"]*")?\)|(?<=[a-z])\]\[[^\]]*\]|\\u([0-9A-Fa-f]{4})|\\x([0-9A-Fa-f]{2})|\\n|&(?:#x([0-9A-Fa-f]+)|#(\d+)|(\w+));|<\/?[A-Za-z][^<>]{0,300}>|[*`~\p{DI}]+|(?<![\p{L}\p{N}])_+|_+(?![\p{L}\p{N}])|\[(?=[\p{L}\p{N}*_])|[\p{L}\p{N}\p{M}]+|./gsu

const hiddenReferences = new Set(['shy', 'zwnj', 'zwj', 'lrm', 'rlm', 'ZeroWidthSpace'])

/** Code, in which comments are shown, or a comment. */
const markdownComment = /^(`{3,}|~{3,})[\s\S]*?^\1|<!--[\s\S]*?-->/gm
const scriptComment = /^\s*\/\/.*$|\/\*[\s\S]*?\*\//gm
/** Keys of brand.yaml that rules read and no page shows, with what stands under them. */
const unshownKeys =
  /^(?:waivers|statements|substantiation|badges|states|privacy|channels|disclosures):.*(?:\n(?:[\s#-].*)?)*/gm

/** A text with spaces for what no page shows. */
function shownOf({ path, text }: SourceFile): string {
  const blank = (part: string): string => part.replace(/[^\n]/g, ' ')
  const without = (from: string, pattern: RegExp): string =>
    from.replace(pattern, (part, fence: unknown) => (typeof fence === 'string' ? part : blank(part)))
  if (/\.[jt]sx?$/.test(path)) return without(text, scriptComment)
  const isYaml = /\.ya?ml$/.test(path)
  const yaml = isYaml ? text : (/^---\n[\s\S]*?\n---$/m.exec(text)?.[0] ?? '')
  let shown = without(text, markdownComment)
  for (const [start, end] of yaml.includes('#') && text.startsWith(yaml) ? yamlComments(yaml) : [])
    shown = shown.slice(0, start) + blank(shown.slice(start, end)) + shown.slice(end)
  return path.endsWith('/brand.yaml') ? without(shown, unshownKeys) : shown
}

/** Whether nothing of its value, item, line or element stands before some words or after them. */
function isWholeText({ source, shown, offsets }: WordStream, first: number, end: number): boolean {
  const start = offsets[first] as number
  const before = shown.slice(first === 0 ? 0 : offsets[first - 1], start)
  const after = shown.slice(offsets[end - 1], offsets[end])
  if (!/\n|["'][,}\]]|<|\s\|/.test(after) && end < offsets.length) return false
  if (first === 0) return true
  if (/\.[jt]sx?$/.test(source.path)) return /[>"'`]\s*$/.test(before)
  return (
    /(?:\n\s*(?:[-*+>#|]+|\d+[.)])?\s*|:\s+|:(?=["'])|[>|[{,]\s*)["'`*_]*$/.test(before) &&
    !/^slug\b/.test(before)
  )
}

/** The words of a file as it is written, and where each begins. Brands share most files: each is read once. */
interface WrittenWords {
  readonly source: SourceFile
  readonly shown: string
  /** Of a token its name, behind a mark. */
  readonly words: readonly string[]
  readonly offsets: readonly number[]
}

const tokenMark = '{'

const writtenWords = rememberedWeakly((source: SourceFile): WrittenWords => {
  const words: string[] = []
  const offsets: number[] = []
  let word = ''
  let start = 0
  const put = (text: string, at: number): void => {
    if (word === '') start = at
    word += text
  }
  const end = (): void => {
    if (word === '') return
    for (const piece of word.normalize('NFKC').toLowerCase().match(wordPattern) ?? []) {
      words.push(piece)
      offsets.push(start)
    }
    word = ''
  }
  const isScript = /\.[jt]sx?$/.test(source.path)
  const shown = shownOf(source)
  for (const match of shown.matchAll(pieces)) {
    const [piece, token, unicode, byte, hex, decimal, named] = match
    const { index } = match
    if (token !== undefined) {
      end()
      words.push(tokenMark + token)
      offsets.push(index)
    } else if (unicode !== undefined || byte !== undefined || hex !== undefined || decimal !== undefined) {
      const code = Number.parseInt(
        unicode ?? byte ?? hex ?? (decimal as string),
        decimal === undefined ? 16 : 10,
      )
      const character = code > 0 && code < 0x110000 ? String.fromCodePoint(code) : ' '
      if (/[\p{L}\p{N}\p{M}]/u.test(character)) put(character, index)
      else if (!/[\u00ad\u200b-\u200f\u2060\ufeff]/.test(character)) end()
    } else if (named !== undefined) {
      if (!hiddenReferences.has(named)) end()
    } else if (/^[\p{L}\p{N}\p{M}]/u.test(piece)) put(piece, index)
    else if (/^(?:<|\]|\[|_|[*`~\p{DI}])/u.test(piece)) {
      if (isScript || /^<(?:br|p|li|h\d|div)/i.test(piece)) end()
    } else end()
  }
  end()
  return { source, shown, words, offsets }
})

function wordStream(
  { source, shown, ...written }: WrittenWords,
  wordsOfToken: (name: string) => readonly string[],
): WordStream {
  const starts: number[] = []
  const offsets: number[] = []
  let text = ' '
  const put = (word: string, offset: number): void => {
    starts.push(text.length)
    offsets.push(offset)
    text += `${word} `
  }
  for (const [index, word] of written.words.entries()) {
    const offset = written.offsets[index] as number
    if (!word.startsWith(tokenMark)) put(word, offset)
    else for (const item of wordsOfToken(word.slice(tokenMark.length))) put(item, offset)
  }
  return { source, shown, text, starts, offsets }
}
