// Flags that several commands share. Flags of a single command are in its record.

import { hosts } from '../../brand/index.ts'
import { firstDay } from '../today.ts'
import type { ArgumentRecord, CommandRecord, FlagRecord, FlagsOf } from './command.ts'
import { day, environmentName, fileOrStdin, folder, portNumber, positiveInteger } from './flag-values.ts'

export const json = {
  name: '--json',
  summary: 'print one JSON document to stdout',
  section: 'global',
} as const satisfies FlagRecord

export const quiet = {
  name: '--quiet',
  summary: 'print only errors and results',
  section: 'global',
} as const satisfies FlagRecord

/** Flags of every command that works on a project. */
export const globalFlags = [
  {
    name: '--root <folder>',
    summary: 'project folder (default: the nearest parent folder that contains brands/)',
    section: 'global',
    parse: folder,
  },
  {
    name: '--allow-links <folder>',
    summary: 'follow symbolic links to this folder outside the project',
    section: 'global',
    isRepeatable: true,
    parse: folder,
  },
  json,
  quiet,
  { name: '--debug', summary: 'print stack traces of unexpected errors', section: 'global' },
] as const satisfies readonly FlagRecord[]

export type GlobalFlags = FlagsOf<typeof globalFlags>

const brandsArgument: ArgumentRecord = {
  name: '[brand...]',
  summary: 'brand ids (the folder names in brands/)',
}

export const allFlag = {
  name: '--all',
  summary: 'every brand in brands/',
  section: 'brands',
} as const satisfies FlagRecord

export const brandsFromFlag = {
  name: '--brands-from <file>',
  summary: 'the brands listed in a file, one per line; "-" reads stdin',
  section: 'brands',
  parse: fileOrStdin,
} as const satisfies FlagRecord

/** The flags that select brands and a shard of them: see `select-brands.ts`. */
export const shardFlags = [
  allFlag,
  brandsFromFlag,
  {
    name: '--since <commit>',
    summary: 'only brands that may have changed since this commit; selects from all brands if none are named',
    section: 'brands',
  },
  {
    name: '--shard <i/n>',
    summary:
      'only the i-th of n equal parts of these brands; "auto" gets i and n from Kubernetes, Slurm or GitLab',
    section: 'brands',
  },
  {
    name: '--weights <report>',
    summary: 'balance the parts of --shard by the build times in a report from "build --json"',
    section: 'brands',
    parse: folder,
  },
] as const satisfies readonly FlagRecord[]

/**
 * The same flags for commands that are rarely divided among machines: they accept `--shard`, but help does not mention it.
 */
const selectionFlags: readonly FlagRecord[] = shardFlags.map(flag =>
  /^--(?:shard|weights) /.test(flag.name) ? { ...flag, hidden: true } : flag,
)

export const strict = {
  name: '--strict',
  summary: 'treat warnings as failures',
} as const satisfies FlagRecord

export const drafts = {
  name: '--drafts',
  summary: 'include articles and pages marked as drafts',
} as const satisfies FlagRecord

export const cache = {
  name: '--no-cache',
  summary: 'ignore the cached results of earlier runs',
} as const satisfies FlagRecord

export const asOf = {
  name: '--as-of <day>',
  summary: 'act as if today were this date, YYYY-MM-DD',
  default: () => firstDay,
  defaultText: 'today in UTC',
  parse: day,
} as const satisfies FlagRecord

export const environment = {
  name: '--env <name>',
  summary: 'use each brand’s values for this environment, for example staging',
  parse: environmentName,
} as const satisfies FlagRecord

export const host = {
  name: '--host <name>',
  summary: 'host that serves the sites; a build adds the files that this host reads',
  choices: hosts,
  defaultText: 'each brand’s "host"; without one, files that most hosts read',
} as const satisfies FlagRecord

export const out = {
  name: '--out <folder>',
  summary: 'folder for built sites (default: dist)',
  parse: folder,
} as const satisfies FlagRecord

export const releases = {
  name: '--releases <folder>',
  summary: 'releases folder (default: releases/ in the project)',
  parse: folder,
} as const satisfies FlagRecord

export const exitCode = {
  name: '--exit-code',
  summary: 'exit with code 10 if there are differences',
} as const satisfies FlagRecord

export const open = { name: '--open', summary: 'open the site in the browser' } as const satisfies FlagRecord

export const port = {
  name: '--port <number>',
  summary: 'port to listen on, or the next free port if it is in use (default: 4000)',
  parse: portNumber,
} as const satisfies FlagRecord

export const strictPort = {
  name: '--strict-port',
  summary: 'fail if the port is in use',
} as const satisfies FlagRecord

/** The `--format` flag of a build or check. */
export function format<const Format extends string>(choices: readonly Format[]) {
  return {
    name: '--format <format>',
    summary: 'output format; except with json, problems are also printed to stderr as text',
    choices,
    conflicts: 'json',
  } as const satisfies FlagRecord
}

export const allowRemovals = {
  name: '--allow-removals',
  summary: 'allow published pages to be removed without a redirect',
} as const satisfies FlagRecord

/** Flags of the commands that produce sites: `build`, `check`, `diff`. */
export const siteFlags = [
  strict,
  drafts,
  asOf,
  environment,
  host,
  allowRemovals,
  cache,
  {
    name: '--concurrency <number>',
    summary: 'maximum number of processes to use for many brands (default: one per processor core)',
    parse: positiveInteger,
  },
  { name: '--child', summary: 'report to the process that started this one', hidden: true },
  { name: '--changes-to <folder>', summary: 'write only what differs from these sites', hidden: true },
] as const satisfies readonly FlagRecord[]

/** A command with the argument and flags of its scope. */
export function withSharedFlags<Command extends CommandRecord>(command: Command): Command {
  const { scope, on, arguments: words = [], flags = [] } = command
  const selects = scope ?? (on === 'project' ? 'project' : on && 'brands')
  if (selects === undefined) return command
  const isOnBrands = selects !== 'project'
  const names = isOnBrands && !words.some(({ name }) => name.endsWith('...]')) ? [brandsArgument] : []
  const brandFlags = selects === 'shards' ? shardFlags : isOnBrands ? selectionFlags : []
  return { ...command, arguments: [...words, ...names], flags: [...flags, ...brandFlags, ...globalFlags] }
}
