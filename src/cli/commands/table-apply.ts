// `imprint table apply`: writes an edited table into the files of its brands.

import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { brandsFolder, defaultOrigin, loadBrand, locateBrand } from '../../brand/index.ts'
import { counted, type Diagnostic, hasErrors } from '../../diagnostics/index.ts'
import { attempt, type Files, memoryFiles } from '../../files/index.ts'
import { entryAt } from '../../yaml/index.ts'
import type { CommandRecord } from '../command-line/command.ts'
import { exitCodes } from '../command-line/exit-codes.ts'
import { fileOrStdin } from '../command-line/flag-values.ts'
import { replaceFiles } from '../new/create-files.ts'
import { cannotBegin, mistake, type Project, shownPath, sourceReader } from '../project.ts'
import { type Reporter, table } from '../report/reporter.ts'
import { cellOf } from '../table/cell.ts'
import { editYaml, type ScalarValue } from '../table/edit-yaml.ts'
import { type Cell, type Row, readTable, withSource } from '../table/read-table.ts'

export const tableApplyCommand: CommandRecord = {
  name: 'table apply',
  group: 'write',
  summary: 'write the values in a table to the brand.yaml files (all files or none), and print what changed',
  chapter: 'many-brands',
  arguments: [
    {
      name: '<file>',
      summary: 'a CSV file with an "id" column and a column for each key; "-" reads stdin',
      parse: fileOrStdin,
    },
  ],
  flags: [{ name: '--dry-run', summary: 'print what would change, but write nothing' }],
  examples: [
    ['table apply brands.csv', 'write the values that differ from those in brand.yaml'],
    ['table apply brands.csv --dry-run', 'print what would change, but write nothing'],
  ],
  exitCodes: ['failed', 'brandInvalid'],
  on: 'project',
}

/** A new value of a brand. */
interface Change {
  readonly id: string
  readonly key: string
  readonly before: string
  /** Empty if the brand no longer has its own value. */
  readonly after: string
  /** The value that it has instead, if any. */
  readonly inherited?: string
}

/** A change and the cell that asks for it. */
interface AskedChange {
  readonly change: Change
  readonly cell: Cell
}

export function applyTable(
  project: Project,
  file: string,
  flags: { readonly dryRun: boolean },
  reporter: Reporter,
): number {
  const text = fileText(file)
  if (typeof text !== 'string') return cannotBegin(reporter, [text])
  const name = file === '-' ? 'stdin' : shownPath(project, resolve(file))
  const sources = withSource(sourceReader(project), name, text)
  const read = readTable(text, name, project)
  if ('problems' in read) return cannotBegin(reporter, read.problems, sources)
  const edited = editBrands(project, read.rows)
  const changes = edited.flatMap(brand => brand.changes)
  const problems = edited.flatMap(({ diagnostics }) => diagnostics)
  if (problems.length > 0) {
    reporter.conclude('Nothing was written.\n', { ok: false, diagnostics: problems }, sources)
    return exitCodes.brandInvalid
  }
  const files = edited.map(({ path, text }) => ({ path, content: text }))
  const failed = flags.dryRun ? [] : replaceFiles(project.root, files)
  if (failed.length > 0) return cannotBegin(reporter, failed)
  const brands = edited.map(({ id }) => ({ id }))
  reporter.conclude(diffText(changes, flags.dryRun), { brands, changes })
  return exitCodes.done
}

/** The text of the table, or why it cannot be read. */
function fileText(file: string): string | Diagnostic {
  try {
    return readFileSync(file === '-' ? 0 : file, 'utf8').replace(/^\uFEFF/, '')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    const hint = 'To create one, run "imprint table export name,phone > brands.csv".'
    return mistake(`${file} cannot be read (${code}).`, hint)
  }
}

function diffText(changes: readonly Change[], dryRun: boolean): string {
  if (changes.length === 0) return 'Nothing to change.\n'
  const rows = changes.map(({ id, key, before, after, inherited }) => {
    const shown = inherited === undefined ? after : `${inherited} (inherited)`
    return [id, key, before || '(none)', shown || '(none)']
  })
  const brands = new Set(changes.map(({ id }) => id)).size
  const end = dryRun ? 'Nothing was written (--dry-run).' : 'See the effect with "imprint diff --all".'
  return `${table(['brand', 'key', 'before', 'after'], rows)}\n${counted(changes.length, 'value')} of ${counted(brands, 'brand')}. ${end}\n`
}

/**
 * Edits the brands of a table, each after those that it extends: a value that the brand inherits as a result of the edits is
 * not written; a value that it would otherwise lose is. So a later export equals the table.
 */
function editBrands(project: Project, rows: readonly Row[]): readonly EditedBrand[] {
  const depthOf = ({ id }: Row): number => locateBrand(project.files, id)?.chain.length ?? 0
  const { edited } = rows
    .toSorted((a, b) => depthOf(a) - depthOf(b))
    .reduce<{ readonly files: Files; readonly edited: readonly EditedBrand[] }>(
      ({ files, edited }, { id, cells }) => {
        const located = locateBrand(files, id)?.located
        const changes = cells.flatMap(cell => {
          const { key, text } = cell
          const before = cellOf(located, key)
          return before === text ? [] : { change: { id, key, before, after: text }, cell }
        })
        if (changes.length === 0) return { files, edited }
        const brand = editBrand({ ...project, files }, id, changes)
        return { files: withText(files, brand.path, brand.text), edited: [...edited, brand] }
      },
      { files: project.files, edited: [] },
    )
  return edited
}

interface EditedBrand {
  readonly id: string
  readonly changes: readonly Change[]
  readonly path: string
  readonly text: string
  readonly diagnostics: readonly Diagnostic[]
}

/** The new text of a brand's file, with the problems that it would have. */
function editBrand({ files, defaults }: Project, id: string, asked: readonly AskedChange[]): EditedBrand {
  const path = `${brandsFolder}/${id}/brand.yaml`
  const old = files.readText(path).value?.text ?? ''
  const located = locateBrand(files, id)?.located
  const nameOf = ({ code, message }: Diagnostic): string => `${code} ${message}`
  const known = new Set(loadBrand(files, id, defaults).diagnostics.map(nameOf))
  const newProblems = (text: string): readonly Diagnostic[] =>
    loadBrand(withText(files, path, text), id, defaults).diagnostics.filter(
      problem => hasErrors([problem]) && !known.has(nameOf(problem)),
    )
  let text = old
  /** The problems of the text so far, each at the cell that caused it; a later cell may solve it. */
  let problems: ReadonlyMap<string, Diagnostic> = new Map()
  const diagnostics: Diagnostic[] = []
  for (const {
    change: { key, before, after },
    cell,
  } of asked) {
    const keys = key.split('.')
    const entry = located === undefined ? undefined : entryAt(located, keys)
    const isOwn = entry?.value.origin.file === path
    if (after === '' && !isOwn) {
      const file = entry?.value.origin.file ?? defaultOrigin.file
      const isDefault = file === defaultOrigin.file
      diagnostics.push(
        mistake(
          `"${key}" of "${id}" ${isDefault ? 'has its default value' : 'is inherited'}, so an empty cell cannot remove it.`,
          `Write "${before}" in the cell${isDefault ? '' : `, or remove the key from ${file}`}.`,
          cell.at,
        ),
      )
      continue
    }
    const current = entry?.value.kind === 'scalar' ? entry.value.value : undefined
    const tried = candidates(after, current).flatMap((value): readonly Tried[] => {
      const made = attempt(() => editYaml(text, keys, value))
      return made === undefined ? [] : [{ made, found: newProblems(made) }]
    })
    const isRight = ({ found }: Tried): boolean => found.every(problem => problems.has(nameOf(problem)))
    const hasType = ({ found }: Tried): boolean => found.every(({ code }) => code !== 'brand/wrong-type')
    const best = tried.find(isRight) ?? tried.find(hasType) ?? tried[0]
    if (best === undefined) {
      diagnostics.push(
        mistake(
          `"${key}" cannot be written to ${path}: one of its parent keys is not a map.`,
          `Run "imprint explain ${id}" to see the brand’s keys.`,
          cell.keyAt,
        ),
      )
      continue
    }
    const placed = (problem: Diagnostic): Diagnostic =>
      problems.get(nameOf(problem)) ?? {
        ...problem,
        ...(problem.code === 'brand/unknown-key' ? cell.keyAt : cell.at),
      }
    problems = new Map(best.found.map(problem => [nameOf(problem), placed(problem)]))
    text = best.made
  }
  const changed = locateBrand(withText(files, path, text), id)?.located
  const changes = asked.map(({ change }) => {
    const inherited = change.after === '' ? cellOf(changed, change.key) : ''
    return inherited === '' ? change : { ...change, inherited }
  })
  return { id, changes, path, text, diagnostics: [...diagnostics, ...problems.values()] }
}

/** The text with a cell's value, and its new problems. */
interface Tried {
  readonly made: string
  readonly found: readonly Diagnostic[]
}

/** The possible meanings of a cell's text: first as the type of the current value, then as a string. */
function candidates(text: string, current: unknown): readonly (ScalarValue | undefined)[] {
  if (text === '') return [undefined]
  const number = /^-?\d+(?:\.\d+)?$/.test(text) ? [Number(text)] : []
  const boolean = text === 'true' || text === 'false' ? [text === 'true'] : []
  return typeof current === 'number' || typeof current === 'boolean'
    ? [...number, ...boolean, text]
    : [text, ...number, ...boolean]
}

function withText(files: Files, path: string, text: string): Files {
  const changed = memoryFiles({ [path]: text })
  return { ...files, readText: asked => (asked === path ? changed : files).readText(asked) }
}
