// The repository's three built brands, and the facts in their sources. A plain YAML parser reads these, not the code under
// test.

import { cpSync, existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { inject } from 'vitest'
import { parse } from 'yaml'
import { parseHtml, type Root } from './html.ts'
import { repositoryRoot } from './project.ts'

export const brandIds = ['aurora', 'harbor', 'meadow'] as const
export type BrandId = (typeof brandIds)[number]

export interface BrandFacts {
  readonly name: string
  readonly siteUrl: string
  /** `/loans`, or empty. */
  readonly basePath: string
  readonly formId: string
  /** As in a `tel:` link. */
  readonly phone: string
  readonly email: string
  readonly providerHost: string
  readonly companyLine: string
  /** The slugs of its articles, in the order of lists. */
  readonly slugs: readonly string[]
}

/** The folder of the built brands. Throws the output of the command if the build failed. */
export function builtFolder(): string {
  const { folder, code, stderr } = inject('builtOnce')
  if (code !== 0) throw new Error(`"imprint build --all" ended with ${code}:\n${stderr}`)
  return folder
}

/**
 * Copies the repository's brands and their content into a folder, together with the images and share cards from their build,
 * which take seconds to make.
 */
export function copyBrands(root: string, { templates = false } = {}): void {
  const folders = ['brands', 'content', ...(templates ? ['templates'] : [])]
  for (const folder of folders) cpSync(join(repositoryRoot, folder), join(root, folder), { recursive: true })
  cpSync(join(dirname(builtFolder()), 'cache'), join(root, '.imprint/cache'), { recursive: true })
}

/** The strings of the Spanish Aurora that differ from Aurora's. */
const extended: Readonly<Record<string, BrandId>> = { 'aurora-es': 'aurora' }

/** The values in a brand's sources. */
export function factsOf(id: BrandId | 'aurora-es'): BrandFacts {
  const valuesOf = (of: string) =>
    parse(readFileSync(join(repositoryRoot, 'brands', of, 'brand.yaml'), 'utf8'))
  const base = extended[id]
  const values = { ...(base && valuesOf(base)), ...valuesOf(id) }
  const left = values.articles?.except ?? []
  const slugs = readdirSync(join(repositoryRoot, 'content/articles'))
    .map(name => name.replace(/\.md$/, ''))
    .filter(slug => !left.includes(slug))
    // All have the same date, so their slugs decide.
    .sort()
  return { ...values, basePath: new URL(values.siteUrl).pathname.replace(/\/$/, ''), slugs }
}

export interface FrontMatter {
  readonly slug: string
  readonly title: string
  readonly description: string
  readonly date: string
  readonly keywords?: readonly string[]
  readonly author?: string
}

/** The front matter of the article that a brand shows: its own or else the shared one. */
export function frontMatterOf(id: BrandId, slug: string): FrontMatter {
  const [own, shared] = ['brands', '.'].map(folder =>
    join(repositoryRoot, folder === '.' ? '' : `brands/${id}`, 'content/articles', `${slug}.md`),
  )
  const text = readFileSync(existsSync(own!) ? own! : shared!, 'utf8')
  return parse(text.split(/^---$/m)[1]!)
}

/** The paths of a built brand's HTML files, sorted. */
export function htmlPaths(id: BrandId): string[] {
  return readdirSync(join(builtFolder(), id), { recursive: true, encoding: 'utf8' })
    .filter(path => path.endsWith('.html'))
    .sort()
}

export function readBuilt(id: BrandId, path: string): string {
  return readFileSync(join(builtFolder(), id, path), 'utf8')
}

/** A built page, parsed as a browser would do it. */
export function readPage(id: BrandId, path: string): Root {
  return parseHtml(readBuilt(id, path))
}
