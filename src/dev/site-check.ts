// Renders a whole site as a build does, which finds all of its problems and every file that a build would write. Pages themselves
// are not cached; pages that cannot differ from the previous check are not rendered again.

import { isDeepStrictEqual } from 'node:util'
import {
  completeSite,
  joinFailures,
  type PageFacts,
  type PreparedSite,
  renderPageFiles,
} from '../build/index.ts'
import type { Diagnostic } from '../diagnostics/index.ts'
import type { OutputFile } from '../files/index.ts'
import type { Page } from '../site/index.ts'

export interface SiteCheck {
  readonly prepared: PreparedSite
  /** By route, in the site's order; pages whose template throws are missing. */
  readonly pages: ReadonlyMap<string, CheckedPage>
  readonly problems: readonly Diagnostic[]
  /** Absent if a page is missing. */
  readonly output?: SiteOutput
}

interface CheckedPage {
  readonly page: Page
  readonly facts: PageFacts
  readonly diagnostics: readonly Diagnostic[]
}

/** The files that a build would write, without the bytes of pages and share cards. */
export interface SiteOutput {
  /** All files but pages, share cards and the manifest. */
  readonly files: readonly OutputFile[]
  /** Path of each share card, and a page that shows it; `PreparedSite.card` makes the file. */
  readonly cards: ReadonlyMap<string, Page>
}

/**
 * Checks a site.
 * @param previous An earlier check of the brand, whose unchanged pages are reused.
 * @param proceed Awaited before each page; false stops the check.
 * @returns Undefined if the check was stopped.
 */
export async function checkSite(
  prepared: PreparedSite,
  previous: SiteCheck | undefined,
  proceed: () => Promise<boolean>,
): Promise<SiteCheck | undefined> {
  const unchanged = previous && sameButPages(previous.prepared, prepared) ? previous.pages : undefined
  const pages = new Map<string, CheckedPage>()
  const pageProblems: Diagnostic[] = []
  for (const page of prepared.site.pages) {
    if (!(await proceed())) return undefined
    const before = unchanged?.get(page.route)
    const checked = before && isDeepStrictEqual(before.page, page) ? before : await checkPage(prepared, page)
    pageProblems.push(...checked.diagnostics)
    if (checked.facts !== undefined) pages.set(page.route, checked)
  }
  const problems = joinFailures(pageProblems)
  // As in a build: while a page is missing, every link to it would be reported too.
  if (pages.size < prepared.site.pages.length) return { prepared, pages, problems }
  const complete = completeSite(
    // The addresses here are those of a build without a host.
    { ...prepared, site: { ...prepared.site, host: undefined } },
    [...pages.values()].map(({ facts }) => facts),
  )
  const cards = [...pages.values()].flatMap(({ page, facts: { cardPath } }) =>
    cardPath === undefined ? [] : [[cardPath, page] as const],
  )
  return {
    prepared,
    pages,
    problems: [...problems, ...complete.diagnostics],
    output: { files: [...prepared.files, ...complete.value], cards: new Map(cards) },
  }
}

async function checkPage(
  prepared: PreparedSite,
  page: Page,
): Promise<CheckedPage | { readonly facts: undefined; readonly diagnostics: readonly Diagnostic[] }> {
  const { value, diagnostics } = await renderPageFiles(prepared, page)
  return value === undefined ? { facts: undefined, diagnostics } : { page, facts: value.facts, diagnostics }
}

/** Whether two sites differ at most in their lists of pages. */
export function sameButPages(a: PreparedSite, b: PreparedSite): boolean {
  return (
    a.bundle === b.bundle &&
    a.judge.hash === b.judge.hash &&
    isDeepStrictEqual(a.assets, b.assets) &&
    isDeepStrictEqual(a.site.view, b.site.view)
  )
}
