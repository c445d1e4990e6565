// Turns the verdicts on a site's pages into diagnostics. Considers which statements need to be on only one page, what only
// brand.yaml can show, waivers, and where each text is written.

import { type BrandConfig, brandsFolder, defaultOrigin } from '../brand/index.ts'
import { contentFiles, contentFolders } from '../content/index.ts'
import {
  type Diagnostic,
  diagnostic,
  grouped,
  type Origin,
  type Severity,
  startOf,
} from '../diagnostics/index.ts'
import { originOf, valueAt } from '../yaml/index.ts'
import { brandFindings, type JudgedConfig } from './judges/brand.ts'
import { ruleMeant } from './overlay.ts'
import { placeFinder, readSource, type WrittenSite } from './places.ts'
import type { RuleInfo, RuleSet } from './rules.ts'
import type { JudgedPage, PageFinding, PageVerdict } from './verdict.ts'
import { commentWaivers, configWaivers, unusedWaiver, type Waiver, waiverProblem, waives } from './waivers.ts'
import { diagnosticOf, type SiteFinding } from './wording.ts'

interface VerdictOfPage {
  readonly page: JudgedPage
  readonly verdict: PageVerdict
}

export interface JudgedSite extends JudgedConfig, Omit<WrittenSite, 'sources' | 'brand'> {
  readonly pages: readonly VerdictOfPage[]
  /** Whether to report only errors, as a build does. */
  readonly errorsOnly: boolean
}

/** A valid waiver and the pages it is used on. */
export interface ActiveWaiver extends Pick<Waiver, 'rule' | 'reason' | 'by' | 'until'> {
  readonly file: string
  readonly line: number
  readonly quote?: string
  readonly pages: readonly string[]
}

/** The result for a site. */
export interface SiteJudgement {
  readonly diagnostics: readonly Diagnostic[]
  readonly waivers: readonly ActiveWaiver[]
  /** The number of findings below an error that `errorsOnly` left out. */
  readonly withheld: number
}

/** Reports support for a rule that accepts none, or for an unknown rule. */
function idleSubstantiation({ values, located }: BrandConfig, { infos }: RuleSet): Diagnostic[] {
  const isOpen = ({ when }: RuleInfo): boolean => when === 'unsubstantiated'
  return (values.substantiation ?? []).flatMap(({ rule }, index) => {
    const info = infos.get(rule)
    if (info !== undefined && isOpen(info)) return []
    const open = [...infos.values()].filter(isOpen).map(({ id }) => id)
    return diagnostic('brand/invalid-value', `Support for the rule "${rule}" has no effect.`, {
      at: originOf(located, ['substantiation', index, 'rule']),
      hint: ruleMeant(rule, open),
      severity: 'warning',
    })
  })
}

/** Judges a site by the verdicts on its pages. */
export function judgeSite(site: JudgedSite): SiteJudgement {
  const { brand, rules, day, errorsOnly } = site
  const found = foundOn(site)
  const wanted = errorsOnly ? found.filter(({ level }) => level === 'error') : found
  const withheld = found.length - wanted.length
  const idle = errorsOnly ? [] : idleSubstantiation(brand, rules)
  const waivers = waiversOf(site)
  if (wanted.length === 0 && waivers.length === 0) return { diagnostics: idle, waivers: [], withheld }
  const problems = waivers.map(waiver => waiverProblem(waiver, rules, day))
  const valid = waivers.filter((_, index) => problems[index] === undefined)
  const { diagnostics, used } = withoutWaived(wanted, valid, site)
  // A waiver that is unused in an environment may be needed on the public site.
  const isWhole = !errorsOnly && brand.environment === undefined
  const unused = isWhole ? valid.filter(waiver => !used.has(waiver)) : []
  const routes = site.pages.map(({ page: { route } }) => route)
  return {
    diagnostics: [
      ...idle,
      ...problems.flatMap(problem => problem ?? []),
      ...diagnostics,
      ...unused.map(waiver => unusedWaiver(waiver, routes)),
    ],
    withheld,
    waivers: [...used].map(([waiver, use]) => activeWaiver(waiver, use)),
  }
}

/** The findings on the pages and the brand, each problem once. */
function foundOn(site: JudgedSite): readonly SiteFinding[] {
  const ofPages = site.pages.flatMap(({ page, verdict }) =>
    verdict.findings.map(finding => [finding, page] as const),
  )
  const ofSite = [...brandFindings(site), ...siteFindings(site)].map(finding => [finding, undefined] as const)
  const equal = grouped([...ofPages, ...ofSite].map(found => [JSON.stringify(found[0]), found] as const))
  return [...equal.values()].flatMap((all): SiteFinding[] => {
    const [finding] = all[0] as (typeof all)[number]
    const level = levelOf(finding, site)
    return level === 'off' ? [] : [{ ...finding, level, pages: all.flatMap(([, page]) => page ?? []) }]
  })
}

/** The waivers in the brand's visible text and in its brand.yaml. */
function waiversOf(site: JudgedSite): readonly Waiver[] {
  const { brand, written } = site
  const names = contentFiles.filter(name => name.endsWith('.yaml'))
  const maps = contentFolders(brand).flatMap(folder => names.map(name => `${folder}/${name}`))
  const paths = new Set([...maps, ...written.homeTexts, ...sourcesOf(site)])
  const sources = [...paths].flatMap(path => readSource(site, path) ?? [])
  return [...sources.flatMap(commentWaivers), ...configWaivers(brand)]
}

const sourcesOf = ({ pages }: JudgedSite): readonly string[] =>
  pages.flatMap(({ page: { source } }) => source ?? [])

/** The uses of a waiver. */
interface WaiverUse {
  quote?: string
  readonly pages: Set<string>
}

/** The findings that no waiver covers, and the waivers that cover one. */
function withoutWaived(found: readonly SiteFinding[], waivers: readonly Waiver[], site: JudgedSite) {
  const used = new Map<Waiver, WaiverUse>()
  const diagnostics: Diagnostic[] = []
  const places = placeFinder({ ...site, sources: sourcesOf(site) })
  for (const finding of found) {
    for (const place of placesOf(finding, places, site)) {
      const isLeft = (route?: string): boolean => {
        const waiver = waivers.find(item => waives(item, finding, route, place))
        if (waiver === undefined) return true
        const use = used.get(waiver) ?? { pages: new Set<string>() }
        if (finding.quote !== undefined) use.quote = finding.quote
        if (route !== undefined) use.pages.add(route)
        used.set(waiver, use)
        return false
      }
      const left = finding.pages.filter(({ route }) => isLeft(route))
      if (left.length > 0 || (finding.pages.length === 0 && isLeft()))
        diagnostics.push(diagnosticOf({ ...finding, pages: left }, place, site.rules))
    }
  }
  return { diagnostics, used }
}

function activeWaiver({ rule, reason, by, until, at }: Waiver, { quote, pages }: WaiverUse): ActiveWaiver {
  const { file, line } = at
  return { rule, reason, by, until, file, line, ...(quote !== undefined && { quote }), pages: [...pages] }
}

function levelOf({ rule, severity }: PageFinding, { rules, brand, day }: JudgedSite): Severity | 'off' {
  const info = rules.infos.get(rule)
  if (info === undefined || info.severity === 'off') return 'off'
  if (day < (info.from ?? day) || day > (info.until ?? day)) return 'off'
  if (brand.values.channels?.includes('ola') && rules.ola.includes(rule)) return 'error'
  return severity ?? info.severity
}

/** The places where a finding can be fixed: at least one. */
function placesOf(
  { quote, context, problem, at, pages }: SiteFinding,
  places: ReturnType<typeof placeFinder>,
  { brand, written }: JudgedSite,
): readonly Origin[] {
  const config = startOf(`${brandsFolder}/${brand.id}/brand.yaml`)
  const sources = pages.flatMap(({ source }) => source ?? [])
  // Text from brand.yaml can only be fixed there, even if tokens repeat it in many places.
  if (at !== undefined && 'brand' in at) {
    const origin = originOf(brand.located, at.brand)
    return [origin.file === defaultOrigin.file ? config : origin]
  }
  if (quote !== undefined) {
    const claimed = /^says "(.+)"$/.exec(problem)?.[1]
    const found = places({ quote, block: context ?? quote, claimed, sources })
    if (found.length > 0) return found
  }
  if (at !== undefined) {
    const { navigation, strings } = written.maps
    const own = at.navigation === undefined ? undefined : valueAt(navigation, at.navigation.split('.'))
    return [(own ?? valueAt(strings, at.strings.split('.')))?.origin ?? config]
  }
  return [sources[0] === undefined ? config : startOf(sources[0])]
}

/** Statements that no page makes, and facts that differ between pages. */
function* siteFindings({ pages, rules }: JudgedSite): Generator<PageFinding> {
  const said = new Set(pages.flatMap(({ verdict }) => verdict.says))
  const asks = pages.some(({ verdict }) => verdict.asks)
  for (const { id, on } of rules.statements) {
    if (!asks || on !== 'site' || said.has(id)) continue
    const at = rules.infos.get(id)?.at
    const problem = `has no page with the statement that "${id}" requires`
    yield { rule: id, ...(at !== undefined && { at: { strings: at } }), problem }
  }
  const facts = pages.flatMap(({ page, verdict }) =>
    page.kind === 'article'
      ? []
      : verdict.facts.map(([name, value, text]) => [name, { value, text, route: page.route }] as const),
  )
  for (const [name, all] of grouped(facts)) {
    const byValue = [...grouped(all.map(fact => [fact.value, fact] as const)).values()]
    const [usual, ...others] = byValue.sort((a, b) => b.length - a.length).flatMap(([first]) => first ?? [])
    for (const { value, text, route } of others)
      yield {
        rule: 'copy/faq-facts',
        quote: text,
        problem: `states different ${name} on "${route}" (${value}) and "${usual?.route}" (${usual?.value})`,
      }
  }
}
