// The files that make up a brand: its own `brand.yaml` and those of the brands and bases that it extends.

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
import type { Files } from '../files/index.ts'
import type { LocatedMap } from '../yaml/index.ts'
import { isSlug } from './allowed-values.ts'
import { type ConfigFacts, environmentsOf, parentsOf, parseConfig } from './config-facts.ts'

export const brandsFolder = 'brands'
const configName = 'brand.yaml'

/** The provider's disclosures, as they were fetched and reviewed. */
export const disclosureLockName = 'disclosures.lock.json'

/** Written by `imprint overrides accept`; no site depends on it. */
export const overridesLockName = 'overrides.lock.json'

/** The files that are read directly in a brand's folder. */
export const brandFiles = [configName, disclosureLockName, overridesLockName] as const

type ConfigFiles = Pick<Files, 'readText' | 'folders'>

/** Folders of the brands that can be built, and of the bases (`_name`), each sorted by id. */
export interface BrandFolders {
  readonly brands: readonly string[]
  readonly bases: readonly string[]
}

/** The folders in `brands/`. A folder whose name is not an id is an error. */
export function listBrands(files: ConfigFiles): Outcome<BrandFolders> {
  const { value: names, diagnostics } = files.folders(brandsFolder)
  const brands = names.filter(name => !name.startsWith('_'))
  const bad = brands.filter(name => !isSlug(name))
  return {
    value: { brands: brands.filter(isSlug), bases: names.filter(name => name.startsWith('_')) },
    diagnostics: [
      ...diagnostics,
      ...bad.map(name =>
        diagnostic('brand/invalid-id', `The folder name "${name}" is not a valid brand id.`, {
          at: startOf(`${brandsFolder}/${name}/brand.yaml`),
          hint: 'Use lowercase letters, digits and single hyphens, for example "my-brand"; a base starts with "_".',
        }),
      ),
    ],
  }
}

/** One file of the chain, parsed. */
export interface BrandLayer {
  readonly id: string
  readonly located: LocatedMap
}

/** A layer as named in "extends". */
interface Parent {
  readonly id: string
  readonly origin?: Origin
}

/**
 * Follows "extends" from a brand. Returns the ids of its layers, weakest first, each once: a base that several layers extend
 * comes below the first of them.
 * @param parentsOf The parents of one layer; undefined if it cannot be read, in which case it is left out with everything that it
 * extends.
 */
export function walkChain(
  id: string,
  parentsOf: (layer: string, namedAt: Origin | undefined) => readonly Parent[] | undefined,
  report: (problem: Diagnostic) => void = () => undefined,
): string[] {
  const walked: string[] = []
  const add = (current: string, namedAt: Origin | undefined, below: readonly string[]): void => {
    if (below.includes(current)) {
      report(cycle([...below.slice(below.indexOf(current)), current], namedAt))
      return
    }
    const parents = parentsOf(current, namedAt)
    if (parents === undefined) return
    const before = new Set(walked)
    for (const parent of parents) {
      if (before.has(parent.id)) continue
      if (walked.includes(parent.id)) report(namedTwice(parent, parents))
      else add(parent.id, parent.origin, [...below, current])
    }
    walked.push(current)
  }
  add(id, undefined, [])
  return walked
}

/** The layers of a brand, weakest first, without those that cannot be read. The brand itself, if it can be read, comes last. */
export function loadChain(files: ConfigFiles, id: string): Outcome<readonly BrandLayer[]> {
  const { diagnostics, take } = collecting()
  const read = new Map<string, LocatedMap>()
  const walked = walkChain(
    id,
    (layer, namedAt) => {
      const located = take(loadLayer(files, layer, namedAt))
      if (located === undefined) return undefined
      read.set(layer, located)
      return parentsOf(located)
    },
    problem => diagnostics.push(problem),
  )
  return { value: walked.map(layer => ({ id: layer, located: read.get(layer) as LocatedMap })), diagnostics }
}

/**
 * Ids of a brand's layers, weakest first, with the brand last: as in `BrandConfig.chain`, but for an invalid brand also layers
 * that cannot be read.
 */
export function brandLayers(
  id: string,
  configOf: (layer: string) => ConfigFacts | undefined,
): readonly string[] {
  return walkChain(
    id,
    layer =>
      configOf(layer)
        ?.parents.filter(isFolderName)
        .map(id => ({ id })) ?? [],
  )
}

/** Names of a brand's environments. */
export function environmentNames(files: ConfigFiles, id: string): string[] {
  return loadChain(files, id).value.flatMap(({ located }) => [...environmentsOf(located).keys()])
}

/**
 * Whether a brand has an environment. A brand that cannot be read counts as having it; the error is reported where its values are
 * needed.
 */
export function hasEnvironment(files: ConfigFiles, id: string, name: string): boolean {
  const { value: layers, diagnostics } = loadChain(files, id)
  return hasErrors(diagnostics) || layers.some(({ located }) => environmentsOf(located).has(name))
}

function namedTwice({ id, origin }: Parent, parents: readonly Parent[]): Diagnostic {
  const listed = parents.filter(parent => parent.id === id).length > 1
  return diagnostic(
    'brand/extends-twice',
    listed ? `"extends" names "${id}" twice.` : `"extends" names "${id}" after a layer that extends it.`,
    {
      at: origin,
      hint: listed
        ? 'Remove one of the two.'
        : `Remove it, or put it first: a layer takes precedence over those that it extends.`,
    },
  )
}

function loadLayer(
  files: ConfigFiles,
  id: string,
  namedAt: Origin | undefined,
): Outcome<LocatedMap | undefined> {
  const path = `${brandsFolder}/${id}/${configName}`
  const read = isFolderName(id) ? files.readText(path) : { value: undefined, diagnostics: [] }
  if (read.value === undefined) {
    if (hasErrors(read.diagnostics)) return { value: undefined, diagnostics: read.diagnostics }
    return { value: undefined, diagnostics: [missing(files, id, path, namedAt)] }
  }
  const parsed = parseConfig(read.value)
  const diagnostics = [...read.diagnostics, ...parsed.diagnostics]
  if (hasErrors(diagnostics)) return { value: undefined, diagnostics }
  if (parsed.value?.kind !== 'map') {
    diagnostics.push(
      diagnostic(
        'yaml/not-a-map',
        parsed.value === undefined ? 'The file is empty.' : 'The file does not contain "key: value" lines.',
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

/** Whether a string may name a brand or a base. */
export function isFolderName(id: string): boolean {
  return isSlug(id.replace(/^_/, ''))
}

function missing(files: ConfigFiles, id: string, path: string, namedAt: Origin | undefined): Diagnostic {
  if (namedAt === undefined) {
    return diagnostic('brand/missing-config', 'This brand has no brand.yaml.', {
      at: startOf(path),
      hint: 'Add the file, or remove the folder.',
    })
  }
  const { brands, bases } = listBrands(files).value
  return diagnostic('brand/extends-unknown', `"extends" names "${id}", but there is no ${path}.`, {
    at: namedAt,
    hint: didYouMean(
      id,
      [...bases, ...brands].filter(other => namedAt.file !== `${brandsFolder}/${other}/${configName}`),
      'Brands and bases',
    ),
  })
}

function cycle(ids: readonly string[], at: Origin | undefined): Diagnostic {
  if (ids.length === 2) {
    return diagnostic('brand/extends-itself', `"${ids[0]}" extends itself.`, {
      at,
      hint: 'Remove the "extends" line.',
    })
  }
  return diagnostic('brand/extends-cycle', `"extends" forms a loop: ${ids.join(' → ')}.`, {
    at,
    hint: 'Remove one of the "extends" lines.',
  })
}
