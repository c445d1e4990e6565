// Everything that makes and judges sites. Loaded only if there is something to do, because loading takes longer than finding out
// that there is not.

export {
  buildBrands,
  directoryOutputs,
  noOutputs,
  openSharedWork,
  openStoredSites,
} from '../../build/index.ts'
export { checklist, checklistText } from '../report/check-html.ts'
export { folderStoreAside } from '../stores/folder-store.ts'
export { buildInProcesses, reportToParent } from './child-builds.ts'
