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
  cache: ParseCache,
  fallback?: LocatedMap,
): Outcome<{ value: z.infer<Schema>; located: LocatedMap } | undefined> {
  const { value: maps, diagnostics: problems } = parseMaps(layers, name, cache)
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
export function locateMap(
  layers: ContentLayers,
  name: ContentFile,
  cache: ParseCache,
): LocatedMap | undefined {
  const [weakest, ...stronger] = parseMaps(layers, name, cache).value
  return weakest && overlay([weakest, ...stronger])
}

/** The map of each layer that has one, weakest first. */
function parseMaps(
  { files, defaults, folders }: ContentLayers,
  name: ContentFile,
  cache: ParseCache,
): Outcome<readonly LocatedMap[]> {
  const { diagnostics, take } = collecting()
  const maps: LocatedMap[] = []
  const sources = [
    readPackaged(defaults, `content/${name}`),
    ...folders.map(folder => files.readText(`${folder}/${name}`)),
  ]
  for (const read of sources) {
    const source = take(read)
    const map = source && take(cache(parseMap, source))
    if (map !== undefined) maps.push(map)
  }
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

export function readStrongest(layers: ContentLayers, name: ContentFile): Outcome<SourceFile | undefined> {
  const { diagnostics, take } = collecting()
  for (const read of strongestFirst(layers, name)) {
    const source = take(read)
    if (source !== undefined || hasErrors(diagnostics)) return { value: source, diagnostics }
  }
  return { value: undefined, diagnostics: [...diagnostics, missingFile(name)] }
}

/** A file's source in each layer, strongest first, read lazily. */
export function* strongestFirst(
  { files, defaults, folders }: ContentLayers,
  name: ContentFile | `${string}.md`,
): Iterable<Outcome<SourceFile | undefined>> {
  for (const folder of folders.toReversed()) yield files.readText(`${folder}/${name}`)
  yield readPackaged(defaults, `content/${name}`)
}

export function missingFile(name: ContentFile): Diagnostic {
  return diagnostic('content/missing-file', 'This file is missing.', {
    at: startOf(`content/${name}`),
    hint: 'Add it: every site needs it.',
  })
}
