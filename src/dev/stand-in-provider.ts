// A stand-in for the forms provider, used in development: a small server that adds no code to the pages. It answers as the
// provider does; `scripts/failing-provider.ts` imitates each way in which a provider can fail.

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { packageScript } from '../assets/index.ts'
import { remembered } from '../files/index.ts'
import { htmlPage } from '../html/index.ts'

export interface StandInProvider {
  /** `http://127.0.0.1:<port>` */
  readonly origin: string
  /** Stops at once and closes hanging requests. */
  close(): Promise<void>
}

export interface StandInReply {
  readonly status: number
  readonly type: string
  readonly text: string
}

/** The disclosures in a good response, in the order in which they are sent. */
export const standInDisclosures: Readonly<Record<string, string>> = {
  'Advertiser Disclosure':
    'Stand-in text for the Advertiser Disclosure: this service is paid for by lenders and shows only some of them.',
  'Consumer Notice': 'Stand-in text for the consumer notice: short-term loans are not a long-term solution.',
  'Credit Implications': 'Stand-in text about credit: late payment can harm your credit score.',
  'Annual Percentage Rate': 'Stand-in text about APR: it depends on the amount, the fee and the term.',
  'State Availability': 'Stand-in text about states: the service is not available everywhere.',
  'Potential Impact': 'Stand-in text about collection: an unpaid loan can be passed to a collector.',
}

const documentIds = ['econsent', 'policy', 'terms', 'rates', 'notice']

/** Starts the server on this machine only. Without a port, the system picks a free one. */
export async function startStandInProvider({
  port = 0,
  answer = answerNormally,
}: {
  readonly port?: number
  readonly answer?: (request: IncomingMessage, response: ServerResponse) => Promise<void>
} = {}): Promise<StandInProvider> {
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve, reject) => {
        server.close(error => (error ? reject(error) : resolve()))
        server.closeAllConnections()
      }),
  }
}

async function answerNormally(
  { method, url = '/' }: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  sendStandIn(response, await standInReply(method, new URL(url, 'http://stand-in.invalid').pathname))
}

export function sendStandIn(response: ServerResponse, { status, type, text }: StandInReply): void {
  response.writeHead(status, {
    'Content-Type': type,
    'Content-Length': Buffer.byteLength(text),
    'Cache-Control': 'no-store',
    // Pages of other origins read the disclosures.
    'Access-Control-Allow-Origin': '*',
  })
  response.end(text)
}

export async function standInReply(method: string | undefined, path: string): Promise<StandInReply> {
  const good = await successfulReply(path)
  if (good === undefined) return standInPage(404, 'Not found', '<p>There is nothing here.</p>')
  const methods = path.endsWith(submitPath) ? ['POST'] : ['GET', 'HEAD']
  return methods.includes(method ?? '')
    ? good
    : standInPage(405, 'Not allowed', `<p>Only ${methods.join(' and ')} is allowed.</p>`)
}

/** The form's request goes here, with the passed parameters in the address. */
const submitPath = '/forms/submit'

async function successfulReply(path: string): Promise<StandInReply | undefined> {
  if (path.endsWith('/forms/document/disclosure'))
    return { status: 200, type: 'application/json', text: JSON.stringify(standInDisclosures) }
  if (path.endsWith(submitPath)) return { status: 200, type: 'application/json', text: '{"ok":true}' }
  if (path.endsWith('/forms/embed.js'))
    return { status: 200, type: 'text/javascript', text: await browserScript('stand-in-embed.ts') }
  if (path.endsWith('/forms/embed.html')) {
    const script = await browserScript('stand-in-frame.ts')
    return standInPage(200, 'Application form', `<script type="module">${script}</script>`)
  }
  const document = /\/forms\/document\/([^/]+)$/.exec(path)?.[1]
  if (document === undefined || !documentIds.includes(document)) return undefined
  const text = `<p>Stand-in for the provider’s document “${document}”.</p>`
  return standInPage(200, `Document: ${document}`, text)
}

/** A script in `browser/`. */
const browserScript = remembered(async (name: string): Promise<string> => {
  return (await packageScript(`src/dev/browser/${name}`, { format: 'iife' })).text
})

export function standInPage(status: number, title: string, body: string): StandInReply {
  const main = `<main>\n<h1>${title}</h1>\n${body}\n</main>`
  const text = htmlPage({ title: `${title} (stand-in provider)`, body: main })
  return { status, type: 'text/html; charset=utf-8', text }
}
