export { parseArticleBody, parseFrontMatter } from './articles/article.ts'
export type { ContentOptions, LoadedArticle } from './articles/load.ts'
export { type ScheduledChange, scheduleReader } from './articles/schedule.ts'
export { articlesByTag } from './articles/tags.ts'
export { contentFiles, imagePattern, isContentFile, markdownFolders, sharedFolders } from './content-files.ts'
export { contentJsonSchemas } from './json-schemas.ts'
export { contentFolders, parseMap } from './layers.ts'
export { brokenFile, brokenTexts, type LeftOut, leavesOut } from './left-out.ts'
export { type ContentOwner, type ContentSet, loadContent, locateContent } from './load.ts'
export {
  fillMarkup,
  type Markup,
  type MarkupBlock,
  type MarkupHtml,
  type MarkupLabels,
  type MarkupReference,
  type WrittenBlock,
} from './markdown/markup.ts'
export { parseMarkdown } from './markdown/parse.ts'
export { homeFaqCount, parseFaq } from './pages/faq.ts'
export type { Home, MotifName, SectionName } from './pages/home.ts'
export type { LoadedPage } from './pages/load.ts'
export { type PageText, parseContentPage, parsePageText } from './pages/page-text.ts'
export { type PublicFile, publicFolder, publishedBytes } from './pages/public-files.ts'
export { addressKey, decodedPath, type Redirect } from './pages/redirects.ts'
export { createParseCache, type ParseCache } from './parse-cache.ts'
export { splitFrontMatter } from './texts/front-matter.ts'
export { placeholderText } from './texts/placeholders.ts'
export type { Strings } from './texts/strings.ts'
export { tokenProblems } from './texts/token-problems.ts'
export { fillTokens, type TokenValues, tokenMeanings } from './texts/tokens.ts'
export { untranslatedTexts } from './texts/untranslated.ts'
