// One bounded request. Used by `verify`, `disclosures` and `diff --against live`, the only commands that use the network.

import { readStream } from '../files/index.ts'

/** A server's response, or the reason why there is none. */
export type Answer =
  | { readonly status: number; readonly headers: Headers; readonly bytes: Uint8Array; readonly url: string }
  | {
      readonly failure: string
      /** The system's name of the error, such as `ENOTFOUND`; empty if it has none. */
      readonly code: string
    }

interface AskOptions {
  /** Milliseconds until the response must be complete; default 10,000. */
  readonly timeout?: number
  /** Bytes; default 20 MB. A longer response is a failure. */
  readonly limit?: number
  /** Whether redirects are followed; otherwise, a redirect is a response like any other. Default true. */
  readonly follow?: boolean
  /** Headers in addition to the name of this program. */
  readonly headers?: Readonly<Record<string, string>>
}

export async function ask(
  url: string,
  { timeout = 10_000, limit = 20_000_000, follow = true, headers = {} }: AskOptions = {},
): Promise<Answer> {
  const deadline = new AbortController()
  const timer = setTimeout(() => deadline.abort(), timeout)
  const once = () => answerOf(url, { signal: deadline.signal, limit, follow, headers })
  const failureOf = (error: unknown): Answer => {
    if (deadline.signal.aborted)
      return { failure: `it did not respond within ${timeout / 1000} seconds`, code: '' }
    // The message is only "fetch failed"; the cause has the reason.
    const code = codeOf(error)
    const reason = reasons[code]
    const { cause, message } = error as FetchError
    return { failure: reason === undefined ? (cause?.message ?? message) : `${reason} (${code})`, code }
  }
  // The server may have closed a reused connection in the meantime.
  return once()
    .catch(error => (wasCut.includes(codeOf(error)) ? once() : Promise.reject(error)))
    .catch(failureOf)
    .finally(() => clearTimeout(timer))
}

async function answerOf(
  url: string,
  {
    signal,
    limit,
    follow,
    headers,
  }: Required<Omit<AskOptions, 'timeout'>> & { readonly signal: AbortSignal },
): Promise<Answer> {
  const response = await fetch(url, {
    redirect: follow ? 'follow' : 'manual',
    signal,
    headers: { 'user-agent': 'imprint', ...headers },
  })
  const bytes = await readStream(response.body, limit, signal)
  if (bytes === undefined) return { failure: `its response has more than ${limit} bytes`, code: '' }
  return {
    status: response.status,
    headers: response.headers,
    bytes,
    url: response.url,
  }
}

interface FetchError extends Error {
  readonly cause?: { readonly code?: string; readonly message?: string }
}

const codeOf = (error: unknown): string => (error as FetchError).cause?.code ?? ''

const wasCut = ['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE']

/** The meaning of the codes of failed requests; for others, such as certificates, the system's own message is shown. */
const reasons: Readonly<Record<string, string>> = {
  ENOTFOUND: 'there is no host with that name, or no network connection',
  EAI_AGAIN: 'the name could not be looked up (is there a network connection?)',
  ECONNREFUSED: 'nothing is listening there',
  ECONNRESET: 'the connection was lost',
  ENETUNREACH: 'there is no network connection',
  EHOSTUNREACH: 'the host cannot be reached',
  UND_ERR_SOCKET: 'the connection was lost',
}
