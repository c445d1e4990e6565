// `imprint list`: every brand in one table, including those with an invalid config.

import { loadBrand } from '../brand/index.ts'
import { hasErrors, sortDiagnostics } from '../diagnostics/index.ts'
import { exitCodes } from './exit-codes.ts'
import { cannotBegin, openProject, sourceReader } from './project.ts'
import { countProblems, type Reporter, table } from './report.ts'

export function list(flags: { readonly root?: string; readonly env?: string }, reporter: Reporter): number {
  const opened = openProject(flags)
  if (opened.value === undefined) return cannotBegin(reporter, opened.diagnostics)
  const project = opened.value
  const brands = project.brands.brands.map(id => ({
    id,
    ...loadBrand(project.files, id, project.defaults, flags.env),
  }))
  const diagnostics = sortDiagnostics([...project.diagnostics, ...brands.flatMap(brand => brand.diagnostics)])
  const rows = brands.map(({ id, value, diagnostics: problems }) =>
    value === undefined
      ? [id, '–', '–', '–', countProblems(problems)]
      : [
          id,
          value.values.name,
          value.values.siteUrl,
          [value.values.extends ?? '–'].flat().join(', '),
          countProblems(problems) || 'none',
        ],
  )
  reporter.problems(diagnostics, sourceReader(project))
  reporter.result(
    rows.length === 0
      ? 'There are no brands. Add one with "imprint new brand <id>".\n'
      : table(['brand', 'name', 'site', 'extends', 'problems'], rows),
  )
  reporter.document({
    ok: !hasErrors(diagnostics),
    brands: brands.map(({ id, value }) => ({
      id,
      valid: value !== undefined,
      name: value?.values.name ?? null,
      siteUrl: value?.values.siteUrl ?? null,
      extends: value?.values.extends ?? null,
    })),
    diagnostics,
  })
  return brands.some(brand => brand.value === undefined)
    ? exitCodes.brandInvalid
    : hasErrors(diagnostics)
      ? exitCodes.failed
      : exitCodes.done
}
