import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { buildId } from './guard.ts'

/** Writes a small file in one step: a reader finds the old text or the new. Throws errors of the disk. */
export function replaceFile(path: string, text: string): void {
  const next = join(dirname(path), `.${buildId()}`)
  try {
    writeFileSync(next, text)
    renameSync(next, path)
  } catch (error) {
    rmSync(next, { force: true })
    throw error
  }
}
