// The scripts of the islands: one entry for each file or folder in `templates/islands/`, with shared code in separate chunks, so
// that there is one copy of React and it is loaded only if an island needs it.

import { posix } from 'node:path'
import type { BuildOptions } from 'esbuild'
import { compareText, type Outcome } from '../../diagnostics/index.ts'
import { type Files, type OutputFile, rememberedWeakly, sumOf } from '../../files/index.ts'
import {
  type Bundled,
  browserKit,
  browserTargets,
  bundle,
  outsideOf,
  projectPath,
  sourceOf,
} from './bundler.ts'
import { packageScript } from './package-script.ts'
import type { TellInputs } from './stored-work.ts'

/** The loader, to be inlined as a module script. */
interface Loader {
  /** For a page with an island that waits for an interaction. */
  readonly whole: string
  /** For a page with an island that has an intent, and none that waits for an interaction. */
  readonly intent: string
  /** For every other page. */
  readonly small: string
}

/** The script that stores a visitor's source, inlined in front of the loader: one for each way of embedding the form. */
interface LeadSource {
  readonly plain: Readonly<Record<FormWay, string>>
  /** For a brand with several numbers. */
  readonly withPhones: Readonly<Record<FormWay, string>>
}

const formWays = ['none', 'script', 'iframe'] as const
type FormWay = (typeof formWays)[number]

/** Every island of a project's templates, bundled for the browser. Plain data, for storing on disk. */
export interface IslandCode {
  readonly islands: Readonly<Record<string, IslandScript>>
  /** The content of all islands' files, by output path. */
  readonly files: Readonly<Record<string, string>>
  /** The modules of each output file, for reports: output path → modules with their bytes in it. */
  readonly modules: Readonly<Record<string, readonly { readonly source: string; readonly bytes: number }[]>>
  readonly loader: Loader
  readonly leadSource: LeadSource
  /** Files of the project outside `templates/` that they import. */
  readonly outside: readonly string[]
}

interface IslandScript {
  /** Output path of its entry: `assets/form-1f2e3d4c5b.js`. */
  readonly path: string
  /** Output paths of everything that its entry imports, itself included; what it may import later is in `lazy`. */
  readonly eager: readonly string[]
  /** Output paths of everything that its entry may import at run time. */
  readonly lazy: readonly string[]
  /** Whether it calls `hydrate`, which needs the HTML of a component. */
  readonly hydrates: boolean
}

export const islandOptions = {
  format: 'esm',
  splitting: true,
  platform: 'browser',
  target: browserTargets,
  minify: true,
  jsx: 'automatic',
  define: { 'process.env.NODE_ENV': '"production"' },
  entryNames: 'assets/[name]-[hash]',
  chunkNames: 'assets/chunk-[hash]',
} satisfies BuildOptions

/** The file of an island, and the island's name. */
export const islandFile = /^templates\/islands\/([^/]+?)(?:\/index)?\.tsx?$/

/**
 * Bundles the islands among the listed files: `templates/islands/form.ts`, `templates/islands/cost-calculator/index.tsx`.
 * Undefined if one does not compile.
 */
export async function bundleIslands(
  files: Files,
  listed: readonly string[],
  tellInputs: TellInputs,
): Promise<Outcome<IslandCode | undefined>> {
  const entries: Record<string, string> = {}
  for (const path of listed) {
    const name = islandFile.exec(path)?.[1]
    if (name !== undefined) entries[name] = path
  }
  const leadSource = await bundleLeadSource(tellInputs)
  if (Object.keys(entries).length === 0) {
    const loader = { whole: '', intent: '', small: '' }
    return {
      value: { islands: {}, files: {}, modules: {}, loader, leadSource, outside: [] },
      diagnostics: [],
    }
  }
  const [bundled, whole, intent, small] = await Promise.all([
    bundle(files, entries, islandOptions),
    packageScript('src/kit/loader.ts', { define: { ON_INTENT: 'true', ON_INTERACTION: 'true' } }),
    packageScript('src/kit/loader.ts', { define: { ON_INTENT: 'true', ON_INTERACTION: 'false' } }),
    packageScript('src/kit/loader.ts', { define: { ON_INTENT: 'false', ON_INTERACTION: 'false' } }),
  ])
  if (bundled.value === undefined) return { value: undefined, diagnostics: bundled.diagnostics }
  tellInputs(bundled.value.metafile)
  tellInputs(whole.metafile)
  const loader = { whole: whole.text, intent: intent.text, small: small.text }
  const code = {
    ...islandCode(bundled.value, entries),
    loader,
    leadSource,
    outside: outsideOf(bundled.value),
  }
  return { value: code, diagnostics: bundled.diagnostics }
}

async function bundleLeadSource(tellInputs: TellInputs): Promise<LeadSource> {
  const bundled = async (phones: boolean): Promise<LeadSource['plain']> => {
    const scripts = await Promise.all(
      formWays.map(async form => {
        const define = { FORM: JSON.stringify(form), PHONES: String(phones) }
        const { text, metafile } = await packageScript('src/kit/lead-source.ts', { define, format: 'iife' })
        tellInputs(metafile)
        return [form, text] as const
      }),
    )
    return Object.fromEntries(scripts) as LeadSource['plain']
  }
  const [plain, withPhones] = await Promise.all([bundled(false), bundled(true)])
  return { plain, withPhones }
}

/** One file of esbuild's output, under esbuild's name. */
interface Chunk {
  /** The entry that it was made for, if any: `project:templates/islands/form.ts`. */
  readonly entryPoint: string | undefined
  readonly text: string
  readonly imports: readonly { readonly name: string; readonly lazy: boolean }[]
  /** By esbuild's names: `project:templates/islands/form.ts`, `node_modules/react/index.js`. */
  readonly inputs: readonly { readonly source: string; readonly bytes: number }[]
}

/** @param entries Source paths by island. */
function islandCode(
  bundled: Bundled,
  entries: Readonly<Record<string, string>>,
): Pick<IslandCode, 'islands' | 'files' | 'modules'> {
  const chunks = chunksOf(bundled)
  const paths = contentPaths(chunks)
  const pathOf = (name: string): string => paths.get(name) ?? name
  const files: Record<string, string> = {}
  const modules: Record<string, IslandCode['modules'][string]> = {}
  for (const [name, { text, inputs }] of chunks) {
    files[pathOf(name)] = renamed(text, chunks.keys(), other => posix.basename(pathOf(other)))
    modules[pathOf(name)] = inputs.map(({ source, bytes }) => ({
      source: sourceOf(source),
      bytes,
    }))
  }
  const islands: Record<string, IslandScript> = {}
  for (const [name, { entryPoint }] of chunks) {
    const source = entryPoint && projectPath(entryPoint)
    const island = Object.keys(entries).find(key => entries[key] === source)
    if (island === undefined) continue
    const eager = reach([name], chunks, false)
    const lazy = reach(eager, chunks, true).filter(other => !eager.includes(other))
    const pathsOf = (names: readonly string[]) => names.map(pathOf).sort(compareText)
    const sources = [...eager, ...lazy].flatMap(chunk => chunks.get(chunk)?.inputs ?? [])
    const hydrates = sources.some(input => input.source.endsWith(browserKit))
    islands[island] = { path: pathOf(name), eager: pathsOf(eager), lazy: pathsOf(lazy), hydrates }
  }
  return { islands: sorted(islands), files: sorted(files), modules: sorted(modules) }
}

function chunksOf(bundled: Bundled): ReadonlyMap<string, Chunk> {
  const { files, metafile } = bundled
  const needless = needlessImports(bundled)
  const texts = new Map(files.map(file => [posix.basename(file.path), file.text]))
  const chunks = Object.entries(metafile.outputs).map(([output, { entryPoint, imports, inputs }]) => {
    const text = needless.reduce(
      (rest, statement) => rest.replace(statement, ''),
      texts.get(posix.basename(output)) ?? '',
    )
    const chunk: Chunk = {
      entryPoint,
      text,
      imports: imports
        .map(({ path, kind }) => ({ name: posix.basename(path), lazy: kind === 'dynamic-import' }))
        .filter(({ name }) => text.includes(name)),
      inputs: Object.entries(inputs).map(([source, { bytesInOutput }]) => ({
        source,
        bytes: bytesInOutput,
      })),
    }
    return [posix.basename(output), chunk] as const
  })
  return new Map(chunks)
}

/**
 * Output paths with a hash of the content: `assets/form-1f2e3d4c5b.js`. esbuild's own hashes include the location of packages,
 * and so differ for the same bytes if packages are linked. A hash covers the content of a file and of all files that it
 * imports, directly or not. It is computed in rounds, each with the previous round's hashes of the imports, so that imports
 * may form a cycle.
 */
function contentPaths(chunks: ReadonlyMap<string, Chunk>): ReadonlyMap<string, string> {
  let hashes = new Map<string, string>()
  for (let round = 0; round <= chunks.size; round++) {
    const before = hashes
    hashes = new Map(
      [...chunks].map(([name, { text, inputs }]) => {
        // Modules of a project stay separate even if their code is equal: each has its own state.
        const sources = inputs.flatMap(({ source }) => projectPath(source) ?? [])
        const content = renamed(text, chunks.keys(), other => before.get(other) ?? '')
        return [name, sumOf([sources, content])]
      }),
    )
  }
  return new Map(
    [...hashes].map(([name, sum]) => {
      const stem = name.slice(0, name.lastIndexOf('-'))
      return [name, `assets/${stem}-${sum.slice(0, 10)}.js`]
    }),
  )
}

/** A script with the names in its imports replaced. */
function renamed(text: string, names: Iterable<string>, to: (name: string) => string): string {
  let result = text
  for (const name of names) result = result.replaceAll(`"./${name}"`, () => `"./${to(name)}"`)
  return result
}

/** In an order that does not depend on esbuild's names. */
function sorted<Value>(record: Readonly<Record<string, Value>>): Record<string, Value> {
  return Object.fromEntries(Object.entries(record).sort(([a], [b]) => compareText(a, b)))
}

/** The files of all islands by output path. Each has the same bytes for every brand. */
export const islandFiles = rememberedWeakly(
  ({ files }: Pick<IslandCode, 'files'>): ReadonlyMap<string, OutputFile> =>
    new Map(
      Object.entries(files).map(([path, text]) => [path, { path, bytes: new TextEncoder().encode(text) }]),
    ),
)

/** All chunks reachable from some chunks; through dynamic imports only if `lazy`. */
function reach(from: readonly string[], chunks: ReadonlyMap<string, Chunk>, lazy: boolean): string[] {
  const found = new Set(from)
  for (const name of found) {
    for (const target of chunks.get(name)?.imports ?? []) if (lazy || !target.lazy) found.add(target.name)
  }
  return [...found]
}

/**
 * Import statements that bind nothing and run nothing. If one island needs esbuild's own helpers (as React does), they get a
 * chunk, and esbuild makes every other island import it too, for side effects that it does not have: one more request on every
 * page.
 */
function needlessImports({ metafile }: Bundled): string[] {
  return Object.entries(metafile.outputs)
    .filter(([, { entryPoint, inputs }]) => entryPoint === undefined && Object.keys(inputs).length === 0)
    .map(([output]) => `import"./${posix.basename(output)}";`)
}
