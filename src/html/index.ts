export {
  decodeReferences,
  escapeHtml,
  escapeLikeRehype,
  escapeXml,
  jsonForScript,
} from './escape.ts'
