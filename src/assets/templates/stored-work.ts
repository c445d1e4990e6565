// esbuild's output for the templates, cached between runs. A result is reused only if all its input is the same: everything read
// through `Files`, and everything that esbuild found itself, that is, the files and locations of packages.

import { lstatSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { dirname, isAbsolute, join, relative } from 'node:path'
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
  if (caches.length === 0) return files => work(files, () => undefined)
  return async files => {
    const root = files.locate('')
    // Source maps and messages contain the path from this package to the project.
    const way = root === undefined ? null : relative(packageFolder(), root)
    const key = JSON.stringify(variant === '' ? [...recipe, way] : [...recipe, way, variant])
    // A result in the package has no variant; it is valid for every variant that changes none of its inputs.
    const keyFor = (cache: Cache) => [cache.readOnly ? JSON.stringify([...recipe, way]) : key]
    for (const cache of caches) {
      const bytes = cache.read('templates', keyFor(cache))
      const stored = bytes && (JSON.parse(new TextDecoder().decode(bytes)) as Stored<Value>)
      if (stored !== undefined && isCurrent(stored, files)) return stored.outcome
    }
    const addTo = caches.filter(({ readOnly }) => !readOnly)
    if (addTo.length === 0) return work(files, () => undefined)
    const asked: Answered[] = []
    const inputs = inputRecorder(files)
    const outcome = await work(recording(files, asked), inputs.add)
    const found = inputs.found()
    if (outcome.value !== undefined && found !== undefined) {
      const answers = asked.map(({ ask, path, answer }) => ({ ask, path, sum: sumOfAnswer(answer) }))
      const entry: Stored<Value> = { answers, found, outcome }
      const bytes = new TextEncoder().encode(JSON.stringify(entry))
      for (const cache of addTo) cache.write('templates', keyFor(cache), bytes)
    }
    return outcome
  }
}

interface Stored<Value> {
  readonly answers: readonly Answer[]
  readonly found: readonly Finding[]
  readonly outcome: Outcome<Value | undefined>
}

function isCurrent({ answers, found }: Stored<unknown>, files: Files): boolean {
  const roots = rootsOf(files)
  return (
    answers.every(({ ask, path, sum }) => sumOfAnswer(files[ask](path)) === sum) &&
    found.every(({ look, from, path, sum }) => {
      const root = roots[from]
      return root !== undefined && looks[look](join(root, path), roots)?.sum === sum
    })
  )
}

// The results that `Files` returned.

interface Answer {
  readonly ask: Question
  readonly path: string
  readonly sum: string
}

function sumOfAnswer({ value, diagnostics }: Outcome<unknown>): string {
  const content = value instanceof Uint8Array ? sha256Of(value) : value
  return sumOf([content, diagnostics])
}

// The files that esbuild finds outside `Files`.

/** A path is relative to the project or to this package, so that it does not depend on their locations. */
type Root = 'project' | 'package'
interface Roots {
  /** Undefined if the project is not on a disk. */
  readonly project: string | undefined
  readonly package: string
}

interface Finding {
  readonly look: keyof typeof looks
  readonly from: Root
  readonly path: string
  readonly sum: string
}

interface Look {
  readonly sum: string
  /** Time of the last change, in milliseconds; 0 if there is nothing. */
  readonly changedAt: number
}

const nothing: Look = { sum: 'nothing', changedAt: 0 }

/** Properties of a path. Each is undefined if it cannot be determined. */
const looks = {
  bytes: (path: string) => look(path, () => sha256Of(readFileSync(path))),
  names: (path: string) => look(path, () => sumOf(readdirSync(path).sort())),
  /** The real path, with links followed. */
  place: (path: string, roots: Roots) => look(path, () => within(realpathSync.native(path), roots).join(' ')),
}

function look(path: string, sum: () => string): Look | undefined {
  return attempt(() => {
    // Most of these paths do not exist; this call does not throw in that case.
    const link = lstatSync(path, { throwIfNoEntry: false })
    if (link === undefined) return nothing
    const target = link.isSymbolicLink() ? statSync(path) : link
    // Reading a named pipe would wait for a writer.
    if (!target.isFile() && !target.isDirectory()) return undefined
    return { sum: sum(), changedAt: Math.max(target.ctimeMs, link.ctimeMs) }
  })
}

function rootsOf(files: Files): Roots {
  return { project: files.locate(''), package: packageFolder() }
}

function within(path: string, { project, package: own }: Roots): [Root, string] {
  if (project !== undefined && !relative(project, path).startsWith('..'))
    return ['project', relative(project, path)]
  return ['package', relative(own, path)]
}

/** Collects the inputs of a bundle that were not read through `Files`. */
function inputRecorder(files: Files) {
  const roots = rootsOf(files)
  const startedAt = Date.now()
  const findings = new Map<string, Finding>()
  let certain = true

  /** Records a property of a path; returns whether the path exists. */
  const note = (kind: keyof typeof looks, path: string): boolean => {
    const [from, inside] = within(path, roots)
    const key = `${kind} ${from} ${inside}`
    const known = findings.get(key)
    if (known !== undefined) return known.sum !== nothing.sum
    const seen = looks[kind](path, roots)
    // A file that changed while esbuild was at work may have been read before or after the change.
    if (seen === undefined || seen.changedAt > startedAt - clockTolerance) certain = false
    findings.set(key, { look: kind, from, path: inside, sum: seen?.sum ?? nothing.sum })
    return seen !== undefined && seen !== nothing
  }
  /** A file of a package, including this one: its bytes, and the surrounding files that esbuild reads. */
  const noteFile = (path: string): void => {
    if (!note('bytes', path)) {
      certain = false
      return
    }
    const map = sourceMapOf(path)
    if (map !== undefined) note('bytes', map)
    for (const folder of upwards(dirname(path))) if (note('bytes', join(folder, 'package.json'))) break
  }
  /** Every place where a package could be: one that is installed nearer, or removed, changes what is found. */
  const notePackage = (name: string, from: string): void => {
    for (const folder of upwards(from)) {
      const candidate = join(folder, 'node_modules', name)
      if (note('place', candidate)) note('bytes', join(candidate, 'package.json'))
      for (const file of plugAndPlay) note('bytes', join(folder, file))
    }
  }

  // The versions of this package, which contains the recipe, and of esbuild.
  note('bytes', join(roots.package, 'package.json'))
  notePackage('esbuild', roots.package)
  return {
    add({ inputs }: Metafile): void {
      for (const [name, { imports }] of Object.entries(inputs)) {
        const { namespace, path } = inputOf(name)
        const location = isAbsolute(path) ? path : join(roots.package, path)
        if (namespace === 'file') {
          noteFile(location)
          // An import without an extension matches any of several files.
          note('names', dirname(location))
        } else if (namespace === 'package') noteFile(location)
        else if (namespace !== 'project' && namespace !== 'entry') certain = false
        const folder = namespace === 'project' ? folderOnDisk(files, path) : undefined
        const importers =
          namespace === 'project'
            ? [roots.package, ...(folder === undefined ? [] : [folder])]
            : [dirname(location)]
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
    found: (): readonly Finding[] | undefined => (certain ? [...findings.values()] : undefined),
  }
}

/** Yarn's map of packages; if there is one, esbuild uses it instead of searching folders. */
const plugAndPlay = ['.pnp.data.json', '.pnp.cjs', '.pnp.js']

/** `package:/x/lucide/check.mjs`, `node_modules/react/index.js` (in esbuild's namespace `file`) */
function inputOf(name: string): { namespace: string; path: string } {
  const [, namespace = 'file', path = name] = /^([a-z]+):(.+)$/.exec(name) ?? []
  return { namespace: name.startsWith('(') ? 'other' : namespace, path }
}

/** The source map of a script, which maps the errors that templates throw. */
function sourceMapOf(path: string): string | undefined {
  const text = readFileSync(path, 'latin1')
  const url = /\/[/*][#@] sourceMappingURL=([^\s*]+)[\s*/]*$/.exec(text.slice(-500))?.[1]
  return url === undefined || url.startsWith('data:') ? undefined : join(dirname(path), url)
}

/** A folder and all its parents, nearest first. */
function upwards(folder: string): string[] {
  const above = dirname(folder)
  return above === folder ? [folder] : [folder, ...upwards(above)]
}
