// Live pages that a release would remove. A build reports the same for `dist/`, which a fresh machine does not have.

import { join } from 'node:path'
import { inspectBrand } from '../build/index.ts'
import { compareSites } from '../compare/index.ts'
import { createParseCache } from '../content/index.ts'
import { type Diagnostic, diagnostic, listOf } from '../diagnostics/index.ts'
import { diskFiles } from '../files/index.ts'
import { readBuildRecord, readManifest } from '../output/index.ts'
import type { Project } from './project.ts'
import { today } from './today.ts'

/**
 * The pages of a live site that a built one neither has nor redirects, except for expired articles.
 * @param live Absolute path of the live site.
 * @param out Absolute path of the folder of built sites.
 */
export function lostPages({ files, defaults }: Project, id: string, live: string, out: string): Diagnostic[] {
  const built = join(out, id)
  const [before, after] = [readManifest(live), readManifest(built)]
  if (before === undefined || after === undefined) return []
  const { readBytes } = diskFiles(built)
  const changes = compareSites(
    // Whether pages have changed does not matter.
    { manifest: before, read: () => undefined },
    { manifest: after, read: path => new TextDecoder().decode(readBytes(path).value) },
  )
  const lost = changes.flatMap(({ route, isLost }) => (isLost ? route : []))
  if (lost.length === 0) return []
  const asOf = readBuildRecord(out, id)?.flags.asOf ?? today()
  const { content } = inspectBrand(files, defaults, id, { asOf }, createParseCache())
  // An article is known by its slug.
  const isExpired = (route: string): boolean =>
    content?.leftOut.get(route.replace(/^\/articles\/(.+)\/$/, '$1'))?.reason === 'expired'
  const gone = lost.filter(route => !isExpired(route))
  if (gone.length === 0) return []
  const [pages, them] = gone.length === 1 ? ['page', 'it'] : ['pages', 'them']
  const message = `The live ${pages} ${listOf(gone, 5)} of "${id}" would disappear.`
  const hint = `Restore ${them}, add redirects to content/redirects.yaml, or use --allow-removals.`
  return [diagnostic('site/would-disappear', message, { brand: id, hint })]
}
