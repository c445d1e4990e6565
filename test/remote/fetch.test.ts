import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { ask } from '../../src/remote/fetch.ts'

async function serve(answer: (response: ServerResponse) => void): Promise<string> {
  const server = createServer((_, response) => answer(response))
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test('an answer that never ends is given up in time', async () => {
  const url = await serve(response => {
    response.writeHead(200)
    const timer = setInterval(() => response.write('.'), 10)
    response.on('close', () => clearInterval(timer))
  })
  expect(await ask(url, { timeout: 300 })).toEqual({
    failure: 'it did not respond within 0.3 seconds',
    code: '',
  })
})

test('an answer that is too long is a failure', async () => {
  const url = await serve(response => response.end('12345'))
  expect(await ask(url, { limit: 4 })).toMatchObject({ failure: 'its response has more than 4 bytes' })
  expect(await ask(url, { limit: 5 })).toMatchObject({
    status: 200,
    bytes: new TextEncoder().encode('12345'),
  })
})
