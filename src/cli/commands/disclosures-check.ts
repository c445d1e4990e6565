// `imprint disclosures check`.

import { disclosureLockName } from '../../brand/index.ts'
import { counted, diagnostic, hasErrors } from '../../diagnostics/index.ts'
import type { CommandRecord, FlagsOf } from '../command-line/command.ts'
import { exitCodes } from '../command-line/exit-codes.ts'
import { days } from '../command-line/flag-values.ts'
import type { BrandsCommand } from '../command-line/select-brands.ts'
import { codeOfFailure, disclosureFlags, fetchAll, showDisclosures } from '../disclosures.ts'

export const checkDisclosuresCommand = {
  name: 'disclosures check',
  group: 'publish',
  summary: 'compare the stored disclosures with those that the providers serve',
  chapter: 'releases',
  flags: [
    { name: '--max-age <days>', summary: 'maximum age of a lock file, for example 30d', parse: days },
    ...disclosureFlags,
  ],
  examples: [
    [
      'disclosures check --all --max-age 30d',
      'exit with code 10 if a disclosure has changed or a lock file is too old',
    ],
    ['disclosures check aurora --json', 'check one brand, and print JSON for a script'],
  ],
  exitCodes: ['failed', 'network', 'changes'],
  on: 'brands',
} as const satisfies CommandRecord

/** Compares the locks of brands with what their providers serve; writes nothing. */
export const checkDisclosures: BrandsCommand<FlagsOf<typeof checkDisclosuresCommand.flags>> = async (
  selected,
  flags,
  reporter,
) => {
  const fetched = await fetchAll(selected, flags, reporter)
  if (typeof fetched === 'number') return fetched
  const now = Date.now()
  const tooOld = fetched.flatMap(({ id, lock, path }) => {
    const age = lock === undefined ? 0 : (now - Date.parse(lock.fetchedAt)) / 86_400_000
    if (lock === undefined || flags.maxAge === undefined || age <= flags.maxAge) return []
    const message = `The disclosures in ${path} were fetched ${counted(Math.floor(age), 'day')} ago; the maximum is ${flags.maxAge}.`
    return [
      diagnostic('disclosures/too-old', message, {
        brand: id,
        hint: `Run "imprint disclosures pull ${id}" and review the disclosures.`,
      }),
    ]
  })
  const changed = fetched.filter(({ state }) => state === 'changed' || state === 'new')
  const diagnostics = [
    ...fetched.flatMap(brand => brand.diagnostics),
    ...tooOld,
    ...changed.map(({ id, path, state }) =>
      diagnostic(
        'disclosures/changed',
        state === 'new'
          ? `"${id}" has no ${disclosureLockName}.`
          : `The provider’s disclosures differ from ${path}.`,
        {
          brand: id,
          hint: `Run "imprint disclosures pull ${id}", review the difference, and commit the file.`,
        },
      ),
    ),
  ]
  showDisclosures(fetched, diagnostics, reporter)
  if (hasErrors(diagnostics)) return codeOfFailure(diagnostics)
  return diagnostics.length > 0 ? exitCodes.changes : exitCodes.done
}
