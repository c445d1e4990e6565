export type { Change } from './changes.ts'
export { type DevServer, startDev } from './dev-server.ts'
export { builtBrands, notBuilt, type Preview, startPreview } from './preview.ts'
export type { BrandState } from './session.ts'
export {
  type StandInProvider,
  type StandInReply,
  sendStandIn,
  standInDisclosures,
  standInPage,
  standInReply,
  startStandInProvider,
} from './stand-in-provider.ts'
