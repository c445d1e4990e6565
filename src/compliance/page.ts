// Judges one rendered page: what it claims, what it must say, what it says a loan costs. The verdict is plain data, cached with the
// page; `site.ts` finds the sources, applies waivers and makes diagnostics of it.

import { once } from '../files/index.ts'
import { type Block, contentsOf, type PagePart, type PartMemory } from './blocks.ts'
import { judgeChannels } from './judge-channels.ts'
import { judgeClaims } from './judge-claims.ts'
import { judgeCopy } from './judge-copy.ts'
import { judgeFrame } from './judge-frame.ts'
import { judgePrices } from './judge-prices.ts'
import { judgeStatements } from './judge-statements.ts'
import { judgeStates } from './judge-states.ts'
import { blockReader, type ReadBlock, type ReadingMemory } from './reading.ts'
import type { RuleSet } from './rules.ts'
import { wordsOf } from './text.ts'
import {
  type Add,
  type JudgedBrand,
  type JudgedPage,
  maximumOf,
  type PageFinding,
  type PageVerdict,
} from './verdict.ts'

/**
 * A judge of one brand's pages.
 * @param rules Asked for when the first page is judged.
 * @param memory Of these rules, for all brands.
 * @returns a function of a page and its HTML in parts, with `null` at both ends of an article's own text
 */
export function createPageJudge(
  rules: () => RuleSet,
  brand: JudgedBrand,
  memory: ReadingMemory,
): (page: JudgedPage, parts: readonly (PagePart | null)[]) => PageVerdict {
  const { values, view } = brand
  const amounts = { minimum: values.minAmount ?? 100, maximum: maximumOf(values) }
  const states = new Set(view.unavailableStates)
  const shared: PartMemory = new WeakMap()
  const open = once(() => ({
    read: blockReader(rules(), brand, memory),
    withOwn: ownWording(rules(), values),
  }))
  return (page, parts) => {
    const { read, withOwn } = open()
    const contents = contentsOf(parts, shared)
    const findings: PageFinding[] = []
    const quoted = quotesOf(contents.blocks)
    const add: Add = finding => void findings.push(quoted(finding))
    const blocks = read(contents.blocks).map(withOwn)
    const speaking = blocks.filter(({ said }) => said.words !== '' || said.statements.length > 0)
    const isForm = contents.formAt !== undefined
    const isCall = isForm || contents.links.some(({ href }) => href.endsWith('#form'))
    judgeClaims(page, blocks, brand, rules(), add)
    judgeCopy(page, blocks, brand, add)
    judgePrices(page, blocks, add, amounts)
    judgeStates(page, blocks, states, isCall, isForm, add)
    if (isCall) judgeStatements(page, speaking, isForm, rules(), values.leadBuyers, add)
    judgeFrame(page, { contents, brand, isForm, add }, isCall)
    judgeChannels(blocks, brand, isForm, add)
    return {
      findings,
      says: [...new Set(speaking.flatMap(({ said }) => said.statements))],
      asks: isCall,
      facts: factsOf(speaking),
    }
  }
}

/** Adds to what a block says the required statements that the brand words in its own, approved way. */
function ownWording(
  rules: RuleSet,
  { name, statements = {} }: JudgedBrand['values'],
): (block: ReadBlock) => ReadBlock {
  const own = rules.statements.flatMap(({ id, statement }) => {
    const text = statement === undefined ? undefined : statements[statement]
    return text === undefined ? [] : { id, words: wordsOf(text.replaceAll('{name}', name)) }
  })
  return item => {
    if (own.length === 0) return item
    const shown = wordsOf(item.block.text)
    const ids = own.filter(({ words }) => shown.includes(words)).map(({ id }) => id)
    const { said } = item
    return ids.length === 0 ? item : { ...item, said: { ...said, statements: [...said.statements, ...ids] } }
  }
}

/** Puts into findings what visitors see: rules read another word in place of code. */
function quotesOf(blocks: readonly Block[]): (finding: PageFinding) => PageFinding {
  const withCode = new Map(
    blocks.flatMap(({ text, shown }) => (text === shown ? [] : [[text, shown] as const])),
  )
  return finding => {
    const { quote, context = '' } = finding
    const shown = withCode.get(context)
    if (quote === undefined || shown === undefined) return finding
    const at = context.indexOf(quote)
    // A quote of several sentences may be put together.
    return { ...finding, context: shown, quote: at === -1 ? quote : shown.slice(at, at + quote.length) }
  }
}

/** Facts that must be the same on every page. */
function factsOf(blocks: readonly ReadBlock[]): [string, string, string][] {
  const facts = new Map<string, [string, string, string]>()
  for (const { said, block } of blocks) {
    if (block.whole || block.tag.startsWith('@')) continue
    for (const [name, value] of said.facts) facts.set(`${name} ${value}`, [name, value, block.text])
  }
  return [...facts.values()]
}
