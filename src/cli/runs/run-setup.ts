// The input of a run of `build` or `check`: its flags, its brands, and the results of earlier runs.

import { type Decisions, openDecisions, openFacts, type SharedWork } from '../../build/index.ts'
import { openCache } from '../../cache/index.ts'
import { snapshot } from '../../files/index.ts'
import type { FlagsOf } from '../command-line/command.ts'
import type { GlobalFlags, siteFlags } from '../command-line/flags.ts'
import { openBrands, type SelectionFlags } from '../command-line/select-brands.ts'
import { cacheOf, type Project } from '../project.ts'
import type { Reporter } from '../report/reporter.ts'
import { projectState } from './project-inputs.ts'

export type RunFlags = SelectionFlags &
  FlagsOf<typeof siteFlags> &
  GlobalFlags & {
    readonly out?: string
    readonly timings?: boolean
    readonly why?: boolean
    readonly waivers?: boolean
  }

/** The brands of a run, with the state of the project that it reads. */
export type OpenedRun = Exclude<Awaited<ReturnType<typeof openRun>>, number>

/** Selects the brands of a run. If that fails, reports why and returns the exit code. */
export async function openRun(named: readonly string[], flags: RunFlags, reporter: Reporter) {
  const opened = await openBrands(named, flags, reporter)
  if (typeof opened === 'number') return opened
  const { project, diagnostics, shard, brands } = opened
  const { strict, drafts, asOf, allowRemovals, env: environment, host } = flags
  return {
    project,
    diagnostics,
    shard,
    /** Facts about files that inputs depend on. */
    facts: openFacts(openCache(flags.cache ? cacheOf(project) : undefined)),
    options: {
      // Everything in the run sees the same state of the project.
      files: snapshot(project.files),
      defaults: project.defaults,
      brands,
      strict,
      drafts,
      asOf,
      environment,
      host,
      allowRemovals,
    },
  }
}

/** Decides which work of earlier runs can be reused. */
export function decisionsOf(
  command: 'build' | 'check',
  { project, options: { files }, facts }: OpenedRun,
  flags: RunFlags,
  out: string,
  templates: SharedWork['templates'],
): Decisions {
  return openDecisions({
    command,
    cache: openCache(flags.cache ? cacheOf(project) : undefined),
    out,
    state: when => {
      const seen = when === 'seen' ? files : project.files
      return projectState(project, flags, brand => templates(files, brand), seen, facts)
    },
    strict: flags.strict,
    day: flags.asOf,
    allowRemovals: flags.allowRemovals,
  })
}

/** The flags with which another process does the same for other brands. */
export function childFlags(flags: RunFlags, project: Project, out: string | undefined): string[] {
  const given: Readonly<Record<string, string | boolean | undefined>> = {
    '--root': project.root,
    '--out': out,
    '--env': flags.env,
    '--host': flags.host,
    '--as-of': flags.asOf,
    '--strict': flags.strict,
    '--drafts': flags.drafts,
    '--allow-removals': flags.allowRemovals,
    '--changes-to': flags.changesTo,
    '--debug': flags.debug,
    '--no-cache': !flags.cache,
    '--timings': flags.timings,
    '--why': flags.why,
  }
  return [
    ...(flags.allowLinks ?? []).flatMap(folder => ['--allow-links', folder]),
    ...Object.entries(given).flatMap(([flag, value]) =>
      typeof value === 'string' ? [flag, value] : value ? [flag] : [],
    ),
  ]
}
