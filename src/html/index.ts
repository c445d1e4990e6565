export {
  characterOf,
  decodeReferences,
  escapeHtml,
  escapeLikeRehype,
  escapeXml,
  jsonForScript,
} from './escape.ts'
export { htmlPage } from './page.ts'
export { type HtmlHandler, readHtml, type StartTag } from './read.ts'
