// What a brand's site is made from, without making it: one hash that changes whenever a byte of the site could. Files are
// read and hashed, next to nothing is parsed: thousands of brands take a second.

import { hash } from 'node:crypto'
import type { TemplateBundle } from '../assets/index.ts'
import { brandLayers, brandsFolder, overridesLockName, relatedBrands } from '../brand/index.ts'
import type { BrandOptions, JudgeOptions } from '../build/index.ts'
import { type Pack, pipelineVersion } from '../cache/index.ts'
import { rulesFile } from '../compliance/index.ts'
import { sharedFolders } from '../content/index.ts'
import { compareText, type Outcome } from '../diagnostics/index.ts'
import { decodeText, type Files, memoryFiles, remembered } from '../files/index.ts'
import { type FileFacts, factsReader } from './file-facts.ts'
import { importsFromElsewhere } from './imports.ts'

/** Something that a brand's site depends on. */
export interface Input {
  /**
   * A file of the project. Two entries stand for more than a file: `imprint` is this package with its own templates and
   * content, `node_modules` what the project's templates import of packages and from outside of all these folders.
   */
  readonly path: string
  readonly sha256: string
}

/** Everything that a brand's site depends on. The same on every machine, no matter what was built there before. */
export interface BrandInputs {
  readonly id: string
  /** Of the files, and of the flags that change results. */
  readonly hash: string
  /** Sorted by path. */
  readonly files: readonly Input[]
}

type InputFiles = Pick<Files, 'readBytes' | 'list' | 'folders'>

export interface InputsOptions {
  /** The project. It must stand still: what brands share is read once. */
  readonly files: InputFiles
  /** The package's own templates and content. */
  readonly defaults: Files
  readonly flags: Omit<BrandOptions, keyof JudgeOptions>
  /** The bundled templates of a brand, or of the project. Asked for only where they import what is not in `templates/`. */
  readonly templates: (brand: string | undefined) => Promise<Outcome<TemplateBundle | undefined>>
  /** What earlier runs found in files. */
  readonly facts?: Pack | undefined
}

const configName = '/brand.yaml'

/** Computes the inputs of brands, one after the other. */
export function inputsReader({ files, defaults, flags, templates, facts }: InputsOptions) {
  const config = remembered((path: string) => files.readBytes(path))
  const read: InputFiles['readBytes'] = path =>
    path.endsWith(configName) ? config(path) : files.readBytes(path)
  const configIn = remembered((folder: string) => {
    const path = `${folder}${configName}`
    return decodeText(path, config(path).value ?? new Uint8Array()).value?.text ?? ''
  })
  const listed = remembered((folder: string) => inputsIn({ ...files, readBytes: read }, folder))
  const ofFolders = sharedFolders.flatMap(listed)
  const rules = files.readBytes(rulesFile).value === undefined ? [] : [inputAt(files, rulesFile)]
  const shared = new Map([...ofFolders, ...rules].map(input => [input.path, input]))
  const imprint = sumOf([
    pipelineVersion(...packages),
    ['templates', 'content'].map(name => inputsIn(defaults, name)),
  ])
  const importsOthers = remembered((path: string) => {
    const name = templateFile.exec(path)?.[1]
    return name !== undefined && importsFromElsewhere(name, textOf(files.readBytes(path).value))
  })
  /** What templates import from elsewhere: of packages the sum of what is bundled, of the project file by file. */
  const imported = remembered(async (brand: string): Promise<readonly Input[]> => {
    const { value, diagnostics } = await templates(brand === '' ? undefined : brand)
    const { script, styles, islands, outside } = value?.code ?? {}
    // Of templates that do not compile, it is not known what they import.
    const inProject = outside ?? files.list(brandsFolder).value
    return [
      { path: 'node_modules', sha256: sumOf([script?.text, styles, islands, diagnostics]) },
      ...inProject.map(path => inputAt(files, path)),
    ]
  })
  const packagedFont = remembered((name: string): readonly Input[] => {
    const path = `node_modules/${name}`
    const from = [files, defaults].find(({ readBytes }) => readBytes(path).value !== undefined)
    return from === undefined ? [] : [inputAt(from, path)]
  })
  const readFacts = factsReader(facts)
  const factsOf = remembered(async (path: string): Promise<FileFacts | undefined> => {
    const { value } = read(path)
    return value && readFacts(path, value)
  })
  /** Fonts that some `brand.yaml` name in packages, of the project or of this one. */
  const fontsOf = async (folders: readonly string[]): Promise<Input[]> => {
    const found = await Promise.all(folders.map(folder => factsOf(`${folder}${configName}`)))
    return [...new Set(found.flatMap(file => file?.fonts ?? []))].flatMap(packagedFont)
  }
  /**
   * The day itself is no input: what matters is which days of articles have come, and whether those on which rules and
   * waivers begin and end are past, today or to come; a waiver may be for a year at most.
   */
  const passed = async (path: string): Promise<readonly unknown[]> => {
    const { asOf } = flags
    if (asOf === undefined || !/\.(?:md|yaml)$/.test(path)) return []
    const { articles, rules } = (await factsOf(path)) ?? { articles: [], rules: [] }
    const inYear = `${Number(asOf.slice(0, 4)) + 1}${asOf.slice(4)}`
    return [...articles.map(day => day <= asOf), ...rules.map(day => [compareText(day, asOf), day > inYear])]
  }
  const passedIn = async (inputs: readonly Input[]): Promise<unknown[]> => {
    const all = await Promise.all(inputs.map(async ({ path }) => [path, await passed(path)] as const))
    return all.filter(([, days]) => days.length > 0)
  }
  /** Shared files without those that a brand replaces, and their sum. Most brands replace none. */
  const sharedWithout = remembered(async (replaced: string) => {
    const others = new Set(replaced.split('\n'))
    const inputs = [...shared.values()].filter(({ path }) => !others.has(path))
    const sum = sumOf([inputs, await passedIn(inputs)])
    return { inputs, sum, importsOthers: inputs.some(({ path }) => importsOthers(path)) }
  })

  const layerFolders = async (id: string) =>
    (await brandLayers(id, layer => configIn(`${brandsFolder}/${layer}`))).map(
      layer => `${brandsFolder}/${layer}`,
    )
  const ownInputs = (layers: readonly string[]): Map<string, Input> => {
    const own = new Map<string, Input>()
    for (const folder of layers) {
      for (const input of listed(folder)) {
        const name = input.path.slice(folder.length + 1)
        if (name !== overridesLockName) own.set(isMerged(name) ? input.path : name, input)
      }
    }
    return own
  }
  const fleet = remembered(async (_: 'fleet') => {
    const configs = files.folders(brandsFolder).value.map(name => `${brandsFolder}/${name}`)
    // Nearly no project has any, and parsing every brand takes longer than all else.
    const has = configs.some(folder =>
      ['alternateOf', 'canonicalOf', '\\'].some(word => configIn(folder).includes(word)),
    )
    const texts = () => configs.map(folder => [`${folder}${configName}`, configIn(folder)] as const)
    if (!has) return []
    const { readFleet } = await import('../brand/index.ts')
    return readFleet(memoryFiles(Object.fromEntries(texts())))
  })

  return async (id: string): Promise<BrandInputs> => {
    const layers = await layerFolders(id)
    const own = ownInputs(layers)
    // Which pages name a page of another site depends on which pages that site has.
    const related = relatedBrands(await fleet('fleet'), id)
    for (const other of related) {
      for (const input of ownInputs(await layerFolders(other)).values())
        own.set(`${other}: ${input.path}`, input)
    }
    // What this brand replaces may be what the others use.
    const replaced = related.length > 0 ? [] : [...own.keys()].filter(name => shared.has(name))
    const rest = await sharedWithout(replaced.join('\n'))
    const others: Input[] = [{ path: 'imprint', sha256: imprint }, ...(await fontsOf(layers))]
    const hasTemplates = [...own.keys()].some(name => name.startsWith('templates/'))
    if (rest.importsOthers || [...own.values()].some(({ path }) => importsOthers(path)))
      others.push(...(await imported(hasTemplates ? id : '')))
    const { drafts, providerOrigin, withoutTags, environment, host } = flags
    // A flag that changes results has to find its place here.
    const asOf = await passedIn([...own.values()])
    const known = { drafts, asOf, providerOrigin, withoutTags, environment, host } satisfies Record<
      Exclude<keyof BrandOptions, keyof JudgeOptions>,
      unknown
    >
    return {
      id,
      hash: sumOf(['inputs-1', known, rest.sum, [...own.values()], others]),
      get files() {
        const all = new Map([...rest.inputs, ...own.values(), ...others].map(input => [input.path, input]))
        return [...all.values()].sort((a, b) => compareText(a.path, b.path))
      },
    }
  }
}

/** Packages beside Imprint's own bundle that make parts of a site. */
const packages = ['react', 'react-dom', 'esbuild', 'satteri', 'sharp', 'satori', 'subset-font']

/** YAML maps of several layers are laid over each other; of all other files, the strongest layer's is used. */
function isMerged(name: string): boolean {
  return name.endsWith('.yaml')
}

const templateFile = /^(?:brands\/[^/]+\/)?(templates\/.*\.(?:[jt]sx?|mjs|css))$/

/** Every file below a folder. A file that cannot be read counts with the reason. */
function inputsIn(files: Pick<InputFiles, 'list' | 'readBytes'>, folder: string): readonly Input[] {
  const { value: paths, diagnostics } = files.list(folder)
  const inputs = paths.map(path => inputAt(files, path))
  return diagnostics.length === 0 ? inputs : [...inputs, { path: `${folder}/`, sha256: sumOf(diagnostics) }]
}

function inputAt(files: Pick<InputFiles, 'readBytes'>, path: string): Input {
  const { value, diagnostics } = files.readBytes(path)
  return { path, sha256: value === undefined ? sumOf(diagnostics) : hash('sha256', value) }
}

function textOf(bytes: Uint8Array | undefined): string {
  return bytes === undefined ? '' : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8')
}

function sumOf(data: unknown): string {
  return hash('sha256', JSON.stringify(data))
}
