// Writes numbers in words, and amounts and percentages in any spelling, as figures: "two hundred dollars" becomes "$200".
// Pure.

const units = valuesOf(
  'zero|cero one - two|dos three|tres four|cuatro five|cinco six|seis seven|siete eight|ocho nine|nueve ten|diez',
  'eleven|once twelve|doce thirteen|trece fourteen|catorce fifteen|quince sixteen|dieciseis seventeen|diecisiete',
  'eighteen|dieciocho nineteen|diecinueve',
)
const tens: readonly (readonly [string, number])[] = [
  ...'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ').map(tenOf),
  ...'veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa cien'.split(' ').map(tenOf),
  ['ciento', 100],
  ['veinticinco', 25],
  ...'doscientos trescientos cuatrocientos quinientos seiscientos setecientos ochocientos novecientos'
    .split(' ')
    .map((word, index) => [word, (index + 2) * 100] as const),
]

/** Words with a fixed value. "One" is usually not a number: see `beginsOne`. */
const values: ReadonlyMap<string, number> = new Map([...units, ...tens])
const multipliers: ReadonlyMap<string, number> = new Map([
  ['hundred', 100],
  ['thousand', 1000],
  ['grand', 1000],
  ['mil', 1000],
])
const articles = new Set(['a', 'an', 'one', 'un', 'una'])
/** The nouns that make "one" a number. */
const counted =
  /^(?:hundred|thousand|dollars?|bucks?|percent|per|days?|weeks?|months?|years?|hours?|minutes?|business)$/
const dollarWords = new Set(['dollar', 'dollars', 'buck', 'bucks', 'usd', 'dolares', 'dolar'])

function valuesOf(...lines: readonly string[]): (readonly [string, number])[] {
  return lines
    .join(' ')
    .replace('one -', '-')
    .split(' ')
    .flatMap((names, value) => names.split('|').map(name => [name, value] as const))
}

function tenOf(word: string, index: number): readonly [string, number] {
  return [word, (index + 2) * 10]
}

/** Whether a word may begin or belong to a number. */
export function isNumberWord(word: string): boolean {
  const first = word.charCodeAt(0)
  return (
    (first >= 48 && first <= 57) ||
    first === 36 ||
    word === 'one' ||
    values.has(word) ||
    multipliers.has(word)
  )
}

/** A number in a list of words. */
interface FoundNumber {
  /** The figure: `$200`, `15%` or `14`. */
  readonly figure: string
  /** The index after its last word. */
  readonly end: number
}

/**
 * The number that begins at a word; undefined if none does.
 * @param words Folded; a figure is written `$1,000`, `2.5k`, `15%` or `7`.
 */
export function numberAt(words: readonly string[], start: number): FoundNumber | undefined {
  const found = figureAt(words, start) ?? spelledAt(words, start)
  if (found === undefined) return undefined
  const { value, end } = found
  if (found.sign === '%') return { figure: `${value}%`, end }
  if (found.sign === '$') return { figure: `$${value}`, end }
  const next = words[end] ?? ''
  const after = words[end + 1]
  if (next === 'percent') return { figure: `${value}%`, end: end + 1 }
  if ((next === 'per' && after === 'cent') || (next === 'por' && after === 'ciento'))
    return { figure: `${value}%`, end: end + 2 }
  if (words[end - 1] === 'grand') return { figure: `$${value}`, end }
  if (dollarWords.has(next)) return { figure: `$${value}`, end: end + 1 }
  return { figure: `${value}`, end }
}

interface Value {
  readonly value: number
  readonly end: number
  readonly sign?: string | undefined
}

const figure = /^(\$?)(\d[\d,]*(?:\.\d+)?)(k?)(%?)$/

function figureAt(words: readonly string[], start: number): Value | undefined {
  const match = figure.exec(words[start] as string)
  if (match === null) return undefined
  const [, dollars, digits = '', thousands, percent] = match
  // "4K" means dollars.
  const sign = percent || dollars || (thousands === 'k' ? '$' : '')
  const value = Number(digits.replaceAll(',', '')) * (thousands === 'k' ? 1000 : 1)
  const end = start + 1
  const multiplier = multipliers.get(words[end] ?? '')
  if (multiplier !== undefined && percent === '') return { value: value * multiplier, end: end + 1, sign }
  const half = halfAt(words, end)
  return half === undefined ? { value, end, sign } : { value: (value + 0.5) * half, end: end + 4, sign }
}

/** "and a half grand": the factor that follows. */
function halfAt(words: readonly string[], at: number): number | undefined {
  return words[at] === 'and' && words[at + 1] === 'a' && words[at + 2] === 'half'
    ? multipliers.get(words[at + 3] ?? '')
    : undefined
}

/** "a hundred", "one day", but "no one out there" and "a grand total". */
function beginsOne(words: readonly string[], start: number): boolean {
  const first = words[start] as string
  const next = words[start + 1] ?? ''
  if (!articles.has(first) || next === 'grand') return false
  return multipliers.has(next) || (first === 'one' && counted.test(next) && words[start - 1] !== 'no')
}

function spelledAt(words: readonly string[], start: number): Value | undefined {
  const first = words[start] as string
  if (first === 'grand' || (first === 'once' && !/^(?:dolares|dias|semanas)$/.test(words[start + 1] ?? '')))
    return undefined
  const isOne = beginsOne(words, start)
  let [total, current, end] = [0, isOne ? 1 : 0, isOne ? start + 1 : start]
  let isNumber = isOne
  for (; end < words.length; end++) {
    const word = words[end] as string
    const unit = word === 'one' && isNumber && current >= 20 && current % 10 === 0 ? 1 : values.get(word)
    const multiplier = multipliers.get(word)
    const half = isNumber ? halfAt(words, end) : undefined
    if (unit !== undefined) {
      // "Five five" and "twenty thirty" are two numbers.
      if (isNumber && current > 0 && (current % 10 !== 0 || (current < 100 && unit >= 10) || current === 10))
        break
      current += unit
    } else if (multiplier !== undefined) {
      current = (current === 0 ? 1 : current) * multiplier
      if (multiplier === 1000) [total, current] = [total + current, 0]
    } else if (half !== undefined) {
      current = (current + 0.5) * half
      end += 3
    } else if (!joinsNumbers(words, end, isNumber, total + current)) break
    isNumber = true
  }
  return isNumber ? { value: total + current, end } : undefined
}

/** The "and" of "two hundred and fifty" and the "y" of "treinta y uno". */
function joinsNumbers(words: readonly string[], at: number, isNumber: boolean, value: number): boolean {
  const word = words[at]
  if (!isNumber || value === 0 || !values.has(words[at + 1] ?? '')) return false
  return word === 'and' ? value % 100 === 0 : word === 'y' && value % 10 === 0
}
