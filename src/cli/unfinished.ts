// Finds what must not be released: placeholder values, drafts, and the sentences from `imprint new` that an author should replace.

import { loadBrand } from '../brand/index.ts'
import { placeholderText } from '../content/index.ts'
import { type Diagnostic, diagnostic, listOf } from '../diagnostics/index.ts'
import { diskFiles } from '../files/index.ts'
import { readBuildRecord, readManifest } from '../output/index.ts'
import type { Project } from './project.ts'

/** A site with a placeholder phone number or address is not for visitors. */
export function unfinishedValues({ files }: Project, id: string): Diagnostic[] {
  return loadBrand(files, id)
    .diagnostics.filter(({ code }) => code === 'brand/placeholder')
    .map(problem => ({ ...problem, severity: 'error', brand: id }))
}

/** A site that was built with drafts is not for visitors. */
export function builtWithDrafts(out: string, id: string): Diagnostic[] {
  if (readBuildRecord(out, id)?.flags.drafts !== true) return []
  const message = `The site of "${id}" was built with --drafts, so visitors would see unpublished content.`
  const hint = `Run "imprint build ${id}", then release it. Drafts can be released only to an environment (--env).`
  return [diagnostic('release/drafts', message, { brand: id, hint })]
}

const sentences = Object.values(placeholderText).map(text => Buffer.from(text))

/** The pages of a built site that still have the text from `imprint new`. */
export function unfinishedPages(site: string, id: string): Diagnostic[] {
  const files = diskFiles(site)
  // `release` itself reports a missing file.
  const isUnfinished = (path: string): boolean => {
    const html = files.readBytes(path).value
    return html !== undefined && sentences.some(sentence => Buffer.from(html).includes(sentence))
  }
  const pages = (readManifest(site)?.files ?? []).flatMap(({ path }) =>
    path.endsWith('/index.html') && isUnfinished(path) ? [`/${path.replace(/index\.html$/, '')}`] : [],
  )
  if (pages.length === 0) return []
  const message = `${listOf(pages, 5)} still ${pages.length === 1 ? 'has' : 'have'} the text that "imprint new" wrote.`
  const hint = 'Write your own title, description and text, or delete the file. Then build again.'
  return [{ ...diagnostic('content/placeholder', message, { hint }), severity: 'error', brand: id }]
}
