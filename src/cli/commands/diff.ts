// `imprint diff`: the changes that visitors would see, before anything is published.

import { join } from 'node:path'
import { type BrandConfig, loadBrand } from '../../brand/index.ts'
import {
  type BrandChanges,
  type BuiltSite,
  type ChangeGroup,
  changedBrands,
  changedPages,
  compareSites,
  type Differences,
  groupChanges,
  oldValues,
  printHtml,
  printMarkdown,
  printText,
} from '../../compare/index.ts'
import { type Diagnostic, diagnostic, hasErrors, sortDiagnostics } from '../../diagnostics/index.ts'
import { diskFiles, snapshot } from '../../files/index.ts'
import { openScratch, readManifest, sitePathOf } from '../../output/index.ts'
import { phoneView, routeOf } from '../../site/index.ts'
import type { CommandRecord, FlagsOf } from '../command-line/command.ts'
import { exitCodes } from '../command-line/exit-codes.ts'
import { exitCode, out, releases, siteFlags } from '../command-line/flags.ts'
import type { BrandsCommand } from '../command-line/select-brands.ts'
import { cannotBegin, outFolder, sourceReader } from '../project.ts'
import { takePictures } from '../report/pictures.ts'
import { type OlderFlags, olderSites } from '../runs/older-sites.ts'
import { publishedSites } from '../runs/project-inputs.ts'
import { buildAside } from '../runs/scratch-builds.ts'

export const diffCommand = {
  name: 'diff',
  group: 'look',
  summary: 'show the changes that visitors would see, without publishing anything',
  chapter: 'releases',
  flags: [
    {
      name: '--against <site>',
      summary:
        'what to compare with: dist, live (what each siteUrl serves), an https address, a folder of built sites, release:live, release:<id> or git:<commit>',
      default: 'dist',
    },
    {
      name: '--format <format>',
      summary: 'output format',
      choices: ['text', 'json', 'markdown', 'html'],
      default: 'text',
    },
    { name: '--pages', summary: 'list every changed address' },
    {
      name: '--texts',
      summary: 'when comparing with a live site, fetch its changed pages and compare their text',
    },
    { ...exitCode, summary: 'exit with code 10 if anything changes' },
    out,
    releases,
    ...siteFlags,
  ],
  examples: [
    ['diff --all', 'show what a build would change in dist/'],
    [
      'diff aurora --against release:live --pages',
      'compare with the live release, and list every changed address',
    ],
    ['diff --all --against live', 'compare with the live sites, and fail if a live page would be lost'],
  ],
  exitCodes: ['failed', 'network', 'changes'],
  on: 'brands',
} as const satisfies CommandRecord

type DiffFlags = OlderFlags & FlagsOf<typeof diffCommand.flags>

/** Builds the brands into a temporary folder and compares them; publishes nothing. */
export const diff: BrandsCommand<DiffFlags> = async ({ project, brands }, flags, reporter) => {
  const scratch = openScratch(outFolder(project, flags))
  try {
    const before = await olderSites(project, brands, flags, scratch.path)
    const older = before.value
    if (older === undefined) return cannotBegin(reporter, before.diagnostics, sourceReader(project))
    const after = join(scratch.path, 'after')
    const out = outFolder(project, flags)
    const published = publishedSites(project, flags, out)
    const stale: string[] = []
    const expired = new Map<string, readonly string[]>()
    for (const id of brands) {
      const result = await published.unchanged(id)
      if (result === undefined) stale.push(id)
      else expired.set(id, result.expired ?? [])
    }
    const built = await buildAside(project.root, stale, { ...flags, out: after, changesTo: out })
    for (const [id, routes] of built.expired) expired.set(id, routes)
    /** Parts that are equal to the published site were not built or not written. */
    const foldersOf = (id: string) => [join(after, id), join(out, id)]
    const files = snapshot(project.files)
    const unreachable = new Set(
      before.diagnostics.flatMap(({ code, brand }) => (code === 'live/unreachable' ? brand : [])),
    )
    const failed = brands.filter(id => built.failed.has(id))
    const pairs = brands.flatMap(id => {
      const now = built.failed.has(id) || unreachable.has(id) ? undefined : siteIn(foldersOf(id))
      return now === undefined ? [] : [{ id, now, old: older.find(id) }]
    })
    await older.fetchPages?.(pairs.flatMap(wantedPages))
    const changes = pairs.map(({ id, now, old }): BrandChanges => {
      const isSame = old === now.folder
      const then = old === undefined || isSame ? undefined : siteIn([old])
      const siteChanges = isSame ? [] : compareSites(then, now, new Set(expired.get(id)))
      const own =
        siteChanges.length === 0 ? {} : ownValues(loadBrand(files, id, project.defaults, flags.env).value)
      return { id, changes: siteChanges, own: then === undefined ? own : oldValues(own, then, now) }
    })
    const differences: Differences = {
      against: flags.against,
      compared: changes.map(({ id }) => id),
      failed,
      unreachable: brands.filter(id => unreachable.has(id)),
      groups: groupChanges(changes),
    }
    const diagnostics = [
      ...before.diagnostics,
      ...built.diagnostics,
      ...(flags.allowRemovals ? [] : differences.groups.filter(({ isLost }) => isLost).flatMap(lost)),
    ]
    reporter.problems(diagnostics, sourceReader(project))
    if (flags.format === 'json' || flags.json) {
      const text = JSON.stringify(documentOf(differences, diagnostics), undefined, 2)
      if (flags.json) reporter.document(documentOf(differences, diagnostics))
      else reporter.result(`${text}\n`)
    } else {
      const sites = (id: string) => ({ before: [older.find(id) ?? []].flat(), after: foldersOf(id) })
      const print = {
        text: () => printText(differences, flags),
        markdown: () => printMarkdown(differences),
        html: async () =>
          printHtml(differences, await takePictures(differences.groups, sites, scratch.path, process.env)),
      }
      reporter.result(await print[flags.format]())
    }
    const errors = diagnostics.filter(({ severity }) => severity === 'error')
    if (failed.length > 0 || errors.some(({ code }) => code !== 'live/unreachable')) return exitCodes.failed
    if (errors.length > 0) return exitCodes.network
    return flags.exitCode && differences.groups.length > 0 ? exitCodes.changes : exitCodes.done
  } finally {
    scratch.close()
  }
}

interface SitePair {
  readonly id: string
  readonly now: NonNullable<ReturnType<typeof siteIn>>
  /** Folder of the older site; undefined if the brand has none. */
  readonly old: string | undefined
}

/** Pages of the older site whose text is to be compared. */
function wantedPages({ id, now, old }: SitePair) {
  const then = old === undefined || old === now.folder ? undefined : siteIn([old])
  if (then === undefined) return []
  return changedPages(then, now).map(({ path, sha256 }) => {
    const route = routeOf(sitePathOf(then.manifest, path) ?? path)
    return { brand: id, path, route, sha256 }
  })
}

function lost(group: ChangeGroup): Diagnostic[] {
  return [...group.brands].flatMap(([brand, routes]) =>
    routes.map(route =>
      diagnostic('diff/page-lost', `${route} would disappear without a redirect.`, {
        brand,
        hint: 'Keep the page, add a redirect to redirects.yaml, or use --allow-removals.',
      }),
    ),
  )
}

function documentOf(differences: Differences, diagnostics: readonly Diagnostic[]) {
  const { against, compared, failed, groups } = differences
  const changed = new Set(changedBrands(differences))
  return {
    ok: failed.length === 0 && !hasErrors(diagnostics),
    against,
    brands: [
      ...compared.map(id => ({ id, state: changed.has(id) ? 'changed' : 'same' })),
      ...failed.map(id => ({ id, state: 'failed' })),
    ],
    groups: groups.map(({ brands, ...group }) => ({
      ...group,
      brands: [...brands].map(([id, routes]) => ({ id, routes })),
    })),
    diagnostics: sortDiagnostics(diagnostics),
  }
}

/**
 * The site whose manifest is in the first of these folders that has one; each of its files is in the first folder that has it.
 */
function siteIn(folders: readonly string[]): (BuiltSite & { readonly folder: string }) | undefined {
  for (const folder of folders) {
    const manifest = readManifest(folder)
    if (manifest === undefined) continue
    const all = folders.map(each => diskFiles(each))
    const decoder = new TextDecoder()
    const bytesOf = (path: string) =>
      all.map(({ readBytes }) => readBytes(path).value).find(bytes => bytes !== undefined)
    const read = (path: string) => {
      const bytes = bytesOf(path)
      return bytes && decoder.decode(bytes)
    }
    return { folder, manifest, read }
  }
  return undefined
}

/** A brand's own values, so that the same sentence of two brands counts as the same. */
function ownValues(brand: BrandConfig | undefined): Record<string, string> {
  if (brand === undefined) return {}
  const { name, siteUrl, phone, email, formId, providerHost, companyLine } = brand.values
  return {
    name,
    siteUrl,
    host: new URL(siteUrl).host,
    phone: phoneView(phone).text,
    phoneLink: phone,
    email,
    formId,
    providerHost,
    companyLine,
  }
}
