// The older sites that `imprint diff` compares with.

import { execFileSync } from 'node:child_process'
import { join, resolve } from 'node:path'
import { loadBrand } from '../../brand/index.ts'
import { openCache } from '../../cache/index.ts'
import type { Outcome } from '../../diagnostics/index.ts'
import { isFolder } from '../../files/index.ts'
import { putFile, readManifest, readReleases, releaseFolder, writeManifest } from '../../output/index.ts'
import { liveManifests, livePages } from '../../remote/index.ts'
import type { BuildFlags } from '../commands/build.ts'
import { gitProblem } from '../git.ts'
import { cacheOf, mistake, outFolder, type Project, releasesFolder } from '../project.ts'
import { buildAside } from './scratch-builds.ts'

export interface OlderFlags extends BuildFlags {
  /** `live`, the address of a site, `dist`, a folder, `release:<id>`, `release:live` or `git:<commit>`. */
  readonly against: string
  readonly texts?: boolean
  readonly releases?: string
}

/** Finds the folder of a brand's older site; undefined for a brand that has none. */
type Find = (id: string) => string | undefined

interface OlderSites {
  readonly find: Find
  /** Adds pages of a brand's live site to that folder, if the site serves them. Absent if all are there. */
  readonly fetchPages?: (pages: readonly WantedPage[]) => Promise<void>
}

/** A page in the manifest of an older site. */
interface WantedPage {
  readonly brand: string
  readonly path: string
  readonly route: string
  readonly sha256: string
}

/** Finds the older sites that `--against` names. `scratch` is a folder for sites that have to be built. */
export async function olderSites(
  project: Project,
  brands: readonly string[],
  flags: OlderFlags,
  scratch: string,
): Promise<Outcome<OlderSites | undefined>> {
  const [kind, name = ''] = flags.against.split(/:(.*)/s)
  if (kind === 'release') return ofRelease(project, brands, flags, name)
  if (flags.against === 'live' || /^https?:/.test(flags.against))
    return ofLiveSites(project, brands, flags, scratch)
  if (kind === 'git') return ofCommit(project, brands, flags, name, scratch)
  const folder = flags.against === 'dist' ? outFolder(project, flags) : resolve(flags.against)
  if (flags.against !== 'dist' && !isFolder(folder))
    return refused(
      `There is no folder "${flags.against}".`,
      'Use "live", the https address of a site, "dist", a folder of built sites, "release:live", "release:<id>" or "git:<commit>".',
    )
  const find: Find = id =>
    [join(folder, id), join(folder, id, 'current')].find(path => readManifest(path) !== undefined)
  return { value: { find }, diagnostics: [] }
}

function ofRelease(
  project: Project,
  brands: readonly string[],
  flags: OlderFlags,
  name: string,
): Outcome<OlderSites | undefined> {
  const folder = releasesFolder(project, flags)
  const isLive = name === 'live' || name === ''
  const find: Find = id => {
    const { live, releases } = readReleases(folder, id)
    const found = isLive ? live : releases.find(release => release.startsWith(name))
    return found === undefined ? undefined : releaseFolder(folder, id, found)
  }
  if (brands.length === 0 || brands.some(id => find(id) !== undefined))
    return { value: { find }, diagnostics: [] }
  return isLive
    ? refused(
        `No release is live in ${folder}.`,
        'Create one with "imprint release", or specify another folder with --releases.',
      )
    : refused(`There is no release "${name}" in ${folder}.`, 'Run "imprint releases --all" to list them.')
}

/**
 * Asks the live sites for their manifests. A brand whose site does not respond has no older site, and its problem is reported.
 */
async function ofLiveSites(
  project: Project,
  brands: readonly string[],
  flags: OlderFlags,
  scratch: string,
): Promise<Outcome<OlderSites | undefined>> {
  const url = flags.against === 'live' ? undefined : flags.against
  if (url !== undefined && brands.length > 1)
    return refused(
      `"${url}" is the site of one brand, but ${brands.length} brands were named.`,
      'Name only that brand, or use "--against live" to compare each brand with its own siteUrl.',
    )
  if (url !== undefined && !URL.canParse(url))
    return refused(`"${url}" is not an address.`, 'Write it in full: https://www.brand.example.')
  const sites = brands.flatMap(brand => {
    const address = url ?? loadBrand(project.files, brand, project.defaults, flags.env).value?.values.siteUrl
    return address === undefined ? [] : [{ brand, url: address }]
  })
  const cached = openCache(flags.cache ? cacheOf(project) : undefined).pack('live', unusedManifests)
  const { value: manifests, diagnostics } = await liveManifests(sites, { cached })
  cached?.save()
  const folderOf = (id: string) => join(scratch, 'live', id)
  for (const [id, text] of manifests) writeManifest(folderOf(id), text)
  const fetchPages: OlderSites['fetchPages'] = async pages => {
    const addresses = new Map(sites.map(({ brand, url: address }) => [brand, address]))
    const wanted = pages.map(page => ({ ...page, url: addresses.get(page.brand) ?? '' }))
    const found = await livePages(wanted)
    for (const [index, { brand, path }] of pages.entries()) {
      const bytes = found[index]
      if (bytes !== undefined) putFile(join(folderOf(brand), path), bytes)
    }
  }
  const find: Find = id => (manifests.has(id) ? folderOf(id) : undefined)
  return { value: { find, ...(flags.texts && { fetchPages }) }, diagnostics }
}

/** In bytes: the cached manifests of brands that are not part of this run. */
const unusedManifests = 32 * 1024 * 1024

/** Builds the brands from the files of a commit. */
async function ofCommit(
  project: Project,
  brands: readonly string[],
  flags: OlderFlags,
  commit: string,
  scratch: string,
): Promise<Outcome<OlderSites | undefined>> {
  const tree = join(scratch, 'commit')
  const cwd = project.root
  try {
    execFileSync('git', ['worktree', 'add', '--detach', '--force', tree, commit], { cwd, stdio: 'ignore' })
  } catch {
    return { value: undefined, diagnostics: [gitProblem(cwd, commit)] }
  }
  try {
    const prefix = execFileSync('git', ['rev-parse', '--show-prefix'], { cwd, encoding: 'utf8' }).trim()
    const before = join(scratch, 'before')
    await buildAside(join(tree, prefix), brands, { ...flags, out: before, cache: false })
    const find: Find = id => (readManifest(join(before, id)) === undefined ? undefined : join(before, id))
    return { value: { find }, diagnostics: [] }
  } finally {
    execFileSync('git', ['worktree', 'remove', '--force', tree], { cwd, stdio: 'ignore' })
  }
}

function refused(message: string, hint: string): Outcome<undefined> {
  return { value: undefined, diagnostics: [mistake(message, hint)] }
}
