// The package manager that called `imprint init`: its command lines, and running it.

import { spawn } from 'node:child_process'

/** A package manager's equivalents of `npm ci` and `npx imprint`. */
export interface PackageManager {
  readonly name: string
  readonly ci: string
  readonly imprint: string
}

/** The package manager that ran this program; each one identifies itself in the environment. */
export function packageManager(): PackageManager {
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

/** A file of the starter, which is written for npm, for this package manager. */
export function inWordsOf({ name, ci, imprint }: PackageManager, text: string): string {
  return text
    .replaceAll('npm ci', ci)
    .replaceAll('npx imprint', imprint)
    .replace(/\bnpm (?=start|run)/g, `${name} `)
}

/**
 * Runs a package manager to completion and resolves to its output, or to undefined if it failed or was stopped.
 * @param toTerminal Shows its output on stderr: stdout is for the result of the command.
 */
export function runPackageManager(
  name: string,
  words: readonly string[],
  options: { readonly cwd: string; readonly signal: AbortSignal; readonly toTerminal?: boolean },
): Promise<string | undefined> {
  const { cwd, signal, toTerminal = false } = options
  return new Promise(resolve => {
    if (signal.aborted) return resolve(undefined)
    const child = spawn(name, words, {
      cwd,
      stdio: ['ignore', toTerminal ? 2 : 'pipe', toTerminal ? 2 : 'ignore'],
    })
    let printed = ''
    child.stdout?.on('data', chunk => {
      printed += chunk
    })
    // Ctrl-C reaches it directly; other signals reach only this process.
    const stop = (): boolean => child.kill('SIGTERM')
    signal.addEventListener('abort', stop)
    child.on('error', () => resolve(undefined))
    child.on('close', code => {
      signal.removeEventListener('abort', stop)
      resolve(code === 0 ? printed : undefined)
    })
  })
}

const npmRegistry = 'https://registry.npmjs.org/'

/** The arguments that install a project. The lock file must not name a registry that only this machine or company can reach. */
export async function installWords(
  manager: string,
  options: { readonly cwd: string; readonly signal: AbortSignal },
): Promise<readonly string[]> {
  if (manager !== 'npm') return ['install']
  const registry = await runPackageManager('npm', ['config', 'get', 'registry'], options)
  const isPublic = registry === undefined || registry.trim() === npmRegistry
  // No script is needed. npm would warn about Imprint's own, and accepts "allowScripts" for a file only by its absolute path.
  return ['install', '--ignore-scripts', ...(isPublic ? [] : ['--omit-lockfile-registry-resolved'])]
}
