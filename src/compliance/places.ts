// Finds where the text of a finding is written. The content's text knows its places; the block with the finding is a piece of
// it or combines several. Nothing is read until there is a finding.

import { type BrandConfig, brandsFolder, defaultOrigin } from '../brand/index.ts'
import { splitFrontMatter } from '../content/index.ts'
import { grouped, type Origin } from '../diagnostics/index.ts'
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
import { type LocatedScalar, originAtOffset, parseYaml, scalarsOf, valueAt } from '../yaml/index.ts'
import { writtenWords } from './words/written-words.ts'

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

/** A text of a file. */
interface Text {
  readonly written: string
  /** Whether `{tokens}` in it are replaced. */
  readonly hasTokens: boolean
  readonly originAt: (offset: number) => Origin
}

interface FileTexts {
  readonly texts: readonly Text[]
  /** Several of them joined: a page may join the items of a list. */
  readonly whole?: Text
}

/** Words to search for. The place is `shift` characters after their start. */
interface Wanted {
  readonly words: string
  readonly shift: number
}

/** Finds all places where a text is written. Empty if there are none. */
export function placeFinder(site: WrittenSite): (said: SaidText) => readonly Origin[] {
  const { tokens, written } = site
  const read = (text: Text) => writtenWords(text.written, text.hasTokens ? tokens : {})
  // Only the words are kept: the places of all characters of a large site would fill the memory.
  const wordsOf = rememberedWeakly((text: Text) => read(text).text)
  const ofFile = remembered((path: string): FileTexts => {
    const source = path.endsWith('.md') ? readSource(site, path) : undefined
    return source === undefined ? { texts: [] } : textsOfMarkdown(source)
  })
  const ofYaml = once(() => {
    const byFile = grouped(sharedTexts(site).map(text => [text.originAt(0).file, text]))
    return [...byFile].map(([file, texts]) => ({ file, texts }))
  })
  const others = once(() => [...written.homeTexts, ...site.sources].map(ofFile))
  const templates = once(() => templateFiles(site).map(source => ({ texts: [templateText(source)] })))

  /** The first place of some words in each file. Words that all come from one token are not written there. */
  const placesIn = (files: readonly FileTexts[], { words, shift }: Wanted): readonly Origin[] =>
    files.flatMap(({ texts, whole }) => {
      for (const text of whole === undefined ? texts : [...texts, whole]) {
        let index = wordsOf(text).indexOf(words)
        const { offsets } = index === -1 ? { offsets: [] } : read(text)
        for (; index !== -1; index = wordsOf(text).indexOf(words, index + 1)) {
          const isWritten = offsets[index + 1] !== offsets[index + words.length - 2] || words.length === 3
          if (isWritten) return [text.originAt(offsets[index + shift + 1] as number)]
        }
      }
      return []
    })

  return said => {
    const names = new Set(said.sources.map(nameOf))
    // The text of the home page and the FAQ is in YAML.
    const paths = [...said.sources, ...(names.has('home.yaml') ? written.homeTexts : [])]
    const own = [
      ...[...new Set(paths)].map(ofFile),
      ...ofYaml().filter(({ file }) => names.has(nameOf(file))),
    ]
    const ownTexts = own.flatMap(({ texts }) => texts)
    const wanted = wantedWords(said)
    const [block] = wanted
    if (block === undefined) return []
    // Of equal texts, each is a place of its own: a waiver may be about only one of them.
    const equal = ownTexts.filter(text => wordsOf(text) === block.words)
    const places = placesIn(equal.map(alone), block)
    if (places.length > 0) return places
    for (const part of wanted)
      for (const files of [() => own, ofYaml, others, templates]) {
        const places = placesIn(files(), part)
        if (places.length > 0) return places
      }
    // A template may have combined several texts.
    const parts = ownTexts.filter(text => wordsOf(text) !== ' ' && block.words.includes(wordsOf(text)))
    const [longest] = parts.sort((a, b) => wordsOf(b).length - wordsOf(a).length)
    return longest === undefined ? [] : placesIn([alone(longest)], { words: wordsOf(longest), shift: 0 })
  }
}

const alone = (text: Text): FileTexts => ({ texts: [text] })
const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

/**
 * The words to search for, the best first: the whole block, the quote, the quote without the number of a footnote, and the words
 * that the finding is about.
 */
function wantedWords({ quote, block, claimed = quote }: SaidText): Wanted[] {
  const [around = '', words = '', claim = ''] = [block, quote, claimed].map(text => writtenWords(text).text)
  if (words === ' ') return []
  const shift = around.indexOf(words)
  const parts = [words, words.replace(/ \d+ $/, ' '), claim].map(words => ({ words, shift: 0 }))
  return [...(shift === -1 ? [] : [{ words: around, shift }]), ...parts.filter(({ words }) => words !== ' ')]
}

/** A file of the project or, if the project has none, of the package. */
export function readSource({ files, defaults }: BrandFiles, path: string): SourceFile | undefined {
  const inPackage = pathInPackage(path)
  return (inPackage === undefined ? files.readText(path) : readPackaged(defaults, inPackage)).value
}

/** The keys of brand.yaml whose text pages show. */
const brandTexts = ['name', 'legalName', 'address', 'companyLine']

/** The text in YAML files, which any page may show. */
function sharedTexts(site: WrittenSite): readonly Text[] {
  const { home, strings, navigation, faq } = site.written.maps
  const { located, disclosureLock } = site.brand
  const lock = disclosureLock && readSource(site, disclosureLock.path)
  const values = [
    ...[faq, home, strings, navigation],
    ...brandTexts.map(key => valueAt(located, [key])),
    lock && valueAt(parseYaml(lock).value, ['entries']),
  ].flatMap(value => [...scalarsOf(value)])
  return values.filter(({ origin }) => origin.file !== defaultOrigin.file).map(textOfScalar)
}

function textOfScalar(scalar: LocatedScalar): Text {
  return { written: scalar.written, hasTokens: true, originAt: offset => originAtOffset(scalar, offset) }
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

/** A text with spaces in place of some of its parts. */
function withoutAll(text: string, part: RegExp): string {
  return text.replace(part, found => found.replace(/[^\n]/g, ' '))
}

/** The texts of a Markdown file: the values in its front matter, its blocks, and the addresses and titles of its links. */
function textsOfMarkdown(source: SourceFile): FileTexts {
  const { data, body } = splitFrontMatter(source).value ?? { data: undefined, body: source.text }
  const text = withoutAll(withoutAll(body, /<!--[\s\S]*?-->/g), /\[\^[^\]\s]+\](?!:)/g)
  // Marks of items, headings and footnotes separate blocks, as the borders of cells do.
  const mark = /^([ \t>]*)([-*+]|\d+[.)]|#{1,6}|\[\^[^\]\s]+\]:)(?=[ \t])/gm
  const written = text.replace(mark, (_, before: string, mark: string) => before + '|'.repeat(mark.length))
  const whole = textOf({ ...source, text: body }, written, true)
  const blocks = written.matchAll(/(?:[^|\n]|\n(?![ \t>]*\n))+/g)
  const targets = written.matchAll(/(?<=\]\()[^)\n]+/g)
  const parts = [...blocks, ...targets].map(({ 0: part, index }): Text => {
    return { ...whole, written: part, originAt: offset => whole.originAt(index + offset) }
  })
  return { texts: [...[...scalarsOf(data)].map(textOfScalar), ...parts], whole }
}

/** A template without its comments. */
const templateText = rememberedWeakly((source: SourceFile): Text => {
  const code = withoutAll(source.text, /^\s*\/\/.*$|\/\*[\s\S]*?\*\//gm)
  return textOf(source, code, false)
})

function textOf(source: SourceFile, written: string, hasTokens: boolean): Text {
  return { written, hasTokens, originAt: offset => originAt(source, offset) }
}
