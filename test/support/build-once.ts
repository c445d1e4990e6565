// Builds the repository's brands once for all tests, with the real command, into a temporary folder, next to a copy of their
// cache in `cache`. If the build fails, only the tests that read it fail.

import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { TestProject } from 'vitest/node'

/** The result of the build. */
export interface BuiltOnce {
  /** Contains a folder for each brand. */
  readonly folder: string
  readonly code: number
  readonly stderr: string
}

declare module 'vitest' {
  interface ProvidedContext {
    builtOnce: BuiltOnce
  }
}

export default async function setup(project: TestProject): Promise<() => void> {
  const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
  const temporary = mkdtempSync(join(tmpdir(), 'imprint-built-'))
  const folder = join(temporary, 'dist')
  const words = [join(root, 'bin', 'imprint.js'), 'build', '--all', '--out', folder]
  const built = await new Promise<BuiltOnce>(resolve => {
    execFile(
      process.execPath,
      words,
      { cwd: root, env: { ...process.env, NO_COLOR: '1' } },
      (error, _, stderr) => resolve({ folder, code: error === null ? 0 : Number(error.code ?? 1), stderr }),
    )
  })
  if (built.code === 0) cpSync(join(root, '.imprint', 'cache'), join(temporary, 'cache'), { recursive: true })
  project.provide('builtOnce', built)
  return () => rmSync(temporary, { recursive: true, force: true })
}
