// `imprint check`: everything a build checks, and no site is written. What it finds out is cached for the next build, as a
// build keeps it for the next check.

import { join } from 'node:path'
import { type BuildOptions, type BuildReport, buildBrands } from '../build/index.ts'
import { noOutput, readManifest } from '../output/index.ts'

/**
 * Runs every stage of a build for each brand and throws the result away; the report is what remains.
 * @param out The folder that a build would write to: pages that stand there and would disappear are reported.
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
