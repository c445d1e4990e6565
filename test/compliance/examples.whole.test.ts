// Tests the rule files with the examples that specify them: whether each phrase is needed, and what the rules find in texts
// that were not used to write them.

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type Example, passagesOfText, readExamples } from '../../scripts/rules/examples.ts'
import { alarmsIn, figuresOf, figuresText } from '../../scripts/rules/figures.ts'
import { isLearned } from '../../scripts/rules/main.ts'
import { paragraphsBelow } from '../../scripts/rules/prose.ts'
import { phraseFinder } from '../../src/compliance/claims/phrases.ts'
import { Passage } from '../../src/compliance/pages/passages.ts'
import { type ClaimFile, packagedRules, parseRules } from '../../src/compliance/rules.ts'
import { readText } from '../../src/compliance/words/text.ts'
import { repositoryRoot } from '../support/project.ts'

const { claims, statements, words } = packagedRules
const { infos, reader } = parseRules(undefined).value
const isError = (rule: string): boolean => infos.get(rule)?.severity === 'error'
const examples = readExamples(join(repositoryRoot, 'examples'))
const heldOut = readExamples(join(repositoryRoot, 'examples/held-out'))

const rules = Object.entries(claims)
const phrasesOf = ({ phrases = {}, always = {} }: ClaimFile) => ({ ...phrases, ...always })
const listed = rules.flatMap(([rule, file]) =>
  Object.entries(phrasesOf(file)).map(([phrase, example]) => ({
    rule,
    phrase,
    example,
    words: { ...words.words, ...file.words },
  })),
)

it('the phrases are few and short, including those of the required statements', () => {
  const wordings = statements.rules.flatMap(({ phrases = [] }) => phrases)
  expect(listed.length + wordings.length).toBeLessThanOrEqual(350)
  const conditions = rules.flatMap(([, { unless = {}, needs = {} }]) => [
    ...Object.keys(unless),
    ...Object.keys(needs),
  ])
  const all = [...listed.map(({ phrase }) => phrase), ...wordings, ...conditions]
  expect(all.filter(phrase => phrase.length > 100)).toEqual([])
})

it.each(rules)('%s can be read and signed', (_, file) => {
  expect(file).toMatchObject({
    severity: expect.stringMatching(/^(?:error|warning|info)$/),
    says: expect.stringMatching(/^\w+s /),
    basis: expect.stringMatching(/\S/),
    fix: expect.stringMatching(/\S/),
  })
  expect(Object.keys(phrasesOf(file)).length).toBeLessThanOrEqual(15)
})

it('each phrase finds its own sentence, and so does each exception', () => {
  const conditions = rules.flatMap(([rule, { words: own, unless = {}, needs = {} }]) =>
    Object.entries({ ...unless, ...needs }).map(([phrase, example]) => ({
      rule,
      phrase,
      example,
      words: { ...words.words, ...own },
    })),
  )
  const lost = [...listed, ...conditions].filter(
    item => phraseFinder([item])(new Passage(readText(item.example)).text).length === 0,
  )
  expect(lost.map(({ rule, phrase, example }) => `${rule}: ${phrase}: ${example}`)).toEqual([])
})

describe('on the examples', () => {
  const find = phraseFinder(listed)
  const served = new Map<number, Example[]>()
  for (const example of examples) {
    if (example.level === undefined) continue
    const found = new Set(
      passagesOfText(example.text).flatMap(({ text }) => find(text).map(({ index }) => index)),
    )
    for (const index of found)
      if ([example.rule, ...example.also].includes(listed[index]?.rule as string))
        served.set(index, [...(served.get(index) ?? []), example])
  }

  it('each phrase serves three texts of two writers', () => {
    const idle = listed.filter((_, index) => {
      const own = served.get(index) ?? []
      return own.length < 3 || new Set(own.map(({ writer }) => writer)).size < 2
    })
    expect(idle.map(({ rule, phrase }) => `${rule}: ${phrase}`)).toEqual([])
  })
})

/** Texts that have nothing to do with loans: the READMEs of installed packages. */
function readmes(): string[] {
  const modules = join(repositoryRoot, 'node_modules')
  return readdirSync(modules)
    .filter(name => !name.startsWith('.') && !name.startsWith('@'))
    .map(name => join(modules, name))
}

it('honest prose has hardly any errors: the READMEs of installed packages', () => {
  const paragraphs = readmes().flatMap(folder => paragraphsBelow(folder, name => /^readme\.md$/i.test(name)))
  expect(paragraphs.length).toBeGreaterThan(1500)
  const { errors } = alarmsIn(paragraphs, reader(), isError)
  expect(errors / paragraphs.length).toBeLessThanOrEqual(0.003)
})

it('finds the held-out breaches, with few false alarms', () => {
  const known = heldOut.filter(({ level, rule }) => level === undefined || isLearned(rule))
  const figures = figuresOf(known, reader(), isError)
  const share = (level: string, column: 1 | 2): number => {
    const counts = figures.found[level] as readonly [number, number, number]
    return counts[column] / counts[0]
  }
  const text = figuresText(figures)
  // The figures in docs/compliance.md, minus one percentage point.
  expect(share('plain', 1), text).toBeGreaterThanOrEqual(0.93)
  expect(share('plain', 2), text).toBeGreaterThanOrEqual(0.97)
  expect(figures.withError / figures.fine, text).toBeLessThanOrEqual(0.009)
  expect(figures.withWarning / figures.fine, text).toBeLessThanOrEqual(0.021)
})

it('nothing is held out that was trained on', () => {
  const trained = new Set(examples.map(({ text }) => text))
  expect(heldOut.filter(({ text }) => trained.has(text))).toEqual([])
  const writers = new Set(examples.map(({ writer }) => writer))
  expect([...new Set(heldOut.map(({ writer }) => writer))].filter(writer => writers.has(writer))).toEqual([])
})

it('the files of examples are named like rules', () => {
  const names = readdirSync(join(repositoryRoot, 'examples'), { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.yaml'))
    .map(name => name.replace(/^held-out\//, '').replace(/\.yaml$/, ''))
  expect([...new Set(names)].filter(name => name !== 'honest' && !infos.has(name))).toEqual([])
  expect(readFileSync(join(repositoryRoot, 'examples/honest.yaml'), 'utf8')).not.toContain('breaks:')
})
