// The content rules at work: the judge of a brand's pages, with what brands share of it.

import { hash } from 'node:crypto'
import {
  contentsOf,
  judgeSite,
  type PageVerdict,
  type ParagraphMemory,
  type PartMemory,
  pageJudge,
  paragraphMemory,
  parseRules,
  partMemory,
  type RuleSet,
  rulesFile,
  type SiteJudgement,
} from '../compliance/index.ts'
import { type Diagnostic, type Outcome, ofBrand } from '../diagnostics/index.ts'
import type { Files } from '../files/index.ts'
import type { HtmlPart } from '../render/index.ts'
import type { Page, Site } from '../site/index.ts'

/** The rules of a project, parsed when the first page is judged. */
export interface ProjectRules {
  /** What the project changes, as written; empty where it changes nothing. */
  readonly text: string
  readonly rules: () => RuleSet
  readonly diagnostics: readonly Diagnostic[]
  /** What paragraphs say, of all brands. */
  readonly paragraphs: ParagraphMemory
  /** What the texts of articles and pages say, of all brands. */
  readonly texts: PartMemory['texts']
}

/** Rules are read for each state of a project's files, and parsed once for each text. */
export function rulesReader(): (files: Files) => ProjectRules {
  const known = new Map<string, ProjectRules>()
  return files => {
    const { value: own, diagnostics } = files.readText(rulesFile)
    const text = own?.text ?? ''
    const found = known.get(text)
    if (found !== undefined) return found
    let parsed: Outcome<RuleSet> | undefined
    const parse = (): Outcome<RuleSet> => {
      parsed ??= parseRules(own)
      return parsed
    }
    const made: ProjectRules = {
      text,
      rules: () => parse().value,
      diagnostics: [...diagnostics, ...(own === undefined ? [] : parse().diagnostics)],
      paragraphs: paragraphMemory(),
      texts: new Map(),
    }
    known.set(text, made)
    return made
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
  page(page: Page, parts: readonly HtmlPart[]): PageVerdict
  /** @param verdicts In the order of the site's pages. */
  site(verdicts: readonly PageVerdict[]): SiteJudgement
}

export function siteJudge(
  project: ProjectRules,
  site: Site,
  files: Files,
  defaults: Files,
  options: JudgeOptions & { readonly asOf?: string | undefined },
): SiteJudge {
  const { view, brand, tokens } = site
  const pieces = partMemory(project.texts)
  let judge: ReturnType<typeof pageJudge> | undefined
  return {
    hash: hash('sha256', JSON.stringify([project.text, brand.values]), 'base64url'),
    page(page, parts) {
      judge ??= pageJudge(project.rules(), { view, values: brand.values }, project.paragraphs)
      return judge(judgedPage(page), contentsOf(parts, pieces))
    },
    site(verdicts) {
      const judgement = judgeSite({
        brand,
        tokens,
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

function judgedPage(page: Page) {
  const { route, kind, source } = page
  return {
    route,
    kind,
    source,
    ...('steps' in page && { steps: page.steps.length }),
    audience: page.audience,
  }
}
