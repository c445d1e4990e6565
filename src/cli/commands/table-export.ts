// `imprint table export`: values of many brands as a table.

import { brandKeyKind, isBrandKey, locateBrand } from '../../brand/index.ts'
import { type Diagnostic, diagnostic, didYouMean } from '../../diagnostics/index.ts'
import { type LocatedMap, leaves, valueAt } from '../../yaml/index.ts'
import type { CommandRecord } from '../command-line/command.ts'
import { exitCodes } from '../command-line/exit-codes.ts'
import { openBrands, type SelectionFlags } from '../command-line/select-brands.ts'
import { cannotBegin, mistake, type ProjectFlags } from '../project.ts'
import type { Reporter } from '../report/reporter.ts'
import { cellOf } from '../table/cell.ts'
import { csvOf } from '../table/csv.ts'

export const tableExportCommand: CommandRecord = {
  name: 'table export',
  group: 'write',
  summary: 'print brand values as CSV, one row per brand',
  chapter: 'many-brands',
  arguments: [
    { name: '<keys>', summary: 'keys of brand.yaml, separated by commas: name,phone,theme.color.accent' },
  ],
  examples: [
    ['table export name,phone,siteUrl > brands.csv', 'save values of all brands to a file'],
    [
      'table export formId,theme.color.accent aurora',
      'print values of one brand, whether its own or inherited',
    ],
  ],
  exitCodes: ['failed'],
  scope: 'brands',
}

export async function exportTable(
  keys: string,
  named: string[],
  flags: ProjectFlags & SelectionFlags,
  reporter: Reporter,
): Promise<number> {
  const selected = await openBrands(named, flags, reporter, true)
  if (typeof selected === 'number') return selected
  const { project, brands } = selected
  const paths = keys.split(',').map(key => key.trim())
  const located = brands.map(id => ({ id, map: locateBrand(project.files, id)?.located }))
  const problems = paths.flatMap(
    key =>
      keyProblem(
        key,
        located.flatMap(({ map }) => map ?? []),
      ) ?? [],
  )
  if (problems.length > 0) return cannotBegin(reporter, problems)
  const rows = located.map(({ id, map }) => [id, ...paths.map(key => cellOf(map, key))])
  reporter.conclude(csvOf([['id', ...paths], ...rows]), {
    brands: rows.map(([id = '', ...cells]) => ({
      id,
      values: Object.fromEntries(paths.map((key, index) => [key, cells[index] ?? ''])),
    })),
  })
  return exitCodes.done
}

function keyProblem(key: string, maps: readonly LocatedMap[]): Diagnostic | undefined {
  const values = maps.flatMap(map => (key === '' ? [] : (valueAt(map, key.split('.')) ?? [])))
  const kind = values.find(({ kind }) => kind !== 'scalar')?.kind ?? brandKeyKind(key)
  if (kind === 'list')
    return mistake(
      `"${key}" is a list, which a table cannot contain.`,
      'Edit it in brand.yaml. If several brands have the same list, write it in a base that they extend.',
    )
  if (kind === 'map')
    return mistake(
      `"${key}" contains several values, which do not fit in one cell.`,
      'Name its keys, as in "theme.color.accent".',
    )
  if (values.length > 0) return undefined
  const known = maps.flatMap(map =>
    [...leaves(map)].flatMap(({ path, value }) => (value.kind === 'scalar' ? path.join('.') : [])),
  )
  return diagnostic('usage/unknown-key', `No brand has a value for "${key}".`, {
    hint: isBrandKey(key)
      ? 'It is a key of brand.yaml, but no brand sets it. Set it in one brand, then export the table again.'
      : didYouMean(key, [...new Set(known)], 'Keys'),
  })
}
