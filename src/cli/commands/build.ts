// `imprint build`.

import { join, resolve } from 'node:path'
import type { BuildReport, SiteStore } from '../../build/index.ts'
import { checkOut } from '../../output/index.ts'
import type { CommandRecord, FlagsOf } from '../command-line/command.ts'
import { exitCodes } from '../command-line/exit-codes.ts'
import { store } from '../command-line/flag-values.ts'
import { format, out, siteFlags } from '../command-line/flags.ts'
import { cacheOf, inputFolders, outFolder } from '../project.ts'
import { formats } from '../report/formats.ts'
import type { Reporter } from '../report/reporter.ts'
import { type Part, runOnBrands } from '../runs/build-run.ts'
import { lazyTemplates } from '../runs/project-inputs.ts'
import { decisionsOf, openRun, type RunFlags } from '../runs/run-setup.ts'
import { httpStore, shownAddress } from '../stores/http-store.ts'

export const buildCommand = {
  name: 'build',
  group: 'build',
  summary: 'build brands into dist/<brand>/',
  chapter: 'build',
  flags: [
    ...siteFlags,
    out,
    {
      name: '--store <folder or address>',
      summary: 'reuse sites that another machine built from the same inputs',
      parse: store,
    },
    {
      name: '--store-mode <mode>',
      summary: 'read from the store, write to it, or both',
      choices: ['read', 'write', 'both'],
      default: 'read',
    },
    { name: '--timings', summary: 'print how long each phase took' },
    {
      name: '--why',
      summary: 'print why pages were rendered again instead of being reused from the last build',
    },
    format(formats),
  ],
  examples: [
    ['build aurora', 'build one brand into dist/aurora'],
    ['build --all --strict', 'build every brand, and treat warnings as failures'],
    ['build aurora --host nginx --why', 'build for nginx, and print why pages were rendered again'],
  ],
  exitCodes: ['failed', 'brandInvalid', 'tryAgain', 'interrupted', 'terminated'],
  scope: 'shards',
} as const satisfies CommandRecord

export type BuildFlags = RunFlags & Partial<FlagsOf<typeof buildCommand.flags>>

/** Builds the named brands and reports. Resolves to the exit code. */
export async function build(
  named: readonly string[],
  flags: BuildFlags,
  reporter: Reporter,
): Promise<number> {
  const opened = await openRun(named, flags, reporter)
  if (typeof opened === 'number') return opened
  const { project } = opened
  const out = outFolder(project, flags)
  const refused = checkOut(out, project.root, inputFolders(project.root))
  if (refused !== undefined) {
    reporter.usageError(refused)
    return exitCodes.usage
  }
  const cache = flags.cache ? { cacheFolder: cacheOf(project) } : {}
  const templates = lazyTemplates({ defaults: project.defaults, ...cache })
  const isPlain = !flags.child && flags.changesTo === undefined
  const decisions = isPlain ? decisionsOf('build', opened, flags, out, templates) : undefined
  const work = async (signal: AbortSignal, part: Part): Promise<BuildReport> => {
    const { buildBrands, directoryOutputs } = await import('../processes/stages.ts')
    const openOutput = directoryOutputs(out, signal, flags.changesTo)
    return buildBrands({ ...opened.options, ...cache, ...part, templates, openOutput, signal })
  }
  const openStore = async (signal: AbortSignal): Promise<SiteStore | undefined> => {
    const { store, storeMode: mode = 'read', strict, allowRemovals } = flags
    if (store === undefined) return undefined
    const { directoryOutputs, folderStoreAside, openSiteStore } = await import('../processes/stages.ts')
    // All commands are compiled into one folder.
    const program = new URL('./store-process.js', import.meta.url)
    // A store may take as long as building would.
    const budget = 30_000 + 1_000 * opened.options.brands.length
    return openSiteStore({
      store: /^https?:/i.test(store)
        ? httpStore(store, { token: process.env.IMPRINT_STORE_TOKEN, signal, budget })
        : folderStoreAside(resolve(store), { program, signal }),
      name: shownAddress(store),
      mode,
      inputsOf: id => decisions?.inputs.get(id)?.hash ?? '',
      openOutput: directoryOutputs(out, signal),
      signal,
      target: id => join(out, id),
      strict,
      allowRemovals,
    })
  }
  return runOnBrands({ command: 'build', flags, opened, out, work, decisions, openStore }, reporter)
}
