// The layers of a brand's content, weakest first: the package's own, `content/`, then the `content/` folders of the bases
// and of the brand itself.

import type * as z from 'zod'
import { type BrandConfig, brandsFolder } from '../brand/index.ts'
import {
  collecting,
  type Diagnostic,
  diagnostic,
  hasErrors,
  type Outcome,
  startOf,
} from '../diagnostics/index.ts'
import { type Files, readPackaged, type SourceFile } from '../files/index.ts'
import { goodPart, type LocatedMap, overlay, parseYaml, validate } from '../yaml/index.ts'
import type { ContentFile } from './content-files.ts'
import type { ParseCache } from './parse-cache.ts'
import { tokenProblems } from './texts/token-problems.ts'

export interface ContentLayers {
  /** The project. */
  readonly files: Files
  /** The package's own content, the weakest layer. It has no articles. */
  readonly defaults: Files
  /** The project's folders, weakest first. */
  readonly folders: readonly string[]
  readonly parse: ParseCache
}

/** The folders that may contain content of a brand, weakest first. */
export function contentFolders(brand: Pick<BrandConfig, 'chain'>): readonly string[] {
  return ['content', ...brand.chain.map(id => `${brandsFolder}/${id}/content`)]
}

/**
 * Loads a YAML map. Each layer may override the weaker ones key by key. If there are errors, the value is the valid part.
 * @param fallback The value if no layer has the file. Default: a missing file is an error.
 */
export function loadMap<Schema extends z.ZodType>(
  layers: ContentLayers,
  name: ContentFile,
  schema: Schema,
  fallback?: LocatedMap,
): Outcome<{ value: z.infer<Schema>; located: LocatedMap } | undefined> {
  const { value: maps, diagnostics: problems } = parseMaps(layers, name)
  const [weakest = fallback, ...stronger] = maps
  if (weakest === undefined) return { value: undefined, diagnostics: [...problems, missingFile(name)] }
  const located = overlay([weakest, ...stronger])
  const checked = validate(schema, located, 'content')
  const diagnostics = [...problems, ...checked.diagnostics, ...tokenProblems(located)]
  if (checked.value !== undefined) return { value: { value: checked.value, located }, diagnostics }
  const good = overlay([goodPart(schema, weakest), goodPart(schema, located)])
  const { value } = validate(schema, good, 'content')
  return { value: value && { value, located: good }, diagnostics }
}

/** A YAML map merged from all layers, valid or not; undefined if no layer has a readable one. */
export function locateMap(layers: ContentLayers, name: ContentFile): LocatedMap | undefined {
  const [weakest, ...stronger] = parseMaps(layers, name).value
  return weakest && overlay([weakest, ...stronger])
}

/** The map of each layer that has one, weakest first. */
function parseMaps(layers: ContentLayers, name: ContentFile): Outcome<readonly LocatedMap[]> {
  const { diagnostics, take } = collecting()
  const maps = [...strongestFirst(layers, name, parseMap)].reverse().flatMap(map => take(map) ?? [])
  return { value: maps, diagnostics }
}

/** Parses one layer of a YAML map. */
export function parseMap(source: SourceFile): Outcome<LocatedMap | undefined> {
  const { value, diagnostics } = parseYaml(source)
  if (value === undefined || value.kind === 'map') return { value, diagnostics }
  const problem = diagnostic('yaml/not-a-map', 'The file does not contain "key: value" lines.', {
    at: value.origin,
    hint: 'Run "imprint explain <brand>" to see all keys.',
  })
  return { value: undefined, diagnostics: [...diagnostics, problem] }
}

/**
 * The file of the strongest layer that has it, parsed; undefined if it has errors.
 * @param missing The problem if no layer has it.
 */
export function loadStrongest<Value>(
  layers: ContentLayers,
  name: ContentFile | `${string}.md`,
  parser: (source: SourceFile) => Outcome<Value | undefined>,
  missing: Diagnostic,
): Outcome<Value | undefined> {
  const { diagnostics, take } = collecting()
  for (const parsed of strongestFirst(layers, name, parser)) {
    const value = take(parsed)
    if (value !== undefined || hasErrors(parsed.diagnostics)) return { value, diagnostics }
  }
  return { value: undefined, diagnostics: [...diagnostics, missing] }
}

/** A file of each layer, parsed, strongest first. Read lazily. The value is undefined if the layer does not have it. */
export function* strongestFirst<Value>(
  { files, defaults, folders, parse }: ContentLayers,
  name: ContentFile | `${string}.md`,
  parser: (source: SourceFile) => Outcome<Value>,
): Iterable<Outcome<Value | undefined>> {
  const parsed = (read: Outcome<SourceFile | undefined>): Outcome<Value | undefined> => {
    if (read.value === undefined) return { value: undefined, diagnostics: read.diagnostics }
    const { value, diagnostics } = parse(parser, read.value)
    return { value, diagnostics: [...read.diagnostics, ...diagnostics] }
  }
  for (const folder of folders.toReversed()) yield parsed(files.readText(`${folder}/${name}`))
  yield parsed(readPackaged(defaults, `content/${name}`))
}

export function missingFile(name: ContentFile): Diagnostic {
  return diagnostic('content/missing-file', 'This file is missing.', {
    at: startOf(`content/${name}`),
    hint: 'Add it: every site needs it.',
  })
}
