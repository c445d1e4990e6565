// What brands know about each other. It is read without validation, because an invalid brand must not hide the others.

import {
  compareText,
  type Diagnostic,
  diagnostic,
  didYouMean,
  grouped,
  listOf,
  startOf,
} from '../diagnostics/index.ts'
import {
  type Files,
  rememberByAnswers,
  remembered,
  rememberedWeakly,
  type SourceFile,
} from '../files/index.ts'
import { entryAt, type LocatedMap } from '../yaml/index.ts'
import { defaultLocale } from './allowed-values.ts'
import { brandsFolder, isFolderName, listBrands, walkChain } from './chain.ts'
import { type ConfigFacts, configFacts } from './config-facts.ts'
import { isPlaceholder } from './placeholders.ts'
import type { BrandValues } from './schema.ts'

/** A brand as the others see it: the values of its public site, without unreadable ones. */
export interface FleetBrand {
  readonly id: string
  /** Ids of its layers, weakest first; the last is the brand itself. */
  readonly chain: readonly string[]
  readonly locale: string
  readonly alternateOf?: string
  readonly canonicalOf?: string
  readonly name?: string
  readonly siteUrl?: string
  readonly formId?: string
  readonly phone?: string
  /** The numbers for visitors from certain sources. */
  readonly phones?: readonly string[]
  /** The "siteUrl" of each environment that has its own. */
  readonly environments?: Readonly<Record<string, string>>
  readonly email?: string
  readonly host?: string
}

/**
 * Reads every brand of a project, sorted by id; the same object as long as no config has changed.
 * @param factsOf The facts of a config; default: parses it.
 */
export function fleetReader(
  factsOf: (source: SourceFile) => ConfigFacts | undefined = configFacts,
): (files: Files) => readonly FleetBrand[] {
  const read = rememberByAnswers(files => {
    const configOf = remembered((layer: string) => {
      const source = isFolderName(layer)
        ? files.readText(`${brandsFolder}/${layer}/brand.yaml`).value
        : undefined
      return source && factsOf(source)
    })
    return fleetOf(listBrands(files).value.brands, configOf)
  })
  return rememberedWeakly(read)
}

export const readFleet = /* @__PURE__ */ fleetReader()

/** @param configOf The facts of the configs of brands and bases. */
export function fleetOf(
  brands: readonly string[],
  configOf: (layer: string) => ConfigFacts | undefined,
): readonly FleetBrand[] {
  return brands.map(id => {
    const chain = walkChain(id, layer => configOf(layer)?.parents.map(parent => ({ id: parent })))
    const layers = chain.flatMap(layer => configOf(layer) ?? [])
    const merged = (key: 'texts' | 'phones' | 'environments') => {
      const all: Record<string, string | null> = Object.assign({}, ...layers.map(layer => layer[key]))
      return Object.fromEntries(
        Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== null),
      )
    }
    const [numbers, environments] = [Object.values(merged('phones')), merged('environments')]
    return {
      id,
      chain,
      locale: defaultLocale,
      ...merged('texts'),
      ...(numbers.length > 0 && { phones: numbers }),
      ...(Object.keys(environments).length > 0 && { environments }),
    }
  })
}

/**
 * The brands that are one site in several languages: first the one that the others name in "alternateOf", then the others by id.
 * Empty if the brand has no other languages.
 */
export function languageGroup(fleet: readonly FleetBrand[], id: string): readonly FleetBrand[] {
  const first = fleet.find(brand => brand.id === id)?.alternateOf ?? id
  const group = fleet.filter(brand => brand.id === first || brand.alternateOf === first)
  if (group.length < 2) return []
  return [...group].sort((a, b) => Number(b.id === first) - Number(a.id === first))
}

/**
 * Ids of the brands that the pages of a brand refer to: those in other languages, and the brands in "canonicalOf" of all of
 * these.
 */
export function relatedBrands(fleet: readonly FleetBrand[], id: string): readonly string[] {
  const itself = fleet.find(brand => brand.id === id)
  const group = languageGroup(fleet, id)
  const named = [...group, ...(itself ? [itself] : [])].flatMap(brand => brand.canonicalOf ?? [])
  const related = new Set([...group.map(brand => brand.id), ...named])
  related.delete(id)
  return [...related]
}

/** The brands that differ between two states of a project, as they are in both states; missing in a state without the brand. */
export function changedBrands(
  before: readonly FleetBrand[],
  now: readonly FleetBrand[],
): readonly FleetBrand[] {
  const counts = new Map<string, { brand: FleetBrand; count: number }>()
  for (const brand of [...before, ...now]) {
    const key = JSON.stringify(brand)
    counts.set(key, { brand, count: (counts.get(key)?.count ?? 0) + 1 })
  }
  return [...counts.values()].filter(({ count }) => count === 1).map(({ brand }) => brand)
}

/** The values that should be unique to a brand, by their keys in `brand.yaml`. */
function ownValues({ siteUrl, formId, phone, environments = {} }: FleetBrand) {
  return new Map([
    ['siteUrl', siteUrl],
    ['formId', formId],
    ['phone', phone],
    // Only one brand can be at an address, but brands may share a test form.
    ...Object.entries(environments).map(([name, url]) => [`environments.${name}.siteUrl`, url] as const),
  ])
}

/**
 * One warning for each set of values that should be unique to a brand but that the same other brands share, unless one extends
 * the other: the values of all sites of a brand, or of its site in one environment.
 */
export function sharedValues(
  fleet: readonly FleetBrand[],
  {
    id,
    located,
    environment,
  }: { readonly id: string; readonly located: LocatedMap; readonly environment?: string },
): Diagnostic[] {
  const brand = fleet.find(other => other.id === id)
  if (brand === undefined) return []
  const own = ownValues(brand)
  // A copied file is one mistake, no matter how many values it shares.
  const shared = grouped(
    [...own].flatMap(([key, value]) => {
      if (environment !== undefined && key !== `environments.${environment}.siteUrl`) return []
      const having = brandsWith(fleet, key, value)
      if (having.some(other => other.id !== id && brand.chain.includes(other.id))) return []
      const strangers = having.filter(other => !areRelated(brand, other))
      // A brand that extends one of them inherits its value.
      const others = strangers.filter(
        ({ id, chain }) => !strangers.some(other => other.id !== id && chain.includes(other.id)),
      )
      const ids = [id, ...others.map(other => other.id)].sort(compareText)
      // A placeholder is reported separately.
      return others.length === 0 || isPlaceholder(value ?? '') ? [] : [[ids.join(), { key, ids }] as const]
    }),
  )
  return [...shared.values()].map(values => {
    const { key, ids } = values[0] as (typeof values)[number]
    const what = values.map(({ key }) => `${key} ${JSON.stringify(own.get(key))}`)
    const message = `${ids.length} brands share the ${what.join(' and the ')}: ${listOf(ids, 4)}.`
    return diagnostic('fleet/shared-value', message, {
      at: entryAt(located, key.split('.'))?.value.origin,
      hint: values.some(({ key }) => key.endsWith('siteUrl'))
        ? 'Give each brand its own values. Only one brand can be live at an address.'
        : 'Give each brand its own value, or let one brand extend the other.',
    })
  })
}

/** Whether one brand extends the other, or both are one site in several languages. The same brand is related to itself. */
function areRelated(one: FleetBrand, other: FleetBrand): boolean {
  return (
    other.chain.includes(one.id) ||
    one.chain.includes(other.id) ||
    (other.alternateOf ?? other.id) === (one.alternateOf ?? one.id)
  )
}

/** Ids of the other brands with the same "siteUrl". */
export function sharingAddress(fleet: readonly FleetBrand[], id: string): readonly string[] {
  const brand = fleet.find(other => other.id === id)
  if (brand === undefined) return []
  return brandsWith(fleet, 'siteUrl', brand.siteUrl)
    .map(other => other.id)
    .filter(other => other !== id)
}

/** The brands with a value; indexed, because each of thousands of brands needs this. */
function brandsWith(
  fleet: readonly FleetBrand[],
  key: string,
  value: string | undefined,
): readonly FleetBrand[] {
  return value === undefined ? [] : (valueIndex(fleet).get(`${key} ${value}`) ?? [])
}

const valueIndex = /* @__PURE__ */ rememberedWeakly((fleet: readonly FleetBrand[]) =>
  grouped(
    fleet.flatMap(brand => [...ownValues(brand)].map(([key, value]) => [`${key} ${value}`, brand] as const)),
  ),
)

/** Number of projects that a Cloudflare Pages account may have: https://developers.cloudflare.com/pages/platform/limits/ */
const mostPagesProjects = 100

/** Warns if more brands use Cloudflare Pages than an account may have projects. */
export function hostLimit(fleet: readonly FleetBrand[]): Diagnostic[] {
  const brands = fleet.filter(({ host }) => host === 'cloudflare')
  const first = brands[mostPagesProjects]
  if (first === undefined) return []
  const message = `${brands.length} brands have "host: cloudflare", but a Cloudflare Pages account may have only ${mostPagesProjects} projects.`
  const hint =
    'Serve many host names from one Worker (docs/deployment.md, "One Worker for many host names"), or ask Cloudflare for a higher limit.'
  return [
    diagnostic('host/limit', message, {
      severity: 'warning',
      at: startOf(`${brandsFolder}/${first.id}/brand.yaml`),
      hint,
    }),
  ]
}

/** A brand that may name another. */
interface NamingBrand {
  readonly id: string
  readonly values: Pick<BrandValues, 'alternateOf' | 'canonicalOf' | 'locale'>
  readonly located: LocatedMap
}

/** The problems with the brands that "alternateOf" and "canonicalOf" name. */
export function namingProblems(fleetOf: () => readonly FleetBrand[], brand: NamingBrand): Diagnostic[] {
  const unknown = (['alternateOf', 'canonicalOf'] as const).flatMap(key => unknownBrand(key, fleetOf, brand))
  return [...unknown, ...(unknown.length === 0 ? equalLocale(fleetOf, brand) : [])]
}

/** The named brand must exist, must be another one, and must not name one itself. */
function unknownBrand(
  key: 'alternateOf' | 'canonicalOf',
  fleetOf: () => readonly FleetBrand[],
  { id, values, located }: NamingBrand,
): Diagnostic[] {
  const named = values[key]
  if (named === undefined) return []
  const target = fleetOf().find(brand => brand.id === named)
  const next = target?.[key]
  if (target !== undefined && target.id !== id && next === undefined) return []
  const others = fleetOf().filter(brand => brand.id !== id && brand[key] === undefined)
  const ids = others.map(brand => brand.id)
  const [problem, hint] =
    target === undefined
      ? ['but there is no such brand', didYouMean(named, ids, 'Brands')]
      : target.id === id
        ? ['which is the brand itself', 'Remove it here, and add it to the other brands.']
        : [
            `which itself names "${next}"`,
            ids.includes(next ?? '')
              ? `Write "${key}: ${next}".`
              : `Remove "${key}" from one of these brands.`,
          ]
  const code = key === 'alternateOf' ? 'brand/alternate-unknown' : 'brand/canonical-unknown'
  const at = entryAt(located, [key])?.value.origin
  return [diagnostic(code, `"${key}" names "${named}", ${problem}.`, { at, hint })]
}

function equalLocale(
  fleetOf: () => readonly FleetBrand[],
  { id, values, located }: NamingBrand,
): Diagnostic[] {
  if (values.alternateOf === undefined) return []
  const same = languageGroup(fleetOf(), id).find(
    brand => brand.id !== id && brand.locale.toLowerCase() === values.locale.toLowerCase(),
  )
  if (same === undefined) return []
  const message = `"${id}" and "${same.id}" are translations of one site, but both have the locale "${same.locale}".`
  const hint = 'Set "locale" to the language of these pages, for example "es-US", or remove "alternateOf".'
  const at = entryAt(located, ['alternateOf'])?.value.origin
  return [diagnostic('brand/alternate-locale', message, { at, hint })]
}
