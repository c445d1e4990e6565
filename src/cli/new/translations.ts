// The package's translations of the text that a brand has unchanged from the package, or from the project of `imprint init`.
// Text that was changed has none: its old translation would say something else.

import { Document, isMap, isSeq, type Node, parseDocument, Scalar, type YAMLMap } from 'yaml'
import { brandsFolder, locateBrand } from '../../brand/index.ts'
import { contentFolders, locateContent } from '../../content/index.ts'
import { diskFiles, type SourceFile } from '../../files/index.ts'
import { type LocatedMap, leaves, parseYaml, plain, valueAt } from '../../yaml/index.ts'
import { type Project, packageRoot } from '../project.ts'

/** A file of the package in English and in the other language. */
interface Translated {
  /** Its path in a folder `content/`. */
  readonly name: string
  readonly english: SourceFile | undefined
  readonly translation: SourceFile
}

/** A file for the content folder of the language's base. */
interface Translation {
  readonly name: string
  readonly content: string
}

/**
 * @param of The brand whose text is translated.
 */
export function translations(project: Project, of: string, language: string): readonly Translation[] {
  const { files, defaults } = project
  const brand = locateBrand(files, of)
  if (brand === undefined) return []
  const { located } = locateContent(files, defaults, { ...brand, values: { articles: {} } })
  const textOf = (name: string): string | undefined =>
    [...contentFolders(brand)]
      .reverse()
      .map(folder => files.readText(`${folder}/${name}`).value)
      .concat(defaults.readText(`content/${name}`).value)
      .find(file => file !== undefined)?.text
  const known = translatedFiles(language)
  return [...new Set(known.map(({ name }) => name))].sort().flatMap(name => {
    const versions = known.filter(file => file.name === name)
    const map = located.get(name.replace(/\.yaml$/, ''))
    let content: string | undefined
    if (map === undefined)
      content = versions.find(({ english }) => english?.text === textOf(name))?.translation.text
    else content = name === 'faq.yaml' ? translatedFaq(map, versions) : translatedMap(map, versions)
    return content === undefined ? [] : { name, content }
  })
}

/** The files of `init`'s project come before the package's. */
function translatedFiles(language: string): readonly Translated[] {
  const files = diskFiles(packageRoot)
  return [
    { english: 'starter/content', folder: `starter/languages/${language}` },
    { english: 'content', folder: `${brandsFolder}/_${language}/content` },
  ].flatMap(({ english, folder }) =>
    files.list(folder).value.flatMap(path => {
      const name = path.slice(folder.length + 1)
      const translation = files.readText(path).value
      // A checkout also has articles for its demonstration.
      if (translation === undefined || (english === 'content' && name.startsWith('articles/'))) return []
      return { name, english: files.readText(`${english}/${name}`).value, translation }
    }),
  )
}

/** A map of text. Most of it comes from one version, whose comments and order are kept. */
function translatedMap(texts: LocatedMap, versions: readonly Translated[]): string | undefined {
  const wanted = new Map<string, { readonly path: readonly string[]; readonly version: Translated }>()
  const offered = versions.map(version => {
    const [english, translated] = [version.english, version.translation].map(
      file => file && parseYaml(file).value,
    )
    const paths = translated === undefined ? [] : [...leaves(translated)].map(({ path }) => path)
    for (const path of paths) {
      const before = valueAt(english, path)
      const now = valueAt(texts, path)
      // Some text exists only in the other language, such as names of states.
      const isUnchanged =
        before === undefined ? now === undefined : now !== undefined && isSame(plain(before), plain(now))
      const key = path.join('\n')
      if (isUnchanged && !wanted.has(key)) wanted.set(key, { path, version })
    }
    return { version, paths }
  })
  const countOf = (version: Translated) =>
    [...wanted.values()].filter(text => text.version === version).length
  const [main, ...others] = offered.sort((a, b) => countOf(b.version) - countOf(a.version))
  if (main === undefined || wanted.size === 0) return undefined
  const isFrom = (path: readonly string[], version: Translated) =>
    wanted.get(path.join('\n'))?.version === version
  const { text } = main.version.translation
  const isWhole = main.paths.length === wanted.size && main.paths.every(path => isFrom(path, main.version))
  if (isWhole) return text
  const document = parseDocument(text)
  for (const path of main.paths) if (!wanted.has(path.join('\n'))) document.deleteIn(path)
  for (const { version, paths } of others) {
    const other = parseDocument(version.translation.text)
    for (const path of paths) if (isFrom(path, version)) document.setIn(path, other.getIn(path, true))
  }
  removeEmpty(document.contents)
  return written(document)
}

/** The questions that have a translation, as a map over the English list: new English questions then appear, with a warning. */
function translatedFaq(texts: LocatedMap, versions: readonly Translated[]): string | undefined {
  const [version] = versions
  const english = version?.english && parseYaml(version.english).value
  if (version === undefined || english?.kind !== 'list') return undefined
  const { text } = version.translation
  const unchanged = new Set(
    english.items.flatMap(item => {
      const id = String((plain(item) as { id?: string }).id)
      const now = valueAt(texts, [id])
      const isUnchanged = ['question', 'answer'].every(key => {
        const [was, is] = [item, now].map(entry => valueAt(entry, [key]))
        return was !== undefined && is !== undefined && isSame(plain(was), plain(is))
      })
      return isUnchanged ? [id] : []
    }),
  )
  const list = parseDocument(text).contents
  const document = new Document({})
  for (const item of isSeq<YAMLMap>(list) ? list.items : []) {
    const id = new Scalar(String(item.get('id')))
    if (!unchanged.has(id.value)) continue
    item.delete('id')
    // The blank line between two questions.
    id.spaceBefore = item.spaceBefore === true
    item.spaceBefore = false
    document.set(id, item)
  }
  return unchanged.size === 0 ? undefined : written(document)
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}

function removeEmpty(node: Node | null): void {
  if (!isMap<unknown, Node | null>(node)) return
  for (const { key, value } of [...node.items]) {
    removeEmpty(value)
    if (isMap(value) && value.items.length === 0) node.delete(key)
  }
}

function written(document: Document): string {
  return document.toString({ lineWidth: 118 })
}
