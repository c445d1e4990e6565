// What esbuild makes of the templates, cached between runs. A result is used again only where everything it came from is
// the same: the answers of `Files`, and what esbuild found for itself, the files of packages and where they lie.

import { hash } from 'node:crypto'
import { lstatSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { dirname, isAbsolute, join, relative } from 'node:path'
import type { Metafile } from 'esbuild'
import { type Cache, clockTolerance } from '../../cache/index.ts'
import type { Outcome } from '../../diagnostics/index.ts'
import { type Answered, type Files, type FileWork, type Question, recording } from '../../files/index.ts'
import { packageFolder } from './package-root.ts'
import { folderOnDisk } from './template-layers.ts'

/** Called with what esbuild read for some work. */
export type TellInputs = (metafile: Metafile) => void

/**
 * Gives a stored result of some work while nothing it came from has changed; else does the work and stores its result.
 * Results are plain data. A failure is not stored.
 * @param caches Where results are looked for, in this order; new ones are added to those that may be written to.
 * @param recipe Everything the result depends on besides files: options, versions.
 * @param variant Names a result among those of the same recipe that are cached at once; empty if it is the only one.
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
    // Source maps and messages hold the path from this package to the project.
    const way = root === undefined ? null : relative(packageFolder(), root)
    const own = JSON.stringify(variant === '' ? [...recipe, way] : [...recipe, way, variant])
    // What the package brings is of no variant, but right for each that changes nothing of what it came from.
    const keyFor = (cache: Cache) => [cache.readOnly ? JSON.stringify([...recipe, way]) : own]
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

// Answers of `Files`.

interface Answer {
  readonly ask: Question
  readonly path: string
  readonly sum: string
}

function sumOfAnswer({ value, diagnostics }: Outcome<unknown>): string {
  const content = value instanceof Uint8Array ? sumOf(value) : value
  return sumOf(JSON.stringify([content, diagnostics]))
}

function sumOf(data: string | Uint8Array): string {
  return hash('sha256', data)
}

// What esbuild finds outside `Files`.

/** Told from the project or from this package, so that it says the same wherever the two lie. */
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
  /** Of the last change, in milliseconds; 0 where there is nothing. */
  readonly changedAt: number
}

const nothing: Look = { sum: 'nothing', changedAt: 0 }

/** Ways to look at a path. Each is undefined if it cannot tell. */
const looks = {
  bytes: (path: string) => look(path, () => sumOf(readFileSync(path))),
  names: (path: string) => look(path, () => sumOf(readdirSync(path).sort().join('\0'))),
  /** Where a path leads to, over links. */
  place: (path: string, roots: Roots) => look(path, () => within(realpathSync.native(path), roots).join(' ')),
}

function look(path: string, sum: () => string): Look | undefined {
  try {
    // Most of what is looked for is not there; asked for like this, that costs no exception.
    const link = lstatSync(path, { throwIfNoEntry: false })
    if (link === undefined) return nothing
    const target = link.isSymbolicLink() ? statSync(path) : link
    // Reading a named pipe would wait for a writer.
    if (!target.isFile() && !target.isDirectory()) return undefined
    return { sum: sum(), changedAt: Math.max(target.ctimeMs, link.ctimeMs) }
  } catch {
    return undefined
  }
}

function rootsOf(files: Files): Roots {
  return { project: files.locate(''), package: packageFolder() }
}

function within(path: string, { project, package: own }: Roots): [Root, string] {
  if (project !== undefined && !relative(project, path).startsWith('..'))
    return ['project', relative(project, path)]
  return ['package', relative(own, path)]
}

/** Collects what the result of bundling depends on, besides what was asked of `Files`. */
function inputRecorder(files: Files) {
  const roots = rootsOf(files)
  const startedAt = Date.now()
  const findings = new Map<string, Finding>()
  let certain = true

  /** Looks at a path; says whether there is something. */
  const note = (kind: keyof typeof looks, path: string): boolean => {
    const [from, inside] = within(path, roots)
    const key = `${kind} ${from} ${inside}`
    const known = findings.get(key)
    if (known !== undefined) return known.sum !== nothing.sum
    const seen = looks[kind](path, roots)
    // What changed while esbuild was at work may have been read before or after.
    if (seen === undefined || seen.changedAt > startedAt - clockTolerance) certain = false
    findings.set(key, { look: kind, from, path: inside, sum: seen?.sum ?? nothing.sum })
    return seen !== undefined && seen !== nothing
  }
  /** A file of a package, or of this one: its bytes, and what esbuild takes from around it. */
  const noteFile = (path: string): void => {
    if (!note('bytes', path)) {
      certain = false
      return
    }
    const map = sourceMapOf(path)
    if (map !== undefined) note('bytes', map)
    for (const folder of upwards(dirname(path))) if (note('bytes', join(folder, 'package.json'))) break
  }
  /** Everywhere a package could lie: one that is installed nearer, or goes, changes what is found. */
  const notePackage = (name: string, from: string): void => {
    for (const folder of upwards(from)) {
      const candidate = join(folder, 'node_modules', name)
      if (note('place', candidate)) note('bytes', join(candidate, 'package.json'))
      for (const file of plugAndPlay) note('bytes', join(folder, file))
    }
  }

  // Versions of this package, which holds the recipe, and of esbuild.
  note('bytes', join(roots.package, 'package.json'))
  notePackage('esbuild', roots.package)
  return {
    add({ inputs }: Metafile): void {
      for (const [name, { imports }] of Object.entries(inputs)) {
        const { namespace, path } = inputOf(name)
        const location = isAbsolute(path) ? path : join(roots.package, path)
        if (namespace === 'file') {
          noteFile(location)
          // An import without an ending means whichever of some files is there.
          note('names', dirname(location))
        } else if (namespace === 'package') noteFile(location)
        else if (namespace !== 'project' && namespace !== 'entry') certain = false
        const folder = namespace === 'project' ? folderOnDisk(files, path) : undefined
        const importers =
          namespace === 'project'
            ? [roots.package, ...(folder === undefined ? [] : [folder])]
            : [dirname(location)]
        for (const { original, path: target, external } of imports) {
          // An import that may fail (in a `try`) and does is left as it is; that package may come.
          const specifier = original ?? (external ? target : '.')
          if (/^(?:\.|\/|[a-z][\w+.-]*:)/i.test(specifier)) continue
          const packageName = /^(?:@[^/]+\/)?[^@#/]+/.exec(specifier)?.[0]
          if (packageName === undefined) certain = false
          else for (const importer of importers) notePackage(packageName, importer)
        }
      }
    },
    /** Undefined where something was found that cannot be looked at again, or that has only just changed. */
    found: (): readonly Finding[] | undefined => (certain ? [...findings.values()] : undefined),
  }
}

/** Yarn's map of packages; where there is one, esbuild asks it instead of looking into folders. */
const plugAndPlay = ['.pnp.data.json', '.pnp.cjs', '.pnp.js']

/** `package:/x/lucide/check.mjs`, `node_modules/react/index.js` (in esbuild's namespace `file`) */
function inputOf(name: string): { namespace: string; path: string } {
  const [, namespace = 'file', path = name] = /^([a-z]+):(.+)$/.exec(name) ?? []
  return { namespace: name.startsWith('(') ? 'other' : namespace, path }
}

/** The source map that a script names: errors that templates throw are told by it. */
function sourceMapOf(path: string): string | undefined {
  const text = readFileSync(path, 'latin1')
  const url = /\/[/*][#@] sourceMappingURL=([^\s*]+)[\s*/]*$/.exec(text.slice(-500))?.[1]
  return url === undefined || url.startsWith('data:') ? undefined : join(dirname(path), url)
}

/** A folder and all above it, the nearest first. */
function upwards(folder: string): string[] {
  const above = dirname(folder)
  return above === folder ? [folder] : [folder, ...upwards(above)]
}
