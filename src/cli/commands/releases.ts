// `imprint releases`.

import { type BrandReleases, readReleases, shortId } from '../../output/index.ts'
import type { CommandRecord } from '../command-line/command.ts'
import { unknownEnvironments } from '../command-line/environments.ts'
import { exitCodes } from '../command-line/exit-codes.ts'
import { releases } from '../command-line/flags.ts'
import type { BrandsCommand } from '../command-line/select-brands.ts'
import { cannotBegin, releasesFolder } from '../project.ts'
import { ofEnvironment, pinText, type ReleasesFlags, sourceText } from '../releases.ts'
import { table } from '../report/reporter.ts'

export const releasesCommand: CommandRecord = {
  name: 'releases',
  group: 'publish',
  summary: 'list releases, and mark those that are live or pinned',
  chapter: 'releases',
  flags: [releases, ofEnvironment],
  examples: [
    ['releases aurora', 'list the releases of one brand'],
    ['releases --all --json', 'print the releases of every brand as JSON, with their history'],
  ],
  exitCodes: ['failed'],
  on: 'brands',
}

export const listReleases: BrandsCommand<ReleasesFlags> = async (selected, flags, reporter) => {
  const unknown = await unknownEnvironments(selected.project, selected.brands, flags.env)
  if (unknown.length > 0) return cannotBegin(reporter, unknown)
  const folder = releasesFolder(selected.project, flags)
  const brands = selected.brands.map(id => ({ id, ...readReleases(folder, id) }))
  const rows = brands.flatMap(brand =>
    brand.releases.toReversed().map(id => {
      const record = brand.records.get(id)
      return [brand.id, shortId(id), record?.at ?? '–', record ? sourceText(record) : '–', marks(brand, id)]
    }),
  )
  const diagnostics = brands.flatMap(brand => brand.diagnostics)
  const text =
    rows.length === 0
      ? `There are no releases in ${folder}.\n`
      : table(['brand', 'release', 'made', 'from', ''], rows)
  reporter.conclude(text, {
    ok: true,
    brands: brands.map(({ id, releases, live, pin, records, history }) => {
      const { environment = null, commit = null, dirty = null } = records.get(live ?? '') ?? {}
      return { id, environment, commit, dirty, releases, live: live ?? null, pin: pin ?? null, history }
    }),
    diagnostics,
  })
  return exitCodes.done
}

function marks({ live, pin }: BrandReleases, id: string): string {
  return [
    ...(live === id ? ['live'] : []),
    ...(pin !== undefined && (pin.release ?? live) === id ? [`pinned: ${pin.reason ?? pinText(pin)}`] : []),
  ].join(', ')
}
