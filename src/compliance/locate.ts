// Where a text of a page is written. Pages are made from many files, so a finding is looked for in the sources of its brand: its
// words, one after the other, whatever markup, tokens and line breaks stand between them. Findings are rare, so this may be slow.

import type { Origin } from '../diagnostics/index.ts'
import type { SourceFile } from '../files/index.ts'

/** A text file with its words, and where each begins. */
interface WordStream {
  readonly source: SourceFile
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
}

export interface SourceIndex {
  /** Where a sentence of a paragraph is written: all places, those of the strongest layer of each file. */
  placesOf(sentence: string, paragraph: string, first?: string): SourcePlace[]
  /** The text files, strongest first. */
  readonly sources: readonly SourceFile[]
}

/**
 * @param sources Of a brand, the strongest layer of a file before the weaker ones.
 * @param tokens What `{name}` stands for.
 */
export function sourceIndex(
  sources: readonly SourceFile[],
  tokens: Readonly<Record<string, string>>,
): SourceIndex {
  const streams = new Map<SourceFile, WordStream>()
  const streamOf = (source: SourceFile): WordStream => {
    const known = streams.get(source) ?? wordStream(source, tokens)
    streams.set(source, known)
    return known
  }
  const search = (words: readonly string[], among: readonly SourceFile[], start = 0): SourcePlace[] => {
    const places: SourcePlace[] = []
    const wanted = ` ${words.join(' ')} `
    const found = new Set<string>()
    for (const source of among) {
      const name = layerName(source.path)
      if (found.has(name)) continue
      const stream = streamOf(source)
      for (let at = stream.text.indexOf(wanted); at !== -1; at = stream.text.indexOf(wanted, at + 1)) {
        found.add(name)
        const word = wordAt(stream.starts, at + 1) + start
        places.push(placeAt(source, stream.offsets[word] as number))
      }
    }
    return places
  }
  return {
    sources,
    placesOf(sentence, paragraph, first) {
      const own = plainWords(sentence)
      const whole = plainWords(paragraph)
      if (own.length === 0) return []
      const ordered =
        first === undefined
          ? sources
          : [...sources].sort((a, b) => Number(b.path === first) - Number(a.path === first))
      const start = Math.max(0, indexOfWords(whole, own))
      const written = (among: readonly SourceFile[]): SourcePlace[] => {
        const exact = search(whole, among, start)
        return exact.length > 0 ? exact : search(own, among)
      }
      // A house may have the same finding in each brand, an article's in each article: first the page's own file, then those where
      // the longer words stand as they are. The words of a file are read when it is searched.
      const ownFile = ordered.filter(({ path }) => path === first)
      let places = written(ownFile)
      if (places.length === 0) places = written(ordered.filter(source => holdsMost(source, own)))
      if (places.length === 0) places = written(ordered)
      if (places.length > 0) return places
      // A template put the text together: the longest run of words that some file has. The page's own comes first: it is where most
      // texts are, and to look for every run in every file takes a minute in a site of a thousand articles.
      for (const [among, shortest] of [
        [ownFile, Math.ceil(own.length / 2)],
        [ordered, Math.min(3, own.length - 1)],
      ] as const) {
        for (let length = own.length - 1; among.length > 0 && length >= Math.max(1, shortest); length--) {
          for (let from = 0; from + length <= own.length; from++) {
            const places = search(own.slice(from, from + length), among)
            if (places.length > 0) return places.slice(0, 1)
          }
        }
      }
      return []
    },
  }
}

const lowerCase = new WeakMap<SourceFile, string>()

/** Whether most of some words stand in a file, markup and tokens aside. */
function holdsMost(source: SourceFile, words: readonly string[]): boolean {
  const text = lowerCase.get(source) ?? source.text.toLowerCase()
  lowerCase.set(source, text)
  const long = words.filter(word => word.length > 4)
  return long.filter(word => text.includes(word)).length * 2 >= long.length
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

function wordAt(starts: readonly number[], at: number): number {
  let low = 0
  let beyond = starts.length
  while (beyond - low > 1) {
    const middle = (low + beyond) >> 1
    if ((starts[middle] as number) <= at) low = middle
    else beyond = middle
  }
  return low
}

export function placeAt(source: SourceFile, offset: number): SourcePlace {
  const before = source.text.slice(0, offset)
  const line = before.split('\n').length
  return { file: source.path, line, column: offset - before.lastIndexOf('\n'), source, offset }
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

function wordStream(source: SourceFile, tokens: Readonly<Record<string, string>>): WordStream {
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
  for (const match of source.text.matchAll(pieces)) {
    const [piece, token, unicode, byte, hex, decimal, named] = match
    const { index } = match
    if (token !== undefined) {
      const value = Object.hasOwn(tokens, token) ? tokens[token] : undefined
      end()
      for (const item of plainWords(value ?? token)) {
        words.push(item)
        offsets.push(index)
      }
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
  let text = ' '
  const starts: number[] = []
  for (const item of words) {
    starts.push(text.length)
    text += `${item} `
  }
  return { source, text, starts, offsets }
}
