// The provider's disclosures, in the header's tooltip and in the footer: asked for once, however many places show
// them. Text only, never HTML: what a provider sends must not be able to do anything here.

import type { IslandEntry } from 'imprint/kit/browser'
import { type Disclosures, maximumBytes, paragraphsOf, parseAnswer } from './answer.ts'
import { hoverTip } from './hover-tip.ts'

interface Props {
  readonly url: string
  /** What the footer says meanwhile and on failure. Without these, the text that is there stays. */
  readonly messages?: { readonly loading: string; readonly failed: string }
}

/** In milliseconds, for the whole answer. */
const patience = 8000

let asked: Promise<Disclosures | undefined> | undefined

/** The disclosures, or undefined when the provider did not send any; that stands on the console then. */
function ask(url: string): Promise<Disclosures | undefined> {
  asked ??= request(url).catch(error => {
    console.error('Failed to load disclosures.', error)
    return undefined
  })
  return asked
}

async function request(url: string): Promise<Disclosures> {
  // Not AbortSignal.timeout: Safari 15 has none.
  const controller = new AbortController()
  setTimeout(() => controller.abort(new Error(`No answer within ${patience} ms.`)), patience)
  const response = await fetch(url, {
    priority: 'low',
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    signal: controller.signal,
  })
  if (!response.ok) throw new Error(`Status ${response.status}.`)
  const body = await response.blob()
  if (body.size > maximumBytes) throw new Error(`${body.size} bytes.`)
  return parseAnswer(await body.text())
}

function element(name: string, content: readonly Node[] | string, className = ''): HTMLElement {
  const created = document.createElement(name)
  if (className) created.className = className
  created.append(...content)
  return created
}

const paragraphs = (text: string) => paragraphsOf(text).map(paragraph => element('p', [new Text(paragraph)]))

/** Keeps what is the same, so that nobody loses a selection. */
function show(place: Element | null | undefined, next: HTMLElement): void {
  if (!place?.isEqualNode(next)) place?.replaceWith(next)
}

const awaken: IslandEntry<Props> = (island, { url, messages }) => {
  const answer = ask(url)
  if (island.querySelector('[popover]')) {
    hoverTip(island)
    void answer.then(disclosures => {
      if (disclosures?.advertiser) {
        show(
          island.querySelector('.tip-text'),
          element('div', paragraphs(disclosures.advertiser), 'tip-text'),
        )
      }
    })
    return
  }
  if (messages) {
    // Nobody at the end of the page shall see it jump.
    island.style.minHeight = `${island.offsetHeight}px`
    island.setAttribute('aria-live', 'polite')
    island.setAttribute('aria-busy', 'true')
    island.replaceChildren(element('p', [new Text(messages.loading)]))
  }
  void answer.then(disclosures => {
    if (disclosures) {
      // Long texts that nobody asked to hear are not read out.
      island.removeAttribute('aria-live')
      const grid = disclosures.entries.map(({ heading, text }) =>
        element('div', [element('h3', [new Text(heading)]), ...paragraphs(text)]),
      )
      island.style.minHeight = ''
      if (messages) island.replaceChildren(element('div', grid, 'disclosure-grid'))
      else show(island.firstElementChild, element('div', grid, 'disclosure-grid'))
    } else if (messages) {
      if (island.getBoundingClientRect().top > innerHeight) island.style.minHeight = ''
      island.replaceChildren(element('p', [new Text(messages.failed)], 'failure'))
    }
    island.removeAttribute('aria-busy')
  })
}

export default awaken
