// What brands know of each other. Read without validation: a brand that is broken must not hide the others.

import { type Diagnostic, diagnostic, didYouMean } from '../diagnostics/index.ts'
import { entryAt, type Located, type LocatedMap } from '../yaml/index.ts'
import { type BrandLayer, type ConfigFiles, listBrands, loadChain } from './chain.ts'
import { type BrandValues, brandDefaults } from './schema.ts'

/** A brand as the others see it: the values of its site that visitors see. What cannot be read is missing. */
export interface FleetBrand {
  readonly id: string
  /** Ids of its layers, weakest first; the last is the brand itself. */
  readonly chain: readonly string[]
  readonly locale: string
  readonly alternateOf?: string
  readonly name?: string
  readonly siteUrl?: string
  readonly formId?: string
  readonly phone?: string
  readonly email?: string
}

const keys = ['locale', 'alternateOf', 'name', 'siteUrl', 'formId', 'phone', 'email'] as const

/** Every brand of the project, sorted by id. Computed once for each state of its files. */
export function readFleet(files: ConfigFiles): readonly FleetBrand[] {
  const known = fleets.get(files)
  if (known !== undefined) return known
  const fleet = listBrands(files).value.brands.map(id => fleetBrand(id, loadChain(files, id).value))
  fleets.set(files, fleet)
  return fleet
}

const fleets = new WeakMap<ConfigFiles, readonly FleetBrand[]>()

function fleetBrand(id: string, layers: readonly BrandLayer[]): FleetBrand {
  const strongestFirst = layers.toReversed()
  const texts = keys.flatMap(key => {
    const values = strongestFirst.flatMap(({ located }) => entryAt(located, [key])?.value ?? [])
    const text = textOf(values[0])
    return text === undefined ? [] : [[key, text] as const]
  })
  const chain = layers.map(layer => layer.id)
  return { id, chain, locale: brandDefaults.locale, ...Object.fromEntries(texts) }
}

function textOf(value: Located | undefined): string | undefined {
  return value?.kind === 'scalar' && typeof value.value === 'string' ? value.value : undefined
}

/**
 * The brands that are one site in several languages: first the one that the others name in "alternateOf", then those by
 * id. Empty where the brand is alone.
 */
export function languageGroup(fleet: readonly FleetBrand[], id: string): readonly FleetBrand[] {
  const first = fleet.find(brand => brand.id === id)?.alternateOf ?? id
  const group = fleet.filter(brand => brand.id === first || brand.alternateOf === first)
  if (group.length < 2) return []
  return [...group].sort((a, b) => Number(b.id === first) - Number(a.id === first))
}

/** What is wrong with a brand's "alternateOf". */
export function alternateProblems(
  files: ConfigFiles,
  brand: {
    readonly id: string
    readonly values: Pick<BrandValues, 'alternateOf' | 'locale'>
    readonly located: LocatedMap
  },
): Diagnostic[] {
  const { id, values, located } = brand
  const named = values.alternateOf
  if (named === undefined) return []
  const fleet = readFleet(files)
  const at = entryAt(located, ['alternateOf'])?.value.origin
  const target = fleet.find(brand => brand.id === named)
  if (target === undefined || target.id === id || target.alternateOf !== undefined) {
    const others = fleet.filter(brand => brand.id !== id && brand.alternateOf === undefined)
    const message =
      target === undefined
        ? `"alternateOf" names "${named}", but there is no such brand.`
        : target.id === id
          ? '"alternateOf" names the brand itself.'
          : `"alternateOf" names "${named}", which is itself the alternate of "${target.alternateOf}".`
    const hint =
      target?.alternateOf !== undefined && target.id !== id
        ? `Write "alternateOf: ${target.alternateOf}".`
        : didYouMean(
            named,
            others.map(brand => brand.id),
            'Brands',
          )
    return [diagnostic('brand/alternate-unknown', message, { at, hint })]
  }
  const same = languageGroup(fleet, id).find(
    brand => brand.id !== id && brand.locale.toLowerCase() === values.locale.toLowerCase(),
  )
  if (same === undefined) return []
  const message = `"${id}" and "${same.id}" are one site in several languages, but both have the locale "${same.locale}".`
  const hint = 'Set "locale" to the language of these pages, for example "es-US", or remove "alternateOf".'
  return [diagnostic('brand/alternate-locale', message, { at, hint })]
}
