// Whether a sentence makes a claim, or denies it, warns of it, or tells what others say. By clause, not by distance: "No queues,
// no fees: approval is guaranteed" is a claim, "If someone promises guaranteed approval, walk away" is none.

import { fresh, has, phrasesPattern, type WordSets } from './phrases.ts'
import { wordsOf } from './text.ts'

/** The words of `rules/language.yaml`. */
export interface LanguageData {
  readonly words: WordSets
  readonly negations: readonly string[]
  readonly determiners: readonly string[]
  readonly idioms: readonly string[]
  readonly warnings: readonly string[]
  readonly undone: readonly string[]
  readonly hearsay: readonly string[]
  readonly rebuttals: readonly string[]
  readonly refutations: readonly string[]
  readonly attributions: readonly string[]
  readonly headings: readonly string[]
  readonly ours: readonly string[]
  readonly questions: readonly string[]
  readonly offers: readonly string[]
  readonly yes: readonly string[]
  readonly no: readonly string[]
  readonly subjects: readonly string[]
  readonly asides: readonly string[]
  readonly actors: readonly string[]
  readonly returns: readonly string[]
  readonly mentions: readonly string[]
  readonly spokenOf: readonly string[]
  readonly ownVoice: readonly string[]
}

/** The same, ready to look for. */
export type Language = Readonly<Record<Exclude<keyof LanguageData, 'words'>, RegExp>> & {
  readonly words: WordSets
}

export function languageOf(data: LanguageData): Language {
  const { words, ...lists } = data
  const patterns = Object.entries(lists).map(([name, phrases]) => [name, phrasesPattern(phrases, words)])
  return { ...(Object.fromEntries(patterns) as Omit<Language, 'words'>), words }
}

/** Where a phrase stands in the words of a sentence. */
export interface Span {
  readonly start: number
  readonly end: number
}

/** What stands around a sentence. All as `wordsOf` makes it, or empty. */
export interface Surroundings {
  /** What introduces a list item: the line before the list, and the heading. */
  readonly intro: string
  /** The sentence after it. */
  readonly next: string
}

const clauseBreak = / (?:[;:.!?()—…]|but|yet|however|so that you|instead|because|pero|sino|porque) /g

/**
 * Whether the words of a sentence affirm what stands at a place in them.
 * @param isWide Words that are not the claim's may stand between its parts, so a warning among them counts.
 */
export function isAffirmed(
  words: string,
  span: Span,
  around: Surroundings,
  language: Language,
  isWide: boolean,
): boolean {
  // "You would not be reading this if a lender had not already said yes."
  if (foregone.test(words)) return true
  return !(
    isDenied(words, span, language) ||
    isGeneric(words, span) ||
    attributed.test(words.slice(span.end)) ||
    isUnreal(words, span) ||
    isWarnedOf(words, span, language, isWide) ||
    (startsWith(around.next, language.rebuttals) && !isStressed(words, around.next)) ||
    isWarnedOf(around.intro, { start: around.intro.length, end: around.intro.length }, language) ||
    isListedAsOthers(around.intro, language) ||
    isAsked(words, span, around.next, language)
  )
}

const foregone =
  / (?:you|this page|this message|we) would (?:not|never|hardly) (?:be|have) (?:[a-z]+ ){1,8}(?:if|unless) (?:[a-z]+ ){1,5}(?:already|before you|in advance)(?= )| if (?:a|the|one) lenders? (?:did|had|has|does) not already /

/** "We never sell your data. Never." */
const isStressed = (words: string, next: string): boolean =>
  /^ (?:never|not ever|nunca|jamas|no) [.!]/.test(next) && / (?:never|not|no|nunca|jamas) /.test(words)

function isDenied(words: string, { start, end }: Span, language: Language): boolean {
  const left = blanked(words.slice(0, start + 1), language.idioms)
  const breaks = [...left.matchAll(clauseBreak)]
  const clause = left.slice((breaks.at(-1)?.index ?? -1) + 1)
  const segments = clause.split(' , ')
  const own = ` ${segments.at(-1)} `
  // "Nothing has been approved"
  if (/ (?:nothing|nada) +$/.test(own)) return true
  if (has(own, language.negations)) {
    // "We ask no questions and guarantee": what follows "and" has its own subject or begins anew.
    const after = own.slice(lastIndex(own, language.negations))
    if (!/ (?:and|y|e) (?:we|you|your|our|it|they|get|the|approval|su|usted|le|nosotros) /.test(after))
      return true
  }
  if (has(own, language.determiners)) {
    const after = own.slice(lastIndex(own, language.determiners))
    if (
      !/ (?:and|plus|with|y|e|con|\+|&|\/) /.test(after) ||
      /(?: can| may| will| has| is| should| puede) $/.test(after)
    )
      return true
  }
  const before = ` ${segments.at(-2) ?? ''} `
  // "does not, and can not, promise", "never, under any circumstances, promise"
  if (segments.length > 2 && endsWith(` ${segments.at(-3)} `, language.negations)) return true
  if (segments.length > 1 && endsWith(before, language.negations)) return true
  // "We do not lend money, fund loans or decide": a list that one "not" governs.
  const right = words.slice(end)
  const rest = right.slice(0, right.search(/ (?:[;:.!?()—]|because|since) |$/) + 1)
  const isList =
    / (?:or|nor|ni|o) /.test(` ${own.trim()} `.slice(0, 6)) ||
    / (?:or|nor|ni|o)$/.test(own.trimEnd()) ||
    / (?:or|nor|ni|o) /.test(rest)
  if (
    segments.length > 1 &&
    isList &&
    segments.slice(0, -1).some(segment => has(` ${segment} `, language.negations))
  )
    return true
  // "No agency approves, endorses or guarantees loans"
  if (
    segments.length > 1 &&
    startsWith(` ${(segments[0] as string).trim()} `, language.determiners) &&
    (/ (?:or|nor|ni|o)(?: [a-z]+)?$/.test(own.trimEnd()) ||
      // "No visitor is selected, approved or chosen"
      /^ (?:or|nor|ni|o) /.test(right) ||
      // "No site, ours included, can show you …"
      (segments.length > 2 && /^ +(?:can|could|will|would|may|is|are|has|have|puede|pueden) /.test(own)))
  )
    return true
  const inside = blanked(words.slice(start, end + 1), language.idioms)
  if (innerDenial.test(inside)) return true
  // "does not matter and is not checked": what follows "and" denies something else.
  const denied = rest.split(
    / (?:and|or|y|o|ni) (?=(?:is|are|was|will|does|do|can|has|no|se|es|esta) )/,
  )[0] as string
  return rightDenial.test(blanked(` ${denied.trim()} `, language.idioms))
}

/** Whether a "not" stands within words of a claim that has none of its own: "decisions are not made in seconds". */
export function spansNo(words: string, { idioms }: Language, isWide: boolean): boolean {
  const others = blanked(words, idioms)
  if (isWide && / (?:no|nobody|nadie) /.test(others)) return true
  return / (?:not|never|hardly|rarely|seldom|nunca|jamas|no (?:es|son|esta|estan|se|le|siempre|llega|llegan|sera)) /.test(
    others,
  )
}

// "approval is never, under any circumstances, guaranteed": the phrase itself holds the "not".
const innerDenial =
  / (?:(?:is|are|was|be|do|does|can|could|will|would|should|esta|es|estan|son) (?:not|never|nunca)|no (?:esta|es|estan|son|se|sera|garant)) (?:[a-z]+ )?(?:guarante|garantiz|approv|aprob|instant|secure|safe|fund|lend|share|come|knock|visit|arrest|jail|collect)/
const rightDenial =
  /^(?: [a-z0-9'%$]+){0,3}? (?:is|are|was|were|do|does|did|can|could|should|would|will|has|have|may|might|no|nunca|jamas)(?: (?:is|are|be|siempre|es|esta|existe|existen|hay))? ?(?:(?<=no |nunca |jamas )(?:es|esta|existe|existen|hay|son|siempre)|not|never|(?:a |an )?(?:myth|lie|scam|trap|illusion|fiction|mito|mentira|estafa)|impossible|illegal|ilegal|rare|nonsense)(?= )/

/** "A lender that skips the check will often charge more": what such lenders do. */
const genericSubject =
  /^ (?:(?:a|an|any|some|most|many|few|un|una) (?:[a-z]+ ){1,3}|(?:the )?(?:[a-z]+ ){0,2}(?:lenders|companies|sites|websites|services|firms|loans|terms|deals|promises|ads|offers|brokers|prestamistas|empresas|sitios) )(?:that|who|which|que) /
const genericVerb =
  / (?:would|may|might|can|could|should|must|often|usually|rarely|seldom|tends?|charges?|costs?|wants?|deserves?|breaks?|has to|have to|is (?:not|likely|lying|breaking|rare)|are (?:not|likely|rare)|puede[n]?|suele[n]?|cobra[n]?|debe[n]?) /

/** "Ads for loans without a check often lead to …" */
const genericNoun =
  /^ (?:[a-z]+ ){0,2}(?:lenders?|sites|websites|services|loans?|ads|offers) (?:with|without|for|of|like|con|sin|de) /
const genericHabit =
  / (?:often|usually|rarely|seldom|frequently|tends? to|suelen?|a menudo) (?:lead|cost|come|carry|charge|hide|mean|make|have|turn|are|is|end|want|ask|costar|llevar|tener|cobrar|ser)/

/** "If it were true that everybody qualifies, lenders would …" */
function isUnreal(words: string, { end }: Span): boolean {
  return / would /.test(words.slice(end)) && (unreal.test(words) || unrealOfOthers.test(words))
}

const unreal =
  /^ (?:and |but )?(?:if (?:[a-z]+ ){1,6}(?:were|had|did|could)|had (?:the|a|an|every|any|all|it|they|she|he|one)|were (?:a|an|any|some|it|lenders?|everyone|everybody)|suppose|imagine|pretend) (?!.* (?:we|our|us|@brand) )/

/** "If everybody qualified, lenders would have no reason to ask" */
const unrealOfOthers =
  /^ (?:and |but )?if (?:[a-z]+ ){1,8}, (?:lenders?|banks?|a lender|no lender|there|nobody|no one|they|it|that|who|what|nothing|why|loans?) (?:[a-z]+ ){0,2}would /

/** “Offer ends tonight,” said the man at the door. */
const attributed =
  /^(?: [^ ]+){0,6}? [,!?] (?:said|says|claims|claimed|shouts|shouted|promised|promises|wrote|reads) (?:the|a|an|one|my|some|every) (?:[a-z]+ ){0,2}(?:man|woman|ad|ads|seller|salesman|salesperson|salespeople|caller|voice|sign|banner|poster|flyer|email|mail|text|letter|collector|dealer|clerk|radio|commercial|headline|billboard|message|recording|stranger) | [!.?,] (?:decia|dice|decian|prometia) (?:el|la|un|una) [a-z]+ /

/** "A same-day payment is a kind of transfer", "An instant decision is something that no website should promise": what words mean. */
const definition =
  /^(?: [a-z]+){0,3}(?: ,(?: [a-z]+){1,5} ,)? (?:is|are|es|son) (?:(?:only|just|simply|really) )?(?:(?:a|an|the|another|un|una) (?:[a-z]+ )?(?:kind|type|sort|form|term|word|label|tipo|forma|termino|frase) (?:of|for|that|de|para|que) |(?:[23] )(?:[a-z]+ )?(?:claims|promises|things|terms|words) |one (?:that|which|where) |aquel(?:la)? que |(?:something|a thing|things|a promise|promises|words) (?:that )?(?:no|nobody) |(?:often|sometimes|widely|frequently|rarely) (?:advertised|promised|claimed|marketed) )/

function isGeneric(words: string, { start, end }: Span): boolean {
  const rest = words.slice(end)
  return (
    (((genericVerb.test(rest) || / (?:is|are) (?:usually|often|rarely|seldom) /.test(words.slice(start))) &&
      genericSubject.test(words)) ||
      definition.test(rest) ||
      (genericHabit.test(rest) && genericNoun.test(words))) &&
    !/ (?:we|our|us|@brand|here|you can get|waiting|ready|yours|nuestr[oa]s?) /.test(words)
  )
}

/** "Claim in the ad", "What we don't do": the name of a column, or the line before a list. */
function isListedAsOthers(intro: string, language: Language): boolean {
  return intro !== '' && (has(`${intro}. `, language.headings) || deniedList.test(intro))
}

const deniedList =
  / (?:we|@brand|they|it|lenders?|service|site|nobody|no one|no lender|nosotros) (?:[a-z]+ ){0,3}?(?:not|never|nunca|no)(?: (?:[a-z]+ ){0,2}[a-z]+)?(?: [:.—])* $/

/** @param isWide Warnings within the claim count too. */
function isWarnedOf(words: string, { start, end }: Span, language: Language, isWide = false): boolean {
  if (words === '') return false
  const cleared = blanked(blanked(words, language.undone), language.idioms)
  for (const match of cleared.matchAll(fresh(language.warnings))) {
    const stop = match.index + match[0].length
    // A word of the claim itself is no warning of it.
    if (!isWide && match.index >= start && stop <= end) continue
    // "Avoid the wait with guaranteed approval"
    const before = isWide ? end : start
    const between = stop <= before ? cleared.slice(stop, before + 1) : ''
    if (
      / (?:with|thanks to|by|and get|at @brand|here|con nosotros) /.test(between) &&
      !/ (?:careful|beware|wary|cautious|skeptical) $/.test(`${match[0]} `) &&
      !/ (?:who|that|which|lender|lenders|offer|offers|anyone|ads|ad|loan|loans|site|sites) /.test(between)
    )
      continue
    return true
  }
  for (const match of cleared.matchAll(fresh(language.hearsay))) {
    const stop = match.index + match[0].length
    if (match.index >= end || has(`${match[0]} `, language.ours)) continue
    // "Other sites turn people down. Ours never has."
    if (isWide && / [.?!] (?:.* )?(?:we|ours?|us|here|@brand) /.test(cleared.slice(stop, end + 1))) continue
    if (/ (?:our|nuestr[oa]s?) $/.test(cleared.slice(0, match.index + 1))) continue
    // "You know at once whether …", "A lender has already said yes": a word of the claim itself.
    if (match.index >= start && stop <= end) {
      if (!/ (?:that|which|who|if|when) |ed as |sold as /.test(`${match[0]} `)) continue
    } else if (stop > start && stop <= end && start - match.index < 5) continue
    const between = cleared.slice(stop, start + 1)
    if (
      / [;:—] /.test(between) &&
      !/ (?:say|says|said|claim|claims|promise|promises|whether|tells?|told|wrote|writes?|reads?|begins?|began)(?: that)? $/.test(
        ` ${match[0]} `,
      )
    )
      continue
    if (/ (?:we|our|@brand) | , (?:you|your|the|it|there|get|then|and you|usted|su|le) /.test(between))
      continue
    return true
  }
  return false
}

/** A question is no claim, unless it offers what it asks or is answered with a yes. */
function isAsked(words: string, { end }: Span, next: string, language: Language): boolean {
  const mark = words.indexOf(' ? ', end - 1)
  if (mark === -1) return false
  const answer = words.slice(mark + 2).trim() === '' ? next : words.slice(mark + 2)
  if (startsWith(answer, language.no))
    return !/^ no (?:problem|worries|worry|matter|doubt|hassle|need|importa|hay problema)/.test(answer)
  if (startsWith(answer, language.yes)) return false
  // "Guaranteed approval? Walk away."
  if (startsWith(answer, language.warnings)) return true
  const before = words.slice(0, mark)
  const question = before.slice(
    Math.max(before.lastIndexOf(' . '), before.lastIndexOf(' ! '), before.lastIndexOf(' : '), -1) + 1,
  )
  const asked = ` ${question.replace(/^ ?[.!:]/, '').trim()} `
  return startsWith(asked, language.questions) && !startsWith(asked, language.offers)
}

/**
 * Whether a sentence is about something else than the loans of the site: rent, cards, courts.
 * @param before The sentence before it in the same paragraph: "Secured cards need a deposit. Nearly everyone is accepted."
 */
export function isAboutOthers(words: string, language: Language, before = ''): boolean {
  const { subjects, actors, returns } = language
  return (
    (has(words, subjects) && has(withoutAsides(words, language), subjects)) ||
    startsWith(words, actors) ||
    (before.length > 40 && !before.endsWith(' ? ') && !has(words, returns) && isAboutOthers(before, language))
  )
}

/** "Cash for the rent" is about cash: the words without what the money is for. */
export function withoutAsides(words: string, { asides }: Language): string {
  return blanked(words, asides)
}

/** Whether what stands around a quotation says that others say it, or calls it untrue, forbidden or somebody's trick. */
export function isRefuted(lead: string, comment: string, language: Language): boolean {
  const { attributions, refutations, undone } = language
  const above = wordsOf(lead)
  return (
    (has(above, attributions) && !/ (?:we|our|@brand|nuestr[oa]s?) /.test(above)) ||
    (comment !== '' && has(blanked(wordsOf(comment), undone), refutations))
  )
}

function startsWith(words: string, pattern: RegExp): boolean {
  return fresh(pattern).exec(words)?.index === 0
}

function endsWith(words: string, pattern: RegExp): boolean {
  const end = lastIndex(words, pattern)
  return end !== -1 && words.slice(end).trim().split(' ').length <= 1
}

/** Where the last match begins, or -1. */
function lastIndex(words: string, pattern: RegExp): number {
  return [...words.matchAll(fresh(pattern))].at(-1)?.index ?? -1
}

/** The words with those that match replaced by a word of the same length, which no phrase has. */
function blanked(words: string, pattern: RegExp): string {
  return words.replace(fresh(pattern), found => ` ${'&'.repeat(found.length - 1)}`)
}
