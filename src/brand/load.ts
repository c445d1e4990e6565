// From `brands/<id>/brand.yaml` and the bases it extends to a `BrandConfig`: read, laid over each other, checked.

import {
  collecting,
  type Diagnostic,
  diagnostic,
  didYouMean,
  hasErrors,
  type Origin,
  type Outcome,
  startOf,
} from '../diagnostics/index.ts'
import { type Files, memoryFiles } from '../files/index.ts'
import {
  entryAt,
  type Located,
  type LocatedMap,
  locate,
  originOf,
  overlay,
  parseYaml,
  validate,
} from '../yaml/index.ts'
import { checkContrast } from './contrast.ts'
import { type Disclosure, disclosureLockName, loadDisclosures } from './disclosures.ts'
import { type BrandValues, brandDefaults, brandSchema, isSlug } from './schema.ts'

/** A valid brand. Made by `loadBrand`, read by every later stage. */
export interface BrandConfig {
  readonly id: string
  readonly values: BrandValues
  /** The same values with their origins and with what they shadow. */
  readonly located: LocatedMap
  /** Ids of the chain that `extends` spells, weakest first; the last is the brand itself. */
  readonly chain: readonly string[]
  /** Project-relative path of the logo, where the theme names one. */
  readonly logoPath?: string
  /** Fonts the brand serves itself, with their project-relative paths. */
  readonly fonts: readonly FontFile[]
  /** The provider's disclosure texts, where a lock file holds them. */
  readonly disclosures?: readonly Disclosure[]
}

export interface FontFile {
  readonly family: string
  /** As in CSS: `400`, or `400 700`. */
  readonly weight: string
  /** In the project, or in the package where `packaged`. */
  readonly path: string
  readonly packaged: boolean
  readonly origin: Origin
}

/** Origin of every value that comes from no file. */
export const defaultOrigin: Origin = { file: 'default', line: 1, column: 1 }

export const brandsFolder = 'brands'
const configName = 'brand.yaml'

/** The files that are read directly in a brand's folder. */
export const brandFiles = [configName, disclosureLockName] as const

/** Folders of the brands that can be built, and of the bases (`_name`), each sorted by id. */
export interface BrandFolders {
  readonly brands: readonly string[]
  readonly bases: readonly string[]
}

/** What there is in `brands/`. A folder whose name is no id is an error. */
export function listBrands(files: Files): Outcome<BrandFolders> {
  const { value: names, diagnostics } = files.folders(brandsFolder)
  const brands = names.filter(name => !name.startsWith('_'))
  const bad = brands.filter(name => !isSlug(name))
  return {
    value: { brands: brands.filter(isSlug), bases: names.filter(name => name.startsWith('_')) },
    diagnostics: [
      ...diagnostics,
      ...bad.map(name =>
        diagnostic('brand/invalid-id', `The folder name "${name}" is not a brand id.`, {
          at: startOf(`${brandsFolder}/${name}/brand.yaml`),
          hint: 'Use lower-case letters, digits and single hyphens, for example "my-brand"; a base starts with "_".',
        }),
      ),
    ],
  }
}

/**
 * Reads one brand with its bases. The value is undefined when anything in them is wrong.
 * @param defaults The package, whose installed fonts a brand may name too.
 */
export function loadBrand(
  files: Files,
  id: string,
  defaults: Files = memoryFiles({}),
): Outcome<BrandConfig | undefined> {
  const { diagnostics, take } = collecting()
  const chain = take(loadChain(files, id))
  const brand = chain && take(parseBrand(id, chain))
  if (brand === undefined) return { value: undefined, diagnostics }
  const logoPath = take(findLogo(files, brand))
  const fonts = take(findFonts(files, defaults, brand))
  const folders = brand.chain.map(layer => `${brandsFolder}/${layer}`)
  const disclosures = take(loadDisclosures(files, folders))
  if (hasErrors(diagnostics)) return { value: undefined, diagnostics }
  return {
    value: {
      ...brand,
      fonts,
      ...(logoPath !== undefined && { logoPath }),
      ...(disclosures !== undefined && { disclosures }),
    },
    diagnostics,
  }
}

/** One file of the chain, parsed. */
export interface BrandLayer {
  readonly id: string
  readonly located: LocatedMap
}

/** Lays the files of a chain (weakest first) over the defaults and checks the result. Pure. */
export function parseBrand(id: string, chain: readonly BrandLayer[]): Outcome<BrandConfig | undefined> {
  const defaults = locate(brandDefaults, defaultOrigin) as LocatedMap
  const located = overlay([defaults, ...chain.map(layer => layer.located)])
  const checked = validate(brandSchema, located, 'brand')
  const isDefault = (value: Located) => value.origin.file === defaultOrigin.file
  if (checked.value === undefined) {
    return {
      value: undefined,
      diagnostics: checked.diagnostics.map(problem => inFile(problem, located.origin)),
    }
  }
  const diagnostics = checkContrast(checked.value.theme, located, isDefault)
  if (hasErrors(diagnostics)) return { value: undefined, diagnostics }
  return {
    value: { id, values: checked.value, located, chain: chain.map(layer => layer.id), fonts: [] },
    diagnostics,
  }
}

/** A key missing inside a map that only defaults have is missing in the brand's own file. */
function inFile(problem: Diagnostic, origin: Origin): Diagnostic {
  return problem.file === defaultOrigin.file ? { ...problem, ...origin } : problem
}

function loadChain(files: Files, id: string): Outcome<readonly BrandLayer[] | undefined> {
  const { diagnostics, take } = collecting()
  const layers: BrandLayer[] = []
  const visited: string[] = []
  let next: { id: string; namedAt?: Origin } | undefined = { id }
  while (next !== undefined) {
    const { id: current, namedAt }: { id: string; namedAt?: Origin } = next
    next = undefined
    if (visited.includes(current)) {
      diagnostics.push(cycle([...visited.slice(visited.indexOf(current)), current], namedAt))
      break
    }
    visited.push(current)
    const located: LocatedMap | undefined = take(loadLayer(files, current, namedAt))
    if (located === undefined) break
    layers.unshift({ id: current, located })
    const parent: Located | undefined = entryAt(located, ['extends'])?.value
    if (parent?.kind === 'scalar' && typeof parent.value === 'string')
      next = { id: parent.value, namedAt: parent.origin }
  }
  // A brand whose base cannot be read is still checked for what its own file gets wrong.
  if (hasErrors(diagnostics)) {
    const own = layers.at(-1)
    const itself = own?.id === id ? ownProblems(layers) : []
    return { value: undefined, diagnostics: [...diagnostics, ...itself] }
  }
  return { value: layers, diagnostics }
}

function ownProblems(layers: readonly BrandLayer[]): Diagnostic[] {
  return parseBrand(layers.at(-1)?.id ?? '', layers).diagnostics.filter(
    problem => problem.code !== 'brand/missing-key',
  )
}

function loadLayer(files: Files, id: string, namedAt: Origin | undefined): Outcome<LocatedMap | undefined> {
  const path = `${brandsFolder}/${id}/${configName}`
  const read = isFolderName(id) ? files.readText(path) : { value: undefined, diagnostics: [] }
  if (read.value === undefined) {
    if (hasErrors(read.diagnostics)) return { value: undefined, diagnostics: read.diagnostics }
    return { value: undefined, diagnostics: [missing(files, id, path, namedAt)] }
  }
  const parsed = parseYaml(read.value)
  const diagnostics = [...read.diagnostics, ...parsed.diagnostics]
  if (hasErrors(diagnostics)) return { value: undefined, diagnostics }
  if (parsed.value?.kind !== 'map') {
    diagnostics.push(
      diagnostic(
        'yaml/not-a-map',
        parsed.value === undefined ? 'The file is empty.' : 'The file does not hold "key: value" lines.',
        {
          at: parsed.value?.origin ?? startOf(path),
          hint: 'Run "imprint new brand <id>" to see what a brand.yaml looks like.',
        },
      ),
    )
    return { value: undefined, diagnostics }
  }
  return { value: parsed.value, diagnostics }
}

function isFolderName(id: string): boolean {
  return isSlug(id.replace(/^_/, ''))
}

function missing(files: Files, id: string, path: string, namedAt: Origin | undefined): Diagnostic {
  if (namedAt === undefined) {
    return diagnostic('brand/missing-config', 'This brand has no brand.yaml.', {
      at: startOf(path),
      hint: 'Add the file, or remove the folder.',
    })
  }
  const { brands, bases } = listBrands(files).value
  return diagnostic('brand/extends-unknown', `"extends" names "${id}", but there is no ${path}.`, {
    at: namedAt,
    hint: didYouMean(id, [...bases, ...brands], 'Brands and bases'),
  })
}

function cycle(ids: readonly string[], at: Origin | undefined): Diagnostic {
  if (ids.length === 2) {
    return diagnostic('brand/extends-itself', `"${ids[0]}" extends itself.`, {
      at,
      hint: 'Remove the "extends" line.',
    })
  }
  return diagnostic('brand/extends-cycle', `"extends" goes round in a circle: ${ids.join(' → ')}.`, {
    at,
    hint: 'Remove one of the "extends" lines.',
  })
}

/** Candidates for a file that a theme names: the assets of the brand, then those of its bases. */
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
          hint: `Put it at ${candidates[0]}, or install the package it belongs to.`,
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
      hint: `Put it at ${candidates[0]}.`,
    }),
  )
  return { value: undefined, diagnostics }
}
