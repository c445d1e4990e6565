// What each paragraph of a page says: its claims, required statements, figures and states. A paragraph is read once, on however
// many pages and sites it stands.

import { isRefuted } from './affirmed.ts'
import { alone, type Claim, claimsOf, type Paragraph } from './claims.ts'
import { type CopyFaults, copyFaults } from './copy.ts'
import type { Block } from './extract.ts'
import { type Prices, pricesBelow, pricesIn } from './prices.ts'
import type { KeptReadings, RuleSet } from './rules.ts'
import { readSentences, type Sentence, wordsOf, wordsOfAll } from './text.ts'
import type { JudgedBrand } from './verdict.ts'

/** What a paragraph says, wherever it stands. */
interface Said {
  readonly claims: readonly Claim[]
  /** Rules of the required statements that it makes. */
  readonly statements: readonly string[]
  /** Its words as rules look for them. Empty where there is nothing in them that a rule could look at. */
  readonly words: string
  /** What it says a loan costs. */
  readonly prices: Prices | undefined
  readonly states: readonly NamedState[]
}

/** A state that a text names. */
export interface NamedState {
  readonly name: string
  /** As the text has it, in the form of `wordsOf`. */
  readonly words: string
}

const nothingSaid: Said = { claims: [], statements: [], words: '', prices: undefined, states: [] }

/** A block of a page, and what it says. */
export interface ReadBlock {
  readonly block: Block
  readonly said: Said
  readonly copy: CopyFaults | undefined
}

/** What a block says. Plain data. */
type ReadText = Omit<ReadBlock, 'block'>

/** What paragraphs say, of all brands that have the same rules. */
export interface ParagraphMemory {
  /** By the language of the site and what else decides what its paragraphs say. */
  readonly languages: Map<string, OfLanguage>
  readonly kept?: KeptReadings | undefined
}

interface OfLanguage {
  /** What was read so far. */
  readonly known: Map<string, ReadText>
  readonly statesIn: (sentences: readonly Sentence[]) => NamedState[]
}

/** Paragraphs to keep. */
const memoryLimit = 40_000

/** Blocks that decide what a heading says. */
const blocksBelow = 7

export interface BlockReader {
  /** @param blocks Those of one page. */
  read(blocks: readonly Block[]): readonly ReadBlock[]
  /** Whether there is nothing in a text, by itself, that a rule could be about. */
  isSilent(text: string): boolean
}

/** Reads the blocks of one brand's pages. */
export function blockReader(rules: RuleSet, { view }: JudgedBrand, memory: ParagraphMemory): BlockReader {
  const translated = Object.values(view.strings.states ?? {})
  const site = `${view.brand.locale} ${translated.join()}`
  const language: OfLanguage = memory.languages.get(site) ?? {
    known: new Map(),
    statesIn: stateFinder(stateNames(translated, rules)),
  }
  memory.languages.set(site, language)
  const { known, statesIn } = language
  const readText = (block: Block, index: number, blocks: readonly Block[]): ReadText => {
    if (block.whole) return readWhole(block.text, block.intro, block.tag)
    const { intro } = block
    // The brand's name behind a title is no part of what it says.
    const text = block.text.replace(/ \| @brand$/, '')
    const next = text.endsWith('?') ? (blocks[index + 1]?.text ?? '') : ''
    const below = isHeading(block) ? textBelow(index, blocks) : ''
    // "A $300 loan for two weeks", and below it the fee and the rate.
    const above =
      /[$%\d]|APR/.test(block.heading) && /[$%]/.test(text) && !isHeading(block) ? block.heading : ''
    const quotation = block.quoted || inQuotationMarks.test(text)
    const comment = quotation ? textAfterQuotation(index, blocks) : ''
    const around = `${intro}${next}${below}${comment}${block.lang}`
    const key = around === '' ? text : [text, intro, next, below, comment, block.lang].join('\0')
    const read = readOnce(key, () => ({
      said:
        text.length < 4
          ? nothingSaid
          : readParagraph({ text, intro, next, below, quotation, comment }, rules, statesIn),
      copy: copyFaults(text, block.lang || view.brand.locale),
    }))
    const { prices } = read.said
    if (above === '' || prices === undefined) return read
    return readOnce(`${key}\0${above}\0above`, () => ({
      ...read,
      said: { ...read.said, prices: pricesBelow(above, prices, readSentences(text)) },
    }))
  }
  const readOnce = (key: string, readAnew: () => ReadText): ReadText => {
    const found = known.get(key)
    if (found !== undefined) return found
    if (known.size > memoryLimit) known.clear()
    const made = memory.kept?.(`${site}\0${key}`, readAnew) ?? readAnew()
    known.set(key, made)
    return made
  }
  const readWhole = (text: string, intro: string, tag: string): ReadText => {
    const { said } = mayNamePrice.test(text)
      ? readOnce(['whole', intro || text].join('\0'), () => ({
          said: wholeSaid(intro || text),
          copy: undefined,
        }))
      : silent
    return tag === 'tr' && intro !== ''
      ? readOnce(['tr', text, intro].join('\0'), () => ({
          said: { ...said, claims: rowClaims(text, intro), states: statesIn(readSentences(text)) },
          copy: undefined,
        }))
      : { said, copy: undefined }
  }
  /** What the cells of a row say together: "Money in your account", "by noon". */
  const rowClaims = (text: string, intro: string): readonly Claim[] => {
    const cells = text.split(', ')
    const columns = cells.reduce((rest, cell) => rest.replace(cell, ''), intro)
    const { claims } = readParagraph({ ...alone(text), intro: columns }, rules, statesIn)
    return claims.filter(({ words }) => !cells.some(cell => wordsOf(cell).includes(` ${words} `)))
  }
  const read = (block: Block, index: number, blocks: readonly Block[]): ReadBlock => ({
    block,
    ...readText(block, index, blocks),
  })
  return {
    read: blocks => blocks.map(read),
    isSilent(text) {
      const { said, copy } = readText({ ...plainBlock, text }, 0, [])
      return said.words === '' && copy === undefined
    },
  }
}

const plainBlock: Block = {
  text: '',
  tag: 'p',
  region: 'main',
  visible: true,
  closed: false,
  quoted: false,
  heading: '',
  intro: '',
  lang: '',
  whole: false,
}

const mayNamePrice = /[$%]|dollar|d[oó]lar|bucks|percent|por ciento/i

const silent: ReadText = { said: nothingSaid, copy: undefined }

const isHeading = ({ tag }: Block): boolean => /^h[1-6]$/.test(tag)

/** The texts below a heading: up to three paragraphs, before the next heading that follows a text. */
function textBelow(index: number, blocks: readonly Block[]): string {
  const texts: string[] = []
  for (const block of blocks.slice(index + 1, index + 1 + blocksBelow)) {
    if (block.whole || block.tag.startsWith('@')) continue
    if (isHeading(block)) {
      if (texts.length > 0) break
    } else texts.push(block.text)
    if (texts.length === 3) break
  }
  return texts.join(' ')
}

/** A paragraph in quotation marks. */
const inQuotationMarks = /^["“«„][^"“”«»„]+["”»“]$/

/** The paragraph that follows a quotation. */
function textAfterQuotation(index: number, blocks: readonly Block[]): string {
  const after = blocks
    .slice(index + 1, index + 1 + blocksBelow)
    .find(({ quoted, whole }) => !quoted && !whole)
  return after === undefined || isHeading(after) ? '' : after.text
}

/** The parts of a list or row are read one by one. Of the whole only what it says a loan costs counts. */
function wholeSaid(text: string): Said {
  const sentences = readSentences(text)
  return { ...nothingSaid, words: wordsOfAll(sentences), prices: pricesIn(text, sentences) }
}

function readParagraph(
  paragraph: Paragraph,
  rules: RuleSet,
  statesIn: (sentences: readonly Sentence[]) => NamedState[],
): Said {
  const sentences = readSentences(paragraph.text)
  const claims = claimsOf(paragraph, sentences, rules)
  const statements = [...new Set(sentences)].flatMap(({ words }) =>
    rules.rulesIn(words).flatMap(({ rule }) => ('on' in rule ? rule.id : [])),
  )
  // What a swindler offers, quoted and called so, is no price of ours.
  const isOthers = paragraph.quotation && isRefuted(paragraph.intro, paragraph.comment, rules.language)
  const prices = isOthers ? undefined : pricesIn(paragraph.text, sentences)
  const states = statesIn(sentences)
  return claims.length === 0 && statements.length === 0 && prices === undefined && states.length === 0
    ? nothingSaid
    : { claims, statements, words: wordsOfAll(sentences), prices, states }
}

/** @param translated Names of states as the site shows them. */
function stateNames(translated: readonly string[], { states }: RuleSet): RuleSet['states'] {
  const own = translated.map(name => [wordsOf(name).trimEnd(), name] as const)
  // First for their place, last for their value.
  return new Map([...own, ...states, ...own])
}

/** Finds the states that a text names, of names as `wordsOf` has them. */
function stateFinder(names: RuleSet['states']): (sentences: readonly Sentence[]) => NamedState[] {
  const byFirstWord = new Map<string, (readonly [name: string, words: readonly string[]])[]>()
  for (const name of names.keys()) {
    const [first = '', ...rest] = name.trim().split(' ')
    byFirstWord.set(first, [...(byFirstWord.get(first) ?? []), [name, rest]])
  }
  const namesIn = ({ words }: Sentence, found: Set<string>): void => {
    for (const [index, word] of words.entries()) {
      for (const [name, rest] of byFirstWord.get(word) ?? [])
        if (rest.every((next, offset) => words[index + 1 + offset] === next)) found.add(name)
    }
  }
  return sentences => {
    const found = new Set<string>()
    for (const sentence of sentences) namesIn(sentence, found)
    if (found.size === 0) return []
    const states: NamedState[] = []
    let rest = wordsOfAll(sentences)
    for (const [name, shown] of names) {
      if (!found.has(name)) continue
      // "New York City" and "Washington, D.C." are other places; West Virginia is not Virginia.
      rest = rest.replaceAll(`${name} city `, ' ')
      if (!rest.includes(`${name} `)) continue
      states.push({ name: shown, words: name })
      rest = rest.replaceAll(`${name} `, ' ')
    }
    return states
  }
}
