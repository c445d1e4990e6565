// Templates in layers: a brand's file takes precedence over those of its bases, the project's and the package's. The bundler sees
// one folder, `templates/`.

import { dirname } from 'node:path'
import { brandsFolder } from '../../brand/index.ts'
import { compareText, type Diagnostic, type Outcome } from '../../diagnostics/index.ts'
import { type Files, remembered } from '../../files/index.ts'

export const templatesFolder = 'templates'
export const indexFiles = ['index.ts', 'index.tsx'].map(name => `${templatesFolder}/${name}`)
/** Styles of every page, if there is such a file. */
export const baseStyles = `${templatesFolder}/styles.css`
export const layoutFile = /^templates\/(pages\/[^/]+)\.tsx$/
export const blockFile = /^templates\/blocks\/([^/]+)\.tsx$/

/** Files merged into `templates/`. */
export interface LayeredFiles extends Files {
  /** The layers' folders, a part of the key of cached results; empty if there is only one. */
  readonly layers: string
  /** Path of a file in the project: `templates/footer.tsx` → `brands/aurora/templates/footer.tsx`. */
  sourceOf(path: string): string
  /** The number of a file's layer: the higher, the stronger. */
  rankOf(path: string): number
}

interface Layer {
  readonly files: Files
  readonly folder: string
}

/** The template folders of a brand's layers, weakest first. Most brands have none, and share the project's bundle. */
export function templateFolders(files: Files, chain: readonly string[]): readonly string[] {
  return chain
    .map(id => `${brandsFolder}/${id}/${templatesFolder}`)
    .filter(folder => files.list(folder).value.length > 0)
}

/**
 * Returns a function that merges the template layers for a given state of the project's files. If a project has a
 * `templates/index.ts`, this file lists all of its templates, and the package's are not used.
 * @param folders The folders of the brand's layers, weakest first.
 */
export function templateLayers(
  defaults: Files,
  folders: readonly string[],
): (project: Files) => LayeredFiles {
  // The same object for the same list, because work is repeated only if it reads other objects.
  const sameList = remembered((json: string): Outcome<readonly string[]> => JSON.parse(json))
  return project => {
    const own = project.list(templatesFolder).value
    const isWhole = own.some(path => indexFiles.includes(path))
    const layers: Layer[] = [
      ...(isWhole ? [] : [{ files: defaults, folder: templatesFolder }]),
      ...(own.length > 0 ? [{ files: project, folder: templatesFolder }] : []),
      ...folders.map(folder => ({ files: project, folder })),
    ]
    const [only, ...others] = layers
    if (only === undefined || others.length === 0) {
      return { ...(only?.files ?? project), layers: '', sourceOf: path => path, rankOf: () => 0 }
    }
    return layered(project, layers, sameList)
  }
}

function layered(
  project: Files,
  layers: readonly Layer[],
  sameList: (json: string) => Outcome<readonly string[]>,
): LayeredFiles {
  const isTemplate = (path: string) => path === templatesFolder || path.startsWith(`${templatesFolder}/`)
  const inLayer = ({ folder }: Layer, path: string) => `${folder}${path.slice(templatesFolder.length)}`
  const named = layers.map(layer => new Set(layer.files.list(layer.folder).value))
  const rankOf = (path: string): number =>
    isTemplate(path) ? layers.findLastIndex((layer, rank) => named[rank]?.has(inLayer(layer, path))) : -1
  /** The files that contain a path, and its name there. */
  const place = (path: string): [Files, string] => {
    const layer = layers[rankOf(path)]
    return layer === undefined ? [project, path] : [layer.files, inLayer(layer, path)]
  }
  const read = <Ask extends 'readText' | 'readBytes'>(ask: Ask) =>
    ((path: string) => {
      const [files, name] = place(path)
      return files[ask](name)
    }) as Files[Ask]
  /** The layers' lists as one. */
  const listed = (folder: string): Outcome<readonly string[]> => {
    const lists = layers.map(layer => ({ layer, ...layer.files.list(inLayer(layer, folder)) }))
    const paths = lists.flatMap(({ layer, value }) =>
      value.map(path => `${templatesFolder}${path.slice(layer.folder.length)}`),
    )
    const diagnostics = lists.flatMap(list => list.diagnostics)
    return sameList(JSON.stringify({ value: [...new Set(paths)].sort(compareText), diagnostics }))
  }
  const [weakest] = layers
  return {
    layers: layers.map(({ folder }) => folder).join(' '),
    readText: read('readText'),
    readBytes: read('readBytes'),
    list: folder => (isTemplate(folder) ? listed(folder) : project.list(folder)),
    folders: folder => project.folders(folder),
    locate(path) {
      // The root is the weakest layer's, so that it is the same for every brand with that layer.
      if (path === '') return weakest?.files.locate('') ?? project.locate('')
      const [files, name] = place(path)
      return files.locate(name)
    },
    sourceOf: path => place(path)[1],
    rankOf,
  }
}

/** The folder on disk that contains a file; undefined if the file is not on disk. */
export function folderOnDisk(files: Files, path: string): string | undefined {
  const location = files.locate(path)
  return location === undefined ? undefined : dirname(location)
}

/**
 * Moves a problem with bundled templates to the layer's file, which its author can fix. If that file lacks an export that the
 * package's or the project's templates import, it is the one reported.
 */
export function inSource(files: LayeredFiles, problem: Diagnostic): Diagnostic {
  const { file, message } = problem
  if (file === undefined || files.layers === '') return problem
  const named = /"(?:project:)?(templates\/[^"]+)"/.exec(message)?.[1]
  const shown = message.replace(
    /"(?:project:)?(templates\/[^"]+)"/g,
    (_, path: string) => `"${files.sourceOf(path)}"`,
  )
  if (named !== undefined && files.rankOf(named) > files.rankOf(file)) {
    const hint = 'Other templates import this name. Export it from this file.'
    return { ...problem, file: files.sourceOf(named), line: 1, column: 1, message: shown, hint }
  }
  return { ...problem, file: files.sourceOf(file), message: shown }
}
