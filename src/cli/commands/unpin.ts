// `imprint unpin`.

import { unpin } from '../../output/index.ts'
import type { CommandRecord } from '../command-line/command.ts'
import { releases } from '../command-line/flags.ts'
import type { BrandsCommand } from '../command-line/select-brands.ts'
import { changeEach, ofEnvironment, type ReleasesFlags } from '../releases.ts'

export const unpinCommand: CommandRecord = {
  name: 'unpin',
  group: 'publish',
  summary: 'allow new releases of a brand again after a rollback',
  chapter: 'releases',
  flags: [releases, ofEnvironment, { name: '--reason <text>', summary: 'reason to record in the history' }],
  examples: [
    ['unpin aurora', 'allow new releases of one brand again'],
    ['unpin --all --reason "phone number fixed"', 'allow new releases of every brand again'],
  ],
  exitCodes: ['failed', 'tryAgain'],
  on: 'brands',
}

export const unpinBrands: BrandsCommand<ReleasesFlags> = (selected, flags, reporter) => {
  return changeEach(selected, flags, reporter, async (folder, id, mover) => {
    const { value, diagnostics } = await unpin(folder, id, mover)
    return { result: value === undefined ? 'failed' : value ? 'unpinned' : 'was not pinned', diagnostics }
  })
}
