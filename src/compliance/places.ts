// Finds where the text of a finding is written. The content's text knows its places; the block with the finding is a piece of
// it or combines several. Nothing is read until there is a finding.

import { type BrandConfig, brandsFolder, defaultOrigin } from '../brand/index.ts'
import { faqTexts, fileTexts, scalarText, type WrittenText } from '../content/index.ts'
import type { Origin } from '../diagnostics/index.ts'
import {
  type Files,
  once,
  originAt,
  pathInPackage,
  readPackaged,
  remembered,
  rememberedWeakly,
  type SourceFile,
} from '../files/index.ts'
import type { Site } from '../site/index.ts'
import { parseYaml, scalarsOf, valueAt } from '../yaml/index.ts'
import { joinedWords, type WrittenWords, wordsIn, writtenWords } from './written-words.ts'

/** The files of a brand's project. */
interface BrandFiles {
  readonly brand: Pick<BrandConfig, 'chain' | 'located' | 'disclosureLock'>
  readonly files: Files
  /** The files of the package. */
  readonly defaults: Files
}

/** A site with the text that it consists of. */
export interface WrittenSite extends BrandFiles, Pick<Site, 'tokens' | 'written'> {
  /** The files that its pages name as their sources. */
  readonly sources: readonly string[]
}

/** Text that pages show. */
interface SaidText {
  readonly quote: string
  /** The block that contains the quote. */
  readonly block: string
  /** The words of the quote that the finding is about. */
  readonly claimed?: string | undefined
  /** The sources of the pages. */
  readonly sources: readonly string[]
}

/** Texts that are searched together. */
interface TextGroup {
  readonly texts: readonly WrittenWords[]
  /** All of them joined, because a quote may be a whole list. */
  readonly joined: () => WrittenWords
}

/** The largest number of files whose words stay in memory. */
const fewFiles = 500

/** Finds all places where a text is written. Empty if there are none. */
export function placeFinder(site: WrittenSite): (said: SaidText) => readonly Origin[] {
  const { tokens, written } = site
  const groupOf = (texts: readonly WrittenText[]): TextGroup => {
    const words = texts.flatMap(text => writtenWords(text, tokens) ?? [])
    return { texts: words, joined: once(() => joinedWords(words)) }
  }
  const ofFile = remembered((path: string): TextGroup => {
    const source = path.endsWith('.md') ? readSource(site, path) : undefined
    return groupOf(source === undefined ? [] : fileTexts(source))
  }, fewFiles)
  const shared = once(() => [groupOf(sharedTexts(site))])
  const templates = once(() => templateFiles(site).map(templateText))
  const tokenWords = once(() => Object.values(tokens).map(wordsIn).join(''))
  const wordsOfFile = new Map<string, string>()
  /**
   * Whether a file contains the quote. Only its words are cached: the places of all characters of a large site would fill the
   * memory.
   */
  function hasQuote(path: string, said: SaidText, words: string): boolean {
    const known = wordsOfFile.get(path)
    if (known !== undefined) return known.includes(words)
    const source = readSource(site, path)
    if (source === undefined || !mayHave(source, said.quote, tokenWords())) return false
    const made = ofFile(path).joined().text
    wordsOfFile.set(path, made)
    return made.includes(words)
  }
  return said => {
    const wanted = wantedWords(said)
    if (wanted === undefined) return []
    function* groupsOf(paths: readonly string[], first?: string): Iterable<TextGroup> {
      for (const path of new Set(paths))
        if (path === first || hasQuote(path, said, wanted?.quote ?? '')) yield ofFile(path)
    }
    const others = () => groupsOf([...written.homeTexts, ...site.sources])
    const names = new Set(said.sources.map(nameOf))
    const homeTexts = names.has('home.yaml') ? written.homeTexts : []
    const own = () => groupsOf([...said.sources, ...homeTexts], said.sources[0])
    // Of the pages that share a finding, each may have it from its own text. The text of the home page and the FAQ is in YAML.
    const ofYaml = equalTexts(shared(), wanted).filter(({ file }) => names.has(nameOf(file)))
    const equal = [...equalTexts(own(), wanted), ...ofYaml]
    if (equal.length > 0) return equal
    for (const match of [equalTexts, withBlock, withQuote])
      for (const groups of [own, shared, others, templates]) {
        const places = match(groups(), wanted)
        if (places.length > 0) return places
      }
    return partOf([...own(), ...shared()], wanted)
  }
}

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

/** The wanted texts, as `WrittenWords`. */
interface WantedWords {
  readonly block: string
  readonly quote: string
  /** The index at which the quote begins in the block. */
  readonly at: number
  /** The index at which the words that matter begin in the block, and their length. */
  readonly start: number
  readonly length: number
}

function wantedWords({ quote, block, claimed = quote }: SaidText): WantedWords | undefined {
  const words = wordsIn(quote)
  if (words === '') return undefined
  const around = wordsIn(block)
  const whole = around.includes(words) ? around : words
  const at = whole.indexOf(words)
  const matters = wordsIn(claimed).trim()
  const start = whole.indexOf(matters, at)
  return start === -1
    ? { block: whole, quote: words, at, start: at + 1, length: words.length - 2 }
    : { block: whole, quote: words, at, start, length: matters.length }
}

/** The texts that are equal to the whole block. */
function equalTexts(groups: Iterable<TextGroup>, { block, at }: WantedWords): readonly Origin[] {
  return [...groups].flatMap(({ texts }) =>
    texts.flatMap(({ text, originAt }) => (text === block ? originAt(at + 1) : [])),
  )
}

const withBlock = (groups: Iterable<TextGroup>, { block, at }: WantedWords): readonly Origin[] =>
  firstOf(groups, block, at)

const withQuote = (groups: Iterable<TextGroup>, { quote }: WantedWords): readonly Origin[] =>
  firstOf(groups, quote, 0)

/** The first place of some words in each group, shifted by an offset. */
function firstOf(groups: Iterable<TextGroup>, words: string, offset: number): readonly Origin[] {
  return [...groups].flatMap(({ joined }) => {
    const index = joined().text.indexOf(words)
    return index === -1 ? [] : joined().originAt(index + offset + 1)
  })
}

/** The text that most of the words that matter come from, in a block that a template has combined from several. */
function partOf(groups: readonly TextGroup[], { block, start, length }: WantedWords): readonly Origin[] {
  let most = 0
  let found: Origin | undefined
  for (const { text, originAt } of groups.flatMap(({ texts }) => texts)) {
    const words = text.trim()
    for (let index = block.indexOf(words); index !== -1; index = block.indexOf(words, index + 1)) {
      const from = Math.max(start, index)
      const common = Math.min(start + length, index + words.length) - from
      if (common <= most) continue
      most = common
      found = originAt(from - index + 1)
    }
  }
  return found === undefined ? [] : [found]
}

/**
 * Whether a file may contain a text: it has the text's words, except for those from tokens. They may have Markdown marks
 * between them.
 */
function mayHave(source: SourceFile, quote: string, tokenWords: string): boolean {
  const words = (quote.toLowerCase().match(/[a-z]{3,}/g) ?? []).filter(word => !tokenWords.includes(word))
  const missing = words.filter(word => !lowerCase(source).includes(word))
  return missing.length < Math.min(2, words.length)
}

const lowerCase = rememberedWeakly(({ text }: SourceFile) => text.toLowerCase())

/** A file of the project or, if the project has none, of the package. */
export function readSource({ files, defaults }: BrandFiles, path: string): SourceFile | undefined {
  const inPackage = pathInPackage(path)
  return (inPackage === undefined ? files.readText(path) : readPackaged(defaults, inPackage)).value
}

/** The keys of brand.yaml whose text pages show. */
const brandTexts = ['name', 'legalName', 'address', 'companyLine']

/** The text in YAML files, which any page may show. */
function sharedTexts(site: WrittenSite): readonly WrittenText[] {
  const { home, strings, navigation, faq } = site.written.maps
  const { located, disclosureLock } = site.brand
  const lock = disclosureLock && readSource(site, disclosureLock.path)
  const values = [
    ...[home, strings, navigation],
    ...brandTexts.map(key => valueAt(located, [key])),
    lock && valueAt(parseYaml(lock).value, ['entries']),
  ].flatMap(value => [...scalarsOf(value)])
  const fromFiles = values.filter(({ origin }) => origin.file !== defaultOrigin.file)
  return [...faqTexts(faq), ...fromFiles.map(scalarText)]
}

/** The templates of a brand, those of the strongest layer first. */
function templateFiles({ brand, files, defaults }: BrandFiles): readonly SourceFile[] {
  const folders = brand.chain.toReversed().map(id => `${brandsFolder}/${id}/templates`)
  const listed = [
    ...[...folders, 'templates'].map(folder => [files, folder] as const),
    [defaults, 'templates'] as const,
  ].flatMap(([from, folder]) => from.list(folder).value.map(path => [from, path] as const))
  const names = new Set<string>()
  return listed.flatMap(([from, path]) => {
    const name = path.slice(path.indexOf('templates/'))
    if (!/\.(?:[cm]?[jt]sx?|json)$/.test(path) || names.has(name)) return []
    names.add(name)
    return from.readText(path).value ?? []
  })
}

const comments = /^\s*\/\/.*$|\/\*[\s\S]*?\*\//gm

/** A template as one string, without its comments. */
const templateText = rememberedWeakly((source: SourceFile): TextGroup => {
  const { text } = source
  const code = text.replace(comments, comment => comment.replace(/[^\n]/g, ' '))
  const offsets = Array.from({ length: text.length }, (_, index) => index)
  const written = {
    pieces: [{ text: code, offsets, isCode: true }],
    originAt: (offset: number) => originAt(source, offset),
  }
  const texts = [writtenWords(written, {}) ?? []].flat()
  return { texts, joined: () => texts[0] ?? joinedWords([]) }
})
