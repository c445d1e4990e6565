export { type EventConnection, type Reply, textReply, type VettedRequest } from './message.ts'
export { type RunningServer, type ServerOptions, startServer } from './server.ts'
export { bytesReply, contentTypeOf, pageReply, type StaticFile } from './static-file.ts'
export { hostRoutes, type Place, redirectReply, type StaticSiteOptions, staticSite } from './static-site.ts'
