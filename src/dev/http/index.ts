export {
  type HeaderRule,
  headersFor,
  parseHeaderRules,
  parseRedirectRules,
  type RedirectRule,
} from './host-rules.ts'
export {
  type EventConnection,
  type Reply,
  type RequestHeaders,
  type Respond,
  textReply,
  type VettedRequest,
} from './message.ts'
export { type RunningServer, type ServerOptions, startServer } from './server.ts'
export {
  type Compressor,
  contentTypeOf,
  createCompressor,
  fileInMemory,
  fileReply,
  type StaticFile,
} from './static-file.ts'
export {
  type HostRouting,
  hostRoutes,
  type Place,
  redirectReply,
  type StaticSiteOptions,
  staticSite,
} from './static-site.ts'
