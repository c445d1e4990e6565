// `imprint table apply`: writes an edited table into the files of its brands.

import { readFileSync } from 'node:fs'
import { brandsFolder, loadBrand, locateBrand } from '../../brand/index.ts'
import { counted, type Diagnostic, didYouMean, hasErrors } from '../../diagnostics/index.ts'
import { attempt, type Files, memoryFiles } from '../../files/index.ts'
import { entryAt } from '../../yaml/index.ts'
import type { CommandRecord } from '../command-line/command.ts'
import { exitCodes } from '../command-line/exit-codes.ts'
import { fileOrStdin } from '../command-line/flag-values.ts'
import { replaceFiles } from '../new/create-files.ts'
import { cannotBegin, mistake, type Project, sourceReader } from '../project.ts'
import { type Reporter, table } from '../report/reporter.ts'
import { cellOf } from '../table/cell.ts'
import { parseCsv } from '../table/csv.ts'
import { editYaml, type ScalarValue } from '../table/edit-yaml.ts'

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
  readonly after: string
}

export function applyTable(
  project: Project,
  file: string,
  flags: { readonly dryRun: boolean },
  reporter: Reporter,
): number {
  const read = readTable(file, project)
  if ('problems' in read) return cannotBegin(reporter, read.problems, project)
  const edited = editBrands(project, read.rows)
  const changes = edited.flatMap(brand => brand.changes)
  const problems = edited.flatMap(({ diagnostics }) => diagnostics)
  if (problems.length > 0) {
    reporter.conclude('Nothing was written.\n', { ok: false, diagnostics: problems }, sourceReader(project))
    return exitCodes.brandInvalid
  }
  const files = edited.map(({ path, text }) => ({ path, content: text }))
  const failed = flags.dryRun ? [] : replaceFiles(project.root, files)
  if (failed.length > 0) return cannotBegin(reporter, failed)
  const brands = edited.map(({ id }) => ({ id }))
  reporter.conclude(diffText(changes, flags.dryRun), { brands, changes })
  return exitCodes.done
}

function diffText(changes: readonly Change[], dryRun: boolean): string {
  if (changes.length === 0) return 'Nothing to change.\n'
  const rows = changes.map(({ id, key, before, after }) => [id, key, before || '(none)', after || '(none)'])
  const brands = new Set(changes.map(({ id }) => id)).size
  const end = dryRun ? 'Nothing was written (--dry-run).' : 'See the effect with "imprint diff --all".'
  return `${table(['brand', 'key', 'before', 'after'], rows)}\n${counted(changes.length, 'value')} of ${counted(brands, 'brand')}. ${end}\n`
}

/** A line of the table. */
interface Row {
  readonly id: string
  readonly cells: readonly { readonly key: string; readonly text: string }[]
}

function readTable(
  file: string,
  { brands }: Project,
): { readonly rows: readonly Row[] } | { readonly problems: readonly Diagnostic[] } {
  const problem = (message: string, hint: string) => mistake(`${file}: ${message}.`, hint)
  let text: string
  try {
    text = readFileSync(file === '-' ? 0 : file, 'utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    return {
      problems: [
        problem(
          `it cannot be read (${code})`,
          'To create one, run "imprint table export name,phone > brands.csv".',
        ),
      ],
    }
  }
  const parsed = parseCsv(text)
  if ('problem' in parsed) return { problems: [problem(parsed.problem, 'Save it as CSV again.')] }
  const [header = [], ...rows] = parsed.rows
  const keys = header.map(key => key.trim())
  const column = keys.indexOf('id')
  const twice = keys.find((key, index) => keys.indexOf(key) !== index)
  if (column < 0 || keys.includes('') || twice !== undefined)
    return {
      problems: [
        problem(
          'its first line must name the column "id" and each key exactly once',
          'Use a line such as "id,name,phone".',
        ),
      ],
    }
  const seen = new Set<string>()
  const problems = rows.flatMap((row, index) => {
    const id = row[column] ?? ''
    const place = `line ${parsed.lines[index + 1]}`
    const again = seen.has(id)
    seen.add(id)
    if (row.length !== keys.length)
      return problem(
        `${place} has ${row.length} cells, not ${keys.length}`,
        'Put cells that contain commas in quotation marks.',
      )
    if (!brands.brands.includes(id))
      return problem(
        `${place} names "${id}", which is not a brand`,
        didYouMean(id, brands.brands, 'Brands') ?? '',
      )
    return again ? problem(`${place} names "${id}" again`, 'Remove one of the lines.') : []
  })
  if (problems.length > 0) return { problems }
  return {
    rows: rows.map(row => ({
      id: row[column] ?? '',
      cells: keys.flatMap((key, index) => (index === column ? [] : { key, text: row[index] ?? '' })),
    })),
  }
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
        const changes = cells.flatMap(({ key, text }) => {
          const before = cellOf(located, key)
          return before === text ? [] : { id, key, before, after: text }
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
function editBrand({ files, defaults }: Project, id: string, changes: readonly Change[]): EditedBrand {
  const path = `${brandsFolder}/${id}/brand.yaml`
  const old = files.readText(path).value?.text ?? ''
  const located = locateBrand(files, id)?.located
  const known = new Set(
    loadBrand(files, id, defaults).diagnostics.map(({ code, message }) => `${code} ${message}`),
  )
  let text = old
  const diagnostics: Diagnostic[] = []
  for (const { key, before, after } of changes) {
    const keys = key.split('.')
    const entry = located === undefined ? undefined : entryAt(located, keys)
    const isOwn = entry?.value.origin.file === path
    if (after === '' && !isOwn) {
      diagnostics.push(
        mistake(
          `"${key}" of "${id}" is inherited, so an empty cell cannot remove it.`,
          `Write "${before}" in the cell, or remove the key from its file. To find the file, run "imprint explain ${id} ${key}".`,
        ),
      )
      continue
    }
    const current = entry?.value.kind === 'scalar' ? entry.value.value : undefined
    const tried = candidates(after, current).map(value => attempt(() => editYaml(text, keys, value)))
    const isRight = (made: string | undefined): boolean =>
      made !== undefined && !loadBrand(withText(files, path, made), id, defaults).diagnostics.some(isNew)
    const isNew = (found: Diagnostic): boolean =>
      hasErrors([found]) && !known.has(`${found.code} ${found.message}`)
    const made = tried.find(isRight) ?? tried[0]
    if (made === undefined) {
      diagnostics.push(
        mistake(
          `"${key}" cannot be written to ${path}: one of its parent keys is not a map.`,
          `Run "imprint explain ${id}" to see the brand’s keys.`,
        ),
      )
      continue
    }
    if (!isRight(made))
      diagnostics.push(...loadBrand(withText(files, path, made), id, defaults).diagnostics.filter(isNew))
    text = made
  }
  return { id, changes, path, text, diagnostics }
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
