export { type DirectoryOptions, directoryOutput, readManifest } from './directory.ts'
export { checkOut } from './guard.ts'
export {
  type Manifest,
  type ManifestEntry,
  manifestBuilder,
  manifestEntry,
  manifestName,
} from './manifest.ts'
export { memoryOutput, noOutput, type Output, type Published } from './output.ts'
export {
  type FileIdentity,
  type StagedEntry,
  type StageFolder,
  type StageWriter,
  stageWriter,
} from './stage.ts'
export { WriteError } from './write-error.ts'
