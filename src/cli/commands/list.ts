// `imprint list`: every brand in one table, including those with an invalid config.

import { inspectBrand } from '../../build/index.ts'
import { createParseCache, type ScheduledChange, scheduleReader } from '../../content/index.ts'
import { compareText, countProblems, grouped, hasErrors } from '../../diagnostics/index.ts'
import { snapshot } from '../../files/index.ts'
import type { CommandRecord } from '../command-line/command.ts'
import { exitCodes } from '../command-line/exit-codes.ts'
import { asOf, environment } from '../command-line/flags.ts'
import { type Project, sourceReader } from '../project.ts'
import { type Reporter, table } from '../report/reporter.ts'

export const listCommand: CommandRecord = {
  name: 'list',
  group: 'look',
  summary: 'list the brands',
  chapter: 'many-brands',
  flags: [asOf, environment],
  examples: [
    ['list', 'list every brand, and the articles that will appear or expire'],
    ['list --as-of 2026-12-24', 'show the list as it will be on that day'],
  ],
  exitCodes: ['failed', 'brandInvalid'],
  on: 'project',
}

export function list(
  project: Project,
  flags: { readonly env?: string; readonly asOf: string },
  reporter: Reporter,
): number {
  // One state of the project, and each file parsed once, for all brands.
  const files = snapshot(project.files)
  const parse = createParseCache()
  const scheduleOf = scheduleReader(files, flags.asOf, parse)
  const options = { asOf: flags.asOf, ...(flags.env !== undefined && { environment: flags.env }) }
  const brands = project.brands.brands.map(id => {
    const { brand: value, diagnostics } = inspectBrand(files, project.defaults, id, options, parse)
    return { id, value, diagnostics, schedule: value ? scheduleOf(value) : [] }
  })
  /**
   * Problems in the brand's own files, and those that prevent its build. A warning about shared content does not mark a row.
   * Problems that only a build finds in the pages are missing.
   */
  const problemsOf = (brand: (typeof brands)[number]): string =>
    countProblems(
      brand.diagnostics.filter(problem => problem.brand === brand.id || problem.severity === 'error'),
    )
  const diagnostics = [...project.diagnostics, ...brands.flatMap(brand => brand.diagnostics)]
  const rows = brands.map(brand => {
    const { id, value } = brand
    return value === undefined
      ? [id, '–', '–', '–', problemsOf(brand)]
      : [
          id,
          value.values.name,
          value.values.siteUrl,
          [value.values.extends ?? '–'].flat().join(', '),
          problemsOf(brand) || 'none',
        ]
  })
  const listed =
    rows.length === 0
      ? 'There are no brands. Add one with "imprint new brand <id>".\n'
      : table(['brand', 'name', 'site', 'extends', 'problems in files'], rows)
  const documents = brands.map(({ id, value, schedule }) => ({
    id,
    valid: value !== undefined,
    name: value?.values.name ?? null,
    siteUrl: value?.values.siteUrl ?? null,
    extends: value?.values.extends ?? null,
    ...(schedule.length > 0 && { schedule }),
  }))
  reporter.conclude(listed + scheduleTable(brands), { brands: documents, diagnostics }, sourceReader(project))
  return brands.some(brand => brand.value === undefined)
    ? exitCodes.brandInvalid
    : hasErrors(diagnostics)
      ? exitCodes.failed
      : exitCodes.done
}

/** The articles that appear or expire after the date; empty if there are none. */
function scheduleTable(
  brands: readonly { readonly id: string; readonly schedule: readonly ScheduledChange[] }[],
): string {
  const changes = grouped(
    brands.flatMap(({ id, schedule }) =>
      schedule.map(
        ({ day, change, file }) =>
          [
            `${day} ${change} ${file}`,
            { cells: [day, change === 'comes' ? 'appears' : 'expires', file], id },
          ] as const,
      ),
    ),
  )
  const sorted = [...changes].sort(([a], [b]) => compareText(a, b))
  const rows = sorted.map(([, [first, ...others]]) => [
    ...(first?.cells ?? []),
    others.length > 4 ? `${others.length + 1} brands` : [first, ...others].map(brand => brand?.id).join(', '),
  ])
  return rows.length === 0 ? '' : `\n${table(['day', 'change', 'article', 'brands'], rows)}`
}
