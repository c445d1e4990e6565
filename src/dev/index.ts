export {
  type Behaviour,
  behaviours,
  type ProviderRequest,
  type Resource,
  resources,
  type StandInProvider,
  standInDisclosures,
  startStandInProvider,
} from './stand-in-provider.ts'
