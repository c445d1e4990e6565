// The reload channel, as a page keeps hold of it.

import { fetchThisPage, tokenIn } from './this-page.ts'

export interface ConnectionOptions<Message> {
  readonly token: string
  /** @param isFirst Whether it is the first one of a new connection. */
  readonly onMessage: (message: Message, isFirst: boolean) => void
  /** Told when the server does not answer any more. */
  readonly onAway: () => void
}

/** Between two looks for a server that does not answer, in milliseconds. */
const pause = 1000

/**
 * Listens to the server's messages for as long as the page is looked at. The first one comes at once, and again after
 * every break.
 *
 * A page that nobody looks at lets go: over all its tabs a browser gives one host six connections, and with six of
 * them taken no page of the host would load any more. So does a page that the browser keeps for going back to.
 */
export function stayConnected<Message>(options: ConnectionOptions<Message>): void {
  const { onMessage, onAway } = options
  let { token } = options
  let source: EventSource | undefined
  let search: AbortController | undefined

  const connect = () => {
    source = new EventSource(`/__imprint/events?token=${encodeURIComponent(token)}`)
    let isFirst = true
    source.onmessage = ({ data }) => {
      onMessage(JSON.parse(data), isFirst)
      isFirst = false
    }
    // Some browsers would connect again by themselves and some give up; and a server that was started again does not
    // know the token. So it is looked for in one way, whatever happened.
    source.onerror = () => {
      letGo()
      search = new AbortController()
      void findServer(search.signal)
    }
  }
  const findServer = async (signal: AbortSignal): Promise<void> => {
    for (;;) {
      await new Promise(resolve => setTimeout(resolve, pause))
      if (signal.aborted) return
      const found = await currentToken(signal)
      if (signal.aborted) return
      if (found !== undefined) {
        token = found
        search = undefined
        return connect()
      }
      onAway()
    }
  }
  const letGo = () => {
    source?.close()
    search?.abort()
    source = search = undefined
  }

  let left = false
  const adjust = () => {
    const wanted = !left && document.visibilityState === 'visible'
    if (!wanted) letGo()
    else if (source === undefined && search === undefined) connect()
  }
  document.addEventListener('visibilitychange', adjust)
  addEventListener('pagehide', () => {
    left = true
    adjust()
  })
  addEventListener('pageshow', () => {
    left = false
    adjust()
  })
  adjust()
}

async function currentToken(signal: AbortSignal): Promise<string | undefined> {
  try {
    return tokenIn(await (await fetchThisPage(signal)).text())
  } catch {
    return undefined
  }
}
