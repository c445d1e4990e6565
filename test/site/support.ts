// Brands and content as literals, for the tests of `src/site`.

import { type BrandConfig, loadBrand } from '../../src/brand/index.ts'
import { type ContentSet, createParseCache, loadContent } from '../../src/content/index.ts'
import { diskFiles, memoryFiles } from '../../src/files/index.ts'
import { brandYaml, type FileMap, repositoryRoot } from '../support/project.ts'

export function brandOf(changes: Parameters<typeof brandYaml>[0] = {}): BrandConfig {
  return planned({}, changes).brand
}

/** A brand with its content from a map of files. Files that are not in the map come from the package. */
export function planned(
  files: FileMap,
  changes: Parameters<typeof brandYaml>[0] = {},
): { brand: BrandConfig; content: ContentSet } {
  const project = memoryFiles({ 'brands/test/brand.yaml': brandYaml(changes), ...files })
  const brand = loadBrand(project, 'test')
  if (brand.value === undefined) throw new Error(JSON.stringify(brand.diagnostics))
  const package_ = diskFiles(repositoryRoot)
  const defaults = {
    ...package_,
    list: () => ({ value: [], diagnostics: [] }),
  }
  const content = loadContent(project, defaults, brand.value, { drafts: false }, createParseCache())
  if (content.value === undefined) throw new Error(JSON.stringify(content.diagnostics))
  return { brand: brand.value, content: content.value }
}
