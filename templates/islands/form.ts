// The provider's application form. Imprint decides when it is loaded, how much space is reserved for it, and what replaces it
// if it does not load. The island's state is in `data-state`: idle (from the server), loading, ready or failed.

import type { IslandEntry } from 'imprint/kit/browser'

interface Props {
  /** The address of the provider's script or, for a frame, of the provider's page. */
  readonly url: string
  /** The title of the frame. Without one, the script runs in the page. */
  readonly frame?: string
  /** Whether the frame never reports the height of its page. */
  readonly silent?: boolean
}

/** After this many milliseconds, visitors are shown other ways to apply. */
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
    // The hidden content is still laid out, but cannot be reached.
    host.inert = state === 'failed'
  }
  let tries = 0
  const load = () => {
    enter('loading')
    const wait = () => {
      if (island.dataset.state === 'loading') timer = setTimeout(enter, patience, 'failed')
    }
    // Browsers do not lay out a frame that is off the screen, so it cannot know its height.
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
      // The frame has another origin, so allow-same-origin gives it its own storage, but no access to this page.
      widget.setAttribute(
        'sandbox',
        'allow-scripts allow-forms allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation allow-same-origin',
      )
      widget.referrerPolicy = 'strict-origin'
      // Error pages load too, so only a reported height proves that there is a form.
      if (silent) widget.onload = () => enter('ready')
    } else {
      widget.async = true
      Object.assign(widget.dataset, host.dataset)
    }
    // Ignores events from the widget of an earlier attempt.
    widget.onerror = () => widget.isConnected && enter('failed')
    // While WebKit waits for a script, it does not request the script again unless the address differs.
    widget.src = frame || tries === 0 ? url : `${url}${url.includes('?') ? '&' : '?'}try=${tries}`
    tries++
    host.replaceChildren(widget)
  }
  if (frame) {
    // The frame reports the height of its page as { height: 812 }. Only messages from this frame and the provider's origin
    // are accepted.
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
    // The button is about to disappear, so the keyboard's focus moves here.
    island.tabIndex = -1
    island.focus({ preventScroll: true })
  }
  for (const button of island.querySelectorAll('button')) button.addEventListener('click', tryAgain)
  load()
}

export default awaken
