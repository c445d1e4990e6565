// Everything that is bundled from the templates of a project: their script, styles and islands.

import { join } from 'node:path'
import type { BuildOptions } from 'esbuild'
import { type Cache, openCache } from '../../cache/index.ts'
import { type Outcome, sortDiagnostics } from '../../diagnostics/index.ts'
import { type Files, type FileWork, rememberByAnswers } from '../../files/index.ts'
import type { TemplateFacts } from '../../site/index.ts'
import { browserTargets, bundle, outsideOf } from './bundler.ts'
import { withoutEffect } from './ineffective-props.ts'
import { bundleIslands, type IslandCode, islandOptions } from './islands.ts'
import { type LoadedScript, loadScript } from './loaded-script.ts'
import { packageFolder } from './package-root.ts'
import { bundleScript, scriptOptions } from './script.ts'
import { storedWork, type TellInputs } from './stored-work.ts'
import { baseStyles, inSource, templateLayers, templatesFolder } from './template-layers.ts'

/** The styles of one or more components. */
export interface StyleSheet {
  /** Source path, which components use as its name: `templates/hero.css`. */
  readonly path: string
  /** Minified. */
  readonly text: string
  /** Whether every page contains it. */
  readonly base: boolean
}

/** The page templates of a project, ready to render. Shared by every brand that uses them. */
export interface TemplateBundle extends Omit<LoadedScript, 'code'> {
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
  /** The text of the bundled script. */
  readonly script: string
  /** Files of the project outside `templates/` that they import, sorted. */
  readonly outside: readonly string[]
}

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
    const { code, ...templates } = loaded.value
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
      script: code.text,
      outside: [...new Set([code, css.value, scripts.value].flatMap(({ outside }) => outside))].sort(),
    }
    return { value: bundled, diagnostics }
  })
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
