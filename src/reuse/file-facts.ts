// What a file says that a brand's inputs need to know besides its bytes: days, and fonts of packages. As the parsers say it that sites
// are made with; these are loaded only for a text that says anything in an unusual way, once for its hash.

import { hash } from 'node:crypto'
import { type Cache, type Pack, pipelineVersion } from '../cache/index.ts'
import { rulesFile } from '../compliance/index.ts'
import { decodeText, type SourceFile } from '../files/index.ts'
import { type Located, parseSimpleMap } from '../yaml/index.ts'

export interface FileFacts {
  /** Days on which an article comes or goes. */
  readonly articles: readonly string[]
  /** Days on which rules and waivers begin or end. */
  readonly rules: readonly string[]
  /** Fonts that a `brand.yaml` names. */
  readonly fonts: readonly string[]
}

const none: FileFacts = { articles: [], rules: [], fonts: [] }

/** In bytes: the facts of a few thousand files that another branch has. */
const unusedFacts = 1024 * 1024

/** The facts that earlier runs found. */
export function knownFacts(cache: Cache): Pack | undefined {
  return cache.pack('facts', unusedFacts)
}

export function factsReader(known: Pack | undefined) {
  const version = hash('sha256', pipelineVersion()).slice(0, 16)
  return async (path: string, bytes: Uint8Array): Promise<FileFacts> => {
    const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
    const plain = plainFacts(path, content)
    if (plain !== undefined) return plain
    const key = `${version} ${kindOf(path)} ${hash('sha256', bytes)}`
    const found = known?.get(key)
    if (found !== undefined) return JSON.parse(found) as FileFacts
    const source = decodeText(path, content).value
    const facts = source === undefined ? none : await parsedFacts(source)
    known?.set(key, JSON.stringify(facts))
    return facts
  }
}

type Kind = 'article' | 'brand' | 'rules' | 'text' | 'other'

function kindOf(path: string): Kind {
  if (/(?:^|\/)content\/articles\/.*\.md$/.test(path)) return 'article'
  if (path.endsWith('/brand.yaml')) return 'brand'
  if (path === rulesFile) return 'rules'
  return /\.(?:md|yaml)$/.test(path) ? 'text' : 'other'
}

/** Of a file that plainly says nothing, or says it as nearly all articles do; undefined if the parsers must decide. */
function plainFacts(path: string, content: Buffer): FileFacts | undefined {
  const kind = kindOf(path)
  if (kind === 'other') return none
  if (kind === 'rules' || content.includes(waiverMark)) return undefined
  if (kind === 'text') return none
  // A backslash may spell any of the words.
  if (kind === 'brand')
    return ['waivers', '.woff2', '\\'].some(word => content.includes(word)) ? undefined : none
  const end = content.indexOf('\n---', 3)
  if (!content.subarray(0, 4).equals(fence) || content[end + 4] !== lineEnd) return undefined
  const front = parseSimpleMap({ path, text: content.toString('utf8', 4, end) })
  const days = ['date', 'expires'].map(key => front?.entries.get(key)?.value)
  if (front === undefined || !days.every(day => day === undefined || isPlainDay(day))) return undefined
  return { ...none, articles: days.flatMap(day => (day === undefined ? [] : plainText(day))) }
}

/** As `compliance/waivers.ts` finds comments that waive a rule. */
const waiverMark = 'check-waive'
const fence = Buffer.from('---\n')
const lineEnd = 0x0a

function plainText(value: Located): string {
  return value.kind === 'scalar' ? String(value.value) : ''
}

function isPlainDay(value: Located): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(plainText(value))
}

async function parsedFacts(source: SourceFile): Promise<FileFacts> {
  const [{ parseFrontMatter }, { commentWaivers }, { parseYaml, scalarsUnder }] = await Promise.all([
    import('../content/index.ts'),
    import('../compliance/index.ts'),
    import('../yaml/index.ts'),
  ])
  const kind = kindOf(source.path)
  const waivers = commentWaivers(source).map(({ until }) => until)
  if (kind === 'article') {
    const { date, expires } = parseFrontMatter(source).value.details ?? {}
    return { ...none, articles: [date, expires].flatMap(day => day ?? []), rules: waivers }
  }
  if (kind === 'text') return { ...none, rules: waivers }
  const located = parseYaml(source).value
  // A brand's environments may have their own.
  const under = (key: string): string[] => [...scalarsUnder(located, key)].map(({ value }) => String(value))
  return {
    ...none,
    rules: [...waivers, ...under('from'), ...under('until')],
    fonts: under('file').filter(file => file.endsWith('.woff2')),
  }
}
