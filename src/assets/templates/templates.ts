// Page templates are bundled into one script that runs in this process and gets React and the kit from outside. So there is
// exactly one copy of each, nothing is written to disk, and a script that is no longer used can be garbage-collected (unlike
// imported modules).

import { SourceMap } from 'node:module'
import { join, relative } from 'node:path'
import { compileFunction } from 'node:vm'
import type { BuildOptions, Metafile } from 'esbuild'
import type { ComponentType } from 'react'
import * as zod from 'zod'
import { type Cache, openCache } from '../../cache/index.ts'
import {
  type Diagnostic,
  diagnostic,
  type Origin,
  type Outcome,
  sortDiagnostics,
  startOf,
} from '../../diagnostics/index.ts'
import { type Files, type FileWork, once, rememberByAnswers } from '../../files/index.ts'
import type { BlockModule, PageProps, Templates } from '../../kit/index.ts'
import * as kit from '../../kit/index.ts'
import {
  type BlockFacts,
  type PageKind,
  pageKinds,
  type TemplateFacts,
  templateName,
} from '../../site/index.ts'
import { browserTargets, bundle, outsideOf, sourceOf } from './bundler.ts'
import { withoutEffect } from './ineffective-props.ts'
import { bundleIslands, type IslandCode, islandOptions } from './islands.ts'
import { packageFolder } from './package-root.ts'
import { storedWork, type TellInputs } from './stored-work.ts'
import {
  baseStyles,
  blockFile,
  indexFiles,
  inSource,
  type LayeredFiles,
  layoutFile,
  templateLayers,
  templatesFolder,
} from './template-layers.ts'

/** The styles of one or more components. */
export interface StyleSheet {
  /** Source path, which components use as its name: `templates/hero.css`. */
  readonly path: string
  /** Minified. */
  readonly text: string
  /** Whether every page contains it. */
  readonly base: boolean
}

interface ScriptCode {
  /** A CommonJS module that exports `modules`: those of the templates by source path. */
  readonly text: string
  /** As JSON: it is large, and parsed only to map an error. */
  readonly sourceMap: string
  /** Source paths of the style sheets that the components import, in the order of the imports. */
  readonly styles: readonly string[]
  /** The location of each page template in the project, and whether its layer is stronger than that of `templates/index.ts`. */
  readonly pages: Readonly<Record<string, { readonly source: string; readonly overIndex: boolean }>>
  readonly outside: readonly string[]
}

/** A component that content places with `::name`. */
export interface Block extends BlockFacts {
  readonly component: ComponentType<object>
}

/** By name: `home`, `article-list`, `pages/page`. */
type TemplateSet = Readonly<Record<string, ComponentType<PageProps>>>
/** The file of each template, by the same names, for problems without a known line. */
export type TemplateOrigins = Readonly<Record<string, Origin>>

export function templateOrigin(origins: TemplateOrigins, page: { readonly template: string }): Origin {
  return origins[page.template] ?? startOf(fileOfTemplate(page.template))
}

/** The page templates of a project, ready to render. Shared by every brand that uses them. */
export interface TemplateBundle {
  readonly templates: TemplateSet
  readonly origins: TemplateOrigins
  /** By name: `call-to-action`. */
  readonly blocks: Readonly<Record<string, Block>>
  readonly facts: TemplateFacts
  /**
   * In the order of the cascade, not of rendering: the base of every page, then the sheets of components in the order of their
   * imports. A component's own sheets come after those of the components it imports.
   */
  readonly styles: readonly StyleSheet[]
  /** The scripts of the templates' islands. */
  readonly islands: IslandCode
  /** The `Files` to read the templates' own assets from, their source paths, and their locations in the project. */
  readonly assets: {
    readonly files: Files
    readonly paths: readonly string[]
    readonly sources: readonly string[]
  }
  /** Source map of the bundled script, for the positions of errors that a template throws. */
  readonly sourceMap: SourceMap
  /** The text of that script. */
  readonly script: string
  /** Files of the project outside `templates/` that they import, sorted. */
  readonly outside: readonly string[]
}

const scriptName = 'imprint-templates.cjs'

/**
 * The results that `npm run compile` stored for the package's own templates and content. Read like any cache: a result is
 * valid only for exactly the content and code that it was made from, so a project with its own templates or content does not
 * get them.
 */
export const packagedResults: Cache = openCache({ path: join(packageFolder(), 'lib'), readOnly: true })

/** Part of every key: raise it when the bundling or the stored format changes. */
const recipe = 'templates-6'

/**
 * Bundles the templates, which are found by file name, the style sheets in `templates/` and the islands, for every state of the
 * project's files; each of the three only if its own files changed. Undefined if they do not compile or lack a page.
 * @param caches Caches to look in, in this order; esbuild is loaded only if something has changed.
 * @param folders Template folders of a brand's layers above the project's, weakest first.
 */
export function templateBundler(
  defaults: Files,
  caches: readonly Cache[] = [],
  folders: readonly string[] = [],
): FileWork<Promise<Outcome<TemplateBundle | undefined>>> {
  const layersOf = templateLayers(defaults, folders)
  const variant = folders.join(' ')
  const storedScript = storedWork(caches, [recipe, 'script', scriptOptions], variant, bundleScript)
  const script = rememberByAnswers(async files => {
    const { value: code, diagnostics } = await storedScript(files)
    if (code === undefined) return { value: undefined, diagnostics }
    const loaded = loadScript(code)
    return { value: loaded.value, diagnostics: [...diagnostics, ...loaded.diagnostics] }
  })
  const styles = rememberByAnswers(
    storedWork(caches, [recipe, 'styles', styleOptions], variant, bundleStyles),
  )
  const islands = rememberByAnswers(
    storedWork(caches, [recipe, 'islands', islandOptions], variant, (files, tellInputs) =>
      bundleIslands(files, files.list(templatesFolder).value, tellInputs),
    ),
  )
  return rememberByAnswers(async project => {
    const files = layersOf(project)
    const listed = files.list(templatesFolder)
    const parts = await Promise.all([script(files), styles(files), islands(files)])
    const [loaded, css, scripts] = parts
    const problems = [
      ...listed.diagnostics,
      ...parts.flatMap(part => part.diagnostics),
      ...withoutEffect(project, [templatesFolder, ...folders], scripts.value?.modules ?? {}),
    ]
    const diagnostics = sortDiagnostics(problems.map(problem => inSource(files, problem)))
    if (loaded.value === undefined || css.value === undefined || scripts.value === undefined) {
      return { value: undefined, diagnostics }
    }
    const { code, sourceMap, ...templates } = loaded.value
    const assets = listed.value.filter(path => path.startsWith(`${templatesFolder}/assets/`))
    const bundled: TemplateBundle = {
      ...templates,
      facts: {
        layouts: Object.keys(templates.templates).flatMap(name => /^pages\/(.+)$/.exec(name)?.[1] ?? []),
        blocks: templates.blocks,
      },
      styles: inCascade(css.value.texts, code.styles),
      islands: scripts.value,
      assets: { files, paths: assets, sources: assets.map(files.sourceOf) },
      get sourceMap() {
        return sourceMap()
      },
      script: code.text,
      outside: [...new Set([code, css.value, scripts.value].flatMap(({ outside }) => outside))].sort(),
    }
    return { value: bundled, diagnostics }
  })
}

/**
 * The template files among those listed, in the order of their styles. What `templates/index.ts` exports as `templates`, by kinds
 * of pages, takes precedence over any file.
 */
function templateFiles(listed: readonly string[]): readonly string[] {
  const layouts = listed.filter(path => layoutFile.test(path))
  const blocks = listed.filter(path => blockFile.test(path))
  const byKind = [...kinds].sort().map(kind => fileOfTemplate(templateName(kind)))
  return [
    ...byKind.filter(path => listed.includes(path)),
    ...layouts,
    ...blocks,
    ...indexFiles.filter(path => listed.includes(path)),
  ]
}

/** Kinds whose template has their name. */
const kinds = (pageKinds as readonly { kind: PageKind; hasLayouts?: true }[]).flatMap(
  ({ kind, hasLayouts }) => (hasLayouts ? [] : kind),
)
const fileOfTemplate = (name: string): string => `${templatesFolder}/${name}.tsx`

/** The position in the templates' sources at which an error was thrown, from its stack; undefined if it was thrown elsewhere. */
export function mapStackPosition(stack: string, sourceMap: SourceMap): Origin | undefined {
  const frame = new RegExp(`${scriptName.replaceAll('.', '\\.')}:(\\d+):(\\d+)`).exec(stack)
  if (frame === null) return undefined
  return originInScript({ line: Number(frame[1]), column: Number(frame[2]) }, sourceMap)
}

/** The position in the templates' sources of a position in the bundled script; undefined if it comes from no file. */
export function originInScript(
  { line, column }: Pick<Origin, 'line' | 'column'>,
  sourceMap: SourceMap,
): Origin | undefined {
  const entry = sourceMap.findEntry(line - 1, column - 1)
  if (!('originalSource' in entry)) return undefined
  return { file: entry.originalSource, line: entry.originalLine + 1, column: entry.originalColumn + 1 }
}

const scriptOptions = {
  format: 'cjs',
  platform: 'node',
  target: 'node20',
  jsx: 'automatic',
  external: ['react', 'react/jsx-runtime', 'zod', 'imprint/kit'],
  define: { 'process.env.NODE_ENV': '"production"' },
  sourcemap: 'external',
  sourcesContent: false,
} satisfies BuildOptions

async function bundleScript(files: Files, tellInputs: TellInputs): Promise<Outcome<ScriptCode | undefined>> {
  const { sourceOf, rankOf } = files as LayeredFiles
  const paths = templateFiles(files.list(templatesFolder).value)
  const indexRank = Math.max(-1, ...paths.filter(path => indexFiles.includes(path)).map(rankOf))
  const imports = paths.map(
    (path, index) => `import * as module${index} from ${JSON.stringify(`project:${path}`)}\n`,
  )
  const modules = paths.map((path, index) => `${JSON.stringify(path)}: module${index}`)
  const entry = `${imports.join('')}export const modules = { ${modules.join(', ')} }\n`
  const bundled = await bundle(files, entry, scriptOptions)
  if (bundled.value === undefined) return { value: undefined, diagnostics: bundled.diagnostics }
  tellInputs(bundled.value.metafile)
  const outputs = bundled.value.files
  const text = (suffix: string) => outputs.find(file => file.path.endsWith(suffix))?.text ?? ''
  const sourceMap = withoutMachinePaths(text('.js.map'), files)
  const styles = importedStyles(bundled.value.metafile, files as LayeredFiles)
  const pages = paths.map(
    path => [path, { source: sourceOf(path), overIndex: rankOf(path) > indexRank }] as const,
  )
  return {
    value: {
      text: text('.js'),
      sourceMap,
      styles: styles.used,
      pages: Object.fromEntries(pages),
      outside: outsideOf(bundled.value),
    },
    diagnostics: [...bundled.diagnostics, ...styles.problems],
  }
}

/** The style sheets that a bundle's components import, in the order of the imports, which is that of the modules in it. */
function importedStyles(
  { inputs, outputs }: Metafile,
  { layers, rankOf }: LayeredFiles,
): {
  readonly used: readonly string[]
  readonly problems: readonly Diagnostic[]
} {
  const bundled = Object.values(outputs).flatMap(output => Object.keys(output.inputs))
  const problems = Object.entries(inputs).flatMap(([importer, { imports }]) =>
    // It is not a mistake if a stronger layer leaves imports in the weakest layer unused.
    (layers !== '' && rankOf(sourceOf(importer)) === 0 ? [] : imports)
      .filter(({ path }) => path.endsWith('.css') && !bundled.includes(path))
      .map(({ path, original = path }) =>
        diagnostic(
          'template/unused-styles',
          `"${sourceOf(importer)}" imports "${sourceOf(path)}" but does not use it.`,
          {
            at: startOf(sourceOf(importer)),
            hint: `Write "import styles from '${original}'", and "useStyles(styles)" in the component.`,
          },
        ),
      ),
  )
  return { used: bundled.filter(path => path.endsWith('.css')).map(sourceOf), problems }
}

/** esbuild's paths of packages are relative to the root of the disk; here they become relative to the project. */
function withoutMachinePaths(sourceMap: string, files: Files): string {
  const map = JSON.parse(sourceMap) as { sources: readonly string[] }
  const root = files.locate('') ?? packageFolder()
  const { sourceOf: place } = files as LayeredFiles
  const sources = map.sources.map(source =>
    source.startsWith('project:') ? place(sourceOf(source)) : relative(root, join('/', source)),
  )
  return JSON.stringify({ ...map, sources })
}

const styleOptions = {
  minify: true,
  target: browserTargets,
  // Every page contains styles, and one character beyond Latin-1 doubles a page's memory.
  charset: 'ascii',
} satisfies BuildOptions

interface BundledStyles {
  /** The minified style sheets in `templates/`, by source path. */
  readonly texts: Readonly<Record<string, string>>
  readonly outside: readonly string[]
}

async function bundleStyles(
  files: Files,
  tellInputs: TellInputs,
): Promise<Outcome<BundledStyles | undefined>> {
  const paths = files.list(templatesFolder).value.filter(path => path.endsWith('.css'))
  if (paths.length === 0) return { value: { texts: {}, outside: [] }, diagnostics: [] }
  const entries = Object.fromEntries(paths.map(path => [path.slice(0, -'.css'.length), path]))
  const { value: bundled, diagnostics } = await bundle(files, entries, styleOptions)
  if (bundled === undefined) return { value: undefined, diagnostics }
  tellInputs(bundled.metafile)
  const texts = bundled.files.map(({ path, text }) => [path.slice(1), text.trim()])
  return { value: { texts: Object.fromEntries(texts), outside: outsideOf(bundled) }, diagnostics }
}

/** @param imported Source paths in the order of the imports. */
function inCascade(texts: BundledStyles['texts'], imported: readonly string[]): readonly StyleSheet[] {
  const paths = new Set([baseStyles, ...imported])
  return [...paths].flatMap(path => {
    const text = texts[path]
    return text === undefined ? [] : { path, text, base: path === baseStyles }
  })
}

/** The templates' components, ready to call. */
interface LoadedScript extends LoadedTemplates {
  readonly code: ScriptCode
  readonly sourceMap: () => SourceMap
}

function loadScript(code: ScriptCode): Outcome<LoadedScript | undefined> {
  const sourceMap = once(() => new SourceMap(JSON.parse(code.sourceMap)))
  const modules = evaluate(code.text, sourceMap)
  if (modules.value === undefined) return { value: undefined, diagnostics: modules.diagnostics }
  const { value: loaded, diagnostics } = templatesIn(modules.value, code.pages)
  return { value: loaded && { code, ...loaded, sourceMap }, diagnostics }
}

type LoadedTemplates = Pick<TemplateBundle, 'templates' | 'blocks' | 'origins'>

/** The exports of template files, by source path. */
type Modules = Readonly<Record<string, Readonly<Record<string, unknown>>>>

/**
 * Templates see no environment variables, so that the same input gives the same pages and no secret of the machine is published.
 */
const ownProcess: NodeJS.Process = Object.create(process, { env: { value: Object.freeze({}) } })

function evaluate(code: string, sourceMap: () => SourceMap): Outcome<Modules | undefined> {
  const provided: Record<string, () => unknown> = {
    react: () => require('react'),
    'react/jsx-runtime': () => require('react/jsx-runtime'),
    zod: () => zod,
    'imprint/kit': () => kit,
    process: () => ownProcess,
    'node:process': () => ownProcess,
  }
  const load = (name: string): unknown => {
    if (Object.hasOwn(provided, name)) return provided[name]?.()
    return require(name)
  }
  const module = { exports: {} as { modules: Modules } }
  try {
    compileFunction(code, ['require', 'module', 'exports', 'process'], { filename: scriptName })(
      load,
      module,
      module.exports,
      ownProcess,
    )
  } catch (error) {
    const { message, stack = '' } = error as Error
    const at = mapStackPosition(stack, sourceMap()) ?? startOf(templatesFolder)
    return {
      value: undefined,
      diagnostics: [
        diagnostic('template/throws', `The templates could not be loaded: ${message}`, {
          at,
          hint: 'Fix the code outside the components, which runs when the file is loaded.',
        }),
      ],
    }
  }
  return { value: module.exports.modules, diagnostics: [] }
}

/** The templates among some modules. Undefined if a kind of page has none. */
function templatesIn(modules: Modules, pages: ScriptCode['pages']): Outcome<LoadedTemplates | undefined> {
  const diagnostics: Diagnostic[] = []
  const missing: string[] = []
  const templates: Record<string, ComponentType<PageProps>> = {}
  const origins: Record<string, Origin> = {}
  const sourcePath = (path: string): string => pages[path]?.source ?? path
  const placeOf = (path: string): Origin => startOf(sourcePath(path))
  const index = indexFiles.find(path => Object.hasOwn(modules, path))
  const listed = index === undefined ? undefined : modules[index]?.templates
  for (const kind of kinds) {
    const name = templateName(kind)
    const path = fileOfTemplate(name)
    const fromIndex = pages[path]?.overIndex ? undefined : (listed as Partial<Templates> | undefined)?.[kind]
    const component = fromIndex ?? modules[path]?.default
    if (typeof component === 'function') {
      templates[name] = component as ComponentType<PageProps>
      origins[name] = placeOf(fromIndex === undefined ? path : (index ?? path))
    } else if (Object.hasOwn(modules, path)) diagnostics.push(noComponent(sourcePath(path)))
    else missing.push(path)
  }
  const blocks: Record<string, Block> = {}
  for (const [path, { default: component, ...exported }] of Object.entries(modules)) {
    const layout = layoutFile.exec(path)?.[1]
    const block = blockFile.exec(path)?.[1]
    if (layout === undefined && block === undefined) continue
    if (typeof component !== 'function') diagnostics.push(noComponent(sourcePath(path)))
    else if (layout !== undefined) {
      templates[layout] = component as ComponentType<PageProps>
      origins[layout] = placeOf(path)
    } else if (block !== undefined) {
      const { props = zod.object(), hasForm = false, check, ids } = exported as Partial<BlockModule>
      if (!(props instanceof zod.ZodType)) diagnostics.push(noSchema(sourcePath(path)))
      // Keys that the schema does not have are not attributes of the block.
      const strict = props instanceof zod.ZodObject ? props.strict() : props
      blocks[block] = { component: component as Block['component'], props: strict, hasForm, check, ids }
    }
  }
  if (missing.length > 0) {
    const problem =
      missing.length === 1
        ? `The template ${missing[0]} is missing.`
        : `Templates are missing: ${missing.join(', ')}.`
    const hint =
      'Add each with a React component as its default export, or remove the folder to use the package’s templates.'
    diagnostics.push(diagnostic('template/missing', problem, { at: startOf(missing[0] as string), hint }))
  }
  return { value: diagnostics.length > 0 ? undefined : { templates, origins, blocks }, diagnostics }
}

function noComponent(path: string): Diagnostic {
  return diagnostic('template/missing', `${path} has no React component as its default export.`, {
    at: startOf(path),
    hint: 'Write "export default function …" for the component.',
  })
}

function noSchema(path: string): Diagnostic {
  return diagnostic('template/block', `"props" in ${path} is not a zod schema.`, {
    at: startOf(path),
    hint: 'Write "import * as z from \'zod\'" and "export const props = z.object({ … })".',
  })
}
