// The content rules at work: the judge of a brand's pages, with what brands share of it.

import { hash } from 'node:crypto'
import {
  createPageJudge,
  type JudgedPage,
  judgeSite,
  type PageVerdict,
  parseRules,
  type RuleSet,
  rulesFile,
  type SiteJudgement,
} from '../compliance/index.ts'
import { type Diagnostic, ofBrand } from '../diagnostics/index.ts'
import { type Files, once, type SourceFile } from '../files/index.ts'
import type { Page, Site } from '../site/index.ts'

/** The rules of a project, parsed when the first page is judged. */
export interface ProjectRules {
  /** What the project changes, as written; absent if it changes nothing. */
  readonly own: SourceFile | undefined
  readonly rules: () => RuleSet
  readonly diagnostics: readonly Diagnostic[]
}

/** Rules are read for each state of a project's files, and parsed once for each text. */
export function rulesReader(): (files: Files) => ProjectRules {
  const known = new Map<string, ProjectRules>()
  return files => {
    const { value: own, diagnostics } = files.readText(rulesFile)
    const text = own?.text ?? ''
    const made = known.get(text) ?? projectRules(own, diagnostics)
    known.set(text, made)
    return made
  }
}

function projectRules(own: SourceFile | undefined, diagnostics: readonly Diagnostic[]): ProjectRules {
  const parse = once(() => parseRules(own))
  return {
    own,
    rules: () => parse().value,
    diagnostics: [...diagnostics, ...(own === undefined ? [] : parse().diagnostics)],
  }
}

/** What of a run concerns the content rules. */
export interface JudgeOptions {
  /** What to report: a build says what stops it, a check everything. Default: errors. */
  readonly findings?: 'errors' | 'all' | undefined
}

/** Judges the pages of one site, each by itself, and then the whole. */
export interface SiteJudge {
  /** Of everything that verdicts on pages depend on besides the pages. */
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
    hash: hash('sha256', JSON.stringify([project.own?.text ?? '', brand.values]), 'base64url'),
    page: createPageJudge(project.rules, { view, values: brand.values }),
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
      // The rules are phrases of English and Spanish: what they find in another language, and what they miss, says nothing sure of it.
      const isRead = /^(?:en|es)\b/.test(view.brand.locale)
      const found = judgement.diagnostics.filter(
        ({ code }) => isRead || code.startsWith('compliance/waiver-'),
      )
      return { ...judgement, diagnostics: ofBrand(brand.id, found) }
    },
  }
}

/** What of a page is judged besides its HTML. */
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
