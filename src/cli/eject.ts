// `imprint eject`: copies templates of the package into the project, to change them. All others stay those of the package.

import { brandsFolder } from '../brand/index.ts'
import { type Diagnostic, diagnostic, didYouMean } from '../diagnostics/index.ts'
import { diskFiles } from '../files/index.ts'
import { createFiles } from './create-files.ts'
import { exitCodes } from './exit-codes.ts'
import { cannotBegin, type Project, packageRoot, unknownBrand } from './project.ts'
import type { Reporter } from './report.ts'

interface EjectFlags {
  /** The brand or base that gets the copy; default: the project, and so every brand. */
  readonly brand?: string
}

/** Lists the templates where none is named. Nothing is written unless all can be. */
export function eject(
  { root, brands }: Project,
  named: readonly string[],
  flags: EjectFlags,
  reporter: Reporter,
): number {
  const own = diskFiles(packageRoot)
  const known = own.list('templates').value.map(path => path.slice('templates/'.length))
  if (named.length === 0) {
    reporter.result(`${known.join('\n')}\n`)
    reporter.document({ ok: true, brands: [], templates: known, diagnostics: [] })
    return exitCodes.done
  }
  const { brand } = flags
  if (brand !== undefined && ![...brands.brands, ...brands.bases].includes(brand))
    return cannotBegin(reporter, [unknownBrand(brand, brands)])
  const names = named.map(name => name.replace(/^templates\//, ''))
  const folder = brand === undefined ? 'templates' : `${brandsFolder}/${brand}/templates`
  const problems = names.flatMap((name): Diagnostic[] => {
    if (known.includes(name)) return []
    const message = `The package has no template "${name}".`
    return [diagnostic('usage/unknown-key', message, { hint: didYouMean(name, known, 'It has') })]
  })
  const files = names.map(name => ({
    path: `${folder}/${name}`,
    content: own.readBytes(`templates/${name}`).value ?? '',
  }))
  const failed = problems.length > 0 ? problems : createFiles(root, files)
  if (failed.length > 0) return cannotBegin(reporter, failed)
  const created = files.map(({ path }) => path)
  reporter.result(created.map(path => `Created ${path}\n`).join(''))
  reporter.document({ ok: true, brands: [], created, diagnostics: [] })
  return exitCodes.done
}
