// Looks through search.json, the sections of the manual, as words are typed.

import type { IslandEntry } from 'imprint/kit/browser'
import MiniSearch, { type SearchResult } from 'minisearch'

interface Section {
  readonly id: string
  readonly title: string
  readonly page: string
  readonly text: string
}

const most = 20
const snippetLength = 160

const awaken: IslandEntry = async place => {
  const [field, status, list] = ['input', 'p', 'ol'].map(name => place.querySelector(name)) as [
    HTMLInputElement,
    HTMLElement,
    HTMLElement,
  ]
  const index = new MiniSearch<Section>({
    fields: ['title', 'page', 'text'],
    storeFields: ['title', 'page', 'text'],
    searchOptions: {
      boost: { title: 4, page: 2 },
      // A chapter explains more than an entry of the reference.
      boostDocument: id => (String(id).startsWith('/reference/') ? 0.2 : 1),
      prefix: true,
      fuzzy: 0.15,
      combineWith: 'AND',
    },
  })
  const show = () => {
    const found = field.value.trim() === '' ? [] : index.search(field.value)
    list.replaceChildren(...found.slice(0, most).map(entry))
    const counted = found.length === 1 ? '1 section' : `${found.length} sections`
    status.textContent =
      field.value.trim() === ''
        ? ''
        : found.length === 0
          ? 'Nothing found. Try fewer words.'
          : `${counted} found.`
  }
  const response = await fetch('/search.json')
  index.addAll(await response.json())
  field.addEventListener('input', show)
  field.addEventListener('keydown', ({ key }) => {
    if (key === 'Enter') list.querySelector('a')?.click()
  })
  show()
}

function entry(found: SearchResult): HTMLElement {
  const item = document.createElement('li')
  const link = document.createElement('a')
  link.href = found.id
  link.textContent = found.title
  const page = document.createElement('small')
  page.textContent = found.title === found.page ? '' : ` ${found.page}`
  const text = document.createElement('p')
  text.textContent = snippet(found.text, found.terms)
  item.append(link, page, text)
  return item
}

/** The text around the first word that was found. */
function snippet(text: string, words: readonly string[]): string {
  const places = words.map(word => text.toLowerCase().indexOf(word)).filter(place => place >= 0)
  const first = Math.max(0, Math.min(...places, text.length) - 40)
  const start = places.length === 0 || first < 40 ? 0 : text.indexOf(' ', first) + 1
  const end = text.lastIndexOf(' ', start + snippetLength)
  return `${start > 0 ? '… ' : ''}${text.length - start <= snippetLength ? text.slice(start) : `${text.slice(start, end)} …`}`
}

export default awaken
