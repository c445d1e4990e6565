// The content files of a folder. Loaders take file names from here, so nothing else can be read, and `assets/unread-files.ts`
// knows what is read.

import { publicFolder } from './pages/public-files.ts'

/**
 * Folders of a project that belong to every brand. A brand's own folder may have them too; a file of the same name there takes
 * precedence.
 */
export const sharedFolders = ['content', 'templates', publicFolder]

/** Files with a fixed name. */
export const contentFiles = [
  'faq.yaml',
  'home.yaml',
  'navigation.yaml',
  'redirects.yaml',
  'strings.yaml',
  'pages/ccpa.md',
] as const
export type ContentFile = (typeof contentFiles)[number]

/** Folders whose Markdown files are all read, at any depth. */
export const markdownFolders = ['articles', 'pages'] as const
export type MarkdownFolder = (typeof markdownFolders)[number]

/** Images, which Markdown files name by paths relative to themselves. */
export const imagePattern = /\.(?:svg|png|jpe?g|gif|webp|avif)$/i

/** @param path Relative to a content folder. */
export function isContentFile(path: string): boolean {
  return (
    (contentFiles as readonly string[]).includes(path) ||
    (path.endsWith('.md') && markdownFolders.some(folder => path.startsWith(`${folder}/`))) ||
    imagePattern.test(path)
  )
}
