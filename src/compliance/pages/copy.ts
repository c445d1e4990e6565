// Mistakes that a text shows: placeholders, a foreign script, a wrong year or number of steps.

/** Languages that are not written in Latin letters. */
const otherScripts: ReadonlySet<string> = new Set('ru uk bg sr el zh ja ko ar he hi th'.split(' '))
const foreignWord = /(?=\p{L}*(?!\p{Script=Latin})\p{L})[\p{L}\p{M}]+/gu
/** Two letters in a row, or one next to a Latin letter: a lone "α" may be a symbol. */
const foreign =
  /(?:(?!\p{Script=Latin})\p{L}){2,}|(?<=[A-Za-z])(?!\p{Script=Latin})\p{L}|(?!\p{Script=Latin})\p{L}(?=[A-Za-z])/u
const namesLanguage =
  /\b(?:languages?|alphabet|idioma|(?:Russ|Ukrain|Bulgar|Serb)ian|Greek|(?:Chin|Japan)ese|Korean|Arabic|Hebrew|Hindi|Thai|ruso|griego|chino)\b/i

/** What is wrong with a text on its own, or may be wrong on some page. */
export interface CopyFaults {
  /** The language of the text, if it contains letters of another script. */
  readonly foreignTo?: string | undefined
  /** Whether it is a message in place of content that failed to load. */
  readonly isFailed?: boolean
  readonly placeholder?: string | undefined
  readonly steps?: Steps | undefined
  readonly year?: string | undefined
}

/** The number of steps that a text mentions. */
export interface Steps {
  readonly count: number
  /** The numbers of steps that it lists itself, as far as code can tell. */
  readonly own: readonly number[]
  /** Whether the numbers in `own` are certain. */
  readonly isSure: boolean
  /** Whether it counts things rather than steps: the items of the list right below it. */
  readonly isLead: boolean
}

/**
 * @param text The text, with the brand's names and addresses replaced by `@brand` and the like.
 * @param language Its tag, such as `en-US`.
 */
export function copyFaults(text: string, language: string): CopyFaults | undefined {
  const own = language.split('-')[0] as string
  const faults: CopyFaults = {
    foreignTo: !otherScripts.has(own) && isForeign(text) ? own : undefined,
    isFailed: failed.test(text),
    placeholder: placeholderIn(text),
    steps: stepsOf(text),
    year: /(?:©|\(c\)|copyright)\s*(?:\d{4}\s*[-–]\s*)?(\d{4})/i.exec(text)?.[1],
  }
  return Object.values(faults).some(Boolean) ? faults : undefined
}

/** "In Russian the word for debt is долг": a few foreign words in a text that names their language are not a mistake. */
function isForeign(text: string): boolean {
  if (!/[^\x00-\u024f]/.test(text) || !foreign.test(text)) return false
  const words = text.match(foreignWord) ?? []
  return words.length > 3 || words.length * 4 > text.split(' ').length || !namesLanguage.test(text)
}

/** "Loading disclosures...", "Failed to load" */
const failed =
  /^(?:loading (?:the |our )?(?:content|disclosures?|terms|rates|text|notices?)\b|(?:failed|unable) to load|could(?: not|n['’]t) load)/i

/** "[insert …]", "[phone number here]" */
const inBrackets =
  `insert add replace put write fill enter paste include describe check confirm update your our placeholder company brand
  lender phone email e-mail first last full name date street address city state amount url link text copy article section title image
  photo picture logo quote table description answer inserte? agregue añad[ae] reemplace escriba su nombre monto fecha dirección teléfono
  correo texto respuesta imagen`.split(/\s+/)
/** Matches a part of every placeholder below. Most texts contain no such part. */
const mayBeUnfilled = /[[{_<%]|XX|[A-Z]{4}|555-|@[edy]|[lL]orem|dolor sit|\([A-Za-z ]+:|^\S+(?: \w+)?$/
const unfilled: readonly RegExp[] = [
  /\{\{?\s*[A-Za-z][\w.]*\s*\}?\}|\$\{\w+\}|%[A-Z_]{3,}%|<%.*%>/,
  // "[third benefit]" as a whole item, "[FEE]"
  new RegExp(`\\[(?:${inBrackets.join('|')})(?![\\p{L}\\p{N}])[^\\]]*\\]`, 'iu'),
  /^\[[^\]]*\p{L}{3}[^\]]*\]$/u,
  /\[(?!(?:PDF|SIC|ESP|ENG|USD|NEW|FAQ|USA)\])\p{Lu}[\p{Lu} _/-]{2,}\]/u,
  // "STATE_NAME", "STATE1"
  /\b(?:[A-Z]{3,}_[A-Z][A-Z_]+|(?:STATE|CITY|NAME|LENDER|AMOUNT|DATE|BRAND|COMPANY|ADDRESS|ITEM)[-_ ]?\d)\b/,
  // "$XXX", "XX days", "(XXX) XXX-XXXX"
  /\$X{2,}|\b20XX\b|\bX{2,}(?= ?(?:%|percent|days?|weeks?|months?|years?|hours?|minutes?|dollars?)(?!\w))|\bX{3}-X{4}\b/,
  /\b555-555-5555\b|\b[\w.]+@(?:example|domain|yourdomain|email)\.com\b|\b(?:lorem ipsum|dolor sit amet)\b/i,
  /\((?:writer|editor|designer|dev|author|legal|client|translator|copywriter|redactor|note to [\w ]+)s?:/i,
  /^(?:undefined|null|NaN|\[object Object\]|(?:[Ll]oading|LOADING|[Cc]argando)(?:\.\.\.|…)?)$/,
]
/** "within ___ days": a blank, unless the text is about one. */
const blank = /(?<![“"$\w_])_{2,}(?![\w_”"])/
const ofBlanks =
  /\b(?:blanks?|empty|fill(?:ed)? in|(?:not|never|before you|after you) sign|vací[oa]s?|en blanco)\b/i
/** "If a contract says “[insert amount]”, don't sign it" */
const quoted = /[“"«][^“”"«»]*[”"»]/g
const ofSample = /\b(?:template|plantilla|says?|reads?|spammers?|scam\w*|contract|such as|like|e\.g\.)\b/i

function placeholderIn(shown: string): string | undefined {
  if (/\b(?:sample letter|carta modelo)\b/i.test(shown)) return undefined
  const text = ofSample.test(shown) ? shown.replace(quoted, '') : shown
  // "TODO SOBRE LOS CARGOS" is Spanish in capitals.
  const note = /[a-z]/.test(text)
    ? /\b(?:TODO|FIXME|TBD|TK|XXX)\b(?!-)/
    : /\b(?:TODO|FIXME|TBD|TK|XXX)(?=:|$)/
  for (const pattern of mayBeUnfilled.test(text) ? [note, ...unfilled] : [note]) {
    const found = pattern.exec(text)?.[0]
    if (found !== undefined) return found
  }
  return ofBlanks.test(text) ? undefined : blank.exec(text)?.[0]
}

const numbers = 'one two three four five six seven eight uno dos tres cuatro cinco seis siete ocho'.split(' ')
const countOf = (word: string): number => Number(word) || (numbers.indexOf(word.toLowerCase()) % 8) + 1
const adjectives =
  'easy|simple|quick|short|small|basic|fast|clear|little|plain|main|sencillos|simples|cortos|breves'
const nouns =
  'things?|parts?|stages?|phases?|moves?|clicks?|stops?|tasks?|etapas|partes|fases|cosas|movimientos'
/** "three steps", "A request has four parts" */
const counted = new RegExp(
  `\\b(\\d{1,2}|${numbers.join('|')})[- ](?:(?:${adjectives}) )*(?:(steps?|pasos)|${nouns})\\b`,
  'gi',
)
const inARow = /\b(?:1-2-3|one-two-three|1, 2, 3|uno, dos, tres)\b/i
const ordinals =
  /(?:^|[.;!?] )(?:First|Second|Third|Fourth|Fifth|Then|Next|After that|Finally|Last(?:ly)?)\b/g

/** "three steps: ask, sign, repay" */
function stepsOf(text: string): Steps | undefined {
  const all = [...text.matchAll(counted)]
  const found = all.find(match => match[2] !== undefined) ?? all[0]
  const isLead = found?.[2] === undefined
  if (isLead && ((text.length >= 90 && !/\bFirst\b/.test(text)) || /\?|:\s*\S/.test(text))) return undefined
  if (found === undefined && !inARow.test(text)) return undefined
  const count = countOf(found?.[1] ?? 'three')
  // "First you ask. Then a lender reads it. After that you sign."
  const told = /\bFirst\b/.test(text) ? (text.match(ordinals)?.length ?? 0) : 0
  if (told > 1) return { count, own: [told], isSure: true, isLead }
  const list = isLead ? undefined : /^[^.;!?:]*:([^.;!?:]*)/.exec(text.slice(found.index))?.[1]
  if (list === undefined) return { count, own: [], isSure: false, isLead }
  // "ask, sign and repay", "ask for the amount and the term, sign, and repay"
  const isSerial = /, (?:and|y|e) /.test(list)
  const items = list.split(/, (?:(?:and|y|e) )?/)
  const own = isSerial ? [items] : [items, list.split(/, ?| (?:and|y|e) /)]
  const isSure = isSerial && items.every(item => item.trim().split(' ').length < 7)
  return { count, own: own.map(({ length }) => length), isSure, isLead }
}
