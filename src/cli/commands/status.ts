// `imprint status`: every brand, worst first.

import { join } from 'node:path'
import { loadBrand } from '../../brand/index.ts'
import {
  counted,
  countProblems,
  type Diagnostic,
  hasErrors,
  sortDiagnostics,
} from '../../diagnostics/index.ts'
import { escapeHtml, htmlPage } from '../../html/index.ts'
import { manifestSum, readReleases } from '../../output/index.ts'
import type { CommandRecord, FlagsOf } from '../command-line/command.ts'
import { exitCodes } from '../command-line/exit-codes.ts'
import { environment, host, out, releases } from '../command-line/flags.ts'
import type { BrandsCommand } from '../command-line/select-brands.ts'
import { readForms, type SeenForm } from '../forms/form-states.ts'
import { outFolder, releasesFolder } from '../project.ts'
import { pinText, sourceText } from '../releases.ts'
import { table } from '../report/reporter.ts'
import { publishedSites } from '../runs/project-inputs.ts'

export const statusCommand = {
  name: 'status',
  group: 'look',
  summary:
    'show every brand’s config, build, release, pin, disclosures, form and problems, most urgent first',
  chapter: 'many-brands',
  flags: [
    out,
    environment,
    host,
    releases,
    {
      name: '--format <format>',
      summary: 'output format',
      choices: ['text', 'html'],
      default: 'text',
    },
  ],
  examples: [
    ['status', 'show every brand, most urgent first'],
    ['status --all --format html > status.html', 'save the same information as an HTML page'],
  ],
  exitCodes: ['failed', 'brandInvalid'],
  on: 'all-brands',
} as const satisfies CommandRecord

type StatusFlags = FlagsOf<typeof statusCommand.flags>

interface BrandStatus {
  readonly id: string
  readonly config: 'ok' | 'invalid'
  /** Whether `dist` contains what a build would write now. */
  readonly built: 'fresh' | 'stale' | 'never'
  /** Whether the live release is the one in `dist`. */
  readonly live: 'same' | 'behind' | 'none'
  readonly release: string | null
  /** For the live release: its environment (null for the live site) and the project's commit. */
  readonly environment: string | null
  readonly commit: string | null
  readonly dirty: boolean | null
  readonly pinned: string | null
  /** Age of the disclosures' lock in days; null without one. */
  readonly disclosureDays: number | null
  /** The last result of `imprint verify --form`; null if there is none. */
  readonly form: SeenForm | null
  /** Those of the last build if the site is fresh, otherwise those of the config. */
  readonly problems: readonly Diagnostic[]
}

export const status: BrandsCommand<StatusFlags> = async ({ project, brands: ids }, flags, reporter) => {
  const out = outFolder(project, flags)
  const releases = releasesFolder(project, flags)
  const cached = publishedSites(project, flags, out, { sitesOnly: true })
  const formOf = readForms(project, flags.env)
  const now = Date.now()
  const brands: BrandStatus[] = []
  const unread: Diagnostic[] = []
  for (const id of ids) {
    const { value: brand, diagnostics } = loadBrand(project.files, id, project.defaults, flags.env)
    const sum = manifestSum(join(out, id))
    const fresh = brand === undefined ? undefined : await cached.unchanged(id)
    const { live, pin, records, diagnostics: torn } = readReleases(releases, id)
    const { environment = null, commit = null, dirty = null } = records.get(live ?? '') ?? {}
    unread.push(...torn)
    const lock = brand?.disclosureLock
    brands.push({
      id,
      config: brand === undefined ? 'invalid' : 'ok',
      built: sum === undefined ? 'never' : fresh === undefined ? 'stale' : 'fresh',
      live: live === undefined ? 'none' : live === sum ? 'same' : 'behind',
      release: live ?? null,
      environment,
      commit,
      dirty,
      pinned: pin === undefined ? null : pinText(pin),
      disclosureDays: lock === undefined ? null : Math.floor((now - Date.parse(lock.fetchedAt)) / 86_400_000),
      form: formOf(id) ?? null,
      problems: sortDiagnostics(fresh?.diagnostics ?? diagnostics),
    })
  }
  brands.sort((a, b) => weight(b) - weight(a))
  const ok = brands.every(({ config }) => config === 'ok')
  reporter.conclude(flags.format === 'html' ? page(brands) : text(brands), {
    ok,
    brands,
    diagnostics: unread,
  })
  return ok ? exitCodes.done : exitCodes.brandInvalid
}

/** How urgently a brand needs attention; the most urgent comes first. */
function weight({ config, built, live, pinned, form, problems }: BrandStatus): number {
  return (
    (config === 'invalid' ? 1000 : 0) +
    (hasErrors(problems) ? 500 : 0) +
    (form?.state === 'dead' ? 400 : form?.state === 'unreachable' ? 150 : 0) +
    (pinned === null ? 0 : 200) +
    (built === 'never' ? 100 : built === 'stale' ? 50 : 0) +
    (live === 'behind' ? 20 : 0) +
    (problems.length > 0 ? 5 : 0)
  )
}

const header = [
  'brand',
  'config',
  'built',
  'live',
  'released from',
  'pinned',
  'disclosures',
  'form',
  'problems',
]

function row(brand: BrandStatus): string[] {
  const { id, config, built, live, pinned, disclosureDays, form, problems } = brand
  const age = disclosureDays === null ? 'none' : disclosureDays === 0 ? 'today' : `${disclosureDays} days`
  const from = brand.release === null ? '–' : sourceText(brand)
  return [
    id,
    config,
    built,
    live,
    from,
    pinned ?? '–',
    age,
    formText(form),
    countProblems(problems) || 'none',
  ]
}

/** `dead, 2 hours ago` */
function formText(form: SeenForm | null): string {
  if (form === null) return '–'
  const minutes = Math.max(0, Math.floor((Date.now() - Date.parse(form.at)) / 60_000))
  const [number, unit] =
    minutes < 60
      ? [minutes, 'minute']
      : minutes < 2880
        ? [Math.floor(minutes / 60), 'hour']
        : [Math.floor(minutes / 1440), 'day']
  return `${form.state}, ${number === 0 ? 'now' : `${counted(number, unit)} ago`}`
}

function totals(brands: readonly BrandStatus[]): string {
  const count = (is: (brand: BrandStatus) => boolean, what: string) => {
    const number = brands.filter(is).length
    return number === 0 ? [] : [`${number} ${what}`]
  }
  const parts = [
    ...count(({ config }) => config === 'invalid', 'with an invalid config'),
    ...count(({ form }) => form?.state === 'dead', 'with a dead form'),
    ...count(({ form }) => form?.state === 'unreachable', 'whose form did not respond'),
    ...count(({ pinned }) => pinned !== null, 'pinned'),
    ...count(({ built }) => built === 'never', 'never built'),
    ...count(({ built }) => built === 'stale', 'stale'),
    ...count(({ live }) => live === 'behind', 'with a release behind the build'),
    ...count(({ problems }) => problems.length > 0, 'with problems'),
  ]
  return `${counted(brands.length, 'brand')}: ${parts.length === 0 ? 'all up to date' : parts.join(', ')}.`
}

function text(brands: readonly BrandStatus[]): string {
  // For many brands, only those that need attention.
  const shown = brands.length > 30 ? brands.filter(brand => weight(brand) > 0) : brands
  const rest = brands.length - shown.length
  return `${totals(brands)}\n${shown.length === 0 ? '' : `\n${table(header, shown.map(row))}`}${rest === 0 ? '' : `\nand ${rest} that need no attention\n`}`
}

function page(brands: readonly BrandStatus[]): string {
  const cell = (value: string, column: number) =>
    column === 0
      ? `<th scope="row">${escapeHtml(value)}</th>`
      : `<td class="${escapeHtml(value.replace(/\W.*/, ''))}">${escapeHtml(value)}</td>`
  const rows = brands.map(brand => {
    const messages = brand.problems.map(
      ({ severity, code, message }) => `<li>${severity} ${code}: ${escapeHtml(message)}</li>`,
    )
    const details =
      messages.length === 0
        ? ''
        : `<tr class="problems"><td colspan="${header.length}"><ul>${messages.join('')}</ul></td></tr>`
    return `<tr>${row(brand).map(cell).join('')}</tr>${details}`
  })
  const head = `<style>
body{font:16px/1.5 system-ui,sans-serif;max-width:70rem;margin:2rem auto;padding:0 1rem;color:#1c2230;background:#fff}
.wide{overflow-x:auto}table{border-collapse:collapse;width:100%}th,td{text-align:left;padding:.4rem .7rem;border-bottom:1px solid #d5d9e0}
.invalid,.behind,.dead{color:#b3261e}.stale,.never,.unreachable{color:#8a5300}.problems td{font-size:.9rem;color:#555d6e}
</style>
`
  const body = `<h1>Status</h1><p>${escapeHtml(totals(brands))}</p>
<div class="wide"><table><thead><tr>${header.map(name => `<th scope="col">${name}</th>`).join('')}</tr></thead><tbody>
${rows.join('\n')}
</tbody></table></div>`
  return htmlPage({ title: 'Imprint: status', head, body })
}
