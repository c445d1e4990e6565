// Whole projects in temporary folders, and the real command, run in them as a user runs it.

import { fork, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'
import { atEndOfFile } from './end-of-file.ts'

export const repositoryRoot = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
export const command = join(repositoryRoot, 'bin', 'imprint.js')

export type FileMap = Readonly<Record<string, string | Uint8Array>>

/** A new folder below the system's temporary folder. It is removed when the test ends. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'imprint-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** The same for all tests of a file. It is removed when the last of them has ended. */
export function folderOfFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'imprint-test-'))
  atEndOfFile(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Writes files below a folder and creates the folders that they need. */
export function writeFiles(folder: string, files: FileMap): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), content)
  }
}

/** A project on disk from a map of path → content. */
export function project(files: FileMap): string {
  const root = temporaryFolder()
  writeFiles(root, files)
  return root
}

/** A valid `brand.yaml`. `changes` replaces or adds top-level lines; `undefined` removes one. */
export function brandYaml(changes: Readonly<Record<string, string | undefined>> = {}): string {
  // Each site has its own form and number, because two brands that share them are reported.
  const named = /^[A-Za-z0-9][\w -]*$/.test(changes.name ?? '') ? changes.name : undefined
  const address =
    changes.siteUrl ?? (named && `https://${named.toLowerCase().replace(/[^a-z0-9]+/g, '-')}.example`)
  const site = address?.replace(/[^a-z0-9]+/gi, '-').replace(/^-?(?:https-)?|-$/g, '')
  const digits = [...(site ?? '')].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 9000, 0)
  const lines: Record<string, string | undefined> = {
    name: 'Test Brand',
    siteUrl: address ?? 'https://test.example',
    formId: site === undefined ? 'test-form' : `form-${site}`.slice(0, 64),
    phone: site === undefined ? '"+18005550142"' : `"+1800555${1000 + digits}"`,
    email: 'info@test.example',
    providerHost: 'forms.test.example',
    companyLine: `${named ?? 'Test Brand'} is a service of Test LLC.`,
    ...changes,
  }
  return Object.entries(lines)
    .flatMap(([key, value]) => (value === undefined ? [] : [`${key}: ${value}\n`]))
    .join('')
}

/** A `brand.yaml` for which no rule reports anything. */
export function completeBrandYaml(changes: Readonly<Record<string, string | undefined>> = {}): string {
  return brandYaml({
    legalName: 'Test LLC',
    address: '12 Example Street, Wilmington, DE 19801',
    leadBuyers: 'partners',
    states: '{reviewedBy: J. Doe, reviewedOn: 2026-01-02}',
    substantiation: '[{rule: claim/trust-unsupported, source: Yearly review of the partners}]',
    ...changes,
  })
}

/** A valid article. `changes` replaces front matter lines as in `brandYaml`. */
export function article(
  slug: string,
  changes: Readonly<Record<string, string | undefined>> = {},
  body = 'A paragraph.\n',
): string {
  const lines: Record<string, string | undefined> = {
    slug,
    title: `Title of ${slug}`,
    description: `Description of ${slug}.`,
    date: '2025-08-21',
    ...changes,
  }
  const front = Object.entries(lines).flatMap(([key, value]) =>
    value === undefined ? [] : [`${key}: ${value}`],
  )
  return `---\n${front.join('\n')}\n---\n\n${body}`
}

export interface Run {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly stdout: string
  readonly stderr: string
}

/** Runs `imprint` (by default this repository's) with the given words in a folder, and waits until it ends. */
export function runImprint(
  words: readonly string[],
  options: {
    cwd: string
    env?: Readonly<Record<string, string>>
    command?: string
    /** The process is killed after this many milliseconds. */
    timeout?: number
  },
): Promise<Run> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [options.command ?? command, ...words], {
      cwd: options.cwd,
      env: { ...process.env, NO_COLOR: '1', GITHUB_ACTIONS: '', GITHUB_STEP_SUMMARY: '', ...options.env },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: options.timeout,
      killSignal: 'SIGKILL',
    })
    let stdout = ''
    let stderr = ''
    child.stdout.on('data', chunk => {
      stdout += chunk
    })
    child.stderr.on('data', chunk => {
      stderr += chunk
    })
    child.on('error', reject)
    child.on('close', (code, signal) => resolve({ code, signal, stdout, stderr }))
  })
}

type Request = { words: readonly string[]; cwd: string; env?: Readonly<Record<string, string>> }
const commandServers = new Map<string, (request: Request) => Promise<Run>>()

/**
 * Runs `imprint` like `runImprint`, but in a process that the tests of a file share, for tests of a command's output. Only
 * one command runs at a time.
 */
export function runShared(
  words: readonly string[],
  { command: path = command, ...options }: Omit<Request, 'words'> & { command?: string },
): Promise<Run> {
  const server = commandServers.get(path) ?? startCommandServer(path)
  return server({ words, ...options })
}

function startCommandServer(path: string): (request: Request) => Promise<Run> {
  const child = fork(join(repositoryRoot, 'test/support/command-server.cjs'), [path], { stdio: 'inherit' })
  const waitingRuns = new Map<number, { resolve: (run: Run) => void; reject: (error: Error) => void }>()
  let lastRun = 0
  child.on('message', ({ id, error, ...said }: Omit<Run, 'signal'> & { id: number; error?: string }) => {
    const waiting = waitingRuns.get(id)
    waitingRuns.delete(id)
    if (error === undefined) waiting?.resolve({ ...said, signal: null })
    else waiting?.reject(new Error(error))
  })
  child.on('exit', code => {
    commandServers.delete(path)
    for (const { reject } of waitingRuns.values())
      reject(new Error(`The commands' process ended with ${code}.`))
  })
  // The process ends with the tests, when their channel to it is closed. A package that a test installed is gone before.
  child.unref()
  child.channel?.unref()
  if (path !== command) atEndOfFile(() => child.kill())
  const server = (request: Request) => {
    const id = ++lastRun
    return new Promise<Run>((resolve, reject) => {
      waitingRuns.set(id, { resolve, reject })
      child.send({ id, ...request })
    })
  }
  commandServers.set(path, server)
  return server
}

/** The names in an output folder, without the records of builds. */
export function sitesIn(out: string): string[] {
  return readdirSync(out).filter(name => name !== '.imprint-builds')
}

/**
 * Every file below a folder: path → bytes as text (latin1, so that any bytes can be compared). Empty if there is no folder.
 */
export function readTree(folder: string): Record<string, string> {
  let entries: ReturnType<typeof list>
  try {
    entries = list(folder)
  } catch {
    return {}
  }
  const files = entries.filter(entry => entry.isFile()).map(entry => join(entry.parentPath, entry.name))
  return Object.fromEntries(
    files
      .map(
        path =>
          [
            path
              .slice(folder.length + 1)
              .split(sep)
              .join('/'),
            readFileSync(path, 'latin1'),
          ] as const,
      )
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  )
}

function list(folder: string) {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
}
