// Reads the blocks of pages: a text that is on many pages, or in the articles of many brands, is read once.

import type { Block, Segment } from './blocks.ts'
import { blocksBelow, opensBelow, reachBelow } from './passages.ts'
import { pricedHeading, ReadBlock, type Reading, TextReader } from './reading.ts'
import type { RuleSet } from './rules.ts'
import type { ReadText } from './text.ts'
import type { JudgedBrand } from './verdict.ts'

/** The blocks of a page, and what they say. */
export interface ReadPage {
  readonly blocks: readonly ReadBlock[]
  /** The indexes of those that say anything a rule is about. They are few. */
  readonly speaking: readonly number[]
}

/** Blocks that are the same on many pages. */
interface SharedBlocks {
  readonly blocks: readonly ReadBlock[]
  /** The indexes of those that may say something else above other blocks than those that follow here, and what is below them. */
  readonly open: ReadonlyMap<number, readonly Block[]>
  /** All their texts. */
  readonly text: string
}

/** What the blocks of articles say that brands share, by all that it depends on apart from the names of a brand. */
export type SharedReadings = Map<string, WeakMap<readonly Block[], SharedBlocks>>

/** What is used to read the blocks of one brand's pages. */
export interface BlockReaderOptions {
  readonly rules: RuleSet
  readonly brand: JudgedBrand
  /** The required statements that a text makes in the brand's own, approved words. */
  readonly ownStatements: (text: string) => readonly string[]
  /** That of all brands. */
  readonly shared: SharedReadings
}

/** Texts outside of articles that are remembered at once. */
const mostRepeated = 2000

/** Reads the blocks of one brand's pages. */
export class BlockReader {
  private readonly texts: TextReader
  private readonly ownStatements: BlockReaderOptions['ownStatements']
  /** Blocks that have no name of the brand that they were first read for. */
  private readonly nameless: WeakMap<readonly Block[], SharedBlocks>
  private readonly ofBrand = new WeakMap<readonly Block[], SharedBlocks>()
  /** What templates repeat on many pages, by its text and what is around it. */
  private readonly repeated = new Map<string, Reading>()

  constructor({ rules, brand, ownStatements, shared }: BlockReaderOptions) {
    this.texts = new TextReader(rules, brand)
    this.ownStatements = ownStatements
    const {
      brand: { locale },
      strings,
    } = brand.view
    const key = JSON.stringify([locale, strings.states, brand.values.statements])
    this.nameless = shared.get(key) ?? new WeakMap()
    shared.set(key, this.nameless)
  }

  read(segments: readonly Segment[]): ReadPage {
    const all = segments.flatMap(({ blocks }) => blocks)
    // What is below a heading is read for the heading first, and then for itself.
    const texts = new Map<Block, ReadText>()
    const blocks: ReadBlock[] = []
    for (const segment of segments) {
      const start = blocks.length
      const known = segment.isShared ? this.sharedOf(segment.blocks) : undefined
      if (known === undefined) {
        for (let index = start; index < start + segment.blocks.length; index++)
          blocks.push(this.readAt(all, index, texts))
        if (segment.isShared) this.share(segment.blocks, sharedBlocks(all, start, blocks.slice(start)))
        continue
      }
      for (const block of known.blocks) blocks.push(block)
      for (const [index, below] of known.open)
        if (!isSame(below, blocksBelow(all, start + index)))
          blocks[start + index] = this.readAt(all, start + index, texts)
    }
    return { blocks, speaking: blocks.flatMap(({ isSpeaking }, index) => (isSpeaking ? index : [])) }
  }

  private sharedOf(blocks: readonly Block[]): SharedBlocks | undefined {
    const own = this.ofBrand.get(blocks)
    if (own !== undefined) return own
    const known = this.nameless.get(blocks)
    if (known === undefined || this.texts.hasName(known.text)) return undefined
    this.ofBrand.set(blocks, known)
    return known
  }

  private share(blocks: readonly Block[], read: SharedBlocks): void {
    this.ofBrand.set(blocks, read)
    if (!this.texts.hasName(read.text)) this.nameless.set(blocks, read)
  }

  private readAt(all: readonly Block[], index: number, texts: Map<Block, ReadText>): ReadBlock {
    const textOf = (block: Block): ReadText => {
      const known = texts.get(block)
      const made = known ?? this.texts.textOf(block.text)
      if (known === undefined) texts.set(block, made)
      return made
    }
    const block = all[index] as Block
    const below = blocksBelow(all, index)
    const readHere = (): Reading => {
      const reading = this.texts.readBlock(block, below.map(textOf), texts.get(block))
      const ids = this.ownStatements(block.text)
      return ids.length === 0 ? reading : reading.stating(ids)
    }
    return new ReadBlock(block, block.ownText ? readHere() : this.repeatedly(keyOf(block, below), readHere))
  }

  private repeatedly(key: string, readHere: () => Reading): Reading {
    const known = this.repeated.get(key)
    if (known !== undefined) return known
    if (this.repeated.size >= mostRepeated) this.repeated.clear()
    const made = readHere()
    this.repeated.set(key, made)
    return made
  }
}

/** All that a reading depends on. */
function keyOf(block: Block, below: readonly Block[]): string {
  const { text, tag, intro, whole, quoted, lang } = block
  let key = text
  if (whole || quoted || intro !== '') key += `\0${whole ? tag : ''}\0${quoted}\0${intro}`
  const heading = pricedHeading(block)
  if (heading !== '') key += `\u0001${heading}`
  for (const next of below) key += `\0${next.text}`
  return `${lang}\0${key}`
}

const isSame = (a: readonly Block[], b: readonly Block[]): boolean =>
  a.length === b.length && a.every((block, index) => block === b[index])

function sharedBlocks(all: readonly Block[], start: number, blocks: readonly ReadBlock[]): SharedBlocks {
  const open = new Map<number, readonly Block[]>()
  for (const [index, { block }] of blocks.entries())
    if (index + reachBelow >= blocks.length && opensBelow(block))
      open.set(index, blocksBelow(all, start + index))
  return { blocks, open, text: blocks.map(({ block: { text, intro } }) => `${text}\n${intro}`).join('\n') }
}
