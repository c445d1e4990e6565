// Page templates are bundled to one script that runs in this process, with React
// and the kit handed in: so there is exactly one copy of each, nothing is written to disk, and a script that is
// no longer used can be collected (modules that were imported never are).

import { createRequire, SourceMap } from 'node:module'
import { compileFunction } from 'node:vm'
import { diagnostic, type Origin, type Outcome, startOf } from '../diagnostics/index.ts'
import { type Files, type FileWork, rememberByAnswers } from '../files/index.ts'
import type { Templates } from '../kit/index.ts'
import * as kit from '../kit/index.ts'
import { browserTargets, bundle } from './bundler.ts'
import { bundleIslands, type IslandBundle } from './islands.ts'

/** The page templates of a project, ready to render. Shared by every brand that uses them. */
export interface TemplateBundle {
  readonly templates: Templates
  /** Minified `templates/styles.css`. */
  readonly styles: string
  /** The scripts of the templates' islands. */
  readonly islands: IslandBundle
  /** Where the templates' own assets are read, and their source paths. */
  readonly assets: { readonly files: Files; readonly paths: readonly string[] }
  /** Entry of the templates: where problems are reported that no line is known of. */
  readonly origin: Origin
  /** Of the bundled script, for the positions of errors that a template throws. */
  readonly sourceMap: SourceMap
}

export const templatesFolder = 'templates'
const scriptName = 'imprint-templates.cjs'
const pageKinds = ['home', 'faq', 'article', 'articleList', 'ccpa', 'notFound', 'articleNotFound'] as const

const require = createRequire(import.meta.url)

/**
 * Bundles `templates/index.ts` (or `.tsx`), `templates/styles.css` and the islands, for every state of the project's
 * files that comes; each of the three only when its own files changed. A project without `templates/` gets the package's
 * own. Undefined when they do not compile or lack a page.
 */
export function templateBundler(defaults: Files): FileWork<Promise<Outcome<TemplateBundle | undefined>>> {
  const script = rememberByAnswers(bundleScript)
  const styles = rememberByAnswers(bundleStyles)
  const islands = rememberByAnswers(async files => bundleIslands(files, files.list(templatesFolder).value))
  return rememberByAnswers(async project => {
    const files = project.list(templatesFolder).value.length > 0 ? project : defaults
    const listed = files.list(templatesFolder)
    const entry = entryIn(listed.value)
    if (entry === undefined) {
      const problem = diagnostic('template/missing', 'There is no templates/index.ts.', {
        at: startOf(`${templatesFolder}/index.ts`),
        hint: 'Add it with "export const templates", or remove the folder to use the templates of the package.',
      })
      return { value: undefined, diagnostics: [...listed.diagnostics, problem] }
    }
    const parts = await Promise.all([script(files), styles(files), islands(files)])
    const [code, css, scripts] = parts
    const diagnostics = [...listed.diagnostics, ...parts.flatMap(part => part.diagnostics)]
    if (code.value === undefined || css.value === undefined || scripts.value === undefined) {
      return { value: undefined, diagnostics }
    }
    return {
      value: {
        ...code.value,
        styles: css.value,
        islands: scripts.value,
        assets: { files, paths: listed.value.filter(path => path.startsWith(`${templatesFolder}/assets/`)) },
        origin: startOf(entry),
      },
      diagnostics,
    }
  })
}

function entryIn(listed: readonly string[]): string | undefined {
  return ['index.ts', 'index.tsx']
    .map(name => `${templatesFolder}/${name}`)
    .find(path => listed.includes(path))
}

/** Where in the templates' sources an error was thrown, from its stack; undefined where it came from elsewhere. */
export function mapStackPosition(stack: string, sourceMap: SourceMap): Origin | undefined {
  const frame = new RegExp(`${scriptName.replaceAll('.', '\\.')}:(\\d+):(\\d+)`).exec(stack)
  if (frame === null) return undefined
  const found = sourceMap.findEntry(Number(frame[1]) - 1, Number(frame[2]) - 1)
  if (!('originalSource' in found)) return undefined
  return {
    file: found.originalSource.replace(/^project:/, ''),
    line: found.originalLine + 1,
    column: found.originalColumn + 1,
  }
}

/** The templates' components, ready to call. */
async function bundleScript(
  files: Files,
): Promise<Outcome<Pick<TemplateBundle, 'templates' | 'sourceMap'> | undefined>> {
  const entry = entryIn(files.list(templatesFolder).value)
  if (entry === undefined) return { value: undefined, diagnostics: [] }
  const bundled = await bundle(
    files,
    { templates: entry },
    {
      format: 'cjs',
      platform: 'node',
      target: 'node20',
      jsx: 'automatic',
      external: ['react', 'react/jsx-runtime', 'imprint/kit'],
      define: { 'process.env.NODE_ENV': '"production"' },
      sourcemap: 'external',
      sourcesContent: false,
    },
  )
  if (bundled.value === undefined) return { value: undefined, diagnostics: bundled.diagnostics }
  const outputs = bundled.value.files
  const text = (suffix: string) => outputs.find(file => file.path.endsWith(suffix))?.text ?? ''
  const sourceMap = new SourceMap(JSON.parse(text('.js.map')))
  const { value: templates, diagnostics } = evaluate(text('.js'), sourceMap, startOf(entry))
  return {
    value: templates && { templates, sourceMap },
    diagnostics: [...bundled.diagnostics, ...diagnostics],
  }
}

async function bundleStyles(files: Files): Promise<Outcome<string | undefined>> {
  const path = `${templatesFolder}/styles.css`
  if (files.readBytes(path).value === undefined) return { value: '', diagnostics: [] }
  const options = {
    minify: true,
    target: browserTargets,
    // Styles go into every page, and one character beyond Latin-1 doubles what a page takes in memory.
    charset: 'ascii',
  } as const
  const bundled = await bundle(files, { styles: path }, options)
  return { value: bundled.value?.files[0]?.text.trim(), diagnostics: bundled.diagnostics }
}

function evaluate(code: string, sourceMap: SourceMap, entry: Origin): Outcome<Templates | undefined> {
  const provided: Record<string, () => unknown> = {
    react: () => require('react'),
    'react/jsx-runtime': () => require('react/jsx-runtime'),
    'imprint/kit': () => kit,
  }
  const load = (name: string): unknown => {
    if (Object.hasOwn(provided, name)) return provided[name]?.()
    return require(name)
  }
  const module = { exports: {} as { templates?: Partial<Templates> } }
  try {
    compileFunction(code, ['require', 'module', 'exports'], { filename: scriptName })(
      load,
      module,
      module.exports,
    )
  } catch (error) {
    const { message, stack = '' } = error as Error
    const at = mapStackPosition(stack, sourceMap) ?? entry
    return {
      value: undefined,
      diagnostics: [diagnostic('template/throws', `The templates could not be loaded: ${message}`, { at })],
    }
  }
  const { templates } = module.exports
  const missing = pageKinds.filter(kind => typeof templates?.[kind] !== 'function')
  if (missing.length > 0) {
    const problem = diagnostic(
      'template/missing',
      `"templates" has no component for: ${missing.join(', ')}.`,
      {
        at: entry,
        hint: 'Export one React component for each kind of page.',
      },
    )
    return { value: undefined, diagnostics: [problem] }
  }
  return { value: templates as Templates, diagnostics: [] }
}
