export { type Cache, type MakeOnce, openCache } from './cache.ts'
export type { Pack } from './pack.ts'
export { type CacheFolder, clockTolerance } from './store.ts'
export { packageVersion, pipelineVersion } from './versions.ts'
