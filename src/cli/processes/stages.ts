// Everything that makes and judges sites. Loaded only if there is something to do, because loading takes longer than finding out
// that there is not.

export { buildBrands, directoryOutputs, openSharedWork } from '../../build/index.ts'
export { checkBrands, checklist, checklistText } from '../../check/index.ts'
export { openStoredSites } from '../../reuse/index.ts'
export { buildInProcesses, reportToParent } from './child-builds.ts'
export { folderStoreAside } from './folder-store.ts'
