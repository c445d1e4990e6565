// The figures of a text: amounts, percentages and lengths of time, in order. What a figure is for is not guessed here.

import type { Sentence } from './text.ts'

/** A figure, or a range of two. */
export interface Figure {
  readonly kind: 'money' | 'percent' | 'term' | 'number'
  readonly low: number
  readonly high: number
  /** As written, for the number of its decimals. */
  readonly written: string
  /** The words that it takes: the first, and the one behind the last. */
  readonly from: number
  readonly to: number
  readonly sentence: number
  /** "Up to $500" is below, "not 15%" is denied. */
  readonly manner: Manner | 'exact'
  /** Of a term, the days that it may mean; of "5% a week", those of a week. */
  readonly days?: readonly number[]
}

type Manner = 'about' | 'below' | 'above' | 'denied'

/** The words of a text, its figures, and those that it calls annual percentage rates. */
export interface Reading {
  readonly words: readonly string[]
  /** Behind the last word of each sentence. */
  readonly ends: readonly number[]
  readonly figures: readonly Figure[]
  readonly rates: readonly Figure[]
  readonly namesApr: boolean
}

const [day, week, month, year, half] = [[1], [7, 365 / 52], [365 / 12, 30], [365], [15, 14]]
const daysOf: ReadonlyMap<string, readonly number[]> = mapOf({
  ...{ day, days: day, dia: day, dias: day, daily: day, diario: day, diaria: day },
  ...{ week, weeks: week, semana: week, semanas: week, weekly: week, semanal: week, "week's": week },
  ...{ month, months: month, mes: month, meses: month, monthly: month, mensual: month, "month's": month },
  ...{ year, years: year, ano: year, anos: year },
  ...{
    quincena: half,
    quincenas: half,
    quincenal: half,
    biweekly: [14],
    fortnightly: [14],
    semimonthly: [15],
  },
})
const adverb =
  /^(?:daily|weekly|monthly|biweekly|fortnightly|semimonthly|diari[oa]|semanal|quincenal|mensual)$/

/** Parts of a sum, as words. */
const parts: ReadonlyMap<string, number> = mapOf({
  ...{ half: 2, third: 3, quarter: 4, fifth: 5, sixth: 6, eighth: 8, tenth: 10 },
  ...{ mitad: 2, tercio: 3, cuarto: 4, cuarta: 4, quinto: 5, quinta: 5, decimo: 10, decima: 10 },
})

function mapOf<Value>(values: Readonly<Record<string, Value>>): ReadonlyMap<string, Value> {
  return new Map(Object.entries(values))
}

function isFigure(word: string): boolean {
  const first = word.charCodeAt(0)
  return first === 36 || (first > 47 && first < 58)
}

/** Whether a text has an amount, a percentage, a share or the length of a time. */
export const hasFigure = (sentences: readonly Sentence[]): boolean =>
  sentences.some(({ words }) =>
    words.some((word, at) => {
      const next = words[at + 1] ?? ''
      if (isFigure(word)) return /[$%]|^100$/.test(word) || next === 'minutes' || next === 'cents'
      return parts.has(word) && /^(?:of|del?|more|parte)$/.test(next)
    }),
  )

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
  figures.push(...termOfDates(words, ends))
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
  if (/^and a half (?:percent|per cent|%)/.test(after))
    return { ...figure, kind: 'percent', low: value + 0.5, high: value + 0.5, to: from + 5 }
  if (word.startsWith('$')) return { kind: 'money', ...figure }
  if (word.endsWith('%')) {
    const days = periodOf(before, after)
    return { kind: 'percent', ...figure, ...(days && { days }) }
  }
  // "14 full days", "the 15th day", "three Fridays later"
  const unit = /^(?:(?:full|whole|calendar|short|th) )?(?:([a-z']+)|\S)/.exec(after)
  const days = /^(?:mon|tues|wednes|thurs|fri|satur|sun)days$/.test(unit?.[1] ?? '')
    ? week
    : daysOf.get(unit?.[1] ?? '')
  if (days !== undefined) return term(value, days, from, from + (unit?.[0] ?? '').split(' ').length + 1)
  if (/^cents (?:on|per|for|of|out of) .*dollar/.test(after)) return { kind: 'percent', ...figure }
  if (value > 1 && value < 2 && before.includes('factor')) {
    const share = Math.round((value - 1) * 1e4) / 100
    return { kind: 'percent', ...figure, low: share, high: share }
  }
  // In "21 days: 60 / 400" the days have their number already.
  const label = /(?:^|[,;.(|] |\b(?:in|en|of|de) )(days|weeks|months|dias|semanas|meses)(?: \))? :$/.exec(
    before,
  )
  if (label !== null && value >= 1) return term(value, daysOf.get(label[1] as string) ?? day, from, from + 1)
  // "30 days or, if due in 14, …"
  const isDays = /(?:^| )(?:in|after|within)$/.test(before) && /^(?:[.,;:)]|when|if)/.test(after)
  if (isDays && value < 366 && words.includes('days')) return term(value, day, from, from + 1)
  return counted.test(after) || (value > 1989 && value < 2100) ? undefined : { kind: 'number', ...figure }
}

/** Three steps, 24 hours and the year 2026 are no amounts. */
const counted =
  /^(?!back|more|borrow|lent|loan|prest|extra|dolla|that|over|with|from|today|later|after|when|plus|until|para|each|every|divide|times|then|this)[a-z]{4}/

/** The time of "5% a week", "5% per 2 weeks", "a weekly rate of 5%". */
function periodOf(before: string, after: string): readonly number[] | undefined {
  const every = /^(?:(?:a|per|each|every|al|por|cada|the) (\d+ )?)?([a-z]+)/.exec(after)
  const days =
    every?.[0] === every?.[2] && !adverb.test(every?.[2] ?? '') ? undefined : daysOf.get(every?.[2] ?? '')
  const lead = /([a-z]+)(?: (?:interest|fee|rate|charge|finance|of|is|:))+$/.exec(before)?.[1] ?? ''
  return days?.map(one => one * Number(every?.[1] ?? 1)) ?? (adverb.test(lead) ? daysOf.get(lead) : undefined)
}

const ofLoan =
  /^(?:parte )?(?:of|de|del) (?:(?:the|your|that|el|la|lo que|su) )?(?:sum|loan|amount|principal|money|borrowed|what|it|monto|prestamo)/

/** "a fifth of the loan", "a quarter more than you got" */
function partAt(words: readonly string[], at: number): Bare | undefined {
  const part = parts.get(words[at] as string)
  if (part === undefined || !/^(?:a|an|one|1|un|una|the|mere)$/.test(words[at - 1] ?? '')) return undefined
  const after = words.slice(at + 1, at + 7).join(' ')
  const isShare = /^(?:more|on top)(?: (?:than|of) (?:what )?(?:you|usted)| [.,;!]|$)/.test(after)
  if (!isShare && !ofLoan.test(after)) return undefined
  const value = Math.round(1e6 / part) / 1e4
  return { kind: 'percent', low: value, high: value, written: `${value}`, from: at, to: at + 1 }
}

/** "for a month", "one week later", "biweekly payday": a length without a figure. */
function lengthAt(words: readonly string[], at: number): Bare | undefined {
  const days = daysOf.get(words[at] as string)
  if (days === undefined) return undefined
  const [lead = '', before = '', next = ''] = [words[at - 2], words[at - 1], words[at + 1]]
  if (adverb.test(words[at] as string))
    return next.startsWith('pay') && next !== 'payments' ? term(1, days, at, at + 1) : undefined
  // "if the same fee covered a whole year"
  if (/^(?:whole|full)$/.test(before) && !/^(?:over|in|to)$/.test(words[at - 3] ?? ''))
    return term(1, days, at, at + 1)
  const isLength =
    next === 'long' ||
    (/^(?:a|an|one|un|una|half)$/.test(before) &&
      (!/^(?:once|twice|times|hours|per|\S*\d\S*)$/.test(lead) || /^(?:later|after|from)$/.test(next)))
  if (!isLength || (days === year && !/^(?:for|por)$/.test(lead))) return undefined
  return term(before === 'half' || lead === 'half' ? 0.5 : 1, days, at, at + 1)
}

const manners: readonly (readonly [Manner, RegExp])[] = [
  [
    'denied',
    /(?:^| )(?:not|never|rather than|instead of|no es|no del|sino)(?: (?:an?|the|just|only|un|del|de|by))*$/,
  ],
  [
    'below',
    /(?:up to|less than|under|below|at most|no more than|as much as|maximum of|hasta|menos de)(?: an?| un)?$/,
  ],
  [
    'above',
    /(?:more than|over|above|at least|exceeds?|from|mas de|desde|as (?:low|little) as|start\w* (?:at|from))(?: an?)?$/,
  ],
  [
    'about',
    /(?:about|around|roughly|approx\w*|some|almost|nearly|just under|closer? to|casi|cerca del?)(?: (?:an?|the|un))?$/,
  ],
  ['about', /(?:aproximadamente|alrededor del?|un[oa]s)(?: un)?$/],
]

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

const months = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')
const ordinals =
  `first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth`.split(
    ' ',
  )

/** "on May 1 … on May 15", "on the first … on the fifteenth": the days between two dates are a term. */
function termOfDates(words: readonly string[], ends: readonly number[]): Figure[] {
  const dates = words.flatMap((word, at) => {
    const inMonth = months.indexOf(word.slice(0, 3))
    const next = words[at + 1] ?? ''
    if (inMonth >= 0 && word !== 'apr' && Number(next) > 0 && Number(next) < 32)
      return { at, day: Date.UTC(2026, inMonth, Number(next)) / 864e5 }
    if (words[at - 1] !== 'the' || words[at - 2] !== 'on') return []
    const ordinal = /^(?:st|nd|rd|th)$/.test(next) ? Number(word) : ordinals.indexOf(word) + 1
    return ordinal > 0 ? { at, day: ordinal } : []
  })
  const [first, second] = dates
  if (first === undefined || second === undefined || dates.length > 2 || second.day <= first.day) return []
  const bare = term(second.day - first.day, day, second.at, second.at + 1)
  return [{ ...bare, sentence: ends.findIndex(end => second.at < end), manner: 'exact' }]
}

/** The percentages that the text calls annual percentage rates. */
function ratesOf(words: readonly string[], ends: readonly number[], figures: readonly Figure[]) {
  const percents = figures.filter(({ kind, manner }) => kind === 'percent' && manner !== 'denied')
  const names = words
    .map((_, from) => ({ from, to: from + aprAt(words, from) }))
    .filter(({ from, to }) => to > from)
  const rates = names.flatMap(({ from, to }, index) => {
    const nextSentence = ends[ends.findIndex(end => from < end) + 1] ?? words.length
    const reach = Math.min(names[index + 1]?.from ?? words.length, to + 26, nextSentence)
    return rateOf(words, percents, from, to, reach) ?? []
  })
  return { rates: [...new Set(rates)], namesApr: names.length > 0 }
}

/** How many words name the annual percentage rate here. */
function aprAt(words: readonly string[], at: number): number {
  const word = words[at] as string
  if (/^(?:aprs?|tae)$/.test(word)) return 1
  const next = words.slice(at + 1, at + 6)
  if (word === 'cat') return /^(?:el|un|su|del?)$/.test(words[at - 1] ?? '') ? 1 : 0
  if (word === 'a') return next.join('').startsWith('.p.r.') ? 6 : 0
  if (word === 'annual')
    return next[0] === 'rate' ? 2 : next[0] === 'percentage' && next[1] === 'rate' ? 3 : 0
  return word === 'tasa' && next.includes('anual') ? next.indexOf('anual') + 2 : 0
}

const joints = /^(?:(?:in|as|an?|the|when|stated|terms of|representative|expressed|como|de|una|\() ?)*$/
const shareAfter =
  /^(?:flat )?(?:of (?!apr)|del? (?:prestamo|monto|lo)|fee|charge|interest|finance|flat|on top|cargo|comision)/

/** The percentage that a name of the APR is about: "391% APR", "an APR of 391%", "What is the APR? 391%". */
function rateOf(
  words: readonly string[],
  percents: readonly Figure[],
  from: number,
  to: number,
  reach: number,
) {
  const before = percents.findLast(percent => percent.to <= from && from - percent.to <= 6)
  const gap = before === undefined ? '.' : words.slice(before.to, from).join(' ')
  if (joints.test(gap)) return before
  const isShare = (percent: Figure): boolean =>
    shareAfter.test(words.slice(percent.to, percent.to + 3).join(' '))
  const after = percents.find(percent => percent.from >= to && percent.from < reach && !isShare(percent))
  const isApart = /[.,;:?!]|\b(?:and|but|so|y|pero|of|fee|charge|interest|flat)\b/.test(gap)
  return after ?? (isApart ? undefined : before)
}
