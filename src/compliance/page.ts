// Judges one rendered page: what it claims, what it must say, what it says a loan costs. The verdict is plain data, kept with the
// page; `site.ts` finds the sources, applies waivers and makes diagnostics of it.

import type { BrandConfig } from '../brand/index.ts'
import type { Severity } from '../diagnostics/index.ts'
import type { SiteView } from '../site/index.ts'
import { has } from './affirmed.ts'
import { type Claim, claimsOf, type Paragraph } from './claims.ts'
import { figuresOf, wrongRates, wrongTotal } from './cost.ts'
import type { Block, PageContents } from './extract.ts'
import type { RuleSet } from './rules.ts'
import { remembered, sentencesOf, wordsOf } from './text.ts'

/** A broken rule on a page. */
export interface PageFinding {
  readonly rule: string
  /** Default: the rule's. */
  readonly severity?: Severity
  /** The text that breaks it, as the page shows it. Absent where something is missing. */
  readonly quote?: string
  /** The paragraph with the quote. */
  readonly context?: string
  /** What is wrong, in a sentence. */
  readonly problem: string
  /** The figure as it should be. */
  readonly computed?: string
  /** Where to report what is missing: a key of strings.yaml or of brand.yaml; default: the page's own file. */
  readonly at?: { readonly strings: string } | { readonly brand: readonly string[] }
}

/** What is known of a page once it is judged. Plain data. */
export interface PageVerdict {
  readonly findings: readonly PageFinding[]
  /** Required statements that it makes, for rules that one page of the site satisfies. */
  readonly says: readonly string[]
  /** It has the form, or leads to it. */
  readonly asks: boolean
  /** Facts that must be the same on all pages: name of the fact, its value, the sentence. */
  readonly facts: readonly (readonly [string, string, string])[]
}

/** What of a page's model matters. */
export interface JudgedPage {
  readonly route: string
  readonly kind: string
  readonly source?: string | undefined
  readonly audience?: string | undefined
  /** How many steps the page lists, where it has such a list. */
  readonly steps?: number | undefined
}

/** What of a brand matters. */
export interface JudgedBrand {
  readonly view: Pick<
    SiteView,
    | 'brand'
    | 'provider'
    | 'links'
    | 'unavailableStates'
    | 'costExample'
    | 'analytics'
    | 'thirdParties'
    | 'strings'
  >
  readonly values: Pick<
    BrandConfig['values'],
    | 'legalName'
    | 'address'
    | 'leadBuyers'
    | 'minAmount'
    | 'maxAmount'
    | 'substantiation'
    | 'badges'
    | 'privacy'
    | 'statements'
    | 'states'
    | 'copyrightYear'
    | 'name'
  >
}

export type Judge = (page: JudgedPage, contents: PageContents) => PageVerdict

/** What a paragraph says, wherever it stands. */
interface Said {
  readonly claims: readonly Claim[]
  readonly statements: readonly string[]
  readonly words: string
  readonly cost: boolean
  readonly states: readonly string[]
}

const nothingSaid: Said = { claims: [], statements: [], words: '', cost: false, states: [] }

/** Paragraphs read so far, of all brands that have the same rules. */
export type ParagraphMemory = Map<string, Said>
const memoryLimit = 40_000

/** A judge of one brand's pages. */
export function pageJudge(rules: RuleSet, brand: JudgedBrand, memory: ParagraphMemory = new Map()): Judge {
  const { values, view } = brand
  const names = [values.name, values.legalName].flatMap(name =>
    name === undefined || name.length < 4 ? [] : [name],
  )
  const maximum = values.maxAmount ?? 1000
  const minimum = values.minAmount ?? 100
  const states = new Set(view.unavailableStates)
  const translated = Object.values(view.strings.states ?? {})
  const stateNames = new Map([
    ...translated.map(name => [wordsOf(name).trimEnd(), name] as const),
    ...rules.states,
  ])
  const own = Object.entries(values.statements ?? {}).map(
    ([key, text]) => [key, wordsOf(text).trim()] as const,
  )

  const neutral = (text: string): string =>
    names.reduce((shown, name) => shown.replaceAll(name, '@brand'), text)
  const restored = (text: string): string => text.replaceAll('@brand', values.name)
  /** Of the blocks of parts that pages share, where what stands around them does not matter. */
  const shared = new WeakMap<Block, Said>()
  const read = (block: Block, index: number, blocks: readonly Block[]): Said => {
    if (block.text.length < 4) return nothingSaid
    const known = shared.get(block)
    if (known !== undefined) return known
    const text = neutral(block.text)
    const follower = text.endsWith('?') ? neutral(blocks[index + 1]?.text ?? '') : ''
    const below = isHeading(block) ? neutral(textBelow(index, blocks)) : ''
    const key = `${text}\0${block.intro}\0${follower}\0${below}\0${translated}`
    let said = memory.get(key)
    if (said === undefined) {
      if (memory.size > memoryLimit) memory.clear()
      said = readParagraph({ text, intro: neutral(block.intro), next: follower, below }, rules, stateNames)
      memory.set(key, said)
    }
    if (!isHeading(block) && !text.endsWith('?')) shared.set(block, said)
    return said
  }

  return (page, contents) => {
    const findings: PageFinding[] = []
    const add = (finding: PageFinding): void => void findings.push(finding)
    const { blocks, links } = contents
    const isForm = contents.formAt !== undefined
    const isCall = isForm || links.some(({ href }) => href.endsWith('#form'))
    const said = blocks.map((block, index) => (block.whole ? nothingSaid : read(block, index, blocks)))

    // Claims. The same text as title and as og:title is one.
    const seen = new Set<string>()
    let visibleWords: string | undefined
    for (const [index, block] of blocks.entries()) {
      const claims = (said[index] as Said).claims
      if (claims.length === 0) continue
      if (block.tag === '@json') {
        // The answers of a FAQ stand in the page too, with their lists.
        visibleWords ??= blocks
          .filter(({ tag, whole }) => !tag.startsWith('@') && !whole)
          .map(({ text }) => wordsOf(neutral(text)))
          .join('')
          .replace(/ +/g, ' ')
      }
      for (const claim of claims) {
        const key = `${claim.rule}\0${claim.sentence}`
        if (seen.has(key)) continue
        seen.add(key)
        if (block.tag === '@json' && visibleWords?.includes(wordsOf(claim.sentence).trim())) continue
        const severity = severityOfClaim(claim, page, brand, rules)
        if (severity === 'off') continue
        add({
          rule: claim.rule,
          ...(severity !== undefined && { severity }),
          quote: restored(claim.sentence),
          context: block.text,
          problem: `says "${restored(claim.words)}"`,
        })
      }
    }

    judgeCopy(page, blocks, brand, add)
    judgeCost(page, blocks, said, add, { minimum, maximum })
    judgeStates(page, blocks, said, states, isCall, isForm, add)
    if (isCall) judgeStatements(page, contents, said, isForm, rules, own, add)
    judgeSite(page, contents, brand, isForm, isCall, add)
    return {
      findings,
      says: [...new Set(said.flatMap(({ statements }) => statements))],
      asks: isCall,
      facts: factsOf(blocks, said),
    }
  }
}

const isHeading = ({ tag }: Block): boolean => /^h[1-6]$/.test(tag)

/** The texts below a heading: up to three paragraphs, before the next heading that follows a text. */
function textBelow(index: number, blocks: readonly Block[]): string {
  const texts: string[] = []
  for (const block of blocks.slice(index + 1, index + 8)) {
    if (block.whole || block.tag.startsWith('@')) continue
    if (isHeading(block)) {
      if (texts.length > 0) break
    } else texts.push(block.text)
    if (texts.length === 3) break
  }
  return texts.join(' ')
}

function readParagraph(paragraph: Paragraph, rules: RuleSet, stateNames: RuleSet['states']): Said {
  const claims = claimsOf(paragraph, rules.claims, rules.language)
  const words = sentencesOf(paragraph.text).map(wordsOf).join('').replace(/ {2,}/g, ' ')
  const statements = rules.statements.flatMap(({ id, pattern }) => (has(words, pattern) ? [id] : []))
  const cost = /[$%\d]/.test(words)
  const states: string[] = []
  let rest = words
  for (const [name, shown] of stateNames) {
    if (!rest.includes(`${name} `)) continue
    // "New York City" and "Washington, D.C." are other places; West Virginia is not Virginia.
    rest = rest.replaceAll(`${name} city `, ' ')
    if (!rest.includes(`${name} `)) continue
    states.push(shown)
    rest = rest.replaceAll(`${name} `, ' ')
  }
  return claims.length === 0 && statements.length === 0 && !cost && states.length === 0
    ? nothingSaid
    : { claims, statements, words, cost, states }
}

function severityOfClaim(
  claim: Claim,
  page: JudgedPage,
  { values }: JudgedBrand,
  rules: RuleSet,
): Severity | 'off' | undefined {
  const info = rules.infos.get(claim.rule)
  if (info?.when === 'not-lenders-only' && values.leadBuyers === 'lenders-only') return 'off'
  if (info?.when === 'unsubstantiated' && values.substantiation?.some(({ rule }) => rule === claim.rule))
    return 'off'
  if (info?.when === 'no-badge-record' && (values.badges ?? []).length > 0) return 'off'
  if (page.audience === 'educational' && claim.rule.startsWith('claim/'))
    return info?.severity === 'error' ? 'warning' : 'info'
  return undefined
}

type Add = (finding: PageFinding) => void

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

function judgeCopy(
  page: JudgedPage,
  blocks: readonly Block[],
  { view, values }: JudgedBrand,
  add: Add,
): void {
  const seen = new Set<string>()
  for (const { text, tag, lang, whole } of blocks) {
    if (whole || seen.has(text)) continue
    seen.add(text)
    const quote = { quote: text, context: text }
    const language = (lang || view.brand.locale).split('-')[0] as string
    if (/[^\x00-\u024f]/.test(text)) {
      const letters = text.replaceAll(values.name, '')
      const script = scripts[language]
      const strange = script === undefined ? foreign.exec(letters) : null
      if (strange !== null && !isForeignWord(text))
        add({
          rule: 'copy/language',
          ...quote,
          problem: `has letters of another script than its language (${language})`,
        })
    }
    // A brand may have any name.
    const said = copyOf(text.replaceAll(values.name, ''))
    if (said === undefined) continue
    const { isFailed, placeholder, steps, year } = said
    if (isFailed) {
      add({ rule: 'disc/baked', ...quote, problem: 'shows a message where the disclosures should stand' })
      continue
    }
    if (placeholder !== undefined && !tag.startsWith('@json'))
      add({ rule: 'copy/placeholder', ...quote, problem: `has the placeholder "${placeholder}"` })
    if (
      steps !== undefined &&
      page.steps !== undefined &&
      steps.count !== page.steps &&
      steps.count !== steps.listed
    )
      add({
        rule: 'copy/step-count',
        ...quote,
        problem: `speaks of ${steps.count} steps, and the page lists ${page.steps}`,
      })
    if (year !== undefined && Number(year) !== values.copyrightYear)
      add({ rule: 'copy/year', ...quote, problem: `says ${year}, and brand.yaml ${values.copyrightYear}` })
  }
}

/** What of a text `judgeCopy` looks at, of whatever page; undefined where there is nothing. */
const copyOf = remembered((text: string) => {
  const isFailed = /^(?:loading content|failed to load)/i.test(text)
  const placeholder =
    /\b(?:TODO|FIXME|TBD|TK|XXX)\b/.exec(text)?.[0] ??
    /\{\{?\s*[A-Za-z][\w.]*\s*\}?\}|\$\{\w+\}|%[A-Z_]{3,}%|\[(?:insert|your|placeholder|company|brand)[^\]]*\]|<%.*%>/i.exec(
      text,
    )?.[0] ??
    (/^(?:loading|cargando)(?:\.\.\.|…)?$/i.test(text) ? text : undefined) ??
    (/^(?:undefined|null|NaN|\[object Object\])$/.test(text) ? text : undefined)
  const steps = stepsOf(text)
  const year = /(?:©|\(c\)|copyright)\s*(?:\d{4}\s*[-–]\s*)?(\d{4})/i.exec(text)?.[1]
  return isFailed || placeholder !== undefined || steps !== undefined || year !== undefined
    ? { isFailed, placeholder, steps, year }
    : undefined
})

/** "three steps: ask, sign, repay": how many a text speaks of, and how many it lists itself. */
function stepsOf(text: string): { readonly count: number; readonly listed: number | undefined } | undefined {
  const steps = /\b(\d{1,2}|one|two|three|four|five|six)[- ]steps?\b|\ben (\d) pasos\b/i.exec(text)
  if (steps === null) return undefined
  const count =
    Number(steps[2] ?? steps[1]) ||
    ['one', 'two', 'three', 'four', 'five', 'six'].indexOf((steps[1] ?? '').toLowerCase()) + 1
  const listed = text
    .slice(steps.index)
    .split(/[.;!?]/)[0]
    ?.split(':')[1]
    ?.split(/,/).length
  return { count, listed }
}

const otherSubject =
  / (?:overdraft|overdrafts|nsf|card|cards|late|returned|bounced|rent|rents|landlord|deposit|deposits|utility|utilities|electric|water|court|judgment|tax|taxes|mortgage|mortgages|credit union|credit unions|pawn|title loan|title loans|bank|banks|atm|wages|salary|income|pay advance|employer|insurance|members|military|servicemembers|cap|caps|capped|limit|limits|law|statute|sobregiros?|tarjeta|tarjetas|alquiler|renta|bancos?|hipotecas?|cooperativas?|tips|tip|app|savings|save|check costs|money order|payday alternative|car loans?|auto loans?|student loans?|home loans?)(?:'s)? /
const loanWord =
  / (?:loan|loans|lender|lenders|borrow|borrows|borrowed|borrowing|advance|payday|lend|prestamo|prestamos|prestamista|prestamistas) /

/** The sentences of a text that have figures, and may be about a loan. */
const pricesOf = remembered((text: string) =>
  sentencesOf(text).flatMap(sentence => {
    const inSentence = wordsOf(sentence)
    const figures = figuresOf(inSentence)
    return figures.length === 0 || otherSubject.test(inSentence) ? [] : [{ sentence, inSentence, figures }]
  }),
)

function judgeCost(
  page: JudgedPage,
  blocks: readonly Block[],
  said: readonly Said[],
  add: Add,
  { minimum, maximum }: { minimum: number; maximum: number },
): void {
  const seen = new Set<string>()
  const wordsAt = (index: number): string => {
    const block = blocks[index] as Block
    if (!block.whole) return (said[index] as Said).words
    return /[$%]/.test(block.text) ? sentencesOf(block.text).map(wordsOf).join('').replace(/ {2,}/g, ' ') : ''
  }
  const examples = blocks.flatMap((block, index) => {
    const words = /\$/.test(block.text) && /%/.test(block.text) ? wordsAt(index) : ''
    return words === '' || !/ (?:apr|annual percentage rate|tasa|tae|cat) /.test(words)
      ? []
      : [figuresOf(words)]
  })
  const exampleHas = (role: string, value: number): boolean =>
    examples.some(figures =>
      figures.some(
        figure =>
          (role === 'any' ? figure.kind === 'money' : figure.role === role) &&
          figure.low <= value &&
          value <= figure.high,
      ),
    )
  const exampleDays = (days: readonly number[]): boolean =>
    examples.some(figures => figures.some(figure => figure.days?.some(day => days.includes(day))))
  for (const [index, block] of blocks.entries()) {
    if (block.tag === '@json' || seen.has(block.text)) continue
    seen.add(block.text)
    if (!block.whole && !(said[index] as Said).cost) continue
    const words = wordsAt(index)
    if (words === '' || !/[$%]/.test(words)) {
      if (words !== '' && !block.whole) judgeTerm(words, block, add, exampleDays)
      continue
    }
    const quote = { quote: block.text, context: block.text }
    let wrongCost = false
    for (const { verdict } of wrongRates(words)) {
      wrongCost = true
      const computed = `${verdict.computed.toFixed(1)}%`
      add({
        rule: 'cost/apr-arithmetic',
        ...quote,
        computed,
        problem: `states an APR of ${verdict.stated}, but amount, fee and term make ${computed}`,
      })
    }
    const total = wrongCost ? undefined : wrongTotal(words)
    if (total !== undefined) {
      add({
        rule: 'cost/apr-arithmetic',
        ...quote,
        computed: `$${total.total}`,
        problem: `states a total of ${total.stated}, but amount and fee make $${total.total}`,
      })
    }
    if (block.whole) continue
    for (const { sentence, inSentence, figures } of pricesOf(block.text)) {
      const all = figuresOf(words)
      const quoted = { quote: sentence, context: block.text }
      // Amounts.
      const offer =
        / (?:borrow|loans? of|loans? up to|loans? from|loan amounts?|amounts? (?:of|up|from|between)|cash up to|advance of|get|request|ask for|lend|need|apply for|available|up to|qualify|prestamos? de|hasta|pida|solicite|entre) /.test(
          inSentence,
        ) &&
        (loanWord.test(inSentence.endsWith(' ? ') ? words : inSentence) ||
          / (?:cash|form|money|get|dinero|efectivo|formulario) /.test(inSentence) ||
          asksFor.test(inSentence))
      const isOffer = offer || figures.some(({ ofLoan }) => ofLoan)
      const over = isOffer
        ? figures.find(
            ({ kind, role, high }) =>
              kind === 'money' &&
              high > maximum &&
              (role === 'principal' || role === 'other' || role === 'total'),
          )
        : undefined
      if (
        over !== undefined &&
        !/ (?:repay|owe|total|not|never|debt|cost|costs|median|average|household|survey|billion|million) /.test(
          inSentence,
        )
      ) {
        add({
          rule: 'cost/amount-ceiling',
          ...quoted,
          problem: `speaks of loans of $${over.high}, more than the ${maximum === 1000 ? 'usual ' : ''}maximum of $${maximum}`,
        })
      } else if (isOffer) {
        const range = figures.find(
          ({ kind, low, high, role }) => kind === 'money' && low < high && role !== 'fee' && role !== 'rate',
        )
        if (
          range !== undefined &&
          high(range) &&
          (range.low !== minimum || range.high !== maximum) &&
          range.high >= 100
        ) {
          add({
            rule: 'cost/range-agrees',
            severity: page.kind === 'article' ? 'warning' : 'error',
            ...quoted,
            problem: `speaks of $${range.low} to $${range.high}, and brand.yaml of $${minimum} to $${maximum}`,
          })
        }
      }
      // A rate that is no APR.
      const percent = figures.find(
        ({ role, low, index }) => role === 'percent' && low > 0 && isRate(inSentence, index),
      )
      if (
        percent !== undefined &&
        !/ (?:apr|annual percentage rate|tasa anual|tasa de porcentaje anual|tae) /.test(words) &&
        / (?:interest|rate|rates|fee|fees|charge|charges|charged|finance charge|cost|costs|interes|tasa|cargo|comision|cuesta|per annum|annually) /.test(
          inSentence,
        ) &&
        (loanWord.test(inSentence) || / (?:payday|short term) /.test(words)) &&
        !/ (?:(?:may|can|could) (?:not )?charge|of (?:your|the|their|all|people|borrowers|americans|households|applicants|lenders|respondents|adults|users)|approval|approved|off|chance|odds|secure|del|de (?:su|los|las)) /.test(
          inSentence,
        )
      ) {
        add({
          rule: 'cost/apr-named',
          ...quoted,
          problem: `states a rate of ${percent.written}% without the annual percentage rate`,
        })
      }
      // A cost that asks for the example.
      if (wrongCost) continue
      const trigger = triggerOf(inSentence, figures)
      if (trigger === undefined) continue
      const isWhole =
        all.some(({ role }) => role === 'apr') &&
        all.some(({ role }) => role === 'term') &&
        all.some(({ role }) => role === 'fee' || role === 'rate' || role === 'total') &&
        all.some(({ role }) => role === 'principal' || role === 'base' || role === 'other')
      if (isWhole) continue
      const served =
        (trigger.role === 'rate' &&
          (exampleHas('rate', trigger.low) ||
            examples.some(figures =>
              figures.some(
                ({ role, low, high: top }) => role === 'rate' && trigger.low <= low && top <= trigger.high,
              ),
            ))) ||
        (trigger.role !== 'rate' && exampleHas('any', trigger.low) && principalServed(figures, exampleHas))
      if (!served) {
        add({
          rule: 'cost/example-with-fee',
          ...quoted,
          problem: `states a cost ($${trigger.low}${trigger.role === 'rate' ? ' per $100' : ''}) that no representative example of this page has`,
        })
      }
    }
    if (!wrongCost) judgeTerm(words, block, add, exampleDays)
  }
  // The same loan needs its label once.
  const labelled = new Map<string, { problem: string | undefined; block: Block }>()
  for (const [index, block] of blocks.entries()) {
    if (block.tag.startsWith('@') || block.whole || !/%/.test(block.text) || !/\$/.test(block.text)) continue
    const words = wordsAt(index)
    if (words === '' || !isExample(words)) continue
    const key = figuresOf(words)
      .filter(({ role }) => role === 'apr' || role === 'term')
      .map(({ low }) => low)
      .sort()
      .join(' ')
    const problem = unlabelled(index, blocks)
    if (!labelled.has(key) || problem === undefined) labelled.set(key, { problem, block })
  }
  for (const { problem, block } of labelled.values())
    if (problem !== undefined)
      add({ rule: 'cost/example-labelled', quote: block.text, context: block.text, problem })
}

const comparison =
  /^ [\d.]+%(?: to [\d.]+%)?(?: points?)? (?:more|less|fewer|higher|lower|cheaper|dearer|faster|slower|better|worse|above|below|discount|mas|menos) /
const change =
  / (?:rise|rises|rose|risen|grow|grows|grew|grown|fall|falls|fell|fallen|drop|drops|dropped|increase|increases|increased|decrease|decreases|decreased|save|saves|saved|down|up)(?: by)?(?: (?:about|around|nearly|almost|roughly|over|some))? $/
const rateNoun =
  / (?:loans?|interest|rates?|fees?|charges?|charged|borrow\w*|lend|lends|lending|advances?|payday|prestamos?|interes|tasas?|cargos?|comision) /

/** Whether a percentage is what a loan costs: not a comparison or a change, and near a word for a loan or its price. */
function isRate(words: string, index: number): boolean {
  const after = words.slice(index)
  const before = words.slice(0, index + 1)
  const following = `${after.split(' ').slice(0, 8).join(' ')} `
  return !comparison.test(after) && !change.test(before) && rateNoun.test(before + following)
}

/** "You can request as much as $500": on these sites that is a loan, unless it is another help. */
const asksFor =
  /^(?!.* (?:grant|grants|hearing|refund|assistance|help|aid|benefit|benefits|program|damages|credit line|ayuda|beca) ).* (?:request|requests|borrow|ask for|apply for|solicite|solicitar|pida|pedir) (?:[a-z]+ ){0,4}\$| \$\d+ (?:may|can|could) be (?:requested|borrowed|applied for|asked for) /

const high = (range: { readonly low: number; readonly high: number }): boolean => range.high > range.low

/** Where the sentence also says what is borrowed, the example must be about that. */
function principalServed(
  figures: ReturnType<typeof figuresOf>,
  exampleHas: (role: string, value: number) => boolean,
): boolean {
  const principal = figures.find(({ role }) => role === 'principal')
  return (
    principal === undefined || exampleHas('principal', principal.low) || exampleHas('other', principal.low)
  )
}

/** "Repay in four payments of $95" */
const inPayments =
  / (?:repay|repaid|repays|repayment|pay (?:it |this |that |us )?back|pay (?:it )?off|devuelva|devuelve|pague|paga|[\d]+(?: [a-z]+)?) (?:[a-z\d]+ ){0,4}(?:payments|installments|instalments|pagos|cuotas) (?:of|de|at|for)(?: only| just)? \$/

const otherPurchase =
  / (?:phone|shop|store|furniture|laptop|plan|hospital|dentist|doctor|school|clinic|seller|merchant) /

/** A figure that asks for the terms of repayment: 12 CFR 1026.24(d)(1). */
function triggerOf(
  words: string,
  figures: ReturnType<typeof figuresOf>,
): ReturnType<typeof figuresOf>[number] | undefined {
  if (/ (?:you pay nothing|no fee|free of charge|counsel|counseling|repossess|attorney) /.test(words))
    return undefined
  const rate = figures.find(({ role }) => role === 'rate')
  if (rate !== undefined) return rate
  const base = figures.find(({ role }) => role === 'base')
  // "Each hundred dollars costs you twenty-five."
  if (base !== undefined) {
    const bare = / (?:cost|costs|is|means|adds|takes) (?:you |about |only |just )*(\d+) /.exec(
      words.slice(base.index),
    )
    if (bare !== null) return { ...base, role: 'rate', low: Number(bare[1]), high: Number(bare[1]) }
  }
  if (!loanWord.test(words) && (!inPayments.test(words) || otherPurchase.test(words))) return undefined
  return (
    figures.find(
      ({ role, kind, index }) =>
        kind === 'money' &&
        role === 'fee' &&
        (figures.some(other => other.role === 'principal') || feeWord.test(clauseAt(words, index))),
    ) ??
    (figures.some(({ role }) => role === 'principal' || role === 'term')
      ? figures.find(({ role, kind }) => kind === 'money' && role === 'total')
      : undefined) ??
    (/ (?:payments?|installments?|instalments?|pagos?|cuotas?) (?:of|de|at|for)(?: only| just)? \$/.test(
      words,
    )
      ? figures.find(({ kind }) => kind === 'money')
      : undefined)
  )
}

/** A cost without one of these, as in "Loan: car repair, typical cost $90", is that of something else. */
const feeWord =
  / (?:loans?|advances?|borrow\w*|lend\w*|payday|fees?|interest|charges?|charged|prestamos?|prestamistas?|cargos?|comision|interes) /

/** The words between the nearest commas or colons. */
function clauseAt(words: string, index: number): string {
  const start = Math.max(0, ...[' , ', ' : ', ' ; '].map(mark => words.lastIndexOf(mark, index) + 2))
  const length = words.slice(index).search(/ [,:;] /)
  return words.slice(start, length === -1 ? undefined : index + length + 1)
}

/** A term next to a loan asks for the example too. */
function judgeTerm(
  words: string,
  block: Block,
  add: Add,
  exampleDays: (days: readonly number[]) => boolean,
): void {
  if (otherSubject.test(words) || block.tag.startsWith('@')) return
  const match =
    / (\d+) (day|week|month)s? (?:payday |cash |short term |personal |small )?(?:loan|loans|advance|advances) /.exec(
      words,
    )
  if (match === null) return
  const count = Number(match[1])
  const days =
    match[2] === 'day'
      ? [count]
      : match[2] === 'week'
        ? [count * 7, (count * 365) / 52]
        : [(count * 365) / 12, count * 30]
  if (exampleDays(days)) return
  add({
    rule: 'cost/example-with-fee',
    quote: block.text,
    context: block.text,
    problem: `states a term (${match[1]} ${match[2]}s) that no representative example of this page has`,
  })
}

/** The block that states a whole loan: amount, fee, term and rate. */
function isExample(words: string): boolean {
  const figures = figuresOf(words)
  const has = (...roles: readonly string[]) => figures.some(({ role }) => roles.includes(role))
  return (
    has('apr') &&
    has('term') &&
    has('fee', 'rate') &&
    has('principal', 'base') &&
    !figures.some(({ low, high, role }) => low < high && role !== 'principal')
  )
}

const calledExample =
  /\b(?:examples?|e\.g\.|suppose|say you|imagine|for instance|ejemplos?|supongamos|what a loan can cost)\b/i
const termsVary =
  /\b(?:var(?:y|ies|ían?)|differ(?:s|ent)?|sets? (?:their|its|the|your|these)|your (?:lender|offer|own)|depends?|lenders?['’]? (?:own )?(?:terms|fees)|only an example|not an offer|depende[n]?|fijan? sus?|(?:pueden? ser|serán?) (?:otr|distint|diferent)\p{L}+|solo un ejemplo|no (?:es )?una oferta)(?![\p{L}])/iu

/** What an example lacks: that it says it is one, and that the terms of lenders vary. */
function unlabelled(index: number, blocks: readonly Block[]): string | undefined {
  const around = blocks
    .slice(Math.max(0, index - 3), index + 4)
    .map(({ text, heading }) => `${heading} ${text}`)
    .join(' ')
  if (!calledExample.test(around)) return 'does not say that it is an example'
  return termsVary.test(around) ? undefined : "does not say that lenders' terms vary"
}

/** The sentences of a text, a question with what follows it: "Do you live in Vermont? Request your loan here." */
function withAnswers(text: string): string[] {
  const sentences = sentencesOf(text)
  return sentences.map((sentence, index) =>
    sentence.endsWith('?') ? [sentence, sentences[index + 1] ?? ''].join(' ').trim() : sentence,
  )
}

const unavailable =
  / (?:not available|unavailable|not offered|not serve|not offer|do not accept|not open|except|excluding|no esta disponible|no disponible|no se ofrece|not lend|can not be used|not provided|can not serve|not arrange) /

function judgeStates(
  page: JudgedPage,
  blocks: readonly Block[],
  said: readonly Said[],
  configured: ReadonlySet<string>,
  isCall: boolean,
  isForm: boolean,
  add: Add,
): void {
  let listed = false
  for (const [index, block] of blocks.entries()) {
    const { states, words } = said[index] as Said
    if (states.length === 0 || block.whole || block.tag === '@json' || block.tag === '@keywords') continue
    const quote = { quote: block.text, context: block.text }
    const denies = unavailable.test(words)
    if (
      denies &&
      / (?:resident|residents|service|available|site|form|offer|residentes|servicio|we|@brand) /.test(words)
    ) {
      const named = states.filter(state => configured.has(state))
      const extra = states.filter(state => !configured.has(state))
      const missing = [...configured].filter(state => !states.includes(state))
      if (named.length > 1 || missing.length === 0) {
        if (!block.closed && block.visible) listed = listed || missing.length === 0
        if (missing.length > 0)
          add({ rule: 'states/listed', ...quote, problem: `leaves out ${missing.join(', ')}` })
        if (extra.length > 0)
          add({
            rule: 'states/listed',
            ...quote,
            problem: `names ${extra.join(', ')}, where the service is available`,
          })
      }
      continue
    }
    const targeted = states.filter(state => configured.has(state))
    if (targeted.length === 0) continue
    for (const sentence of /^(?:h[1-6]|title|@)/.test(block.tag) ? [block.text] : withAnswers(block.text)) {
      const inSentence = wordsOf(sentence)
      const state = targeted.find(name => inSentence.includes(wordsOf(name)))
      if (
        state === undefined ||
        / (?:not|no|illegal|law|laws|caps?|limits?|forbids?|forbidden|prohibit\w*|ban|bans|banned|unavailable|attorney general|regulator|constitution|except|court|rules?|warn\w*|counsel\w*|fine[sd]?|sued|legal aid|department|resources|help|prohibe|ilegal) /.test(
          inSentence,
        )
      )
        continue
      const isHeading = /^(?:h[1-6]|title|@title|@og:title)$/.test(block.tag)
      const serves =
        / (?:we|@brand|our service|now) (?:[a-z]+ )?(?:serve|serves|available|open|operate|operates|in) /.test(
          inSentence,
        )
      const isOffer =
        / (?:loan|loans|cash|payday|advance|advances|borrow|apply|lender|lenders|prestamo|prestamos|dinero|solicite) /.test(
          inSentence,
        ) || serves
      const calls =
        serves ||
        / (?:apply|get|request|borrow|need|want|can|available|offer|offers|for|in|near|residents?|welcome|start|solicite|obtenga|pida|en|para) /.test(
          inSentence,
        )
      if (isOffer && (isHeading || calls))
        add({
          rule: 'states/targeting',
          quote: sentence,
          context: block.text,
          problem: `offers loans in ${state}, where the service is not available`,
        })
    }
  }
  for (const state of configured) {
    const slug = state.toLowerCase().replaceAll(' ', '-')
    if (
      page.route
        .split(/[/]/)
        .some(
          part =>
            new RegExp(`(?:^|-)${slug}(?:-|$)`).test(part) &&
            /loan|cash|payday|lend|borrow|prestamo/.test(part),
        )
    )
      add({
        rule: 'states/targeting',
        problem: `has the address of an offer in ${state}, where the service is not available`,
        quote: page.route,
      })
  }
  if (!listed && configured.size > 0 && (isForm || (isCall && page.kind === 'faq'))) {
    const anywhere = blocks.some(
      (block, index) =>
        !block.whole &&
        unavailable.test((said[index] as Said).words) &&
        [...configured].every(state => (said[index] as Said).states.includes(state)),
    )
    if (!isForm ? !anywhere : true)
      add({
        rule: 'states/listed',
        problem: 'does not list the states where the service is not available',
        ...(isForm && { at: { strings: 'form.conditions' } }),
      })
  }
}

function judgeStatements(
  page: JudgedPage,
  { blocks }: PageContents,
  said: readonly Said[],
  isForm: boolean,
  rules: RuleSet,
  own: readonly (readonly [string, string])[],
  add: Add,
): void {
  for (const { id, on, outside, statement } of rules.statements) {
    if (on !== 'call' && !(on === 'form' && isForm)) continue
    const wording = own.find(([key]) => key === statement)?.[1]
    const places = blocks.flatMap((block, index) => {
      if (block.whole) return []
      const { statements, words } = said[index] as Said
      return statements.includes(id) || (wording !== undefined && words.includes(wording)) ? [block] : []
    })
    const wanted = places.filter(
      ({ visible, closed, tag }) => visible && !closed && !tag.startsWith('@') && tag !== 'title',
    )
    if (wanted.some(({ region }) => !(outside === 'footer' && isForm && region === 'footer'))) continue
    const info = rules.infos.get(id)
    // A page without the form shows other texts.
    const at = {
      at: {
        strings:
          (isForm ? info?.at : undefined) ?? (page.kind === 'article' ? 'article.costNote' : 'footer.about'),
      },
    }
    const hidden = places.find(({ visible, tag }) => !visible && !tag.startsWith('@'))
    if (wanted.length === 0 && hidden !== undefined) {
      add({
        rule: 'disc/visible-without-hover',
        quote: hidden.text,
        context: hidden.text,
        problem: `says what "${id}" asks for only where a visitor has to open it or point at it`,
      })
    } else
      add({
        rule: id,
        ...at,
        problem:
          wanted.length > 0
            ? 'says it in the footer only, and the form stands above it'
            : 'does not say it where every visitor sees it',
      })
  }
}

const exactTitles = [
  'Do Not Sell or Share My Personal Information',
  'Your Privacy Choices',
  'Your California Privacy Choices',
  'No vender ni compartir mi información personal',
  'No venda ni comparta mi información personal',
  'Sus opciones de privacidad',
]
const nearTitle = /do not sell|opt[- ]?out|privacy choices|no vend|my personal info|opciones de privacidad/i

/** A text for comparison: without case, commas, full stops and differences of space. */
const plainOf = remembered((text: string) => text.replace(/[\s,.]+/g, ' ').toLowerCase())

/** What every page of a site has: contact, documents, privacy links; and what it loads. */
function judgeSite(
  page: JudgedPage,
  contents: PageContents,
  { view, values }: JudgedBrand,
  isForm: boolean,
  isCall: boolean,
  add: Add,
): void {
  const { links, blocks, images, scripts: loaded } = contents
  const visible = links.filter(link => link.visible)
  const { provider, brand } = view
  const named = [...provider.allow, ...(view.thirdParties?.allow ?? []).map(({ origin }) => origin)]
  const isNamed = (host: string): boolean =>
    named.some(origin =>
      origin.includes('*')
        ? host.endsWith(origin.replace('https://*', ''))
        : host === origin.replace('https://', ''),
    )
  for (const src of [...loaded, ...images.map(image => image.src)]) {
    const host = /^(?:https?:)?\/\/([^/]+)/.exec(src)?.[1]
    if (
      host === undefined ||
      host === provider.host ||
      isNamed(host) ||
      src.startsWith(`${provider.origin}/`) ||
      src.startsWith(`${brand.siteUrl}/`)
    )
      continue
    add({
      rule: 'priv/unknown-third-party',
      quote: src,
      problem: `loads "${src}", which brand.yaml does not name`,
    })
    if (
      /analytics|gtm|googletagmanager|facebook|doubleclick|hotjar|clarity|pixel|tiktok|segment|mixpanel/.test(
        src,
      )
    ) {
      add({
        rule: 'priv/gpc',
        quote: src,
        problem: `loads "${src}" without asking for the visitor's privacy signal`,
      })
      if (isForm)
        add({
          rule: 'priv/no-tracker-on-form-page',
          quote: src,
          severity: 'error',
          problem: `loads "${src}" on the page with the form`,
        })
    }
  }
  if (isForm && view.analytics !== undefined)
    add({
      rule: 'priv/no-tracker-on-form-page',
      at: { brand: ['analytics'] },
      problem: 'loads the tag manager or measurement on the page with the form',
    })
  // A page that asks for nothing: no links, no form.
  if (!isCall) return
  const text = blocks.filter(block => block.visible && !block.closed && !block.whole).map(block => block.text)
  const shows = (value: string) => {
    const wanted = plainOf(value).trim()
    return text.some(shown => plainOf(shown).includes(wanted))
  }
  const missing = [
    ...(visible.some(({ href }) => href === brand.phone.href) ? [] : ['the phone number']),
    ...(visible.some(({ href }) => href === brand.email.href) ? [] : ['the email address']),
    ...(values.legalName === undefined || shows(values.legalName) ? [] : ['the legal name']),
    ...(values.address === undefined || shows(values.address) ? [] : ['the street address']),
  ]
  if (missing.length > 0)
    add({
      rule: 'id/contact',
      at: { strings: 'footer.contact' },
      problem: `does not show ${missing.join(', ')}`,
    })
  const documents = Object.entries(provider.documents).filter(
    ([, href]) => !visible.some(link => link.href === href),
  )
  if (documents.length > 0)
    add({
      rule: 'legal/provider-docs',
      at: { strings: `footer.${documents[0]?.[0]}` },
      problem: `has no link to the provider's ${documents.map(([id]) => id).join(', ')}`,
    })
  if (!(values.privacy?.sells === false || values.privacy?.exempt !== undefined)) {
    const frame = visible.filter(({ region }) => region !== 'main')
    const exact = frame.find(
      ({ text: title, href }) =>
        exactTitles.some(known => known.toLowerCase() === title.toLowerCase()) && href !== '' && href !== '#',
    )
    if (exact === undefined) {
      const near =
        links.find(({ text: title }) => nearTitle.test(title)) ??
        blocks.find(block => !block.whole && block.tag === 'button' && nearTitle.test(block.text))
      add({
        rule: 'priv/dns-link',
        ...(near === undefined
          ? { at: { strings: 'footer.doNotSell' } }
          : { quote: near.text, context: near.text }),
        problem:
          near === undefined
            ? 'has no link "Do Not Sell or Share My Personal Information" in its header or footer'
            : `calls the link "${near.text}", not "Do Not Sell or Share My Personal Information", or it is no link in the header or footer`,
      })
    }
    if (
      isForm &&
      values.privacy?.limit !== false &&
      !links.some(({ text: title }) =>
        /limit the use of my sensitive|privacy choices|limitar el uso|opciones de privacidad/i.test(title),
      ) &&
      text.some(shown =>
        /social security|bank (?:details|account|login|information)|\bSSN\b|seguro social|datos bancarios/i.test(
          shown,
        ),
      )
    )
      add({
        rule: 'priv/limit-link',
        at: { strings: 'footer.doNotSell' },
        problem:
          'asks for sensitive information and has no link "Limit the Use of My Sensitive Personal Information"',
      })
  }
  if (isForm) {
    const formAt = contents.formAt as number
    const near = visible.some(
      ({ at, text: title, region, href }) =>
        region === 'main' &&
        at <= formAt &&
        at >= formAt - 12 &&
        (/privacy|privacidad/i.test(title) ||
          href === provider.documents.notice ||
          href === provider.documents.policy),
    )
    if (!near)
      add({
        rule: 'priv/notice-at-collection',
        at: { strings: 'form.intro' },
        problem: 'has no link to the privacy notice next to the form, before it',
      })
  }
  if (page.kind === 'ccpa') {
    const main = links.filter(({ region }) => region === 'main')
    if (
      !main.some(({ href }) => /^(?:mailto|tel):/.test(href)) &&
      !blocks.some(
        ({ region, text: shown }) =>
          region === 'main' && (shown.includes(brand.phone.text) || shown.includes(brand.email.text)),
      )
    )
      add({
        rule: 'priv/optout-page-plain',
        problem: 'names no way to opt out that works without JavaScript',
      })
    const account = blocks.find(
      ({ region, text: shown }) =>
        region === 'main' &&
        /\b(?:log ?in|sign in|create an account|register an account)\b.*\b(?:to|before|first)\b/i.test(
          shown,
        ) &&
        !/\bnot?\b/i.test(shown),
    )
    if (account !== undefined)
      add({
        rule: 'priv/optout-page-plain',
        quote: account.text,
        context: account.text,
        problem: 'asks for an account',
      })
  }
}

/** Facts that must be the same on every page. */
function factsOf(blocks: readonly Block[], said: readonly Said[]): [string, string, string][] {
  const facts = new Map<string, [string, string, string]>()
  for (const [index, block] of blocks.entries()) {
    const { words, cost } = said[index] as Said
    if (!cost || block.tag.startsWith('@')) continue
    const range =
      / (?:loan|loans|borrow|ask for|cash|request|prestamos?)(?: [a-z]+){0,4} \$(\d+) to \$(\d+) /.exec(words)
    if (range !== null && !otherSubject.test(words))
      facts.set(`range ${range[1]} ${range[2]}`, ['amounts', `$${range[1]} to $${range[2]}`, block.text])
    const minutes = / (?:decision|approv\w*|answer|lender approval)(?: [a-z]+){0,6} (\d+) minutes /.exec(
      words,
    )
    if (minutes !== null)
      facts.set(`minutes ${minutes[1]}`, ['time to a decision', `${minutes[1]} minutes`, block.text])
  }
  return [...facts.values()]
}
