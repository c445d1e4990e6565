export { type Article, type ParsedArticle, parseArticle } from './article.ts'
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
} from './load.ts'
export {
  directiveNames,
  fillMarkup,
  fillPlainText,
  type Markup,
  type MarkupPart,
  type MarkupReference,
  parseMarkdown,
  reservedAnchors,
} from './markdown.ts'
export type { PageText } from './page-text.ts'
export { type Strings, stringsSchema } from './strings.ts'
export { fillTokens, type TokenName, type TokenValues, tokenNames } from './tokens.ts'
