// Reads the blocks of pages. A text that occurs on many pages, or that many brands publish, is read only once.

import type { RuleSet } from '../rules.ts'
import type { JudgedBrand } from '../verdict.ts'
import type { ReadText } from '../words/text.ts'
import type { Block } from './blocks.ts'
import { blocksBelow } from './passages.ts'
import { harmlessReading, isHarmless, pricedHeading, ReadBlock, type Reading, TextReader } from './reading.ts'

/** The blocks of a page with their readings. */
export interface ReadPage {
  readonly blocks: readonly ReadBlock[]
  /** The indexes of the few blocks that say anything a rule is about. */
  readonly speaking: readonly number[]
}

/**
 * Texts that no rule is about, with the names of their brand replaced, and the required statements that each makes. The outer
 * key is everything else that a reading depends on. Brands share most of their texts.
 */
export type HarmlessTexts = Map<string, Map<string, readonly string[]>>

export interface BlockReaderOptions {
  readonly rules: RuleSet
  readonly brand: JudgedBrand
  /** The required statements that a text makes in the brand's own, approved words. */
  readonly ownStatements: (text: string) => readonly string[]
  /** Shared by all brands with the same rules. The reader adds what it reads. Undefined if there is only one brand. */
  readonly harmless: HarmlessTexts | undefined
}

/** The largest number of harmless texts in memory. */
const mostHarmless = 50_000
/** The largest number of texts outside articles in memory. */
const mostRepeated = 2000

/** Reads the blocks of one brand's pages. */
export class BlockReader {
  private readonly texts: TextReader
  private readonly ownStatements: BlockReaderOptions['ownStatements']
  private readonly harmless?: Map<string, readonly string[]>
  /** Readings of texts that templates repeat on many pages. */
  private readonly repeated = new Map<string, Reading>()
  /** Blocks of parts that pages share, with the blocks that their meaning depends on. */
  private readonly shared = new WeakMap<
    Block,
    { readonly read: ReadBlock; readonly below: readonly Block[] }
  >()

  constructor({ rules, brand, ownStatements, harmless }: BlockReaderOptions) {
    this.texts = new TextReader(rules, brand)
    this.ownStatements = ownStatements
    const { locale } = brand.view.brand
    const key = JSON.stringify([locale, brand.view.strings.states])
    if (harmless === undefined) return
    this.harmless = harmless.get(key) ?? new Map()
    harmless.set(key, this.harmless)
  }

  read(all: readonly Block[]): ReadPage {
    // A text below a heading is first read for the heading and then for itself.
    const texts = new Map<Block, ReadText>()
    const blocks = all.map((_, index) => this.readAt(all, index, texts))
    return { blocks, speaking: blocks.flatMap(({ isSpeaking }, index) => (isSpeaking ? index : [])) }
  }

  private readAt(all: readonly Block[], index: number, texts: Map<Block, ReadText>): ReadBlock {
    const block = all[index] as Block
    const below = blocksBelow(all, index)
    const known = block.shared ? this.shared.get(block) : undefined
    if (known?.below.length === below.length && known.below.every((item, at) => item === below[at]))
      return known.read
    const reading =
      block.ownText && this.harmless === undefined
        ? this.readHere(block, below, texts)
        : this.readOnce(block, below, texts)
    const ids = this.ownStatements(block.text)
    const { said, copy } = reading
    const stating = { said: { ...said, statements: [...said.statements, ...ids] }, copy }
    const read = new ReadBlock(block, ids.length === 0 ? reading : stating, this.texts)
    if (block.shared) this.shared.set(block, { read, below })
    return read
  }

  /** Reads a block whose text may be on other pages, or on those of other brands. */
  private readOnce(block: Block, below: readonly Block[], texts: Map<Block, ReadText>): Reading {
    const { harmless, repeated } = this
    const key = this.keyOf(block, below)
    const nameless = this.texts.nameless(key)
    const statements = harmless?.get(nameless)
    const known = statements ? harmlessReading(statements) : repeated.get(key)
    if (known !== undefined) return known
    const reading = this.readHere(block, below, texts)
    if (harmless !== undefined && isHarmless(reading))
      addWithin(mostHarmless, harmless).set(nameless, reading.said.statements)
    else if (!block.ownText) addWithin(mostRepeated, repeated).set(key, reading)
    return reading
  }

  private readHere(block: Block, below: readonly Block[], texts: Map<Block, ReadText>): Reading {
    const next = below.map(item => {
      const known = texts.get(item) ?? this.texts.textOf(item.text)
      texts.set(item, known)
      return known
    })
    return this.texts.readBlock(block, next, texts.get(block))
  }

  /** Everything that a reading depends on, except for the brand. */
  private keyOf(block: Block, below: readonly Block[]): string {
    const { tag, intro, whole, quoted, lang } = block
    let key = this.texts.titleOf(block.text)
    if (whole || quoted || intro !== '') key += `\0${whole ? tag : ''}\0${quoted}\0${intro}`
    const heading = pricedHeading(block)
    if (heading !== '') key += `\u0001${heading}`
    for (const next of below) key += `\0${next.text}`
    return lang === '' ? key : `${lang}\0${key}`
  }
}

/** Empties a full memory, to make room for another entry. */
function addWithin<Memory extends { readonly size: number; clear(): void }>(
  most: number,
  memory: Memory,
): Memory {
  if (memory.size >= most) memory.clear()
  return memory
}
