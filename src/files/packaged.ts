// The names of the package's content files: a project may have a file of the same path, and no message may confuse the two.

import type { Outcome } from '../diagnostics/index.ts'
import type { Files } from './files.ts'
import { rememberedWeakly } from './remembered.ts'
import type { SourceFile } from './text.ts'

const packageFolder = 'imprint/'

/** A file of the package, under a name of its own: `imprint/content/home.yaml`. */
export function readPackaged(defaults: Files, path: string): Outcome<SourceFile | undefined> {
  const { value, diagnostics } = defaults.readText(path)
  return { value: value && named(value), diagnostics }
}

// The same object for the same file: results of parsers are remembered by it.
const named = /* @__PURE__ */ rememberedWeakly(
  ({ path, text }: SourceFile): SourceFile => ({ path: packageFolder + path, text }),
)

/** The path within the package of a file that messages call by such a name; undefined for a file of the project. */
export function pathInPackage(file: string): string | undefined {
  return file.startsWith(packageFolder) ? file.slice(packageFolder.length) : undefined
}
