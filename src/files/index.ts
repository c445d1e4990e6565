export {
  diskFiles,
  type Files,
  isFolder,
  memoryFiles,
  type OutputFile,
  sizeLimits,
  snapshot,
} from './files.ts'
export { decodeText, originAt, type SourceFile } from './text.ts'
