// Judges one rendered page: its claims, its required statements and its prices. The verdict is plain data, which is cached
// with the page; `site.ts` finds the sources, applies waivers and turns findings into diagnostics.

import { once } from '../files/index.ts'
import { judgeChannels } from './judges/channels.ts'
import { judgeClaims } from './judges/claims.ts'
import { judgeCopy } from './judges/copy.ts'
import { judgeFrame } from './judges/frame.ts'
import type { PageInput } from './judges/page-input.ts'
import { judgePrices } from './judges/prices.ts'
import { judgeStatements } from './judges/statements.ts'
import { judgeStates } from './judges/states.ts'
import { BlockReader, type HarmlessTexts } from './pages/block-reader.ts'
import { contentsOf, type PagePart, type PartMemory } from './pages/blocks.ts'
import type { ReadBlock } from './pages/reading.ts'
import type { RuleSet } from './rules.ts'
import type { JudgedBrand, JudgedPage, PageFinding, PageVerdict } from './verdict.ts'
import { wordsOf } from './words/text.ts'

/**
 * Creates a judge for the pages of one brand.
 * @param rules Called when the first page is judged.
 * @param harmless Shared by all brands with the same rules; not needed for one brand.
 * @returns a function of a page and its HTML in parts, with `null` at both ends of an article's own text
 */
export function createPageJudge(
  rules: () => RuleSet,
  brand: JudgedBrand,
  harmless?: HarmlessTexts,
): (page: JudgedPage, parts: readonly (PagePart | null)[]) => PageVerdict {
  const memory: PartMemory = new WeakMap()
  const open = once(() => {
    const ownStatements = ownWording(rules(), brand.values)
    return new BlockReader({ rules: rules(), brand, ownStatements, harmless })
  })
  return (page, parts) => {
    const contents = contentsOf(parts, memory)
    const read = open().read(contents.blocks)
    const findings: PageFinding[] = []
    const speaking = read.speaking.map(index => [index, read.blocks[index] as ReadBlock] as const)
    const isForm = contents.formAt !== undefined
    const isCall = isForm || contents.links.some(({ href }) => href.endsWith('#form'))
    const add = (finding: PageFinding): void => void findings.push(finding)
    const input = {
      page,
      contents,
      blocks: read.blocks,
      speaking,
      brand,
      rules: rules(),
      isForm,
      isCall,
      add,
    }
    for (const judge of judges) judge(input)
    return {
      findings: findings.length === 0 ? findings : findings.map(quoted(read.blocks)),
      says: [...new Set(speaking.flatMap(([, { said }]) => said.statements))],
      asks: isCall,
      facts: factsOf(speaking),
    }
  }
}

const judges: readonly ((input: PageInput) => void)[] = [
  ...[judgeClaims, judgeCopy, judgePrices, judgeStates, judgeStatements, judgeFrame, judgeChannels],
]

/** Finds the required statements that a text makes in the brand's own, approved words. */
function ownWording(
  rules: RuleSet,
  { name, statements = {} }: JudgedBrand['values'],
): (text: string) => readonly string[] {
  const own = rules.statements.flatMap(({ id, statement }) => {
    const text = statement === undefined ? undefined : statements[statement]
    return text === undefined ? [] : { id, words: wordsOf(text.replaceAll('{name}', name)) }
  })
  return text => {
    if (own.length === 0) return none
    const shown = wordsOf(text)
    return own.flatMap(({ id, words }) => (shown.includes(words) ? id : []))
  }
}

const none: readonly string[] = []

/** Replaces quotes with what visitors see: rules read another word in place of code. */
function quoted(blocks: readonly ReadBlock[]): (finding: PageFinding) => PageFinding {
  const withCode = new Map(
    blocks.flatMap(({ block: { text, shown } }) => (text === shown ? [] : [[text, shown] as const])),
  )
  return finding => {
    const { quote, context = quote ?? '' } = finding
    const shown = withCode.get(context)
    if (quote === undefined || shown === undefined) return finding
    const at = context.indexOf(quote)
    // A quote may join sentences that are not next to each other.
    return { ...finding, context: shown, quote: at === -1 ? quote : shown.slice(at, at + quote.length) }
  }
}

/** Facts that must be the same on every page. */
function factsOf(speaking: PageInput['speaking']): [string, string, string][] {
  const facts = new Map<string, [string, string, string]>()
  for (const [, { said, block }] of speaking) {
    if (block.whole || block.tag.startsWith('@')) continue
    for (const [name, value] of said.facts) facts.set(`${name} ${value}`, [name, value, block.text])
  }
  return [...facts.values()]
}
