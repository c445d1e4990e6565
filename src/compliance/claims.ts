// What a text must not say: the rules of `rules/claims.yaml`, sentence by sentence.

import { once } from '../files/index.ts'
import { isAboutOthers, isAffirmed, isRefuted, type Language, spansNo, withoutAsides } from './affirmed.ts'
import type { Candidate } from './finder.ts'
import { has, type Phrase, phrasesPattern, readPhrases, type WordSets } from './phrases.ts'
import { joined, readSentences, type Sentence, sentencesOf, wordsOf } from './text.ts'

/** A rule of `rules/claims.yaml`, ready to look for. */
export interface ClaimRule {
  readonly id: string
  readonly phrases: readonly Phrase[]
  /** Those of them that hold a "no" themselves. Where another one spans a "not", the sentence denies it. */
  readonly negative: ReadonlySet<Phrase>
  /** Those of them that say what the sentence is about: its other words do not make it something else. */
  readonly scenes: ReadonlySet<Phrase>
  /** Words of the sentence with which it is something else. */
  readonly unless: () => RegExp | undefined
  /** Words of the sentence without which it is something else. */
  readonly with: () => RegExp | undefined
  /** Words of the paragraph that make it acceptable. */
  readonly needs: () => RegExp | undefined
  /** It counts in sentences about other things than loans too. */
  readonly anySubject: boolean
  /** It counts within quotation marks too. */
  readonly anyVoice: boolean
}

/** A rule of a file of rules that looks for phrases. */
export interface ClaimData {
  readonly id: string
  readonly phrases: readonly string[]
  /** Phrases that `unless`, `with` and the subject of the sentence do not matter to. */
  readonly scenes?: readonly string[] | undefined
  readonly unless?: readonly string[] | undefined
  readonly with?: readonly string[] | undefined
  readonly needs?: readonly string[] | undefined
  readonly subject?: 'any' | undefined
  readonly voice?: 'any' | undefined
  /** Words that `...` may stand for, at most, commas included. Default: 4 words without a comma. */
  readonly gap?: number | undefined
}

export function claimRule(data: ClaimData, words: WordSets): ClaimRule {
  // Most rules are never asked.
  const pattern = (phrases: readonly string[] = []) => once(() => phrasesPattern(phrases, words))
  const written = [...data.phrases, ...(data.scenes ?? [])]
  const scenes = readPhrases(data.scenes ?? [], words, data.gap, true)
  const phrases = [...readPhrases(data.phrases, words, data.gap), ...scenes]
  return {
    id: data.id,
    phrases,
    negative: new Set(
      phrases.filter((_, index) => holdsNo.test((written[index] as string).replaceAll('in no time', ''))),
    ),
    scenes: new Set(scenes),
    unless: pattern(data.unless),
    with: pattern(data.with),
    needs: pattern(data.needs),
    anySubject: data.subject === 'any',
    anyVoice: data.voice === 'any',
  }
}

const holdsNo =
  /(?<![\w*])(?:not|never|no|nobody|none|nothing|nunca|jamas|nadie|ningun[oa]?|\$no[A-Z]\w*)(?![\w*])/

/** A paragraph, heading, list item or attribute. */
export interface Paragraph {
  /** As shown, with `@brand` and so on for the brand's names and addresses. */
  readonly text: string
  /** What introduces it: the heading and the line above its list. */
  readonly intro: string
  /** The text that follows. */
  readonly next: string
  /** Of a heading: what stands below it. */
  readonly below: string
  /** Whether it is a block quotation or wholly in quotation marks. */
  readonly quotation: boolean
  /** Of a quotation: what follows it. */
  readonly comment: string
}

/** A paragraph with nothing around it. */
export const alone = (text: string): Paragraph => ({
  text,
  intro: '',
  next: '',
  below: '',
  quotation: false,
  comment: '',
})

export interface Claim {
  readonly rule: string
  /** The sentence, as shown. */
  readonly sentence: string
  /** The words of it that the rule is about. */
  readonly words: string
}

type Found = readonly Candidate<ClaimRule | { readonly on: string }>[]

interface ClaimSource {
  readonly rulesIn: (words: readonly string[]) => Found
  readonly scenesIn: (words: readonly string[]) => Found
  readonly language: Language
}

/**
 * The claims of a paragraph, each rule at most once for each sentence.
 * @param sentences Those of its text.
 * @param rules Those with a phrase that a sentence has, and with a scene that two sentences have, by their words.
 */
export function claimsOf(
  paragraph: Paragraph,
  sentences: readonly Sentence[],
  { rulesIn, scenesIn, language }: ClaimSource,
): Claim[] {
  if (paragraph.quotation) {
    const { text, intro, comment } = paragraph
    // “Your data stays with us.” The privacy notice of that site listed forty-one partners.
    const isDiscussed = /^["“«„]/.test(text) && !ofOneself.test(text) && comment !== ''
    if (isDiscussed && !has(wordsOf(comment), language.ownVoice)) return []
    if (isRefuted(intro, comment, language)) return []
  }
  /** With what stands below a heading, and the answer to a question. */
  const whole = (): string =>
    sentences.map(sentence => joined(sentence.words)).join('') +
    wordsOf(paragraph.below) +
    wordsOf(paragraph.next)
  const claims: Claim[] = []
  /** @param beyond Words of the first of two sentences, if a claim must reach into the second. */
  const read = (
    { shown, words: list }: Sentence,
    following: string,
    beyond?: readonly string[],
    { intro = paragraph.intro, find = rulesIn, before = '' } = {},
  ): void => {
    const candidates = find(list)
    if (candidates.length === 0) return
    const words = joined(list)
    const border = beyond === undefined ? undefined : joined(beyond).length - 1
    let others: boolean | undefined
    const aboutOthers = (): boolean => {
      others ??= isAboutOthers(words, language, before)
      return others
    }
    for (const { rule, phrases } of candidates) {
      if ('on' in rule) continue
      let isOther: boolean | undefined
      for (const { span, phrase } of spansOf(words, phrases)) {
        const match = words.slice(span.start, span.end)
        if (border !== undefined && (span.start >= border || span.end <= border)) continue
        const needed = rule.needs()
        if (needed !== undefined && has(whole(), needed)) break
        const required = rule.with()
        isOther ??=
          (has(words, rule.unless()) && has(withoutAsides(words, language), rule.unless())) ||
          // "FHA loans are for homes. They are insured by the government."
          (refersBack.test(words) && has(before, rule.unless())) ||
          (required !== undefined && !has(words, required)) ||
          (!rule.anySubject && aboutOthers())
        if (isOther && !rule.scenes.has(phrase)) continue
        if (
          !rule.anyVoice &&
          (isQuoted(shown, paragraph.text, language) ||
            isMentioned(shown, match, following, language) ||
            namesWords.test(words.slice(0, span.start + 1)))
        )
          continue
        const { isWide } = phrase
        if (isWide && (rule.scenes.has(phrase) ? hedge : contrast).test(match)) continue
        if (!rule.negative.has(phrase) && spansNo(words.slice(span.start, span.end + 1), language, isWide))
          continue
        const around = { intro: wordsOf(intro), next: following }
        if (!isAffirmed(words, span, around, language, isWide)) continue
        claims.push({ rule: rule.id, sentence: shown, words: match.trim() })
        break
      }
    }
  }
  // "Uses of a loan", and below it "Holiday gifts": what a list's lead-in and an item say together.
  const [first] = sentences
  if (paragraph.intro !== '' && first !== undefined && first.words.length < 16) {
    const intro = [...readSentences(paragraph.intro)]
    const lead = intro.pop()
    // The brand's name above a list is a mark on the page, no lead-in.
    if (lead !== undefined && lead.words.length < 16 && lead.words.join() !== '@brand') {
      const border = lead.words.at(-1) === ':' ? lead.words : [...lead.words, ':']
      const before = intro.map(item => item.shown).join(' ')
      read({ shown: first.shown, words: [...border, ...first.words] }, '', border, { intro: before })
    }
  }
  for (const [index, sentence] of sentences.entries()) {
    const inParagraph = sentences[index + 1]
    // A heading that asks, and the first words below it.
    const next = inParagraph ?? readSentences(paragraph.next)[0]
    const below = next ?? readSentences(paragraph.below)[0]
    const before = joined(sentences[index - 1]?.words ?? [])
    read(sentence, joined(below?.words ?? []), undefined, { before })
    // "Turned down? Not here." "Click. Approved." What two sentences say together.
    if (next === undefined) continue
    // One of them may be a quotation.
    if (isQuoted(sentence.shown, paragraph.text, language) !== isQuoted(next.shown, paragraph.text, language))
      continue
    const isOne = sentence.words.at(-1) === '?' || isShort(sentence) || isShort(next)
    if (!isOne && inParagraph === undefined) continue
    const shown = inParagraph === undefined ? sentence.shown : `${sentence.shown} ${next.shown}`
    const both = { shown, words: [...sentence.words, ...next.words] }
    const find = isOne ? rulesIn : scenesIn
    read(both, joined(sentences[index + 2]?.words ?? []), sentence.words, { find, before })
  }
  return claims
}

/** "The page loads at once, but an answer takes a day": two statements. */
const contrast = / [,;—] (?:but|while|although|though|whereas|yet|however|unless|pero|aunque|mientras) /

const refersBack = /^ (?:they|these|those|both|such|estos|estas|ellos) /

/** "A lender may answer on Tuesday", "The sheriff can not arrest you": no scene. */
const hedge =
  / (?:may|might|could|can not|rarely|seldom|sometimes|usually|often|depends?|business days?|if approved|before you (?:fill|apply|send|ask|request|sign|borrow)|puede[n]?|podria[n]?|suele[n]?) /

const isShort = ({ words }: Sentence): boolean => words.length < 8

/** Where a text has phrases, in its order. */
function spansOf(words: string, phrases: readonly Phrase[]) {
  return phrases
    .flatMap(phrase => [...phrase.spansIn(words)].map(span => ({ span, phrase })))
    .sort((a, b) => a.span.start - b.span.start)
}

const saidOf =
  /^ (?:(?:we (?:have )?(?:seen|heard|get|got) (?:that|this)|(?:according to whom|says who|segun quien)) |(?:that|this|such|those|these) (?:[a-z]+ )?(?:lines?|words?|sentences?|phrases?|promises?|slogans?|claims?|ads?|messages?|offers?|pitch|headlines?|is what|is how) )/

const namesWords = / (?:words?|phrase|(?<!short |long |fixed )term|slogan|palabras?|frase|termino) $/

/** Many “instant approval” sites only collect data. */
const quotedKind =
  /^ (?:[a-z]+ )?(?:sites?|lenders?|loans?|offers?|deals?|ads?|apps?|services?|companies|brokers?|buttons?|badges?|seals?|claims?|promises?|sitios?|prestamos?|ofertas?|anuncios?|prestamistas?) /

/** With its marks; an apostrophe within a word is none. */
const quotation = /["“«„]([^“”"«»„]+)[”"»“]|(?<![\p{L}\d])['‘]([^'‘’"“”«»]{3,})['’](?![\p{L}\d])/gu

/** What a customer says. */
const ofOneself = /\b(?:I|I'm|I’m|me|my|My|yo|me|mi)\b/

/** “Five stars!” (Maria, Texas) */
const signed = /^\s*[—–(-]+\s*\p{Lu}/u

/**
 * Whether a sentence belongs to what a paragraph quotes as a whole and says something about: The ad said “Guaranteed approval. No
 * questions.” A paragraph that is a quotation alone speaks for the site, and so does what praises it.
 */
function isQuoted(sentence: string, paragraph: string, language: Language): boolean {
  const at = paragraph.indexOf(sentence)
  if (at === -1 || !/["“«„'‘]/.test(paragraph) || ofOneself.test(sentence)) return false
  for (const { index, 0: quote } of paragraph.matchAll(quotation)) {
    if (at < index || at + sentence.length > index + quote.length) continue
    const before = paragraph.slice(0, index)
    const after = paragraph.slice(index + quote.length)
    // A caller told Denise: “Your loan is ready.”
    const lead = wordsOf(sentencesOf(before).at(-1) ?? '')
    if (has(lead, language.hearsay) && !has(lead, language.ours)) return true
    const around = `${before} ${after}`
    return /\p{L}{2}/u.test(around) && !signed.test(after) && !has(wordsOf(around), language.ownVoice)
  }
  return false
}

/** Words in quotation marks that a sentence speaks about: "“No credit check” sounds kind, but the price is high". */
function isMentioned(sentence: string, claim: string, following: string, language: Language): boolean {
  for (const match of sentence.matchAll(quotation)) {
    // The word “instant” appears in half of all loan ads.
    const quoted = wordsOf((match[1] ?? match[2]) as string)
    if (!quoted.includes(claim) && !claim.startsWith(quoted)) continue
    const [before, after] = [sentence.slice(0, match.index), sentence.slice(match.index + match[0].length)]
    if (namesWords.test(wordsOf(before))) return true
    if (has(wordsOf(`${before} ${after}`), language.ownVoice)) continue
    if (has(wordsOf(before), language.mentions) || quotedKind.test(wordsOf(after))) return true
    // “Free money!” That line has emptied many accounts.
    if (`${before}${after}`.trim() === '' && saidOf.test(following)) return true
    return has(wordsOf(after), language.mentions) || (before === '' && has(wordsOf(after), language.spokenOf))
  }
  return false
}
