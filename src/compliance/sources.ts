// The text files that the pages of a brand are made of, where findings are to be mended.

import { type BrandConfig, brandsFolder } from '../brand/index.ts'
import { contentFiles, contentFolders, markdownFolders } from '../content/index.ts'
import type { Files, SourceFile } from '../files/index.ts'

export interface BrandFiles {
  readonly brand: BrandConfig
  readonly files: Files
  /** The package. */
  readonly defaults: Files
}

/** Files with the texts of a brand, the strongest layer first. */
export function contentSources({ brand, files, defaults }: BrandFiles): readonly SourceFile[] {
  const sources = sourceList()
  const add = (from: Files, folder: string, folders: readonly string[]): void => {
    for (const name of contentFiles) sources.add(from, `${folder}/${name}`)
    for (const path of folders.flatMap(name => from.list(`${folder}/${name}`).value))
      if (path.endsWith('.md')) sources.add(from, path)
  }
  for (const folder of contentFolders(brand).toReversed()) add(files, folder, markdownFolders)
  for (const layer of layersOf(brand)) {
    sources.add(files, `${layer}/brand.yaml`)
    sources.add(files, `${layer}/disclosures.lock.json`)
  }
  // The articles of the package are examples, which no other project shows.
  add(defaults, 'content', ['pages'])
  return sources.list
}

/** The templates of a brand, the strongest layer first. */
export function templateSources({ brand, files, defaults }: BrandFiles): readonly SourceFile[] {
  const sources = sourceList()
  const add = (from: Files, folder: string): void => {
    for (const path of from.list(folder).value)
      if (/\.(?:[cm]?[jt]sx?|json)$/.test(path)) sources.add(from, path)
  }
  for (const layer of layersOf(brand)) add(files, `${layer}/templates`)
  add(files, 'templates')
  add(defaults, 'templates')
  return sources.list
}

const layersOf = ({ chain }: BrandConfig): readonly string[] =>
  chain.toReversed().map(id => `${brandsFolder}/${id}`)

/** Files in the order in which they are added. Of a Markdown file or a template only the strongest layer's is used; maps are laid over each other. */
function sourceList() {
  const names = new Set<string>()
  const list: SourceFile[] = []
  return {
    list,
    add(from: Files, path: string): void {
      const name = path.replace(/^brands\/[^/]+\//, '')
      if (!path.endsWith('.yaml') && names.has(name)) return
      const source = from.readText(path).value
      if (source === undefined) return
      names.add(name)
      list.push(source)
    },
  }
}
