// Finds template files that nothing imports: most were meant to replace one with another name.

import { brandsFolder } from '../../brand/index.ts'
import { type Diagnostic, diagnostic, grouped, startOf, suggest } from '../../diagnostics/index.ts'
import type { Files } from '../../files/index.ts'
import { islandFile } from './islands.ts'
import { baseStyles, blockFile, indexFiles, layoutFile, templatesFolder } from './template-layers.ts'

const isTemplate = new RegExp(
  `^(?:${brandsFolder}/[^/]+/)?${templatesFolder}/.+(?<!\\.d)\\.(?:[cm]?[jt]sx?|css|json)$`,
)
const layerPattern = new RegExp(`^${brandsFolder}/[^/]+/(?=${templatesFolder}/)`)
/** The name by which files of any layer import this one. */
const nameOf = (path: string): string => path.replace(layerPattern, '')

/**
 * Reports a project's templates that, in any brand, are not found by name, do not replace one of the package's, and are not
 * imported by another template.
 * @param brands Brands and bases whose folders are checked; default: all.
 */
export function unreadTemplates(files: Files, defaults: Files, brands?: readonly string[]): Diagnostic[] {
  const templatesIn = (folders: readonly string[]) =>
    [templatesFolder, ...folders]
      .flatMap(folder => files.list(folder).value)
      .filter(path => path.includes(templatesFolder) && isTemplate.test(path))
  const looked = templatesIn(brands?.map(id => `${brandsFolder}/${id}/${templatesFolder}`) ?? [brandsFolder])
  const ofPackage = defaults.list(templatesFolder).value
  // In Imprint's own repository the project's templates are those of the package.
  const packaged = (ofPackage.length > 0 ? ofPackage : files.list(templatesFolder).value).filter(path =>
    isTemplate.test(path),
  )
  // The package has one for every kind of page.
  const found = new Set([...packaged, ...indexFiles, baseStyles])
  const isFound = (name: string) =>
    found.has(name) ||
    [layoutFile, blockFile, islandFile].some(pattern => pattern.test(name)) ||
    name.startsWith(assets)
  if (looked.every(path => isFound(nameOf(path)))) return []
  // Files that replace each other have the same name; whatever any of them imports counts as imported.
  const sources = grouped(templatesIn([brandsFolder]).map(path => [nameOf(path), path]))
  const read = new Set([...sources.keys()].filter(isFound))
  for (const name of read) {
    const texts = sources.get(name)?.map(path => files.readText(path).value?.text ?? '') ?? []
    const targets = texts.flatMap(text => imported(text, name))
    for (const target of targets.flatMap(path => endings.map(ending => nameOf(path) + ending)))
      if (sources.has(target)) read.add(target)
  }
  return looked
    .filter(path => !read.has(nameOf(path)))
    .map(path => unread(path, suggest(inTemplates(nameOf(path)), packaged.map(inTemplates))))
}
/** Only the remaining parts show whether one path was meant for the other. */
const inTemplates = (path: string): string => path.slice(templatesFolder.length + 1)

const assets = `${templatesFolder}/assets/`
const endings = ['', '.ts', '.tsx', '.css', '.js', '.jsx', '/index.ts', '/index.tsx']

/** The files that a template imports by a relative path, relative to the root of the layers. */
function imported(text: string, name: string): string[] {
  const paths = [...text.matchAll(/['"(](\.{1,2}\/[^'"()\n]+)['")]/g)]
  return paths.map(([, path = '']) => new URL(path, `file:///${name}`).pathname.slice(1))
}

function unread(path: string, replaced: string | undefined): Diagnostic {
  const folder = path.slice(0, path.indexOf(templatesFolder))
  const other =
    replaced === undefined
      ? 'A file that replaces a package template must have the same name; "imprint eject" lists the names.'
      : `To replace a package template, rename it to ${folder}${templatesFolder}/${replaced}.`
  const hint = `Import it in the template that should show it, or remove it. ${other}`
  return diagnostic('project/unread-file', 'No template imports this file.', { at: startOf(path), hint })
}
