import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  decodeModel,
  encodeModel,
  type Model,
  scorerOf,
  weightUnit,
  wordGroups,
} from '../../../src/compliance/claims/model.ts'
import { readText } from '../../../src/compliance/words/text.ts'
import { repositoryRoot } from '../../support/project.ts'

const groupsOf = (text: string) => wordGroups(readText(text).numbers)

/** @param weights The rule (2 for what both rules share), the word group and its weight. */
function modelOf(weights: readonly (readonly [rule: number, group: string, weight: number])[]): Model {
  const rows = weights
    .map(([rule, group, weight]) => ({
      hash: groupsOf(group).at(group.split(' ').length - 1)?.hash as number,
      rule,
      weight,
    }))
    .sort((a, b) => a.hash - b.hash || a.rule - b.rule)
  return {
    rules: ['one', 'two'].map(id => ({ id, bias: -1, alone: 0, doubt: -0.3, veto: -0.5 })),
    hashes: Uint32Array.from(rows, ({ hash }) => hash),
    rulesOf: Uint8Array.from(rows, ({ rule }) => rule),
    weights: Int8Array.from(rows, ({ weight }) => weight),
  }
}

it('a score is the sum of the weights of the word groups, by the root of their number, and the bias', () => {
  const scorer = scorerOf(
    modelOf([
      [0, 'sure', 40],
      [0, 'sure loan', 80],
      [1, 'loan', -20],
    ]),
  )
  const { numbers } = readText('A sure loan')
  // Six groups: a, sure, loan, a sure, sure loan, a sure loan.
  const scores = scorer.score(numbers, 0, numbers.length)
  expect(scores[0]).toBeCloseTo(-1 + (120 * weightUnit) / Math.sqrt(6))
  expect(scores[1]).toBeCloseTo(-1 - (20 * weightUnit) / Math.sqrt(6))
  // "A" alone has none of them.
  expect([...scorer.score(numbers, 0, 1)]).toEqual([-1, -1])
})

it('a group counts once, and figures of one kind are one word', () => {
  const scorer = scorerOf(modelOf([[0, '$5', 40]]))
  const { numbers } = readText('$300 or $400')
  expect(scorer.score(numbers, 0, 3)[0]).toBeCloseTo(-1 + (40 * weightUnit) / Math.sqrt(6))
})

it('what all rules share counts for each of them', () => {
  const scorer = scorerOf(
    modelOf([
      [0, 'sure', 40],
      [2, 'sure', 20],
      [2, 'loan', 20],
    ]),
  )
  const { numbers } = readText('A sure loan')
  const scores = scorer.score(numbers, 0, numbers.length)
  expect(scores[0]).toBeCloseTo(-1 + (80 * weightUnit) / Math.sqrt(6))
  expect(scores[1]).toBeCloseTo(-1 + (40 * weightUnit) / Math.sqrt(6))
  expect(scorer.heaviest(numbers, 0, numbers.length, 1).map(({ first }) => first)).toEqual([1, 2])
})

it('the heaviest groups are those of the text that support the rule, none inside another', () => {
  const scorer = scorerOf(
    modelOf([
      [0, 'sure', 10],
      [0, 'sure loan', 90],
      [0, 'today', 30],
      [0, 'a', -50],
      [1, 'for', 99],
    ]),
  )
  const { numbers } = readText('A sure loan for you today')
  expect(scorer.heaviest(numbers, 0, numbers.length, 0).map(({ first, end }) => [first, end])).toEqual([
    [1, 3],
    [5, 6],
  ])
})

it('a model survives being written', () => {
  const row = fc.tuple(
    fc.integer({ min: 0, max: 2 ** 32 - 1 }),
    fc.integer({ min: 0, max: 30 }),
    fc.integer({ min: -127, max: 127 }),
  )
  fc.assert(
    fc.property(fc.uniqueArray(row, { selector: ([hash, rule]) => `${hash} ${rule}` }), rows => {
      const sorted = rows.sort((a, b) => a[0] - b[0] || a[1] - b[1])
      const model: Model = {
        rules: [{ id: 'one', bias: -1.5, alone: 0.1, doubt: -0.3, veto: -0.6 }],
        hashes: Uint32Array.from(sorted, ([hash]) => hash),
        rulesOf: Uint8Array.from(sorted, ([, rule]) => rule),
        weights: Int8Array.from(sorted, ([, , weight]) => weight),
      }
      expect(decodeModel(encodeModel(model))).toEqual(model)
    }),
  )
})

it('the model of the package is small', () => {
  const bytes = readFileSync(join(repositoryRoot, 'src/compliance/claims.model'))
  expect(bytes.length).toBeLessThanOrEqual(250_000)
  expect(decodeModel(bytes).rules.length).toBeGreaterThan(20)
})
