// A store of sites behind HTTP, with the protocol of Bazel's remote caches: GET, HEAD and PUT of `/ac/<hash>` and `/cas/<hash>`.

import { readStream } from '../../files/index.ts'
import { type BlobStore, StoreFault } from '../../output/index.ts'

interface HttpStoreOptions {
  /** Sent with each request as `Authorization: Bearer`. */
  readonly token?: string | undefined
  /** Aborts requests in progress. */
  readonly signal?: AbortSignal
  /** Milliseconds for one request, until its response is complete. A slower store is worse than none. */
  readonly patience?: number
  /** Milliseconds for all requests of a build together, not counting the time without any. */
  readonly budget: number
}

export function httpStore(address: string, options: HttpStoreOptions): BlobStore {
  const { token, signal, patience = 10_000, budget } = options
  const { base, credentials } = partsOf(address)
  const authorization = token === undefined ? credentials : `Bearer ${token}`
  let underWay = 0
  let since = 0
  let spent = 0
  const limited = async <Value>(work: (signal: AbortSignal) => Promise<Value>): Promise<Value> => {
    const total = spent + (underWay > 0 ? performance.now() - since : 0)
    if (total > budget) throw new StoreFault(`it took more than ${Math.round(budget / 1000)} s in total`)
    if (underWay++ === 0) since = performance.now()
    try {
      return await within(patience, signal, work)
    } finally {
      if (--underWay === 0) spent += performance.now() - since
    }
  }
  // Bytes are counted as they are read, so compression gains nothing.
  const headers = { 'accept-encoding': 'identity', ...(authorization && { authorization }) }
  const ask = async (path: string, ends: AbortSignal, init: RequestInit = {}): Promise<Response> => {
    // The token goes to this host only.
    const response = await fetch(`${base}/${path}`, { ...init, headers, redirect: 'error', signal: ends })
    if (response.ok || response.status === 404) return response
    await response.body?.cancel()
    throw new StoreFault(`it responded with status ${response.status}`)
  }
  return {
    get: (kind, name, limit) =>
      limited(async ends => {
        const response = await ask(`${kind}/${name}`, ends)
        if (response.ok) return bytesOf(response, limit, ends)
        await response.body?.cancel()
        return undefined
      }),
    put: (kind, name, bytes) =>
      limited(async ends => {
        if (kind === 'cas' && (await ask(`${kind}/${name}`, ends, { method: 'HEAD' })).ok) return
        const response = await ask(`${kind}/${name}`, ends, { method: 'PUT', body: Buffer.from(bytes) })
        await response.body?.cancel()
        if (!response.ok) throw new StoreFault(`it responded with status ${response.status}`)
      }),
  }
}

/** An address without name and password, safe to print. */
export function shownAddress(address: string): string {
  if (!URL.canParse(address)) return address
  const url = new URL(address)
  if (url.username === '' && url.password === '') return address
  url.username = ''
  url.password = ''
  return url.href
}

/** `fetch` accepts no name or password in an address. */
function partsOf(address: string): { readonly base: string; readonly credentials: string | undefined } {
  const { username, password } = new URL(address)
  const pair = [username, password].map(decodeURIComponent).join(':')
  return {
    base: shownAddress(address).replace(/\/+$/, ''),
    credentials: pair === ':' ? undefined : `Basic ${Buffer.from(pair).toString('base64')}`,
  }
}

/**
 * Aborts work after some milliseconds or on a signal. It has its own timer, because that of a composed `AbortSignal` is
 * garbage-collected on Node 20 and never fires.
 */
async function within<Value>(
  milliseconds: number,
  signal: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<Value>,
): Promise<Value> {
  signal?.throwIfAborted()
  const ends = new AbortController()
  const late = new StoreFault(`it did not respond within ${milliseconds / 1000} s`)
  const stopped = new Promise<never>((_, reject) =>
    ends.signal.addEventListener('abort', () => reject(ends.signal.reason)),
  )
  const timer = setTimeout(() => ends.abort(late), milliseconds)
  const forward = (): void => ends.abort(signal?.reason)
  signal?.addEventListener('abort', forward)
  try {
    return await Promise.race([work(ends.signal), stopped])
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', forward)
  }
}

async function bytesOf(response: Response, limit: number, ends: AbortSignal): Promise<Uint8Array> {
  const bytes = await readStream(response.body, limit, ends)
  if (bytes === undefined) throw new StoreFault(`its response has more than ${limit} bytes`)
  return bytes
}
