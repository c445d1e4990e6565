// HTTP over bare sockets, because a proper client would correct the very requests under test.

import { connect, type Socket } from 'node:net'

/**
 * The server keeps a silent connection for this many milliseconds, so a shutdown that waited for it would take at least as
 * long.
 */
export const keepAlive = 5000

export interface Answer {
  /** 0 if the connection was closed without a response. */
  readonly status: number
  /** Names are in lower case. */
  readonly headers: Readonly<Record<string, string>>
  /** As latin1, so that any bytes can be compared. */
  readonly body: string
  /** All bytes that were received for the request. */
  readonly raw: string
}

/** Sends bytes over a new connection and reads the response. Ends after `count` responses or when the connection is closed. */
export function exchange(port: number, bytes: string, count = 1): Promise<Answer[]> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    const answers: Answer[] = []
    let rest = ''
    const take = (ended: boolean): void => {
      for (let answer = firstAnswer(rest, ended); answer !== undefined; answer = firstAnswer(rest, ended)) {
        answers.push(answer)
        rest = rest.slice(answer.raw.length)
      }
      if (ended || answers.length >= count) {
        socket.destroy()
        resolve(answers)
      }
    }
    socket.setEncoding('latin1')
    socket.on('data', chunk => {
      rest += chunk
      take(false)
    })
    socket.on('close', () => take(true))
    socket.on('error', (error: NodeJS.ErrnoException) => {
      // The server may close the connection during the request; the bytes before that count.
      if (error.code === 'ECONNRESET' || error.code === 'EPIPE') take(true)
      else reject(error)
    })
    socket.write(bytes, 'latin1')
  })
}

/** One request with its own headers. `Host` is `localhost` unless given. */
export async function ask(
  port: number,
  target: string,
  options: { readonly method?: string; readonly headers?: Readonly<Record<string, string>> } = {},
): Promise<Answer> {
  const [answer] = await exchange(port, requestText(target, options))
  return answer ?? { status: 0, headers: {}, body: '', raw: '' }
}

export function requestText(
  target: string,
  options: { readonly method?: string; readonly headers?: Readonly<Record<string, string>> } = {},
): string {
  const headers = { Host: 'localhost', ...options.headers }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${options.method ?? 'GET'} ${target} HTTP/1.1\r\n${lines.join('')}\r\n`
}

/** An open connection and the bytes received so far. */
export function hold(port: number, bytes = ''): { readonly socket: Socket; received(): string } {
  const socket = connect(port, '127.0.0.1')
  let received = ''
  socket.setEncoding('latin1')
  socket.on('data', chunk => {
    received += chunk
  })
  socket.on('error', () => undefined)
  socket.write(bytes, 'latin1')
  return { socket, received: () => received }
}

/**
 * The first complete response in the received bytes. A response without a length is complete when the connection has ended.
 */
function firstAnswer(received: string, ended: boolean): Answer | undefined {
  const start = received.indexOf('\r\n\r\n') + 4
  if (start === 3) return undefined
  const [statusLine = '', ...lines] = received.slice(0, start - 4).split('\r\n')
  const headers = Object.fromEntries(
    lines.map(line => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
    }),
  )
  const status = Number(statusLine.split(' ')[1])
  const length = status === 304 ? 0 : headers['content-length']
  const end = length === undefined ? received.length : start + Number(length)
  if (!ended && (length === undefined || end > received.length)) return undefined
  return { status, headers, body: received.slice(start, end), raw: received.slice(0, end) }
}
