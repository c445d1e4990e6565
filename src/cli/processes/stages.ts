// What makes and judges sites. Loaded when there is something to do: it takes longer to load than to find out that there is not.

export { buildBrands, directoryOutputs, openSharedWork } from '../../build/index.ts'
export { checkBrands, checklist, checklistText } from '../../check/index.ts'
export { openStoredSites } from '../../reuse/index.ts'
export { buildInProcesses, reportToParent } from './child-builds.ts'
export { folderStoreAside } from './folder-store.ts'
