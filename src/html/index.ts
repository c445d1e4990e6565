export {
  decodeReferences,
  escapeHtml,
  escapeLikeRehype,
  escapeXml,
  jsonForScript,
} from './escape.ts'
export { htmlPage } from './page.ts'
