export { reservedAnchors } from './anchors.ts'
export {
  type ArticleDetails,
  parseArticleBody,
  parseFrontMatter,
} from './article.ts'
export { contentFiles, markdownFolders, sharedFolders } from './content-files.ts'
export { faqCount, homeFaqCount, layFaq, parseFaq } from './faq.ts'
export { type Home, iconNames, type SectionName } from './home.ts'
export { contentJsonSchemas } from './json-schemas.ts'
export { contentFolders, parseMap } from './layers.ts'
export { brokenFile, brokenTexts, type LeftOut, leavesOut } from './left-out.ts'
export { type ContentOwner, type ContentSet, loadContent, locateContent } from './load.ts'
export type { ContentOptions, LoadedArticle } from './load-articles.ts'
export type { LoadedPage } from './load-pages.ts'
export { parseMarkdown } from './markdown.ts'
export {
  fillMarkup,
  type Markup,
  type MarkupBlock,
  type MarkupFilling,
  type MarkupHtml,
  type MarkupLabels,
  type MarkupReference,
  type WrittenBlock,
} from './markup.ts'
export { type PageText, parseContentPage, parsePageText } from './page-text.ts'
export { createParseCache, type ParseCache } from './parse-cache.ts'
export { placeholderText } from './placeholders.ts'
export { findPublicFiles, type PublicFile } from './public-files.ts'
export { addressKey, decodedPath, parseRedirects, type Redirect } from './redirects.ts'
export { type ScheduledChange, scheduleReader } from './schedule.ts'
export { type Strings, stringsSchema } from './strings.ts'
export { articlesByTag } from './tags.ts'
export { fillTokens, splitTokens, type TokenValues, tokenNames } from './tokens.ts'
export { unreadFiles } from './unread-files.ts'
export { untranslatedTexts } from './untranslated.ts'
export { faqTexts, fileTexts, scalarText, type WrittenText } from './written-texts.ts'
