// Reads the rows of a table of brands, with the place of each cell.

import { counted, type Diagnostic, type Origin, type ProblemFiles } from '../../diagnostics/index.ts'
import { mistake, type Project, unknownBrand } from '../project.ts'
import { type Place, parseCsv } from './csv.ts'

/** The files that problems refer to, and the table. */
export function withSource(files: ProblemFiles, name: string, text: string): ProblemFiles {
  return {
    source: file => (file === name ? text : files.source(file)),
    isPackaged: file => file !== name && files.isPackaged?.(file) === true,
  }
}

/** A line of the table. */
export interface Row {
  readonly id: string
  readonly cells: readonly Cell[]
}

export interface Cell {
  readonly key: string
  readonly text: string
  readonly at: Origin
  /** Where the table names the key. */
  readonly keyAt: Origin
}

export function readTable(
  text: string,
  file: string,
  { brands }: Project,
): { readonly rows: readonly Row[] } | { readonly problems: readonly Diagnostic[] } {
  const placed = ({ line, column }: Place): Origin => ({ file, line, column })
  const parsed = parseCsv(text)
  if ('problem' in parsed)
    return { problems: [mistake(parsed.problem, 'Save the file as CSV again.', placed(parsed.at))] }
  const [header = [], ...rows] = parsed.rows
  const keys = header.map(({ text }) => text.trim())
  const column = keys.indexOf('id')
  const twice = keys.find((key, index) => keys.indexOf(key) !== index)
  if (column < 0 || keys.includes('') || twice !== undefined) {
    const message = 'The first line must name the column "id" and each key exactly once.'
    const at = header[0] ?? { line: 1, column: 1 }
    return { problems: [mistake(message, 'Use a line such as "id,name,phone".', placed(at))] }
  }
  const seen = new Map<string, number>()
  const problems = rows.flatMap(row => {
    const { text: id = '', ...place } = row[column] ?? row[0] ?? { line: 1, column: 1 }
    const at = placed(place)
    if (row.length !== keys.length) {
      const hint = 'Put cells that contain commas in quotation marks.'
      return mistake(`This line has ${counted(row.length, 'cell')}, not ${keys.length}.`, hint, at)
    }
    if (!brands.brands.includes(id)) return { ...unknownBrand(id, brands), ...at }
    const before = seen.get(id)
    if (before !== undefined)
      return mistake(`"${id}" is already on line ${before}.`, 'Remove one of the lines.', at)
    seen.set(id, place.line)
    return []
  })
  if (problems.length > 0) return { problems }
  return {
    rows: rows.map(row => ({
      id: row[column]?.text ?? '',
      cells: row.flatMap(({ text, ...place }, index) =>
        index === column
          ? []
          : { key: keys[index] ?? '', text, at: placed(place), keyAt: placed(header[index] ?? place) },
      ),
    })),
  }
}
