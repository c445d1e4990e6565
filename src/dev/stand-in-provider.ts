// A stand-in for the forms provider, used while developing templates: a small server that adds no code to the pages. It answers
// as the provider does; `scripts/failing-provider.ts` makes it fail in each way in which a provider can.

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
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

/** The texts of a good answer, in the order in which they are sent. */
export const standInDisclosures: Readonly<Record<string, string>> = {
  'Advertiser Disclosure':
    'Stand-in text of the Advertiser Disclosure: this service is paid for by lenders and shows only some of them.',
  'Consumer Notice': 'Stand-in text of the consumer notice: short-term loans are not a long-term solution.',
  'Credit Implications': 'Stand-in text on credit: late payment can harm your credit score.',
  'Annual Percentage Rate': 'Stand-in text on APR: it depends on the amount, the fee and the term.',
  'State Availability': 'Stand-in text on states: the service is not available everywhere.',
  'Potential Impact': 'Stand-in text on collection: an unpaid loan can be passed to a collector.',
}

const documentIds = ['econsent', 'policy', 'terms', 'rates', 'notice']

/** Starts the server on this machine only. Without a port, the system picks a free one. */
export async function startStandInProvider({
  port = 0,
  answer = answerNormally,
}: {
  readonly port?: number
  readonly answer?: (request: IncomingMessage, response: ServerResponse) => void
} = {}): Promise<StandInProvider> {
  const server = createServer(answer)
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

function answerNormally({ method, url = '/' }: IncomingMessage, response: ServerResponse): void {
  sendStandIn(response, standInReply(method, new URL(url, 'http://stand-in.invalid').pathname))
}

export function sendStandIn(response: ServerResponse, { status, type, text }: StandInReply): void {
  response.writeHead(status, {
    'Content-Type': type,
    'Content-Length': Buffer.byteLength(text),
    'Cache-Control': 'no-store',
    // Pages of other origins read the texts.
    'Access-Control-Allow-Origin': '*',
  })
  response.end(text)
}

export function standInReply(method: string | undefined, path: string): StandInReply {
  const good = successfulReply(path)
  if (good === undefined) return standInPage(404, 'Not found', '<p>There is nothing here.</p>')
  return method === 'GET' || method === 'HEAD'
    ? good
    : standInPage(405, 'Not allowed', '<p>Only GET and HEAD are allowed.</p>')
}

function successfulReply(path: string): StandInReply | undefined {
  if (path.endsWith('/forms/document/disclosure'))
    return { status: 200, type: 'application/json', text: JSON.stringify(standInDisclosures) }
  if (path.endsWith('/forms/embed.js')) return { status: 200, type: 'text/javascript', text: embedScript }
  if (path.endsWith('/forms/embed.html')) return standInPage(200, 'Application form', form + heightReporter)
  const document = /\/forms\/document\/([^/]+)$/.exec(path)?.[1]
  if (document === undefined || !documentIds.includes(document)) return undefined
  const text = `<p>Stand-in for the provider’s document “${document}”.</p>`
  return standInPage(200, `Document: ${document}`, text)
}

const form = `<form aria-label="Loan application (stand-in)">
  <p><label>Amount <input name="amount" inputmode="numeric" autocomplete="off"></label></p>
  <p><label>Email <input name="email" type="email" autocomplete="email"></label></p>
  <p><button type="button">Continue</button></p>
</form>`

/** Reports its height to the page around it on every change; the second step is taller than the first. */
const heightReporter = `<script>
new ResizeObserver(() => parent.postMessage({ height: document.documentElement.offsetHeight }, '*'))
  .observe(document.documentElement)
document.querySelector('button').onclick = () => {
  document.querySelector('form').insertAdjacentHTML('beforeend', '<p>Step 2</p>'.repeat(40))
}
</script>`

/** Works like the provider's script: finds its own element, reads the form id from it, renders the form after it. */
const embedScript = `;(() => {
  const script = document.currentScript
  const { formId } = script.dataset
  if (!formId) throw new Error('The stand-in form needs data-form-id on its script element.')
  const place = document.createElement('div')
  place.innerHTML = ${JSON.stringify(form)}
  const form = place.firstElementChild
  form.dataset.standInForm = formId
  script.after(form)
})()
`

export function standInPage(status: number, title: string, body: string): StandInReply {
  const main = `<main>\n<h1>${title}</h1>\n${body}\n</main>`
  const text = htmlPage({ title: `${title} (stand-in provider)`, body: main })
  return { status, type: 'text/html; charset=utf-8', text }
}
