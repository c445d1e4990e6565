// Finds what would prevent installing a project on another machine: packages that only this one has.

import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { isAbsolute, join, relative, resolve } from 'node:path'
import { attempt } from '../../files/index.ts'

interface Unportable {
  /** `package.json, "imprint"` */
  readonly where: string
  readonly problem: string
  readonly remedy: string
}

/**
 * The entries of `package.json` and npm's lock file that a clone of the project would not have. Empty without a `package.json`.
 */
export function unportable(folder: string): readonly Unportable[] {
  // Git reports real paths.
  const root = realpathSync(folder)
  const repository = topFolder(root) ?? root
  const { dependencies, devDependencies, optionalDependencies } = json(join(root, 'package.json'))
  const named = Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies })
  const locked = Object.entries(json(join(root, 'package-lock.json')).packages ?? {})
  return [
    ...named.map(([name, spec]) => [`package.json, "${name}"`, String(spec)] as const),
    ...locked.map(([name, entry]) => {
      const { resolved = '' } = entry as { readonly resolved?: string }
      return [`package-lock.json, "${name}"`, resolved] as const
    }),
  ].flatMap(([where, spec]) => {
    const problem = pathProblem(root, repository, spec) ?? hostProblem(spec)
    return problem === undefined ? [] : [{ where, ...problem }]
  })
}

function pathProblem(root: string, repository: string, spec: string): Omit<Unportable, 'where'> | undefined {
  const [, written = ''] = /^(?:file:|link:|(?=[./~]|[A-Za-z]:[\\/]))(?:\/\/(?=\/))?(.*)/.exec(spec) ?? []
  if (written === '') return undefined
  const path = resolve(root, written)
  const remedy = `Add it to the project as a file: run "npm pack <its folder> --pack-destination vendor", then "npm install ./vendor/<file>.tgz". Or install a published version.`
  if (isAbsolute(written) || written.startsWith('~'))
    return { problem: `${written} is a path on this machine`, remedy }
  const inside = relative(repository, path)
  if (inside.startsWith('..') || isAbsolute(inside))
    return { problem: `${written} is outside the repository`, remedy }
  if (!existsSync(path))
    return { problem: `${written} does not exist`, remedy: 'Restore the file, or install another version.' }
  const isIgnored = spawnSync('git', ['check-ignore', '--quiet', path], { cwd: root }).status === 0
  return isIgnored
    ? { problem: `git ignores ${written}`, remedy: `Run "git add --force ${written}".` }
    : undefined
}

/** A registry on this machine or in its network. */
function hostProblem(spec: string): Omit<Unportable, 'where'> | undefined {
  const { hostname = '' } = URL.canParse(spec) ? new URL(spec) : {}
  if (!/^https?:/.test(spec)) return undefined
  if (hostname.includes('.') && !/^(?:127|10|192\.168|172\.(?:1[6-9]|2\d|3[01]))\./.test(hostname))
    return undefined
  const remedy = 'Run "npm install --package-lock-only --omit-lockfile-registry-resolved".'
  return { problem: `other machines may not be able to reach the registry ${hostname}`, remedy }
}

function topFolder(root: string): string | undefined {
  const { status, stdout } = spawnSync('git', ['rev-parse', '--show-toplevel'], {
    cwd: root,
    encoding: 'utf8',
  })
  return status === 0 ? stdout.trim() : undefined
}

/** The parsed file; empty if there is none or it is broken, which the package manager reports. */
function json(path: string): { readonly [key: string]: Readonly<Record<string, unknown>> | undefined } {
  return attempt(() => JSON.parse(readFileSync(path, 'utf8')), {})
}
