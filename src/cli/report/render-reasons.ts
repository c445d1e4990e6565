// Why pages were rendered, for `--why`: grouped by reason, each with a few pages.

import type { RenderReason } from '../../build/index.ts'
import { compareText } from '../../diagnostics/index.ts'
import { table } from './reporter.ts'

export interface ReasonGroup {
  readonly reason: RenderReason
  /** Number of pages that were rendered for it. */
  readonly pages: number
  /** The first of them in byte order, at most `mostExamples`: `aurora/faq/`. */
  readonly examples: readonly string[]
}

const mostExamples = 3

export function collectRenderReasons() {
  const groups = new Map<RenderReason, ReasonGroup>()
  const merge = (others: readonly ReasonGroup[]): void => {
    for (const { reason, pages, examples } of others) {
      const group = groups.get(reason)
      groups.set(reason, {
        reason,
        pages: (group?.pages ?? 0) + pages,
        examples: [...(group?.examples ?? []), ...examples].sort(compareText).slice(0, mostExamples),
      })
    }
  }
  const sorted = () =>
    [...groups.values()].sort((a, b) => b.pages - a.pages || compareText(a.reason, b.reason))
  return {
    add: (brand: string, route: string, reason: RenderReason): void =>
      merge([{ reason, pages: 1, examples: [`${brand}${route}`] }]),
    /** Adds the reasons from another process. */
    merge,
    /** Most frequent reason first. */
    groups: sorted,
    table(): string {
      if (groups.size === 0) return 'No pages were rendered.'
      const rows = sorted().map(({ reason, pages, examples }) => [
        String(pages),
        reason,
        `${examples.join(', ')}${pages > examples.length ? ', …' : ''}`,
      ])
      return table(['rendered', 'reason', 'pages'], rows, [0])
    },
  }
}
