// Turns a brand's id into the plan of its site, without the parts that depend on other sites.

import {
  type BrandConfig,
  brandsFolder,
  type FleetBrand,
  languageGroup,
  loadBrand,
  sharedValues,
} from '../brand/index.ts'
import {
  brokenTexts,
  type ContentOptions,
  type ContentOwner,
  type ContentSet,
  loadContent,
  type ParseCache,
  untranslatedTexts,
} from '../content/index.ts'
import { type Diagnostic, foldConsequences, ofBrand, startOf } from '../diagnostics/index.ts'
import { type Answered, type Files, recording, type SourceFile } from '../files/index.ts'
import { leaksOn, type Mention, mentionSearch } from '../render/index.ts'
import { type PlanOptions, planSite, type Site } from '../site/index.ts'
import { entryAt } from '../yaml/index.ts'
import type { JudgeOptions } from './judging.ts'
import type { SharedWork } from './shared-work.ts'
import type { Timed } from './timed.ts'

export interface BrandOptions
  extends JudgeOptions,
    ContentOptions,
    Omit<PlanOptions, 'templates' | 'faults'> {
  /** The environment of the brands to build; default: the sites that visitors see. */
  readonly environment?: string | undefined
}

/** The options of the brand's own site. */
export type PlanningOptions = BrandOptions & Pick<PlanOptions, 'faults'>

/** What it takes to plan a brand's site. */
export interface PlanningWork {
  readonly shared: SharedWork
  /** The project. */
  readonly files: Files
  readonly id: string
  readonly options: PlanningOptions
  readonly timed: Timed
}

export interface PlannedBrand {
  /** Undefined if an error prevents every page from being rendered. */
  readonly value: Site | undefined
  readonly diagnostics: readonly Diagnostic[]
  /** Whether the brand's own config has an error. */
  readonly configInvalid: boolean
  /** Finds text of other brands in further sources of the site. */
  readonly mentionsIn?: (texts: readonly SourceFile[]) => readonly Mention[]
  /** The text of other brands in its content. */
  readonly mentions?: readonly Mention[]
  /** The next date on which an article appears or expires. */
  readonly nextChange?: string | undefined
}

/** Loads a brand and its content, and plans its site, without the parts that depend on the sites of other brands. */
export async function planAlone(work: PlanningWork): Promise<PlannedBrand> {
  const { shared, id, options, timed } = work
  const parse: ParseCache = (parser, source) => timed('parse', () => shared.parse(parser, source))
  const asked: Answered[] = []
  const files = recording(work.files, asked)
  const loaded = timed('load', () => loadBrand(files, id, shared.defaults, options.environment, shared.fleet))
  const brand = loaded.value
  // Content is checked even if the brand's config is invalid, so that one run reports all problems.
  const owner = brand ?? ownerOf(id)
  const content = timed('load', () => loadContent(files, shared.defaults, owner, options, parse))
  const diagnostics = [...loaded.diagnostics, ...content.diagnostics].map(problem => ownedBy(problem, id))
  const { value, rest } = content
  if (brand === undefined) return { value: undefined, diagnostics, configInvalid: true }
  // If no text uses layouts or blocks, the plan does not depend on the templates.
  const planOf = async (content: ContentSet) => {
    const templates = asksTemplates(content) ? (await shared.templates(files, id)).value : undefined
    return timed('plan', () => planSite(brand, content, { ...options, templates: templates?.facts }))
  }
  if (value === undefined) {
    // Further problems, so that one run reports all of them.
    const more = rest === undefined ? [] : ofBrand(id, (await planOf(rest)).diagnostics)
    return {
      value: undefined,
      diagnostics: foldConsequences([...diagnostics, ...more]),
      configInvalid: false,
    }
  }
  const fleet = shared.fleet(work.files)
  const mentionsIn = mentionsFor(fleet, id)
  const original = fleet.find(other => other.id === brand.values.alternateOf)
  const others = [...untranslatedTexts(brand, value, original), ...sharedValues(fleet, brand)]
  const planned = await planOf(value)
  const mentions = mentionsIn([...textsOf(asked), companyLine(brand)])
  // Public files are always published, even if no page shows them.
  const publicTexts = (fleet.length < 2 ? [] : value.publicFiles).flatMap(({ path, source }) =>
    publicText.test(path) ? (files.readText(source).value ?? []) : [],
  )
  const leaks = publicTexts.flatMap(source => leaksOn(source.text, mentionsIn([source]), id))
  return {
    value: planned.value,
    diagnostics: foldConsequences([...diagnostics, ...others, ...leaks, ...ofBrand(id, planned.diagnostics)]),
    mentionsIn,
    mentions,
    configInvalid: false,
    nextChange: value.nextChange,
  }
}

const publicText = /\.(?:txt|md|html?|json|xml|csv|js|css|svg|webmanifest)$/i

/** Every text that was read, except the brands' configs, which naturally contain their names. */
function textsOf(asked: readonly Answered[]): SourceFile[] {
  return asked.flatMap(({ ask, path, answer }) =>
    ask === 'readText' && !path.endsWith('/brand.yaml')
      ? ((answer.value as SourceFile | undefined) ?? [])
      : [],
  )
}

function mentionsFor(
  fleet: readonly FleetBrand[],
  id: string,
): (texts: readonly SourceFile[]) => readonly Mention[] {
  const brand = fleet.find(other => other.id === id)
  if (brand === undefined || fleet.length < 2) return () => []
  const related = languageGroup(fleet, id).map(other => other.id)
  return texts => mentionSearch(fleet)(brand, related, texts)
}

/** The line that names the company behind a brand. */
function companyLine({ id, values, located }: BrandConfig): SourceFile {
  const origin =
    entryAt(located, ['companyLine'])?.value.origin ?? startOf(`${brandsFolder}/${id}/brand.yaml`)
  return { path: origin.file, text: '\n'.repeat(origin.line - 1) + values.companyLine }
}

function asksTemplates(content: ContentSet): boolean {
  const { pages, articles, ccpa, faq, homeSections } = content
  const texts = [
    ...articles.map(({ body }) => body),
    ...brokenTexts(content),
    ccpa.body,
    ...faq.map(({ answer }) => answer),
    ...homeSections.flatMap(section => (typeof section === 'string' ? [] : section.text)),
  ]
  return pages.length > 0 || texts.some(({ blocks }) => blocks.length > 0)
}

/** Stands in for a brand whose config is invalid: its own content over the shared content, with nothing left out. */
function ownerOf(id: string): ContentOwner {
  const located = {
    kind: 'map',
    origin: startOf(`${brandsFolder}/${id}/brand.yaml`),
    entries: new Map(),
  } as const
  return { chain: [id], located, values: { articles: {} } }
}

/** A problem in a brand's own files belongs to that brand and to every brand that extends it; all others belong to no brand. */
export function ownedBy(problem: Diagnostic, id: string): Diagnostic {
  return ownFile.test(problem.file ?? '') ? { ...problem, brand: id } : problem
}

const ownFile = new RegExp(`^${brandsFolder}/[^_]`)

/** A brand with its content and their problems, for commands that only read. */
export function inspectBrand(
  files: Files,
  defaults: Files,
  id: string,
  options: Pick<BrandOptions, 'asOf' | 'environment'>,
  parse: ParseCache,
): {
  readonly brand: BrandConfig | undefined
  readonly content: ContentSet | undefined
  readonly diagnostics: readonly Diagnostic[]
} {
  const { value: brand, diagnostics } = loadBrand(files, id, defaults, options.environment)
  const content = loadContent(files, defaults, brand ?? ownerOf(id), { ...options, drafts: true }, parse)
  return {
    brand,
    content: content.value,
    diagnostics: [...diagnostics, ...content.diagnostics].map(problem => ownedBy(problem, id)),
  }
}
