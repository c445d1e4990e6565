// Lists, table rows and definition lists, each read as a whole: the meaning of an item often depends on the others.

import type { Block } from './elements.ts'

type Text = Pick<Block, 'text' | 'shown'>

interface Whole<State> {
  readonly texts: Pick<Block, 'text' | 'shown' | 'intro'>
  /** The state of the element, if it differs from that of its surroundings. */
  readonly state?: State
}

interface OpenList<State> {
  readonly name: string
  /** The text before the list. */
  readonly lead: string
  readonly intro: string
  readonly texts: Text[]
  readonly state: State
}

/** A list with more items is not read as one statement. */
const mostTexts = 24

const isList = (name: string): boolean => name === 'ul' || name === 'ol' || name === 'dl' || name === 'tr'
const isCell = (name: string): boolean => name === 'td' || name === 'th'

/** Follows the elements of a page and collects the text in its lists and tables. */
export class Lists<State> {
  /** The open lists, rows and definition lists. */
  private readonly lists: OpenList<State>[] = []
  /** The column names of the open table. */
  private columns: readonly string[] = []
  private rows: (readonly string[])[] = []
  /** The number of cells so far in the open row. */
  private cells = 0

  /** The line that introduces a text in an element. */
  introOf(name: string): string {
    const last = this.lists.at(-1)
    return name === 'td' ? columnsAround(this.columns, last?.texts.length ?? 0) : (last?.intro ?? '')
  }

  add(text: Text): void {
    for (const { texts } of this.lists) texts.push(text)
  }

  open(name: string, state: State, heading: string, lead: string): void {
    if (isCell(name)) this.cells++
    if (!isList(name)) return
    if (name === 'tr') this.cells = 0
    const isItems = name === 'ul' || name === 'ol'
    const intro = isItems ? lead || heading : ''
    this.lists.push({ name, lead, intro, texts: [], state })
  }

  /** The lists, rows and definition lists that end with an element. */
  close(name: string): readonly Whole<State>[] {
    const last = this.lists.at(-1)
    // An empty cell counts as a column.
    if (isCell(name) && last?.name === 'tr' && last.texts.length < this.cells) last.texts.push(noText)
    if (name === 'table') return this.closeTable()
    if (!isList(name) || last?.name !== name) return []
    this.lists.pop()
    const { texts, state } = last
    if (texts.length < 2 || texts.length > mostTexts) return []
    const text = joined(
      name,
      texts.map(item => item.text),
    )
    const shown = joined(
      name,
      texts.map(item => item.shown),
    )
    return [{ texts: { text, shown, intro: this.introOfWhole(last, text) }, state }]
  }

  private introOfWhole({ name, lead, texts }: OpenList<State>, text: string): string {
    if (name !== 'tr') return ofAmount.test(lead) ? `${lead} ${text}.` : ''
    const { columns } = this
    const cells = texts.map(item => item.text)
    if (columns.length === 0) {
      this.columns = cells
      return ''
    }
    this.rows.push(cells)
    return cells.length === columns.length
      ? cells.map((cell, index) => `${columns[index]}: ${cell}`).join(', ')
      : ''
  }

  /** If the rows of a table are the figures of loans, each column is read as a whole. Its place is that of its rate. */
  private closeTable(): Whole<State>[] {
    const { rows } = this
    this.columns = []
    this.rows = []
    const rate = rows.find(([label = '']) => rateRow.test(label)) ?? []
    const text = rate.join(', ')
    return rate.slice(1).map((_, index) => {
      const figures = rows.flatMap(row =>
        row[index + 1] === undefined ? [] : `${row[0]}: ${row[index + 1]}`,
      )
      return { texts: { text, shown: text, intro: `${figures.join('. ')}.` } }
    })
  }
}

const noText: Text = { text: '', shown: '' }
const ofAmount = /\d|\b(?:loan|amount|préstamo|monto)\b/i
const rateRow = /\b(?:APR|annual percentage rate|TAE|CAT|tasa)\b/i

/** Joins the items of a list, and the names and values of definitions in pairs. */
function joined(name: string, texts: readonly string[]): string {
  if (name === 'ul' || name === 'ol') return texts.join('; ')
  if (name === 'tr' || texts.length % 2 !== 0) return texts.filter(Boolean).join(', ')
  return texts.map((text, index) => (index % 2 === 0 ? `${text}:` : `${text}.`)).join(' ')
}

/** The names of a table's columns, with the cell's own last: "Myth", "Fact". */
function columnsAround(columns: readonly string[], at: number): string {
  const own = columns[at]
  return own === undefined ? '' : [...columns.filter((_, index) => index !== at), own].join('. ')
}
