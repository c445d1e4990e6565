// The problems that keep `imprint release` from releasing brands, found before anything is released.

import { join } from 'node:path'
import { locateBrand, readFleet, sharingAddress } from '../brand/index.ts'
import { compareText, type Diagnostic, diagnostic, listOf } from '../diagnostics/index.ts'
import {
  publishedFile,
  readBuiltSite,
  readManifest,
  readReleases,
  releaseFolder,
  sitePathOf,
} from '../output/index.ts'
import { entryAt } from '../yaml/index.ts'
import type { Selected } from './command-line/select-brands.ts'
import { lostPages } from './lost-pages.ts'
import { outFolder, type Project, type ProjectFlags } from './project.ts'
import { staleSites } from './runs/stale-sites.ts'
import { cellOf } from './table/cell.ts'
import { builtWithDrafts, unfinishedPages, unfinishedValues } from './unfinished.ts'

interface ReleaseCheckFlags extends Pick<ProjectFlags, 'allowLinks'> {
  readonly out?: string
  readonly env?: string
  readonly stale: boolean
  readonly allowRemovals: boolean
  readonly wave?: readonly string[]
}

/** Finds out why brands cannot be released as they are, before any of them is. */
export function releaseProblems(
  { project, brands }: Pick<Selected, 'project' | 'brands'>,
  folder: string,
  flags: ReleaseCheckFlags,
): (wave: readonly string[]) => Promise<ReadonlyMap<string, readonly Diagnostic[]>> {
  const out = outFolder(project, flags)
  const environment = flags.env ?? null
  const isForVisitors = environment === null
  const staleOf = staleSites({ ...flags, project, out, byInputs: flags.stale })
  // In a wave, a site that cannot be read keeps all others from being released. Without waves, `release` reports it itself.
  const unreadable = (id: string) =>
    flags.wave === undefined ? [] : readBuiltSite(join(out, id), id, { environment }).diagnostics
  /** Checked before staleness, because the hint for a stale site repeats the build's flags. */
  const unfit = (id: string, isBuilt: boolean): readonly Diagnostic[] => {
    const unfinished = isForVisitors ? unfinishedValues(project, id) : []
    if (unfinished.length > 0) return unfinished
    const shared = isForVisitors ? sharedAddress(project, id, brands, folder) : []
    if (shared.length > 0) return shared
    const drafts = isForVisitors && isBuilt ? builtWithDrafts(out, id) : []
    return drafts.length > 0 ? drafts : unreadable(id)
  }
  const unwanted = (id: string): readonly Diagnostic[] => {
    const unwritten = isForVisitors ? unfinishedPages(join(out, id), id) : []
    if (unwritten.length > 0) return unwritten
    const { live } = readReleases(folder, id)
    const keepsPages = isForVisitors && live !== undefined && !flags.allowRemovals
    return keepsPages ? lostPages(project, id, releaseFolder(folder, id, live), out) : []
  }
  return async wave => {
    // A pinned brand does not change.
    const isPinned = new Set(wave.filter(id => readReleases(folder, id).pin !== undefined))
    const isBuilt = (id: string) =>
      !isPinned.has(id) && readManifest(join(out, id))?.environment === environment
    const found = new Map(wave.map(id => [id, unfit(id, isBuilt(id))]))
    const fit = wave.filter(id => found.get(id)?.length === 0)
    const stale = await staleOf(fit.filter(isBuilt))
    for (const id of fit) {
      const problem = stale.get(id)
      if (problem !== undefined && !flags.stale) found.set(id, [problem])
      else {
        const warnings = problem === undefined ? [] : [{ ...problem, severity: 'warning' } as const]
        found.set(id, [...warnings, ...(isPinned.has(id) ? [] : unwanted(id))])
      }
    }
    return found
  }
}

/**
 * Reports a brand that has the same address as another, because only one of them can be live. One that is live there already is
 * not stopped by another.
 * @param brands All brands that are being released.
 */
function sharedAddress(
  { files }: Project,
  id: string,
  brands: readonly string[],
  folder: string,
): readonly Diagnostic[] {
  const located = locateBrand(files, id)?.located
  const siteUrl = cellOf(located, 'siteUrl')
  const isLive = (brand: string) => isLiveAt(folder, brand, siteUrl)
  const others = sharingAddress(readFleet(files), id).filter(
    other => isLive(other) || (brands.includes(other) && !isLive(id)),
  )
  if (others.length === 0) return []
  const entry = located && entryAt(located, ['siteUrl'])
  const ids = [id, ...others].sort(compareText)
  const message = `${ids.length} brands share the siteUrl ${JSON.stringify(siteUrl)}: ${listOf(ids, 4)}. Only one of them can be live.`
  const hint = 'Give each brand its own siteUrl, then build again.'
  const problem = diagnostic('fleet/shared-value', message, { at: entry?.value.origin, hint, brand: id })
  return [{ ...problem, severity: 'error' }]
}

/** Whether the live release of a brand has an address, according to the canonical link of its home page. */
function isLiveAt(folder: string, brand: string, siteUrl: string): boolean {
  const { live } = readReleases(folder, brand)
  if (live === undefined) return false
  const site = releaseFolder(folder, brand, live)
  const manifest = readManifest(site)
  const home = manifest?.files.find(({ path }) => sitePathOf(manifest, path) === 'index.html')
  const html = new TextDecoder().decode(home && publishedFile(site, home.path))
  return html.includes(`<link rel="canonical" href="${siteUrl}/"`)
}
