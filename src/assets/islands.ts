// The scripts of the islands: one entry for each file or folder in `templates/islands/`, with what they share in
// chunks of their own, so that there is one copy of React and it is fetched only where an island needs it.

import type { BuildOptions } from 'esbuild'
import type { Outcome } from '../diagnostics/index.ts'
import type { Files, OutputFile } from '../files/index.ts'
import { type Bundled, browserTargets, bundle } from './bundler.ts'
import { packageScript } from './package-script.ts'
import type { TellInputs } from './stored-work.ts'

/** Every island of a project's templates, bundled for the browser. */
export interface IslandBundle {
  readonly islands: ReadonlyMap<string, IslandScript>
  /** Files of all islands by output path. */
  readonly files: ReadonlyMap<string, OutputFile>
  /** What each output file is made of, for reports: output path → modules with their bytes in it. */
  readonly modules: ReadonlyMap<string, readonly { readonly source: string; readonly bytes: number }[]>
  /** The loader, to be inlined as a module script. */
  readonly loader: string
}

/** The same as plain data, which a disk can keep and a thread can be handed. */
export interface IslandCode {
  readonly islands: Readonly<Record<string, IslandScript>>
  /** Texts of the files by output path. */
  readonly files: Readonly<Record<string, string>>
  readonly modules: Readonly<Record<string, readonly { readonly source: string; readonly bytes: number }[]>>
  readonly loader: string
}

export interface IslandScript {
  /** Output path of its entry: `assets/form-ABCD1234.js`. */
  readonly path: string
  /** Output paths of everything its entry imports, itself included; what it may import later is in `lazy`. */
  readonly eager: readonly string[]
  /** Output paths of what its entry may import at run time. */
  readonly lazy: readonly string[]
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

/**
 * Bundles the islands among the listed files: `templates/islands/form.ts`, `templates/islands/cost-calculator/index.tsx`.
 * Undefined when one does not compile.
 */
export async function bundleIslands(
  files: Files,
  listed: readonly string[],
  tellInputs: TellInputs,
): Promise<Outcome<IslandCode | undefined>> {
  const entries: Record<string, string> = {}
  for (const path of listed) {
    const name = /^templates\/islands\/([^/]+?)(?:\/index)?\.tsx?$/.exec(path)?.[1]
    if (name !== undefined) entries[name] = path
  }
  if (Object.keys(entries).length === 0) {
    return { value: { islands: {}, files: {}, modules: {}, loader: '' }, diagnostics: [] }
  }
  const [bundled, loader] = await Promise.all([
    bundle(files, entries, islandOptions),
    packageScript('src/kit/loader.ts'),
  ])
  if (bundled.value === undefined) return { value: undefined, diagnostics: bundled.diagnostics }
  tellInputs(bundled.value.metafile)
  tellInputs(loader.metafile)
  const needless = needlessImports(bundled.value)
  const scripts = new Map(
    bundled.value.files.map(file => {
      const text = needless.reduce((rest, statement) => rest.replace(statement, ''), file.text)
      return [relativeOutput(file.path), text] as const
    }),
  )
  const byEntry = new Map<string, string>()
  const islands: Record<string, IslandScript> = {}
  const modules: Record<string, { source: string; bytes: number }[]> = {}
  const imports = new Map<string, readonly { path: string; lazy: boolean }[]>()
  for (const [output, details] of Object.entries(bundled.value.metafile.outputs)) {
    const path = relativeOutput(output)
    if (details.entryPoint !== undefined) byEntry.set(details.entryPoint.replace(/^project:/, ''), path)
    const inputs = Object.entries(details.inputs)
    modules[path] = inputs.map(([source, input]) => ({
      source: source.replace(/^project:/, ''),
      bytes: input.bytesInOutput,
    }))
    imports.set(
      path,
      details.imports
        .map(target => ({ path: relativeOutput(target.path), lazy: target.kind === 'dynamic-import' }))
        .filter(target => scripts.get(path)?.includes(fileName(target.path))),
    )
  }
  for (const [name, source] of Object.entries(entries)) {
    const path = byEntry.get(source)
    if (path === undefined) continue
    const eager = reach([path], imports, false)
    islands[name] = {
      path,
      eager,
      lazy: reach(eager, imports, true).filter(other => !eager.includes(other)),
    }
  }
  return {
    value: { islands, files: Object.fromEntries(scripts), modules, loader: loader.text },
    diagnostics: bundled.diagnostics,
  }
}

export function loadIslands({ islands, files, modules, loader }: IslandCode): IslandBundle {
  const outputs = Object.entries(files).map(
    ([path, text]) => [path, { path, bytes: new TextEncoder().encode(text) }] as const,
  )
  return {
    islands: new Map(Object.entries(islands)),
    files: new Map(outputs),
    modules: new Map(Object.entries(modules)),
    loader,
  }
}

/** Everything that can be reached from some outputs; over dynamic imports only if `lazy`. */
function reach(
  from: readonly string[],
  imports: ReadonlyMap<string, readonly { path: string; lazy: boolean }[]>,
  lazy: boolean,
): string[] {
  const found = new Set(from)
  for (const path of found) {
    for (const target of imports.get(path) ?? []) if (lazy || !target.lazy) found.add(target.path)
  }
  return [...found].sort()
}

/**
 * Import statements that bind nothing and run nothing. Where one island needs esbuild's own helpers (React does),
 * they get a chunk, and esbuild lets every other island import it too, for its effects, of which it has none: a
 * request more on every page.
 */
function needlessImports({ metafile }: Bundled): string[] {
  return Object.entries(metafile.outputs)
    .filter(([, { entryPoint, inputs }]) => entryPoint === undefined && Object.keys(inputs).length === 0)
    .map(([output]) => `import"./${fileName(output)}";`)
}

function fileName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

/** `/assets/form-X.js`, or the same relative to esbuild's working folder → `assets/form-X.js` */
function relativeOutput(path: string): string {
  return path.slice(path.lastIndexOf('assets/'))
}
