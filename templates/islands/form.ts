// The application form. It belongs to the provider; Imprint decides when it is loaded, the space reserved for it and what
// replaces it if it does not load. States of the island, as `data-state`: idle (from the server), loading, ready, failed.

import type { IslandEntry } from 'imprint/kit/browser'

interface Props {
  /** The provider's script, or its page for a frame. */
  readonly url: string
  /** Title of the frame; without one, the script runs in the page. */
  readonly frame?: string
  /** Whether the frame never reports the height of its page. */
  readonly silent?: boolean
}

/** How long the form may take before visitors are shown other ways to apply, in milliseconds. */
const patience = 10_000

/** The largest height that a frame may ask for, in pixels. */
const tallest = 4000

const awaken: IslandEntry<Props> = (island, { url, frame, silent }) => {
  const host = island.querySelector<HTMLElement>('.form-host')
  if (!host) return
  let timer: ReturnType<typeof setTimeout> | undefined
  const enter = (state: 'loading' | 'ready' | 'failed') => {
    clearTimeout(timer)
    island.dataset.state = state
    // The hidden content is still laid out, but out of reach.
    host.inert = state === 'failed'
  }
  let tries = 0
  const load = () => {
    enter('loading')
    const wait = () => {
      if (island.dataset.state === 'loading') timer = setTimeout(enter, patience, 'failed')
    }
    // Browsers do not lay out a frame that is out of sight, so it cannot know its height.
    if (frame)
      new IntersectionObserver((entries, observer) => {
        if (!entries.some(entry => entry.isIntersecting)) return
        observer.disconnect()
        wait()
      }).observe(island)
    else wait()
    const widget = document.createElement(frame ? 'iframe' : 'script') as HTMLIFrameElement &
      HTMLScriptElement
    if (frame) {
      widget.title = frame
      // Its origin is another one, so allow-same-origin gives it its own storage and nothing of this page.
      widget.setAttribute(
        'sandbox',
        'allow-scripts allow-forms allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation allow-same-origin',
      )
      widget.referrerPolicy = 'strict-origin'
      // Error pages load too: only a height proves that there is a form.
      if (silent) widget.onload = () => enter('ready')
    } else {
      widget.async = true
      Object.assign(widget.dataset, host.dataset)
    }
    // Events of an earlier attempt's widget are ignored.
    widget.onerror = () => widget.isConnected && enter('failed')
    // WebKit asks for no script again that it still waits for, unless the address differs.
    widget.src = frame || tries === 0 ? url : `${url}${url.includes('?') ? '&' : '?'}try=${tries}`
    tries++
    host.replaceChildren(widget)
  }
  if (frame) {
    // The frame reports the height of its page: { height: 812 }, accepted only from the provider's origin and from this frame.
    addEventListener('message', ({ source, origin, data }) => {
      const widget = host.querySelector('iframe')
      const height = Number(data?.height)
      if (source !== widget?.contentWindow || origin !== new URL(url).origin || !(height > 0)) return
      widget.style.height = `${Math.min(height, tallest)}px`
      enter('ready')
    })
  } else {
    // A form that loads late is still shown.
    new MutationObserver((_, observer) => {
      if (!host.querySelector(':not(script,style,link)')) return
      observer.disconnect()
      enter('ready')
    }).observe(host, { childList: true, subtree: true })
  }
  const tryAgain = () => {
    load()
    // The button goes away; keep the keyboard's focus here.
    island.tabIndex = -1
    island.focus({ preventScroll: true })
  }
  for (const button of island.querySelectorAll('button')) button.addEventListener('click', tryAgain)
  load()
}

export default awaken
