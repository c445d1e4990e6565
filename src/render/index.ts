export { checkLinks, inspectHtml, type RenderedPage } from './links.ts'
export { renderPage } from './page.ts'
export { renderSiteFiles } from './site-files.ts'
