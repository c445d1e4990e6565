// What a text shows by mistake: placeholders, another script, a year or a number of steps.

const scripts: Readonly<Record<string, RegExp>> = {
  ru: /\p{Script=Cyrillic}/u,
  uk: /\p{Script=Cyrillic}/u,
  bg: /\p{Script=Cyrillic}/u,
  sr: /\p{Script=Cyrillic}/u,
  el: /\p{Script=Greek}/u,
  zh: /\p{Script=Han}/u,
  ja: /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u,
  ko: /[\p{Script=Hangul}\p{Script=Han}]/u,
  ar: /\p{Script=Arabic}/u,
  he: /\p{Script=Hebrew}/u,
  hi: /\p{Script=Devanagari}/u,
  th: /\p{Script=Thai}/u,
}
const foreign =
  /(?:(?!\p{Script=Latin})\p{L}){2,}|(?<=[A-Za-z])(?!\p{Script=Latin})\p{L}|(?!\p{Script=Latin})\p{L}(?=[A-Za-z])/u

/** "In Russian the word for debt is долг": one foreign word or two, in a text that says so. */
function isForeignWord(text: string): boolean {
  const words = text.match(/[\p{L}\p{M}]+/gu) ?? []
  const strange = words.filter(word => /(?!\p{Script=Latin})\p{L}/u.test(word))
  return (
    strange.length <= 3 &&
    strange.length * 4 <= words.length &&
    !strange.some(word => /\p{Script=Latin}/u.test(word)) &&
    (namesLanguage.test(text) || (speaksOfWord.test(text) && !namesControl.test(text)))
  )
}

const namesLanguage =
  /\b(?:languages?|alphabet|idioma|Russian|Greek|Chinese|Japanese|Korean|Arabic|Hebrew|Hindi|Ukrainian|Bulgarian|Serbian|Thai|ruso|griego|chino|japonés|coreano|árabe|hebreo|ucraniano)\b/i
const speaksOfWord =
  /\b(?:words?|letters?|called|means?|meaning|pronounced|written|spelled|spelt|translat\w+|symbol|script|palabras?|letras?|significa|se (?:dice|llama|escribe))\b/i
/** What a visitor sees on a screen or does with it: a page called so is the site's own, in no language of its visitors. */
const namesControl =
  /\b(?:button|buttons|press|tap|click|select|screen|menu|tab|window|box|checkbox|field|message|error|label|form|page|line|link|option|botón|pulse|pulsa|toque|haga clic|pantalla|menú|ventana|casilla|campo|mensaje|formulario|página|enlace|opción)\b/i

/** What is wrong with a text by itself, or may be on some page. */
export interface CopyFaults {
  /** It has letters of another script than its language. */
  readonly foreignTo?: string | undefined
  readonly isFailed?: boolean
  readonly placeholder?: string | undefined
  readonly steps?:
    | {
        readonly count: number
        readonly listed: readonly number[]
        /** Those that its sentences tell one by one. */
        readonly told: number | undefined
        /** It counts parts, stages, things: they are those of a list right below. */
        readonly isLead: boolean
        /** "That was it: three steps." The list stands above. */
        readonly isAfter: boolean
      }
    | undefined
  readonly year?: string | undefined
}

/**
 * @param text The brand's names and addresses as `@brand` and so on: they may be any.
 * @param language Its tag, such as `en-US`.
 */
export function copyFaults(text: string, language: string): CopyFaults | undefined {
  const foreignTo = language.split('-')[0] as string
  const isForeign =
    /[^\x00-\u024f]/.test(text) && !(foreignTo in scripts) && foreign.test(text) && !isForeignWord(text)
  const faults = faultsOf(text)
  return isForeign ? { ...faults, foreignTo } : faults
}

const unfilled: readonly RegExp[] = [
  /\{\{?\s*[A-Za-z][\w.]*\s*\}?\}|\$\{\w+\}|%[A-Z_]{3,}%|<%.*%>/,
  // "[insert …]", "[third benefit]" as the whole of an item, "[FEE]"
  /\[(?:insert|add|replace|put|write|fill|enter|paste|include|describe|check|confirm|update|your|our|placeholder|company|brand|lender|phone|email|e-mail|(?:first|last|full)? ?name|date|street|address|city|state|amount|url|link|text|copy|article|section|paragraph|heading|headline|title|image|photo|picture|logo|quote|table|chart|description|answer|inserte?|agregue|añad[ae]|reemplace|escriba|su|nombre|monto|fecha|dirección|teléfono|correo|texto|respuesta|título|imagen|foto|enlace)(?![\p{L}\p{N}])[^\]]*\]/iu,
  /^\[[^\]]*\p{L}{3}[^\]]*\]$/u,
  /\[(?!(?:PDF|SIC|ESP|ENG|USD|NEW|FAQ|USA)\])\p{Lu}[\p{Lu} _/-]{2,}\]/u,
  // "STATE_NAME", "STATE1"
  /\b(?:[A-Z]{3,}_[A-Z][A-Z_]+|(?:STATE|CITY|NAME|LENDER|AMOUNT|DATE|BRAND|COMPANY|ADDRESS|ITEM)[-_ ]?\d)\b/,
  // "$XXX", "XX days", "(XXX) XXX-XXXX"
  /\$X{2,}|\b20XX\b|\bX{2,}(?= ?(?:%|percent|days?|weeks?|months?|years?|hours?|minutes?|dollars?|states?|lenders?)(?!\w))|\bX{3}(?:-X{3})?-X{4}\b|\b555-555-5555\b|\b[\w.]+@(?:example|domain|yourdomain|email)\.com\b/,
  /\b(?:lorem ipsum|dolor sit amet)\b/i,
  /\((?:writer|editor|designer|dev|author|legal|client|translator|copywriter|redactor|note to [\w ]+)s?:/i,
]
/** What every text that has one of them has. Most texts do not. */
const mayBeUnfilled =
  /[[{_]|<%|XX|%[A-Z]|555-555|@[edy]|[Ll]orem|LOREM|dolor sit|[A-Z]{4}[- ]?\d|\([A-Za-z ]+:/
/** "within ___ days": a blank, unless the text speaks of one. */
const blank = /(?<![“"$\w_])_{2,}(?![\w_”"])/
const ofBlanks =
  /\b(?:blanks?|empty|fill(?:ed)? in|(?:not|never|before you|after you) sign|vací[oa]s?|en blanco)\b/i
/** "If a contract says “[insert amount]”, don't sign it" */
const quotedPlace = /[“"«][^“”"«»]*[”"»]/g
const ofSample =
  /\b(?:sample letter|template|carta modelo|plantilla|says?|reads?|spammers?|scam\w*|contract|such as|like|e\.g\.)\b/i

/** "Loading disclosures...", "Failed to load" */
const failed =
  /^(?:loading (?:the |our )?(?:content|disclosures?|terms|legal|rates|fees|text|notices?|policy|details)\b|(?:failed|unable) to load|could(?: not|n['’]t) load|cargando (?:el |la |los |las )?(?:contenido|avisos?|términos|texto|detalles|política))/i

function faultsOf(text: string): CopyFaults | undefined {
  const isFailed = failed.test(text)
  const found = placeholderIn(text)
  const placeholder =
    found !== undefined && ofSample.test(text) ? placeholderIn(text.replace(quotedPlace, '')) : found
  const steps = stepsOf(text)
  const year = /(?:©|\(c\)|copyright)\s*(?:\d{4}\s*[-–]\s*)?(\d{4})/i.exec(text)?.[1]
  return isFailed || placeholder !== undefined || steps !== undefined || year !== undefined
    ? { isFailed, placeholder, steps, year }
    : undefined
}

function placeholderIn(text: string): string | undefined {
  // "TODO SOBRE LOS CARGOS" is Spanish in capitals.
  const note = /[a-z]/.test(text)
    ? /\b(?:TODO|FIXME|TBD|TK|XXX)\b(?!-(?:large|small))/
    : /\b(?:TODO|FIXME|TBD|TK|XXX)(?=:|$)/
  return (
    note.exec(text)?.[0] ??
    (mayBeUnfilled.test(text) && !/\b(?:sample letter|carta modelo)\b/i.test(text)
      ? (unfilled.flatMap(pattern => pattern.exec(text)?.[0] ?? [])[0] ?? blankIn(text))
      : undefined) ??
    (/^(?:loading|cargando)(?:\.\.\.|…)?$/i.test(text) ||
    /^(?:undefined|null|NaN|\[object Object\])$/.test(text)
      ? text
      : undefined)
  )
}

const blankIn = (text: string): string | undefined => {
  const found = blank.exec(text)?.[0]
  return found !== undefined && ofBlanks.test(text) ? undefined : found
}

/** "three steps: ask, sign, repay": how many a text speaks of, and how many it lists itself. */
function stepsOf(text: string): CopyFaults['steps'] {
  const steps = stepCount.exec(text)
  const isLead = steps === null && (text.length < 90 || /\bFirst\b/.test(text))
  const things =
    isLead && !/\?|:\s*\S/.test(text)
      ? (thingCount.exec(text) ?? (inARow.test(text) ? ['', 'three'] : null))
      : null
  const past = /(?:step|paso) (\d+) (?:of|de) (\d+)/gi
  for (const [, at, of] of text.matchAll(past))
    if (Number(at) > Number(of))
      return { count: Number(of), told: Number(at), listed: [], isLead: false, isAfter: false }
  const found = steps ?? things
  if (found === null) return undefined
  const count = countOf((found[1] ?? found[2]) as string)
  const list = text
    .slice(steps?.index ?? text.length)
    .split(/[.;!?]/)[0]
    ?.split(':')[1]
  // "ask, sign and repay", "ask for the amount and the term, sign, and repay"
  const endings = list === undefined ? [] : [/,/, /, ?(?:(?:and|y|e) )?| (?:and|y|e) /]
  const items = (list ?? '').split(/, (?:(?:and|y|e) )?/)
  // "First you ask. Then a lender reads it. After that you sign."
  const told =
    text.slice(found === steps ? found.index : 0).match(steps === null ? counted : ordinals)?.length ?? 0
  const isTold = /\bFirst\b/.test(text) && told > 1
  const isSerial = /, (?:and|y|e) /.test(list ?? '')
  return {
    count,
    // "in two steps: fill in the form, wait, and read the offer"
    told: isTold ? told : isSerial && items.every(isShort) ? items.length : undefined,
    listed: isTold
      ? []
      : isSerial
        ? [items.length]
        : endings.map(ending => (list as string).split(ending).length),
    isLead: things !== null,
    isAfter: /^(?:that|those|and that|these)\b/i.test(text),
  }
}

const number = '\\d{1,2}|one|two|three|four|five|six|seven|eight|dos|tres|cuatro|cinco|seis|siete'
const stepCount = new RegExp(
  `\\b(${number})[- ](?:(?:easy|simple|quick|short|small|basic|fast|clear|little|plain) )*steps?\\b|\\b(${number}) (?:(?:sencillos|simples|f[aá]ciles|cortos|breves) )?pasos\\b`,
  'i',
)
/** "A request has four parts:", "Only three things to do" */
const thingCount = new RegExp(
  `\\b(${number})[- ](?:(?:easy|simple|quick|short|small|basic|fast|clear|little|plain|main) )*(?:things?|parts?|stages?|phases?|moves?|clicks?|stops?|tasks?|etapas|partes|fases|cosas|movimientos)\\b`,
  'i',
)
const inARow = /\b(?:1-2-3|one-two-three|1, 2, 3|uno, dos, tres)\b/i
const values = 'one two three four five six seven eight'.split(' ')
const valores = 'uno dos tres cuatro cinco seis siete ocho'.split(' ')
const countOf = (word: string): number =>
  Number(word) || values.indexOf(word.toLowerCase()) + 1 || valores.indexOf(word.toLowerCase()) + 1

const isShort = (item: string): boolean => item.trim().split(' ').length < 7

const counted = /(?:^|[.;!?] )(?:First|Second|Third|Fourth|Fifth)\b/g
const ordinals =
  /(?:^|[.;!?] )(?:First|Second|Third|Fourth|Fifth|Then|Next|After that|Finally|Last(?:ly)?)\b/g
