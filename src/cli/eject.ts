// `imprint eject`: copies templates of the package into the project, to change them. All others stay those of the package.

import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { brandsFolder } from '../brand/index.ts'
import { type Diagnostic, diagnostic, didYouMean } from '../diagnostics/index.ts'
import { diskFiles } from '../files/index.ts'
import { writeFailure } from '../output/index.ts'
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
    if (!known.includes(name)) {
      const message = `The package has no template "${name}".`
      return [diagnostic('usage/unknown-key', message, { hint: didYouMean(name, known, 'It has') })]
    }
    if (!existsSync(join(root, folder, name))) return []
    const message = `${folder}/${name} already exists; it was not changed.`
    return [diagnostic('usage/already-exists', message, { hint: 'Change it as it is, or remove it first.' })]
  })
  if (problems.length > 0) return cannotBegin(reporter, problems)
  const created = names.map(name => `${folder}/${name}`)
  for (const name of names) {
    const target = join(root, folder, name)
    try {
      mkdirSync(dirname(target), { recursive: true })
      writeFileSync(target, own.readBytes(`templates/${name}`).value ?? new Uint8Array(), { flag: 'wx' })
    } catch (error) {
      return cannotBegin(reporter, [writeFailure(target, error)])
    }
  }
  reporter.result(created.map(path => `Created ${path}\n`).join(''))
  reporter.document({ ok: true, brands: [], created, diagnostics: [] })
  return exitCodes.done
}
