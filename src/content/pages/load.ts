// The pages from a brand's content: `content/pages/legal/terms.md` is `/legal/terms/`.

import { isSlug } from '../../brand/index.ts'
import { type Diagnostic, diagnostic, hasErrors, type Outcome, startOf } from '../../diagnostics/index.ts'
import type { ContentOptions } from '../articles/load.ts'
import type { ContentLayers } from '../layers.ts'
import {
  brokenFile,
  type ContentChoice,
  droppedAt,
  type LeftOut,
  leavesOut,
  markdownFiles,
  unknownNames,
} from '../left-out.ts'
import { findImage, findImages } from '../markdown/find-images.ts'
import type { Markup } from '../markdown/markup.ts'
import { type ContentPageText, parseContentPage } from './page-text.ts'

export interface LoadedPage extends ContentPageText {
  /** `legal/terms`: its address without the outer slashes. */
  readonly path: string
  /** Source path of the front matter's image. */
  readonly imagePath: string | undefined
  /** Source paths of `body.images`, in the same order. */
  readonly bodyImagePaths: readonly string[]
}

/** The privacy page has its own address, template and loader. */
const ownFile = 'ccpa.md'

/** Reserved first parts of addresses: for articles, and for files that browsers may cache forever. */
const takenFolders = ['articles', 'assets']

/** Loads a brand's pages, sorted by path. A broken page is left out and reported as a warning. */
export function loadPages(
  layers: ContentLayers,
  brand: ContentChoice,
  options: ContentOptions,
): Outcome<{ pages: readonly LoadedPage[]; leftOut: ReadonlyMap<string, LeftOut> }> {
  const files = markdownFiles(layers, 'pages')
  const diagnostics = [...files.diagnostics]
  const pages: LoadedPage[] = []
  const leftOut = new Map<string, LeftOut>()
  const names: string[] = []
  for (const [name, file] of files.value) {
    if (name === ownFile) continue
    const path = name.replace(/\.md$/, '')
    names.push(path)
    const loaded = loadPage(path, file, layers)
    diagnostics.push(...loaded.diagnostics.map(leavesOut))
    const origin = droppedAt(brand, 'pages', path)
    const { page, text } = loaded.value
    if (page === undefined) leftOut.set(path, brokenFile(file, loaded.diagnostics, text))
    else if (page.draft && !options.drafts) leftOut.set(path, { reason: 'draft', file })
    else if (origin !== undefined) leftOut.set(path, { reason: 'dropped', file, origin })
    else pages.push(page)
  }
  diagnostics.push(...unknownNames(brand, 'pages', names))
  return { value: { pages, leftOut }, diagnostics }
}

/** The page is absent if its file has any error. */
function loadPage(
  path: string,
  file: string,
  layers: ContentLayers,
): Outcome<{ page?: LoadedPage; text?: Markup | undefined }> {
  const source = layers.files.readText(file)
  const parsed = source.value === undefined ? undefined : layers.parse(parseContentPage, source.value)
  const { page, text, image } = parsed?.value ?? {}
  const body = text && findImages(layers, file, text.images)
  const own = image && findImage(layers, file, image)
  const diagnostics = [
    ...nameProblems(path, file),
    ...[source, parsed, body, own].flatMap(outcome => outcome?.diagnostics ?? []),
  ]
  if (page === undefined || body?.value === undefined || hasErrors(diagnostics))
    return { value: { text }, diagnostics }
  const paths = { imagePath: own?.value, bodyImagePaths: body.value }
  return { value: { page: { ...page, path, ...paths } }, diagnostics }
}

/** A page's address is made of the names of its file and folders. */
function nameProblems(path: string, file: string): Diagnostic[] {
  const names = path.split('/')
  const problem = (message: string, hint: string) => [
    diagnostic('content/invalid-page-name', message, { at: startOf(file), hint }),
  ]
  const wrong = names.find(name => !isSlug(name))
  if (wrong !== undefined) {
    const rule =
      'A page’s file name becomes its address, so use only lowercase letters, digits and single hyphens.'
    return problem(`"${wrong}" cannot be part of an address.`, rule)
  }
  if (names.length > 1 && names.at(-1) === 'index') {
    const folder = names.slice(0, -1).join('/')
    return problem(
      `This page’s address would be "/${path}/".`,
      `For "/${folder}/", name the file "${folder}.md".`,
    )
  }
  if (takenFolders.includes(names[0] as string))
    return problem(
      `Pages cannot have addresses that start with "/${names[0]}/".`,
      'Rename the file or its folder.',
    )
  return []
}
