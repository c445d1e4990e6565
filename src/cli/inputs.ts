// `imprint inputs`: one hash for each brand of everything its site depends on.

import { exitCodes } from './exit-codes.ts'
import { cannotBegin, openProject, type ProjectFlags, sourceReader } from './project.ts'
import { type ResultFlags, readInputs } from './project-inputs.ts'
import type { Reporter } from './report.ts'
import { type SelectionFlags, selectBrands } from './select-brands.ts'

export interface InputsFlags extends ProjectFlags, SelectionFlags, ResultFlags {
  /** List what each hash is made of. */
  readonly files: boolean
}

export async function inputs(
  named: readonly string[],
  flags: InputsFlags,
  reporter: Reporter,
): Promise<number> {
  const opened = openProject(flags)
  if (opened.value === undefined) return cannotBegin(reporter, opened.diagnostics)
  const project = opened.value
  const selected = await selectBrands(project, named, flags)
  if (selected.value === undefined) return cannotBegin(reporter, selected.diagnostics, project)
  const read = readInputs(project, flags)
  const brands = []
  for (const id of selected.value.brands) {
    const brand = await read(id)
    brands.push({ id, inputs: brand.hash, ...(flags.files && { files: brand.files }) })
  }
  const { diagnostics } = selected
  reporter.problems(diagnostics, sourceReader(project))
  const lines = brands.flatMap(({ id, inputs: sum, files: list = [] }) => [
    `${sum}  ${id}\n`,
    ...list.map(({ path, sha256 }) => `  ${sha256}  ${path}\n`),
  ])
  reporter.result(lines.join(''))
  reporter.document({ ok: true, brands, diagnostics })
  return exitCodes.done
}
