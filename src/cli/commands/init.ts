// `imprint init`: creates a project that shows a site at once, and that works on any machine after `git clone`.

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join, relative, resolve } from 'node:path'
import { hosts } from '../../brand/index.ts'
import { type Diagnostic, diagnostic } from '../../diagnostics/index.ts'
import type { CommandRecord, FlagsOf } from '../command-line/command.ts'
import { exitCodes } from '../command-line/exit-codes.ts'
import { folder } from '../command-line/flag-values.ts'
import { json, quiet } from '../command-line/flags.ts'
import { addToFile, createFiles } from '../new/create-files.ts'
import { idProblem, lineProblem } from '../new/new-file.ts'
import { type OwnPackage, ownPackage, packageDescription } from '../new/own-package.ts'
import { installWords, packageManager, runPackageManager } from '../new/package-manager.ts'
import { missingIgnores, type NewFile, projectFiles } from '../new/project-files.ts'
import { stopOnSignal } from '../processes/signals.ts'
import { cannotBegin, packageRoot } from '../project.ts'
import type { Reporter } from '../report/reporter.ts'
import { shellWord } from '../shell-word.ts'
import { today } from '../today.ts'

export const initCommand = {
  name: 'init',
  group: 'start',
  summary: 'create a project with a site that is ready to build',
  chapter: 'start',
  arguments: [
    {
      name: '[folder]',
      summary: 'a new folder, or one that contains nothing but .git, a README and a license',
      default: '.',
      parse: folder,
    },
  ],
  flags: [
    { name: '--brand <id>', summary: 'id of the first brand', default: 'first' },
    {
      name: '--name <name>',
      summary: 'name of the first brand, as visitors see it',
      default: 'First Loan Match',
    },
    {
      name: '--host <name>',
      summary: 'host to publish to, written to "brands/_house/brand.yaml" and the CI workflow',
      choices: hosts,
    },
    { name: '--no-install', summary: 'do not install packages' },
    json,
    quiet,
  ],
  examples: [
    ['init sites', 'create a project in sites/'],
    [
      'init sites --brand aurora --name "Aurora Loan Match" --no-install',
      'name the brand, and do not install packages',
    ],
    ['init sites --host netlify', 'create a project with a workflow that publishes to Netlify'],
  ],
  exitCodes: ['failed'],
} as const satisfies CommandRecord

type InitFlags = FlagsOf<typeof initCommand.flags>

/** Writes a new project into a folder, and installs it with the package manager that ran the command. */
export async function init(path: string, flags: InitFlags, reporter: Reporter): Promise<number> {
  const root = resolve(path)
  const problem =
    folderProblem(path, root) ?? idProblem('brand id', flags.brand) ?? lineProblem('--name', flags.name, 80)
  if (problem !== undefined) return cannotBegin(reporter, [problem])
  const stop = stopOnSignal()
  try {
    const imprint = await ownPackage(stop.signal)
    if (stop.code() !== undefined) return stopped('Stopped. Nothing was written.', stop, reporter)
    if ('code' in imprint) return cannotBegin(reporter, [imprint])
    return await create(path, root, flags, imprint, stop, reporter)
  } finally {
    stop.forget()
  }
}

async function create(
  path: string,
  root: string,
  flags: InitFlags,
  imprint: OwnPackage,
  stop: ReturnType<typeof stopOnSignal>,
  reporter: Reporter,
): Promise<number> {
  const manager = packageManager()
  const { brand, name, host } = flags
  const values = {
    folder: basename(root),
    brand,
    name,
    host,
    year: today().slice(0, 4),
    imprint: imprint.spec,
    versions: packageDescription().devDependencies,
  }
  const files = [
    ...projectFiles(join(packageRoot, 'starter'), values, manager),
    ...(imprint.file === undefined ? [] : [imprint.file]),
  ]
  const { own, ignores } = besideWhatIsThere(root, files)
  const problems = createFiles(root, own)
  if (problems.length > 0) return cannotBegin(reporter, problems)
  addToFile(join(root, '.gitignore'), ignores)
  const options = { cwd: root, signal: stop.signal }
  const steps = (isInstalled: boolean): string => nextSteps(root, manager.name, isInstalled)
  let isInstalled = false
  if (flags.install) {
    reporter.note(`Installing with ${manager.name}.`)
    const words = await installWords(manager.name, options)
    isInstalled =
      (await runPackageManager(manager.name, words, { ...options, toTerminal: true })) !== undefined
  }
  if (stop.code() !== undefined)
    return stopped(
      `Stopped. The project was created, but its packages were not installed. Continue with: ${steps(false)}`,
      stop,
      reporter,
    )
  const failed = flags.install && !isInstalled ? [notInstalled(manager.name, steps(false))] : []
  reporter.result(`Created ${own.length} files in ${path}\nNext: ${steps(isInstalled)}\n`)
  reporter.problems(failed)
  const created = own.map(file => file.path).sort()
  reporter.document({ brands: [{ id: flags.brand }], created, diagnostics: failed })
  return failed.length === 0 ? exitCodes.done : exitCodes.failed
}

function stopped(text: string, { code }: ReturnType<typeof stopOnSignal>, reporter: Reporter): number {
  reporter.note(text)
  reporter.document({ ok: false })
  return code() as number
}

/** The files of a new project that a folder with a README or `.gitignore` lacks, and the lines that its `.gitignore` lacks. */
function besideWhatIsThere(root: string, files: readonly NewFile[]) {
  const entries = existsSync(root) ? readdirSync(root) : []
  const hasReadme = entries.some(name => /^readme\b/i.test(name))
  const ignored = files.find(({ path }) => path === '.gitignore')
  const present = entries.includes('.gitignore') ? readFileSync(join(root, '.gitignore'), 'utf8') : undefined
  return {
    own: files.filter(
      ({ path }) => !(hasReadme && path === 'README.md') && !(present !== undefined && path === '.gitignore'),
    ),
    ignores: present === undefined ? '' : missingIgnores(present, String(ignored?.content)),
  }
}

/** A new repository may have these; anything else is someone's work. */
const harmless = /^(?:\.|(?:readme|licen[cs]e|copying|notice)\b)/i

function folderProblem(path: string, root: string): Diagnostic | undefined {
  const others = existsSync(root) ? readdirSync(root).filter(name => !harmless.test(name)) : []
  if (others.length === 0) return undefined
  if (others.includes('brands') && others.includes('package.json')) {
    const { name } = packageManager()
    return diagnostic('usage/already-exists', `"${path}" is already a project.`, {
      hint: `Continue with: ${nextSteps(root, name, false)}. To add a brand, run "imprint new brand <id>".`,
    })
  }
  return diagnostic('usage/already-exists', `"${path}" is not empty: it contains ${others[0]}.`, {
    hint: 'Choose a new folder, as in "imprint init sites", or add a brand to an existing project with "imprint new brand <id>".',
  })
}

/** One line to paste into a shell. */
function nextSteps(root: string, manager: string, isInstalled: boolean): string {
  const folder = relative(process.cwd(), root)
  return [
    ...(folder === '' ? [] : [`cd ${shellWord(folder)}`]),
    ...(isInstalled ? [] : [`${manager} install`]),
    `${manager} start`,
  ].join(' && ')
}

function notInstalled(manager: string, next: string): Diagnostic {
  const message = `The project was created, but "${manager} install" failed.`
  return diagnostic('project/not-installed', message, {
    hint: `See the output above for the cause. Fix the problem, then continue with: ${next}`,
  })
}
