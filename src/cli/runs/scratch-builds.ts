// Builds for previews and comparisons, which are not published.

import type { Diagnostic } from '../../diagnostics/index.ts'
import { type BuildFlags, build } from '../commands/build.ts'
import type { ReportDocument } from '../report/formats.ts'
import { createReporter } from '../report/reporter.ts'

/**
 * Builds brands into a separate folder without printing anything. Resolves to the failed brands, those whose sites are the same as
 * before, the expired routes, and the errors.
 */
export async function buildAside(
  root: string,
  brands: readonly string[],
  flags: BuildFlags & { readonly out: string },
) {
  const expired = new Map<string, readonly string[]>()
  if (brands.length === 0)
    return { failed: new Set<string>(), unchanged: new Set<string>(), expired, diagnostics: [] }
  let document: ReportDocument | undefined
  const silent = createReporter({
    documentOnly: true,
    quiet: true,
    color: false,
    live: false,
    onDocument: content => {
      document = content
    },
    stdout: () => undefined,
    stderr: () => undefined,
  })
  const { root: _, all, brandsFrom, since, shard, weights, ...rest } = flags
  await build(brands, { ...rest, root, all: false, allowRemovals: true }, silent)
  const { brands: results = [], diagnostics = [] } = (document ?? {}) as {
    brands?: { id: string; status: string; expired?: string[] }[]
    diagnostics?: Diagnostic[]
  }
  // A build that could not start has no results at all.
  const having = (wanted: string) => results.filter(({ status }) => status === wanted).map(({ id }) => id)
  const unchanged = new Set(having('unchanged'))
  const done = new Set([...having('built'), ...unchanged])
  for (const { id, expired: routes = [] } of results) expired.set(id, routes)
  const failed = new Set(brands.filter(id => !done.has(id)))
  return {
    failed,
    unchanged,
    expired,
    diagnostics: diagnostics.filter(({ severity }) => severity === 'error'),
  }
}
