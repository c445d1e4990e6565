// A store of sites behind HTTP, as Bazel's remote caches speak it: GET, HEAD and PUT of `/ac/<hash>` and `/cas/<hash>`.

import type { BlobStore } from '../output/index.ts'

/** In milliseconds: a store that is slower than this is worse than none. */
const patience = 10_000

/** @param token Sent with each request as `Authorization: Bearer`. */
export function httpStore(address: string, token: string | undefined): BlobStore {
  const base = address.replace(/\/+$/, '')
  const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` }
  const ask = async (path: string, init: RequestInit = {}): Promise<Response> => {
    const response = await fetch(`${base}/${path}`, {
      ...init,
      headers,
      // A token goes to nobody else.
      redirect: 'error',
      signal: AbortSignal.timeout(patience),
    })
    if (response.ok || response.status === 404) return response
    await response.body?.cancel()
    throw new Error(`it answered ${response.status}`)
  }
  return {
    async get(kind, name) {
      const response = await ask(`${kind}/${name}`)
      if (response.ok) return new Uint8Array(await response.arrayBuffer())
      await response.body?.cancel()
      return undefined
    },
    async put(kind, name, bytes) {
      if (kind === 'cas' && (await ask(`${kind}/${name}`, { method: 'HEAD' })).ok) return
      const response = await ask(`${kind}/${name}`, { method: 'PUT', body: Buffer.from(bytes) })
      await response.body?.cancel()
      if (!response.ok) throw new Error(`it answered ${response.status}`)
    },
  }
}
