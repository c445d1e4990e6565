// `imprint inputs`: one hash for each brand of everything its site depends on.

import { exitCodes } from '../exit-codes.ts'
import { sourceReader } from '../project.ts'
import { type ResultFlags, readInputs } from '../project-inputs.ts'
import type { BrandsCommand } from '../select-brands.ts'

interface InputsFlags extends ResultFlags {
  /** List what each hash is made of. */
  readonly files: boolean
}

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
  reporter.problems(diagnostics, sourceReader(project))
  const lines = brands.flatMap(({ id, inputs: sum, files: list = [] }) => [
    `${sum}  ${id}\n`,
    ...list.map(({ path, sha256 }) => `  ${sha256}  ${path}\n`),
  ])
  reporter.result(lines.join(''))
  reporter.document({ ok: true, brands, diagnostics })
  return exitCodes.done
}
