// From the verdicts on a site's pages to diagnostics: what one page need not say because another does, what only brand.yaml can
// tell, waivers, and where each text is written.

import { type BrandConfig, brandsFolder } from '../brand/index.ts'
import type { TokenValues } from '../content/index.ts'
import {
  type Diagnostic,
  diagnostic,
  didYouMean,
  type Origin,
  type RuleCode,
  type Severity,
  startOf,
} from '../diagnostics/index.ts'
import { once, rememberedWeakly, type SourceFile } from '../files/index.ts'
import { originOf, parseYaml, valueAt } from '../yaml/index.ts'
import { brandFindings, type JudgedConfig } from './judge-brand.ts'
import { type SourceIndex, type SourcePlace, sourceIndex } from './locate.ts'
import { type RuleInfo, type RuleSet, ruleMeant } from './rules.ts'
import { type BrandFiles, contentSources, templateSources } from './sources.ts'
import type { JudgedPage, PageFinding, PageVerdict } from './verdict.ts'
import { commentWaivers, configWaivers, type Waiver, waiverProblem, waives } from './waivers.ts'

/** A judged page. */
export interface VerdictOfPage {
  readonly page: JudgedPage
  readonly verdict: PageVerdict
}

export interface JudgedSite extends JudgedConfig, BrandFiles {
  /** What `{name}` and the other tokens stand for. */
  readonly tokens: TokenValues
  readonly pages: readonly VerdictOfPage[]
  /** Whether to report errors alone, as a build does. */
  readonly errorsOnly: boolean
}

/** A waiver that holds, and what it waives. */
export interface ActiveWaiver extends Pick<Waiver, 'rule' | 'reason' | 'by' | 'until'> {
  readonly file: string
  readonly line: number
  readonly quote?: string
  readonly pages: readonly string[]
}

/** What became of a site's judgement. */
export interface SiteJudgement {
  readonly diagnostics: readonly Diagnostic[]
  readonly waivers: readonly ActiveWaiver[]
  /** Findings that are no errors, and were left out because of `errorsOnly`. */
  readonly withheld: number
}

/** Support that a brand names for a rule that no support satisfies, or that there is not. */
function idleSubstantiation({ values, located }: BrandConfig, { infos }: RuleSet): Diagnostic[] {
  const isOpen = ({ when }: RuleInfo): boolean => when === 'unsubstantiated'
  return (values.substantiation ?? []).flatMap(({ rule }, index) => {
    const info = infos.get(rule)
    if (info !== undefined && isOpen(info)) return []
    const open = [...infos.values()].filter(isOpen).map(({ id }) => id)
    return diagnostic('brand/invalid-value', `Support for the rule "${rule}" changes nothing.`, {
      at: originOf(located, ['substantiation', index, 'rule']),
      hint: ruleMeant(rule, open),
      severity: 'warning',
    })
  })
}

/** A finding with all pages that have it. */
interface SiteFinding extends PageFinding {
  readonly pages: readonly JudgedPage[]
  readonly level: Severity
}

export function judgeSite(site: JudgedSite): SiteJudgement {
  const { brand, rules, pages, day, errorsOnly } = site
  const found = grouped([
    ...pages.flatMap(({ page, verdict }) => verdict.findings.map(finding => ({ finding, page }))),
    ...[...brandFindings(site), ...siteFindings(site)].map(finding => ({ finding, page: undefined })),
  ]).flatMap((finding): SiteFinding[] => {
    const level = levelOf(finding, site)
    return level === 'off' ? [] : [{ ...finding, level }]
  })
  const content = contentSources(site)
  const routes = pages.map(({ page }) => page.route)
  const texts = new Set(pages.map(({ page }) => page.source))
  const waivers = [
    ...content
      // A shared text that this brand does not show is no concern of it.
      .filter(({ path }) => !/(?:^|\/)content\/(?:articles|pages)\//.test(path) || texts.has(path))
      .flatMap(commentWaivers),
    ...configWaivers(brand),
  ]
  const problems = waivers.map(waiver => waiverProblem(waiver, rules, day))
  const valid = waivers.filter((_, index) => problems[index] === undefined)
  const wanted = errorsOnly ? found.filter(({ level }) => level === 'error') : found
  const withheld = found.length - wanted.length
  const idle = errorsOnly ? [] : idleSubstantiation(brand, rules)
  if (wanted.length === 0 && waivers.length === 0) return { diagnostics: idle, waivers: [], withheld }

  const index = once(() => sourceIndex([...content, ...templateSources(site)], site.tokens))
  const used = new Map<Waiver, { quote?: string; pages: Set<string> }>()
  const diagnostics: Diagnostic[] = [...idle, ...problems.flatMap(problem => problem ?? [])]
  for (const finding of wanted) {
    for (const place of placesOf(finding, content, index, brand)) {
      const isLeft = (route?: string): boolean => {
        const waiver = valid.find(item => waives(item, finding, route, place))
        if (waiver === undefined) return true
        const use = used.get(waiver) ?? { pages: new Set<string>() }
        if (finding.quote !== undefined) use.quote = finding.quote
        if (route !== undefined) use.pages.add(route)
        used.set(waiver, use)
        return false
      }
      const left = finding.pages.filter(({ route }) => isLeft(route))
      if (left.length > 0 || (finding.pages.length === 0 && isLeft()))
        diagnostics.push(diagnosticOf({ ...finding, pages: left }, place, site))
    }
  }
  // What an environment does without may be needed on the site that visitors see.
  if (!errorsOnly && brand.environment === undefined) {
    for (const waiver of valid.filter(item => !used.has(item))) {
      const { rule, at, page, quote, block } = waiver
      const hint =
        page !== undefined && !routes.includes(page)
          ? didYouMean(page, routes, 'Pages')
          : quote !== undefined
            ? 'Remove it, or quote the text as it is now.'
            : block === undefined && page === undefined
              ? 'Remove it, or give the text as "quote" or its address as "page".'
              : 'Remove it.'
      const problem = `The waiver of "${rule}" is about nothing that the site says.`
      diagnostics.push(diagnostic('compliance/waiver-unused', problem, { at, hint }))
    }
  }
  return {
    diagnostics,
    withheld,
    waivers: [...used].map(([{ rule, reason, by, until, at }, { quote, pages: routes }]) => ({
      rule,
      reason,
      by,
      until,
      file: at.file,
      line: at.line,
      ...(quote !== undefined && { quote }),
      pages: [...routes],
    })),
  }
}

function grouped(
  findings: readonly { readonly finding: PageFinding; readonly page: JudgedPage | undefined }[],
): (PageFinding & { pages: JudgedPage[] })[] {
  const groups = new Map<string, PageFinding & { pages: JudgedPage[] }>()
  for (const { finding, page } of findings) {
    const key = JSON.stringify(finding)
    const group = groups.get(key) ?? { ...finding, pages: [] }
    if (page !== undefined) group.pages.push(page)
    groups.set(key, group)
  }
  return [...groups.values()]
}

function levelOf({ rule, severity }: PageFinding, { rules, brand, day }: JudgedSite): Severity | 'off' {
  const info = rules.infos.get(rule)
  if (info === undefined || info.severity === 'off') return 'off'
  if (info.from !== undefined && day < info.from) return 'off'
  if (info.until !== undefined && day > info.until) return 'off'
  if (brand.values.channels?.includes('ola') && rules.ola.includes(rule)) return 'error'
  return severity ?? info.severity
}

/** Where a finding is to be mended: at least one place. */
function placesOf(
  finding: SiteFinding,
  content: readonly SourceFile[],
  index: () => SourceIndex,
  brand: BrandConfig,
): (Origin & Partial<SourcePlace>)[] {
  const { quote, context, at, pages } = finding
  const config = startOf(`${brandsFolder}/${brand.id}/brand.yaml`)
  const source = pages.find(page => page.source !== undefined)?.source
  // What brand.yaml says is mended there alone, however many texts repeat it with a token.
  if (at !== undefined && 'brand' in at) {
    const origin = originOf(brand.located, at.brand)
    return [origin.file === 'default' ? config : origin]
  }
  if (quote !== undefined) {
    const places = index().placesOf(quote, context ?? quote, source, pages.length === 1)
    // The same words may stand elsewhere too: the pages' own texts come first.
    const own = places.filter(({ file }) => pages.some(page => page.source === file))
    if (places.length > 0) return own.length > 0 ? own : places
    // A line that a template puts together, of an author's name for example.
    const words = /^says "(.+)"$/.exec(finding.problem)?.[1]
    const claimed = words === undefined ? [] : index().placesOf(words, words, source)
    if (claimed.length > 0) return claimed
  }
  if (at !== undefined) {
    const { strings, navigation } = at
    const own = navigation === undefined ? undefined : keyOrigin('navigation.yaml', navigation, content)
    return [own ?? keyOrigin('strings.yaml', strings, content) ?? config]
  }
  return [source === undefined ? config : startOf(source)]
}

/** Brands share most files: each is parsed once. */
const located = rememberedWeakly((source: SourceFile) => parseYaml(source).value)

/** Where a key of a file stands, in the strongest layer that has it. */
function keyOrigin(file: string, key: string, sources: readonly SourceFile[]): Origin | undefined {
  const path = key.split('.')
  for (const source of sources) {
    if (!source.path.endsWith(`/${file}`)) continue
    const found = valueAt(located(source), path)
    if (found !== undefined) return found.origin
  }
  return undefined
}

function diagnosticOf(finding: SiteFinding, at: Origin, { rules }: JudgedSite): Diagnostic {
  const { rule, problem, quote, context = '', computed, pages, level } = finding
  const { basis = '', fix = '' } = rules.infos.get(rule) ?? {}
  const routes = pages.map(({ route }) => route)
  const [first, second] = routes
  const where =
    first === undefined
      ? 'The brand'
      : second === undefined
        ? `"${first}"`
        : routes.length === 2
          ? `"${first}" and "${second}"`
          : `"${first}" and ${routes.length - 1} more pages`
  const verb =
    routes.length > 1
      ? problem.replace(
          /^(says|states|has|does|speaks|names|offers|calls|loads|asks|leaves|shows)\b/,
          plural => pluralOf[plural] ?? plural,
        )
      : problem
  const said = quote === undefined || problem.includes(quote) ? '' : `: “${shortened(quote)}”`
  return {
    ...diagnostic(`compliance/${rule}` as RuleCode, `${where} ${verb}${said}. [${basis}]`, {
      at,
      hint: fix,
      severity: level,
    }),
    ...(first !== undefined && { page: first, pages: routes }),
    ...(quote !== undefined && { quote }),
    ...(quote !== undefined &&
      context !== quote &&
      context.includes(quote) && { context: around(quote, context) }),
    ...(computed !== undefined && { computed }),
    basis,
    fix,
  }
}

const pluralOf: Readonly<Record<string, string>> = {
  says: 'say',
  states: 'state',
  has: 'have',
  does: 'do',
  speaks: 'speak',
  names: 'name',
  offers: 'offer',
  calls: 'call',
  loads: 'load',
  asks: 'ask',
  leaves: 'leave',
  shows: 'show',
}

/** What stands near a quote. */
function around(quote: string, context: string): string {
  const at = context.indexOf(quote)
  const start = Math.max(0, at - 300)
  const end = at + quote.length + 300
  return `${start > 0 ? '… ' : ''}${context.slice(start, end)}${end < context.length ? ' …' : ''}`
}

function shortened(text: string): string {
  return text.length <= 160 ? text : `${text.slice(0, 157).replace(/\s+\S*$/, '')} …`
}

/** What one page is enough for, and what pages say differently. */
function* siteFindings({ pages, rules }: JudgedSite): Generator<PageFinding> {
  const said = new Set(pages.flatMap(({ verdict }) => verdict.says))
  if (pages.some(({ verdict }) => verdict.asks)) {
    for (const { id, on } of rules.statements) {
      const at = rules.infos.get(id)?.at
      if (on === 'site' && !said.has(id))
        yield {
          rule: id,
          ...(at !== undefined && { at: { strings: at } }),
          problem: `does not say on any page what "${id}" asks for`,
        }
    }
  }
  const facts = new Map<string, Map<string, { text: string; routes: string[] }>>()
  for (const { page, verdict } of pages) {
    if (page.kind === 'article') continue
    for (const [name, value, text] of verdict.facts) {
      const values = facts.get(name) ?? new Map()
      const known = values.get(value) ?? { text, routes: [] }
      known.routes.push(page.route)
      facts.set(name, values.set(value, known))
    }
  }
  for (const [name, values] of facts) {
    if (values.size < 2) continue
    const [usual, ...others] = [...values].sort((a, b) => b[1].routes.length - a[1].routes.length)
    for (const [value, { text, routes }] of others)
      yield {
        rule: 'copy/faq-facts',
        quote: text,
        context: text,
        problem: `says another ${name} on "${routes[0]}" (${value}) than on "${usual?.[1].routes[0]}" (${usual?.[0]})`,
      }
  }
}
