import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { buildId } from './build-id.ts'

/** Writes a file in one step: a reader finds either the old or the new content. Throws disk errors. */
export function replaceFile(path: string, content: string | Uint8Array): void {
  const next = join(dirname(path), `.${buildId()}`)
  try {
    writeFileSync(next, content, { flag: 'wx' })
    renameSync(next, path)
  } catch (error) {
    rmSync(next, { force: true })
    throw error
  }
}

/** The same for a file whose folder may not exist yet. */
export function putFile(path: string, content: string | Uint8Array): void {
  mkdirSync(dirname(path), { recursive: true })
  replaceFile(path, content)
}
