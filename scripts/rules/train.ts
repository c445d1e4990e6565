// Trains the model of the content rules: one linear classifier per rule, with squared hinge loss, by dual coordinate descent
// (Hsieh et al., "A Dual Coordinate Descent Method for Large-scale Linear SVM", ICML 2008). Every step is an addition, a
// multiplication or a division in a fixed order, so the same examples give the same bytes on every machine.

import {
  encodeModel,
  type Model,
  type ModelRule,
  weightUnit,
  wordGroups,
} from '../../src/compliance/claims/model.ts'
import { type Example, passagesOfText } from './examples.ts'

/** A text, prepared for training. */
interface Instance {
  readonly example: Example
  /** The numbers of its word groups. */
  readonly groups: Int32Array
  /** One divided by the square root of the number of its word groups. */
  readonly scale: number
}

interface Weight {
  readonly hash: number
  readonly rule: number
  readonly weight: number
}

interface Classifier {
  readonly weights: Float64Array
  readonly bias: number
}

const bytesAtMost = 250_000
const rounds = 12
/** The weight of a breach relative to a fine text. */
const breachWeight = 3
const folds = 5
/**
 * The share of fine texts that the model may warn about on its own, all rules together. With doubtful phrases, 2 % may have a
 * warning.
 */
const falseWarnings = 0.018
/** How many of 1,000 fine texts a rule's phrases may report as errors, and how many they may report at all. */
const falseErrors = 0.4
const falseDoubts = 1.2
/** A score that no fine text falls below. */
const lowestVeto = -2.4
/** Writers who knew the rules wrote as close to them as they could, so their texts do not represent those of others. */
const knewRules = /^(?:own|eighteenth-)/

/**
 * @param rules The ids of the rules to learn.
 * @param nominated Finds the rules whose phrases match a text. Exceptions do not count here, because they were written for
 * these very texts.
 */
export function trainModel(
  examples: readonly Example[],
  rules: readonly string[],
  nominated: (text: string) => ReadonlySet<string>,
): Model {
  const { instances, hashes } = instancesOf(examples)
  const tested = crossValidated(rules, instances, hashes.length)
  const alone = aloneOf(tested)
  const nominations = new Map([...tested.keys()].map(example => [example, nominated(example.text)]))
  const modelRules: ModelRule[] = []
  const shared = trainShared(rules, instances, hashes.length)
  const classifiers = rules.map(rule => trainRule(rule, instances, hashes.length))
  for (const [index, id] of rules.entries()) {
    const bias = rounded((classifiers[index] as Classifier).bias + shared.bias)
    const found = [...tested].filter(([example]) => nominations.get(example)?.has(id))
    modelRules.push({ id, bias, alone, ...limitsOf(index, found, tested.size) })
  }
  return largestModel(modelRules, weightsOf([...classifiers, shared], hashes))
}

const rounded = (value: number): number => Math.round(value * 1000) / 1000

/** Fine texts, split into the parts that rules read. A breach stays whole, because its parts are not labelled. */
function instancesOf(examples: readonly Example[]) {
  const counts = new Map<number, number>()
  const found = examples.flatMap(example => {
    const passages = passagesOfText(example.text)
    const lists =
      example.level === undefined
        ? passages.flatMap(({ text, partEnds }) =>
            partEnds.map((end, index) => text.words.slice(partEnds[index - 1] ?? 0, end)),
          )
        : [passages.flatMap(({ text, first, end }) => text.words.slice(first, end))]
    return lists.map(words => ({ example, groups: wordGroups(words).map(({ hash }) => hash) }))
  })
  for (const { groups } of found) for (const hash of groups) counts.set(hash, (counts.get(hash) ?? 0) + 1)
  // A group that occurs in only one text teaches nothing.
  const hashes = [...counts].filter(([, count]) => count > 1).map(([hash]) => hash)
  const numbers = new Map(hashes.map((hash, number) => [hash, number]))
  const instances = found.map(
    ({ example, groups }): Instance => ({
      example,
      groups: Int32Array.from(groups.flatMap(hash => numbers.get(hash) ?? [])),
      scale: 1 / Math.sqrt(Math.max(1, groups.length)),
    }),
  )
  return { instances, hashes }
}

function trainRule(rule: string, all: readonly Instance[], size: number): Classifier {
  const instances = all.filter(({ example }) => !example.also.includes(rule))
  return train(instances, size, example => example.level !== undefined && example.rule === rule)
}

/** Separates breaches of any rule from fine texts. */
function trainShared(rules: readonly string[], all: readonly Instance[], size: number): Classifier {
  const instances = all.filter(({ example }) => example.level === undefined || rules.includes(example.rule))
  return train(instances, size, example => example.level !== undefined)
}

function train(
  instances: readonly Instance[],
  size: number,
  isBreach: (example: Example) => boolean,
): Classifier {
  const labels = instances.map(({ example }) => (isBreach(example) ? 1 : -1))
  const weights = new Float64Array(size)
  const alphas = new Float64Array(instances.length)
  const order = instances.map((_, index) => index)
  const random = randomNumbers()
  let bias = 0
  for (let round = 0; round < rounds; round++) {
    shuffle(order, random)
    for (const index of order) {
      const { groups, scale } = instances[index] as Instance
      const label = labels[index] as number
      const slack = 0.5 / (label === 1 ? breachWeight : 1)
      const alpha = alphas[index] as number
      const slope = label * scoreOf({ groups, scale }, { weights, bias }) - 1 + alpha * slack
      const next = Math.max(0, alpha - slope / (groups.length * scale * scale + 1 + slack))
      if (next === alpha) continue
      alphas[index] = next
      const step = (next - alpha) * label
      bias += step
      for (const group of groups) weights[group] = (weights[group] as number) + step * scale
    }
  }
  return { weights, bias }
}

function scoreOf(
  { groups, scale }: Pick<Instance, 'groups' | 'scale'>,
  { weights, bias }: Classifier,
): number {
  let sum = 0
  for (const group of groups) sum += weights[group] as number
  return sum * scale + bias
}

/** Pseudo-random numbers, the same in each run (a linear congruential generator). */
function randomNumbers(): () => number {
  let state = 1
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state
  }
}

function shuffle(items: number[], random: () => number): void {
  for (let index = items.length - 1; index > 0; index--) {
    const other = random() % (index + 1)
    ;[items[index], items[other]] = [items[other] as number, items[index] as number]
  }
}

/** Scores of fine texts, by rule, from classifiers that were trained without texts by the same writers. */
type TestedTexts = ReadonlyMap<Example, Float64Array>

function crossValidated(rules: readonly string[], instances: readonly Instance[], size: number): TestedTexts {
  const writers = [...new Set(instances.map(({ example }) => example.writer))].sort()
  const tested = new Map<Example, Float64Array>()
  for (let fold = 0; fold < folds; fold++) {
    const isTested = ({ example }: Instance): boolean => writers.indexOf(example.writer) % folds === fold
    const trained = instances.filter(instance => !isTested(instance))
    const fine = instances.filter(
      instance =>
        isTested(instance) &&
        instance.example.level === undefined &&
        !knewRules.test(instance.example.writer),
    )
    const shared = trainShared(rules, trained, size)
    for (const [index, rule] of rules.entries()) {
      const own = trainRule(rule, trained, size)
      for (const instance of fine) {
        const scores = tested.get(instance.example) ?? new Float64Array(rules.length).fill(lowestVeto)
        scores[index] = Math.max(scores[index] as number, scoreOf(instance, own) + scoreOf(instance, shared))
        tested.set(instance.example, scores)
      }
    }
  }
  return tested
}

/** The lowest score at which the model warns on its own. */
function aloneOf(tested: TestedTexts): number {
  const highest = [...tested.values()].map(scores => Math.max(...scores)).sort((a, b) => b - a)
  return rounded(highest[Math.floor(highest.length * falseWarnings)] as number)
}

/**
 * The scores up to which the phrases of a rule give false alarms.
 * @param found Fine texts that match one of its phrases.
 * @param count The number of all fine texts.
 */
function limitsOf(rule: number, found: readonly (readonly [Example, Float64Array])[], count: number) {
  const scores = found.map(([, all]) => all[rule] as number).sort((a, b) => b - a)
  const limitAt = (rate: number): number => rounded(scores[Math.floor((count * rate) / 1000)] ?? lowestVeto)
  return { doubt: limitAt(falseErrors), veto: limitAt(falseDoubts) }
}

/** All weights as integers, the most important first. */
function weightsOf(classifiers: readonly Classifier[], hashes: readonly number[]): readonly Weight[] {
  const all = classifiers.flatMap(({ weights }, rule) =>
    [...weights].flatMap((value, group) => {
      const weight = Math.max(-127, Math.min(127, Math.round(value / weightUnit)))
      return weight === 0 ? [] : [{ hash: hashes[group] as number, rule, weight }]
    }),
  )
  return all.sort((a, b) => Math.abs(b.weight) - Math.abs(a.weight) || a.hash - b.hash || a.rule - b.rule)
}

/** The model with as many weights as fit. */
function largestModel(rules: readonly ModelRule[], all: readonly Weight[]): Model {
  const modelWith = (count: number): Model => {
    const sorted = all.slice(0, count).sort((a, b) => a.hash - b.hash || a.rule - b.rule)
    return {
      rules,
      hashes: Uint32Array.from(sorted, ({ hash }) => hash),
      rulesOf: Uint8Array.from(sorted, ({ rule }) => rule),
      weights: Int8Array.from(sorted, ({ weight }) => weight),
    }
  }
  let [fits, exceeds] = [0, all.length + 1]
  while (exceeds - fits > 1) {
    const count = (fits + exceeds) >> 1
    if (encodeModel(modelWith(count)).length <= bytesAtMost) fits = count
    else exceeds = count
  }
  return modelWith(fits)
}
