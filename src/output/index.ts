export { type DirectoryOptions, directoryOutput, WriteError } from './directory.ts'
export { checkOut } from './guard.ts'
export {
  type Manifest,
  type ManifestEntry,
  manifestBuilder,
  manifestEntry,
  manifestName,
  memoryOutput,
  noOutput,
  type Output,
  type Published,
} from './output.ts'
