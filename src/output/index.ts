export { type BlobStore, folderStore, StoreFault } from './blob-store.ts'
export {
  type BuildFlagsRecord,
  type BuildRecord,
  readBuildRecord,
  writeBuildRecord,
} from './build-records.ts'
export { directoryOutput } from './directory.ts'
export { checkOut } from './guard.ts'
export {
  addressOf,
  hostFileOf,
  type Manifest,
  type ManifestEntry,
  manifestBuilder,
  manifestEntry,
  manifestName,
  parseManifest,
  sha256Of,
  sitePathOf,
} from './manifest.ts'
export { inFolder, noOutput, type Output, type Published } from './output.ts'
export {
  isWholeSite,
  lookAtSite,
  manifestReader,
  manifestSum,
  publishedFile,
  readManifest,
  type SiteLook,
  stillLooksLike,
  unfinishedBrands,
} from './published-site.ts'
export { checkReleases } from './release-guard.ts'
export {
  type BrandReleases,
  type MoveRecord,
  readReleases,
  releaseFolder,
  shortId,
} from './release-records.ts'
export { readBuiltSite, release, rollback, unpin } from './releases.ts'
export { putFile, replaceFile } from './replace-file.ts'
export { copySite, openScratch, openTemporary, writeManifest } from './scratch.ts'
export { guarded, isPassing, rightToWrite, WriteError, writeFailure } from './write-error.ts'
