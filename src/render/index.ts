export { checkLinks, inspectHtml, type RenderedPage } from './links.ts'
export { type PageHtml, renderPage } from './page.ts'
export { contentSecurityPolicy, inlineHashes } from './policy.ts'
export { type HashedPage, renderSiteFiles } from './site-files.ts'
