// Records what sites were built from.

import type { BrandInputs } from '../../build/index.ts'
import type { Diagnostic } from '../../diagnostics/index.ts'
import {
  type BuildFlagsRecord,
  type BuildRecord,
  guarded,
  WriteError,
  writeBuildRecord,
} from '../../output/index.ts'
import { firstDay } from '../today.ts'
import type { ResultFlags } from './project-inputs.ts'

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
  // A build without --as-of is also for the date on which it is released.
  const flags: BuildFlagsRecord = {
    drafts,
    asOf: asOf === undefined || asOf === firstDay ? null : asOf,
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

export function sumsOf({ files }: BrandInputs): BuildRecord['files'] {
  return Object.fromEntries(files.map(({ path, sha256 }) => [path, sha256]))
}
