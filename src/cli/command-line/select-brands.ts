// Selects the brands of a command: named, all, listed in a file or changed since a commit; and a shard of these.

import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { brandsFolder } from '../../brand/index.ts'
import {
  compareText,
  type Diagnostic,
  diagnostic,
  listOf,
  type Outcome,
  startOf,
} from '../../diagnostics/index.ts'
import { attempt } from '../../files/index.ts'
import { type Shard, shardBrands } from '../processes/shards.ts'
import {
  cannotBegin,
  openProject,
  type Project,
  type ProjectFlags,
  sourceReader,
  unknownBrand,
} from '../project.ts'
import type { Reporter } from '../report/reporter.ts'
import { affectedSince, type ResultFlags } from '../runs/project-inputs.ts'
import type { FlagsOf } from './command.ts'
import { brandsWith } from './environments.ts'
import type { shardFlags } from './flags.ts'

export type SelectionFlags = ResultFlags & FlagsOf<typeof shardFlags>

interface Selection {
  readonly brands: readonly string[]
  /** With `--shard`, the shard that `brands` are. */
  readonly shard?: Shard & {
    /** Hash of the ids of all brands that were divided: the same in all shards of one run. */
    readonly of: string
  }
}

/** The input of a command that works on brands. */
export interface Selected extends Selection {
  readonly project: Project
  /** Problems with the list of brands. */
  readonly diagnostics: readonly Diagnostic[]
}

/** A command that works on brands. Resolves to the exit code. */
export type BrandsCommand<Flags> = (selected: Selected, flags: Flags, reporter: Reporter) => Promise<number>

/**
 * Opens the project of a command that works on brands. If that fails, reports why and returns the exit code.
 * @param orAll Whether the command applies to all brands if the command line names none: for commands that only read.
 */
export async function openBrands(
  named: readonly string[],
  flags: ProjectFlags & SelectionFlags,
  reporter: Reporter,
  orAll = false,
): Promise<Selected | number> {
  const { value: project, diagnostics } = openProject(flags)
  if (project === undefined) return cannotBegin(reporter, diagnostics)
  reporter.within(project.root)
  const all = orAll && named.length === 0 && flags.brandsFrom === undefined && flags.since === undefined
  const selected = await selectBrands(project, named, { ...flags, all: flags.all || all })
  return selected.value === undefined
    ? cannotBegin(reporter, selected.diagnostics, sourceReader(project))
    : { ...selected.value, project, diagnostics: selected.diagnostics }
}

type Fault = Parameters<typeof diagnostic>

/**
 * The brands that a command line selects. If the project has several brands, it must name some. Only `--brands-from`, `--shard`
 * and `--since` may select none.
 */
export async function selectBrands(
  project: Project,
  named: readonly string[],
  flags: SelectionFlags,
  environment: NodeJS.ProcessEnv = process.env,
): Promise<Outcome<Selection | undefined>> {
  const chosen = await chooseBrands(project, named, flags)
  if (chosen.value === undefined) return chosen as Outcome<undefined>
  const { since, shard, weights } = flags
  const affected = since === undefined ? undefined : await affectedSince(project, chosen.value, since, flags)
  if (affected !== undefined && affected.value === undefined) return affected as Outcome<undefined>
  const wanted = affected?.value?.map(({ id }) => id) ?? chosen.value
  const fail = (...fault: Fault): Outcome<undefined> => ({
    value: undefined,
    diagnostics: [diagnostic(...fault)],
  })
  if (shard === undefined) {
    return weights === undefined
      ? { value: { brands: wanted }, diagnostics: chosen.diagnostics }
      : fail('usage/invalid', '--weights works only with --shard.')
  }
  const share = parseShard(shard, environment)
  if (typeof share === 'string') {
    return fail('usage/invalid', share, {
      hint: 'Use "--shard 2/8" for the second of eight shards, or "--shard auto/8" if Kubernetes, Slurm or GitLab numbers the processes.',
    })
  }
  const times = weights === undefined ? undefined : timesIn(weights)
  if (typeof times === 'string') return fail('usage/invalid', times)
  const selected = new Set(shardBrands(wanted, share.count, times)[share.index - 1])
  const brands = wanted.filter(id => selected.has(id))
  const of = hash('sha256', [...wanted].sort(compareText).join('\n'))
  return { value: { brands, shard: { ...share, of } }, diagnostics: chosen.diagnostics }
}

async function chooseBrands(
  project: Project,
  named: readonly string[],
  { all, brandsFrom, since, env }: SelectionFlags,
): Promise<Outcome<readonly string[] | undefined>> {
  const { brands } = project.brands
  const fail = (...fault: Fault): Outcome<undefined> => ({
    value: undefined,
    diagnostics: [...project.diagnostics, diagnostic(...fault)],
  })
  const ways = [
    ...(named.length > 0 ? ['Brand ids'] : []),
    ...(all ? ['--all'] : []),
    ...(brandsFrom === undefined ? [] : ['--brands-from']),
  ]
  if (ways.length > 1)
    return fail('usage/invalid', `${ways.slice(0, 2).join(' and ')} cannot be used together.`, {
      hint: 'Use only one of them.',
    })
  const listed = brandsFrom === undefined ? named : idsIn(brandsFrom)
  if (typeof listed === 'string') return fail('usage/invalid', listed)
  const ids = [...new Set(listed)]
  const known = new Set(brands)
  const unknown = ids.filter(id => !known.has(id))
  if (unknown.length > 0)
    return { value: undefined, diagnostics: unknown.map(id => unknownBrand(id, project.brands)) }
  if (brands.length === 0) {
    if (project.diagnostics.length > 0) return { value: undefined, diagnostics: project.diagnostics }
    return fail('project/no-brands', `The folder ${brandsFolder}/ contains no brands.`, {
      at: startOf(brandsFolder),
      hint: 'Add one with "imprint new brand <id>".',
    })
  }
  if (all || (ways.length === 0 && since !== undefined))
    return env === undefined ? { value: brands, diagnostics: project.diagnostics } : brandsWith(project, env)
  if (ways.length === 1) return { value: ids, diagnostics: [] }
  if (brands.length === 1) return { value: brands, diagnostics: project.diagnostics }
  return fail('usage/brand-required', 'There are several brands, but none was named.', {
    hint: `Name one or more brands, or use --all. Brands: ${listOf(brands, 20)}.`,
  })
}

/** The ids in a file, one per line, without blank lines and comments (`#`); or the problem with it. */
function idsIn(path: string): readonly string[] | string {
  const text = attempt(() => readFileSync(path === '-' ? 0 : path, 'utf8'))
  if (text === undefined) return `The brand list "${path}" could not be read.`
  return text.split('\n').flatMap(line => line.replace(/#.*/, '').trim() || [])
}

/** Milliseconds by brand in the document of an earlier `build --json`; or the problem with it. */
function timesIn(path: string): ReadonlyMap<string, number> | string {
  try {
    const { brands } = jsonIn(path) as { brands: { id: string; ms: number }[] }
    return new Map(brands.map(({ id, ms }) => [String(id), Number(ms) || 0]))
  } catch {
    return `The file "${path}" is not a report from "imprint build --json".`
  }
}

/** The content of a JSON file that the command line names. Throws if there is none. */
export function jsonIn(path: string): unknown {
  return JSON.parse(readFileSync(path, 'utf8'))
}

/** `2/8`, or for `auto` the value from the environment of this process; a string is the problem. */
function parseShard(text: string, environment: NodeJS.ProcessEnv): Shard | string {
  const [, index = '', total] = /^(auto|\d{1,6})(?:\/(\d{1,6}))?$/.exec(text) ?? []
  const shard =
    index === 'auto'
      ? automaticShard(environment, total)
      : index === '' || total === undefined
        ? `"${text}" is not a shard.`
        : { index: Number(index), count: Number(total) }
  if (typeof shard === 'string') return shard
  const { index: number, count } = shard
  return Number.isInteger(number) && Number.isInteger(count) && number >= 1 && number <= count
    ? shard
    : `There is no shard ${number} of ${count}.`
}

/** Kubernetes counts from 0, GitLab from 1, Slurm by the bounds of the array: `--array=0-7`, `--array=1-8`. */
function automaticShard(environment: NodeJS.ProcessEnv, total: string | undefined): Shard | string {
  const { JOB_COMPLETION_INDEX, SLURM_ARRAY_TASK_ID, CI_NODE_INDEX } = environment
  const { SLURM_ARRAY_TASK_MIN = '1', SLURM_ARRAY_TASK_STEP = '1', SLURM_ARRAY_TASK_COUNT } = environment
  const shard = (name: string, index: number, count: string | undefined): Shard | string =>
    count === undefined
      ? `${name} contains the number of this shard, but not the total number of shards.`
      : { index, count: Number(count) }
  if (JOB_COMPLETION_INDEX !== undefined)
    return shard(
      'JOB_COMPLETION_INDEX',
      Number(JOB_COMPLETION_INDEX) + 1,
      total ?? environment.JOB_COMPLETIONS,
    )
  if (SLURM_ARRAY_TASK_ID !== undefined) {
    const place = (Number(SLURM_ARRAY_TASK_ID) - Number(SLURM_ARRAY_TASK_MIN)) / Number(SLURM_ARRAY_TASK_STEP)
    return shard('SLURM_ARRAY_TASK_ID', place + 1, total ?? SLURM_ARRAY_TASK_COUNT)
  }
  if (CI_NODE_INDEX !== undefined)
    return shard('CI_NODE_INDEX', Number(CI_NODE_INDEX), total ?? environment.CI_NODE_TOTAL)
  return 'The number of this shard is unknown: JOB_COMPLETION_INDEX, SLURM_ARRAY_TASK_ID and CI_NODE_INDEX are not set.'
}
