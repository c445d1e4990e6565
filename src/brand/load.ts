// Reads, merges and checks `brands/<id>/brand.yaml` and the bases that it extends. The result is a `BrandConfig`.

import {
  collecting,
  type Diagnostic,
  diagnostic,
  didYouMean,
  hasErrors,
  type Origin,
  type Outcome,
} from '../diagnostics/index.ts'
import { type Files, memoryFiles, once } from '../files/index.ts'
import {
  entryAt,
  goodPart,
  type KeyHints,
  keysAt,
  type Located,
  type LocatedMap,
  locate,
  originOf,
  overlay,
  validate,
  valueAt,
} from '../yaml/index.ts'
import { unnamedCampaign } from './certificates.ts'
import { type BrandLayer, brandsFolder, loadChain } from './chain.ts'
import { environmentsOf } from './config-facts.ts'
import { checkContrast } from './contrast.ts'
import { type Disclosure, type DisclosureLock, loadDisclosures } from './disclosures.ts'
import { type FleetBrand, namingProblems, readFleet } from './fleet.ts'
import { fontProblems } from './font-stacks.ts'
import { unheardEvents } from './leads.ts'
import { placeholderProblems, placeholders } from './placeholders.ts'
import { type BrandValues, brandDefaults, brandSchema, notInEnvironments } from './schema.ts'

/** A valid brand. Made by `loadBrand`, read by every later stage. */
export interface BrandConfig {
  readonly id: string
  readonly values: BrandValues
  /** The same values with their origins and the values they override. */
  readonly located: LocatedMap
  /** The environment whose values these are; undefined for the live site. */
  readonly environment?: string
  /** Ids of the layers that `extends` names, weakest first; the last is the brand itself. */
  readonly chain: readonly string[]
  /** Project-relative path of the logo, if the theme names one. */
  readonly logoPath?: string
  /** Fonts the brand serves itself, with their project-relative paths. */
  readonly fonts: readonly FontFile[]
  /** The provider's disclosures, if there is a lock file. */
  readonly disclosures?: readonly Disclosure[]
  readonly disclosureLock?: DisclosureLock
}

export interface FontFile {
  readonly family: string
  /** In CSS syntax: `400`, or `400 700`. */
  readonly weight: string
  /** In the project, or in the package if `packaged`. */
  readonly path: string
  readonly packaged: boolean
  readonly origin: Origin
}

/** Origin of values that do not come from a file. */
export const defaultOrigin: Origin = { file: 'default', line: 1, column: 1 }

/**
 * Reads one brand with its bases. The value is undefined if they have any error.
 * @param defaults The package, whose installed fonts a brand may also name.
 * @param environment The environment whose values override the brand's own.
 * @param fleetOf What brands know about each other; default: reads all of them.
 */
export function loadBrand(
  files: Files,
  id: string,
  defaults: Files = memoryFiles({}),
  environment?: string,
  fleetOf: (files: Files) => readonly FleetBrand[] = readFleet,
): Outcome<BrandConfig | undefined> {
  const { diagnostics, take } = collecting()
  const chain = take(loadChain(files, id))
  // If a base cannot be read, the brand's own file is still checked.
  if (hasErrors(diagnostics)) {
    const itself = chain.at(-1)?.id === id ? ownProblems(chain) : []
    return { value: undefined, diagnostics: [...diagnostics, ...itself] }
  }
  const parsed = parseBrand(id, chain, environment)
  const brand = take({ ...parsed, diagnostics: atTheirBrand(files, id, chain, parsed.diagnostics) })
  if (brand === undefined) return { value: undefined, diagnostics }
  const fleet = once(() => fleetOf(files))
  diagnostics.push(...namingProblems(fleet, brand))
  const logoPath = take(findLogo(files, brand))
  const fonts = take(findFonts(files, defaults, brand))
  const folders = brand.chain.map(layer => `${brandsFolder}/${layer}`)
  const lock = take(loadDisclosures(files, folders))
  if (hasErrors(diagnostics)) return { value: undefined, diagnostics }
  return {
    value: {
      ...brand,
      fonts,
      ...(logoPath !== undefined && { logoPath }),
      ...(lock !== undefined && { disclosures: lock.entries, disclosureLock: lock }),
    },
    diagnostics,
  }
}

/** If a key is missing because an extended brand lacks it, the problem is reported at that brand, with the same message. */
function atTheirBrand(
  files: Files,
  id: string,
  chain: readonly BrandLayer[],
  problems: readonly Diagnostic[],
): readonly Diagnostic[] {
  if (!problems.some(({ code }) => code === 'brand/missing-key')) return problems
  const parents = chain.map(layer => layer.id).filter(other => other !== id && !other.startsWith('_'))
  const parentProblems = parents.flatMap(
    parent => parseBrand(parent, loadChain(files, parent).value).diagnostics,
  )
  return problems.map(
    problem =>
      (problem.code === 'brand/missing-key' &&
        parentProblems.find(({ message }) => message === problem.message)) ||
      problem,
  )
}

/** Merges the files of a chain (weakest first) over the defaults and checks the result. Pure. */
export function parseBrand(
  id: string,
  chain: readonly BrandLayer[],
  environment?: string,
): Outcome<BrandConfig | undefined> {
  const usual = layered(chain)
  const located = environment === undefined ? usual : inEnvironment(usual, environment)
  if (located === undefined) {
    return { value: undefined, diagnostics: [unknownEnvironment(id, environment ?? '', usual)] }
  }
  const examples = Object.entries(placeholders(id))
  const hints = examples.map(([key, value]) => [key, `Add it, for example: ${key}: "${value}"`] as const)
  const checked = checkValues(located, { ...Object.fromEntries(hints), ...formerKeys })
  if (checked.value === undefined) return { value: undefined, diagnostics: checked.diagnostics }
  const diagnostics = [
    ...checked.diagnostics,
    ...fontProblems(
      (checked.value.theme.font.web ?? []).map(({ family }) => family),
      located,
    ),
    // The brand's own problems are reported without the environment; only the environment's are reported here.
    ...(environment === undefined
      ? [
          ...environmentProblems(usual),
          ...placeholderProblems(usual),
          ...unheardEvents(located),
          ...unnamedCampaign(located),
        ]
      : []),
  ]
  if (hasErrors(diagnostics)) return { value: undefined, diagnostics }
  return {
    value: {
      id,
      values: checked.value,
      located,
      ...(environment !== undefined && { environment }),
      chain: chain.map(layer => layer.id),
      fonts: [],
    },
    diagnostics,
  }
}

/** What to write instead of removed keys. */
const formerKeys: KeyHints = {
  feeExample: 'Write "costExample: {principal, feePer100, days}".',
  'states.unavailable': 'Write "unavailableStates: […]" at the top level.',
}

/** The merged values of a brand, valid or not; undefined if its own file cannot be read. */
export function locateBrand(
  files: Files,
  id: string,
  environment?: string,
): Pick<BrandConfig, 'chain' | 'located'> | undefined {
  const chain = loadChain(files, id).value
  if (chain.at(-1)?.id !== id) return undefined
  const usual = layered(chain)
  const located = environment === undefined ? usual : (inEnvironment(usual, environment) ?? usual)
  return { chain: chain.map(layer => layer.id), located }
}

function layered(chain: readonly BrandLayer[]): LocatedMap {
  const defaults = locate(brandDefaults, defaultOrigin) as LocatedMap
  return overlay([defaults, ...chain.map(layer => layer.located)])
}

/** @param hints Hints for unknown and missing keys. */
function checkValues(located: LocatedMap, hints: KeyHints): Outcome<BrandValues | undefined> {
  const checked = validate(brandSchema, located, 'brand', hints)
  // Colours are checked even if something else is wrong.
  const isDefault = (value: Located) => value.origin.file === defaultOrigin.file
  const theme =
    checked.value?.theme ??
    validate(brandSchema.shape.theme, valueAt(goodPart(brandSchema, located), ['theme']) ?? located, 'brand')
      .value
  return {
    value: checked.value,
    diagnostics: [
      // If a key is missing in a map that only the defaults have, it is missing in the brand's own file.
      ...checked.diagnostics.map(problem =>
        problem.file === defaultOrigin.file ? { ...problem, ...located.origin } : problem,
      ),
      ...(theme === undefined ? [] : checkContrast(theme, located, isDefault)),
    ],
  }
}

/**
 * The values of a brand in one of its environments, without analytics unless the environment sets it; undefined if there is no
 * such environment.
 */
function inEnvironment(usual: LocatedMap, name: string): LocatedMap | undefined {
  const values = environmentsOf(usual).get(name)?.value
  if (values?.kind !== 'map') return undefined
  const entries = new Map(usual.entries)
  entries.delete('analytics')
  return { ...overlay([{ ...usual, entries }, values]), origin: usual.origin }
}

function environmentProblems(usual: LocatedMap): Diagnostic[] {
  const fixedKeys: readonly string[] = notInEnvironments
  const allowedKeys = keysAt(brandSchema, []).filter(key => !fixedKeys.includes(key))
  return [...environmentsOf(usual)].flatMap(([name, { value }]) => {
    const fixed = notInEnvironments.flatMap(key => entryAt(value, [key])?.keyOrigin ?? [])
    const problems = fixed.map(at =>
      diagnostic('brand/unknown-key', `The environment "${name}" cannot change this key.`, {
        at,
        hint: 'It determines the brand’s files and related brands, so it must be the same in every environment.',
      }),
    )
    const located = inEnvironment(usual, name)
    if (located === undefined || value.kind !== 'map') return problems
    const unknown = [...value.entries.keys()].filter(key => !allowedKeys.includes(key))
    const meant = unknown.map(key => [key, didYouMean(key, allowedKeys, 'Allowed keys') ?? ''] as const)
    return [...problems, ...checkValues(located, Object.fromEntries(meant)).diagnostics]
  })
}

function unknownEnvironment(brand: string, name: string, usual: LocatedMap): Diagnostic {
  const environments = [...environmentsOf(usual).keys()]
  return diagnostic('brand/unknown-environment', `The brand has no environment "${name}".`, {
    at: entryAt(usual, ['environments'])?.keyOrigin ?? usual.origin,
    brand,
    hint:
      environments.length === 0
        ? `Add "environments: {${name}: {siteUrl: …}}" to its brand.yaml.`
        : didYouMean(name, environments, 'Environments'),
  })
}

function ownProblems(layers: readonly BrandLayer[]): Diagnostic[] {
  return parseBrand(layers.at(-1)?.id ?? '', layers).diagnostics.filter(
    problem => problem.code !== 'brand/missing-key',
  )
}

/** Possible paths of a file that a theme names: in the assets of the brand, then in those of its bases. */
function assetCandidates(brand: BrandConfig, name: string): string[] {
  return [...brand.chain].reverse().map(id => `${brandsFolder}/${id}/assets/${name}`)
}

function findFonts(files: Files, defaults: Files, brand: BrandConfig): Outcome<readonly FontFile[]> {
  const diagnostics: Diagnostic[] = []
  const fonts = (brand.values.theme.font.web ?? []).flatMap(({ family, file, weight = '400' }, index) => {
    const origin = originOf(brand.located, ['theme', 'font', 'web', index, 'file'])
    const installed = `node_modules/${file}`
    const candidates = [...assetCandidates(brand, file), installed]
    const path = candidates.find(candidate => files.readBytes(candidate).value !== undefined)
    if (path !== undefined) return [{ family, weight, path, packaged: false, origin }]
    if (defaults.readBytes(installed).value !== undefined) {
      return [{ family, weight, path: installed, packaged: true, origin }]
    }
    diagnostics.push(
      diagnostic(
        'brand/file-not-found',
        `"theme.font.web[${index}].file" names "${file}", but there is no such file.`,
        {
          at: origin,
          hint: `Put it at ${candidates[0]}, or install the package that contains it.`,
        },
      ),
    )
    return []
  })
  return { value: fonts, diagnostics }
}

function findLogo(files: Files, brand: BrandConfig): Outcome<string | undefined> {
  const { logo } = brand.values.theme
  if (logo === undefined) return { value: undefined, diagnostics: [] }
  const candidates = assetCandidates(brand, logo)
  const { diagnostics, take } = collecting()
  const path = candidates.find(candidate => take(files.readBytes(candidate)) !== undefined)
  if (path !== undefined) return { value: path, diagnostics }
  const at = entryAt(brand.located, ['theme', 'logo'])?.value.origin
  diagnostics.push(
    diagnostic('brand/file-not-found', `"theme.logo" names "${logo}", but there is no such file.`, {
      at,
      // Names the folder of the layer that has the key, so that everything that extends it gets the file, too.
      hint: `Put it at ${candidates.find(path => at?.file.startsWith(path.replace(/assets\/.*/, ''))) ?? candidates[0]}.`,
    }),
  )
  return { value: undefined, diagnostics }
}
