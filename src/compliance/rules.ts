// The rules as data: `rules/*.yaml`, which the bundler turns into data, with the changes in a project's `rules.yaml`.

import type { BrandValues } from '../brand/index.ts'
import type { Outcome, Severity } from '../diagnostics/index.ts'
import { once, type SourceFile } from '../files/index.ts'
import {
  type ClaimReader,
  type ClaimRule,
  type ClaimSource,
  claimReader,
  phraseReader,
} from './claims/claims.ts'
import type { GuardWords } from './claims/guards.ts'
import { decodeModel, emptyModel, type Scorer, scorerOf } from './claims/model.ts'
import type { WordSets } from './claims/phrase-language.ts'
import modelBytes from './claims.model'
import { parseOverlay, type RuleChange } from './overlay.ts'
import claimFiles from './rules/*.yaml'
import statementsFile from './statements.yaml'
import wordsFile from './words.yaml'

/** Phrases of a rule, each with an example sentence that it matches. */
type Phrases = Readonly<Record<string, string>>

/** The wording of a rule's findings. */
interface RuleText {
  readonly severity: Severity
  /** The problem, in a few words. */
  readonly says?: string
  /** The law, order or industry rule behind it. */
  readonly basis: string
  readonly fix: string
}

/** A file in `rules/`: claims that a text must not make. */
export interface ClaimFile extends RuleText {
  readonly when?: RuleInfo['when']
  /** `any`: the rule applies to every sentence, not only to those about loans. */
  readonly subject?: 'any'
  /** Families of words that its phrases use, besides those of `words.yaml`. */
  readonly words?: WordSets
  readonly phrases?: Phrases
  /** Phrases that the model can neither weaken to a warning nor drop. */
  readonly always?: Phrases
  /** Phrases that make a sentence honest: no other phrase of the rule counts in a sentence that contains one. */
  readonly unless?: Phrases
  /** Phrases that make a claim acceptable: no other phrase of the rule counts in a paragraph that contains one. */
  readonly needs?: Phrases
}

interface StatementsFile {
  readonly rules: readonly (Partial<RuleText> &
    Omit<StatementRule, 'phrases'> & {
      readonly waivable?: false
      readonly at?: string
      readonly phrases?: readonly string[]
    })[]
  readonly states: readonly string[]
  readonly spanishStates: Readonly<Record<string, string>>
  readonly advisoryStates: readonly string[]
  readonly ola: readonly string[]
  readonly unseen: readonly string[]
}

interface WordsFile {
  readonly words: WordSets
  readonly guards: GuardWords
  /** A text without any of these words is not about loans and is not scored. */
  readonly anchors: readonly string[]
}

/** The package's own rules. */
export const packagedRules = {
  claims: claimFiles as Readonly<Record<string, ClaimFile>>,
  statements: statementsFile as StatementsFile,
  words: wordsFile as WordsFile,
}

export interface RuleInfo {
  readonly id: string
  readonly says: string | undefined
  readonly basis: string
  readonly fix: string
  readonly severity: Severity | 'off'
  readonly waivable: boolean
  readonly when?: 'unsubstantiated' | 'not-lenders-only' | 'no-badge-record' | 'usual-maximum' | undefined
  /** The key of `strings.yaml` for the text, if it is missing. */
  readonly at?: string | undefined
  readonly from?: string | undefined
  readonly until?: string | undefined
}

/** A statement that pages must make. */
interface StatementRule {
  readonly id: string
  /** The pages that must make it. `none` is for a rule that code decides: search this folder for its id. */
  readonly on: 'form' | 'call' | 'all' | 'site' | 'none'
  readonly outside?: 'footer' | undefined
  /** The key of `statements` in brand.yaml, whose wording counts too. */
  readonly statement?: keyof NonNullable<BrandValues['statements']> | undefined
}

export interface RuleSet {
  readonly infos: ReadonlyMap<string, RuleInfo>
  readonly statements: readonly StatementRule[]
  /** Reads what texts claim and state. Made when the first text is read. */
  readonly reader: () => ClaimReader
  /** The words of the names of all states, as `wordsOf` returns them, longest first. */
  readonly states: ReadonlyMap<string, string>
  readonly advisoryStates: readonly string[]
  readonly ola: readonly string[]
  /** What no automatic check can decide. */
  readonly unseen: readonly string[]
}

type Changes = Readonly<Record<string, RuleChange>>

/** The rules of a project: those of the package with the project's changes. Pure. */
export function parseRules(own: SourceFile | undefined): Outcome<RuleSet> {
  const overlay = own === undefined ? undefined : parseOverlay(own, ruleInfos({}), packagedRules.words.words)
  const changes = overlay?.value?.rules ?? {}
  const { statements } = packagedRules
  const names = [
    ...statements.states.map(name => [` ${name.toLowerCase()}`, name] as const),
    ...Object.entries(statements.spanishStates).map(([spanish, name]) => [` ${spanish}`, name] as const),
  ].sort(([a], [b]) => b.length - a.length)
  return {
    value: {
      infos: ruleInfos(changes),
      statements: statements.rules.flatMap(({ id, on, outside, statement, phrases }) =>
        phrases === undefined ? [] : [{ id, on, outside, statement }],
      ),
      reader: Object.values(changes).some(hasWords) ? once(() => readerOf(changes)) : packagedReader,
      states: new Map(names),
      advisoryStates: overlay?.value?.advisoryStates ?? statements.advisoryStates,
      ola: statements.ola,
      unseen: statements.unseen,
    },
    diagnostics: overlay?.diagnostics ?? [],
  }
}

const hasWords = ({ phrases, unless }: RuleChange): boolean => phrases !== undefined || unless !== undefined

/** The data of a rule from a file or a project. */
interface RuleData {
  readonly severity?: Severity
  readonly says?: string | undefined
  readonly basis?: string | undefined
  readonly fix?: string | undefined
  readonly when?: RuleInfo['when']
  readonly waivable?: false
  readonly at?: string
}

/** The properties of each rule. A statement that also has phrases for a claim is in both files. */
function ruleInfos(changes: Changes): ReadonlyMap<string, RuleInfo> {
  const { claims, statements } = packagedRules
  const data = new Map<string, RuleData>([
    ...Object.entries(changes).map(([id, { says, basis, fix }]) => [id, { says, basis, fix }] as const),
    ...statements.rules.map(rule => [rule.id, rule] as const),
  ])
  for (const [id, file] of Object.entries(claims)) data.set(id, { ...data.get(id), ...file })
  const infoOf = (id: string, file: RuleData): RuleInfo => ({
    id,
    says: file.says,
    basis: file.basis ?? '',
    fix: file.fix ?? '',
    waivable: file.waivable ?? true,
    when: file.when,
    at: file.at,
    severity: changes[id]?.severity ?? file.severity ?? 'error',
    from: changes[id]?.from,
    until: changes[id]?.until,
  })
  return new Map([...data].map(([id, file]) => [id, infoOf(id, file)]))
}

const isPackaged = (id: string): boolean =>
  Object.hasOwn(packagedRules.claims, id) || packagedRules.statements.rules.some(rule => rule.id === id)

/** Shared by all rule sets without changes, such as those of watch mode. */
const packagedReader = once(() => readerOf({}))

/** A scorer with the package's model. */
const packagedScorer = once(() => scorerOf(decodeModel(Buffer.from(modelBytes as string, 'base64'))))

/** The phrases of the package without a model and without exceptions: for training the model. */
export const packagedPhrases = () => {
  const source = sourceOf({}, scorerOf(emptyModel))
  return phraseReader({ ...source, claims: source.claims.map(rule => ({ ...rule, unless: [] })) })
}

const readerOf = (changes: Changes): ClaimReader => claimReader(sourceOf(changes, packagedScorer()))

function sourceOf(changes: Changes, scorer: Scorer): ClaimSource {
  const { claims, statements, words } = packagedRules
  const ids = new Set([...Object.keys(claims), ...Object.keys(changes)])
  return {
    claims: [...ids].map(id => claimRule(id, claims[id], changes[id])),
    statements: statements.rules.flatMap(({ id, phrases: wording = [] }) => {
      const added = claims[id] === undefined ? phrasesOf(changes[id]?.phrases) : []
      return wording.length + added.length === 0 ? [] : [{ id, phrases: [...wording, ...added] }]
    }),
    ...words,
    scorer,
  }
}

/**
 * @param change If the rule has no claims, its phrases are ways to word a statement.
 */
function claimRule(id: string, file: Partial<ClaimFile> = {}, change: RuleChange = {}): ClaimRule {
  const own = isPackaged(id) && packagedRules.claims[id] === undefined ? [] : phrasesOf(change.phrases)
  return {
    id,
    isForAnySubject: file.subject === 'any' || !isPackaged(id),
    words: { ...packagedRules.words.words, ...file.words, ...change.words },
    phrases: Object.keys(file.phrases ?? {}),
    always: [...Object.keys(file.always ?? {}), ...own],
    unless: [...Object.keys(file.unless ?? {}), ...phrasesOf(change.unless)],
    needs: Object.keys(file.needs ?? {}),
  }
}

const phrasesOf = (phrases: RuleChange['phrases'] = []): readonly string[] =>
  Array.isArray(phrases) ? phrases : Object.keys(phrases)
