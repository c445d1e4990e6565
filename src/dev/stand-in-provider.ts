// A stand-in for the forms provider, for tests and for work on templates: a small server, never code in the pages. It
// answers as the provider does, or fails in one of the ways in which a provider can fail.

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What it serves: the disclosure texts, the document pages, the embed script, and the form as a page for a frame. */
export const resources = ['disclosure', 'document', 'script', 'frame'] as const
export type Resource = (typeof resources)[number]

/**
 * How a resource answers. Every resource can be `ok`, `slow`, `404`, `500`, `hang`, `reset` and `wrong-type`; the others
 * change the content of an otherwise good answer.
 */
export const behaviours = [
  'ok',
  /** Good, but 1.5 seconds late. */
  'slow',
  '404',
  '500',
  /** The request is accepted and never answered. */
  'hang',
  /** The connection is closed without an answer. */
  'reset',
  /** An HTML page with status 200. */
  'wrong-type',
  /** Disclosures: text that is not JSON. */
  'not-json',
  /** Disclosures: an object whose values are not all strings. */
  'not-strings',
  /** Disclosures: an array of strings. */
  'array',
  /** Disclosures: an empty object. */
  'empty',
  /** Disclosures: more than a megabyte. */
  'too-large',
  /** Disclosures: HTML inside the texts, which must stay text. */
  'markup',
  /** Disclosures: no entry named "Advertiser Disclosure". */
  'without-advertiser',
  /** Script: runs and renders nothing. */
  'silent',
  /** Script: throws. */
  'throws',
  /** Script: brings a style sheet and style attributes, and a script and a font from `cdn.widget.example`. */
  'styled',
] as const
export type Behaviour = (typeof behaviours)[number]

export interface ProviderRequest {
  readonly method: string
  /** With the query. */
  readonly path: string
}

export interface StandInProvider {
  /** `http://127.0.0.1:<port>` */
  readonly origin: string
  /** Every request so far, in the order of arrival. */
  readonly requests: readonly ProviderRequest[]
  /** Changes how a resource answers from now on. */
  set(resource: Resource, behaviour: Behaviour): void
  /** Stops at once and closes hanging requests. */
  close(): Promise<void>
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
/** Milliseconds before a slow answer. */
const slowDelay = 1500

/** Starts the server on this machine only. Without a port, the system picks a free one. */
export async function startStandInProvider(
  options: { readonly port?: number } = {},
): Promise<StandInProvider> {
  const requests: ProviderRequest[] = []
  const current = new Map<Resource, Behaviour>()
  const server = createServer((request, response) => answer(request, response, requests, current))
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port ?? 0, '127.0.0.1', resolve)
  })
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    set: (resource, behaviour) => void current.set(resource, behaviour),
    close: () =>
      new Promise((resolve, reject) => {
        server.close(error => (error ? reject(error) : resolve()))
        server.closeAllConnections()
      }),
  }
}

function answer(
  request: IncomingMessage,
  response: ServerResponse,
  requests: ProviderRequest[],
  current: ReadonlyMap<Resource, Behaviour>,
): void {
  const { method = 'GET', url = '/' } = request
  requests.push({ method, path: url })
  const { pathname, searchParams } = new URL(url, 'http://stand-in.invalid')
  const found = resourceAt(pathname)
  const asked = behaviours.find(name => name === searchParams.get('stand-in'))
  const behaviour = found === undefined ? 'ok' : (asked ?? current.get(found.resource) ?? 'ok')
  if (behaviour === 'hang') return
  if (behaviour === 'reset') {
    response.destroy()
    return
  }
  const { status, type, text } = reply(method, found, behaviour)
  const send = () => {
    response.writeHead(status, {
      'Content-Type': type,
      'Content-Length': Buffer.byteLength(text),
      'Cache-Control': 'no-store',
      // Pages of other origins read the texts.
      'Access-Control-Allow-Origin': '*',
    })
    response.end(text)
  }
  if (behaviour === 'slow') setTimeout(send, slowDelay)
  else send()
}

function reply(method: string, found: Found | undefined, behaviour: Behaviour): Body & { status: number } {
  if (found === undefined || behaviour === '404')
    return { status: 404, ...html('Not found', '<p>There is nothing here.</p>') }
  if (method !== 'GET' && method !== 'HEAD')
    return { status: 405, ...html('Not allowed', '<p>Only GET.</p>') }
  if (behaviour === '500') return { status: 500, ...html('Server error', '<p>Something failed.</p>') }
  if (behaviour === 'wrong-type') return { status: 200, ...html('Maintenance', '<p>We are back soon.</p>') }
  return { status: 200, ...found.body(behaviour) }
}

interface Body {
  readonly type: string
  readonly text: string
}

interface Found {
  readonly resource: Resource
  readonly body: (behaviour: Behaviour) => Body
}

function resourceAt(path: string): Found | undefined {
  if (path.endsWith('/forms/document/disclosure')) return { resource: 'disclosure', body: disclosures }
  const document = /\/forms\/document\/([^/]+)$/.exec(path)?.[1]
  if (document !== undefined && documentIds.includes(document)) {
    const text = `<p>Stand-in for the provider’s document “${document}”.</p>`
    return { resource: 'document', body: () => html(`Document: ${document}`, text) }
  }
  if (path.endsWith('/forms/embed.js')) {
    return {
      resource: 'script',
      body: behaviour => ({ type: 'text/javascript', text: embedScript(behaviour) }),
    }
  }
  if (path.endsWith('/forms/embed.html'))
    return { resource: 'frame', body: () => html('Application form', form + growing) }
  return undefined
}

function disclosures(behaviour: Behaviour): Body {
  const texts = (): unknown => {
    switch (behaviour) {
      case 'not-strings':
        return { ...standInDisclosures, 'State Availability': { states: 46 } }
      case 'array':
        return Object.values(standInDisclosures)
      case 'empty':
        return {}
      case 'too-large':
        return { ...standInDisclosures, 'Fine Print': 'x'.repeat(1_100_000) }
      case 'markup':
        return Object.fromEntries(
          Object.entries(standInDisclosures).map(([heading, text]) => [
            heading === 'Advertiser Disclosure' ? heading : `${heading} <b>bold</b>`,
            `${text} <img src="x" onerror="globalThis.injected = true"><script>globalThis.injected = true</script>`,
          ]),
        )
      case 'without-advertiser':
        return Object.fromEntries(Object.entries(standInDisclosures).slice(1))
      default:
        return standInDisclosures
    }
  }
  const text = behaviour === 'not-json' ? '{"Advertiser Disclosure": "cut o' : JSON.stringify(texts())
  return { type: 'application/json', text }
}

const form = `<form aria-label="Loan application (stand-in)">
  <p><label>Amount <input name="amount" inputmode="numeric" autocomplete="off"></label></p>
  <p><label>Email <input name="email" type="email" autocomplete="email"></label></p>
  <p><button type="button">Continue</button></p>
</form>`

/** Tells the page around it how high it is, each time that changes: a second step is higher than the first. */
const growing = `<script>
new ResizeObserver(() => parent.postMessage({ height: document.documentElement.offsetHeight }, '*'))
  .observe(document.documentElement)
document.querySelector('button').onclick = () => {
  document.querySelector('form').insertAdjacentHTML('beforeend', '<p>Step 2</p>'.repeat(40))
}
</script>`

/** Works as the provider's script: finds its own element, reads the form id from it, renders the form after it. */
const styled = `
  form.insertAdjacentHTML('beforeend', '<p id="styled" style="padding: 7px">Styled</p>')
  const sheet = document.createElement('style')
  sheet.textContent = '@font-face { font-family: Widget; src: url(https://cdn.widget.example/a.woff2) } #styled { margin: 3px; font-family: Widget }'
  form.append(sheet)
  const more = document.createElement('script')
  more.src = 'https://cdn.widget.example/more.js'
  form.append(more)`

function embedScript(behaviour: Behaviour): string {
  if (behaviour === 'silent') return '/* Runs and renders nothing. */\n'
  if (behaviour === 'throws') return "throw new Error('The stand-in form failed on purpose.')\n"
  return `;(() => {
  const script = document.currentScript
  const { formId } = script.dataset
  if (!formId) throw new Error('The stand-in form needs data-form-id on its script element.')
  const place = document.createElement('div')
  place.innerHTML = ${JSON.stringify(form)}
  const form = place.firstElementChild
  form.dataset.standInForm = formId
  script.after(form)${behaviour === 'styled' ? styled : ''}
})()
`
}

function html(title: string, body: string): Body {
  return {
    type: 'text/html; charset=utf-8',
    text: `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} (stand-in provider)</title>
</head>
<body>
<main>
<h1>${title}</h1>
${body}
</main>
</body>
</html>
`,
  }
}
