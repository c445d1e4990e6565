// Symbolic links of a project. One rule for files and folders, anywhere on a path: a link is followed only if its target is
// inside the project, or inside a folder that the user has named. So a link among third-party files never publishes other files
// on the machine.

import { lstatSync, realpathSync } from 'node:fs'
import { dirname, join, sep } from 'node:path'
import { type Diagnostic, diagnostic, startOf } from '../diagnostics/index.ts'
import { attempt } from './attempt.ts'
import { once } from './remembered.ts'

/** The real location of a path, or the reason why it may not be read. */
type Followed = { readonly location: string } | { readonly refused: Diagnostic }

export interface LinkRule {
  readonly root: string
  /** Follows the links in a path of the project. Throws the file system's error if there is nothing. */
  readonly follow: (path: string) => Followed
  /** The same for the parent folder of a path; a link at the path's end is not followed. */
  readonly followFolder: (path: string) => Followed
}

/**
 * @param root Absolute path of the project.
 * @param allowed Absolute paths of further folders that links may lead into.
 */
export function linkRule(root: string, allowed: readonly string[]): LinkRule {
  const homes = once(() =>
    [root, ...allowed].flatMap(folder => attempt(() => realpathSync.native(folder)) ?? []),
  )
  const isInside = (location: string): boolean => homes().some(home => isWithin(home, location))
  const follow = (path: string): Followed => {
    const location = realpathSync.native(join(root, path))
    // Package managers make links, some of them to stores outside the project.
    if (isInside(location) || /^node_modules(?:\/|$)/.test(path)) return { location }
    const steps = path.split('/')
    const folders = steps.slice(1).map((_, index) => steps.slice(0, index + 1).join('/'))
    const link = folders.find(folder => !isInside(realpathSync.native(join(root, folder))))
    return { refused: leadsOutside(link ?? path) }
  }
  return {
    root,
    follow,
    followFolder(path) {
      const folder = dirname(path)
      const followed = follow(folder === '.' ? '' : folder)
      return 'refused' in followed
        ? followed
        : { location: join(followed.location, path.slice(path.lastIndexOf('/') + 1)) }
    },
  }
}

/** Whether a path is a folder or inside it. Both must be real paths. */
export function isWithin(folder: string, path: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep)
}

export function isLink(location: string): boolean {
  return lstatSync(location, { throwIfNoEntry: false })?.isSymbolicLink() ?? false
}

function leadsOutside(path: string): Diagnostic {
  return diagnostic(
    'file/symlink',
    'This symbolic link points outside the project, so it was not followed.',
    {
      at: startOf(path),
      hint: 'Replace the link with the files themselves, or allow the folder that it points to with --allow-links.',
    },
  )
}

export function leadsNowhere(path: string): Diagnostic {
  return diagnostic('file/symlink', 'This symbolic link points to nothing.', {
    at: startOf(path),
    hint: 'Replace it with the file itself, or remove it.',
  })
}

export function leadsBack(path: string): Diagnostic {
  return diagnostic('file/symlink', 'This symbolic link points back to a folder that contains it.', {
    at: startOf(path),
    hint: 'Remove the link.',
  })
}
