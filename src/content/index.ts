export { reservedAnchors } from './anchors.ts'
export {
  type ArticleDetails,
  type ParsedFrontMatter,
  parseFrontMatter,
} from './article.ts'
export { parseArticleBody } from './article-body.ts'
export { type FaqEntry, faqCount, homeFaqCount, parseFaq } from './faq.ts'
export { type Home, homeSchema, iconNames } from './home.ts'
export {
  type ContentOptions,
  type ContentOwner,
  type ContentSet,
  contentFolders,
  createParseCache,
  type LeftOut,
  type LoadedArticle,
  type LoadedText,
  loadContent,
  type ParseCache,
  parseMap,
} from './load.ts'
export { directiveNames, parseMarkdown } from './markdown.ts'
export {
  fillMarkup,
  fillPlainText,
  type Markup,
  type MarkupHole,
  type MarkupPart,
  type MarkupReference,
} from './markup.ts'
export { type PageText, parsePageText } from './page-text.ts'
export { type Strings, stringsSchema } from './strings.ts'
export { fillTokens, type TokenName, type TokenValues, tokenNames } from './tokens.ts'
