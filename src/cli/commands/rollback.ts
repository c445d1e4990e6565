// `imprint rollback`.

import { rollback, shortId } from '../../output/index.ts'
import type { CommandRecord, FlagsOf } from '../command-line/command.ts'
import { positiveInteger } from '../command-line/flag-values.ts'
import { releases } from '../command-line/flags.ts'
import type { BrandsCommand } from '../command-line/select-brands.ts'
import { changeEach, ofEnvironment } from '../releases.ts'

export const rollbackCommand = {
  name: 'rollback',
  group: 'publish',
  summary: 'make an earlier (or later) release live, and pin it until you run "imprint unpin"',
  chapter: 'releases',
  flags: [
    {
      name: '--reason <text>',
      summary: 'reason for the rollback, shown by "imprint status"',
      isRequired: true,
    },
    {
      name: '--to <release>',
      summary: 'id of the release to make live; a unique prefix of the id is enough',
    },
    {
      name: '--steps <number>',
      summary: 'number of releases to go back',
      default: 1,
      parse: positiveInteger,
    },
    releases,
    ofEnvironment,
  ],
  examples: [
    ['rollback aurora --reason "wrong phone number"', 'go back to the previous release'],
    ['rollback aurora --steps 2 --reason "wrong fee"', 'go back two releases'],
  ],
  exitCodes: ['failed', 'tryAgain'],
  on: 'brands',
} as const satisfies CommandRecord

type RollbackFlags = FlagsOf<typeof rollbackCommand.flags>

export const rollbackBrands: BrandsCommand<RollbackFlags> = (selected, flags, reporter) => {
  const wanted = flags.to === undefined ? { steps: flags.steps } : { to: flags.to }
  return changeEach(selected, flags, reporter, async (folder, id, mover) => {
    const { value, diagnostics } = await rollback(folder, id, wanted, mover)
    return { result: value === undefined ? 'failed' : `pinned to ${shortId(value)}`, diagnostics }
  })
}
