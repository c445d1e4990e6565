// Finds sites that differ from what a build would give now.

import { join } from 'node:path'
import type { BrandInputs } from '../../build/index.ts'
import { type Diagnostic, diagnostic, grouped, listOf } from '../../diagnostics/index.ts'
import { remembered } from '../../files/index.ts'
import { type BuildFlagsRecord, type BuildRecord, openScratch, readBuildRecord } from '../../output/index.ts'
import type { Project, ProjectFlags } from '../project.ts'
import { today } from '../today.ts'
import { sumsOf } from './build-records.ts'
import { type ResultFlags, readInputs } from './project-inputs.ts'
import { buildAside } from './scratch-builds.ts'

interface StaleOptions extends Pick<ProjectFlags, 'allowLinks'> {
  readonly project: Project
  /** Absolute path of the folder of the sites. */
  readonly out: string
  readonly env?: string | undefined
  /** Whether every site with changed inputs is stale, even if no byte of it would change. This saves a build. */
  readonly byInputs: boolean
}

/** A site whose inputs have changed. */
interface ChangedSite {
  readonly id: string
  readonly why: string
  /** The flags of its build; undefined if they are unknown. */
  readonly flags: BuildFlagsRecord | undefined
}

/**
 * Finds the brands whose sites would change if they were built again with the same flags. A site without `--as-of` is built as of
 * today. Changed inputs may leave a site unchanged; only a build into another folder shows that.
 */
export function staleSites(
  options: StaleOptions,
): (ids: readonly string[]) => Promise<ReadonlyMap<string, Diagnostic>> {
  const { project, out, env } = options
  const readerOf = remembered((flags: string) =>
    readInputs(project, resultFlags(JSON.parse(flags) as BuildFlagsRecord, env)),
  )
  return async ids => {
    const changed: ChangedSite[] = []
    for (const id of ids) {
      const record = readBuildRecord(out, id)
      const now = record && (await readerOf(JSON.stringify(record.flags))(id))
      if (record === undefined || now === undefined)
        changed.push({ id, why: 'There is no record of what the site was built from.', flags: undefined })
      else if (now.hash !== record.inputs) {
        const why = `The project has changed since the build: ${differences(record, now)}.`
        changed.push({ id, why, flags: record.flags })
      }
    }
    const stale = new Map<string, Diagnostic>()
    for (const sites of grouped(changed.map(site => [JSON.stringify(site.flags), site])).values()) {
      const flags = sites[0]?.flags
      const left = flags === undefined || options.byInputs ? sites : await changedSites(options, sites, flags)
      const command = commandToBuild(idsOf(left), { ...flags, env })
      const hint = `Run "${command}", then release again. To release the existing build anyway, use --stale.`
      for (const { id, why } of left) stale.set(id, diagnostic('release/stale', why, { brand: id, hint }))
    }
    return stale
  }
}

/**
 * The sites that a build with these flags would change. If the inputs of several brands have changed in the same way, one of them is
 * built first: if its site would change, all of them count as stale, because building them all would take too long.
 */
async function changedSites(
  options: StaleOptions,
  sites: readonly ChangedSite[],
  flags: BuildFlagsRecord,
): Promise<readonly ChangedSite[]> {
  const alike = grouped(sites.map(site => [site.why.replaceAll(`/${site.id}/`, '/'), site] as const))
  const groups = [...alike.values()]
  const same = await sameWhenBuilt(options, idsOf(groups.flatMap(([first]) => first ?? [])), flags)
  const others = groups.flatMap(([first, ...rest]) => (first !== undefined && same.has(first.id) ? rest : []))
  const sameToo = await sameWhenBuilt(options, idsOf(others), flags)
  return sites.filter(({ id }) => !same.has(id) && !sameToo.has(id))
}

function idsOf(sites: readonly ChangedSite[]): readonly string[] {
  return sites.map(({ id }) => id)
}

/** The brands for which a build with these flags produces the same site again. */
async function sameWhenBuilt(
  { project, out, env, allowLinks }: StaleOptions,
  ids: readonly string[],
  flags: BuildFlagsRecord,
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set()
  const scratch = openScratch(out)
  try {
    const { unchanged } = await buildAside(project.root, ids, {
      ...resultFlags(flags, env),
      ...(allowLinks && { allowLinks }),
      out: join(scratch.path, 'now'),
      changesTo: out,
      all: false,
      strict: false,
      allowRemovals: true,
      cache: true,
      json: true,
      quiet: false,
      debug: false,
      child: false,
    })
    return unchanged
  } finally {
    scratch.close()
  }
}

function resultFlags(
  { drafts, asOf, host }: BuildFlagsRecord,
  env: string | undefined,
): ResultFlags & Required<Pick<ResultFlags, 'drafts' | 'asOf'>> {
  return { drafts, asOf: asOf ?? today(), ...(host !== null && { host }), ...(env !== undefined && { env }) }
}

/** Up to this many brands are named one by one. */
const mostNames = 8

/** The command that builds brands: `imprint build one two --env staging`. */
export function commandToBuild(
  ids: readonly string[],
  { env, drafts = false, asOf, host }: Partial<BuildFlagsRecord> & { readonly env?: string | undefined },
): string {
  return [
    'imprint build',
    ...(ids.length > mostNames ? ['--all'] : ids),
    ...(env === undefined ? [] : [`--env ${env}`]),
    ...(drafts ? ['--drafts'] : []),
    ...(asOf ? [`--as-of ${asOf}`] : []),
    ...(host ? [`--host ${host}`] : []),
  ].join(' ')
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
          ? `${name} was removed`
          : `${name} has changed`
    })
  return changes.length === 0
    ? `the articles published on ${today()} differ from those on the day of the build`
    : listOf(changes, 5)
}

/** Inputs that are not files of the project. */
const names: Readonly<Record<string, string>> = {
  imprint: 'Imprint itself',
  node_modules: 'a package that templates import',
}
