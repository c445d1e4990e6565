// `imprint inputs`: one hash for each brand of everything its site depends on.

import { join } from 'node:path'
import { inputsReader, openSharedWork } from '../build/index.ts'
import { snapshot } from '../files/index.ts'
import { exitCodes } from './exit-codes.ts'
import { cannotBegin, openProject, type ProjectFlags, sourceReader } from './project.ts'
import type { Reporter } from './report.ts'
import { type SelectionFlags, selectBrands } from './select-brands.ts'

export interface InputsFlags extends ProjectFlags, SelectionFlags {
  readonly drafts: boolean
  readonly env?: string
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
  const selected = selectBrands(project, named, flags)
  if (selected.value === undefined) return cannotBegin(reporter, selected.diagnostics, project)
  const files = snapshot(project.files)
  const { defaults, root } = project
  const cacheFolder = { path: join(root, '.imprint', 'cache'), readOnly: true }
  const read = inputsReader({
    files,
    defaults,
    flags: { drafts: flags.drafts, environment: flags.env },
    templates: () => openSharedWork({ defaults, cacheFolder }).templates(files),
  })
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
