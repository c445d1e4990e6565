// esbuild behind one function. It reads the project only through `Files`, so that memory and disk work the same and no link leads
// outside; packages are found from the importing file's location on the disk.

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, posix } from 'node:path'
import type {
  BuildOptions,
  Loader,
  Location,
  Message,
  Metafile,
  OnLoadResult,
  OnResolveResult,
  OutputFile,
  Plugin,
} from 'esbuild'
import { type Diagnostic, diagnostic, didYouMean, type Outcome } from '../../diagnostics/index.ts'
import { attempt, type Files, isIgnored } from '../../files/index.ts'
import { packageFolder } from './package-root.ts'
import { folderOnDisk, templatesFolder } from './template-layers.ts'

export interface Bundled {
  readonly files: readonly OutputFile[]
  readonly metafile: Metafile
}

/**
 * Bundles entries of the project (source paths). Undefined if anything does not compile.
 * @param entries Source paths by output name; a string instead of a record is a generated script, which imports files of the
 * project as `project:templates/home.tsx`.
 */
export async function bundle(
  files: Files,
  entries: Readonly<Record<string, string>> | string,
  options: BuildOptions,
): Promise<Outcome<Bundled | undefined>> {
  const entryPoints =
    typeof entries === 'string'
      ? { entry: 'entry:' }
      : Object.fromEntries(Object.entries(entries).map(([name, path]) => [name, `project:${path}`]))
  // Imported here because it takes time to load and is not needed if nothing has changed.
  const { build } = await import('esbuild')
  try {
    const result = await build({
      charset: 'utf8',
      ...options,
      entryPoints,
      bundle: true,
      write: false,
      metafile: true,
      outdir: '/',
      // Source maps and messages contain paths relative to this folder; they must not depend on the location of a checkout.
      absWorkingDir: packageFolder(),
      // The result must not depend on a tsconfig.json in some parent folder.
      tsconfigRaw: '{}',
      legalComments: 'none',
      logLevel: 'silent',
      plugins: [readThroughFiles(files, typeof entries === 'string' ? entries : '')],
    })
    return {
      value: { files: result.outputFiles, metafile: result.metafile },
      diagnostics: result.warnings.map(message => fromEsbuild(message, severityOf(message))),
    }
  } catch (error) {
    const messages = (error as { errors?: Message[] }).errors
    if (messages === undefined) throw error
    return { value: undefined, diagnostics: messages.map(message => fromEsbuild(message, 'error')) }
  }
}

const scriptEndings = ['', '.ts', '.tsx', '/index.ts', '/index.tsx']

function readThroughFiles(files: Files, entry: string): Plugin {
  return {
    name: 'files',
    setup({ onResolve, onLoad, resolve, initialOptions }) {
      const namesStyles = (path: string) => initialOptions.platform === 'node' && path.endsWith('.css')
      const isExternal = (path: string) => initialOptions.external?.includes(path)
      onResolve({ filter: /^entry:$/ }, ({ path }) => ({ path, namespace: 'entry' }))
      onLoad({ filter: /.*/, namespace: 'entry' }, () => ({ contents: entry }))
      onResolve({ filter: /^project:/ }, ({ path }) => ({
        path: path.slice('project:'.length),
        namespace: 'project',
      }))
      onResolve({ filter: /^\.\.?\//, namespace: 'project' }, ({ path, importer }) =>
        resolveInProject(files, new URL(path, `file:///${importer}`).pathname.slice(1), namesStyles),
      )
      // The browser half of the kit, and one React for it and for every island, even if the project has installed another.
      onResolve({ filter: /^imprint\/kit\/browser$/ }, () => ({
        path: join(packageFolder(), browserKit),
      }))
      onResolve({ filter: /^react(?:-dom)?(?:\/|$)/, namespace: 'project' }, ({ path, kind }) =>
        isExternal(path)
          ? undefined
          : resolve(path, { kind, resolveDir: packageFolder(), namespace: 'file' }),
      )
      // esbuild lists the folder of every file that it finds itself, and lucide has 4,000 files in one, which took ten times as
      // long as the rest of the templates.
      onResolve({ filter: /^lucide\/.+\.mjs$/, namespace: 'project' }, ({ path, importer }) => {
        const from = [files.locate(importer) ?? [], join(packageFolder(), 'package.json')].flat()
        const [found] = from.flatMap(file => attempt(() => createRequire(file).resolve(path)) ?? [])
        return found === undefined ? undefined : { path: found, namespace: 'package' }
      })
      onLoad({ filter: /.*/, namespace: 'package' }, ({ path }) => ({
        contents: readFileSync(path, 'utf8'),
        resolveDir: dirname(path),
      }))
      // Other packages come from the project; if it has not installed one, it may come from Imprint, as in a copy of its
      // templates.
      onResolve({ filter: /^[^.]/, namespace: 'project' }, async ({ path, kind, importer }) => {
        if (isExternal(path)) return undefined
        const own = folderOnDisk(files, importer)
        const found =
          own === undefined ? undefined : await resolve(path, { kind, resolveDir: own, namespace: 'file' })
        if (found?.errors.length === 0) return found
        const packaged = await resolve(path, { kind, resolveDir: packageFolder(), namespace: 'file' })
        return packaged.errors.length === 0 ? packaged : (found ?? packaged)
      })
      onLoad({ filter: /.*/, namespace: 'project' }, async ({ path }) => {
        const resolveDir = folderOnDisk(files, path)
        // An imported style sheet becomes its name, which the template passes to `useStyles`.
        const loaded = namesStyles(path)
          ? { contents: path, loader: 'text' as const }
          : await loadFromProject(files, path, initialOptions)
        return { ...loaded, ...(resolveDir !== undefined && { resolveDir }) }
      })
    },
  }
}

/** Finds a file that another file of the project imports. */
function resolveInProject(
  files: Files,
  target: string,
  namesStyles: (path: string) => boolean,
): OnResolveResult {
  const siblings = () => files.list(posix.dirname(target)).value
  // Only the name is bundled, so that the templates' script does not change with their styles.
  if (namesStyles(target) && siblings().includes(target)) return { path: target, namespace: 'project' }
  const candidates = scriptEndings.map(ending => `${target}${ending}`)
  const found = candidates.find(candidate => files.readBytes(candidate).value !== undefined)
  if (found !== undefined) return { path: found, namespace: 'project' }
  const hint = didYouMean(target, siblings(), 'Files in this folder')
  return {
    errors: [{ text: `There is no file "${target}".`, ...(hint && { notes: [{ text: hint }] }) }],
  }
}

async function loadFromProject(files: Files, path: string, options: BuildOptions): Promise<OnLoadResult> {
  const extension = path.slice(path.lastIndexOf('.') + 1)
  if (!/^(?:tsx?|jsx?|mjs|css|json)$/.test(extension))
    return { contents: files.readBytes(path).value ?? new Uint8Array(), loader: 'dataurl' }
  const { value, diagnostics } = files.readText(path)
  if (value === undefined)
    return { errors: [{ text: diagnostics[0]?.message ?? 'The file cannot be read.' }] }
  if (extension !== 'css' || options.format === undefined)
    return { contents: value.text, loader: (extension === 'mjs' ? 'js' : extension) as Loader }
  // Styles that an island imports become text, for a constructed style sheet: under a policy without 'unsafe-inline' a script has
  // no other way to add styles.
  const { transform } = await import('esbuild')
  const { code, warnings } = await transform(value.text, {
    loader: 'css',
    minify: true,
    target: browserTargets,
    sourcefile: path,
  })
  const errors = warnings.filter(message => severityOf(message) === 'error')
  return errors.length > 0 ? { errors } : { contents: code.trim(), loader: 'text' }
}

/** The module `imprint/kit/browser`, from the package's root. */
export const browserKit = 'src/kit/browser.ts'

/**
 * The oldest browsers that the pages' scripts and styles are compiled for: those with `popover` and `<details name>`, and some
 * before.
 */
export const browserTargets = ['chrome108', 'firefox110', 'safari15.4']

/** `project:templates/index.tsx` → `templates/index.tsx`; undefined for a file of a package */
export function projectPath(file: string): string | undefined {
  return file.startsWith('project:') ? file.slice('project:'.length) : undefined
}

export function sourceOf(file: string): string {
  return projectPath(file) ?? file
}

/** Files of the project that are part of a bundle, but are outside `templates/` or not listed anywhere. */
export function outsideOf({ metafile }: Bundled): readonly string[] {
  return Object.keys(metafile.inputs)
    .flatMap(name => projectPath(name) ?? [])
    .filter(path => !path.startsWith(`${templatesFolder}/`) || path.split('/').some(isIgnored))
}

/**
 * Browsers drop styles that do not parse, which esbuild only warns about; after a missing brace they drop everything that
 * follows.
 */
function severityOf({ id }: Message): 'error' | 'warning' {
  return id === 'css-syntax-error' ? 'error' : 'warning'
}

function fromEsbuild(message: Message, severity: 'error' | 'warning'): Diagnostic {
  const { location } = message
  const file = location ? sourceOf(location.file) : undefined
  const at =
    location && file !== undefined ? { file, line: location.line, column: location.column + 1 } : undefined
  // esbuild knows a layer's file by another path.
  const placeOf = (where: Location): string =>
    where.file === location?.file ? `line ${where.line}` : `${sourceOf(where.file)}:${where.line}`
  const notes = message.notes.flatMap(({ text, location: where }) =>
    // "The opening tag is here:" is useless without the place.
    text === '' ? [] : where && text.endsWith(':') ? `${text} ${placeOf(where)}.` : text,
  )
  // esbuild suggests marking the path as external, which Imprint cannot do.
  const missing = /^Could not resolve "(.*)"$/.exec(message.text)?.[1]
  const isFile = missing !== undefined && (/^\.{0,2}\//.test(missing) || /\.css$/.test(file ?? ''))
  if (isFile) {
    const path = posix.join(posix.dirname(file ?? ''), missing)
    return diagnostic('template/syntax', `There is no file "${missing}".`, {
      at,
      severity,
      hint: `Put it at ${path}, or fix the name.`,
    })
  }
  if (missing !== undefined)
    notes.splice(0, notes.length, `Install it in the project ("npm install ${missing}"), or fix the name.`)
  const suggestion = location?.suggestion
    ? `Try "${location.suggestion}".`
    : message.id === 'css-syntax-error'
      ? 'The mistake is here or just before: often, a "}", a ";" or a quote is missing, or there is one too many.'
      : undefined
  const text = /[.!?]$/.test(message.text) ? message.text : `${message.text}.`
  return diagnostic('template/syntax', text, { at, severity, hint: notes.join(' ') || suggestion })
}
