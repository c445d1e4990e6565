// Finds the project of a command, and its brands.

import { existsSync, realpathSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type BrandFolders, brandsFolder, listBrands } from '../brand/index.ts'
import type { CacheFolder } from '../cache/index.ts'
import { sharedFolders } from '../content/index.ts'
import {
  type Diagnostic,
  diagnostic,
  didYouMean,
  type Origin,
  type Outcome,
  type ProblemFiles,
} from '../diagnostics/index.ts'
import { diskFiles, type Files, isFolder, memoryFiles, pathInPackage } from '../files/index.ts'
import { isPassing } from '../output/index.ts'
import { exitCodes } from './command-line/exit-codes.ts'
import type { Reporter } from './report/reporter.ts'

export interface Project {
  /** Absolute path. */
  readonly root: string
  readonly files: Files
  /** The package's own templates and content. */
  readonly defaults: Files
  readonly brands: BrandFolders
  /** Problems with the list of brands. */
  readonly diagnostics: readonly Diagnostic[]
}

/** Folder of the Imprint package; the compiled command is in its `lib/`. */
export const packageRoot = dirname(dirname(fileURLToPath(import.meta.url)))

export interface ProjectFlags {
  readonly root?: string
  readonly allowLinks?: readonly string[]
}

/** Finds the project: `--root`, or the nearest folder with `brands/`, starting from the working directory and going up. */
export function openProject(flags: ProjectFlags): Outcome<Project | undefined> {
  const root = flags.root === undefined ? findRoot(process.cwd()) : resolve(flags.root)
  if (root === undefined || !existsSync(join(root, brandsFolder)) || !isFolder(join(root, brandsFolder))) {
    const problem = diagnostic(
      'project/not-found',
      flags.root === undefined
        ? `There is no ${brandsFolder}/ folder here or in any parent folder.`
        : `There is no ${brandsFolder}/ folder in "${flags.root}".`,
      {
        hint: 'Change to the project folder, specify it with --root, or create a project with "imprint init sites".',
      },
    )
    return { value: undefined, diagnostics: [problem] }
  }
  const files = diskFiles(
    root,
    (flags.allowLinks ?? []).map(folder => resolve(folder)),
  )
  // If one of these is a named pipe, Node and esbuild would wait forever for a writer.
  const pipes = ['package.json', 'tsconfig.json']
    .flatMap(path => files.readBytes(path).diagnostics)
    .filter(({ code }) => code === 'file/not-regular')
  if (pipes.length > 0) return { value: undefined, diagnostics: pipes }
  const listed = listBrands(files)
  return {
    value: {
      root,
      files,
      defaults: defaultFiles(root),
      brands: listed.value,
      diagnostics: listed.diagnostics,
    },
    diagnostics: [],
  }
}

/** The package's own files; empty if the project is the package itself. */
function defaultFiles(root: string): Files {
  const isPackage = realpathSync(root) === realpathSync(packageRoot)
  return isPackage ? memoryFiles({}) : diskFiles(packageRoot)
}

function findRoot(start: string): string | undefined {
  for (let folder = start; ; folder = dirname(folder)) {
    if (isFolder(join(folder, brandsFolder))) return folder
    if (dirname(folder) === folder) return undefined
  }
}

/** The folder that contains the sites, each in its own folder: "dist", or "dist-staging" for the environment "staging". */
export function outFolder(
  { root }: Project,
  { out, env }: { readonly out?: string; readonly env?: string },
): string {
  return resolve(out ?? join(root, env === undefined ? 'dist' : `dist-${env}`))
}

/** Where results are cached between runs. */
export function cacheOf({ root }: Project, readOnly = false): CacheFolder {
  return { path: join(root, '.imprint', 'cache'), readOnly }
}

/** The folders that a build reads, in the project and the package, and must never write to. */
export function inputFolders(root: string): string[] {
  const names = [brandsFolder, ...sharedFolders]
  const own = ['bin', 'lib', 'src', 'node_modules']
  return [...names.map(name => join(root, name)), ...[...names, ...own].map(name => join(packageRoot, name))]
}

/**
 * Absolute path of the releases folder: "releases", or "releases-staging" for the environment "staging", like the sites in `outFolder`.
 */
export function releasesFolder(
  { root }: Project,
  { releases, env }: { readonly releases?: string | undefined; readonly env?: string },
): string {
  return `${resolve(releases ?? join(root, 'releases'))}${env === undefined ? '' : `-${env}`}`
}

/** Reports a brand id that does not exist. */
export function unknownBrand(id: string, { brands, bases }: BrandFolders): Diagnostic {
  const message = bases.includes(id)
    ? `"${id}" is a base: other brands extend it, but it is not built itself.`
    : `There is no brand "${id}".`
  return diagnostic('usage/unknown-brand', message, { hint: didYouMean(id, brands, 'Brands') })
}

/** A mistake in the command line, or in a file that it names. */
export function mistake(message: string, hint?: string, at?: Origin): Diagnostic {
  return diagnostic('usage/invalid', message, { hint, at })
}

/** Reports why a command cannot start. Returns its exit code. */
export function cannotBegin(
  reporter: Reporter,
  diagnostics: readonly Diagnostic[],
  sources?: ProblemFiles,
): number {
  reporter.problems(diagnostics, sources)
  reporter.document({ ok: false, diagnostics })
  if (diagnostics.some(problem => problem.code.startsWith('usage/'))) return exitCodes.usage
  return diagnostics.some(({ code }) => code === 'brand/unknown-environment')
    ? exitCodes.brandInvalid
    : codeOfErrors(diagnostics)
}

/** The exit code of work that failed with these problems. */
export function codeOfErrors(diagnostics: readonly Diagnostic[]): number {
  const errors = diagnostics.filter(({ severity }) => severity === 'error')
  return errors.length > 0 && errors.every(isPassing) ? exitCodes.tryAgain : exitCodes.failed
}

/** Reads files of the project for code frames; files over 1 MB have none. */
export function sourceReader({ files, defaults }: Project): ProblemFiles {
  const shown = new Map<string, string | undefined>()
  return {
    source(file) {
      if (!shown.has(file)) {
        const inPackage = pathInPackage(file)
        const bytes =
          (inPackage === undefined ? files.readBytes(file).value : undefined) ??
          defaults.readBytes(inPackage ?? file).value
        const isShown = bytes !== undefined && bytes.length <= 1_000_000
        shown.set(file, isShown ? new TextDecoder().decode(bytes) : undefined)
      }
      return shown.get(file)
    },
    isPackaged(file) {
      if (pathInPackage(file) !== undefined) return true
      const { value, diagnostics } = files.readBytes(file)
      const isThere = value !== undefined || diagnostics.length > 0
      return !isThere && defaults.readBytes(file).value !== undefined
    },
  }
}

/** A path in messages: relative to the project if inside it, otherwise absolute. */
export function shownPath(project: Project, path: string): string {
  const inside = relative(project.root, path)
  return inside.startsWith('..') || resolve(inside) === inside ? path : inside.split('\\').join('/')
}
