// Finds a brand's own text that an existing base of another language replaces in its translation. It needs a translation, but
// nothing else reports it: all of the site's text is in its language.

import { brandsFolder, locateBrand } from '../../brand/index.ts'
import { locateContent } from '../../content/index.ts'
import { type Diagnostic, diagnostic, startOf } from '../../diagnostics/index.ts'
import type { Files } from '../../files/index.ts'
import { entryAt, type Located, leaves, scalarsOf } from '../../yaml/index.ts'
import type { Project } from '../project.ts'

interface Translation {
  /** The new brand, which extends the brand and the base. */
  readonly id: string
  readonly of: string
  /** The base of the language. */
  readonly base: string
}

/** One warning for each such text, except for those from a layer that another brand with this base has too: the base translates them. */
export function replacedTexts(
  { files, defaults, brands }: Pick<Project, 'files' | 'defaults' | 'brands'>,
  { id, of, base }: Translation,
): readonly Diagnostic[] {
  const chainOf = (brand: string) => locateBrand(files, brand)?.chain ?? []
  const brand = locateBrand(files, id)
  if (brand === undefined) return []
  const others = brands.brands.filter(brand => brand !== id).map(chainOf)
  const translated = new Set(others.filter(chain => chain.includes(base)).flat())
  const own = chainOf(of).filter(layer => !translated.has(layer))
  const replaced = (what: string, path: string): Diagnostic =>
    diagnostic('content/untranslated', `${what} is replaced by content in ${brandsFolder}/${base}/content.`, {
      at: startOf(path),
      brand: id,
      hint: `Translate it in ${path.replace(/^brands\/[^/]+/, `${brandsFolder}/${id}`)}.`,
    })
  const { located } = locateContent(files, defaults, { ...brand, values: { articles: {} } })
  const isOf = (layers: readonly string[], value: Located | undefined) =>
    layers.some(layer => value?.origin.file.startsWith(`${brandsFolder}/${layer}/`))
  const keys = [...located].flatMap(([name, map]) =>
    [...leaves(map)].flatMap(({ path, value }) => {
      const [first] = entryAt(map, path)?.shadowed ?? []
      if (first === undefined || !isOf([base], value) || !isOf(own, first)) return []
      return replaced(`"${[name, ...path].join('.')}"`, first.origin.file)
    }),
  )
  const isUsed = (path: string): boolean =>
    keys.some(({ file }) => file === path) ||
    [...located.values()].some(map => [...scalarsOf(map)].some(({ origin }) => origin.file === path))
  // A complete list of questions replaces the weaker file; the other YAML files are merged key by key.
  const isWhole = (name: string, path: string) =>
    name.endsWith('.yaml') ? name === 'faq.yaml' && !isUsed(path) : true
  const inBase = new Set(contentOf(files, base))
  const wholeFiles = own.flatMap(layer =>
    contentOf(files, layer).flatMap(name => {
      const path = `${brandsFolder}/${layer}/content/${name}`
      return inBase.has(name) && isWhole(name, path) ? replaced(path, path) : []
    }),
  )
  return [...keys, ...wholeFiles]
}

/** Names of the files in a layer's content folder: `articles/rent.md`. */
function contentOf(files: Files, layer: string): readonly string[] {
  const folder = `${brandsFolder}/${layer}/content`
  return files.list(folder).value.map(path => path.slice(folder.length + 1))
}
