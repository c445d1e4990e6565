// `imprint report merge`: merges the reports of shards.

import { readFileSync } from 'node:fs'
import type * as z from 'zod'
import { compareText, type Diagnostic, tally } from '../../diagnostics/index.ts'
import type { CommandRecord } from '../command-line/command.ts'
import { exitCodes } from '../command-line/exit-codes.ts'
import { json, quiet } from '../command-line/flags.ts'
import { cannotBegin, mistake } from '../project.ts'
import type { Reporter } from '../report/reporter.ts'
import { reportSchema } from '../report/schema.ts'

export const reportMergeCommand: CommandRecord = {
  name: 'report merge',
  group: 'machines',
  summary: 'merge the reports of all shards into one',
  chapter: 'scale/README',
  arguments: [{ name: '<file...>', summary: 'files that contain the output of "build --shard i/n --json"' }],
  flags: [json, quiet],
  examples: [
    ['report merge report-1.json report-2.json', 'merge the reports of two shards'],
    ['report merge report-*.json --json > report.json', 'merge all reports, and save the result to a file'],
  ],
  exitCodes: ['failed'],
}

type Report = z.infer<typeof reportSchema>
type ShardReport = Report & {
  readonly shard: NonNullable<Report['shard']>
  readonly project: string
}

export function mergeReportFiles(paths: readonly string[], _flags: unknown, reporter: Reporter): number {
  const reports = paths.map(path => ({ path, report: readReport(path) }))
  const refused = reports.flatMap(({ path, report }) =>
    typeof report === 'string' ? [`"${path}" ${report}`] : [],
  )
  const readable = reports.flatMap(({ report }) => (typeof report === 'string' ? [] : [report]))
  const problems = refused.length > 0 ? refused : whatIsWrong(readable)
  if (problems.length > 0) {
    const diagnostics = problems.map(text =>
      mistake(
        text,
        'Name the report of each shard exactly once, all from the same run of "build --shard i/n --json".',
      ),
    )
    return cannotBegin(reporter, diagnostics)
  }
  const brands = readable.flatMap(report => report.brands).sort((a, b) => compareText(a.id, b.id))
  const diagnostics = readable.flatMap(report => report.diagnostics as Diagnostic[])
  const ok = readable.every(report => report.ok)
  const statuses = tally(brands.map(({ status = 'checked' }) => status)) || 'no brands'
  const document = { ok, brands, diagnostics, project: readable[0]?.project }
  reporter.conclude(`${readable.length} shards: ${statuses}\n`, document)
  return ok ? exitCodes.done : exitCodes.failed
}

/** A report of a shard, or the problem with the file. */
function readReport(path: string): ShardReport | string {
  try {
    const { success, data } = reportSchema.safeParse(JSON.parse(readFileSync(path, 'utf8')))
    if (!success) return 'is not a report from this version of Imprint.'
    const { shard, project } = data
    return shard === undefined || project === undefined
      ? 'is not a shard report.'
      : { ...data, shard, project }
  } catch (error) {
    return error instanceof SyntaxError ? 'is not JSON.' : 'could not be read.'
  }
}

/** Why the reports are not those of all shards of one run, each exactly once. */
function whatIsWrong(reports: readonly ShardReport[]): string[] {
  const [first] = reports
  if (first === undefined) return ['No report was named.']
  const { count, of } = first.shard
  if (reports.some(({ project }) => project !== first.project))
    return ['The reports come from different projects, or from different states of the same project.']
  if (reports.some(({ shard }) => shard.count !== count || shard.of !== of))
    return ['The reports come from runs with different brands or numbers of shards.']
  const indexes = reports.map(({ shard }) => shard.index)
  const missing = Array.from({ length: count }, (_, index) => index + 1).filter(
    index => !indexes.includes(index),
  )
  const ids = reports.flatMap(({ brands }) => brands.map(({ id }) => id))
  const twice = new Set(ids.filter((id, index) => ids.indexOf(id) !== index))
  return [
    ...missing.map(index => `The report for shard ${index} of ${count} is missing.`),
    ...[...twice].map(id => `The brand "${id}" is in two reports.`),
    ...(indexes.length > count && twice.size === 0 ? ['Two reports are for the same shard.'] : []),
  ]
}
