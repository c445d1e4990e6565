// The rules as data: `rules/*.yaml`, which the bundler turns into data, overlaid by `rules.yaml` of a project.

import * as z from 'zod'
import { type BrandValues, isDay, states } from '../brand/index.ts'
import { diagnostic, didYouMean, hasErrors, type Outcome, type Severity } from '../diagnostics/index.ts'
import { once, rememberedWeakly, type SourceFile } from '../files/index.ts'
import { originOf, parseYaml, validate } from '../yaml/index.ts'
import { type Language, type LanguageData, languageOf } from './affirmed.ts'
import { type ClaimData, type ClaimRule, claimRule } from './claims.ts'
import { type Candidate, indexPhrases, phraseFinder } from './finder.ts'
import { type Phrase, readPhrases } from './phrases.ts'

import claimsFile from './rules/claims.yaml'
import languageFile from './rules/language.yaml'
import statementsFile from './rules/statements.yaml'

/** A rule as its file has it. */
interface RuleData {
  readonly id: string
  readonly severity: Severity
  /** The law, order or rule of the trade behind it. */
  readonly basis: string
  readonly fix: string
}

interface ClaimsFile {
  readonly rules: readonly (RuleData & ClaimData & { readonly when?: RuleInfo['when'] })[]
}

interface StatementsFile {
  readonly rules: readonly (RuleData &
    Omit<StatementRule, 'phrases'> & {
      readonly waivable?: false
      readonly at?: string
      readonly phrases?: readonly string[]
      /** What a page must not say without it, wherever it stands. */
      readonly claim?: Omit<ClaimData, 'id'>
    })[]
  readonly states: readonly string[]
  readonly spanishStates: Readonly<Record<string, string>>
  readonly advisoryStates: readonly string[]
  readonly ola: readonly string[]
  readonly unseen: readonly string[]
}

/** The package's own rules. */
export const packagedRules = {
  language: languageFile as LanguageData,
  claims: claimsFile as ClaimsFile,
  statements: statementsFile as StatementsFile,
}

const severity = z.enum(['error', 'warning', 'info', 'off'])
const phrases = z.array(z.string().trim().min(1).max(5000))
const date = z.string().refine(isDay, 'is not a day, written as YYYY-MM-DD.')

/** Shape of a project's `rules.yaml`. */
export const rulesSchema = z.strictObject({
  rules: z
    .record(
      z.string(),
      z.strictObject({
        severity: severity.optional().describe('How grave a finding is; "off", in quotes, for none'),
        from: date.optional().describe('The first day on which the rule counts, YYYY-MM-DD'),
        until: date.optional().describe('The last day on which the rule counts, YYYY-MM-DD'),
        phrases: phrases.optional().describe('Phrases that the rule also looks for'),
        unless: phrases.optional().describe('Words of the same sentence with which it is something else'),
      }),
    )
    .optional()
    .describe('Changes of rules, by the id of the rule'),
  advisoryStates: z
    .array(z.enum<readonly string[]>(states))
    .optional()
    .describe('States that prohibit or cap such loans by secondary lists, in place of those of the package'),
})

/** What is said about a rule when it is broken. */
export interface RuleInfo {
  readonly id: string
  readonly severity: Severity | 'off'
  readonly basis: string
  readonly fix: string
  readonly waivable: boolean
  readonly when?: 'unsubstantiated' | 'not-lenders-only' | 'no-badge-record' | 'usual-maximum' | undefined
  /** Key of `strings.yaml` where a missing text belongs. */
  readonly at?: string | undefined
  readonly from?: string | undefined
  readonly until?: string | undefined
}

/** A text that pages must have. */
export interface StatementRule {
  readonly id: string
  readonly on: 'form' | 'call' | 'all' | 'site' | 'none'
  readonly outside?: 'footer' | undefined
  /** Key of `statements` in brand.yaml, whose own wording counts too. */
  readonly statement?: keyof NonNullable<BrandValues['statements']> | undefined
  readonly phrases: readonly Phrase[]
}

export interface RuleSet {
  readonly infos: ReadonlyMap<string, RuleInfo>
  readonly statements: readonly Omit<StatementRule, 'phrases'>[]
  /** The rules with a phrase that the words of a sentence have. */
  readonly rulesIn: (words: readonly string[]) => readonly Candidate<ClaimRule | StatementRule>[]
  /** The rules with a scene that the words of two sentences have. */
  readonly scenesIn: (words: readonly string[]) => readonly Candidate<ClaimRule>[]
  readonly language: Language
  /** Names of all states, the longest first, as `wordsOf` has them. */
  readonly states: ReadonlyMap<string, string>
  readonly advisoryStates: readonly string[]
  readonly ola: readonly string[]
  /** What no check of texts can see. */
  readonly unseen: readonly string[]
}

/**
 * Does work on rules or texts, unless an earlier run has.
 * @param about What the result depends on besides the rules.
 */
export type KeptReadings = <Result>(about: string, work: () => Result) => Result

/** What a project adds to the words of a rule. */
interface AddedWords {
  readonly phrases?: readonly string[] | undefined
  readonly unless?: readonly string[] | undefined
}

/**
 * The rules of a project: those of the package with its own changes. Pure.
 * @param kept Where what earlier runs found out of these very rules is kept.
 */
export function parseRules(own: SourceFile | undefined, kept?: KeptReadings): Outcome<RuleSet> {
  const { language, claims, statements } = packagedRules
  const all: readonly (RuleData & Partial<RuleInfo>)[] = [...claims.rules, ...statements.rules]
  const overlay = own === undefined ? undefined : parseOverlay(own, all, language.words)
  const changes = overlay?.value?.rules ?? {}
  const hasWords = Object.values(changes).some(({ phrases, unless }) => phrases ?? unless)
  const info = ({ id, severity, basis, fix, when, at, waivable = true }: (typeof all)[number]): RuleInfo => {
    const change = changes[id]
    return {
      ...{ id, basis, fix, waivable, when, at },
      severity: change?.severity ?? severity,
      from: change?.from,
      until: change?.until,
    }
  }
  const states = [
    ...statements.states.map(name => [` ${name.toLowerCase()}`, name] as const),
    ...Object.entries(statements.spanishStates).map(([spanish, name]) => [` ${spanish}`, name] as const),
  ].sort(([a], [b]) => b.length - a.length)
  return {
    value: {
      infos: new Map(all.map(rule => [rule.id, info(rule)])),
      ...(hasWords ? rulesWith(changes, kept) : packagedRulesAsRead(kept)),
      language: languageOf(language),
      states: new Map(states),
      advisoryStates: overlay?.value?.advisoryStates ?? statements.advisoryStates,
      ola: statements.ola,
      unseen: statements.unseen,
    },
    diagnostics: overlay?.diagnostics ?? [],
  }
}

/** What looks for the words of the rules. */
type RulesAsRead = Pick<RuleSet, 'statements' | 'rulesIn' | 'scenesIn'>

let asRead: RulesAsRead | undefined

/** Watch mode reads them once. */
function packagedRulesAsRead(kept: KeptReadings | undefined): RulesAsRead {
  asRead ??= rulesWith({}, kept)
  return asRead
}

function rulesWith(
  changes: Readonly<Record<string, AddedWords>>,
  kept: KeptReadings = (_, read) => read(),
): RulesAsRead {
  const { language, claims, statements } = packagedRules
  const { words } = language
  const claimRuleOf = (rule: ClaimData, { phrases = [], unless = [] }: AddedWords = {}): ClaimRule =>
    claimRule(
      { ...rule, phrases: [...rule.phrases, ...phrases], unless: [...(rule.unless ?? []), ...unless] },
      words,
    )
  const claimRules = () => [
    ...claims.rules.map(rule => claimRuleOf(rule, changes[rule.id])),
    // The phrases of a change are wording of the statement here.
    ...statements.rules.flatMap(({ id, claim }) =>
      claim === undefined ? [] : [claimRuleOf({ id, ...claim }, { unless: changes[id]?.unless })],
    ),
  ]
  const statementRules = statements.rules.flatMap(({ id, on, outside, statement, phrases = [] }) => {
    const wording = [...phrases, ...(changes[id]?.phrases ?? [])]
    return wording.length === 0 ? [] : [{ id, on, outside, statement, wording }]
  })
  // Reading the phrases takes longer than judging a small site, and where nothing new is written no text is searched.
  const open = once(() => {
    const read = claimRules()
    const all: readonly (ClaimRule | StatementRule)[] = [
      ...read,
      ...statementRules.map(({ wording, ...rule }) => ({ ...rule, phrases: readPhrases(wording, words) })),
    ]
    const scenes = read.map(rule => ({ ...rule, phrases: [...rule.scenes] }))
    const index = kept('index', () => ({ all: indexPhrases(all), scenes: indexPhrases(scenes) }))
    return { rulesIn: phraseFinder(all, index.all), scenesIn: phraseFinder(scenes, index.scenes) }
  })
  return {
    statements: statementRules,
    // The same sentence is often a title, a heading and a line of a list.
    rulesIn: rememberedWeakly(sentence => open().rulesIn(sentence)),
    scenesIn: sentences => open().scenesIn(sentences),
  }
}

/** What to do about the id of a rule that there is not. Findings have it behind "compliance/". */
export function ruleMeant(id: string, ids: readonly string[]): string | undefined {
  return didYouMean(id.replace(/^compliance\//, ''), ids, 'Rules')
}

function parseOverlay(
  source: SourceFile,
  all: readonly (RuleData & Partial<RuleInfo>)[],
  words: LanguageData['words'],
) {
  const ids = all.map(({ id }) => id)
  const yaml = parseYaml(source)
  const { value } = yaml
  if (value === undefined || hasErrors(yaml.diagnostics))
    return { value: undefined, diagnostics: yaml.diagnostics }
  const checked = validate(rulesSchema, value, 'content')
  const diagnostics = [...yaml.diagnostics, ...checked.diagnostics]
  for (const [id, rule] of Object.entries(checked.value?.rules ?? {})) {
    if (!ids.includes(id)) {
      const hint = ruleMeant(id, ids)
      diagnostics.push(
        diagnostic('content/unknown-key', `There is no rule "${id}".`, {
          at: originOf(value, ['rules', id]),
          hint,
        }),
      )
    }
    const known = all.find(item => item.id === id)
    const isWeaker = (rule.severity ?? known?.severity) !== known?.severity
    if (known?.waivable === false && (isWeaker || rule.from !== undefined || rule.until !== undefined))
      diagnostics.push(
        diagnostic('compliance/waiver-refused', `The rule "${id}" always counts, as an error.`, {
          at: originOf(value, ['rules', id]),
          hint: 'Remove its "severity", "from" and "until".',
        }),
      )
    if (rule.from !== undefined && rule.until !== undefined && rule.until < rule.from)
      diagnostics.push(
        diagnostic('content/invalid-value', `The rule "${id}" would end before it begins.`, {
          at: originOf(value, ['rules', id, 'until']),
          hint: `Write ${rule.from} or a later day.`,
        }),
      )
    for (const [key, own] of Object.entries({ phrases: rule.phrases, unless: rule.unless })) {
      for (const [index, phrase] of (own ?? []).entries()) {
        try {
          for (const { parts } of readPhrases([phrase], words)) parts()
        } catch (error) {
          const at = originOf(value, ['rules', id, key, index])
          diagnostics.push(
            diagnostic('content/invalid-value', `The phrase cannot be read: ${(error as Error).message}`, {
              at,
              hint: 'A phrase is made of words; (a|b), word*, word? and ... stand for others.',
            }),
          )
        }
      }
    }
  }
  return { value: hasErrors(diagnostics) ? undefined : checked.value, diagnostics }
}
