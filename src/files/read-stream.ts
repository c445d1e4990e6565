// Reads a stream of bytes that may be too long or never end, such as the body of an HTTP response.

/**
 * All bytes of a stream, or undefined if there are more than `limit`. Once this returns or throws, nothing more is read. The
 * stream is cancelled here because the `fetch` of Node 20 and 22 forgets its signal when garbage is collected: a response that
 * drips would be read forever, and its connection would keep the process alive.
 */
export async function readStream(
  stream: ReadableStream<Uint8Array> | null,
  limit: number,
  signal: AbortSignal,
): Promise<Uint8Array | undefined> {
  const reader = stream?.getReader()
  if (reader === undefined) return new Uint8Array()
  const cancel = (): void => void reader.cancel(signal.reason).catch(() => undefined)
  signal.addEventListener('abort', cancel)
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    signal.throwIfAborted()
    for (;;) {
      const { done, value } = await reader.read()
      // A stream that was cancelled is done.
      signal.throwIfAborted()
      if (done) return new Uint8Array(Buffer.concat(chunks))
      size += value.length
      if (size > limit) return undefined
      chunks.push(value)
    }
  } finally {
    signal.removeEventListener('abort', cancel)
    cancel()
  }
}
