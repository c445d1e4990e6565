// The findings of `imprint info` and `imprint doctor` about this machine and this project.

import { accessSync, constants, existsSync, readFileSync, statfsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { availableParallelism, totalmem } from 'node:os'
import { join } from 'node:path'
import { loadBrand } from '../brand/index.ts'
import { packageVersion } from '../cache/index.ts'
import { counted, hasErrors } from '../diagnostics/index.ts'
import { rightToWrite } from '../output/index.ts'
import { unportable } from './new/portability.ts'
import { openProject, outFolder, type ProjectFlags, packageRoot } from './project.ts'

/** One line of the report. `remedy` is the way to fix a problem; only an `error` makes the command fail. */
export interface Finding {
  readonly name: string
  readonly found: string
  readonly severity: 'ok' | 'warning' | 'error'
  readonly remedy?: string
}

const ok = (name: string, found: string): Finding => ({ name, found, severity: 'ok' })
const warning = (name: string, found: string, remedy: string): Finding => ({
  name,
  found,
  severity: 'warning',
  remedy,
})
const failure = (...words: Parameters<typeof warning>): Finding => ({
  ...warning(...words),
  severity: 'error',
})

/** Packages with a binary, and what happens in a build without them. */
const nativePackages = [
  { name: 'esbuild', severity: 'error', use: 'templates cannot be bundled' },
  { name: 'sharp', severity: 'error', use: 'images and logos cannot be encoded' },
  { name: 'satteri', severity: 'warning', use: 'Markdown is parsed by the slower reference' },
  { name: 'koffi', severity: 'warning', use: 'a site is swapped in with two renames instead of one' },
] as const

/** Versions and the size of the machine. */
export function machine(version: string): Finding[] {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  const isOld = major < 20 || (major === 20 && minor < 19)
  return [
    ok('imprint', `${version} in ${packageRoot}`),
    isOld ? failure('node', process.version, 'Install Node 20.19 or newer.') : ok('node', process.version),
    ok('platform', `${process.platform} ${process.arch}`),
    ok('cores', `${availableParallelism()}, ${megabytes(totalmem())} of memory`),
  ]
}

/** Loads each package with a binary: the installed one may be for another platform. */
export function packages(): Finding[] {
  const require = createRequire(import.meta.url)
  return nativePackages.map(({ name, severity, use }) => {
    try {
      require(name)
      return ok(name, versionOf(name))
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code ?? 'error'
      // An ES module that exists but cannot be loaded this way.
      if (code === 'ERR_REQUIRE_ESM' || code === 'ERR_REQUIRE_ASYNC_MODULE') return ok(name, versionOf(name))
      const remedy = `Install it for this platform: "npm install --include=optional ${name}". Without it, ${use}.`
      return { name, found: `cannot be loaded (${code})`, severity, remedy }
    }
  })
}

const versionOf = (name: string): string => packageVersion(name).slice(name.length + 1)

/** The port that `dev` and `preview` try first. They use the next one if it is in use. */
export function port(number: number): Promise<Finding> {
  return new Promise(resolve => {
    const server = createServer()
    server.once('error', (error: NodeJS.ErrnoException) =>
      resolve(
        warning(
          'port',
          `${number} cannot be used (${error.code})`,
          '"dev" and "preview" use the next free port. To choose one, use --port.',
        ),
      ),
    )
    server.listen(number, 'localhost', () => server.close(() => resolve(ok('port', `${number} is free`))))
  })
}

/** Linux limits how many folders a user may watch. */
export function watching(): Finding[] {
  const path = '/proc/sys/fs/inotify/max_user_watches'
  if (!existsSync(path)) return []
  const limit = Number(readFileSync(path, 'utf8'))
  if (limit >= 8192) return [ok('watched folders', `up to ${limit}`)]
  const remedy =
    'Raise the limit: "sudo sysctl fs.inotify.max_user_watches=65536", or run "imprint dev --poll".'
  return [warning('watched folders', `up to ${limit}`, remedy)]
}

/** The project that a command would work on, and anything that would make its build fail. */
export function project(flags: ProjectFlags): Finding[] {
  const opened = openProject(flags)
  if (opened.value === undefined) {
    const remedy =
      'Change to the project folder, specify it with --root, or create a project with "imprint init sites".'
    return [warning('project', 'none here', remedy)]
  }
  const { root, brands, files, defaults } = opened.value
  const invalid = brands.brands.filter(id => hasErrors(loadBrand(files, id, defaults).diagnostics))
  const out = outFolder(opened.value, {})
  return [
    ok('project', root),
    invalid.length === 0
      ? ok('brands', `${brands.brands.length}, and ${counted(brands.bases.length, 'base')}`)
      : failure(
          'brands',
          `${brands.brands.length} (${invalid.length} with an invalid config)`,
          `Run "imprint check ${invalid.slice(0, 3).join(' ')}" to see what is wrong.`,
        ),
    elsewhere(root),
    writable('output', existsSync(out) ? out : root),
    writable('cache', existsSync(join(root, '.imprint')) ? join(root, '.imprint') : root),
    space(root),
    duplicates(root),
  ]
}

/** Colleagues, CI and containers can install packages only from paths that they have, too. */
function elsewhere(root: string): Finding {
  const name = 'other machines'
  const [first, ...more] = unportable(root)
  if (first === undefined) return ok(name, 'can install this project')
  const also = more.length === 0 ? '' : `; and ${more.length} more`
  return warning(name, `${first.where}: ${first.problem}${also}`, first.remedy)
}

function writable(name: string, folder: string): Finding {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK)
    return ok(name, `${folder} can be written to`)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    return failure(name, `${folder} cannot be written to (${code})`, `${rightToWrite(folder)}.`)
  }
}

function space(root: string): Finding {
  const { bavail, bsize } = statfsSync(root)
  const free = bavail * bsize
  const found = `${megabytes(free)} free`
  return free >= 200_000_000
    ? ok('disk', found)
    : warning('disk', found, 'Free up disk space: a build keeps the old site until the new one is complete.')
}

/** Two copies of React share no state, so hooks in a package that templates use would throw. */
function duplicates(root: string): Finding {
  const own = join(root, 'node_modules', 'react', 'package.json')
  const ours = join(packageRoot, 'node_modules', 'react', 'package.json')
  if (root === packageRoot || !existsSync(own) || !existsSync(ours)) return ok('react', versionOf('react'))
  const [a, b] = [own, ours].map(path => JSON.parse(readFileSync(path, 'utf8')).version)
  return a === b
    ? ok('react', a)
    : warning(
        'react',
        `${a} in the project, ${b} in Imprint`,
        `Install the same version in the project: "npm install react@${b} react-dom@${b}".`,
      )
}

function megabytes(bytes: number): string {
  return bytes >= 1e9 ? `${(bytes / 1e9).toFixed(1)} GB` : `${Math.round(bytes / 1e6)} MB`
}
