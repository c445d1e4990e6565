import { createServer } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import {
  type EventConnection,
  type RunningServer,
  type ServerOptions,
  startServer,
  textReply,
  type VettedRequest,
} from '../../src/dev/http/index.ts'
import { ask, exchange, hold, keepAlive, requestText } from './http-client.ts'

const secret = 'what only the user may see'

async function serverOf(options: Partial<ServerOptions> = {}): Promise<RunningServer> {
  const { value, diagnostics } = await startServer({
    port: 0,
    respond: () => textReply(200, secret),
    ...options,
  })
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([])
  onTestFinished(() => value?.close())
  return value!
}

/** Occupies a port until the test has ended. */
async function occupied(host = '127.0.0.1', port = 0): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  onTestFinished(() => void server.close())
  return (server.address() as { port: number }).port
}

describe('an answer', () => {
  test('has the server’s own headers in addition to those of the reply', async () => {
    const { port } = await serverOf({ respond: () => textReply(200, 'Hello.', { 'x-own': 'yes' }) })
    const answer = await ask(port, '/')
    expect(answer).toMatchObject({ status: 200, body: 'Hello.\n' })
    expect(answer.headers).toMatchObject({
      'x-own': 'yes',
      'content-type': 'text/plain; charset=utf-8',
      'content-length': '7',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
    })
  })

  test('keeps the reply’s own lifetime, and never lets other origins read it', async () => {
    const headers = {
      'cache-control': 'public, max-age=60',
      'x-content-type-options': 'off',
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
    }
    const { port } = await serverOf({ respond: () => textReply(200, 'Hello.', headers) })
    const answer = await ask(port, '/', { headers: { Origin: `http://localhost` } })
    expect(answer.headers).toMatchObject({
      'cache-control': 'public, max-age=60',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
    })
    expect(answer.raw.toLowerCase()).not.toContain('access-control')
  })

  test('is 404 if there is no answer', async () => {
    const { port } = await serverOf({ respond: () => undefined })
    expect(await ask(port, '/x')).toMatchObject({ status: 404, body: 'There is nothing at this address.\n' })
  })

  test('to HEAD is the same without a body', async () => {
    const { port } = await serverOf()
    const [head, get] = await exchange(
      port,
      requestText('/', { method: 'HEAD', headers: { Connection: 'close' } }),
      2,
    )
    expect(head).toMatchObject({ status: 200, body: '' })
    expect(head?.headers['content-length']).toBe(String(secret.length + 1))
    expect(get).toBeUndefined()
  })

  test('hides the details of an error, which the server’s owner gets', async () => {
    const errors: unknown[] = []
    const { port } = await serverOf({
      respond() {
        throw new Error(secret)
      },
      onError: error => errors.push(error),
    })
    const answer = await ask(port, '/')
    expect(answer.status).toBe(500)
    expect(answer.raw).not.toContain(secret)
    expect(errors).toEqual([new Error(secret)])
  })

  test('with an invalid header gives no answer, and does not end the server', async () => {
    const errors: unknown[] = []
    const { port } = await serverOf({
      respond: ({ path }) => textReply(200, 'Hello.', path === '/bad' ? { 'x-bad': 'a\nb: c' } : {}),
      onError: error => errors.push(error),
    })
    expect(await ask(port, '/bad')).toMatchObject({ status: 0 })
    expect(errors).toHaveLength(1)
    expect((await ask(port, '/')).status).toBe(200)
  })
})

describe('a request', () => {
  test('comes to the answerer vetted and plain', async () => {
    const seen: VettedRequest[] = []
    const { port } = await serverOf({
      allowedHosts: ['aurora.localhost'],
      respond(request) {
        seen.push(request)
        return undefined
      },
    })
    await ask(port, '/caf%C3%A9/a%20b?x=%2e%2e/?y#', { headers: { Host: 'x' } })
    await ask(port, '/caf%C3%A9/a%20b?x=%2e%2e/?y', {
      headers: { Host: 'Aurora.Localhost:80', 'X-Own': '1' },
    })
    expect(seen).toHaveLength(1)
    expect(seen[0]).toMatchObject({
      method: 'GET',
      host: 'aurora.localhost',
      path: '/café/a b',
      query: 'x=%2e%2e/?y',
      headers: { 'x-own': '1' },
    })
  })

  test.each(['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE', 'PROPFIND', 'QUERY'])(
    'with %s is refused',
    async method => {
      const { port } = await serverOf()
      const answer = await ask(port, '/', { method })
      expect(answer.status).toBe(405)
      expect(answer.headers.allow).toBe('GET, HEAD')
      expect(answer.body).not.toContain(secret)
    },
  )

  test.each([
    ['Content-Length', '5'],
    ['Transfer-Encoding', 'chunked'],
  ])('with a body (%s) is refused, and the connection ends', async (name, value) => {
    const { port } = await serverOf()
    const answer = await ask(port, '/', { headers: { [name]: value } })
    expect(answer.status).toBe(400)
    expect(answer.headers.connection).toBe('close')
  })

  test('to CONNECT or to upgrade gets no other protocol', async () => {
    const { port } = await serverOf()
    expect((await ask(port, 'localhost:80', { method: 'CONNECT' })).status).toBe(0)
    const upgrade = { Connection: 'Upgrade', Upgrade: 'websocket' }
    expect((await ask(port, '/', { headers: upgrade })).status).not.toBe(101)
  })

  test('that is too long or no HTTP at all is refused without an echo', async () => {
    const { port } = await serverOf()
    const long = await ask(port, '/', { headers: { Cookie: 'marker'.repeat(4000) } })
    expect(long.status).toBe(431)
    expect((await ask(port, `/${'marker'.repeat(2000)}`)).status).toBe(400)
    const [nonsense] = await exchange(port, 'marker marker\r\n\r\n')
    expect(nonsense?.status).toBe(400)
    expect(long.raw + nonsense?.raw).not.toContain('marker')
  })
})

describe('event streams', () => {
  const streaming = async () => {
    const connections: EventConnection[] = []
    const closed: number[] = []
    const server = await serverOf({
      respond: () => ({
        status: 200,
        headers: { 'content-type': 'text/event-stream' },
        body(connection) {
          const number = connections.push(connection)
          connection.onClose(() => closed.push(number))
        },
      }),
    })
    return { server, connections, closed }
  }

  test('stay open and carry messages', async () => {
    const { server, connections, closed } = await streaming()
    const client = hold(server.port, requestText('/'))
    await expect.poll(() => connections.length).toBe(1)
    await expect.poll(() => client.received()).toContain('text/event-stream')
    expect(client.received()).not.toMatch(/content-length/i)
    connections[0]?.write('data: one\n\n')
    await expect.poll(() => client.received()).toContain('data: one')
    connections[0]?.write('data: two\n\n')
    await expect.poll(() => client.received()).toContain('data: two')
    client.socket.destroy()
    await expect.poll(() => closed).toEqual([1])
    // No server is listening anymore, which is not an error.
    connections[0]?.write('data: three\n\n')
  })

  test('are not opened for HEAD', async () => {
    const { server, connections } = await streaming()
    const [answer] = await exchange(
      server.port,
      requestText('/', { method: 'HEAD', headers: { Connection: 'close' } }),
      2,
    )
    expect(answer).toMatchObject({ status: 200, body: '' })
    expect(connections).toEqual([])
  })

  test('end if nobody reads them', async () => {
    const { server, connections, closed } = await streaming()
    const client = hold(server.port, requestText('/'))
    await expect.poll(() => connections.length).toBe(1)
    client.socket.pause()
    const chunk = `data: ${'x'.repeat(100_000)}\n\n`
    for (let written = 0; written < 400 && closed.length === 0; written++) {
      connections[0]?.write(chunk)
      await new Promise(setImmediate)
    }
    await expect.poll(() => closed).toEqual([1])
  })
})

describe('close', () => {
  test('ends at once, even with open connections', async () => {
    const connections: EventConnection[] = []
    const server = await serverOf({
      respond: ({ path }) =>
        path === '/never'
          ? new Promise(() => undefined)
          : { status: 200, headers: {}, body: connection => void connections.push(connection) },
    })
    const silent = hold(server.port)
    const half = hold(server.port, 'GET / HTTP/1.1\r\nHost: loc')
    const stream = hold(server.port, requestText('/'))
    const waiting = hold(server.port, requestText('/never'))
    const all = [silent, half, stream, waiting]
    await Promise.all(all.map(({ socket }) => expect.poll(() => socket.readyState).toBe('open')))
    await expect.poll(() => connections.length).toBe(1)
    const ends = all.map(({ socket }) => new Promise(resolve => socket.once('close', resolve)))
    const start = performance.now()
    await server.close()
    await Promise.all(ends)
    expect(performance.now() - start).toBeLessThan(keepAlive)
    await expect(exchange(server.port, requestText('/'))).rejects.toThrow('ECONNREFUSED')
  })

  test('can be called twice', async () => {
    const server = await serverOf()
    await server.close()
    await server.close()
  })
})

describe('the port', () => {
  test('is the one that is named', async () => {
    const port = await occupied()
    const { value, diagnostics } = await startServer({ port, respond: () => undefined })
    onTestFinished(() => value?.close())
    expect(value?.port).toBeGreaterThan(port)
    expect(value?.origin).toBe(`http://localhost:${value?.port}`)
    expect(diagnostics).toMatchObject([
      {
        code: 'server/port-in-use',
        severity: 'info',
        message: `Port ${port} is in use, so port ${value?.port} was used instead.`,
      },
    ])
  })

  test('is another one where localhost would lead to someone else', async context => {
    const port = await occupied('::1').catch(() => undefined)
    if (port === undefined) return context.skip('There is no IPv6 here.')
    const { value } = await startServer({ port, respond: () => undefined })
    onTestFinished(() => value?.close())
    expect(value?.port).toBeGreaterThan(port)
  })

  test('without a name is the next free one, without a word', async () => {
    const [first, second] = [
      await startServer({ respond: () => undefined }),
      await startServer({ respond: () => undefined }),
    ]
    onTestFinished(async () => void (await Promise.all([first.value?.close(), second.value?.close()])))
    expect(first.value?.port).toBeGreaterThanOrEqual(4000)
    expect(second.value?.port).toBeGreaterThan(first.value!.port)
    expect([...first.diagnostics, ...second.diagnostics]).toEqual([])
  })

  test('is not replaced by another with --strict-port', async () => {
    const port = await occupied()
    const { value, diagnostics } = await startServer({ port, strictPort: true, respond: () => undefined })
    expect(value).toBeUndefined()
    expect(diagnostics).toMatchObject([
      { code: 'server/port-in-use', severity: 'error', message: `Port ${port} is in use.` },
    ])
  })

  test('is never beyond the last one', async () => {
    const port = await occupied('127.0.0.1', 65_535).catch(() => 65_535)
    const { value, diagnostics } = await startServer({ port, respond: () => undefined })
    expect(value).toBeUndefined()
    expect(diagnostics).toMatchObject([{ code: 'server/port-in-use', severity: 'error' }])
  })

  test.each(['203.0.113.7', 'no-such-host.invalid'])('cannot be one of %s', async host => {
    const { value, diagnostics } = await startServer({ port: 0, host, respond: () => undefined })
    expect(value).toBeUndefined()
    expect(diagnostics).toMatchObject([{ code: 'server/cannot-listen' }])
    expect(diagnostics[0]?.message).toContain(host)
  })
})

describe('the host', () => {
  test('is this machine alone unless it is named', async () => {
    const local = await startServer({ port: 0, respond: () => undefined })
    const open = await startServer({ port: 0, host: '0.0.0.0', respond: () => textReply(200, 'Hello.') })
    onTestFinished(async () => void (await Promise.all([local.value?.close(), open.value?.close()])))
    expect(local.diagnostics).toEqual([])
    expect(open.diagnostics).toMatchObject([{ code: 'server/open-to-network', severity: 'warning' }])
    expect(open.value?.origin).toBe(`http://localhost:${open.value?.port}`)
    // A numeric address may be the one under which another device reaches this machine; a name never is.
    const port = open.value!.port
    expect((await ask(port, '/', { headers: { Host: `192.0.2.1:${port}` } })).status).toBe(200)
    expect((await ask(port, '/', { headers: { Host: `[2001:db8::1]:${port}` } })).status).toBe(200)
    expect((await ask(port, '/', { headers: { Host: `rebound.example:${port}` } })).status).toBe(403)
  })

  test('that is named is answered to', async () => {
    const { port } = await serverOf({ host: 'localhost', allowedHosts: ['aurora.localhost'] })
    for (const Host of ['localhost', 'LOCALHOST:1', '127.0.0.1', '[::1]', 'aurora.localhost'])
      expect((await ask(port, '/', { headers: { Host } })).status, Host).toBe(200)
    for (const Host of ['harbor.localhost', '192.0.2.1', '[::2]'])
      expect((await ask(port, '/', { headers: { Host } })).status, Host).toBe(403)
  })
})
