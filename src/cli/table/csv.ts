// Tables as spreadsheets write them: CSV as in RFC 4180, also with semicolons, a byte order mark or Windows line ends.

/** Rows of cells; the first has the names of the columns. */
type Rows = readonly (readonly string[])[]

export function csvOf(rows: Rows): string {
  return rows.map(row => `${row.map(cellOf).join(',')}\n`).join('')
}

function cellOf(text: string): string {
  return /[",;\r\n]|^\s|\s$|^\uFEFF/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** The rows with their line numbers, or the reason why the text is not a table. Empty lines are left out. */
export function parseCsv(
  text: string,
): { readonly rows: Rows; readonly lines: readonly number[] } | { readonly problem: string } {
  const rows: string[][] = []
  const lines: number[] = []
  const separator = separatorOf(text)
  const cell = new RegExp(
    `(?:"((?:[^"]|"")*)"|([^"${separator}\\r\\n][^${separator}\\r\\n]*|))(${separator}|\\r\\n|\\n|\\r|$)`,
    'y',
  )
  let at = text.startsWith('\uFEFF') ? 1 : 0
  let line = 1
  let row: string[] = []
  let rowLine = line
  while (at < text.length || row.length > 0) {
    cell.lastIndex = at
    const found = cell.exec(text)
    if (found === null)
      return {
        problem: `line ${line} has a quotation mark that is not closed, or a closing one that is followed by text`,
      }
    const [whole, quoted, plain = '', end = ''] = found
    row.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'))
    line += whole.match(/\r\n|\n|\r/g)?.length ?? 0
    at += whole.length
    if (end === separator) continue
    if (row.length > 1 || row[0] !== '' || quoted !== undefined) {
      rows.push(row)
      lines.push(rowLine)
    }
    row = []
    rowLine = line
  }
  return { rows, lines }
}

/** Spreadsheets in many countries write semicolons. */
function separatorOf(text: string): ',' | ';' {
  const [header = ''] = text.split(/\r|\n/, 1)
  return !header.includes(',') && header.includes(';') ? ';' : ','
}
