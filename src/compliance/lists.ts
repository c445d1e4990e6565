// The texts of lists, table rows and lists of definitions as a whole: what an item says often depends on the others.

/** A whole as rules read it. */
interface WholeTexts {
  readonly text: string
  /** See `Block`. */
  readonly intro: string
}

interface Whole<State> {
  readonly texts: WholeTexts
  /** Of the element; absent where it is that of what stands around it. */
  readonly state?: State
}

/** Longer ones are no statement of their own. */
const mostTexts = 24

const isList = (name: string): boolean => name === 'ul' || name === 'ol' || name === 'dl' || name === 'tr'
const isCell = (name: string): boolean => name === 'td' || name === 'th'

/** Follows the elements of a page, and gathers the texts in its lists and tables. */
export function listReader<State>() {
  /** The lists, rows and definitions that are open. */
  const open: {
    readonly name: string
    /** The text before it. */
    readonly lead: string
    readonly intro: string
    readonly texts: string[]
    readonly state: State
  }[] = []
  /** The names of the open table's columns. */
  let columns: readonly string[] = []
  let rows: (readonly string[])[] = []
  /** Cells of the open row so far. */
  let cells = 0

  /** A table whose rows are the figures of loans: each column is one. It stands where its rate does. */
  const loansInColumns = (): Whole<State>[] => {
    const rate = rows.find(([label = '']) => rateRow.test(label)) ?? []
    return rate.slice(1).map((_, index) => {
      const figures = rows.flatMap(row =>
        row[index + 1] === undefined ? [] : `${row[0]}: ${row[index + 1]}`,
      )
      return { texts: { text: rate.join(', '), intro: `${figures.join('. ')}.` } }
    })
  }
  const textsOf = (name: string, texts: readonly string[], lead: string): WholeTexts => {
    if (name !== 'tr') {
      const text = name === 'dl' ? pairsOf(texts) : texts.join('; ')
      return { text, intro: /\d|\b(?:loan|amount|préstamo|monto)\b/i.test(lead) ? `${lead} ${text}.` : '' }
    }
    const isHead = columns.length === 0
    if (isHead) columns = texts
    else rows.push(texts)
    const isFull = !isHead && texts.length === columns.length
    const intro = isFull ? texts.map((cell, index) => `${columns[index]}: ${cell}`).join(', ') : ''
    return { text: texts.filter(Boolean).join(', '), intro }
  }

  return {
    /** The line that introduces a text in an element. */
    introOf: (name: string): string =>
      name === 'td' ? columnsAround(columns, open.at(-1)?.texts.length ?? 0) : (open.at(-1)?.intro ?? ''),
    add(text: string): void {
      for (const { texts } of open) texts.push(text)
    },
    open(name: string, state: State, heading: string, lead: string): void {
      if (isCell(name)) cells++
      if (!isList(name)) return
      if (name === 'tr') cells = 0
      const isItems = name === 'ul' || name === 'ol'
      const intro = isItems ? `${heading === '' ? '' : `${heading}. `}${lead}` : ''
      open.push({ name, lead, intro, texts: [], state })
    },
    /** What ends with an element. */
    close(name: string): readonly Whole<State>[] {
      const last = open.at(-1)
      // An empty cell counts for the columns.
      if (isCell(name) && last?.name === 'tr' && last.texts.length < cells) last.texts.push('')
      if (name === 'table') {
        const loans = loansInColumns()
        columns = []
        rows = []
        return loans
      }
      if (!isList(name) || last?.name !== name) return []
      open.pop()
      const { texts, lead, state } = last
      return texts.length < 2 || texts.length > mostTexts
        ? []
        : [{ texts: textsOf(name, texts, lead), state }]
    },
  }
}

const rateRow = /\b(?:APR|annual percentage rate|TAE|CAT|tasa)\b/i

/** The names and values of a list of definitions. */
function pairsOf(texts: readonly string[]): string {
  if (texts.length % 2 !== 0) return texts.filter(Boolean).join(', ')
  return texts.map((text, index) => (index % 2 === 0 ? `${text}:` : `${text}.`)).join(' ')
}

/** The names of a table's columns, that of the cell last: "Myth", "Fact". */
function columnsAround(columns: readonly string[], at: number): string {
  const own = columns[at]
  return own === undefined ? '' : [...columns.filter((_, index) => index !== at), own].join('. ')
}
