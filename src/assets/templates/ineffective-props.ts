// Props that never reach a visitor, such as event handlers and inline styles: pages are HTML, rendered once, with a policy that
// blocks styles in attributes.

import { type Diagnostic, diagnostic } from '../../diagnostics/index.ts'
import { type Files, originAt, type SourceFile } from '../../files/index.ts'
import type { IslandCode } from './islands.ts'

const kinds = [
  {
    pattern: /\bstyle=\{/g,
    message: 'Browsers ignore this "style": the page’s policy blocks style attributes.',
    hint: 'Give the element a class, write its rule in a style sheet next to the component, and add that style sheet with useStyles().',
  },
  {
    pattern: /\bon[A-Z][A-Za-z]+=\{/g,
    message: 'This never runs: pages are plain HTML, without React in the browser.',
    hint: 'Make the interactive part an island: add a file to templates/islands/, and put <Island> around the HTML.',
  },
] as const

/**
 * Reports props without effect in the project's own components.
 * @param islands Islands, whose components do run in the browser and are left out.
 */
export function withoutEffect(
  project: Files,
  folders: readonly string[],
  islands: IslandCode['modules'],
): Diagnostic[] {
  const alive = new Set(Object.values(islands).flatMap(modules => modules.map(({ source }) => source)))
  return folders
    .flatMap(folder => project.list(folder).value)
    .filter(path => path.endsWith('.tsx') && !alive.has(path.replace(/^brands\/[^/]+\//, '')))
    .flatMap(path => problemsIn(project.readText(path).value ?? { path, text: '' }))
}

function problemsIn(source: SourceFile): Diagnostic[] {
  return kinds.flatMap(({ pattern, message, hint }) =>
    [...source.text.matchAll(pattern)]
      .filter(({ index }) => /^<[a-z]/.test(source.text.slice(source.text.lastIndexOf('<', index))))
      .map(({ index }) => diagnostic('template/no-effect', message, { at: originAt(source, index), hint })),
  )
}
