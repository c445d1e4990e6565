// Text as people write it, made comparable: hidden characters taken out, look-alike letters made Latin, numbers in words made
// figures. Pure.

/** Characters that take no room: soft hyphen, zero-width space and joiners, direction marks, variation selectors. */
const invisible = /\p{DI}/gu
const unusual = /[^\x20-\x7e]/

/** A text as a reader sees it: one line, compatibility forms resolved, nothing invisible. */
export function shownText(text: string): string {
  const visible = unusual.test(text) ? text.normalize('NFKC').replace(invisible, '') : text
  return /^\s|\s$|\s\s|[^\S ]/.test(visible) ? visible.replace(/\s+/g, ' ').trim() : visible
}

const abbreviations =
  /(?:^|[\s(])(?:[A-Za-z]|e\.g|i\.e|vs|inc|co|corp|st|approx|est|mr|mrs|ms|dr|ee|uu|aprox|sr|sra|art|sec)\.$/i

/** The sentences of a shown text. */
export function sentencesOf(text: string): string[] {
  const sentences: string[] = []
  let start = 0
  for (const match of text.matchAll(/[.!?…]+["'”’)\]]*(?=\s|$)|\s(?=[¿¡])/g)) {
    const end = match.index + match[0].length
    if (match[0].startsWith('.') && end < text.length) {
      if (abbreviations.test(text.slice(Math.max(0, end - 9), match.index + 1))) continue
      // "License No. 4471", but "Yes or no."
      if (/\bno$/i.test(text.slice(start, match.index)) && /^ ?#?[A-Z]*-?\d/.test(text.slice(end))) continue
      if (!/[\p{Lu}\d$"'“‘«¿¡([#@–—-]/u.test(text.charAt(end + 1))) continue
    }
    // “Bad credit? No problem!” is how such ads begin.
    if (/[”"»]$/.test(match[0]) && /^,? \p{Ll}/u.test(text.slice(end, end + 4))) continue
    const quote = text.lastIndexOf('“', end)
    if (
      quote >= start &&
      /^[^“”]*$/.test(text.slice(quote + 1, end)) &&
      /^[^“”]*”,? \p{Ll}/u.test(text.slice(end))
    )
      continue
    const sentence = text.slice(start, end).trim()
    if (sentence !== '') sentences.push(sentence)
    start = end
  }
  const rest = text.slice(start).trim()
  return rest === '' ? sentences : [...sentences, rest]
}

/** In characters. People's paragraphs are shorter. */
const longText = 4000

/** A text in parts of whole sentences, if it is so long that to compare each sentence with all of it would take seconds. */
export function partsOf(text: string): readonly string[] {
  if (text.length <= longText) return [text]
  const parts: string[] = []
  let part = ''
  for (const sentence of sentencesOf(text)) {
    if (part !== '' && part.length + sentence.length >= longText) {
      parts.push(part)
      part = ''
    }
    part += part === '' ? sentence : ` ${sentence}`
  }
  return [...parts, part]
}

/** Letters of other scripts that look like Latin ones. */
const lookAlikes: Readonly<Record<string, string>> = Object.fromEntries(
  [
    ['аᴀɑαа', 'a'],
    ['ьƅЬ', 'b'],
    ['сϲᴄсⅽ', 'c'],
    ['ԁⅾ', 'd'],
    ['еҽєεе', 'e'],
    ['ɡց', 'g'],
    ['һհ', 'h'],
    ['іιıӏⅰ', 'i'],
    ['јϳ', 'j'],
    ['кκ', 'k'],
    ['ⅼ', 'l'],
    ['мⅿ', 'm'],
    ['ոп', 'n'],
    ['оοσօ', 'o'],
    ['рρ', 'p'],
    ['ԛ', 'q'],
    ['гᴦ', 'r'],
    ['ѕ', 's'],
    ['тτ', 't'],
    ['υս', 'u'],
    ['ѵν', 'v'],
    ['ԝѡω', 'w'],
    ['хχ', 'x'],
    ['уγ', 'y'],
    ['ᴢ', 'z'],
  ].flatMap(([from = '', to = '']) => [...from].map(letter => [letter, to])),
)
const lookAlike = new RegExp(`[${Object.keys(lookAlikes).join('')}]`, 'g')

/** Words that stand for several: contractions, also without their apostrophe. */
const contractions: ReadonlyMap<string, readonly string[]> = new Map([
  ['fortnight', ['2', 'weeks']],
  ...['cannot', "can't", 'cant'].map(word => [word, ['can', 'not']] as const),
  ...["won't", 'wont'].map(word => [word, ['will', 'not']] as const),
  ...'is are was were do does did has have had could would should must need'
    .split(' ')
    .flatMap(verb => [`${verb}n't`, `${verb}nt`].map(word => [word, [verb, 'not']] as const)),
  ...endings('we you they', "'re", 'are'),
  ...endings('we you they i he she it that there who', "'ll", 'will'),
  ...endings('we you they i who', "'ve", 'have'),
  ...endings('it that there here what who he she let', "'s", 'is'),
  ...endings('we you they i he she it', "'d", 'would'),
  ...endings('i', "'m", 'am'),
])

function endings(words: string, ending: string, verb: string): (readonly [string, readonly string[]])[] {
  return words.split(' ').map(word => [`${word}${ending}`, [word, verb]])
}

/**
 * A sentence as the words that rules look for: lower case, without accents, numbers as figures, one space between words and
 * punctuation, a space at both ends: `" no queues , no fees : approval is guaranteed . "`. Of nothing, nothing.
 */
export const wordsOf = (sentence: string): string => joined(wordListOf(sentence))

/** A sentence as shown, and its words. */
export interface Sentence {
  readonly shown: string
  readonly words: readonly string[]
}

/** Reads the sentences of a shown text. */
export function readSentences(text: string): readonly Sentence[] {
  const read: Sentence[] = []
  const sentences = sentencesOf(text)
  for (let at = 0; at < sentences.length; ) {
    // "Every. Single. Request. Approved." is one sentence.
    let end = at
    while (end < sentences.length && oneWord.test(sentences[end] as string)) end++
    const run = sentences.slice(at, end - at > 2 ? end : at + 1)
    const shown = run.join(' ')
    read.push({ shown, words: wordListOf(run.length > 1 ? shown.replace(/\.(?= )/g, '') : shown) })
    at += run.length
  }
  return read
}

const oneWord = /^[\p{L}'’]+[.!]$/u

/** The words of a text's sentences as rules look for them. */
export function wordsOfAll(sentences: readonly Sentence[]): string {
  return sentences.length === 1
    ? joined((sentences[0] as Sentence).words)
    : joined(sentences.flatMap(({ words }) => words))
}

/** A list of words as rules look for them. */
export function joined(words: readonly string[]): string {
  return words.length === 0 ? '' : ` ${words.join(' ')} `
}

/** The words of a sentence, as `wordsOf` joins them. */
export function wordListOf(sentence: string): readonly string[] {
  // "Q: Could I be refused? A: Nobody has been."
  let text = sentence.toLowerCase().replace(/^\s*(?:[qapr]|question|answer|pregunta|respuesta): /, '')
  // Rules make no difference between the names of a brand.
  if (text.includes('@')) text = text.replace(/@(?:company|site|domain)\b/g, '@brand')
  if (unusual.test(text)) {
    text = text
      .normalize('NFD')
      .replace(/\p{M}/gu, '')
      .replace(lookAlike, letter => lookAlikes[letter] as string)
      .replace(/[‘’ʼ`´]/g, "'")
      .replace(/[“”«»„]/g, '"')
      .replace(/[‐‑]/g, '-')
      .replace(/(?<=[\d%]) ?[–—] ?(?=[$\d])/g, ' to ')
      .replace(/[–—―]/g, ' — ')
      .replace(/¿|¡/g, ' ')
      .replace(/€|£/g, '$')
      .replace(/…/g, ' … ')
      // A row of stars is a rating.
      .replace(/[★⭐🌟]{3,}/gu, stars => ` ${[...stars].length} stars `)
  }
  if (text.includes('-'))
    text = text.replace(/(?<=\d[%]?)-(?=\$\d|\d+%)/g, ' to ').replace(/ -+ | -+$|--+/g, ' — ')
  // gu4ranteed, appr0val
  if (/[a-z][0134@5$]/.test(text))
    text = text.replace(/[a-z@$]*[a-z][0134@5$]{1,2}[a-z][a-z013457@$]*/g, unleet)
  // g u a r a n t e e d
  if (/[ .*_-][a-z][ .*_-][a-z][ .*_-][a-z]/.test(text))
    text = text.replace(/(?<![a-z'])[a-z](?:[ .*_-][a-z](?![a-z'])){4,}/g, spaced =>
      spaced.replace(/[ .*_-]/g, ''),
    )
  const tokens: readonly string[] = text.match(token) ?? []
  return tokens.some(isSpecial) ? resolved(tokens) : tokens
}

/** Whether it is not its own word: part of a number, a contraction, a quotation mark. */
function isSpecial(token: string): boolean {
  const first = token.charCodeAt(0)
  if (first < 58) return first > 47 || first === 36 || first === 34
  return specialWords.has(token) || token.startsWith('us$')
}

function resolved(tokens: readonly string[]): readonly string[] {
  const whole: string[] = []
  for (const token of tokens) {
    const words = contractions.get(token)
    if (words === undefined) whole.push(token)
    else whole.push(...words)
  }
  return figures(whole)
}

/** A word, an amount, a number or a percentage, what stands for a name of the brand, a mark of punctuation. */
const token =
  /(?!us\$)[a-z][a-z0-9]*(?:'[a-z]+)?|(?:us)?\$ ?\d+(?:,\d{3})*(?:\.\d+)?k?(?![a-z])|\d+(?:,\d{3})*(?:\.\d+)?(?: ?%)?|@(?:brand|email|phone|call|address|line|provider)|[a-z0-9]+(?:'[a-z]+)?|[,;:.!?()—…/+&"]/g

function unleet(word: string): string {
  if (/\d{3}|^\$/.test(word) || word.replace(/[^a-z]/g, '').length < 4) return word
  return word.replace(
    /[013457@$]/g,
    sign => ({ '0': 'o', '1': 'i', '3': 'e', '4': 'a', '5': 's', '7': 't', '@': 'a', $: 's' })[sign] ?? sign,
  )
}

const units: Readonly<Record<string, number>> = {
  zero: 0,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  eleven: 11,
  twelve: 12,
  thirteen: 13,
  fourteen: 14,
  fifteen: 15,
  sixteen: 16,
  seventeen: 17,
  eighteen: 18,
  nineteen: 19,
  twenty: 20,
  thirty: 30,
  forty: 40,
  fifty: 50,
  sixty: 60,
  seventy: 70,
  eighty: 80,
  ninety: 90,
  dos: 2,
  tres: 3,
  cuatro: 4,
  cinco: 5,
  seis: 6,
  siete: 7,
  ocho: 8,
  nueve: 9,
  diez: 10,
  once: 11,
  doce: 12,
  trece: 13,
  catorce: 14,
  quince: 15,
  dieciseis: 16,
  diecisiete: 17,
  dieciocho: 18,
  diecinueve: 19,
  veinte: 20,
  veinticinco: 25,
  treinta: 30,
  cuarenta: 40,
  cincuenta: 50,
  sesenta: 60,
  setenta: 70,
  ochenta: 80,
  noventa: 90,
  cien: 100,
  ciento: 100,
  doscientos: 200,
  trescientos: 300,
  cuatrocientos: 400,
  quinientos: 500,
  seiscientos: 600,
  setecientos: 700,
  ochocientos: 800,
  novecientos: 900,
}
const multipliers: Readonly<Record<string, number>> = { hundred: 100, thousand: 1000, grand: 1000, mil: 1000 }
const singleOf =
  /^(?:hundred|thousand|dollars?|bucks?|percent|per|days?|weeks?|months?|years?|hours?|minutes?|out|in|business)$/
/** `once` is also an English word. */
const ambiguous = new Set(['once'])

const multiplierWords = new Set(Object.keys(multipliers))
const numberWords = new Set([...Object.keys(units), ...Object.keys(multipliers), 'one'])
const specialWords: ReadonlySet<string> = new Set([...numberWords, ...contractions.keys()])

function beginsNumber(token: string, index: number, tokens: readonly string[]): boolean {
  const first = token.charCodeAt(0)
  return (
    (first >= 48 && first <= 57) ||
    token.startsWith('$') ||
    token.startsWith('us$') ||
    numberWords.has(token) ||
    // "a hundred"
    multiplierWords.has(tokens[index + 1] ?? '')
  )
}

/** Numbers in words, percent signs and currencies as figures; without quotation marks. */
function figures(tokens: readonly string[]): readonly string[] {
  const made: string[] = []
  for (let at = 0; at < tokens.length; ) {
    const number = beginsNumber(tokens[at] as string, at, tokens) ? numberAt(tokens, at) : undefined
    if (number === undefined) {
      if (tokens[at] !== '"') made.push(tokens[at] as string)
      at++
      continue
    }
    at = number.end
    let text = String(number.value)
    const next = tokens[at]
    if (number.percent) text += '%'
    else if (number.dollars) text = `$${text}`
    else if (
      next === 'percent' ||
      next === 'percentage' ||
      (next === 'per' && tokens[at + 1] === 'cent') ||
      (next === 'por' && tokens[at + 1] === 'ciento')
    ) {
      if (!(next === 'percentage')) {
        text += '%'
        at += next === 'percent' ? 1 : 2
      }
    } else if (tokens[at - 1] === 'grand') text = `$${text}`
    else if (next !== undefined && /^(?:dollars?|bucks?|usd|dolares|dolar)$/.test(next)) {
      text = `$${text}`
      at++
    } else if (made.at(-1) === 'usd') {
      made.pop()
      text = `$${text}`
    }
    made.push(text)
  }
  return made
}

interface FoundNumber {
  readonly value: number
  readonly end: number
  readonly percent: boolean
  readonly dollars: boolean
}

/** "two and a half grand" */
const isAndAHalf = (tokens: readonly string[], at: number): boolean =>
  tokens[at] === 'and' &&
  tokens[at + 1] === 'a' &&
  tokens[at + 2] === 'half' &&
  multipliers[tokens[at + 3] ?? ''] !== undefined

function numberAt(tokens: readonly string[], start: number): FoundNumber | undefined {
  const first = tokens[start] as string
  const digits = /^(?:us)?(\$ ?)?(\d[\d,]*(?:\.\d+)?)(k?)( ?%)?$/.exec(first)
  if (digits !== null) {
    let value = Number(digits[2]?.replaceAll(',', ''))
    if (digits[3] === 'k') value *= 1000
    let end = start + 1
    const next = tokens[end]
    let dollars = digits[1] !== undefined
    if (next !== undefined && multipliers[next] !== undefined && digits[4] === undefined) {
      value *= multipliers[next]
      end++
    } else if (next === 'k' && value < 100 && !/^(?:run|race|walk)$/.test(tokens[end + 1] ?? '')) {
      // "4K"
      value *= 1000
      end++
      dollars = true
    } else if (isAndAHalf(tokens, end)) {
      value = (value + 0.5) * (multipliers[tokens[end + 3] as string] as number)
      end += 4
    }
    return { value, end, percent: digits[4] !== undefined, dollars }
  }
  const next = tokens[start + 1] ?? ''
  let at = start
  let total = 0
  let current = 0
  let any = false
  // "a grand total", "grand opening"
  if (first === 'grand' || (next === 'grand' && !(first in units))) return undefined
  if (/^(?:a|an|one|un|una|each|every)$/.test(first)) {
    if (
      multipliers[next] === undefined ||
      (first !== 'a' && first !== 'an' && first !== 'one' && first !== 'un')
    ) {
      // "No one out there" is no number.
      if (first !== 'one' || !singleOf.test(next) || tokens[start - 1] === 'no') {
        // "each hundred dollars", "every hundred": the number begins with the next word.
        return undefined
      }
    }
    current = 1
    any = true
    at++
  }
  for (; at < tokens.length; at++) {
    const token = tokens[at] as string
    const unit =
      ambiguous.has(token) && !any && !/^(?:dolares|dias|semanas)$/.test(tokens[at + 1] ?? '')
        ? undefined
        : units[token]
    const multiplier = multipliers[token]
    if (token === 'one' && any && current % 100 >= 20 && current % 10 === 0) current += 1
    else if (unit !== undefined) {
      // "five five" are two numbers.
      if (any && current % 10 !== 0 && unit >= current % 100) break
      if (any && current > 0 && current < 20 && unit < 20) break
      current += unit
      any = true
    } else if (multiplier !== undefined) {
      current = (current === 0 ? 1 : current) * multiplier
      if (multiplier === 1000) {
        total += current
        current = 0
      }
      any = true
    } else if (any && isAndAHalf(tokens, at)) {
      current = (current + 0.5) * (multipliers[tokens[at + 3] as string] as number)
      at += 3
    } else if (
      (token === 'and' || token === 'y') &&
      any &&
      units[tokens[at + 1] ?? ''] !== undefined &&
      current % 10 === 0 &&
      current + total > 0
    ) {
      if (token === 'and' && current % 100 !== 0) break
    } else break
  }
  return any ? { value: total + current, end: at, percent: false, dollars: false } : undefined
}
