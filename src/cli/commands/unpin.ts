// `imprint unpin`.

import { unpin } from '../../output/index.ts'
import type { CommandRecord } from '../command.ts'
import { brandsArgument, globalFlags, releases, selectionFlags } from '../flags.ts'
import { changeEach, ofEnvironment, type ReleasesFlags } from '../releases.ts'
import type { BrandsCommand } from '../select-brands.ts'

export const unpinCommand: CommandRecord = {
  name: 'unpin',
  group: 'publish',
  summary: 'let releases of a brand go live again after a rollback',
  chapter: 'releases',
  arguments: [brandsArgument],
  flags: [
    releases,
    ofEnvironment,
    { name: '--reason <text>', summary: 'why, for the history' },
    ...selectionFlags,
    ...globalFlags,
  ],
  examples: [
    ['unpin aurora', 'let its releases go live again'],
    ['unpin --all --reason "phone number fixed"', 'the same for every brand'],
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
