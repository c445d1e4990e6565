// The stand-in provider with all the ways in which a provider can fail, for tests and for `npm run provider`.

import type { IncomingMessage, ServerResponse } from 'node:http'
import {
  type StandInProvider,
  type StandInReply,
  sendStandIn,
  standInDisclosures,
  standInPage,
  standInReply,
  startStandInProvider,
} from '../src/dev/index.ts'

/**
 * The resources that it serves: the disclosures, the document pages, the embed script, the form as a page for a frame, and
 * the target of the form's request.
 */
export const resources = ['disclosure', 'document', 'script', 'frame', 'submit'] as const
export type Resource = (typeof resources)[number]

/**
 * The responses of a resource. Every resource can be `ok`, `slow`, `404`, `500`, `hang`, `reset` and `wrong-type`; the others
 * change the content of an otherwise good response.
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
  /** Disclosures: HTML in the text, which must be shown as text. */
  'markup',
  /** Disclosures: no entry named "Advertiser Disclosure". */
  'without-advertiser',
  /** Script: runs and renders nothing. */
  'silent',
  /** Script: throws. */
  'throws',
  /** Script: adds a style sheet and style attributes, and a script and a font from `cdn.widget.example`. */
  'styled',
] as const
export type Behaviour = (typeof behaviours)[number]

export interface ProviderRequest {
  readonly method: string
  /** Includes the query. */
  readonly path: string
}

export interface FailingProvider extends StandInProvider {
  /** Every request so far, in the order of arrival. */
  readonly requests: readonly ProviderRequest[]
  /** Changes how a resource responds from now on. */
  set(resource: Resource, behaviour: Behaviour): void
}

/** The delay of a slow response, in milliseconds. */
const slowDelay = 1500

export async function startFailingProvider({ port = 0 } = {}): Promise<FailingProvider> {
  const requests: ProviderRequest[] = []
  const current = new Map<Resource, Behaviour>()
  const answer = async (
    { method = 'GET', url = '/' }: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> => {
    requests.push({ method, path: url })
    const { pathname, searchParams } = new URL(url, 'http://stand-in.invalid')
    const reply = await standInReply(method, pathname)
    const resource = resourceAt(pathname) ?? (reply.status === 200 ? 'document' : undefined)
    const asked = behaviours.find(name => name === searchParams.get('stand-in'))
    const behaviour = (resource && (asked ?? current.get(resource))) ?? 'ok'
    if (behaviour === 'hang') return
    if (behaviour === 'reset') {
      response.destroy()
      return
    }
    const send = () => sendStandIn(response, changed(reply, behaviour))
    if (behaviour === 'slow') setTimeout(send, slowDelay)
    else send()
  }
  const provider = await startStandInProvider({ port, answer })
  return { ...provider, requests, set: (resource, behaviour) => void current.set(resource, behaviour) }
}

function resourceAt(path: string): Resource | undefined {
  if (path.endsWith('/forms/document/disclosure')) return 'disclosure'
  if (path.endsWith('/forms/embed.js')) return 'script'
  if (path.endsWith('/forms/embed.html')) return 'frame'
  return path.endsWith('/forms/submit') ? 'submit' : undefined
}

/** Adds the fault to a good response. */
function changed(reply: StandInReply, behaviour: Behaviour): StandInReply {
  if (reply.status !== 200) return reply
  const text = texts(behaviour)
  if (text !== undefined) return { ...reply, text }
  switch (behaviour) {
    case '404':
      return standInPage(404, 'Not found', '<p>There is nothing here.</p>')
    case '500':
      return standInPage(500, 'Server error', '<p>Something failed.</p>')
    case 'wrong-type':
      return standInPage(200, 'Maintenance', '<p>We are back soon.</p>')
    case 'silent':
      return { ...reply, text: '/* Runs and renders nothing. */\n' }
    case 'throws':
      return { ...reply, text: "throw new Error('The stand-in form failed on purpose.')\n" }
    case 'styled':
      return { ...reply, text: reply.text + styled }
    default:
      return reply
  }
}

/** The disclosures in faulty responses. */
function texts(behaviour: Behaviour): string | undefined {
  switch (behaviour) {
    case 'not-json':
      return '{"Advertiser Disclosure": "cut o'
    case 'not-strings':
      return JSON.stringify({ ...standInDisclosures, 'State Availability': { states: 46 } })
    case 'array':
      return JSON.stringify(Object.values(standInDisclosures))
    case 'empty':
      return '{}'
    case 'too-large':
      return JSON.stringify({ ...standInDisclosures, 'Fine Print': 'x'.repeat(1_100_000) })
    case 'markup':
      return JSON.stringify(
        Object.fromEntries(
          Object.entries(standInDisclosures).map(([heading, text]) => [
            heading === 'Advertiser Disclosure' ? heading : `${heading} <b>bold</b>`,
            `${text} <img src="x" onerror="globalThis.injected = true"><script>globalThis.injected = true</script>`,
          ]),
        ),
      )
    case 'without-advertiser':
      return JSON.stringify(Object.fromEntries(Object.entries(standInDisclosures).slice(1)))
    default:
      return undefined
  }
}

const styled = `
{
  const form = document.querySelector('form[data-stand-in-form]')
  form.insertAdjacentHTML('beforeend', '<p id="styled" style="padding: 7px">Styled</p>')
  const sheet = document.createElement('style')
  sheet.textContent = '@font-face { font-family: Widget; src: url(https://cdn.widget.example/a.woff2) } #styled { margin: 3px; font-family: Widget }'
  form.append(sheet)
  const more = document.createElement('script')
  more.src = 'https://cdn.widget.example/more.js'
  form.append(more)
}`
