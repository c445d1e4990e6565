// `imprint inputs`: one hash for each brand of everything its site depends on.

import type { CommandRecord, FlagsOf } from '../command-line/command.ts'
import { exitCodes } from '../command-line/exit-codes.ts'
import { asOf, drafts, environment, host } from '../command-line/flags.ts'
import type { BrandsCommand } from '../command-line/select-brands.ts'
import { sourceReader } from '../project.ts'
import { readInputs } from '../runs/project-inputs.ts'

export const inputsCommand = {
  name: 'inputs',
  group: 'machines',
  summary: 'print a hash of everything that each brand’s site depends on',
  chapter: 'many-brands',
  flags: [
    { name: '--files', summary: 'list the files and values that each hash covers' },
    environment,
    host,
    drafts,
    asOf,
  ],
  examples: [
    ['inputs --all', 'print one hash for each brand'],
    ['inputs aurora --files', 'print the hash of one brand, and list the files that it covers'],
  ],
  exitCodes: ['failed'],
  on: 'brands',
} as const satisfies CommandRecord

type InputsFlags = FlagsOf<typeof inputsCommand.flags>

export const inputs: BrandsCommand<InputsFlags> = async (
  { project, brands: ids, diagnostics },
  flags,
  reporter,
) => {
  const read = readInputs(project, flags)
  const brands = []
  for (const id of ids) {
    const brand = await read(id)
    brands.push({ id, inputs: brand.hash, ...(flags.files && { files: brand.files }) })
  }
  const lines = brands.flatMap(({ id, inputs: sum, files: list = [] }) => [
    `${sum}  ${id}\n`,
    ...list.map(({ path, sha256 }) => `  ${sha256}  ${path}\n`),
  ])
  reporter.conclude(lines.join(''), { ok: true, brands, diagnostics }, sourceReader(project))
  return exitCodes.done
}
