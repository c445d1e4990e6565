// The page's connection to the event stream of the server.

import { fetchThisPage, tokenIn } from './this-page.ts'

interface ConnectionOptions<Message> {
  readonly token: string
  /** @param isFirst Whether the message is the first of a new connection. */
  readonly onMessage: (message: Message, isFirst: boolean) => void
  /** Called when the server no longer responds. */
  readonly onAway: () => void
}

/** Milliseconds between attempts to reach a server that does not respond. */
const pause = 1000

/**
 * Receives the server's messages while the page is visible. The first one arrives immediately after every connection.
 *
 * A hidden page disconnects, because a browser allows six connections to a host over all its tabs: with all six taken, no page of
 * the host would load. A page in the back/forward cache disconnects too.
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
    // Some browsers reconnect on their own, some give up, and a restarted server does not know the token. So this script always
    // reconnects itself.
    source.onerror = () => {
      disconnect()
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
  const disconnect = () => {
    source?.close()
    search?.abort()
    source = search = undefined
  }

  let hasLeft = false
  const update = () => {
    const wanted = !hasLeft && document.visibilityState === 'visible'
    if (!wanted) disconnect()
    else if (source === undefined && search === undefined) connect()
  }
  document.addEventListener('visibilitychange', update)
  addEventListener('pagehide', () => {
    hasLeft = true
    update()
  })
  addEventListener('pageshow', () => {
    hasLeft = false
    update()
  })
  update()
}

async function currentToken(signal: AbortSignal): Promise<string | undefined> {
  try {
    return tokenIn(await (await fetchThisPage(signal)).text())
  } catch {
    return undefined
  }
}
