// The page templates of a project as one script, which `loaded-script.ts` runs.

import { join, relative } from 'node:path'
import type { BuildOptions, Metafile } from 'esbuild'
import { type Diagnostic, diagnostic, type Outcome, startOf } from '../../diagnostics/index.ts'
import type { Files } from '../../files/index.ts'
import { type PageKind, pageKinds, templateName } from '../../site/index.ts'
import { bundle, outsideOf, sourceOf } from './bundler.ts'
import { packageFolder } from './package-root.ts'
import type { TellInputs } from './stored-work.ts'
import { blockFile, indexFiles, type LayeredFiles, layoutFile, templatesFolder } from './template-layers.ts'

/** Plain data, for storing on disk. */
export interface ScriptCode {
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

/** Kinds whose template has their name. */
export const namedKinds = (pageKinds as readonly { kind: PageKind; hasLayouts?: true }[]).flatMap(
  ({ kind, hasLayouts }) => (hasLayouts ? [] : kind),
)

export function fileOfTemplate(name: string): string {
  return `${templatesFolder}/${name}.tsx`
}

export const scriptOptions = {
  format: 'cjs',
  platform: 'node',
  target: 'node20',
  jsx: 'automatic',
  external: ['react', 'react/jsx-runtime', 'zod', 'imprint/kit'],
  define: { 'process.env.NODE_ENV': '"production"' },
  sourcemap: 'external',
  sourcesContent: false,
} satisfies BuildOptions

export async function bundleScript(
  files: Files,
  tellInputs: TellInputs,
): Promise<Outcome<ScriptCode | undefined>> {
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

/**
 * The template files among those listed, in the order of their styles. What `templates/index.ts` exports as `templates`, by kinds
 * of pages, takes precedence over any file.
 */
function templateFiles(listed: readonly string[]): readonly string[] {
  const layouts = listed.filter(path => layoutFile.test(path))
  const blocks = listed.filter(path => blockFile.test(path))
  const byKind = [...namedKinds].sort().map(kind => fileOfTemplate(templateName(kind)))
  return [
    ...byKind.filter(path => listed.includes(path)),
    ...layouts,
    ...blocks,
    ...indexFiles.filter(path => listed.includes(path)),
  ]
}
