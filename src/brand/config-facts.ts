// The facts about a `brand.yaml` that matter beyond its own site. They are small plain data, so that a run can cache them by the
// file's bytes and need not parse the files of a thousand brands.

import { rememberedWeakly, type SourceFile } from '../files/index.ts'
import { entryAt, type Located, type LocatedMap, parseYaml, scalarsUnder } from '../yaml/index.ts'
import { dueDays } from './due-days.ts'

/** Keys of a brand that other brands know. */
const fleetKeys = [
  'locale',
  'alternateOf',
  'canonicalOf',
  'name',
  'siteUrl',
  'formId',
  'phone',
  'email',
  'host',
] as const
type FleetKey = (typeof fleetKeys)[number]

export interface ConfigFacts {
  /** The ids in "extends", weakest first. */
  readonly parents: readonly string[]
  /** The values of keys that other brands know; null if a value is not text. */
  readonly texts: Readonly<Partial<Record<FleetKey, string | null>>>
  /** The numbers of "phones" by source; null if a value is not text. */
  readonly phones: Readonly<Record<string, string | null>>
  /** The "siteUrl" of each environment that has its own; null if a value is not text. */
  readonly environments: Readonly<Record<string, string | null>>
  /** Fonts in packages, or anything named like one. */
  readonly fonts: readonly string[]
  /** Dates on which a waiver or a rule of the brand begins or ends, or a review or an approval is too old. */
  readonly days: readonly string[]
}

/** Undefined if the file is not a YAML map. */
export const configFacts = /* @__PURE__ */ rememberedWeakly((source: SourceFile): ConfigFacts | undefined => {
  const located = parseConfig(source).value
  if (located?.kind !== 'map') return undefined
  const texts = fleetKeys.flatMap(key => {
    const entry = entryAt(located, [key])
    return entry === undefined ? [] : [[key, textOf(entry.value)] as const]
  })
  const phones = entryAt(located, ['phones'])?.value
  const numbers = phones?.kind === 'map' ? [...phones.entries] : []
  const addresses = [...environmentsOf(located)].flatMap(([name, { value }]) => {
    const entry = entryAt(value, ['siteUrl'])
    return entry === undefined ? [] : [[name, textOf(entry.value)] as const]
  })
  // A brand's environments may have their own.
  const under = (key: string): string[] => [...scalarsUnder(located, key)].map(({ value }) => String(value))
  return {
    parents: parentsOf(located).map(({ id }) => id),
    texts: Object.fromEntries(texts),
    phones: Object.fromEntries(numbers.map(([name, { value }]) => [name, textOf(value)])),
    environments: Object.fromEntries(addresses),
    fonts: under('file').filter(file => file.endsWith('.woff2')),
    days: [...under('from'), ...under('until'), ...dueDays(under('reviewedOn'), under('approvedOn'))],
  }
})

/** A base is parsed once, no matter how many brands extend it. */
export const parseConfig = /* @__PURE__ */ rememberedWeakly(parseYaml)

/** The environments in the values of a brand or of one layer. */
export function environmentsOf(located: LocatedMap): LocatedMap['entries'] {
  const environments = entryAt(located, ['environments'])?.value
  return environments?.kind === 'map' ? environments.entries : new Map()
}

/** The names in "extends", weakest first. Anything but text is left to the schema. */
export function parentsOf(located: LocatedMap) {
  const named = entryAt(located, ['extends'])?.value
  const items = named?.kind === 'list' ? named.items : named === undefined ? [] : [named]
  return items.flatMap(item =>
    item.kind === 'scalar' && typeof item.value === 'string' ? { id: item.value, origin: item.origin } : [],
  )
}

function textOf(value: Located): string | null {
  return value.kind === 'scalar' && typeof value.value === 'string' ? value.value : null
}
