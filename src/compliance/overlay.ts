// A project's `rules.yaml`: changes to the package's rules, and the project's own rules in the same format.

import * as z from 'zod'
import { isDay, states } from '../brand/index.ts'
import { type Diagnostic, diagnostic, didYouMean, hasErrors } from '../diagnostics/index.ts'
import type { SourceFile } from '../files/index.ts'
import { type Located, originOf, parseYaml, validate } from '../yaml/index.ts'
import type { WordSets } from './claims/phrase-language.ts'
import { phraseFinder } from './claims/phrases.ts'

const severity = z.enum(['error', 'warning', 'info', 'off'])
const phrase = z.string().trim().min(1).max(5000)
const phrases = z.union([z.array(phrase), z.record(phrase, z.string())])
const date = z.string().refine(isDay, 'is not a valid date (YYYY-MM-DD).')

/** The schema of a project's `rules.yaml`. */
export const rulesSchema = z.strictObject({
  rules: z
    .record(
      z.string(),
      z.strictObject({
        severity: severity
          .optional()
          .describe('How serious a finding is; "off", in quotes, turns the rule off'),
        from: date.optional().describe('First day on which the rule applies, YYYY-MM-DD'),
        until: date.optional().describe('Last day on which the rule applies, YYYY-MM-DD'),
        phrases: phrases
          .optional()
          .describe('More phrases that the rule looks for: a list, or a map from phrases to examples'),
        unless: phrases
          .optional()
          .describe('Phrases that make a sentence harmless; the rule then ignores the whole sentence'),
        words: z
          .record(z.string(), z.array(z.string()))
          .optional()
          .describe('Groups of words that the phrases can use'),
        says: z.string().optional().describe('For your own rule: what is wrong'),
        basis: z.string().optional().describe('For your own rule: its basis, such as a law or an agreement'),
        fix: z.string().optional().describe('For your own rule: what to do'),
      }),
    )
    .optional()
    .describe('Changes to rules, and your own rules, by id'),
  advisoryStates: z
    .array(z.enum<readonly string[]>(states))
    .optional()
    .describe(
      'States that, according to secondary lists, prohibit short-term loans or cap their rates; replaces the package’s list',
    ),
})

/** A project's change to a rule, or a rule of its own. */
export type RuleChange = NonNullable<z.output<typeof rulesSchema>['rules']>[string]

/** The properties of a packaged rule that matter here. */
interface KnownRule {
  readonly severity: string
  readonly waivable: boolean
}

type RulesOverlay = z.output<typeof rulesSchema>

/**
 * Reads a project's `rules.yaml`.
 * @param packaged The package's rules by id.
 * @param sets The families of words that phrases may name.
 * @returns no value if there are errors
 */
export function parseOverlay(
  source: SourceFile,
  packaged: ReadonlyMap<string, KnownRule>,
  sets: WordSets,
): { readonly value: RulesOverlay | undefined; readonly diagnostics: readonly Diagnostic[] } {
  const yaml = parseYaml(source)
  const { value } = yaml
  if (value === undefined || hasErrors(yaml.diagnostics))
    return { value: undefined, diagnostics: yaml.diagnostics }
  const checked = validate(rulesSchema, value, 'content')
  const problems = Object.entries(checked.value?.rules ?? {}).flatMap(([id, change]) => [
    ...ruleProblems(id, change, value, packaged),
    ...phraseProblems(id, change, value, sets),
  ])
  const diagnostics = [...yaml.diagnostics, ...checked.diagnostics, ...problems]
  return { value: hasErrors(diagnostics) ? undefined : checked.value, diagnostics }
}

function* ruleProblems(
  id: string,
  { severity, from, until, ...own }: RuleChange,
  located: Located,
  packaged: ReadonlyMap<string, KnownRule>,
): Generator<Diagnostic> {
  const known = packaged.get(id)
  const at = originOf(located, ['rules', id])
  const isOwn = own.phrases !== undefined && own.says !== undefined && own.fix !== undefined
  if (known === undefined && !isOwn) {
    const meant = ruleMeant(id, [...packaged.keys()])
    const hint = meant ?? 'For a rule of your own, add "says", "fix" and "phrases".'
    yield diagnostic('content/unknown-key', `There is no rule "${id}".`, { at, hint })
  } else if (known === undefined && !/^[a-z][a-z-]*\/[a-z][a-z-]*$/.test(id)) {
    const hint = 'Write it like "house/wording".'
    yield diagnostic('content/invalid-value', `"${id}" cannot be the id of a rule.`, { at, hint })
  }
  const isWeaker = severity !== undefined && severity !== known?.severity
  if (known?.waivable === false && (isWeaker || from !== undefined || until !== undefined)) {
    const hint = 'Remove its "severity", "from" and "until".'
    yield diagnostic('compliance/waiver-refused', `The rule "${id}" always applies, as an error.`, {
      at,
      hint,
    })
  }
  if (from !== undefined && until !== undefined && until < from) {
    const hint = `Write ${from} or a later date.`
    const end = originOf(located, ['rules', id, 'until'])
    yield diagnostic('content/invalid-value', `The rule "${id}" would end before it begins.`, {
      at: end,
      hint,
    })
  }
}

/** Reports phrases that cannot be read. */
function* phraseProblems(
  id: string,
  change: RuleChange,
  located: Located,
  sets: WordSets,
): Generator<Diagnostic> {
  const words = { ...sets, ...change.words }
  for (const key of ['phrases', 'unless'] as const) {
    const written = change[key] ?? []
    const phrases = Array.isArray(written)
      ? [...written.entries()]
      : Object.keys(written).map(name => [name, name] as const)
    for (const [place, phrase] of phrases) {
      try {
        phraseFinder([{ phrase, words }])
      } catch (error) {
        yield diagnostic('content/invalid-value', `The phrase cannot be read: ${(error as Error).message}`, {
          at: originOf(located, ['rules', id, key, place]),
          hint: 'A phrase is made of words; (a|b), word*, word?, $words and ... stand for other words.',
        })
      }
    }
  }
}

/** A hint for an unknown rule id. In findings, ids begin with "compliance/". */
export function ruleMeant(id: string, ids: readonly string[]): string | undefined {
  return didYouMean(id.replace(/^compliance\//, ''), ids, 'Rules')
}
