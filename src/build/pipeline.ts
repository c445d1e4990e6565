// The part of every key that stands for how results are made.

import { randomUUID } from 'node:crypto'
import { packageVersion } from '../assets/index.ts'

/** Put in by `scripts/compile.mjs`: a hash of all sources and of the versions of what is bundled with them. */
declare const IMPRINT_PIPELINE: string | undefined

/** Run from its sources, which may change at any time, Imprint keeps results for the same process only. */
const sources = typeof IMPRINT_PIPELINE === 'undefined' ? randomUUID() : IMPRINT_PIPELINE

/**
 * Stands for the code that makes a result: Imprint's own and that of packages outside its bundle. A result that is kept
 * between runs depends on it, or a wrong one would outlive the fault that made it.
 */
export function pipelineVersion(...packages: readonly string[]): string {
  return [sources, ...packages.map(packageVersion)].join('\n')
}
