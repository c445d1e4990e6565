// `imprint verify`: compares a live site with what was built; with --form, checks whether the forms of the brands load.

import { join } from 'node:path'
import { loadBrand } from '../../brand/index.ts'
import { notBuilt } from '../../dev/index.ts'
import { type Diagnostic, diagnostic, hasErrors } from '../../diagnostics/index.ts'
import { diskFiles } from '../../files/index.ts'
import { hostFileOf, readManifest, readReleases, releaseFolder } from '../../output/index.ts'
import { verifySite } from '../../remote/index.ts'
import type { CommandRecord, FlagsOf } from '../command-line/command.ts'
import { unknownEnvironments } from '../command-line/environments.ts'
import { exitCodes } from '../command-line/exit-codes.ts'
import { webAddress } from '../command-line/flag-values.ts'
import { environment, out, releases } from '../command-line/flags.ts'
import { openBrands, type SelectionFlags } from '../command-line/select-brands.ts'
import {
  cannotBegin,
  mistake,
  openProject,
  outFolder,
  type Project,
  type ProjectFlags,
  releasesFolder,
  shownPath,
  unknownBrand,
} from '../project.ts'
import type { Reporter } from '../report/reporter.ts'

export const verifyCommand = {
  name: 'verify',
  group: 'publish',
  summary: 'compare a live site with its build, or check the forms (uses the network)',
  chapter: 'releases',
  arguments: [
    {
      name: '[url-or-brand...]',
      summary: 'address of the home page; with --form, brand ids (default: all)',
    },
  ],
  flags: [
    {
      name: '--brand <id>',
      summary: 'brand id (default: the brand whose siteUrl is the given address)',
    },
    {
      name: '--form',
      summary: 'check that the forms load, ten at a time; "imprint status" shows the result',
    },
    {
      name: '--from <url>',
      summary: 'with --form, send the requests to this server instead of to the providers',
      parse: webAddress,
    },
    {
      name: '--browser',
      summary: 'with --form, also open the live pages in Chromium, three at a time, and wait for the form',
    },
    out,
    { ...environment, summary: 'compare with dist-<name>/, or check the forms of this environment' },
    { ...releases, summary: 'compare with the live release in this folder' },
  ],
  examples: [
    ['verify https://www.aurora.example', 'compare the site at this address with its build in dist/'],
    [
      'verify --form --all',
      'check each brand’s form; exit with code 1 if a form is dead, or 4 if a provider is down',
    ],
    [
      'verify http://localhost:4000 --brand aurora',
      'compare what "imprint preview aurora" serves with the build',
    ],
  ],
  exitCodes: ['failed', 'brandInvalid', 'network'],
  scope: 'brands',
} as const satisfies CommandRecord

type VerifyFlags = FlagsOf<typeof verifyCommand.flags> & ProjectFlags & SelectionFlags

export async function verify(
  words: readonly string[],
  flags: VerifyFlags,
  reporter: Reporter,
): Promise<number> {
  const problem = flags.form ? formUsageProblem(words, flags) : siteUsageProblem(words, flags)
  if (problem !== undefined) return cannotBegin(reporter, [problem])
  if (flags.form) {
    const selected = await openBrands(words, flags, reporter, true)
    if (typeof selected === 'number') return selected
    return (await import('../forms/verify-forms.ts')).verifyForms(selected, flags, reporter)
  }
  const { value: project, diagnostics } = openProject(flags)
  return project === undefined
    ? cannotBegin(reporter, diagnostics)
    : verifyLive(project, words[0] ?? '', flags, reporter)
}

/** The mistake in the arguments of `verify --form`, if any. */
function formUsageProblem(words: readonly string[], flags: VerifyFlags): Diagnostic | undefined {
  const address = words.find(word => word.includes('/'))
  if (address !== undefined)
    return mistake(
      `"${address}" is not a brand, and --form checks the forms of brands.`,
      'Name brands, as in "imprint verify --form aurora". To request the forms from another server, use --from <url>.',
    )
  if (flags.brand === undefined && flags.releases === undefined && flags.out === undefined) return undefined
  return mistake(
    '--brand, --releases and --out cannot be used with --form.',
    'Name brands, as in "imprint verify --form aurora".',
  )
}

/** The mistake in the arguments of `verify <url>`, if any. */
function siteUsageProblem(words: readonly string[], flags: VerifyFlags): Diagnostic | undefined {
  const hint =
    'Use "imprint verify https://www.brand.example" for a site, or "imprint verify --form --all" for the forms.'
  if (words.length === 0 && !flags.all) return mistake('Missing required argument <url>.', hint)
  if (words.length > 1)
    return mistake(
      `Only one address can be verified at a time. Also given: ${words.slice(1).join(' ')}.`,
      hint,
    )
  const selects =
    flags.all || flags.brandsFrom !== undefined || flags.since !== undefined || flags.shard !== undefined
  const isOfForms = selects || flags.from !== undefined || flags.browser
  return isOfForms ? mistake('Brand selection, --from and --browser work only with --form.', hint) : undefined
}

async function verifyLive(
  project: Project,
  url: string,
  flags: VerifyFlags,
  reporter: Reporter,
): Promise<number> {
  if (!/^https?:\/\//.test(url) || !URL.canParse(url)) {
    const problem = mistake(
      `"${url}" is not a site address.`,
      'Write it in full, as in "imprint verify https://www.brand.example".',
    )
    return cannotBegin(reporter, [problem])
  }
  const { brand } = flags
  if (brand !== undefined && !project.brands.brands.includes(brand))
    return cannotBegin(reporter, [unknownBrand(brand, project.brands)])
  const id = brand ?? brandAt(project, url)
  if (id === undefined) {
    const problem = diagnostic('usage/brand-required', `No brand has the siteUrl "${url}".`, {
      hint: 'Name the brand with --brand <id>.',
    })
    return cannotBegin(reporter, [problem])
  }
  const unknown = await unknownEnvironments(project, [id], flags.env)
  if (unknown.length > 0) return cannotBegin(reporter, unknown)
  const releases = flags.releases === undefined ? undefined : releasesFolder(project, flags)
  const live = releases && readReleases(releases, id).live
  if (releases !== undefined && live === undefined)
    return cannotBegin(reporter, [notReleased(project, id, releases, flags)])
  const folder = releases && live ? releaseFolder(releases, id, live) : join(outFolder(project, flags), id)
  const { checked, diagnostics } = await verifyFolder(project, id, folder, url, flags.env)
  const ok = !hasErrors(diagnostics)
  const result = `${ok ? 'Same as the build' : 'Differs from the build'}: ${url}, ${checked} files compared.\n`
  reporter.conclude(checked > 0 ? result : '', { brands: [{ id, url, checked }], diagnostics })
  if (diagnostics.some(({ code }) => code === 'live/unreachable')) return exitCodes.network
  return ok ? exitCodes.done : exitCodes.failed
}

/** Verifies the site of a brand at its public address. */
export async function verifyBrand(
  project: Project,
  id: string,
  { out, url }: { readonly out: string; readonly url: string | undefined },
): Promise<{ readonly diagnostics: readonly Diagnostic[] }> {
  const address = url ?? loadBrand(project.files, id, project.defaults).value?.values.siteUrl
  if (address === undefined) return { diagnostics: [notBuilt(id, shownPath(project, out))] }
  return verifyFolder(project, id, join(out, id), address)
}

async function verifyFolder(project: Project, id: string, folder: string, url: string, env?: string) {
  const manifest = readManifest(folder)
  if (manifest === undefined)
    return { checked: 0, diagnostics: [notBuilt(id, shownPath(project, folder), env)] }
  const headersFile = hostFileOf(manifest, '_headers')
  const headers = headersFile && diskFiles(folder).readText(headersFile).value?.text
  // An environment's site is hidden from search engines anyway.
  const isLive = typeof manifest.environment !== 'string'
  const noindex = isLive && loadBrand(project.files, id, project.defaults).value?.values.index === false
  return verifySite({ url, manifest, headers, noindex })
}

function notReleased(
  project: Project,
  id: string,
  folder: string,
  { releases, env }: VerifyFlags,
): Diagnostic {
  const flags = `--to ${releases}${env === undefined ? '' : ` --env ${env}`}`
  return diagnostic('release/unknown', `There is no release of "${id}" in "${shownPath(project, folder)}".`, {
    brand: id,
    hint: `Run "imprint release ${id} ${flags}" first.`,
  })
}

function brandAt(project: Project, url: string): string | undefined {
  const wanted = url.replace(/\/+$/, '')
  return project.brands.brands.find(
    id => loadBrand(project.files, id, project.defaults).value?.values.siteUrl === wanted,
  )
}
