// esbuild's output for the templates, cached between runs. A result is reused only if all its inputs are the same: everything
// read through `Files`, and everything that esbuild found itself, that is, the files and locations of packages.

import { existsSync, lstatSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import type { Metafile } from 'esbuild'
import { type Cache, clockTolerance } from '../../cache/index.ts'
import type { Outcome } from '../../diagnostics/index.ts'
import {
  type Answered,
  attempt,
  type Files,
  type FileWork,
  type Question,
  recording,
  sha256Of,
  sumOf,
} from '../../files/index.ts'
import { packageFolder } from './package-root.ts'
import { folderOnDisk } from './template-layers.ts'

/** Called with esbuild's list of inputs for some work. */
export type TellInputs = (metafile: Metafile) => void

/** A question to `Files`, or a path on the disk, relative to this package; and the hash of what was there. */
type Input = readonly [ask: Question | 'disk', path: string, sum: string]

interface Stored<Value> {
  readonly inputs: readonly Input[]
  readonly outcome: Outcome<Value | undefined>
}

/**
 * Returns a stored result of some work if all its inputs are unchanged; otherwise does the work and stores its result. Results
 * are plain data. A failure is not stored.
 * @param caches Caches to look in, in this order; new results are added to those that are writable.
 * @param recipe Everything that the result depends on apart from files: options, versions.
 * @param variant Distinguishes results of the same recipe that are cached at the same time; empty if there is only one.
 */
export function storedWork<Value>(
  caches: readonly Cache[],
  recipe: readonly unknown[],
  variant: string,
  work: (files: Files, tellInputs: TellInputs) => Promise<Outcome<Value | undefined>>,
): FileWork<Promise<Outcome<Value | undefined>>> {
  const writable = caches.filter(({ readOnly }) => !readOnly)
  return async files => {
    const root = files.locate('')
    // Source maps and messages contain the path from this package to the project.
    const way = root === undefined ? null : relative(packageFolder(), root)
    const keyOf = (name: string) => [JSON.stringify([...recipe, way, name])]
    const isUnchanged = ([ask, path, sum]: Input) =>
      (ask === 'disk' ? lookAt(resolve(packageFolder(), path))?.sum : sumOfAnswer(files[ask](path))) === sum
    for (const cache of caches) {
      // A result without a variant is valid for every variant that changes none of its inputs.
      for (const name of new Set([variant, ''])) {
        const bytes = cache.read('templates', keyOf(name))
        const stored = bytes && (JSON.parse(new TextDecoder().decode(bytes)) as Stored<Value>)
        if (stored?.inputs.every(isUnchanged)) return stored.outcome
      }
    }
    if (writable.length === 0) return work(files, () => undefined)
    const answers: Answered[] = []
    const metafiles: Metafile[] = []
    const startedAt = Date.now()
    const outcome = await work(recording(files, answers), metafile => metafiles.push(metafile))
    const asked = answers.map(({ ask, path, answer }): Input => [ask, path, sumOfAnswer(answer)])
    const found = inputsOnDisk(files, metafiles, startedAt)
    if (outcome.value !== undefined && found !== undefined) {
      const entry: Stored<Value> = { inputs: [...asked, ...found], outcome }
      const bytes = new TextEncoder().encode(JSON.stringify(entry))
      for (const cache of writable) cache.write('templates', keyOf(variant), bytes)
    }
    return outcome
  }
}

function sumOfAnswer({ value, diagnostics }: Outcome<unknown>): string {
  return sumOf([value instanceof Uint8Array ? sha256Of(value) : value, diagnostics])
}

interface Look {
  /** Hash of a file's bytes or the names in a folder, and of its real path. */
  readonly sum: string
  /** Time of the last change, in milliseconds; 0 if there is nothing. */
  readonly changedAt: number
}

const nothing: Look = { sum: 'nothing', changedAt: 0 }

/** Undefined if the state of a path cannot be determined. */
function lookAt(path: string): Look | undefined {
  return attempt(() => {
    // Most of these paths do not exist; this call does not throw in that case.
    const link = lstatSync(path, { throwIfNoEntry: false })
    if (link === undefined) return nothing
    const target = link.isSymbolicLink() ? statSync(path) : link
    // Reading a named pipe would wait for a writer.
    if (!target.isFile() && !target.isDirectory()) return undefined
    const content = target.isFile() ? sha256Of(readFileSync(path)) : readdirSync(path).sort()
    const place = relative(packageFolder(), realpathSync.native(path))
    return { sum: sumOf([place, content]), changedAt: Math.max(target.ctimeMs, link.ctimeMs) }
  })
}

/** The inputs that were not read through `Files`. Undefined if one cannot be checked again later, or has only just changed. */
function inputsOnDisk(
  files: Files,
  metafiles: readonly Metafile[],
  startedAt: number,
): readonly Input[] | undefined {
  const inputs: Input[] = []
  for (const path of pathsOf(files, metafiles) ?? []) {
    const look = lookAt(path)
    // A file that changed while esbuild was at work may have been read before or after the change.
    if (look === undefined || look.changedAt > startedAt - clockTolerance) return undefined
    inputs.push(['disk', relative(packageFolder(), path), look.sum])
  }
  return inputs.length === 0 ? undefined : inputs
}

/** The files of packages in some bundles, and every place where a package could be. Undefined if something else is in them. */
function pathsOf(files: Files, metafiles: readonly Metafile[]): ReadonlySet<string> | undefined {
  const own = packageFolder()
  // The version of this package, which contains the recipe.
  const paths = new Set([join(own, 'package.json')])
  const addPackage = (name: string, from: string): void => {
    const candidate = join('node_modules', name)
    for (const folder of upwards(from)) {
      for (const path of [candidate, join(candidate, 'package.json'), ...plugAndPlay])
        paths.add(join(folder, path))
    }
  }
  addPackage('esbuild', own)
  for (const [name, { imports }] of metafiles.flatMap(({ inputs }) => Object.entries(inputs))) {
    // `package:/x/lucide/check.mjs`, `node_modules/react/index.js` (in esbuild's namespace `file`)
    const [, namespace = 'file', path = name] = /^([a-z]+):(.+)$/.exec(name) ?? []
    const isProject = namespace === 'project'
    const location = resolve(own, path)
    if (namespace === 'file' || namespace === 'package') {
      if (!existsSync(location)) return undefined
      paths.add(location).add(`${location}.map`)
      for (const folder of upwards(dirname(location))) {
        const manifest = join(folder, 'package.json')
        paths.add(manifest)
        if (existsSync(manifest)) break
      }
    } else if (!isProject && namespace !== 'entry') return undefined
    // An import without an extension matches any of several files.
    if (namespace === 'file') paths.add(dirname(location))
    const importers = isProject ? [own, folderOnDisk(files, path) ?? own] : [dirname(location)]
    for (const { original, path: target, external } of imports) {
      // An import that may fail (in a `try`) and does is left unchanged; the package may be installed later.
      const specifier = original ?? (external ? target : '.')
      if (/^(?:\.|\/|[a-z][\w+.-]*:)/i.test(specifier)) continue
      const packageName = /^(?:@[^/]+\/)?[^@#/]+/.exec(specifier)?.[0]
      if (packageName === undefined) return undefined
      for (const importer of importers) addPackage(packageName, importer)
    }
  }
  return paths
}

/** Yarn's map of packages; if there is one, esbuild uses it instead of searching folders. */
const plugAndPlay = ['.pnp.data.json', '.pnp.cjs', '.pnp.js']

/** A folder and all its parents, nearest first. */
function upwards(folder: string): string[] {
  const above = dirname(folder)
  return above === folder ? [folder] : [folder, ...upwards(above)]
}
