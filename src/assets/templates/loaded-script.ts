// Runs the script of the page templates in this process. The script gets React and the kit from outside. So there is exactly one
// copy of each, nothing is written to disk, and a script that is no longer used can be garbage-collected (unlike imported
// modules).

import { SourceMap } from 'node:module'
import { compileFunction } from 'node:vm'
import type { ComponentType } from 'react'
import * as zod from 'zod'
import { type Diagnostic, diagnostic, type Origin, type Outcome, startOf } from '../../diagnostics/index.ts'
import { once, originAt } from '../../files/index.ts'
import type { BlockModule, PageProps, Templates } from '../../kit/index.ts'
import * as kit from '../../kit/index.ts'
import { type BlockFacts, templateName } from '../../site/index.ts'
import { fileOfTemplate, namedKinds, type ScriptCode } from './script.ts'
import { blockFile, indexFiles, layoutFile, templatesFolder } from './template-layers.ts'

const scriptName = 'imprint-templates.cjs'

/** A component that content places with `::name`. */
export interface Block extends BlockFacts {
  readonly component: ComponentType<object>
}

/** The file of each template, by the same names, for problems without a known line. */
export type TemplateOrigins = Readonly<Record<string, Origin>>

export function templateOrigin(origins: TemplateOrigins, page: { readonly template: string }): Origin {
  return origins[page.template] ?? startOf(fileOfTemplate(page.template))
}

/** The templates' components, ready to call. */
interface LoadedTemplates {
  /** By name: `home`, `article-list`, `pages/page`. */
  readonly templates: Readonly<Record<string, ComponentType<PageProps>>>
  readonly origins: TemplateOrigins
  /** By name: `call-to-action`. */
  readonly blocks: Readonly<Record<string, Block>>
}

export interface LoadedScript extends LoadedTemplates {
  readonly code: ScriptCode
  /** For the positions of errors that a template throws. */
  readonly sourceMap: () => SourceMap
}

export function loadScript(code: ScriptCode): Outcome<LoadedScript | undefined> {
  const sourceMap = once(() => new SourceMap(JSON.parse(code.sourceMap)))
  const modules = evaluate(code.text, sourceMap)
  if (modules.value === undefined) return { value: undefined, diagnostics: modules.diagnostics }
  const { value: loaded, diagnostics } = templatesIn(modules.value, code.pages)
  return { value: loaded && { code, ...loaded, sourceMap }, diagnostics }
}

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
  const templates: Record<string, ComponentType<PageProps>> = {}
  const origins: Record<string, Origin> = {}
  const blocks: Record<string, Block> = {}
  const originOf = (path: string): Origin => startOf(pages[path]?.source ?? path)
  const isComponent = <Props>(component: unknown, path: string): component is ComponentType<Props> => {
    if (typeof component === 'function') return true
    const at = originOf(path)
    const message = `${at.file} has no React component as its default export.`
    const hint = 'Write "export default function …" for the component.'
    diagnostics.push(diagnostic('template/missing', message, { at, hint }))
    return false
  }
  const index = indexFiles.find(path => Object.hasOwn(modules, path))
  const listed = modules[index ?? '']?.templates as Partial<Templates> | undefined
  const missing: string[] = []
  for (const kind of namedKinds) {
    const name = templateName(kind)
    const path = fileOfTemplate(name)
    const fromIndex = pages[path]?.overIndex ? undefined : listed?.[kind]
    if (fromIndex === undefined && !Object.hasOwn(modules, path)) missing.push(path)
    else {
      const component = fromIndex ?? modules[path]?.default
      if (!isComponent<PageProps>(component, path)) continue
      templates[name] = component
      origins[name] = originOf(fromIndex === undefined ? path : (index ?? path))
    }
  }
  for (const [path, { default: component, ...exported }] of Object.entries(modules)) {
    const layout = layoutFile.exec(path)?.[1]
    const block = blockFile.exec(path)?.[1]
    if (layout !== undefined && isComponent<PageProps>(component, path)) {
      templates[layout] = component
      origins[layout] = originOf(path)
    } else if (block !== undefined && isComponent<object>(component, path)) {
      const { props = zod.object(), hasForm = false, check, ids } = exported as Partial<BlockModule>
      if (!(props instanceof zod.ZodType)) {
        const at = originOf(path)
        const hint = 'Write "import * as z from \'zod\'" and "export const props = z.object({ … })".'
        diagnostics.push(
          diagnostic('template/block', `"props" in ${at.file} is not a zod schema.`, { at, hint }),
        )
      }
      // Keys that the schema does not have are not attributes of the block.
      const strict = props instanceof zod.ZodObject ? props.strict() : props
      blocks[block] = { component, props: strict, hasForm, check, ids }
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

/** The position in the templates' sources at which an error was thrown, from its stack; undefined if it was thrown elsewhere. */
export function mapStackPosition(stack: string, sourceMap: SourceMap): Origin | undefined {
  const frame = new RegExp(`${scriptName.replaceAll('.', '\\.')}:(\\d+):(\\d+)`).exec(stack)
  if (frame === null) return undefined
  return originInScript({ line: Number(frame[1]), column: Number(frame[2]) }, sourceMap)
}

/** The positions of an island's name in the templates' sources: one for each element that has it. */
export function originsOfIsland(name: string, script: string, sourceMap: SourceMap): Origin[] {
  const written = `name: ${JSON.stringify(name)}`
  return [...script.matchAll(/Island,\s*\{.*?\s(name: "[^"]*")/gs)].flatMap(
    ({ 0: element, 1: named, index }) => {
      const offset = index + element.length - written.length
      const origin = () => originInScript(originAt({ path: scriptName, text: script }, offset), sourceMap)
      return named === written ? (origin() ?? []) : []
    },
  )
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
