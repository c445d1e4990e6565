// A brand's problems, as its open pages receive them.

import { type Diagnostic, type Origin, printDiagnostics } from '../diagnostics/index.ts'
import { type Files, pathInPackage } from '../files/index.ts'
import type { Problem } from './browser/problems.ts'
import type { BrandState } from './session.ts'

/** As the terminal prints them, without colour. */
export function problemsOf({ problems, basePath }: BrandState, files: Files): Problem[] {
  const source = (file: string): string | undefined => {
    const bytes = files.readBytes(file).value
    return bytes && new TextDecoder().decode(bytes)
  }
  const print = (problem: Diagnostic) => printDiagnostics([problem], { color: false, source }).trimEnd()
  return problems.map(problem => {
    const place = placeOf(problem)
    const pages = problem.pages ?? pagesOfFile(problem.file)
    return {
      severity: problem.severity,
      text: print(problem),
      ...(place && { place }),
      ...(pages && { pages: pages.map(route => `${basePath}${route}`) }),
    }
  })
}

/** The place that an editor can show: none in the package. */
export function placeOf({ file, line, column }: Diagnostic): Origin | undefined {
  const isPlace = file !== undefined && line !== undefined && column !== undefined
  return isPlace && pathInPackage(file) === undefined ? { file, line, column } : undefined
}

/** The page that a content file belongs to, by its name; undefined for files that several pages use. */
function pagesOfFile(file = ''): string[] | undefined {
  const [, kind, name] = /(?:^|\/)content\/(articles|pages)\/(.+)\.md$/.exec(file) ?? []
  return name === undefined ? undefined : [kind === 'articles' ? `/articles/${name}/` : `/${name}/`]
}
