// esbuild's output for the templates, cached between runs. A result is reused only if all its inputs are the same: everything
// read through `Files`, and everything that esbuild found itself, that is, the files and locations of packages.

import { lstatSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs'
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
    const disk = diskRecorder(files)
    const outcome = await work(recording(files, answers), disk.add)
    const found = disk.found()
    if (outcome.value !== undefined && found !== undefined) {
      const asked = answers.map(({ ask, path, answer }): Input => [ask, path, sumOfAnswer(answer)])
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

/** Collects the inputs of a bundle that were not read through `Files`. */
function diskRecorder(files: Files) {
  const own = packageFolder()
  const startedAt = Date.now()
  const looks = new Map<string, Look>()
  let certain = true

  /** Records the state of a path; returns whether it exists. */
  const note = (path: string): boolean => {
    const look = looks.get(path) ?? lookAt(path)
    if (look === undefined) certain = false
    else looks.set(path, look)
    return look !== undefined && look !== nothing
  }
  /** A file of a package, including this one: its bytes, and the surrounding files that esbuild reads. */
  const noteFile = (path: string): void => {
    if (!note(path)) certain = false
    note(`${path}.map`)
    for (const folder of upwards(dirname(path))) if (note(join(folder, 'package.json'))) break
  }
  /** Every place where a package could be: one that is installed nearer, or removed, changes what is found. */
  const notePackage = (name: string, from: string): void => {
    for (const folder of upwards(from)) {
      const candidate = join(folder, 'node_modules', name)
      if (note(candidate)) note(join(candidate, 'package.json'))
      for (const file of plugAndPlay) note(join(folder, file))
    }
  }

  // The versions of this package, which contains the recipe, and of esbuild.
  note(join(own, 'package.json'))
  notePackage('esbuild', own)
  return {
    add({ inputs }: Metafile): void {
      for (const [name, { imports }] of Object.entries(inputs)) {
        // `package:/x/lucide/check.mjs`, `node_modules/react/index.js` (in esbuild's namespace `file`)
        const [, namespace = 'file', path = name] = /^([a-z]+):(.+)$/.exec(name) ?? []
        const isProject = namespace === 'project'
        const location = resolve(own, path)
        if (namespace === 'file' || namespace === 'package') noteFile(location)
        else if (!isProject && namespace !== 'entry') certain = false
        // An import without an extension matches any of several files.
        if (namespace === 'file') note(dirname(location))
        const importers = isProject ? [own, folderOnDisk(files, path) ?? own] : [dirname(location)]
        for (const { original, path: target, external } of imports) {
          // An import that may fail (in a `try`) and does is left unchanged; the package may be installed later.
          const specifier = original ?? (external ? target : '.')
          if (/^(?:\.|\/|[a-z][\w+.-]*:)/i.test(specifier)) continue
          const packageName = /^(?:@[^/]+\/)?[^@#/]+/.exec(specifier)?.[0]
          if (packageName === undefined) certain = false
          else for (const importer of importers) notePackage(packageName, importer)
        }
      }
    },
    /** Undefined if something cannot be checked again later, or has only just changed. */
    found(): readonly Input[] | undefined {
      // A file that changed while esbuild was at work may have been read before or after the change.
      const settled = startedAt - clockTolerance
      if (!certain || [...looks.values()].some(({ changedAt }) => changedAt > settled)) return undefined
      return [...looks].map(([path, { sum }]) => ['disk', relative(own, path), sum] as const)
    },
  }
}

/** Yarn's map of packages; if there is one, esbuild uses it instead of searching folders. */
const plugAndPlay = ['.pnp.data.json', '.pnp.cjs', '.pnp.js']

/** A folder and all its parents, nearest first. */
function upwards(folder: string): string[] {
  const above = dirname(folder)
  return above === folder ? [folder] : [folder, ...upwards(above)]
}
