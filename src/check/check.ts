// `imprint check`: a build that writes no site. Its results are cached for the next build, as a build's are for the next check.

import { join } from 'node:path'
import { type BuildOptions, type BuildReport, buildBrands } from '../build/index.ts'
import { noOutput, readManifest } from '../output/index.ts'

/**
 * Runs every stage of a build for each brand and discards the result; only the report remains.
 * @param out The folder that a build would write to: its pages that would disappear are reported.
 */
export function checkBrands(options: Omit<BuildOptions, 'openOutput'>, out?: string): Promise<BuildReport> {
  return buildBrands({
    findings: 'all',
    ...options,
    openOutput: async brand => ({
      value: noOutput(brand, out === undefined ? undefined : readManifest(join(out, brand))),
      diagnostics: [],
    }),
  })
}
