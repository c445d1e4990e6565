// How many of the seeded defects the content rules find, and how many clean texts they spoil. The corpus was written by somebody
// who did not know the matcher; its second half was not read until the rules were done. Other hands wrote the later parts, which were
// read once the rules had been measured on them.

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { article, completeBrandYaml, repositoryRoot, temporaryFolder } from '../support/project.ts'
import { articleJudge, completeProject, judged, judgedBeside, severityOf } from './support.ts'

type Hardness = 'plain' | 'varied' | 'hard'

interface Corpus {
  readonly defects: readonly (readonly [Hardness, rule: string, text: string, language?: string])[]
  readonly clean: readonly string[]
}

/** Rules that no waiver can set aside: all their defects must be found. */
const neverWaivable = ['cost/apr-arithmetic', 'priv/dns-link', 'priv/unknown-third-party']

// A brand that has nothing to support its claims with; what its page says without the text does not count.
const judge = await articleJudge({ substantiation: undefined })
const without = new Set(judge('A paragraph.').map(({ rule, quote }) => `${rule} ${quote}`))
const findings = (text: string) =>
  judge(text)
    .filter(({ rule, quote }) => !without.has(`${rule} ${quote}`))
    .map(({ rule, severity, problem }) => ({
      rule,
      severity: severity ?? severityOf.get(rule),
      problem,
    }))

describe.each([
  'open',
  'held-back',
  'third',
  'fourth',
  'fifth-a',
  'fifth-b',
  'sixth-a',
  'sixth-b',
  'seventh-a',
  'seventh-b',
  'seventh-own',
  'eighth',
  'ninth-a',
  'ninth-b',
  'tenth',
  'eleventh-a',
  'eleventh-b',
  'eleventh-own',
  'twelfth-a',
  'twelfth-b',
  'twelfth-own',
  'thirteenth',
  'fourteenth',
  'fifteenth',
  'sixteenth',
  'sixteenth-own',
  'seventeenth',
  'seventeenth-own',
  'eighteenth',
  'eighteenth-a',
  'eighteenth-b',
  'eighteenth-c',
  'eighteenth-d',
  'eighteenth-e',
  'nineteenth',
  'twentieth',
  'twenty-first',
  'twenty-second',
  'twenty-third',
  'twenty-fourth',
  'twenty-fifth',
  'twenty-sixth',
  'twenty-seventh',
  'twenty-eighth',
  'twenty-ninth',
  'thirtieth',
  'thirty-first',
  'thirty-second',
  'thirty-third',
  'thirty-fourth',
  'thirty-fifth',
  'thirty-fifth-own',
  'honest-first',
  'honest-second',
  'hard-first',
  'hard-second',
  'hard-third',
])('the %s part of the corpus', half => {
  const path = join(repositoryRoot, 'test/compliance/corpus', `${half}.yaml`)
  if (!existsSync(path)) return it.todo('is not there yet')
  const { defects, clean } = parse(readFileSync(path, 'utf8')) as Corpus
  const found = clean.map(text => ({ text, findings: findings(text) }))
  const missed = defects.filter(([, rule, text]) => !findings(text).some(finding => finding.rule === rule))

  it.each([
    ['plain', 0.95],
    ['varied', 0.85],
    ['hard', 0.6],
  ] as const)('finds the %s errors', (hardness, bar) => {
    const wanted = defects.filter(([hard, rule]) => hard === hardness && severityOf.get(rule) === 'error')
    const lost = missed.filter(defect => wanted.includes(defect))
    expect(wanted.length - lost.length, JSON.stringify(lost, null, 1)).toBeGreaterThanOrEqual(
      bar * wanted.length,
    )
  })

  it('finds most that it warns of', () => {
    const wanted = defects.filter(([, rule]) => severityOf.get(rule) !== 'error')
    const lost = missed.filter(defect => wanted.includes(defect))
    expect(wanted.length - lost.length, JSON.stringify(lost, null, 1)).toBeGreaterThanOrEqual(
      0.8 * wanted.length,
    )
  })

  it('finds everything that cannot be waived', () => {
    expect(missed.filter(([, rule]) => neverWaivable.includes(rule))).toEqual([])
  })

  it.each([
    ['error', 0.02],
    ['warning', 0.08],
  ] as const)('spoils few clean texts with an %s', (severity, bar) => {
    const spoilt = found.flatMap(({ text, findings }) => {
      const own = findings.filter(finding => finding.severity === severity)
      return own.length === 0 ? [] : [[text, ...own.map(({ rule, problem }) => `${rule} ${problem}`)]]
    })
    expect(spoilt.length, JSON.stringify(spoilt, null, 1)).toBeLessThanOrEqual(bar * clean.length)
  })
})

// What excuses honest texts must not reach beyond them.
it.each([
  ['a sentence about the papers', (text: string) => `${text} Read the terms before you sign.`, 1],
  ['a sentence that denies something else', (text: string) => `${text} It does not take long.`, 1],
  ['what the money is for', (text: string) => text.replace(/.$/, ', also for the rent.'), 0.9],
  ['where the money goes', (text: string) => text.replace(/.$/, ', paid into your checking account.'), 0.95],
])('finds plain claims with %s behind them', (_, longer, bar) => {
  const texts = ['open', 'held-back', 'twenty-sixth'].flatMap(half => {
    const path = join(repositoryRoot, 'test/compliance/corpus', `${half}.yaml`)
    return (parse(readFileSync(path, 'utf8')) as Corpus).defects.filter(
      ([hardness, rule, text]) =>
        hardness === 'plain' &&
        rule.startsWith('claim/') &&
        severityOf.get(rule) === 'error' &&
        /^[^\n"“#>|`*]+[.!]$/.test(text),
    )
  })
  expect(texts.length).toBeGreaterThan(50)
  const lost = texts.filter(([, rule, text]) => !findings(longer(text)).some(found => found.rule === rule))
  expect(texts.length - lost.length, JSON.stringify(lost, null, 1)).toBeGreaterThanOrEqual(bar * texts.length)
})

it('finds the same where an earlier run has read the texts for a brand of another name', async () => {
  const path = join(repositoryRoot, 'test/compliance/corpus/open.yaml')
  const { defects } = parse(readFileSync(path, 'utf8')) as Corpus
  const texts = defects.map(([, , text]) => text).filter(text => !/[<{:]/.test(text))
  texts.push('{name} says: approval is guaranteed.')
  const files = (name: string) =>
    completeProject({
      'brands/test/brand.yaml': completeBrandYaml({ name }),
      'content/articles/text.md': article('text', {}, `${texts.join('\n\n')}\n`),
    })
  const folder = temporaryFolder()
  const before = await judgedBeside(folder, files('Fine Cash'))
  const now = await judged(files('Calm Cash'))
  expect(now.length).toBeGreaterThan(100)
  expect(now).not.toEqual(before)
  expect(await judgedBeside(folder, files('Calm Cash'))).toEqual(now)
})
