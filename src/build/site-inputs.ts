// The inputs of a brand's site, found without building it: one hash that changes whenever a byte of the site could. Files are
// read and hashed, but hardly anything is parsed: thousands of brands take a second.

import { hash } from 'node:crypto'
import type { TemplateBundle } from '../assets/index.ts'
import { brandLayers, brandsFolder, overridesLockName, relatedBrands, yearAfter } from '../brand/index.ts'
import { pipelineVersion } from '../cache/index.ts'
import { rulesFile } from '../compliance/index.ts'
import { sharedFolders } from '../content/index.ts'
import { compareText, type Outcome } from '../diagnostics/index.ts'
import { type Files, remembered, sumOf } from '../files/index.ts'
import type { FactsReader } from './file-facts.ts'
import type { JudgeOptions } from './judging.ts'
import { type FileFacts, noFacts } from './parse-facts.ts'
import type { BrandOptions } from './plan-brand.ts'
import { importsFromElsewhere } from './template-imports.ts'

/** Everything that a brand's site depends on. A dependency that is not listed here is a bug. */
interface SiteInputs {
  /** This package: its code, templates and content, and the packages that produce parts of a site. */
  readonly imprint: string
  /** Shared content, templates and rules, without the files that this brand replaces, but with the dates in them. */
  readonly shared: string
  /**
   * Files of its layers; if a file is not merged, only the strongest one. Includes the files of all brands that its pages refer
   * to, in other languages or by "canonicalOf", because the pages of those sites decide the targets.
   */
  readonly own: readonly Input[]
  /** Fonts that its layers name in packages of the project or of Imprint. */
  readonly fonts: readonly Input[]
  /** What its templates import from elsewhere: for packages, a hash of the bundled code; for the project, each file. */
  readonly imported: readonly Input[]
  /**
   * Which dates in its files have passed. The current date itself is not an input: only whether the dates on which an article
   * appears or expires, and rules and waivers begin or end, are in the past, today or in the future; a waiver may last a year
   * at most.
   */
  readonly days: readonly unknown[]
  /** Flags that change a site. */
  readonly flags: readonly (readonly [name: string, value: unknown])[]
}

/** Flags that change a site. */
type ResultFlags = Omit<BrandOptions, keyof JudgeOptions>

/** Something that a brand's site depends on. */
export interface Input {
  /**
   * A file of the project. Two entries are more than a file: `imprint` is this package with its own templates and content,
   * `node_modules` everything that the project's templates import from packages and from outside these folders.
   */
  readonly path: string
  readonly sha256: string
}

/** A summary of the inputs of a brand's site. The same on every machine, no matter what was built there before. */
export interface BrandInputs {
  readonly id: string
  /** Hash of all its `SiteInputs`. */
  readonly hash: string
  /** Sorted by path. */
  readonly files: readonly Input[]
  /** The inputs that its templates import from elsewhere. */
  readonly imported: readonly Input[]
}

export interface InputsOptions {
  /** The project. It must not change: shared files are read once. */
  readonly files: Files
  /** The package's own templates and content. */
  readonly defaults: Files
  readonly flags: ResultFlags
  /** The bundled templates of a brand, or of the project. Only needed if they import from outside `templates/`. */
  readonly templates: (brand: string | undefined) => Promise<Outcome<TemplateBundle | undefined>>
  readonly facts: FactsReader
}

/** Computes the inputs of brands, one after the other. */
export function inputsReader(options: InputsOptions) {
  const { files, defaults, facts } = options
  const { asOf, ...otherFlags } = options.flags
  const listed = remembered((folder: string) => inputsIn(files, folder))
  const rules = files.readBytes(rulesFile).value === undefined ? [] : [inputAt(files, rulesFile)]
  const shared = new Map([...sharedFolders.flatMap(listed), ...rules].map(input => [input.path, input]))
  const imprint = sumOf([
    pipelineVersion(...packages),
    ['templates', 'content'].map(name => inputsIn(defaults, name)),
  ])
  const { importsOthers, importedBy } = importsReader(options)
  const daysIn = daysReader(options)
  const packagedFont = remembered((name: string): readonly Input[] => {
    const path = `node_modules/${name}`
    const from = [files, defaults].find(({ readBytes }) => readBytes(path).value !== undefined)
    return from === undefined ? [] : [inputAt(from, path)]
  })
  /** Shared files without those that a brand replaces, and their hash. Most brands replace none. */
  const sharedWithout = remembered(async (replaced: string) => {
    const others = new Set(replaced.split('\n'))
    const inputs = [...shared.values()].filter(({ path }) => !others.has(path))
    const sum = sumOf([inputs, await daysIn(inputs)])
    return { inputs, sum, importsOthers: inputs.some(({ path }) => importsOthers(path)) }
  })

  return async (id: string): Promise<BrandInputs> => {
    const configs = await facts.configs(files)
    const layersOf = (brand: string) => brandLayers(brand, layer => configs.get(layer))
    const own = ownInputs(layersOf(id), listed)
    const related = relatedBrands(await facts.fleet(files), id)
    const others = related.map(other => [other, ownInputs(layersOf(other), listed)] as const)
    // A file that only this brand replaces may be in use by the others.
    const replaced = [...own.keys()].filter(
      name => shared.has(name) && others.every(([, files]) => files.has(name)),
    )
    for (const [other, files] of others) {
      for (const input of files.values()) own.set(`${other}: ${input.path}`, input)
    }
    const rest = await sharedWithout(replaced.join('\n'))
    const fonts = layersOf(id).flatMap(layer => configs.get(layer)?.fonts ?? [])
    const imports = rest.importsOthers || [...own.values()].some(({ path }) => importsOthers(path))
    const hasTemplates = [...own.keys()].some(name => name.startsWith('templates/'))
    const inputs: SiteInputs = {
      imprint,
      shared: rest.sum,
      own: [...own.values()],
      fonts: [...new Set(fonts)].flatMap(packagedFont),
      imported: imports ? await importedBy(hasTemplates ? id : '') : [],
      days: await daysIn([...own.values()]),
      flags: Object.entries(otherFlags)
        .filter(([, value]) => value !== undefined)
        .sort(),
    }
    return {
      id,
      hash: sumOf(['inputs-2', inputs]),
      imported: inputs.imported,
      // Thousands of brands may share thousands of files, and few commands ask for them.
      get files() {
        return filesOf(inputs, rest.inputs)
      },
    }
  }
}

/** What templates import from elsewhere. */
function importsReader({ files, templates }: InputsOptions) {
  return {
    importsOthers: remembered((path: string): boolean => {
      const name = templateFile.exec(path)?.[1]
      return name !== undefined && importsFromElsewhere(name, textOf(files.readBytes(path).value))
    }),
    importedBy: remembered(async (brand: string): Promise<readonly Input[]> => {
      const { value, diagnostics } = await templates(brand === '' ? undefined : brand)
      const { script, styles, islands, outside } = value ?? {}
      // If templates do not compile, their imports are unknown.
      const inProject = outside ?? files.list(brandsFolder).value
      return [
        { path: 'node_modules', sha256: sumOf([script, styles, islands, diagnostics]) },
        ...inProject.map(path => inputAt(files, path)),
      ]
    }),
  }
}

/** What the current date means for the articles and rules in some files. */
function daysReader({ files, flags: { asOf }, facts }: InputsOptions) {
  const factsOf = remembered(async (path: string): Promise<FileFacts> => {
    const { value } = files.readBytes(path)
    return value === undefined ? noFacts : facts.read(path, value)
  })
  return async (inputs: readonly Input[]): Promise<readonly unknown[]> => {
    if (asOf === undefined) return []
    const inYear = yearAfter(asOf)
    const found: unknown[] = []
    for (const { path } of inputs) {
      const { articles, rules } = await factsOf(path)
      if (articles.length + rules.length === 0) continue
      const ended = rules.map(day => [compareText(day, asOf), day > inYear])
      found.push([path, articles.map(day => day <= asOf), ended])
    }
    return found
  }
}

/** The files in the folders of a brand's layers, by the path that they replace. */
function ownInputs(
  layers: readonly string[],
  listed: (folder: string) => readonly Input[],
): Map<string, Input> {
  const own = new Map<string, Input>()
  for (const layer of layers) {
    const folder = `${brandsFolder}/${layer}`
    for (const input of listed(folder)) {
      const name = input.path.slice(folder.length + 1)
      if (name !== overridesLockName) own.set(isMerged(name) ? input.path : name, input)
    }
  }
  return own
}

function filesOf({ imprint, own, fonts, imported }: SiteInputs, shared: readonly Input[]): Input[] {
  const others = [{ path: 'imprint', sha256: imprint }, ...fonts, ...imported]
  const all = new Map([...shared, ...own, ...others].map(input => [input.path, input]))
  return [...all.values()].sort((a, b) => compareText(a.path, b.path))
}

/** Packages outside Imprint's own bundle that make parts of a site. */
const packages = ['react', 'react-dom', 'esbuild', 'satteri', 'sharp', 'satori', 'subset-font']

/** YAML maps of several layers are merged; of all other files, only the strongest layer's is used. */
function isMerged(name: string): boolean {
  return name.endsWith('.yaml')
}

const templateFile = /^(?:brands\/[^/]+\/)?(templates\/.*\.(?:[jt]sx?|mjs|css))$/

/** Every file below a folder. A file that cannot be read is represented by the reason. */
function inputsIn(files: Pick<Files, 'list' | 'readBytes'>, folder: string): readonly Input[] {
  const { value: paths, diagnostics } = files.list(folder)
  const inputs = paths.map(path => inputAt(files, path))
  return diagnostics.length === 0 ? inputs : [...inputs, { path: `${folder}/`, sha256: sumOf(diagnostics) }]
}

function inputAt(files: Pick<Files, 'readBytes'>, path: string): Input {
  const { value, diagnostics } = files.readBytes(path)
  return { path, sha256: value === undefined ? sumOf(diagnostics) : hash('sha256', value) }
}

function textOf(bytes: Uint8Array | undefined): string {
  return bytes === undefined ? '' : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8')
}
