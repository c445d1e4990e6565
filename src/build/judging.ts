// Applies the content rules: judges a brand's pages, and shares what brands have in common.

import {
  createPageJudge,
  type HarmlessTexts,
  type JudgedBrand,
  type JudgedPage,
  judgeSite,
  type PagePart,
  type PageVerdict,
  parseRules,
  type RuleSet,
  rulesFile,
  type SiteJudgement,
} from '../compliance/index.ts'
import { type Diagnostic, ofBrand } from '../diagnostics/index.ts'
import { type Files, once, type SourceFile, sumOf } from '../files/index.ts'
import type { Page, Site } from '../site/index.ts'
import { type JudgingThread, openJudgingThread } from './judging-thread.ts'

/** The rules of a project, parsed when the first page is judged. */
export interface ProjectRules {
  /** The project's changes to the rules, as written; absent if there are none. */
  readonly own: SourceFile | undefined
  readonly rules: () => RuleSet
  /** Undefined if there is only one brand. */
  readonly harmless: HarmlessTexts | undefined
  readonly diagnostics: readonly Diagnostic[]
}

/**
 * Rules are read for each state of a project's files, and parsed once for each text.
 * @param isForOne Whether there is only one brand, which shares no text with others.
 */
export function rulesReader(isForOne = false): (files: Files) => ProjectRules {
  const known = new Map<string, ProjectRules>()
  return files => {
    const { value: own, diagnostics } = files.readText(rulesFile)
    const text = own?.text ?? ''
    const made = known.get(text) ?? projectRules(own, diagnostics, isForOne)
    known.set(text, made)
    return made
  }
}

function projectRules(
  own: SourceFile | undefined,
  diagnostics: readonly Diagnostic[],
  isForOne: boolean,
): ProjectRules {
  const parse = once(() => parseRules(own))
  return {
    own,
    rules: () => parse().value,
    harmless: isForOne ? undefined : new Map(),
    diagnostics: [...diagnostics, ...(own === undefined ? [] : parse().diagnostics)],
  }
}

/** The part of a run that concerns the content rules. */
export interface JudgeOptions {
  /** The findings to report: a build reports errors, a check everything. Default: errors. */
  readonly findings?: 'errors' | 'all' | undefined
  /** Whether another thread may judge some of the pages. Default: no. */
  readonly judgeInThread?: boolean | undefined
}

/** Starting a thread takes as long as judging a hundred pages, so only large sites get one, and only if many pages are new. */
const largeSite = 500
const pagesBeforeThread = 100

/** Judges the pages of a site one by one, and then the site as a whole. */
export interface SiteJudge {
  /** Hash of everything that verdicts on pages depend on apart from the pages. */
  readonly hash: string
  readonly page: ReturnType<typeof createPageJudge>
  /** Has another thread judge a page. Undefined if it cannot now; its verdict is undefined if it failed. */
  readonly pageInThread: JudgingThread['judge']
  /** @param verdicts In the order of the site's pages. */
  site(verdicts: readonly PageVerdict[]): SiteJudgement
  /** Ends the thread that judges pages, if there is one. */
  close(): void
}

export function createSiteJudge(
  project: ProjectRules,
  site: Site,
  files: Files,
  defaults: Files,
  options: JudgeOptions & { readonly asOf?: string | undefined },
): SiteJudge {
  const { view, brand, tokens, written } = site
  const judged: JudgedBrand = { view: judgedView(view), values: brand.values }
  const mayUseThread = options.judgeInThread === true && site.pages.length >= largeSite
  let thread: JudgingThread | undefined
  let pages = 0
  return {
    hash: sumOf([project.own?.text ?? '', brand.values]),
    page: createPageJudge(project.rules, judged, project.harmless),
    pageInThread(page: JudgedPage, parts: readonly (PagePart | null)[]) {
      if (!mayUseThread || ++pages <= pagesBeforeThread) return undefined
      thread ??= openJudgingThread({ brand: judged, rules: project.own })
      return thread.judge(page, parts)
    },
    close: () => thread?.close(),
    site(verdicts) {
      const judgement = judgeSite({
        brand,
        tokens,
        written,
        rules: project.rules(),
        pages: site.pages.map((page, index) => ({
          page: judgedPage(page),
          verdict: verdicts[index] as PageVerdict,
        })),
        files,
        defaults,
        day: options.asOf ?? '',
        errorsOnly: options.findings !== 'all',
      })
      // The rules consist of English and Spanish phrases, so findings in another language would prove nothing.
      const isRead = /^(?:en|es)\b/.test(view.brand.locale)
      const found = judgement.diagnostics.filter(
        ({ code }) => isRead || code.startsWith('compliance/waiver-'),
      )
      return { ...judgement, diagnostics: ofBrand(brand.id, found) }
    },
  }
}

/** The part of a page that is judged, apart from its HTML. */
export function judgedPage(page: Page): JudgedPage {
  const { route, kind, source } = page
  return {
    route,
    kind,
    source,
    ...('steps' in page && { steps: page.steps.length }),
    audience: page.audience,
  }
}

/** The part of a view that is judged, as plain data. */
function judgedView(view: Site['view']): JudgedBrand['view'] {
  const { brand, provider, unavailableStates, costExample, analytics, thirdParties, strings } = view
  return {
    ...{ brand, provider, unavailableStates, costExample, strings },
    ...(analytics && { analytics }),
    ...(thirdParties && { thirdParties }),
  }
}
