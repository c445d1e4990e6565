// The figures of a text: amounts, percentages and periods, in order. Their roles are not guessed here.

import type { Sentence } from '../words/text.ts'

/** A figure, or a range between two figures. */
export interface Figure {
  readonly kind: 'money' | 'percent' | 'term' | 'number'
  readonly low: number
  readonly high: number
  /** As written, which shows the number of decimals. */
  readonly written: string
  /** The words that it consists of: from the first one up to, but not including, `to`. */
  readonly from: number
  readonly to: number
  readonly sentence: number
  /** "Up to $500" is `below`, "not 15%" is `denied`. */
  readonly manner: Manner | 'exact'
  /** The numbers of days that a term may mean; for "5% a week", those of a week. */
  readonly days?: readonly number[]
}

type Manner = 'about' | 'below' | 'above' | 'denied'

/** The words of a text, its figures, and those that it calls annual percentage rates. */
export interface Reading {
  readonly words: readonly string[]
  /** For each sentence, the index after its last word. */
  readonly ends: readonly number[]
  readonly figures: readonly Figure[]
  readonly rates: readonly Figure[]
  readonly namesApr: boolean
}

/** A table with the same value for each of several words. */
const tableOf = <Value>(rows: Readonly<Record<string, Value>>): ReadonlyMap<string, Value> =>
  new Map(Object.entries(rows).flatMap(([names, value]) => names.split(' ').map(name => [name, value])))

const [day, year] = [[1], [365]]
const daysOf = tableOf<readonly number[]>({
  'day days dia dias daily diario diaria': day,
  "week weeks semana semanas weekly semanal week's": [7, 365 / 52],
  "month months mes meses monthly mensual month's": [365 / 12, 30],
  'year years ano anos': year,
  'quincena quincenas quincenal': [15, 14],
  'biweekly fortnightly': [14],
  semimonthly: [15],
})
const adverb = 'daily|weekly|monthly|biweekly|fortnightly|semimonthly|diari[oa]|semanal|quincenal|mensual'
const isAdverb = new RegExp(`^(?:${adverb})$`)

/** The denominators of fractions, by word. */
const parts = tableOf({
  'half mitad': 2,
  'third tercio': 3,
  'quarter cuarto cuarta': 4,
  'fifth quinto quinta': 5,
  sixth: 6,
  eighth: 8,
  'tenth decimo decima': 10,
})

function isFigure(word: string): boolean {
  const first = word.charCodeAt(0)
  return first === 36 || (first > 47 && first < 58)
}

/** Reads the figures of a text. */
export function readFigures(sentences: readonly Sentence[]): Reading {
  const words = sentences.flatMap(sentence => sentence.words)
  const ends: number[] = []
  for (const sentence of sentences) ends.push((ends.at(-1) ?? 0) + sentence.words.length)
  const figures: Figure[] = []
  for (let at = 0, sentence = 0; at < words.length; ) {
    while (at >= (ends[sentence] as number)) sentence++
    const bare = isFigure(words[at] as string)
      ? numberAt(words, at)
      : (partAt(words, at) ?? lengthAt(words, at))
    if (bare !== undefined) {
      const figure = { ...bare, sentence, manner: mannerAt(words, bare) }
      const range = rangeOf(figures.at(-1), figure, words)
      if (range === undefined) figures.push(figure)
      else figures[figures.length - 1] = range
    }
    at = bare?.to ?? at + 1
  }
  return { words, ends, figures, ...ratesOf(words, ends, figures) }
}

type Bare = Omit<Figure, 'sentence' | 'manner'>

function term(count: number, unit: readonly number[], from: number, to: number): Bare {
  const days = unit.map(one => one * count)
  const [low, high] = [Math.min(...days), Math.max(...days)]
  return { kind: 'term', low, high, written: `${count}`, from, to, days }
}

/** "$300", "15%", "14 days", "days: 14", "60". */
function numberAt(words: readonly string[], from: number): Bare | undefined {
  const word = words[from] as string
  const written = word.replace(/[$%]/g, '')
  const value = Number(written)
  const after = words.slice(from + 1, from + 6).join(' ')
  const before = words.slice(Math.max(0, from - 5), from).join(' ')
  const figure = { low: value, high: value, written, from, to: from + 1 }
  if (word.startsWith('$')) return { kind: 'money', ...figure }
  if (word.endsWith('%')) {
    const days = periodOf(before, after)
    return { kind: 'percent', ...figure, ...(days && { days }) }
  }
  const unit = daysOf.get(words[from + 1] ?? '')
  if (unit !== undefined) return term(value, unit, from, from + 2)
  if (/^cents (?:on|per|for|of|out of) .*dollar/.test(after)) return { kind: 'percent', ...figure }
  if (value > 1 && value < 2 && before.includes('factor')) {
    const share = Math.round((value - 1) * 1e4) / 100
    return { kind: 'percent', ...figure, low: share, high: share }
  }
  // In "21 days: 60 / 400", the days already have their number.
  const label = /(?:^|[,;.(|] |\b(?:in|en|of|de) )(days|weeks|months|dias|semanas|meses)(?: \))? :$/.exec(
    before,
  )
  if (label !== null && value >= 1) return term(value, daysOf.get(label[1] as string) ?? day, from, from + 1)
  // "30 days or, if due in 14, …"
  const isDays = /(?:^| )(?:in|after|within)$/.test(before) && /^(?:[.,;:)]|when|if)/.test(after)
  if (isDays && value < 366 && words.includes('days')) return term(value, day, from, from + 1)
  return counted.test(after) || (value > 1989 && value < 2100) ? undefined : { kind: 'number', ...figure }
}

/** Years and numbers of steps or hours are not amounts. */
const counted =
  /^(?!back|more|borrow|lent|loan|prest|extra|dolla|that|over|with|from|today|later|after|when|plus|until|para|each|every|divide|times|then|this)[a-z]{4}/

const perUnit = /^(?:a|per|each|every|al|por|cada|the) (?:(\d+) )?([a-z]+)/
const perAdverb = new RegExp(`^()(${adverb})(?= |$)`)
const adverbBefore = new RegExp(`()(?:^| )(${adverb})(?: (?:interest|fee|rate|charge|finance|of|is|:))+$`)

/** The period in "5% a week", "5% per 2 weeks" and "a weekly rate of 5%". */
function periodOf(before: string, after: string): readonly number[] | undefined {
  const found = perUnit.exec(after) ?? perAdverb.exec(after) ?? adverbBefore.exec(before)
  return daysOf.get(found?.[2] ?? '')?.map(days => days * Number(found?.[1] || 1))
}

/** "a fifth of the loan", "a quarter more than you got" */
const ofLoan = new RegExp(
  '^(?:(?:parte )?(?:of|de|del) (?:(?:the|your|that|el|la|lo que|su) )?' +
    '(?:sum|loan|amount|principal|money|borrowed|what|it|monto|prestamo)' +
    '|(?:more|on top)(?: (?:than|of) (?:what )?(?:you|usted)| [.,;!]|$))',
)

function partAt(words: readonly string[], at: number): Bare | undefined {
  const part = parts.get(words[at] as string)
  if (part === undefined || !/^(?:a|an|one|1|un|una|the|mere)$/.test(words[at - 1] ?? '')) return undefined
  if (!ofLoan.test(words.slice(at + 1, at + 7).join(' '))) return undefined
  const value = Math.round(1e6 / part) / 1e4
  return { kind: 'percent', low: value, high: value, written: `${value}`, from: at, to: at + 1 }
}

/** "for a month", "half a week later", "biweekly payday": a period without a figure. "Twice a month" is not a period. */
function lengthAt(words: readonly string[], at: number): Bare | undefined {
  const days = daysOf.get(words[at] as string)
  if (days === undefined) return undefined
  const [lead = '', before = '', next = ''] = [words[at - 2], words[at - 1], words[at + 1]]
  const isOften =
    /^(?:once|twice|times|hours|per|\S*\d\S*)$/.test(lead) && !/^(?:later|after|from)$/.test(next)
  const isLength = isAdverb.test(words[at] as string)
    ? /^pay(?!ments)/.test(next)
    : /^(?:a|an|one|un|una|half|whole)$/.test(before) &&
      !isOften &&
      (days !== year || /^(?:for|por)$/.test(lead) || (before === 'whole' && words[at - 3] !== 'over'))
  if (!isLength) return undefined
  return term(before === 'half' || lead === 'half' ? 0.5 : 1, days, at, at + 1)
}

const manners = Object.entries({
  denied:
    /(?:^| )(?:not|never|rather than|instead of|no es|no del|sino)(?: (?:an?|the|just|only|un|del|de|by))*$/,
  below:
    /(?:up to|less than|under|below|at most|no more than|as much as|maximum of|hasta|menos de)(?: an?| un)?$/,
  above:
    /(?:more than|over|above|at least|exceeds?|from|mas de|desde|as (?:low|little) as|start\w* (?:at|from))(?: an?)?$/,
  about:
    /(?:about|around|roughly|approx\w*|some|almost|nearly|closer? to|casi|cerca del?|alrededor del?|un[oa]s)(?: (?:an?|the|un))?$/,
}) as readonly (readonly [Manner, RegExp])[]

function mannerAt(words: readonly string[], { kind, from }: Bare): Figure['manner'] {
  if (kind === 'term') return 'exact'
  const before = words.slice(Math.max(0, from - 4), from).join(' ')
  return manners.find(([, pattern]) => pattern.test(before))?.[0] ?? 'exact'
}

/** "$10 to $30", "between 5 and 10 percent" */
function rangeOf(first: Figure | undefined, second: Figure, words: readonly string[]): Figure | undefined {
  if (first === undefined || second.from !== first.to + 1 || first.sentence !== second.sentence)
    return undefined
  if ((first.kind !== second.kind && first.kind !== 'number') || second.kind === 'number') return undefined
  const joint = words[first.to] as string
  const isBetween = /^(?:between|from|entre|de)$/.test(words[first.from - 1] ?? '')
  if (!/^(?:to|a|through)$/.test(joint) && !(isBetween && /^(?:and|y)$/.test(joint))) return undefined
  const unit = second.kind === 'term' ? second.low / Number(second.written) : 1
  const low = first.kind === 'number' ? first.low * unit : first.low
  return low < second.high ? { ...second, low, from: first.from, manner: 'exact' } : undefined
}

const joints = /^(?:(?:in|as|an?|the|when|stated|terms of|representative|expressed|como|de|una|\() ?)*$/

/** The percentages that the text calls annual percentage rates: "391% APR", "an APR of 391%", "What is the APR? 391%". */
function ratesOf(words: readonly string[], ends: readonly number[], figures: readonly Figure[]) {
  const percents = figures.filter(({ kind, manner }) => kind === 'percent' && manner !== 'denied')
  const names = words.flatMap((_, from) => {
    const to = from + aprAt(words, from)
    return to > from ? [{ from, to }] : []
  })
  const rates = names.flatMap(({ from, to }, index) => {
    const before = percents.findLast(percent => percent.to <= from && from - percent.to <= 6)
    if (before !== undefined && joints.test(words.slice(before.to, from).join(' '))) return before
    const nextSentence = ends[ends.findIndex(end => from < end) + 1] ?? words.length
    const reach = Math.min(names[index + 1]?.from ?? words.length, nextSentence)
    return percents.find(percent => percent.from >= to && percent.from < reach) ?? []
  })
  return { rates: [...new Set(rates)], namesApr: names.length > 0 }
}

const aprName = /^(?:aprs?|tae|a \. p \. r \.|annual (?:percentage )?rate|tasa (?:[a-z]+ ){0,4}anual)(?= |$)/

/** The number of words at this place that name the annual percentage rate. */
function aprAt(words: readonly string[], at: number): number {
  if (!/^(?:aprs?|tae|a|annual|tasa)$/.test(words[at] as string)) return 0
  const found = aprName.exec(words.slice(at, at + 6).join(' '))
  return found === null ? 0 : found[0].split(' ').length
}
