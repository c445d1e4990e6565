// A build that uses the disk only for the package's own templates and content.

import { type BuildReport, buildBrands } from '../../src/build/index.ts'
import { diskFiles, memoryFiles } from '../../src/files/index.ts'
import { memoryOutput } from './memory-output.ts'
import { type FileMap, repositoryRoot } from './project.ts'

export interface MemoryBuild {
  readonly report: BuildReport
  /** The published files: path → bytes. */
  readonly files: ReadonlyMap<string, Uint8Array>
}

/** Builds the brand `test` of a project that is given as a map of path → content. */
export async function buildInMemory(project: FileMap): Promise<MemoryBuild> {
  const output = memoryOutput('test')
  const report = await buildBrands({
    files: memoryFiles(project),
    defaults: diskFiles(repositoryRoot),
    brands: ['test'],
    openOutput: async () => ({ value: output, diagnostics: [] }),
    strict: false,
    drafts: false,
  })
  return { report, files: output.files }
}
