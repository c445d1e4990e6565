// `imprint init`: a project that shows a site at once, copied from `starter/` of the package.

import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { isSlug } from '../../brand/index.ts'
import { type Diagnostic, diagnostic } from '../../diagnostics/index.ts'
import type { CommandLine, CommandRecord } from '../command.ts'
import { createFiles } from '../create-files.ts'
import { exitCodes } from '../exit-codes.ts'
import { folder } from '../flag-values.ts'
import { json, quiet } from '../flags.ts'
import { cannotBegin, packageRoot } from '../project.ts'
import type { Reporter } from '../report/reporter.ts'
import { today } from '../today.ts'

export const initCommand: CommandRecord = {
  name: 'init',
  group: 'start',
  summary: 'start a project that shows a site at once',
  chapter: 'start',
  arguments: [{ name: '[folder]', summary: 'an empty or new folder', default: '.', parse: folder }],
  flags: [
    { name: '--brand <id>', summary: 'id of its first brand', default: 'first' },
    {
      name: '--name <name>',
      summary: 'name of its first brand, as visitors read it',
      default: 'First Loan Match',
    },
    { name: '--no-install', summary: 'do not install packages' },
    json,
    quiet,
  ],
  examples: [
    ['init sites', 'a project in sites/'],
    ['init sites --brand aurora --name "Aurora Loan Match" --no-install', 'name its brand; only write files'],
  ],
  exitCodes: ['failed'],
}

interface InitFlags {
  readonly brand: string
  readonly name: string
  readonly install: boolean
}

/**
 * Writes a new project into an empty folder, and installs it with the package manager that called.
 *
 * The project asks for the version of Imprint that runs. A folder that holds anything but hidden files stays as it is.
 */
export function init(path: string, flags: InitFlags, reporter: Reporter, { version }: CommandLine): number {
  const root = resolve(path)
  const there = existsSync(root) ? readdirSync(root).filter(name => !name.startsWith('.')) : []
  if (there.length > 0) {
    const taken = diagnostic('usage/already-exists', `"${path}" is not empty: it has ${there[0]}.`, {
      hint: 'Name a new folder, as in "imprint init sites"; or add a brand to a project with "imprint new brand <id>".',
    })
    return cannotBegin(reporter, [taken])
  }
  if (!isSlug(flags.brand)) {
    const invalid = diagnostic('usage/invalid', `"${flags.brand}" is not a brand id.`, {
      hint: 'Use lower-case letters, digits and single hyphens, for example "second-chance".',
    })
    return cannotBegin(reporter, [invalid])
  }
  const manager = packageManager()
  const fill = (text: string): string =>
    inWordsOf(manager, text)
      .replaceAll('%name%', flags.name)
      .replaceAll('%brand%', flags.brand)
      .replaceAll('%folder%', basename(root))
      .replaceAll(/(?<=copyrightYear: )\d{4}/g, today().slice(0, 4))
  const starter = join(packageRoot, 'starter')
  const files = readdirSync(starter, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name))
    .map(path => ({
      // npm leaves files named .gitignore out of packages.
      path: relative(starter, path)
        .replace(/^gitignore$/, '.gitignore')
        .replace(join('brands', 'first'), join('brands', flags.brand)),
      content: fill(readFileSync(path, 'utf8')),
    }))
  // Without a lock file of its own, Yarn takes the folder for a part of a project above it.
  if (manager.name === 'yarn') files.push({ path: 'yarn.lock', content: '' })
  files.push({ path: 'package.json', content: packageJson(basename(root), imprintSpec(version)) })
  const problems = createFiles(root, files)
  if (problems.length > 0) return cannotBegin(reporter, problems)
  const isInstalled = flags.install && install(manager.name, root, reporter)
  const failed = flags.install && !isInstalled ? [notInstalled(manager.name)] : []
  const steps = [
    ...(root === process.cwd() ? [] : [`cd ${relative(process.cwd(), root)}`]),
    ...(isInstalled ? [] : [`${manager.name} install`]),
    `${manager.name} start`,
  ]
  reporter.result(`Created ${files.length} files in ${path}\nNext: ${steps.join(' && ')}\n`)
  const created = files.map(({ path }) => path.split('\\').join('/')).sort()
  reporter.problems(failed)
  reporter.document({ ok: failed.length === 0, brands: [flags.brand], created, diagnostics: failed })
  return failed.length === 0 ? exitCodes.done : exitCodes.failed
}

function notInstalled(manager: string): Diagnostic {
  const message = `The project is written, but "${manager} install" failed.`
  const hint =
    'Its own messages say why. If no registry has Imprint, run "init" from a checkout of it (node <checkout>/bin/imprint.js init), or from a packed file that you have installed.'
  return diagnostic('project/not-installed', message, { hint })
}

function packageJson(name: string, imprint: string): string {
  const content = {
    name: name.toLowerCase().replace(/[^a-z0-9-]+/g, '-'),
    private: true,
    type: 'module',
    scripts: {
      start: 'imprint dev --all',
      build: 'imprint build --all',
      check: 'imprint check --all',
      preview: 'imprint preview',
    },
    engines: { node: '>=20.19' },
    dependencies: { imprint },
  }
  return `${JSON.stringify(content, undefined, 2)}\n`
}

/** A version, or the file or folder that this package was installed from or runs in. */
function imprintSpec(version: string): string {
  if (basename(dirname(packageRoot)) !== 'node_modules') return `file:${packageRoot}`
  try {
    const lock = JSON.parse(readFileSync(join(dirname(packageRoot), '.package-lock.json'), 'utf8'))
    const { resolved } = lock.packages['node_modules/imprint']
    // Relative to the folder with `node_modules/`.
    if (resolved.startsWith('file:')) return `file:${resolve(packageRoot, '../..', resolved.slice(5))}`
  } catch {
    // Not installed by npm.
  }
  return `^${version}`
}

/** What a package manager calls what npm calls `npm ci` and `npx imprint`. */
interface PackageManager {
  readonly name: string
  readonly ci: string
  readonly imprint: string
}

/** The one that called: each says so to what it runs. */
function packageManager(): PackageManager {
  const agent = process.env.npm_config_user_agent ?? ''
  const frozen = /^yarn\/1/.test(agent) ? '--frozen-lockfile' : '--immutable'
  const others: readonly PackageManager[] = [
    { name: 'pnpm', ci: 'corepack enable && pnpm install --frozen-lockfile', imprint: 'pnpm exec imprint' },
    { name: 'yarn', ci: `corepack enable && yarn install ${frozen}`, imprint: 'yarn imprint' },
    {
      name: 'bun',
      ci: 'npm install --global bun && bun install --frozen-lockfile',
      imprint: 'bunx imprint',
    },
  ]
  const npm = { name: 'npm', ci: 'npm ci', imprint: 'npx imprint' }
  return others.find(({ name }) => agent.startsWith(`${name}/`)) ?? npm
}

/** A file of the starter, which is written for npm. */
function inWordsOf({ name, ci, imprint }: PackageManager, text: string): string {
  return text
    .replaceAll('npm ci', ci)
    .replaceAll('npx imprint', imprint)
    .replace(/\bnpm (?=start|run)/g, `${name} `)
}

function install(manager: string, root: string, reporter: Reporter): boolean {
  reporter.note(`Installing with ${manager}.`)
  // Its words belong beside the messages: stdout is for the result.
  const { status } = spawnSync(manager, ['install'], { cwd: root, stdio: ['ignore', 2, 2] })
  return status === 0
}
