// `imprint check`: everything a build checks, and nothing is written.

import { type BuildOptions, type BuildReport, buildBrands } from '../build/index.ts'
import { noOutput } from '../output/index.ts'

/** Runs every stage of a build for each brand and throws the result away; the report is what remains. */
export function checkBrands(options: Omit<BuildOptions, 'openOutput'>): Promise<BuildReport> {
  return buildBrands({
    ...options,
    openOutput: async brand => ({ value: noOutput(brand), diagnostics: [] }),
  })
}
