// What each block of a page says: its claims, required statements, figures and states.

import type { Block } from './blocks.ts'
import type { Claim, ClaimReader } from './claims.ts'
import { type CopyFaults, copyFaults } from './copy.ts'
import { type Labels, labelsOf } from './labels.ts'
import { blocksBelow, leadOf, passageOf } from './passages.ts'
import { isAboutOthers, type Prices, pricesIn } from './prices.ts'
import type { RuleSet } from './rules.ts'
import { type NamedState, stateFinder } from './state-names.ts'
import { type BrandName, named, type ReadText, readText, type Sentence, wordsOfAll } from './text.ts'
import type { JudgedBrand } from './verdict.ts'

/** What a text says. */
export interface Said {
  readonly claims: readonly Claim[]
  /** Rules of the required statements that it makes. */
  readonly statements: readonly string[]
  /** Its words as rules look for them. Empty if there is nothing in it that a rule could look at. */
  readonly words: string
  /** What it says a loan costs. */
  readonly prices: Prices | undefined
  readonly states: readonly NamedState[]
  /** Facts that must be the same on every page: the name of each, and its value. */
  readonly facts: readonly (readonly [name: string, value: string])[]
}

/** A block of a page, and what it says. */
export interface ReadBlock {
  readonly block: Block
  readonly said: Said
  readonly copy: CopyFaults | undefined
  labels(): Labels
  /** The text with the words that stand for the brand's names. */
  readonly named: string
  sentences(): readonly Sentence[]
}

interface Reading {
  readonly said: Said
  readonly copy: CopyFaults | undefined
  /** Of a list or row as a whole they are rarely asked for, and not here. */
  readonly labels?: Labels
}

const nothingSaid: Said = { claims: [], statements: [], words: '', prices: undefined, states: [], facts: [] }
const nothing: Reading = { said: nothingSaid, copy: undefined }

/** A name that is too short to be told from words is none; another script is never one of them. */
const isName = (name: string): boolean => name.length >= 4 || /[^\x00-\u024f]/.test(name)

/** What a brand is called and how it is reached: no claim, whatever words it is made of. */
export function namesOf({ values, view: { brand, provider } }: JudgedBrand): readonly BrandName[] {
  const { host } = new URL(brand.siteUrl)
  const names = [values.name, values.legalName ?? ''].filter(isName)
  return [
    ...[...names, host, host.replace(/^www\./, '')].map(shown => ({ word: '@brand', shown })),
    { word: '@email', shown: brand.email.text },
    { word: '@phone', shown: brand.phone.text },
    { word: '@provider', shown: provider.host },
    { word: '@address', shown: values.address ?? '' },
  ].filter(({ shown }) => shown !== '')
}

/**
 * What texts say, for all brands with the same rules, by the text and what is around it. Brands share most texts, and pages of a
 * brand many. Names are left out, unless the reading quotes a text with one.
 */
export type ReadingMemory = Map<string, Reading>

const memoryLimit = 100_000
/** Texts that are near each other. */
const textLimit = 16

/** Reads the blocks of one brand's pages. */
export function blockReader(
  rules: RuleSet,
  brand: JudgedBrand,
  memory: ReadingMemory,
): (blocks: readonly Block[]) => readonly ReadBlock[] {
  const names = namesOf(brand)
  const { locale } = brand.view.brand
  const translated = Object.values(brand.view.strings.states ?? {})
  const statesIn = stateFinder(translated, rules.states)
  const site = [locale, ...translated].join()
  const own = names.map(({ shown }) => shown).join('\0')
  const read = rules.reader()
  // What is below a heading is read for the heading first, and then for itself.
  const texts = new Map<string, ReadText>()
  function textOf(text: string): ReadText {
    const known = texts.get(text)
    if (known !== undefined) return known
    if (texts.size >= textLimit) texts.clear()
    const made = readText(text, names)
    texts.set(text, made)
    return made
  }
  /** Parts that pages of the site share are the same objects on each page. */
  const shared = new WeakMap<Block, { readonly below: readonly Block[]; readonly item: ReadBlock }>()
  return blocks =>
    blocks.map((block, index) => {
      const below = blocksBelow(block, blocks, index)
      if (block.ownText) return itemOf(block, below)
      const known = shared.get(block)
      if (known?.below.length === below.length && below.every((item, at) => item === known.below[at]))
        return known.item
      const item = itemOf(block, below)
      shared.set(block, { below, item })
      return item
    })

  function itemOf(block: Block, below: readonly Block[]): ReadBlock {
    const shown = titleOf(block.text)
    let around = `${shown}\0${block.intro}\0${pricedHeading(block)}`
    for (const { text } of below) around += `\0${text}`
    const kind = `${block.whole ? block.tag : ''}${block.quoted ? ' quoted' : ''}`
    const nameless = named(around, names)
    const start = `${site}\0${kind}\0${block.lang}\0`
    const key = start + nameless
    const ownKey = nameless === around ? key : `${start}${around}\0${own}`
    const { said, copy, labels } =
      memory.get(key) ??
      (ownKey === key ? undefined : memory.get(ownKey)) ??
      remember(readOnce(shown, block, below), key, ownKey)
    return {
      block,
      said,
      copy,
      labels: () => labels ?? labelsOf(readText(block.text, names).sentences),
      named: nameless.slice(0, nameless.indexOf('\0')),
      sentences: () => readText(block.whole ? wholeOf(block) : shown, names).sentences,
    }
  }

  function readOnce(shown: string, block: Block, below: readonly Block[]): Reading {
    return block.whole ? readWhole(block, names, read, statesIn) : readBlock(shown, block, below)
  }

  function remember(reading: Reading, key: string, ownKey: string): Reading {
    if (memory.size >= memoryLimit) memory.clear()
    const { claims, prices } = reading.said
    const hasQuote =
      claims.length > 0 || (prices !== undefined && prices.faults.length + prices.offers.length > 0)
    memory.set(hasQuote ? ownKey : key, reading)
    return reading
  }

  /** The brand's name behind a title is no part of what it says. */
  function titleOf(text: string): string {
    const end = ` | ${brand.values.name}`
    return text.endsWith(end) ? text.slice(0, -end.length) : text
  }

  function readBlock(shown: string, block: Block, below: readonly Block[]): Reading {
    const text = textOf(shown)
    const next = below.flatMap(item => textOf(item.text).sentences)
    const { claims, statements } = read(
      passageOf(text, { lead: leadOf(block, textOf), next, quoted: block.quoted }),
    )
    const found = pricesIn(text.sentences, false, textOf(pricedHeading(block)).sentences)
    const prices = found !== undefined && isIdle(found) ? undefined : found
    const facts = found === undefined ? [] : factsIn(wordsOfAll(text.sentences))
    const states = statesIn(text.sentences)
    const isSilent =
      claims.length + statements.length + states.length + facts.length === 0 && prices === undefined
    const words = isSilent ? '' : wordsOfAll(text.sentences)
    return {
      said: isSilent ? nothingSaid : { claims, statements, words, prices, states, facts },
      copy: copyFaults(text.named, block.lang || locale),
      labels: labelsOf(text.sentences),
    }
  }
}

/** Amounts, rates and lengths of time. */
const figured =
  /[$%]|APR|\b(?:days?|weeks?|months?|years?|biweekly|d[ií]as?|semanas?|mes(?:es)?|años?|quincenas?)\b/i

/** "A $300 loan for two weeks", and below it the fee and the rate. */
function pricedHeading({ heading, text, tag }: Block): string {
  return /[$%]/.test(text) && figured.test(heading) && !/^h[1-6]$/.test(tag) ? heading : ''
}

const mayNamePrice = /[$%]|dollar|d[oó]lar|bucks|percent|por ciento/i

/** What is read of a list or row. */
const wholeOf = (block: Block): string =>
  isRow(block) || mayNamePrice.test(block.text) ? block.intro || block.text : ''
const isRow = ({ tag, intro }: Block): boolean => tag === 'tr' && intro !== ''

/** The parts of a list or row are read one by one. Of the whole counts what it says a loan costs, and what the cells of a row say together. */
function readWhole(
  block: Block,
  names: readonly BrandName[],
  read: ClaimReader,
  statesIn: ReturnType<typeof stateFinder>,
): Reading {
  const shown = wholeOf(block)
  if (shown === '') return nothing
  const whole = readText(shown, names)
  const hasPrice = mayNamePrice.test(block.text)
  const claims = isRow(block) ? rowClaims(block, read(passageOf(whole)).claims) : []
  const states = isRow(block) ? statesIn(readText(block.text, names).sentences) : []
  const found = hasPrice ? pricesIn(whole.sentences, true) : undefined
  const prices = found !== undefined && isIdle(found) ? undefined : found
  const isSilent = claims.length + states.length === 0 && prices === undefined
  const words = wordsOfAll(whole.sentences)
  return {
    said: isSilent ? nothingSaid : { claims, statements: [], words, prices, facts: [], states },
    copy: undefined,
  }
}

/** Whether a text has figures, and nothing that a rule could be about. */
const isIdle = ({ faults, offers, example }: Prices): boolean =>
  faults.length + offers.length === 0 && example === undefined

/** "Loans from $100 to $1,000", "a decision in 5 minutes" */
function factsIn(words: string): (readonly [string, string])[] {
  const range = / (?:loans?|borrow|ask for|cash|request|prestamos?)(?: [a-z]+){0,4} \$(\d+) to \$(\d+) /.exec(
    words,
  )
  const minutes = / (?:decision|approv\w*|answer|lender approval)(?: [a-z]+){0,6} (\d+) minutes /.exec(words)
  return [
    ...(range === null || isAboutOthers(words) ? [] : [['amounts', `$${range[1]} to $${range[2]}`] as const]),
    ...(minutes === null ? [] : [['time to a decision', `${minutes[1]} minutes`] as const]),
  ]
}

/** What a row says beyond its cells: "Money in your account", "by noon". */
function rowClaims({ text }: Block, claims: readonly Claim[]): readonly Claim[] {
  return claims
    .filter(({ words }) => words === '' || !text.split(', ').some(cell => cell.includes(words)))
    .map(claim => ({ ...claim, sentence: text }))
}
