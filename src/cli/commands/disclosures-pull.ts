// `imprint disclosures pull`.

import { join } from 'node:path'
import { type Diagnostic, diagnostic, hasErrors } from '../../diagnostics/index.ts'
import { replaceFile, writeFailure } from '../../output/index.ts'
import { lockFile } from '../../remote/index.ts'
import type { CommandRecord } from '../command-line/command.ts'
import { exitCodes } from '../command-line/exit-codes.ts'
import type { BrandsCommand } from '../command-line/select-brands.ts'
import {
  codeOfFailure,
  type DisclosuresFlags,
  disclosureFlags,
  fetchAll,
  showDisclosures,
} from '../disclosures.ts'
import { today } from '../today.ts'

export const pullDisclosuresCommand: CommandRecord = {
  name: 'disclosures pull',
  group: 'publish',
  summary: 'fetch the disclosures, print what changed, and write disclosures.lock.json',
  chapter: 'releases',
  flags: [...disclosureFlags],
  examples: [
    ['disclosures pull --all', 'fetch the disclosures of every brand'],
    ['disclosures pull aurora --into _house', 'write one file for all brands that extend the base'],
  ],
  exitCodes: ['failed', 'network'],
  on: 'brands',
}

/**
 * Writes the providers' current disclosures into locks, each in one step, and shows the changes. A failure changes nothing.
 */
export const pullDisclosures: BrandsCommand<DisclosuresFlags> = async (selected, flags, reporter) => {
  const found = await fetchAll(selected, flags, reporter)
  if (typeof found === 'number') return found
  const diagnostics: Diagnostic[] = found.flatMap(brand => brand.diagnostics)
  const fetchedAt = today()
  // Brands may share the lock of their base: it is written once.
  const written = new Map<string, string>()
  for (const { id, fetched, path } of found) {
    if (fetched === undefined) continue
    const other = written.get(path)
    if (other !== undefined && other !== fetched.sha256) {
      const message = `The brands that share ${path} get different disclosures from their providers.`
      diagnostics.push(
        diagnostic('disclosures/unavailable', message, {
          brand: id,
          hint: `Give "${id}" its own file with "--into ${id}".`,
        }),
      )
      continue
    }
    written.set(path, fetched.sha256)
    // Unchanged disclosures are written as well, because the lock records when they were last fetched.
    if (other !== undefined) continue
    try {
      replaceFile(join(selected.project.root, path), lockFile(fetched, fetchedAt))
    } catch (error) {
      diagnostics.push(writeFailure(path, error))
    }
  }
  showDisclosures(found, diagnostics, reporter)
  return hasErrors(diagnostics) ? codeOfFailure(diagnostics) : exitCodes.done
}
