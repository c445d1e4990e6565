// The facts about a file that matter to a site's inputs apart from its bytes: dates, fonts from packages, and what brands know
// about each other. They are the same facts that the parsers find for sites. Parsers are slow to load and to run, so facts are
// cached by the file's text.

import { hash } from 'node:crypto'
import { brandsFolder, type ConfigFacts, type FleetBrand, fleetOf, listBrands } from '../brand/index.ts'
import { type Cache, pipelineVersion } from '../cache/index.ts'
import { decodeText, type Files, rememberedWeakly, type SourceFile } from '../files/index.ts'
import { type Located, parseSimpleMap } from '../yaml/index.ts'
import { type FileFacts, kindOf, noFacts } from './parse-facts.ts'

/** By the folders of brands and bases; undefined if a config has no facts. */
type Configs = ReadonlyMap<string, ConfigFacts | undefined>

/** In bytes; enough for the facts about some ten thousand files of another branch. */
const unusedFacts = 8 * 1024 * 1024

export type FactsReader = ReturnType<typeof openFacts>

/** Opens the facts that earlier runs have cached. */
export function openFacts(cache: Cache) {
  const pack = cache.pack('facts', unusedFacts)
  const version = hash('sha256', pipelineVersion()).slice(0, 16)
  const made = new Map<string, FileFacts>()
  let isNew = false
  const keyOf = rememberedWeakly(
    ({ path, text }: SourceFile) => `${version} ${kindOf(path)} ${hash('sha256', text)}`,
  )
  const known = (source: SourceFile): FileFacts | undefined => {
    const key = keyOf(source)
    const text = made.has(key) ? undefined : pack?.get(key)
    if (text !== undefined) made.set(key, JSON.parse(text))
    return made.get(key)
  }
  /** @param parse Called for unknown files. */
  const factsOf = (source: SourceFile, parse: (source: SourceFile) => FileFacts): FileFacts => {
    const found = known(source)
    if (found !== undefined) return found
    const facts = parse(source)
    made.set(keyOf(source), facts)
    pack?.set(keyOf(source), JSON.stringify(facts))
    isNew = true
    return facts
  }
  /** The same, but loads the parsers on demand. */
  const parsedFacts = async (source: SourceFile): Promise<FileFacts> =>
    known(source) ?? factsOf(source, (await import('./parse-facts.ts')).parseFacts)
  const save = (): void => {
    if (isNew) pack?.save()
    isNew = false
  }
  const configs = rememberedWeakly(async (files: Files): Promise<Configs> => {
    const found = new Map<string, ConfigFacts | undefined>()
    for (const folder of files.folders(brandsFolder).value) {
      const source = files.readText(`${brandsFolder}/${folder}/brand.yaml`).value
      found.set(folder, source && (await parsedFacts(source)).config)
    }
    // The other processes of this run need them too.
    save()
    return found
  })
  return {
    factsOf,
    async read(path: string, bytes: Uint8Array): Promise<FileFacts> {
      const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
      const plain = plainFacts(path, content)
      if (plain !== undefined) return plain
      const source = decodeText(path, content).value
      return source === undefined ? noFacts : parsedFacts(source)
    },
    configs,
    /** What the brands of a project know about each other. */
    fleet: rememberedWeakly(async (files: Files): Promise<readonly FleetBrand[]> => {
      const known = await configs(files)
      return fleetOf(listBrands(files).value.brands, id => known.get(id))
    }),
    save,
  }
}

/** The facts about a file, if it has none or is an article in the usual form; undefined if the parsers must decide. */
function plainFacts(path: string, content: Buffer): FileFacts | undefined {
  const kind = kindOf(path)
  if (kind === 'other') return noFacts
  if (kind === 'rules' || kind === 'brand' || content.includes(waiverMark)) return undefined
  if (kind === 'text') return noFacts
  const end = content.indexOf('\n---', 3)
  if (!content.subarray(0, 4).equals(fence) || content[end + 4] !== lineEnd) return undefined
  const front = parseSimpleMap({ path, text: content.toString('utf8', 4, end) })
  const days = ['date', 'expires'].map(key => front?.entries.get(key)?.value)
  if (front === undefined || !days.every(day => day === undefined || isPlainDay(day))) return undefined
  return { ...noFacts, articles: days.flatMap(day => (day === undefined ? [] : plainText(day))) }
}

/** The mark by which `compliance/waivers.ts` finds comments that waive a rule. */
const waiverMark = 'check-waive'
const fence = Buffer.from('---\n')
const lineEnd = 0x0a

function plainText(value: Located): string {
  return value.kind === 'scalar' ? String(value.value) : ''
}

function isPlainDay(value: Located): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(plainText(value))
}
