// Applies the content rules: judges a brand's pages, and shares what brands have in common.

import {
  createPageJudge,
  type HarmlessTexts,
  type JudgedPage,
  judgeSite,
  type PageVerdict,
  parseRules,
  type RuleSet,
  rulesFile,
  type SiteJudgement,
} from '../compliance/index.ts'
import { type Diagnostic, ofBrand } from '../diagnostics/index.ts'
import { type Files, once, type SourceFile, sumOf } from '../files/index.ts'
import type { Page, Site } from '../site/index.ts'

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
 * @param isForOne Whether there is only one brand, which shares no texts.
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
}

/** Judges the pages of a site one by one, and then the site as a whole. */
export interface SiteJudge {
  /** Hash of everything that verdicts on pages depend on apart from the pages. */
  readonly hash: string
  readonly page: ReturnType<typeof createPageJudge>
  /** @param verdicts In the order of the site's pages. */
  site(verdicts: readonly PageVerdict[]): SiteJudgement
}

export function createSiteJudge(
  project: ProjectRules,
  site: Site,
  files: Files,
  defaults: Files,
  options: JudgeOptions & { readonly asOf?: string | undefined },
): SiteJudge {
  const { view, brand, tokens, written } = site
  return {
    hash: sumOf([project.own?.text ?? '', brand.values]),
    page: createPageJudge(project.rules, { view, values: brand.values }, project.harmless),
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
