// What a block of a page says: its claims, required statements, figures and states.

import type { Block } from './blocks.ts'
import type { Claim, ClaimReader } from './claims.ts'
import { type CopyFaults, copyFaults } from './copy.ts'
import { type Labels, labelsOf } from './labels.ts'
import { ownVoice, Passage } from './passages.ts'
import { isAboutOthers, type Prices, pricesIn } from './prices.ts'
import type { RuleSet } from './rules.ts'
import { type NamedState, stateFinder } from './state-names.ts'
import { type BrandName, joined, named, type ReadText, readText, type Sentence } from './text.ts'
import type { JudgedBrand } from './verdict.ts'
import { trait, traitsOf } from './word-traits.ts'

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

/** What a text says on the pages of one brand. What is rarely asked for is read when it is. */
export class Reading {
  private known: Labels | undefined

  constructor(
    readonly said: Said,
    readonly copy: CopyFaults | undefined,
    private readonly block: Block,
    private readonly shown: string,
    private readonly names: readonly BrandName[],
  ) {}

  /** Whether it says anything that a rule is about. */
  get isSpeaking(): boolean {
    return this.said !== nothingSaid || this.copy !== undefined
  }

  /** Whether no rule is about it, whatever required statements it makes. */
  get isHarmless(): boolean {
    const { claims, prices, states, facts } = this.said
    return (
      claims.length + states.length + facts.length === 0 && prices === undefined && this.copy === undefined
    )
  }

  get named(): string {
    return named(this.shown, this.names)
  }

  get sentences(): readonly Sentence[] {
    return readText(this.block.whole ? wholeOf(this.block) : this.shown, this.names).sentences
  }

  get labels(): Labels {
    this.known ??= labelsOf(readText(this.block.text, this.names).sentences)
    return this.known
  }

  /** The same with more required statements. */
  stating(ids: readonly string[]): Reading {
    const said = { ...this.said, statements: [...this.said.statements, ...ids] }
    return new Reading(said, this.copy, this.block, this.shown, this.names)
  }
}

/** A block of a page, and what it says. */
export class ReadBlock {
  constructor(
    readonly block: Block,
    private readonly reading: Reading,
  ) {}

  get said(): Said {
    return this.reading.said
  }

  get copy(): CopyFaults | undefined {
    return this.reading.copy
  }

  /** Whether it says anything that a rule is about. */
  get isSpeaking(): boolean {
    return this.reading.isSpeaking
  }

  /** The text with the words that stand for the brand's names. */
  get named(): string {
    return this.reading.named
  }

  get sentences(): readonly Sentence[] {
    return this.reading.sentences
  }

  get labels(): Labels {
    return this.reading.labels
  }
}

const nothingSaid: Said = { claims: [], statements: [], words: '', prices: undefined, states: [], facts: [] }

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

/** Reads the texts of one brand. */
export class TextReader {
  private readonly names: readonly BrandName[]
  private readonly plainNames: readonly BrandName[]
  private readonly read: ClaimReader
  private readonly statesIn: (text: ReadText) => readonly NamedState[]

  constructor(
    rules: RuleSet,
    private readonly brand: JudgedBrand,
  ) {
    this.names = namesOf(brand)
    this.plainNames = this.names.filter(({ shown }) => !mayChangeText(shown))
    this.read = rules.reader()
    this.statesIn = stateFinder(Object.values(brand.view.strings.states ?? {}), rules.states)
  }

  textOf(shown: string): ReadText {
    return readText(shown, this.names)
  }

  /** A text with words that stand for the brand's names, except for names that may change how the text around them reads. */
  nameless(text: string): string {
    return named(text, this.plainNames)
  }

  /** The reading of a block that no rule is about, but that may make required statements. */
  harmlessReading(block: Block, statements: readonly string[]): Reading {
    return this.reading(block, statements.length === 0 ? nothingSaid : { ...nothingSaid, statements })
  }

  /**
   * Reads a block.
   * @param below The texts of the blocks that say what it means.
   * @param known Its own text, if that is read already.
   */
  readBlock(block: Block, below: readonly ReadText[], known: ReadText | undefined): Reading {
    if (block.whole) return this.reading(block, this.saidByWhole(block))
    const shown = this.titleOf(block.text)
    const text = known !== undefined && shown === block.text ? known : this.textOf(shown)
    const lead = block.intro === '' ? undefined : this.textOf(block.intro)
    const { claims, statements } = this.read(new Passage(text, { lead, next: below, quoted: block.quoted }))
    const states = this.statesIn(text)
    const heading = pricedHeading(block)
    const found = mayNamePrice(text)
      ? pricesIn(text.sentences, false, heading === '' ? [] : this.textOf(heading).sentences)
      : undefined
    const prices = found !== undefined && isIdle(found) ? undefined : found
    const facts = found === undefined ? [] : factsIn(joined(text.words))
    const isSilent =
      claims.length + statements.length + states.length + facts.length === 0 && prices === undefined
    const said = isSilent
      ? nothingSaid
      : { claims, statements, words: joined(text.words), prices, states, facts }
    const language = block.lang || this.brand.view.brand.locale
    return this.reading(block, said, mayBeUnfinished(text) ? copyFaults(text.named, language) : undefined)
  }

  private reading(block: Block, said: Said, copy?: CopyFaults): Reading {
    return new Reading(said, copy, block, this.titleOf(block.text), this.names)
  }

  /** The brand's name behind a title is no part of what it says. */
  titleOf(text: string): string {
    const end = ` | ${this.brand.values.name}`
    return text.endsWith(end) ? text.slice(0, -end.length) : text
  }

  /** The parts of a list or row are read one by one. Of the whole counts what it says a loan costs, and what the cells of a row say together. */
  private saidByWhole(block: Block): Said {
    const shown = wholeOf(block)
    if (shown === '') return nothingSaid
    const whole = this.textOf(shown)
    const claims = isRow(block) ? rowClaims(block, this.read(new Passage(whole)).claims) : []
    const states = isRow(block) ? this.statesIn(this.textOf(block.text)) : []
    const found = namesPrice.test(block.text) ? pricesIn(whole.sentences, true) : undefined
    const prices = found !== undefined && isIdle(found) ? undefined : found
    const isSilent = claims.length + states.length === 0 && prices === undefined
    return isSilent
      ? nothingSaid
      : { claims, statements: [], words: joined(whole.words), prices, facts: [], states }
  }
}

/**
 * Whether a text may say what a loan costs: it has an amount, or a percentage that compares nothing ("34% less"), or says that something
 * is free. Most texts do not, and `pricesIn` would find nothing in them.
 */
function mayNamePrice({ traits, numbers }: ReadText): boolean {
  if ((traits & trait.free) !== 0 && (traits & (trait.loan | trait.figure)) !== 0) return true
  if ((traits & (trait.figure | trait.part)) === 0) return false
  if ((traits & trait.cost) !== 0) return true
  let [isCompared, hasNumber] = [false, false]
  for (let at = 0; at < numbers.length; at++) {
    const own = traitsOf(numbers[at] as number)
    if ((own & (trait.figure | trait.part)) === 0) continue
    const next = at + 1 < numbers.length ? traitsOf(numbers[at + 1] as number) : 0
    if ((own & trait.part) !== 0) {
      if ((next & trait.of) !== 0) return true
    } else if ((own & trait.percent) !== 0) {
      if ((next & trait.comparison) === 0) return true
      isCompared = true
    } else if ((next & trait.unit) !== 0) return true
    else hasNumber = true
  }
  return isCompared && hasNumber
}

/** Whether it may have a fault of `copyFaults`. */
function mayBeUnfinished({ traits, hasSigns, numbers }: ReadText): boolean {
  const has = (bits: number): boolean => (traits & bits) === bits
  return (
    hasSigns ||
    has(trait.unfinished) ||
    has(trait.bracket | trait.colon) ||
    has(trait.two | trait.three) ||
    (numbers.length > 0 && (traitsOf(numbers[0] as number) & trait.failed) !== 0)
  )
}

/** Whether a name has something that is looked for in a text as shown: the end of a sentence, a quotation mark, a figure, the site's own voice. */
const mayChangeText = (name: string): boolean =>
  /[.!?…¿¡](?:\s|$)|["“”«»„'‘’]/.test(name) || [ownVoice, figured, namesPrice].some(some => some.test(name))

/** Amounts, rates and lengths of time. */
const figured =
  /[$%]|APR|\b(?:days?|weeks?|months?|years?|biweekly|d[ií]as?|semanas?|mes(?:es)?|años?|quincenas?)\b/i

/** "A $300 loan for two weeks", and below it the fee and the rate. */
export function pricedHeading({ heading, text, tag }: Block): string {
  return /[$%]/.test(text) && figured.test(heading) && !/^h[1-6]$/.test(tag) ? heading : ''
}

const namesPrice = /[$%]|dollar|d[oó]lar|bucks|percent|por ciento/i

/** What is read of a list or row. */
const wholeOf = (block: Block): string =>
  isRow(block) || namesPrice.test(block.text) ? block.intro || block.text : ''
const isRow = ({ tag, intro }: Block): boolean => tag === 'tr' && intro !== ''

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
