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
    /\b(?:words?|letters?|languages?|alphabet|called|means?|meaning|pronounced|written|spelled|spelt|translat\w+|symbol|script|palabras?|letras?|idioma|significa|se (?:dice|llama|escribe)|Russian|Greek|Chinese|Japanese|Korean|Arabic|Hebrew|Hindi|Ukrainian|ruso|griego|chino|japonés|coreano|árabe|hebreo)\b/i.test(
      text,
    )
  )
}

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

function faultsOf(text: string): CopyFaults | undefined {
  const isFailed = /^(?:loading content|failed to load)/i.test(text)
  const placeholder =
    // "TODO SOBRE LOS CARGOS" is Spanish in capitals.
    (/[a-z]/.test(text) ? /\b(?:TODO|FIXME|TBD|TK|XXX)\b/ : /\b(?:TODO|FIXME|TBD|TK|XXX)(?=:|$)/).exec(
      text,
    )?.[0] ??
    /\{\{?\s*[A-Za-z][\w.]*\s*\}?\}|\$\{\w+\}|%[A-Z_]{3,}%|\[(?:insert|your|placeholder|company|brand|phone|email|e-mail|(?:first|last|full)? ?name|date|address|city|state|amount|url|link)\b[^\]]*\]|<%.*%>/i.exec(
      text,
    )?.[0] ??
    (/^(?:loading|cargando)(?:\.\.\.|…)?$/i.test(text) ? text : undefined) ??
    (/^(?:undefined|null|NaN|\[object Object\])$/.test(text) ? text : undefined)
  const steps = stepsOf(text)
  const year = /(?:©|\(c\)|copyright)\s*(?:\d{4}\s*[-–]\s*)?(\d{4})/i.exec(text)?.[1]
  return isFailed || placeholder !== undefined || steps !== undefined || year !== undefined
    ? { isFailed, placeholder, steps, year }
    : undefined
}

/** "three steps: ask, sign, repay": how many a text speaks of, and how many it lists itself. */
function stepsOf(text: string): CopyFaults['steps'] {
  const steps =
    /\b(\d{1,2}|one|two|three|four|five|six)[- ](?:(?:easy|simple|quick|short|small|basic|fast|clear) )?steps?\b|\b(\d|dos|tres|cuatro|cinco|seis) (?:sencillos |simples |faciles |fáciles )?pasos\b/i.exec(
      text,
    )
  if (steps === null) return undefined
  const count =
    Number(steps[2] ?? steps[1]) ||
    ['one', 'two', 'three', 'four', 'five', 'six'].indexOf((steps[1] ?? '').toLowerCase()) + 1 ||
    ['dos', 'tres', 'cuatro', 'cinco', 'seis'].indexOf((steps[2] ?? '').toLowerCase()) + 2
  const list = text
    .slice(steps.index)
    .split(/[.;!?]/)[0]
    ?.split(':')[1]
  // "ask, sign and repay", "ask for the amount and the term, sign, and repay"
  const endings = list === undefined ? [] : [/,/, /, ?(?:(?:and|y|e) )?| (?:and|y|e) /]
  // "First you ask. Then a lender reads it. After that you sign."
  const told = text.slice(steps.index).match(ordinals)?.length ?? 0
  return {
    count,
    told: /\bFirst\b/.test(text) && told > 1 ? told : undefined,
    listed: endings.map(ending => (list as string).split(ending).length),
  }
}

const ordinals =
  /(?:^|[.;!?] )(?:First|Second|Third|Fourth|Fifth|Then|Next|After that|Finally|Last(?:ly)?)\b/g
