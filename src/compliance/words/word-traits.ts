// What a text may contain because of one of its words. Most texts contain nothing for the rules about figures, states or
// unfinished text, and need not be searched.

import { isNumberWord } from './numbers.ts'
import { contractions } from './spelling.ts'
import { wordOf } from './vocabulary.ts'

/** A bit for each trait of words and texts. */
export const trait = {
  figure: 1,
  /** The text may say that a loan is free. */
  free: 2,
  loan: 4,
  /** The text may have a placeholder, a number of steps, a year, or a message in place of content. */
  unfinished: 8,
  /** The text is such a message if it begins with this word. */
  failed: 16,
  bracket: 32,
  colon: 64,
  two: 128,
  three: 256,
  /** The word may be part of something longer: a number, a contraction, spelled-out letters. */
  open: 512,
  /** An amount or a name of the annual percentage rate: together with a figure, it may state the cost of a loan. */
  cost: 1024,
  percent: 2048,
  /** "half", "a third": before "of", it may be a fee. */
  part: 4096,
  of: 8192,
  /** After a percentage: "34% less". */
  comparison: 16384,
  /** After a number: "50 cents", "5 minutes". */
  unit: 32768,
} as const

const known: (number | undefined)[] = []

/** The traits of a word by its number. */
export function traitsOf(number: number): number {
  let found = known[number]
  if (found === undefined) known[number] = found = traitsOfWord(wordOf(number))
  return found
}

const patterns: readonly (readonly [bit: number, pattern: RegExp])[] = [
  [trait.figure, /^[$\d]/],
  [trait.cost, /^(?:\$|aprs?$|p$|tae$|cat$|annual$|tasa$|100$)/],
  [trait.percent, /^\d.*%$/],
  [
    trait.part,
    /^(?:half|third|quarter|fifth|sixth|eighth|tenth|mitad|tercio|cuart[oa]|quint[oa]|decim[oa])$/,
  ],
  [trait.of, /^(?:of|del?|more|parte)$/],
  [trait.comparison, /^(?:more|less|fewer|higher|lower|cheaper|faster|slower|better|worse|off|menos|mas)$/],
  [trait.unit, /^(?:minutes|cents)$/],
  [trait.free, /^(?:free|no|0%?|nothing|gratis|sin|without|only|just|borrow)$/],
  [trait.loan, /^(?:loans?|advances?|borrow(?:ing)?|interest|prestamos?|adelantos?)$/],
  [trait.unfinished, /^(?:steps?|things?|parts?|stages?|phases?|moves?|clicks?|stops?|tasks?)(?![a-z])/],
  [trait.unfinished, /^(?:pasos?|etapas|partes|fases|cosas|movimientos)(?![a-z])/],
  [trait.unfinished, /^(?:undefined|null|nan|loading|cargando|tbd|tk|todo|fixme|dolor|lorem|c|555)(?![a-z])/],
  [trait.unfinished, /xx|copyright|.(?:example|domain|email)$/],
  [trait.failed, /^(?:loading|failed|unable|could)/],
  [trait.bracket, /^\($/],
  [trait.colon, /^:$/],
  [trait.two, /^2$/],
  [trait.three, /^3$/],
  [trait.open, /^[b-hj-z—]$/],
]

function traitsOfWord(word: string): number {
  let bits = isNumberWord(word) || contractions.has(word) ? trait.open : 0
  for (const [bit, pattern] of patterns) if (pattern.test(word)) bits |= bit
  return bits
}
