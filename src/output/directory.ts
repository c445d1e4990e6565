// Publishing to a folder: everything is written beside it first, then the two are swapped. Whatever happens in
// between, the published folder is one complete build.

import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { hostname } from 'node:os'
import { basename, dirname, join, sep } from 'node:path'
import { compareText, type Diagnostic, diagnostic, type Outcome } from '../diagnostics/index.ts'
import { exchangePaths } from './exchange.ts'
import { beside, checkTarget } from './guard.ts'
import { acquireLock, type Holder } from './lock.ts'
import { type Manifest, manifestBuilder, manifestName, type Output, type Published } from './output.ts'

/** How long a build waits for another one that writes to the same folder, in milliseconds. */
const lockPatience = 30_000

export interface DirectoryOptions {
  /** Absolute path of the published folder. */
  readonly target: string
  readonly brand: string
  /** Default 30,000 ms. */
  readonly lockPatience?: number | undefined
  /** Ends the wait for another build's lock. */
  readonly signal?: AbortSignal | undefined
}

/** An error of the disk while writing, to be told to the user rather than thrown at them. */
export class WriteError extends Error {
  readonly diagnostic: Diagnostic
  constructor(problem: Diagnostic, cause: unknown) {
    super(problem.message, { cause })
    this.diagnostic = problem
  }
}

/**
 * Opens a folder for publishing: takes its lock, mends what a killed build left behind. Undefined when it is not
 * ours to replace or another build keeps it locked. `put` and `commit` throw `WriteError` when the disk fails.
 */
export async function directoryOutput(options: DirectoryOptions): Promise<Outcome<Output | undefined>> {
  const { target, brand } = options
  try {
    const refused = checkTarget(target)
    if (refused !== undefined) return { value: undefined, diagnostics: [refused] }
    const lock = await acquireLock(beside.lock(target), options.lockPatience ?? lockPatience, options.signal)
    if ('heldBy' in lock) return { value: undefined, diagnostics: [locked(target, lock.heldBy)] }
    try {
      const diagnostics = recover(target)
      const output = stagedOutput(target, brand, lock.release)
      return { value: output, diagnostics }
    } catch (error) {
      lock.release()
      throw error
    }
  } catch (error) {
    return { value: undefined, diagnostics: [writeFailure(target, error)] }
  }
}

function stagedOutput(target: string, brand: string, release: () => void): Output {
  const id = `${process.pid}-${Math.random().toString(36).slice(2, 8)}`
  const stage = beside.stage(target, id)
  const manifest = manifestBuilder(brand)
  const madeFolders = new Set<string>()
  let open = true
  mkdirSync(stage, { recursive: true })

  const write = (path: string, bytes: Uint8Array): void => {
    const location = join(stage, path)
    const folder = dirname(location)
    if (!madeFolders.has(folder)) {
      mkdirSync(folder, { recursive: true })
      madeFolders.add(folder)
    }
    writeFileSync(location, bytes)
  }
  const guarded = <Value>(path: string, work: () => Value): Value => {
    try {
      return work()
    } catch (error) {
      if ((error as NodeJS.ErrnoException).syscall === undefined) throw error
      throw new WriteError(writeFailure(path, error), error)
    }
  }
  const close = (): void => {
    if (!open) return
    open = false
    try {
      rmSync(stage, { recursive: true, force: true })
    } catch {
      // What is published stands; the next build tries again to remove this.
    }
    release()
  }

  return {
    put(file) {
      if (manifest.add(file)) guarded(join(target, file.path), () => write(file.path, file.bytes))
    },
    commit(): Published {
      return guarded(target, () => {
        const record = manifest.file()
        const counts = { files: manifest.files.length + 1, bytes: manifest.size + record.bytes.length }
        const previous = readManifest(target)
        const foreign = foreignFiles(target, previous)
        const diagnostics = foreign.map(path => foreignFile(target, path))
        if (isPublished(target, manifest.files, record.bytes)) {
          close()
          return { status: 'unchanged', ...counts, diagnostics }
        }
        write(record.path, record.bytes)
        const collides = collisionWith(manifest.files)
        for (const path of foreign) {
          // Where a new page has the name of someone's own file, neither may be lost: the build stops here.
          if (collides(path)) throw new WriteError(collision(target, path), undefined)
          mkdirSync(dirname(join(stage, path)), { recursive: true })
          cpSync(join(target, path), join(stage, path), {
            recursive: true,
            verbatimSymlinks: true,
            preserveTimestamps: true,
          })
        }
        swap(stage, target, beside.old(target, id))
        close()
        return { status: 'built', ...counts, diagnostics }
      })
    },
    discard: close,
  }
}

/** Puts the stage in the target's place. Afterwards the old site, if any, stands where the stage was. */
function swap(stage: string, target: string, old: string): void {
  if (!existsSync(target)) {
    renameSync(stage, target)
    return
  }
  if (exchangePaths(stage, target)) return
  renameSync(target, old)
  try {
    renameSync(stage, target)
  } catch (error) {
    renameSync(old, target)
    throw error
  }
  renameSync(old, stage)
}

/** Removes what killed builds left beside the target, and puts a site back that one had moved aside. */
function recover(target: string): Diagnostic[] {
  const folder = dirname(target)
  const prefix = `.${basename(target)}.`
  const names = readdirSync(folder).filter(name => name.startsWith(prefix))
  const old = names.filter(name => name.startsWith(`${prefix}old-`)).sort()
  const diagnostics: Diagnostic[] = []
  const newest = old.pop()
  if (newest !== undefined) {
    if (existsSync(target)) old.push(newest)
    else {
      renameSync(join(folder, newest), target)
      diagnostics.push(
        diagnostic(
          'output/recovered',
          `An earlier build was killed while it published; its site was put back to "${target}".`,
        ),
      )
    }
  }
  const unfinished = names.filter(
    name => name.startsWith(`${prefix}stage-`) || name.startsWith(`${prefix}lock.`),
  )
  for (const name of [...old, ...unfinished]) {
    rmSync(join(folder, name), { recursive: true, force: true })
  }
  return diagnostics
}

function readManifest(target: string): Manifest | undefined {
  try {
    const manifest = JSON.parse(readFileSync(join(target, manifestName), 'utf8')) as Manifest
    // Someone else may have written or changed it: then it vouches for no file.
    return manifest.files.every(file => typeof file.path === 'string') ? manifest : undefined
  } catch {
    return undefined
  }
}

/** Paths in the published folder that its manifest does not list, sorted. */
function foreignFiles(target: string, manifest: Manifest | undefined): string[] {
  if (!existsSync(target)) return []
  const own = new Set([manifestName, ...(manifest?.files ?? []).map(file => file.path)])
  return readdirSync(target, { withFileTypes: true, recursive: true })
    .filter(entry => !entry.isDirectory())
    .map(entry =>
      join(entry.parentPath, entry.name)
        .slice(target.length + 1)
        .split(sep)
        .join('/'),
    )
    .filter(path => !own.has(path))
    .sort(compareText)
}

/** Whether a path cannot stand beside these files: it has the name of one, or one has a folder's name in it. */
function collisionWith(files: Manifest['files']): (path: string) => boolean {
  const taken = new Set<string>()
  const folders = new Set<string>()
  for (const { path } of files) {
    taken.add(path)
    for (const folder of foldersOf(path)) folders.add(folder)
  }
  return path => taken.has(path) || folders.has(path) || foldersOf(path).some(folder => taken.has(folder))
}

/** `a/b/c.html` → `a`, `a/b` */
function foldersOf(path: string): string[] {
  const steps = path.split('/').slice(0, -1)
  return steps.map((_, index) => steps.slice(0, index + 1).join('/'))
}

/** Whether the folder already holds exactly these bytes. */
function isPublished(target: string, files: Manifest['files'], record: Uint8Array): boolean {
  try {
    if (!readFileSync(join(target, manifestName)).equals(record)) return false
    const check = manifestBuilder('')
    for (const { path } of files) check.add({ path, bytes: readFileSync(join(target, path)) })
    return check.files.every((file, index) => file.sha256 === files[index]?.sha256)
  } catch {
    return false
  }
}

function locked(target: string, holder: Holder | undefined): Diagnostic {
  const where = holder === undefined || holder.host === hostname() ? '' : ` on "${holder.host}"`
  const who = holder === undefined ? '' : ` (process ${holder.pid}${where})`
  return diagnostic('output/locked', `Another build${who} is writing to "${target}".`, {
    hint: `Wait until it has ended. If no build is running on any machine, remove "${beside.lock(target)}".`,
  })
}

function foreignFile(target: string, path: string): Diagnostic {
  return diagnostic(
    'output/foreign-file',
    `"${join(target, path)}" is not part of the site; it was kept where it is.`,
    {
      hint: 'Move it away if it should not be published.',
    },
  )
}

function collision(target: string, path: string): Diagnostic {
  return diagnostic(
    'output/not-ours',
    `"${join(target, path)}" was not written by Imprint, and the site has a file of that name.`,
    {
      hint: 'Move your file away, then build again.',
    },
  )
}

const reasons: Record<string, string> = {
  ENOSPC: 'there is no space left on the disk',
  EDQUOT: 'your disk quota is used up',
  EFBIG: 'the file is larger than the system allows',
  EACCES: 'you have no permission to write there',
  EPERM: 'you have no permission to write there',
  EROFS: 'the disk is read-only',
  EIO: 'the disk reported an error',
  EMFILE: 'too many files are open',
  ENFILE: 'too many files are open',
  ENAMETOOLONG: 'its name is too long',
  EBUSY: 'it is in use (is it a mount point?)',
  EXDEV: 'it is on another disk than the folder beside it (is it a mount point?)',
  ENOTDIR: 'a part of the path is a file',
}

function writeFailure(path: string, error: unknown): Diagnostic {
  const { code = '', message } = error as NodeJS.ErrnoException
  const reason = reasons[code]
  return diagnostic(
    'output/write-failed',
    `"${path}" could not be written: ${reason ?? message}${reason ? ` (${code})` : ''}.`,
    {
      hint: 'What was published before is untouched. Mend the cause and build again.',
    },
  )
}
