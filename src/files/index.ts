export { attempt } from './attempt.ts'
export {
  diskFiles,
  type Files,
  isFolder,
  isIgnored,
  memoryFiles,
  type OutputFile,
  snapshot,
  withChanges,
} from './files.ts'
export { sha256Of, sumOf } from './hash.ts'
export { inParallel } from './in-parallel.ts'
export {
  type Answered,
  type FileWork,
  type Question,
  recording,
  rememberByAnswers,
} from './memo.ts'
export { pathInPackage, readPackaged } from './packaged.ts'
export { foldersOf } from './paths.ts'
export { linksIn, throughLinks } from './project-links.ts'
export { readStream } from './read-stream.ts'
export { readRegular } from './regular-file.ts'
export { once, remembered, rememberedWeakly } from './remembered.ts'
export {
  conflictMarker,
  conflictProblem,
  decodeText,
  forbiddenCharacter,
  forbiddenCharacterProblem,
  originAt,
  type SourceFile,
} from './text.ts'
export { type TrackedFiles, trackedFiles } from './tracked.ts'
