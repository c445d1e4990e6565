// A store of sites behind HTTP, as Bazel's remote caches speak it: GET, HEAD and PUT of `/ac/<hash>` and `/cas/<hash>`.

import type { BlobStore } from '../output/index.ts'

interface HttpStoreOptions {
  /** Sent with each request as `Authorization: Bearer`. */
  readonly token?: string | undefined
  /** Ends requests that are under way. */
  readonly signal?: AbortSignal
  /** Milliseconds for one request. A store that is slower is worse than none. */
  readonly patience?: number
  /** Milliseconds for all requests of a build together, times when none is under way not counted. */
  readonly budget: number
}

export function httpStore(address: string, options: HttpStoreOptions): BlobStore {
  const { token, signal, patience = 10_000, budget } = options
  const base = address.replace(/\/+$/, '')
  let underWay = 0
  let since = 0
  let spent = 0
  const limited = async <Value>(work: () => Promise<Value>): Promise<Value> => {
    const total = spent + (underWay > 0 ? performance.now() - since : 0)
    if (total > budget) throw new Error(`it took more than ${Math.round(budget / 1000)} s in all`)
    if (underWay++ === 0) since = performance.now()
    try {
      return await work()
    } finally {
      if (--underWay === 0) spent += performance.now() - since
    }
  }
  const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` }
  const ask = async (path: string, init: RequestInit = {}): Promise<Response> => {
    const response = await fetch(`${base}/${path}`, {
      ...init,
      headers,
      // The token goes to this host only.
      redirect: 'error',
      signal: AbortSignal.any([AbortSignal.timeout(patience), ...(signal ? [signal] : [])]),
    })
    if (response.ok || response.status === 404) return response
    await response.body?.cancel()
    throw new Error(`it answered ${response.status}`)
  }
  const get: BlobStore['get'] = async (kind, name) => {
    const response = await ask(`${kind}/${name}`)
    if (response.ok) return new Uint8Array(await response.arrayBuffer())
    await response.body?.cancel()
    return undefined
  }
  const put: BlobStore['put'] = async (kind, name, bytes) => {
    if (kind === 'cas' && (await ask(`${kind}/${name}`, { method: 'HEAD' })).ok) return
    const response = await ask(`${kind}/${name}`, { method: 'PUT', body: Buffer.from(bytes) })
    await response.body?.cancel()
    if (!response.ok) throw new Error(`it answered ${response.status}`)
  }
  return {
    get: (...asked) => limited(async () => get(...asked)),
    put: (...given) => limited(async () => put(...given)),
  }
}
