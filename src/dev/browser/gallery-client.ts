// Runs in the index page of `imprint dev`. Whatever changes, the frames stay: what is said about the brands is taken
// anew from the server's own page, and each frame is told to look after itself.

import { stayConnected } from './connection.ts'
import { joined } from './joined.ts'
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

const bringUpToDate = joined(async () => {
  try {
    const response = await fetchThisPage()
    if (!response.ok) return
    const fresh = new DOMParser().parseFromString(await response.text(), 'text/html')
    if (idsIn(fresh) !== idsIn(document)) location.reload()
    else replaceLiveParts(fresh)
  } catch {
    // The server went away; whoever waits for it tells when it is back.
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
    if (old && !old.isEqualNode(part)) old.replaceWith(part)
  }
}

/** Lets frames look whether their page is still the one to show. */
function tell(frames: Iterable<HTMLIFrameElement>): void {
  for (const frame of frames) {
    const brand = known.get(brandOf(frame) ?? '')
    const imprintProblems = brand?.problems.some(({ severity }) => severity !== 'info') ?? false
    // To whatever is in the frame, which may not have its page yet; there is nothing in it to keep from anyone.
    frame.contentWindow?.postMessage({ imprintProblems }, '*')
  }
}

function brandOf(frame: HTMLIFrameElement): string | undefined {
  return frame.closest<HTMLElement>('section[data-brand]')?.dataset.brand
}

function allFrames(): HTMLIFrameElement[] {
  return [...document.querySelectorAll('iframe')]
}

// A page that has just come into its frame has not heard what happened between it and its script.
addEventListener('message', ({ source, data }) => {
  if (data === 'imprint-ready') tell(allFrames().filter(({ contentWindow }) => contentWindow === source))
})

const filter = document.querySelector<HTMLInputElement>('#filter')

/** Shows the brands that have what was typed in their names. */
function applyFilter(): void {
  const wanted = filter?.value.trim().toLowerCase() ?? ''
  let found = 0
  for (const section of document.querySelectorAll<HTMLElement>('section[data-brand]')) {
    const { brand } = section.dataset
    const names = `${section.querySelector('h2')?.textContent} ${brand}`.toLowerCase()
    section.hidden = !names.includes(wanted)
    const item = document.querySelector<HTMLElement>(`nav [data-brand="${brand}"]`)
    if (item) item.hidden = section.hidden
    if (!section.hidden) found++
  }
  const noMatch = document.getElementById('no-match')
  if (noMatch) noMatch.hidden = found > 0
}

filter?.addEventListener('input', applyFilter)
// A browser that comes back to the page may have kept what was typed.
addEventListener('pageshow', applyFilter)

stayConnected<Message>({
  token: ownScriptData().token ?? '',
  onMessage({ brands }, isFirst) {
    if (awayNote) awayNote.hidden = true
    // Versions of a server that was started again have nothing to do with those before.
    const before: typeof known = isFirst ? new Map() : known
    known = new Map(brands.map(brand => [brand.id, brand]))
    const hasChanged = (id = '') => before.get(id)?.version !== known.get(id)?.version
    tell(allFrames().filter(frame => hasChanged(brandOf(frame))))
    void bringUpToDate()
  },
  onAway() {
    if (awayNote) awayNote.hidden = false
  },
})
