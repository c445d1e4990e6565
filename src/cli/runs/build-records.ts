// The recorded inputs of built sites, and whether the project has changed since.

import type { BrandInputs } from '../../build/index.ts'
import { type Diagnostic, diagnostic, listOf } from '../../diagnostics/index.ts'
import { remembered } from '../../files/index.ts'
import {
  type BuildFlagsRecord,
  type BuildRecord,
  guarded,
  readBuildRecord,
  WriteError,
  writeBuildRecord,
} from '../../output/index.ts'
import type { Project } from '../project.ts'
import { today } from '../today.ts'
import { type ResultFlags, readInputs } from './project-inputs.ts'

interface EndedRun {
  /** Brands whose sites are those of earlier builds. */
  readonly unchanged: readonly string[]
  /** Brands whose sites were made from these inputs. */
  readonly made: readonly string[]
}

/** Records the inputs next to the sites. */
export function recordBuilds(
  out: string,
  inputs: ReadonlyMap<string, BrandInputs>,
  { drafts = false, asOf, host }: ResultFlags,
  { unchanged, made }: EndedRun,
): Diagnostic[] {
  // A build without --as-of is also for the day on which it is released.
  const flags: BuildFlagsRecord = {
    drafts,
    asOf: asOf === undefined || asOf === today() ? null : asOf,
    host: host ?? null,
  }
  try {
    for (const id of [...unchanged, ...made]) {
      const own = inputs.get(id)
      if (own === undefined) continue
      const record = { inputs: own.hash, flags, files: () => sumsOf(own) }
      guarded(out, () => writeBuildRecord(out, id, record, unchanged.includes(id)))
    }
    return []
  } catch (error) {
    if (!(error instanceof WriteError)) throw error
    return [{ ...error.diagnostic, severity: 'warning' }]
  }
}

/**
 * Finds out whether the project has changed since brands' sites were built: with the flags of each build, and as of today if it
 * was built for its day.
 */
export function staleness(
  project: Project,
  out: string,
  environment: string | undefined,
): (id: string) => Promise<Diagnostic | undefined> {
  const readerOf = remembered((flags: string) => {
    const { drafts, asOf, host } = JSON.parse(flags) as BuildFlagsRecord
    const given: ResultFlags = {
      drafts,
      asOf: asOf ?? today(),
      ...(host !== null && { host }),
      ...(environment !== undefined && { env: environment }),
    }
    return readInputs(project, given)
  })
  return async id => {
    const record = readBuildRecord(out, id)
    if (record === undefined)
      return stale(
        id,
        environment,
        `There is no record of what the site of "${id}" was built from.`,
        undefined,
      )
    const now = await readerOf(JSON.stringify(record.flags))(id)
    if (now.hash === record.inputs) return undefined
    const why = `The project has changed since the site of "${id}" was built: ${differences(record, now)}.`
    return stale(id, environment, why, record.flags)
  }
}

function sumsOf({ files }: BrandInputs): BuildRecord['files'] {
  return Object.fromEntries(files.map(({ path, sha256 }) => [path, sha256]))
}

/** The files that differ: `content/faq.yaml has changed`. */
function differences({ files: before }: BuildRecord, inputs: BrandInputs): string {
  const now = sumsOf(inputs)
  const paths = [...new Set([...Object.keys(before), ...Object.keys(now)])].sort()
  const changes = paths
    .filter(path => before[path] !== now[path])
    .map(path => {
      const name = names[path] ?? path
      return before[path] === undefined
        ? `${name} is new`
        : now[path] === undefined
          ? `${name} is gone`
          : `${name} has changed`
    })
  return changes.length === 0
    ? `different articles are published on ${today()} than on the day of the build`
    : listOf(changes, 5)
}

/** Inputs that are not files of the project. */
const names: Readonly<Record<string, string>> = {
  imprint: 'Imprint itself',
  node_modules: 'a package that templates import',
}

function stale(
  id: string,
  environment: string | undefined,
  message: string,
  flags: BuildFlagsRecord | undefined,
): Diagnostic {
  const words = [
    ...(environment === undefined ? [] : [`--env ${environment}`]),
    ...(flags?.drafts ? ['--drafts'] : []),
    ...(flags?.asOf ? [`--as-of ${flags.asOf}`] : []),
    ...(flags?.host ? [`--host ${flags.host}`] : []),
  ]
  const command = ['imprint build', id, ...words].join(' ')
  return diagnostic('release/stale', message, {
    brand: id,
    hint: `Run "${command}", then release it. To release it as it is, use --stale.`,
  })
}
