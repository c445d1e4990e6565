// A port for a server of another program.

import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/**
 * A port without a server. It is below the ports that systems assign (from 32,768 on Linux, from 49,152 elsewhere), so no
 * connection and no server of another test takes it first.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 32_768)
    const server = createServer()
    const isFree = await new Promise<boolean>(resolve => {
      server.once('error', () => resolve(false))
      server.listen(port, '127.0.0.1', () => resolve(true))
    })
    if (!isFree) continue
    await new Promise(resolve => server.close(resolve))
    return port
  }
}
