// Tables as spreadsheets write them: CSV as in RFC 4180, also with semicolons or Windows line ends.

/** Rows of cells; the first has the names of the columns. */
type Rows = readonly (readonly string[])[]

export function csvOf(rows: Rows): string {
  return rows.map(row => `${row.map(cellOf).join(',')}\n`).join('')
}

function cellOf(text: string): string {
  return /[",;\r\n]|^\s|\s$|^\uFEFF/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** A place in the text of a table, 1-based. */
export interface Place {
  readonly line: number
  readonly column: number
}

interface Cell extends Place {
  readonly text: string
}

/** The rows of cells with their places, or the reason why the text is not a table. Empty lines are left out. */
export function parseCsv(
  text: string,
): { readonly rows: readonly (readonly Cell[])[] } | { readonly problem: string; readonly at: Place } {
  const rows: Cell[][] = []
  const separator = separatorOf(text)
  const cell = new RegExp(
    `(?:"((?:[^"]|"")*)"|([^"${separator}\\r\\n][^${separator}\\r\\n]*|))(${separator}|\\r\\n|\\n|\\r|$)`,
    'y',
  )
  let at = 0
  let line = 1
  let lineStart = 0
  let row: Cell[] = []
  while (at < text.length || row.length > 0) {
    cell.lastIndex = at
    const found = cell.exec(text)
    const place = { line, column: at - lineStart + 1 }
    if (found === null) {
      const problem = 'This quotation mark is not closed, or its closing one is followed by text.'
      return { problem, at: place }
    }
    const [whole, quoted, plain = '', end = ''] = found
    row.push({ text: quoted === undefined ? plain : quoted.replaceAll('""', '"'), ...place })
    for (const lineEnd of whole.matchAll(/\r\n|\n|\r/g)) {
      line++
      lineStart = at + lineEnd.index + lineEnd[0].length
    }
    at += whole.length
    if (end === separator) continue
    if (row.length > 1 || row[0]?.text !== '' || quoted !== undefined) rows.push(row)
    row = []
  }
  return { rows }
}

/** Spreadsheets in many countries write semicolons. */
function separatorOf(text: string): ',' | ';' {
  const [header = ''] = text.split(/\r|\n/, 1)
  return !header.includes(',') && header.includes(';') ? ';' : ','
}
