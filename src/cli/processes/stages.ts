// Everything that builds and checks sites. It is loaded only if there is something to do, because loading takes longer than
// finding out.

export {
  buildBrands,
  directoryOutputs,
  noOutputs,
  openSharedWork,
  openSiteStore,
} from '../../build/index.ts'
export { checklist, checklistText } from '../report/check-html.ts'
export { folderStoreAside } from '../stores/folder-store.ts'
export { buildInProcesses, reportToParent } from './child-builds.ts'
