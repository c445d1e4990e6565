// Commands that serve until they receive a signal.

import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { expect, onTestFinished } from 'vitest'
import { until } from '../output/disk.ts'
import { command, temporaryFolder } from '../support/project.ts'

export interface Serving {
  readonly port: number
  /** The folder for temporary files, as the command sees it. */
  readonly temporary: string
  stdout(): string
  stderr(): string
  /** Sends a signal to the command and everything that it started, as a terminal does, and waits until they have ended. */
  end(signal: NodeJS.Signals): Promise<{ readonly code: number | null; readonly ms: number }>
  /** Whether the command or anything that it started is still running. */
  isAlive(): boolean
}

/** Starts a command as the head of a process group and waits until it has printed its address. */
export async function startServing(
  name: 'dev' | 'preview',
  cwd: string,
  words: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): Promise<Serving> {
  const temporary = temporaryFolder()
  const child = spawn(process.execPath, [command, name, '--port', '0', ...words], {
    cwd,
    env: { ...process.env, NO_COLOR: '1', TMPDIR: temporary, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  onTestFinished(() => void signalGroup(child, 'SIGKILL'))
  const said = { stdout: '', stderr: '' }
  for (const stream of ['stdout', 'stderr'] as const)
    child[stream].on('data', chunk => {
      said[stream] += chunk
    })
  const port = () => Number(/http:\/\/\S+?:(\d+)\//.exec(said.stdout)?.[1])
  await until(() => port() > 0 || child.exitCode !== null, 'an address')
  expect(child.exitCode, said.stderr).toBe(null)
  return {
    port: port(),
    temporary,
    stdout: () => said.stdout,
    stderr: () => said.stderr,
    async end(signal) {
      const closed = new Promise<number | null>(resolve => child.once('close', code => resolve(code)))
      const sent = performance.now()
      signalGroup(child, signal)
      return { code: await closed, ms: performance.now() - sent }
    },
    isAlive: () => isRunning(child),
  }
}

/** Whether a process of the group is running. One that has ended may stay listed, because not every container removes it. */
function isRunning({ pid }: ChildProcess): boolean {
  const listed = execFileSync('ps', ['-axo', 'pgid=,stat='], { encoding: 'utf8' }).trim().split('\n')
  return listed.some(line => {
    const [group, state = ''] = line.trim().split(/\s+/)
    return Number(group) === pid && !state.startsWith('Z')
  })
}

/** False if no process is left to receive the signal. */
function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals): boolean {
  if (pid === undefined) return false
  try {
    return process.kill(-pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false
    throw error
  }
}
