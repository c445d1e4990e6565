// What a text may have because of one of its words: most texts have nothing that a rule about figures, states or unfinished texts is about,
// and are not searched for it.

import { isNumberWord } from './numbers.ts'
import { contractions } from './spelling.ts'
import { wordOf } from './vocabulary.ts'

/** Bits of words and texts. */
export const trait = {
  figure: 1,
  /** A loan may be free. */
  free: 2,
  loan: 4,
  /** It may be a placeholder, a number of steps, a year, or a message in place of a text. */
  unfinished: 8,
  /** It is one if the text begins with it. */
  failed: 16,
  bracket: 32,
  colon: 64,
  two: 128,
  three: 256,
  /** It may be part of something longer: a number, a contraction, spelled-out letters. */
  open: 512,
  /** An amount or a name of the annual percentage rate: with a figure, the text may say what a loan costs. */
  cost: 1024,
  percent: 2048,
  /** "half", "a third": with "of" behind it, it may be a fee. */
  part: 4096,
  of: 8192,
  /** Behind a percentage: "34% less". */
  comparison: 16384,
  /** Behind a number: "50 cents", "5 minutes". */
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
