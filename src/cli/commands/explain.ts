// `imprint explain <brand> [key]`: a value, its origin, and the values that it overrides. `imprint explain <code>`: see
// explain-code.ts.

import { type BrandConfig, defaultOrigin, isBrandKey, loadBrand, locateBrand } from '../../brand/index.ts'
import { contentFolders, type LoadedPage, locateContent } from '../../content/index.ts'
import {
  choices,
  diagnostic,
  didYouMean,
  type Origin,
  type ProblemFiles,
  startOf,
  suggest,
} from '../../diagnostics/index.ts'
import type { Files } from '../../files/index.ts'
import {
  entryAt,
  type Located,
  type LocatedEntry,
  type LocatedMap,
  leaves,
  plain,
  valueAt,
} from '../../yaml/index.ts'
import type { CommandRecord } from '../command-line/command.ts'
import { exitCodes } from '../command-line/exit-codes.ts'
import { environment } from '../command-line/flags.ts'
import { explainCode } from '../explain-code.ts'
import {
  cannotBegin,
  openProject,
  type Project,
  type ProjectFlags,
  sourceReader,
  unknownBrand,
} from '../project.ts'
import type { Reporter } from '../report/reporter.ts'

export const explainCommand: CommandRecord = {
  name: 'explain',
  group: 'look',
  summary: 'show where a value comes from and what it overrides, or what a code means',
  chapter: 'brand',
  arguments: [
    { name: '<brand or code>', summary: 'brand id, or the code of a problem or content rule' },
    {
      name: '[key]',
      summary:
        'key of the value, for example phone, theme.color.accent, strings.header.about or home.hero (default: all keys)',
    },
  ],
  flags: [environment],
  examples: [
    ['explain aurora phone', 'show where the phone number comes from'],
    ['explain aurora strings.header.about', 'show where a label on the site comes from'],
    ['explain brand/invalid-phone', 'explain a code, with an example and a remedy'],
  ],
  exitCodes: ['failed', 'brandInvalid'],
  scope: 'project',
}

/** A value as `--json` prints it. The first shadowed value is the one that would apply without it. */
interface ExplainedValue {
  readonly key: string
  readonly value: unknown
  readonly origin: Place
  /** The environment that sets it. */
  readonly environment?: string
  readonly shadows: readonly { readonly value: unknown; readonly origin: Place }[]
}

/** A place in a file, or `default` for Imprint's own values. */
type Place = Origin | 'default'

export function explain(
  named: string,
  key: string | undefined,
  flags: ProjectFlags & { readonly env?: string },
  reporter: Reporter,
): number {
  // Ids of brands have no slash.
  if (named.includes('/')) return explainCode(named, reporter)
  const { value: project, diagnostics } = openProject(flags)
  return project === undefined
    ? cannotBegin(reporter, diagnostics)
    : explainValues(project, named, key, flags, reporter)
}

function explainValues(
  project: Project,
  id: string,
  key: string | undefined,
  flags: { readonly env?: string },
  reporter: Reporter,
): number {
  if (!project.brands.brands.includes(id)) return cannotBegin(reporter, [unknownBrand(id, project.brands)])
  const { files, defaults } = project
  const { value: brand, diagnostics } = loadBrand(files, id, defaults, flags.env)
  const sources = sourceReader(project)
  reporter.problems(
    diagnostics.filter(problem => problem.severity === 'error'),
    sources,
  )
  const end = brand === undefined ? exitCodes.brandInvalid : exitCodes.done
  const layered = locateBrand(files, id, flags.env)
  if (layered === undefined || diagnostics.some(({ code }) => code === 'brand/unknown-environment')) {
    reporter.document({ ok: false, diagnostics })
    return end
  }
  // A broken file does not hide the others.
  const content = locateContent(files, defaults, brand ?? { ...layered, values: { articles: {} } })
  // Maps of content files are listed with the brand's keys, under the names of the files.
  const root: LocatedMap = {
    ...layered.located,
    entries: new Map([
      ...layered.located.entries,
      ...[...content.located].map(
        ([name, value]) => [name, { keyOrigin: value.origin, value, shadowed: [] }] as const,
      ),
      ...pageEntries(files, layered, content.pages),
    ]),
  }
  const values = explained(root, key, flags.env)
  if (values === undefined) {
    const problem = diagnostic('usage/unknown-key', `The brand "${id}" has no value for "${key}".`, {
      hint: isBrandKey(key ?? '')
        ? 'It is a key of brand.yaml, but neither the brand nor its bases set it, and it has no default.'
        : keyHint(root, key ?? ''),
    })
    return cannotBegin(reporter, [problem])
  }
  // The project's own values first: a whole brand has hundreds of others.
  const isOwn = ({ origin }: ExplainedValue) => origin !== 'default' && !sources.isPackaged?.(origin.file)
  const sorted = [...values.filter(isOwn), ...values.filter(value => !isOwn(value))]
  reporter.result(sorted.map(value => printed(value, sources)).join(''))
  reporter.document({ ok: brand !== undefined, brands: [{ id }], values, diagnostics })
  return end
}

/** The nearest key, or all keys of the innermost map that exists: for `faq.hours`, the ids of the questions. */
function keyHint(root: LocatedMap, key: string): string | undefined {
  const path = key.split('.')
  for (let length = path.length - 1; length > 0; length--) {
    const map = valueAt(root, path.slice(0, length))
    if (map?.kind !== 'map') continue
    const keys = [...map.entries.keys()]
    const known = path.slice(0, length).join('.')
    const near = suggest(path[length] ?? '', keys)
    if (near !== undefined) return `Did you mean "${known}.${near}"?`
    const place = placeOf(map)
    return choices(keys, `Keys of "${known}"${place === 'default' ? '' : ` in ${place.file}`}`)
  }
  return didYouMean(key, [...new Set([...allPaths(root)].map(path => path.join('.')))], 'Keys')
}

/** Pages by their paths, as `pages.legal/terms`: the title, its file, and the files that it overrides. */
function pageEntries(
  files: Files,
  brand: Pick<BrandConfig, 'chain' | 'located'>,
  pages: readonly LoadedPage[],
): readonly (readonly [string, LocatedEntry])[] {
  const entries = pages.map(({ path, file, title }): [string, LocatedEntry] => {
    const at = (source: string, value: string): Located => ({
      kind: 'scalar',
      value,
      written: value,
      origin: startOf(source),
    })
    const weaker = contentFolders(brand)
      .map(folder => `${folder}/pages/${path}.md`)
      .filter(other => other !== file && files.readText(other).value !== undefined)
    const shadowed = weaker.toReversed().map(other => at(other, other))
    return [path, { keyOrigin: startOf(file), value: at(file, title), shadowed }]
  })
  const own = brand.located.entries.get('pages')
  const chosen = own?.value.kind === 'map' ? own.value.entries : []
  if (entries.length === 0) return own === undefined ? [] : [['pages', own]]
  const origin = own?.keyOrigin ?? startOf('content/pages')
  const value: LocatedMap = { kind: 'map', origin, entries: new Map([...entries, ...chosen]) }
  return [['pages', { keyOrigin: origin, value, shadowed: [] }]]
}

function explained(
  root: LocatedMap,
  key: string | undefined,
  environment: string | undefined,
): ExplainedValue[] | undefined {
  // A name may contain a dot: `redirects./old.html`.
  const path =
    key === undefined ? [] : ([...allPaths(root)].find(path => path.join('.') === key) ?? key.split('.'))
  const start = valueAt(root, path)
  if (start === undefined) return undefined
  const ofEnvironment = valueAt(root, environment === undefined ? [] : ['environments', environment])
  const fromEnvironment = new Set(
    environment === undefined || ofEnvironment === undefined
      ? []
      : [...leaves(ofEnvironment)].map(leaf => leaf.value),
  )
  return [...leaves(start, path)].map(leaf => {
    const entry = entryAt(root, leaf.path)
    return {
      key: leaf.path.join('.'),
      value: plain(leaf.value),
      origin: placeOf(leaf.value),
      ...(environment !== undefined && fromEnvironment.has(leaf.value) && { environment }),
      shadows: (entry?.shadowed ?? []).map(value => ({ value: plain(value), origin: placeOf(value) })),
    }
  })
}

function* allPaths(root: LocatedMap): Generator<readonly string[]> {
  for (const { path } of leaves(root))
    for (let length = 1; length <= path.length; length++) yield path.slice(0, length).map(String)
}

function placeOf({ origin }: Located): Place {
  return origin.file === defaultOrigin.file ? 'default' : origin
}

function printed(
  { key, value, origin, environment, shadows }: ExplainedValue,
  { isPackaged }: ProblemFiles,
): string {
  const place = (at: Place) => {
    if (at === 'default') return 'default'
    return `${at.file}:${at.line}:${at.column}${isPackaged?.(at.file) ? ' (part of Imprint)' : ''}`
  }
  const text = (shown: unknown) => (typeof shown === 'string' ? shown.trimEnd() : JSON.stringify(shown))
  const from = environment === undefined ? '' : ` (environment ${environment})`
  const lines = [`${key} = ${text(value)}`, `  from ${place(origin)}${from}`]
  for (const shadow of shadows) {
    const other = text(shadow.value) === text(value) ? 'the same value' : text(shadow.value)
    lines.push(`  instead of ${place(shadow.origin)}: ${other}`)
  }
  return `${lines.join('\n')}\n`
}
