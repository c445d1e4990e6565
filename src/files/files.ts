// The only place that reads the project. Stages use `Files` and never touch the disk themselves, so a test can pass a map of path
// → text, and a build sees one state of the disk.

import { type Dirent, readdirSync, readFileSync, type Stats, statSync } from 'node:fs'
import { join } from 'node:path'
import {
  compareText,
  type Diagnostic,
  diagnostic,
  grouped,
  type Outcome,
  startOf,
} from '../diagnostics/index.ts'
import { attempt } from './attempt.ts'
import { isLink, isWithin, type LinkRule, leadsBack, leadsNowhere, linkRule } from './links.ts'
import { readRegular } from './regular-file.ts'
import { remembered } from './remembered.ts'
import { decodeText, type SourceFile } from './text.ts'

/** A file to be published: made by `render` and `assets`, written by `output`. */
export interface OutputFile {
  /** Relative to the brand's folder, forward slashes: `faq/index.html`. */
  readonly path: string
  readonly bytes: Uint8Array
}

/** Reading access to a project. Paths are relative to its root, with forward slashes. */
export interface Files {
  /** A text file; undefined if it is missing or its bytes are not acceptable text (then with an error). */
  readText(path: string): Outcome<SourceFile | undefined>
  /** Any file's bytes; undefined if it is missing or cannot be read (then with an error). */
  readBytes(path: string): Outcome<Uint8Array | undefined>
  /** Paths of all files below a folder, sorted byte-wise; empty if the folder does not exist. */
  list(folder: string): Outcome<readonly string[]>
  /** Names of the folders directly in a folder, sorted byte-wise. */
  folders(folder: string): Outcome<readonly string[]>
  /** The location of a path on the disk, for tools that read it themselves (esbuild); undefined in memory. */
  locate(path: string): string | undefined
}

/** Largest size of a file, in bytes. An article of 128 KiB is a short book; anything larger is a mistake. */
export const sizeLimits = { text: 256 * 1024, binary: 10 * 1024 * 1024 } as const

// Left behind by operating systems and editors; never content. `.well-known` contains files for third parties (RFC 8615);
// `.htaccess` must be listed so that it can be refused.
const ignoredNames = /^(\.(?!(?:well-known|htaccess)$)|Thumbs\.db$|desktop\.ini$)|~$|\.sw[op]$/

/** Whether files and folders of that name are left out of every list. */
export function isIgnored(name: string): boolean {
  return ignoredNames.test(name)
}

/**
 * Files below a folder of the disk.
 * @param allowedLinks Absolute paths of folders outside it into which symbolic links may lead; see `links.ts`.
 */
export function diskFiles(root: string, allowedLinks: readonly string[] = []): Files {
  const links = linkRule(root, allowedLinks)
  return {
    readBytes: path => readFrom(links, path, sizeLimits.binary),
    readText: path => textOf(path, readFrom(links, path, sizeLimits.text)),
    list(folder) {
      const paths: string[] = []
      const diagnostics: Diagnostic[] = []
      /** @param above The real paths of the parent folders. */
      const walk = (current: string, above: readonly string[]): void => {
        const listed = entriesOf(links, current)
        diagnostics.push(...listed.diagnostics)
        const { location } = listed
        if (location === undefined) return
        if (above.some(outer => isWithin(location, outer))) {
          diagnostics.push(leadsBack(current))
          return
        }
        for (const { path, kind } of listed.entries) {
          if (kind === 'folder') walk(path, [...above, location])
          else if (kind === 'file') paths.push(path)
          else diagnostics.push(kind === 'else' ? notRegular(path) : kind)
        }
      }
      walk(folder, [])
      return { value: paths.sort(compareText), diagnostics }
    },
    folders(folder) {
      const { entries, diagnostics } = entriesOf(links, folder)
      const names = entries.filter(({ kind }) => kind === 'folder').map(({ name }) => name)
      const refused = entries.flatMap(({ kind }) => (typeof kind === 'object' ? [kind] : []))
      return { value: names.sort(compareText), diagnostics: [...diagnostics, ...refused] }
    },
    locate: path => join(root, path),
  }
}

/** @param isLink Whether a link at the path's end is followed. */
function readFrom(
  links: LinkRule,
  path: string,
  limit: number,
  isLink = false,
): Outcome<Uint8Array | undefined> {
  try {
    const followed = isLink ? links.follow(path) : links.followFolder(path)
    if ('refused' in followed) return nothing(followed.refused)
    // Only `links.ts` follows links.
    const read = readRegular(followed.location, (descriptor, { size }) =>
      size > limit
        ? nothing(tooLarge(path, size, limit))
        : { value: readFileSync(descriptor), diagnostics: [] },
    )
    return read ?? nothing(notRegular(path))
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code
    if (code === 'ELOOP' && !isLink) return readFrom(links, path, limit, true)
    if (isLink && (code === 'ENOENT' || code === 'ELOOP')) return nothing(leadsNowhere(path))
    if (code === 'ENOENT' || code === 'ENOTDIR') return { value: undefined, diagnostics: [] }
    return nothing(unreadable(path, code))
  }
}

/** An entry of a folder. */
interface Entry {
  readonly name: string
  /** Relative to the root. */
  readonly path: string
  /** The kind of the entry or of its link's target, or the problem with the link. */
  readonly kind: 'folder' | 'file' | 'else' | Diagnostic
}

interface Entries {
  /** Real path of the folder; absent if it cannot be read. */
  readonly location?: string
  readonly entries: readonly Entry[]
  readonly diagnostics: readonly Diagnostic[]
}

function entriesOf(links: LinkRule, folder: string): Entries {
  const none = (...diagnostics: Diagnostic[]): Entries => ({ entries: [], diagnostics })
  try {
    const followed = links.follow(folder)
    if ('refused' in followed) return none(followed.refused)
    const { location } = followed
    const listed = readdirSync(location, { withFileTypes: true }).filter(({ name }) => !isIgnored(name))
    const entries = listed.map(entry => {
      const path = `${folder}/${entry.name}`
      return { name: entry.name, path, kind: kindOf(links, entry, path) }
    })
    return { location, entries, diagnostics: [] }
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code
    if (code !== 'ENOENT' && code !== 'ELOOP') return none(unreadable(folder, code))
    return isLink(join(links.root, folder)) ? none(leadsNowhere(folder)) : none()
  }
}

function kindOf(links: LinkRule, entry: Dirent, path: string): Entry['kind'] {
  try {
    let status: Dirent | Stats = entry
    if (entry.isSymbolicLink()) {
      const followed = links.follow(path)
      if ('refused' in followed) return followed.refused
      status = statSync(followed.location)
    }
    return status.isDirectory() ? 'folder' : status.isFile() ? 'file' : 'else'
  } catch {
    return leadsNowhere(path)
  }
}

/** Files from a map of path → content, for tests and for everything that is not on a disk. */
export function memoryFiles(content: Readonly<Record<string, string | Uint8Array>>): Files {
  const read = (path: string, limit: number): Outcome<Uint8Array | undefined> => {
    const found = Object.hasOwn(content, path) ? content[path] : undefined
    if (found === undefined) return { value: undefined, diagnostics: [] }
    const bytes = typeof found === 'string' ? new TextEncoder().encode(found) : found
    return bytes.length > limit
      ? nothing(tooLarge(path, bytes.length, limit))
      : { value: bytes, diagnostics: [] }
  }
  const below = (folder: string) =>
    Object.keys(content)
      .filter(path => path.startsWith(`${folder}/`))
      .filter(path => !path.split('/').some(isIgnored))
      .sort(compareText)
  return {
    readBytes: path => read(path, sizeLimits.binary),
    readText: path => textOf(path, read(path, sizeLimits.text)),
    list: folder => ({ value: below(folder), diagnostics: [] }),
    folders(folder) {
      const rest = below(folder).map(path => path.slice(folder.length + 1))
      const names = rest.filter(path => path.includes('/')).map(path => path.slice(0, path.indexOf('/')))
      return { value: [...new Set(names)].sort(compareText), diagnostics: [] }
    },
    locate: () => undefined,
  }
}

/**
 * The same files, except that some have these bytes. Undefined removes a file and everything below that path. Used to compare two
 * states of a project, one of which is on the disk.
 */
export function withChanges(files: Files, changed: ReadonlyMap<string, Uint8Array | undefined>): Files {
  const added = memoryFiles(
    Object.fromEntries([...changed].flatMap(([path, bytes]) => (bytes ? [[path, bytes]] : []))),
  )
  const isChanged = (path: string): boolean =>
    changed.has(path) || [...path.matchAll(/\//g)].some(({ index }) => changed.has(path.slice(0, index)))
  return {
    readBytes: path => (isChanged(path) ? added : files).readBytes(path),
    readText: path => (isChanged(path) ? added : files).readText(path),
    locate: path => files.locate(path),
    list(folder) {
      const { value, diagnostics } = files.list(folder)
      const same = value.filter(path => !isChanged(path))
      return { value: [...same, ...added.list(folder).value].sort(compareText), diagnostics }
    },
    // The result may include a folder whose files are gone, which counts as empty.
    folders(folder) {
      const { value, diagnostics } = files.folders(folder)
      return {
        value: [...new Set([...value, ...added.folders(folder).value])].sort(compareText),
        diagnostics,
      }
    },
  }
}

/**
 * The same files, each read only once: every stage of a run sees the same state, and reading twice returns the same object, so
 * that work on a file can be cached by identity.
 */
export function snapshot(files: Files): Files {
  const lists = new Map<string, ReturnType<Files['list']>>()
  const list: Files['list'] = folder => {
    const known = lists.get(folder)
    if (known !== undefined) return known
    const answer = files.list(folder)
    lists.set(folder, answer)
    if (answer.diagnostics.length > 0) return answer
    // Its subfolders need not be walked again.
    const below = answer.value.filter(path => path.includes('/', folder.length + 1))
    const inner = grouped(below.map(path => [path.slice(0, path.indexOf('/', folder.length + 1)), path]))
    for (const [name, value] of inner) if (!lists.has(name)) lists.set(name, { value, diagnostics: [] })
    return answer
  }
  return {
    readBytes: remembered(files.readBytes),
    readText: remembered(files.readText),
    list,
    folders: remembered(files.folders),
    locate: files.locate,
  }
}

/** Whether the path can be read as a folder; used to find a project's root. */
export function isFolder(path: string): boolean {
  return attempt(() => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false, false)
}

function textOf(path: string, bytes: Outcome<Uint8Array | undefined>): Outcome<SourceFile | undefined> {
  return bytes.value === undefined
    ? { value: undefined, diagnostics: bytes.diagnostics }
    : decodeText(path, bytes.value)
}

function nothing(problem: Diagnostic): Outcome<undefined> {
  return { value: undefined, diagnostics: [problem] }
}

function notRegular(path: string): Diagnostic {
  return diagnostic('file/not-regular', 'This is a folder or a device, not a file, so it was not read.', {
    at: startOf(path),
    hint: 'Replace it with a regular file, or remove it.',
  })
}

function tooLarge(path: string, size: number, limit: number): Diagnostic {
  const kilobytes = (bytes: number) => `${Math.ceil(bytes / 1024).toLocaleString('en-US')} KiB`
  return diagnostic('file/too-large', `The file is ${kilobytes(size)}; the limit is ${kilobytes(limit)}.`, {
    at: startOf(path),
    hint: 'Split or shrink the file.',
  })
}

function unreadable(path: string, code: string | undefined): Diagnostic {
  const reasons: Record<string, string> = {
    EACCES: 'you have no permission to read it',
    EPERM: 'you have no permission to read it',
    EMFILE: 'too many files are open',
    EIO: 'the disk reported an error',
  }
  const reason = reasons[code ?? ''] ?? 'the system refused'
  return diagnostic('file/unreadable', `This could not be read: ${reason} (${code ?? 'unknown error'}).`, {
    at: startOf(path),
    hint: 'Check its permissions and owner, then run the command again.',
  })
}
