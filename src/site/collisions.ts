// No two files may have the same output path, not even on disks and hosts that ignore case.

import type { Host } from '../brand/index.ts'
import type { PublicFile } from '../content/index.ts'
import { type Diagnostic, diagnostic, startOf } from '../diagnostics/index.ts'
import { foldersOf } from '../files/index.ts'
import type { PlannedPage } from './pages/page-kind.ts'
import { outputPathOf, routes } from './urls.ts'

/** Reports each page whose output path belongs to an earlier page. */
export function routeCollisions(pages: readonly Omit<PlannedPage<never>, 'fill'>[]): Diagnostic[] {
  const claimed = new Map<string, string>()
  return pages.flatMap(({ route, source }) => {
    const path = folded(outputPathOf(route))
    const other = claimed.get(path)
    claimed.set(path, source ?? `the page "${route}"`)
    if (other === undefined) return []
    const problem = `The page "${route}" would be written to ${path}, which ${other} already uses.`
    const hint =
      'Give one of the two another address: an article’s comes from its slug, a page’s from its file name.'
    const at = source === undefined ? undefined : startOf(source)
    return [diagnostic('site/route-collision', problem, { ...(at && { at }), hint })]
  })
}

/** Files that Imprint writes in addition to pages. Browsers may cache the files in `assets/` forever. */
const ownFiles =
  /^(?:assets(?:\/.*)?|_headers|_redirects|robots\.txt|sitemap(?:-\d+)?\.xml|feed\.xml|imprint-manifest\.json)$/

/**
 * Files that hosts run or read as configuration and that affect the whole site: code that answers for every page, or rules that undo its
 * headers.
 */
const hostFile = /(?:^|\/)(?:_worker\.js|_routes\.json|\.htaccess|web\.config)(?:\/|$)/

/**
 * Reports each public file whose path belongs to one of Imprint's files or to another public file.
 * @param site Whether it has its own `favicon.ico`, the host whose files are written, and whether the brand allows host files.
 */
export function publicCollisions(
  files: readonly PublicFile[],
  pageRoutes: readonly string[],
  {
    hasIcon,
    host,
    hostFiles,
  }: { readonly hasIcon: boolean; readonly host?: Host | undefined; readonly hostFiles: boolean },
): Diagnostic[] {
  const pages = new Map(pageRoutes.map(route => [folded(outputPathOf(route)), route]))
  const folders = new Set([...pages.keys()].flatMap(foldersOf))
  const taken = new Map<string, string>()
  const clash = (source: string, message: string) =>
    diagnostic('site/public-clash', message, {
      at: startOf(source),
      hint: 'Remove it, or give it another name.',
    })
  return files.flatMap(({ path: written, source }) => {
    const path = folded(written)
    const other = taken.get(path)
    taken.set(path, source)
    const page = [path, ...foldersOf(path)].map(step => pages.get(step)).find(route => route !== undefined)
    if (/[\\:\p{Cc}]/u.test(written)) return [clash(source, 'This file name cannot be part of an address.')]
    if (page !== undefined) return [clash(source, `Imprint writes the page "${page}" there.`)]
    if (folders.has(path)) return [clash(source, `Imprint writes the folder "${written}" there.`)]
    if (
      ownFiles.test(path) ||
      (hasIcon && `/${path}` === routes.favicon) ||
      (host === 'apache' && path === '.htaccess')
    )
      return [clash(source, `Imprint writes "${written}" itself.`)]
    if (!hostFiles && hostFile.test(path)) {
      const message = `Hosts run "${written}" or read it as configuration, so it could replace pages or remove their headers.`
      const hint = 'Remove it. If it is intended, add "hostFiles: true" to brand.yaml.'
      return [diagnostic('site/public-clash', message, { at: startOf(source), hint })]
    }
    return other === undefined
      ? []
      : [clash(source, `${other} differs only in case, so only one of the two can be published.`)]
  })
}

function folded(path: string): string {
  return path.normalize('NFC').toLowerCase()
}
