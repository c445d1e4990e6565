import { appendFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Diagnostic, diagnostic } from '../diagnostics/index.ts'

/** Reports the files that are there already. */
export function takenFiles(root: string, paths: readonly string[]): readonly Diagnostic[] {
  return paths
    .filter(path => existsSync(join(root, path)))
    .map(path =>
      diagnostic('usage/already-exists', `${path} already exists; it was not changed.`, {
        hint: 'Edit that file, or choose another name.',
      }),
    )
}

/** Creates files below a folder: all of them, or none where one is there already. Returns what is wrong. */
export function createFiles(
  root: string,
  files: readonly { readonly path: string; readonly content: string | Uint8Array }[],
): readonly Diagnostic[] {
  const taken = takenFiles(
    root,
    files.map(({ path }) => path),
  )
  if (taken.length > 0) return taken
  for (const { path, content } of files) {
    try {
      mkdirSync(dirname(join(root, path)), { recursive: true })
      writeFileSync(join(root, path), content, { flag: 'wx' })
    } catch (error) {
      const { code = error } = error as NodeJS.ErrnoException
      return [
        diagnostic('output/write-failed', `${path} could not be written (${code}).`, {
          hint: 'Check that every part of the path is a folder that you may write to.',
        }),
      ]
    }
  }
  return []
}

/** Adds a text to the end of a file that the user may have written. */
export function addToFile(path: string, text: string): void {
  if (text !== '') appendFileSync(path, text)
}
