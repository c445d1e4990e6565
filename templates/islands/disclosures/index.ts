// The provider's disclosures in the header's tooltip and in the footer. They are fetched once, however many places show them,
// and inserted as text, never as HTML: nothing that a provider sends may run on the page.

import type { IslandEntry } from 'imprint/kit/browser'
import failure from '../../disclosures.failure.css'
import grid from '../../disclosures.grid.css'
import { type Disclosures, maximumBytes, paragraphsOf, parseAnswer } from './answer.ts'
import { hoverTip } from './hover-tip.ts'

interface Props {
  readonly url: string
  /** The language of the provider's disclosures, if it differs from the page's. */
  readonly language?: string
  /** The footer's messages while loading and after a failure. Without them, the existing text stays. */
  readonly messages?: { readonly loading: string; readonly failed: string; readonly retry: string }
}

/** The time limit for the complete response, in milliseconds. */
const patience = 8000

let asked: Promise<Disclosures | undefined> | undefined

/** The disclosures. Undefined if the provider did not send any; the console then shows the reason. */
function ask(url: string): Promise<Disclosures | undefined> {
  asked ??= request(url).catch(error => {
    console.error('Failed to load disclosures.', error)
    return undefined
  })
  return asked
}

/** The handlers of the page's islands, called with the disclosures or, if the request failed, with undefined. */
const places: ((disclosures: Disclosures | undefined) => void)[] = []

async function request(url: string): Promise<Disclosures> {
  // Not AbortSignal.timeout, which Safari 15 lacks.
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

/** Leaves unchanged elements alone, so that a selection is not lost. */
function show(place: Element | null | undefined, next: HTMLElement): void {
  if (!place?.isEqualNode(next)) place?.replaceWith(next)
}

/** The provider's content, marked with its language. */
function texts(content: readonly Node[], className: string, { language }: Props): HTMLElement {
  const created = element('div', content, className)
  if (language) created.lang = language
  return created
}

function tipOf(island: HTMLElement, props: Props): (typeof places)[number] {
  hoverTip(island)
  return disclosures => {
    if (!disclosures?.advertiser) return
    show(island.querySelector('.tip-text'), texts(paragraphs(disclosures.advertiser), 'tip-text', props))
  }
}

function gridOf(island: HTMLElement, props: Props): (typeof places)[number] {
  const { url, messages } = props
  const say = (text: string, className: string) => {
    island.setAttribute('aria-live', 'polite')
    island.replaceChildren(element('p', [new Text(text)], className))
  }
  const wait = () => {
    if (!messages) return
    say(messages.loading, '')
    island.setAttribute('aria-busy', 'true')
  }
  wait()
  // Elements that only this script makes have their styles in a constructed sheet, as the policy requires.
  if (messages && 'adoptedStyleSheets' in document) {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(grid + failure)
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  }
  return disclosures => {
    island.removeAttribute('aria-busy')
    if (disclosures) {
      // Screen readers must not read long text without being asked.
      island.removeAttribute('aria-live')
      const grid = disclosures.entries.map(({ heading, text }) =>
        element('div', [element('h3', [new Text(heading)]), ...paragraphs(text)]),
      )
      const next = texts(grid, 'disclosure-grid', props)
      if (messages) island.replaceChildren(next)
      else show(island.firstElementChild, next)
    } else if (messages) {
      say(messages.failed, 'failure')
      const retry = element('button', [new Text(messages.retry)], 'button')
      retry.onclick = () => {
        wait()
        // The button is about to disappear, so the keyboard's focus moves here.
        island.tabIndex = -1
        island.focus({ preventScroll: true })
        asked = undefined
        void ask(url).then(answer => {
          for (const place of places) place(answer)
        })
      }
      island.append(retry)
    }
  }
}

const awaken: IslandEntry<Props> = (island, props) => {
  const place = island.querySelector('[popover]') ? tipOf(island, props) : gridOf(island, props)
  places.push(place)
  void ask(props.url).then(place)
}

export default awaken
