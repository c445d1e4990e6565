// What a block of a page says: its claims, required statements, figures and states.

import type { Claim, ClaimReader } from '../claims/claims.ts'
import { type Labels, labelsOf } from '../prices/labels.ts'
import { isAboutOthers, type Prices, pricesIn } from '../prices/prices.ts'
import type { RuleSet } from '../rules.ts'
import type { JudgedBrand } from '../verdict.ts'
import { type NamedState, stateFinder } from '../words/state-names.ts'
import { type BrandName, joined, named, type ReadText, readText, type Sentence } from '../words/text.ts'
import { trait, traitsOf } from '../words/word-traits.ts'
import type { Block } from './blocks.ts'
import { type CopyFaults, copyFaults } from './copy.ts'
import { ownVoice, Passage } from './passages.ts'

/** What a text says. */
export interface Said {
  readonly claims: readonly Claim[]
  /** Ids of the rules whose required statements it makes. */
  readonly statements: readonly string[]
  /** Its words, as rules search them. Empty if no rule could find anything in it. */
  readonly words: string
  /** What it says about the cost of a loan. */
  readonly prices: Prices | undefined
  readonly states: readonly NamedState[]
  /** The name and the value of each fact that must be the same on every page. */
  readonly facts: readonly (readonly [name: string, value: string])[]
}

/** What a text says, and its mistakes. */
export interface Reading {
  readonly said: Said
  readonly copy?: CopyFaults | undefined
}

/** A block of a page, and what it says. What is rarely needed is computed on demand. */
export class ReadBlock {
  readonly said: Said
  readonly copy: CopyFaults | undefined
  private known: Labels | undefined

  constructor(
    readonly block: Block,
    { said, copy }: Reading,
    private readonly texts: TextReader,
  ) {
    this.said = said
    this.copy = copy
  }

  /** Whether it says anything that a rule is about. */
  get isSpeaking(): boolean {
    return this.said !== nothingSaid || this.copy !== undefined
  }

  /** The text, with the brand's names replaced. */
  get named(): string {
    const { block, texts } = this
    return named(texts.titleOf(block.text), texts.names)
  }

  get sentences(): readonly Sentence[] {
    const { block, texts } = this
    return texts.textOf(block.whole ? wholeOf(block) : texts.titleOf(block.text)).sentences
  }

  get labels(): Labels {
    this.known ??= labelsOf(this.texts.textOf(this.block.text).sentences)
    return this.known
  }
}

const nothingSaid: Said = { claims: [], statements: [], words: '', prices: undefined, states: [], facts: [] }

/** The reading of a text that no rule is about, although it may make required statements. */
export const harmlessReading = (statements: readonly string[]): Reading => ({
  said: statements.length === 0 ? nothingSaid : { ...nothingSaid, statements },
})

/** Whether no rule is about a text. It may still make required statements. */
export const isHarmless = ({ said: { claims, prices, states, facts }, copy }: Reading): boolean =>
  claims.length + states.length + facts.length === 0 && prices === undefined && copy === undefined

/** A name too short to be told from a word does not count. Names in another script always count. */
const isName = (name: string): boolean => name.length >= 4 || /[^\x00-\u024f]/.test(name)

/** The names and contact details of a brand, which never count as claims. */
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
  readonly names: readonly BrandName[]
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

  /** A text with the brand's names replaced, except for names that may change how the text around them reads. */
  nameless(text: string): string {
    return named(text, this.plainNames)
  }

  /**
   * Reads a block.
   * @param below The texts of the blocks that its meaning depends on.
   * @param known Its own text, if that has already been read.
   */
  readBlock(block: Block, below: readonly ReadText[], known: ReadText | undefined): Reading {
    if (block.whole) return { said: this.saidByWhole(block) }
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
    return { said, copy: mayBeUnfinished(text) ? copyFaults(text.named, language) : undefined }
  }

  /** The title without the brand's name at its end, which is not part of what it says. */
  titleOf(text: string): string {
    const end = ` | ${this.brand.values.name}`
    return text.endsWith(end) ? text.slice(0, -end.length) : text
  }

  /**
   * The parts of a list or row are read one by one. The whole counts only for the cost of a loan, and a row also for what its
   * cells say together.
   */
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
 * Whether a text may state the cost of a loan: it has an amount or a percentage that is not a comparison ("34% less"), or
 * says that something is free. Most texts do not, so `pricesIn` need not read them.
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

/** Whether it may have one of the faults that `copyFaults` finds. */
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

/**
 * Whether a name contains something that is searched for in shown texts: the end of a sentence, a quotation mark, a figure,
 * or the site's own voice.
 */
const mayChangeText = (name: string): boolean =>
  /[.!?…¿¡](?:\s|$)|["“”«»„'‘’]/.test(name) || [ownVoice, figured, namesPrice].some(some => some.test(name))

/** Amounts, rates and periods. */
const figured =
  /[$%]|APR|\b(?:days?|weeks?|months?|years?|biweekly|d[ií]as?|semanas?|mes(?:es)?|años?|quincenas?)\b/i

/**
 * The heading above a block, if both together may state a price: "A $300 loan for two weeks", with the fee and the rate below
 * it.
 */
export function pricedHeading({ heading, text, tag }: Block): string {
  return /[$%]/.test(text) && figured.test(heading) && !/^h[1-6]$/.test(tag) ? heading : ''
}

const namesPrice = /[$%]|dollar|d[oó]lar|bucks|percent|por ciento/i

/** The text of a list or row that is read. */
const wholeOf = (block: Block): string =>
  isRow(block) || namesPrice.test(block.text) ? block.intro || block.text : ''
const isRow = ({ tag, intro }: Block): boolean => tag === 'tr' && intro !== ''

/** Whether a text has figures, but nothing that a rule could be about. */
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
    ...(minutes === null ? [] : [['decision times', `${minutes[1]} minutes`] as const]),
  ]
}

/** What a row says beyond its cells: "Money in your account", "by noon". */
function rowClaims({ text }: Block, claims: readonly Claim[]): readonly Claim[] {
  return claims
    .filter(({ words }) => words === '' || !text.split(', ').some(cell => cell.includes(words)))
    .map(claim => ({ ...claim, sentence: text }))
}
