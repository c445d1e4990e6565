// Runs in the index page of `imprint dev`. Frames are never replaced: the parts about the brands are replaced with those of the
// server's current page, and each frame gets a message to update itself.

import { coalesced } from '../coalesced.ts'
import { stayConnected } from './connection.ts'
import { fetchThisPage, ownScriptData } from './this-page.ts'

interface Message {
  readonly brands: readonly BrandMessage[]
}

interface BrandMessage {
  readonly id: string
  readonly version: number
  readonly problems: readonly { readonly severity: string }[]
}

const awayNote = document.getElementById('away')
let known: ReadonlyMap<string, BrandMessage> = new Map()

const bringUpToDate = coalesced(async () => {
  try {
    const response = await fetchThisPage()
    if (!response.ok) return
    const fresh = new DOMParser().parseFromString(await response.text(), 'text/html')
    if (idsIn(fresh) !== idsIn(document)) location.reload()
    else replaceLiveParts(fresh)
  } catch {
    // The server is not running; the connection notices when it is back.
  }
})

function idsIn(page: Document): string {
  return [...page.querySelectorAll<HTMLElement>('section[data-brand]')]
    .map(({ dataset }) => dataset.brand)
    .join(' ')
}

function replaceLiveParts(fresh: Document): void {
  for (const part of fresh.querySelectorAll<HTMLElement>('[data-live]')) {
    const old = document.querySelector(`[data-live="${part.dataset.live}"]`)
    const wasOpen = old?.querySelector('details')?.open ?? false
    for (const details of part.querySelectorAll('details')) details.open = wasOpen
    if (!old || old.isEqualNode(part)) continue
    // An unchanged frame must not be reloaded when another one is added.
    if (part.localName === 'ul') replaceItems(old, part)
    else old.replaceWith(part)
  }
}

function replaceItems(list: Element, fresh: Element): void {
  const items = [...fresh.children]
  for (const [index, item] of items.entries()) {
    const old = list.children[index]
    if (old === undefined) list.append(item)
    else if (!old.isEqualNode(item)) old.replaceWith(item)
  }
  while (list.children.length > items.length) list.lastElementChild?.remove()
}

/** Tells frames to check whether their page is up to date. */
function tell(frames: Iterable<HTMLIFrameElement>): void {
  for (const frame of frames) {
    const brand = known.get(brandOf(frame) ?? '')
    const imprintProblems = brand?.problems.some(({ severity }) => severity !== 'info') ?? false
    // Sent to any origin, because the frame may not have loaded its page yet; the message is not secret.
    frame.contentWindow?.postMessage({ imprintProblems }, '*')
  }
}

function brandOf(frame: HTMLIFrameElement): string | undefined {
  return frame.closest<HTMLElement>('section[data-brand]')?.dataset.brand
}

function allFrames(): HTMLIFrameElement[] {
  return [...document.querySelectorAll('iframe')]
}

// A page that has just loaded into its frame has missed the messages sent before its script ran.
addEventListener('message', ({ source, data }) => {
  if (data === 'imprint-ready') tell(allFrames().filter(({ contentWindow }) => contentWindow === source))
})

const filter = document.querySelector<HTMLInputElement>('#filter')

/** Shows the brands whose name or id contains the filter's text. */
function applyFilter(): void {
  const wanted = filter?.value.trim().toLowerCase() ?? ''
  let matches = 0
  for (const section of document.querySelectorAll<HTMLElement>('section[data-brand]')) {
    const { brand } = section.dataset
    const names = `${section.querySelector('h2')?.textContent} ${brand}`.toLowerCase()
    section.hidden = !names.includes(wanted)
    const item = document.querySelector<HTMLElement>(`nav [data-brand="${brand}"]`)
    if (item) item.hidden = section.hidden
    if (!section.hidden) matches++
  }
  const noMatch = document.getElementById('no-match')
  if (noMatch) noMatch.hidden = matches > 0
}

filter?.addEventListener('input', applyFilter)
// A browser that returns to the page may restore the filter's text.
addEventListener('pageshow', applyFilter)

stayConnected<Message>({
  token: ownScriptData().token ?? '',
  onMessage({ brands }, isFirst) {
    if (awayNote) awayNote.hidden = true
    // A restarted server restarts its version numbers.
    const before: typeof known = isFirst ? new Map() : known
    known = new Map(brands.map(brand => [brand.id, brand]))
    const hasChanged = (id = '') => before.get(id)?.version !== known.get(id)?.version
    tell(allFrames().filter(frame => hasChanged(brandOf(frame))))
    void bringUpToDate.run()
  },
  onAway() {
    if (awayNote) awayNote.hidden = false
  },
})
