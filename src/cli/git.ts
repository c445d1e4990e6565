// The changes in a project since a commit, from git.

import { execFileSync, spawnSync } from 'node:child_process'
import { isAbsolute, posix } from 'node:path'
import type { Diagnostic, Outcome } from '../diagnostics/index.ts'
import { attempt } from '../files/index.ts'
import { mistake } from './project.ts'

interface ChangesSince {
  /**
   * Files that differ from those of the commit, relative to the project, with their bytes at the commit; undefined if the commit
   * does not have the file. Ignored files, and link targets outside any repository, count as new, because their earlier content
   * is unknown.
   */
  readonly changed: ReadonlyMap<string, Uint8Array | undefined>
  /** Whether the installed packages may have changed. */
  readonly packages: boolean
  /**
   * Whether files outside the project's folders that its templates may import have changed, such as a package in the same
   * repository.
   */
  readonly elsewhere: boolean
}

/**
 * Asks git about the working tree of a project; fails without a repository or such a commit.
 * @param inputs Folders and files that sites are made from. Ignored files are looked for there.
 * @param targets Targets of the links in them, relative to the project's root.
 */
export function changesSince(
  root: string,
  ref: string,
  inputs: readonly string[],
  targets: readonly string[],
): Outcome<ChangesSince | undefined> {
  const git = gitIn(root)
  const fields = (...words: string[]) => git(words).toString('utf8').split('\0').filter(Boolean)
  try {
    const commit = lineOf(git(['rev-parse', '--verify', '--end-of-options', `${ref}^{commit}`]))
    const prefix = lineOf(git(['rev-parse', '--show-prefix']))
    const differing = pairs(
      fields('diff', '--raw', '-z', '--no-abbrev', '--no-renames', '--no-ext-diff', commit),
    )
    const inRepository = targets.filter(target => isInRepository(target, prefix))
    const inside = differing
      .map(([status, path]) => [status, fromProject(path, prefix)] as const)
      .filter(
        ([, path]) =>
          !path.startsWith('../') || inRepository.some(target => isAt(target, path) || isAt(path, target)),
      )
    const old = blobs(
      inside.map(([status]) => status.split(' ')[2] ?? ''),
      git,
    )
    // For a repository inside this one, git lists only the folder, with a slash.
    const unknown = [
      ...fields('--literal-pathspecs', 'ls-files', '--others', '-z', '--', ...inputs, ...inRepository),
      ...targets.filter(target => !inRepository.includes(target)),
    ].map(path => path.replace(/\/$/, ''))
    return {
      value: {
        changed: new Map([
          ...inside.map(([, path], index) => [path, old[index]] as const),
          ...unknown.map(path => [path, undefined] as const),
        ]),
        packages: differing.some(([, path]) => isLockFile(path, prefix)),
        elsewhere: differing.some(
          ([, path]) => importable.test(path) && !inputs.some(input => isAt(`${prefix}${input}`, path)),
        ),
      },
      diagnostics: [],
    }
  } catch {
    return { value: undefined, diagnostics: [gitProblem(root, ref)] }
  }
}

type Git = (words: readonly string[], input?: string) => Buffer

/** Runs git in a project and returns its output. A command that only reads must not write to the repository. */
function gitIn(root: string): Git {
  return (words, input = '') =>
    execFileSync('git', words, {
      cwd: root,
      input,
      stdio: ['pipe', 'pipe', 'ignore'],
      maxBuffer: 2 ** 31 - 1,
      env: { ...process.env, GIT_OPTIONAL_LOCKS: '0' },
    })
}

function lineOf(output: Buffer): string {
  return output.toString().replace(/\n$/, '')
}

/** A path in the repository, relative to a project in it: `../shared/a.md`. */
function fromProject(path: string, prefix: string): string {
  return path.startsWith(prefix) ? path.slice(prefix.length) : posix.relative(prefix, path)
}

/** Whether a path, relative to the project, is in its repository. */
function isInRepository(path: string, prefix: string): boolean {
  return !isAbsolute(path) && !posix.join(prefix, path).startsWith('../')
}

/** Whether a path is the same as another or below it. */
function isAt(place: string, path: string): boolean {
  return path === place || path.startsWith(`${place}/`)
}

/** The state of a project in git. */
interface ProjectState {
  readonly commit: string
  /** Whether files differ from that commit, or untracked files are among the sites' inputs. */
  readonly dirty: boolean
}

/**
 * The commit of a project; undefined if it is not under Git, or has no commit yet.
 * @param paths The sites' inputs: among them, untracked files count.
 * @param targets Targets of the links in them, relative to the project's root.
 */
export function stateOf(
  root: string,
  paths: readonly string[],
  targets: readonly string[],
): ProjectState | undefined {
  const git = gitIn(root)
  return attempt(() => {
    const commit = lineOf(git(['rev-parse', '--verify', 'HEAD']))
    const prefix = lineOf(git(['rev-parse', '--show-prefix']))
    const inRepository = targets.filter(target => isInRepository(target, prefix))
    const lists = (...words: string[]): boolean =>
      git(['--literal-pathspecs', ...words, ...inRepository]).length > 0
    const dirty =
      lists('status', '--porcelain', '--untracked-files=no', '--', '.') ||
      lists('ls-files', '--others', '--exclude-standard', '--', ...paths)
    return { commit, dirty }
  })
}

/** Why git finds no such commit of a project: no git, no repository, or no such commit. */
export function gitProblem(root: string, ref: string): Diagnostic {
  const { error, status } = spawnSync('git', ['rev-parse', '--git-dir'], { cwd: root, stdio: 'ignore' })
  if (error !== undefined)
    return mistake(
      'Git could not be started.',
      'Install it, and make sure that "git --version" works in this terminal.',
    )
  if (status !== 0)
    return mistake(
      `The project is not in a Git repository, or is in one that Git does not trust.`,
      'Run "git status" in the project to find out which. Without Git, "imprint affected" can compare with the saved output of "imprint inputs --all --files --json".',
    )
  return mistake(
    `Git has no commit "${ref}" in this project.`,
    'Name a branch, a tag or a commit. If CI fetches only the newest commit, make it fetch this one too.',
  )
}

const importable = /\.(?:[cm]?[jt]sx?|css|json|svg|png|jpe?g|gif|webp|avif|woff2?)$/

/** Whether a file lists the installed packages, next to the project or in a folder above it. */
function isLockFile(path: string, prefix: string): boolean {
  const folder = path.slice(0, path.lastIndexOf('/') + 1)
  return (
    prefix.startsWith(folder) &&
    /(?:^|\/)(?:package(?:-lock)?\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|bun\.lockb?)$/.test(
      path,
    )
  )
}

/** `[a, b, c, d]` → `[[a, b], [c, d]]` */
function pairs(fields: readonly string[]): (readonly [string, string])[] {
  return fields.flatMap((field, index) =>
    index % 2 === 0 ? [[field, fields[index + 1] ?? ''] as const] : [],
  )
}

/** The bytes of blobs by their ids; undefined if there is none, as for a new file. */
function blobs(ids: readonly string[], git: Git): (Buffer | undefined)[] {
  if (ids.length === 0) return []
  const output = git(['cat-file', '--batch'], ids.map(id => `${id}\n`).join(''))
  let at = 0
  return ids.map(() => {
    const end = output.indexOf('\n', at)
    const size = / blob (\d+)$/.exec(output.toString('utf8', at, end))?.[1]
    at = end + 1
    if (size === undefined) return undefined
    const bytes = output.subarray(at, at + Number(size))
    at += Number(size) + 1
    return bytes
  })
}
