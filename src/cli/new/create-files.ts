import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { type Diagnostic, diagnostic } from '../../diagnostics/index.ts'

/** Reports the files that already exist. */
export function takenFiles(root: string, paths: readonly string[]): readonly Diagnostic[] {
  return paths
    .filter(path => existsSync(join(root, path)))
    .map(path =>
      diagnostic('usage/already-exists', `${path} already exists; it was not changed.`, {
        hint: 'Edit that file, or choose another name.',
      }),
    )
}

/** Creates files in a folder: all of them, or none if one already exists. Returns the problems. */
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
          hint: 'Check that every part of the path is a folder that you can write to.',
        }),
      ]
    }
  }
  return []
}

/** Appends text to a file that the user may have written. */
export function addToFile(path: string, text: string): void {
  if (text !== '') appendFileSync(path, text)
}

/** Replaces the contents of project files: all of them, or none if one cannot be written. Returns the problems. */
export function replaceFiles(
  root: string,
  files: readonly { readonly path: string; readonly content: string }[],
): readonly Diagnostic[] {
  const old = files.map(({ path }) => ({ path, content: readFileSync(join(root, path)) }))
  const beside = (path: string): string => join(root, `${path}.${process.pid}.new`)
  let path = ''
  try {
    for (const file of files) {
      path = file.path
      // A full disk fails here, while every old file still exists.
      writeFileSync(beside(path), file.content, { mode: statSync(join(root, path)).mode })
    }
    for (const file of files) {
      path = file.path
      renameSync(beside(path), join(root, path))
    }
    return []
  } catch (error) {
    for (const file of old) {
      rmSync(beside(file.path), { force: true })
      if (!readFileSync(join(root, file.path)).equals(file.content))
        writeFileSync(join(root, file.path), file.content)
    }
    const { code = error } = error as NodeJS.ErrnoException
    return [
      diagnostic('output/write-failed', `${path} could not be written (${code}), so nothing was changed.`, {
        hint: 'Check that you can write to the folder, and that the disk has free space.',
      }),
    ]
  }
}
