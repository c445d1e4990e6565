// A linear model that scores a text by its groups of one to three neighbouring words. The score for a rule is a sum: how much
// the text reads like a breach of any rule, plus how much it reads like a breach of this one. `npm run train` computes the
// weights from `examples/`. The model stores only the hashes of word groups; the words in a finding come from the text.

import { wordOf } from '../words/vocabulary.ts'

/** The trained model. */
export interface Model {
  readonly rules: readonly ModelRule[]
  /**
   * The weights of word groups: their hashes, the indexes of their rules, and the weights, sorted by hash, then by rule. The
   * index after the last rule's stands for all rules together.
   */
  readonly hashes: Uint32Array
  readonly rulesOf: Uint8Array
  readonly weights: Int8Array
}

export interface ModelRule {
  readonly id: string
  /** The weight that is added to every score. */
  readonly bias: number
  /** A text with at least this score reads like a breach. */
  readonly alone: number
  /** Up to this score, a phrase may mean something else, … */
  readonly doubt: number
  /** … and up to this one, it does. */
  readonly veto: number
}

/** A model without rules. */
export const emptyModel: Model = {
  rules: [],
  hashes: new Uint32Array(),
  rulesOf: new Uint8Array(),
  weights: new Int8Array(),
}

/** A group of neighbouring words in a text. */
interface WordGroup {
  readonly hash: number
  readonly first: number
  readonly end: number
}

/** The score of one unit of weight. */
export const weightUnit = 1 / 40

const longestGroup = 3
const hashes: number[] = []

/** FNV-1a of a word. All figures of a kind have the same hash. */
function hashOf(number: number): number {
  const known = hashes[number]
  if (known !== undefined) return known
  let hash = 0x811c9dc5
  for (const character of kindOf(wordOf(number)))
    hash = Math.imul(hash ^ (character.codePointAt(0) as number), 0x01000193)
  hashes[number] = hash
  return hash
}

function kindOf(word: string): string {
  const first = word.charCodeAt(0)
  if (first === 36) return word === '$0' ? word : '<amount>'
  if (first < 48 || first > 57) return word.slice(0, 6)
  if (word.endsWith('%')) return word === '100%' || word === '0%' ? word : '<percent>'
  return '<number>'
}

/**
 * The hash of a group that another word extends.
 * @param group The hash so far, 0 for an empty group.
 */
function extended(group: number, number: number): number {
  const hash = Math.imul(group ^ hashOf(number), 0x9e3779b1)
  return (hash ^ (hash >>> 15)) >>> 0
}

/** The word groups of a text, each at its first place. */
export function wordGroups(words: readonly number[]): readonly WordGroup[] {
  const groups = new Map<number, WordGroup>()
  for (let first = 0; first < words.length; first++) {
    let hash = 0
    for (let end = first + 1; end <= Math.min(first + longestGroup, words.length); end++) {
      hash = extended(hash, words[end - 1] as number)
      if (!groups.has(hash)) groups.set(hash, { hash, first, end })
    }
  }
  return [...groups.values()]
}

/** Scores of a text, by rule. */
export interface Scorer {
  readonly model: Model
  /**
   * @param words Of a text; those from index `first` up to, but not including, `end` count.
   * @returns a score for each rule of the model, in an array that is reused by every call
   */
  score(words: readonly number[], first: number, end: number): Float64Array
  /** The three word groups with the most weight for a rule, in the order of the text. None overlaps another. */
  heaviest(words: readonly number[], first: number, end: number, rule: number): readonly WordGroup[]
}

export function scorerOf(model: Model): Scorer {
  const { rules, hashes, rulesOf, weights } = model
  const { slots, known } = tableOf(hashes)
  const mask = slots.length - 1
  const scores = new Float64Array(rules.length)
  const sums = new Float64Array(rules.length + 1)
  // For each weight, the number of the last text that had its group: each group counts once per text.
  const lastHad = new Uint32Array(weights.length)
  let texts = 0
  /** The index of the first weight of a hash, or -1. */
  const indexOf = (hash: number): number => {
    if (((known[(hash >>> 5) & bitMask] as number) & (1 << (hash & 31))) === 0) return -1
    for (let slot = (hash >>> 5) & mask; ; slot = (slot + 1) & mask) {
      const found = slots[slot] as number
      if (found === 0 || hashes[found - 1] === hash) return found - 1
    }
  }
  return {
    model,
    score(words, first, end) {
      texts++
      sums.fill(0)
      let count = 0
      for (let start = first; start < end; start++) {
        const last = Math.min(start + longestGroup, end)
        count += last - start
        let hash = 0
        for (let stop = start; stop < last; stop++) {
          hash = extended(hash, words[stop] as number)
          let index = indexOf(hash)
          if (index === -1 || lastHad[index] === texts) continue
          lastHad[index] = texts
          for (; hashes[index] === hash; index++) {
            const rule = rulesOf[index] as number
            sums[rule] = (sums[rule] as number) + (weights[index] as number)
          }
        }
      }
      const unit = weightUnit / Math.sqrt(Math.max(1, count))
      const shared = sums[rules.length] as number
      for (let rule = 0; rule < scores.length; rule++)
        scores[rule] = ((sums[rule] as number) + shared) * unit + (rules[rule] as ModelRule).bias
      return scores
    },
    heaviest(words, first, end, rule) {
      const weightOf = ({ hash }: WordGroup): number => {
        let weight = 0
        for (let index = indexOf(hash); index !== -1 && hashes[index] === hash; index++)
          if (rulesOf[index] === rule || rulesOf[index] === rules.length) weight += weights[index] as number
        return weight
      }
      return heaviestOf(wordGroups(words.slice(first, end)), weightOf).map(group => ({
        ...group,
        first: group.first + first,
        end: group.end + first,
      }))
    },
  }
}

/** The three groups with the most weight, in the order of the text. None overlaps another. */
function heaviestOf(all: readonly WordGroup[], weightOf: (group: WordGroup) => number): readonly WordGroup[] {
  const chosen: WordGroup[] = []
  const groups = all.map(group => ({ group, weight: weightOf(group) })).sort((a, b) => b.weight - a.weight)
  for (const { group, weight } of groups) {
    if (chosen.length === 3 || weight <= 0) break
    if (!chosen.some(other => group.first < other.end && other.first < group.end)) chosen.push(group)
  }
  return chosen.sort((a, b) => a.first - b.first)
}

/** Small enough for the processor's first-level cache. */
const bitMask = 2 ** 13 - 1

/**
 * An open-addressing table: each slot contains the index of the first weight of a hash plus one, or 0 if it is empty. It also
 * has a bit for each hash that may be in it, because most groups of a text are not.
 */
function tableOf(hashes: Uint32Array): { readonly slots: Uint32Array; readonly known: Int32Array } {
  const slots = new Uint32Array(2 ** (Math.ceil(Math.log2(hashes.length + 1)) + 1))
  const known = new Int32Array(bitMask + 1)
  const mask = slots.length - 1
  for (let index = 0; index < hashes.length; index++) {
    const hash = hashes[index] as number
    if (index > 0 && hashes[index - 1] === hash) continue
    const word = (hash >>> 5) & bitMask
    known[word] = (known[word] as number) | (1 << (hash & 31))
    let slot = (hash >>> 5) & mask
    while (slots[slot] !== 0) slot = (slot + 1) & mask
    slots[slot] = index + 1
  }
  return { slots, known }
}

/**
 * Encodes a model as bytes: a line of JSON with the rules, then for each word group the difference between its hash and the
 * previous one, with seven bits in each byte, then for each of its weights the rule (plus 128 for the last one) and the
 * weight.
 */
export function encodeModel({ rules, hashes, rulesOf, weights }: Model): Uint8Array {
  const bytes = [...new TextEncoder().encode(`${JSON.stringify(rules)}\n`)]
  let before = 0
  for (const [index, hash] of hashes.entries()) {
    if (index === 0 || hash !== before) {
      let rest = hash - before
      for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128)
      bytes.push(rest)
      before = hash
    }
    bytes.push(
      (rulesOf[index] as number) + (hashes[index + 1] === hash ? 0 : 128),
      (weights[index] as number) & 255,
    )
  }
  return Uint8Array.from(bytes)
}

/** Reads the bytes of `encodeModel`. */
export function decodeModel(bytes: Uint8Array): Model {
  const start = bytes.indexOf(10) + 1
  const rules = JSON.parse(Buffer.from(bytes.subarray(0, start)).toString()) as ModelRule[]
  // A weight takes at least two bytes.
  const most = bytes.length >> 1
  const model = { hashes: new Uint32Array(most), rulesOf: new Uint8Array(most), weights: new Int8Array(most) }
  let [hash, count] = [0, 0]
  for (let at = start; at < bytes.length; ) {
    for (let factor = 1, isMore = true; isMore; factor *= 128) {
      const byte = bytes[at++] as number
      hash += (byte % 128) * factor
      isMore = byte > 127
    }
    for (let isLast = false; !isLast; at += 2, count++) {
      const rule = bytes[at] as number
      isLast = rule > 127
      model.hashes[count] = hash
      model.rulesOf[count] = rule % 128
      model.weights[count] = bytes[at + 1] as number
    }
  }
  return {
    rules,
    hashes: model.hashes.subarray(0, count),
    rulesOf: model.rulesOf.subarray(0, count),
    weights: model.weights.subarray(0, count),
  }
}
