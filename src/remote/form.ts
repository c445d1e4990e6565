// Checks whether a brand's form would load: fetches what its page loads and evaluates the response as a visitor's browser
// would.

import { ask } from './fetch.ts'

/** The form of a page. */
export interface FormRequest {
  /** The provider's script, or its page for a frame with the form's id. */
  readonly url: string
  readonly mode: 'script' | 'iframe'
  /** Address of the brand's site. */
  readonly siteUrl: string
  /** Other origins that the page's policy allows for the form. */
  readonly allow: readonly string[]
}

export interface FormState {
  /** `dead`: there is a response, but visitors get no form. `unreachable`: there is no response. */
  readonly state: 'ok' | 'dead' | 'unreachable'
  /** Why it is not `ok`. */
  readonly reason: string | null
  /** The status of the last response; null if there was none. */
  readonly status: number | null
  /** Duration of the last try in milliseconds. */
  readonly ms: number
}

interface VerifyOptions {
  /** Milliseconds until a response must be complete, for each try; default 10,000. */
  readonly timeout?: number
}

/** Checks a form, and checks again if there is a problem: one lost packet does not make a form dead. */
export async function verifyForm(form: FormRequest, options: VerifyOptions = {}): Promise<FormState> {
  const first = await look(form, options)
  return first.state === 'ok' ? first : look(form, options)
}

const mostRedirects = 5

async function look(form: FormRequest, { timeout = 10_000 }: VerifyOptions): Promise<FormState> {
  const start = performance.now()
  const end = (state: FormState['state'], reason: string | null, status: number | null): FormState => ({
    state,
    reason,
    status,
    ms: Math.round(performance.now() - start),
  })
  let url = new URL(form.url)
  for (let redirects = 0; ; redirects++) {
    const left = Math.max(1, timeout - (performance.now() - start))
    const answer = await ask(url.href, { timeout: left, follow: false, headers: requestHeaders(form) })
    if ('failure' in answer) {
      const isLate = performance.now() - start >= timeout - 1
      return end(
        'unreachable',
        isLate ? `no response within ${timeout / 1000} seconds` : answer.failure,
        null,
      )
    }
    const { status, headers, bytes } = answer
    if (status < 300 || status >= 400) {
      const reason = faultOf(form, url, { status, headers, text: new TextDecoder().decode(bytes) })
      return end(reason === undefined ? 'ok' : 'dead', reason ?? null, status)
    }
    const location = headers.get('location')
    if (location === null || !URL.canParse(location, url))
      return end('dead', `status ${status} without a valid redirect target`, status)
    const target = new URL(location, url)
    const isAllowed = target.host === url.host || form.allow.includes(target.origin)
    if (!isAllowed) return end('dead', `it redirects to another host, ${target.host}`, status)
    if (url.protocol === 'https:' && target.protocol !== 'https:')
      return end('dead', 'it redirects to an address that does not use https', status)
    if (redirects === mostRedirects)
      return end('dead', `it redirects more than ${mostRedirects} times`, status)
    url = target
  }
}

/** Providers use the page's address to decide who gets a form. */
function requestHeaders({ mode, siteUrl }: FormRequest): Record<string, string> {
  return {
    accept: mode === 'iframe' ? 'text/html,application/xhtml+xml' : '*/*',
    referer: `${new URL(siteUrl).origin}/`,
    'sec-fetch-dest': mode,
    'sec-fetch-mode': mode === 'iframe' ? 'navigate' : 'no-cors',
    'sec-fetch-site': 'cross-site',
  }
}

interface FormAnswer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

/** Why visitors would see no form; undefined if they would. */
function faultOf(form: FormRequest, url: URL, answer: FormAnswer): string | undefined {
  if (answer.status < 200 || answer.status >= 300) return `status ${answer.status}`
  const shown = answer.text.trim()
  if (shown === '') return 'its response is empty'
  return form.mode === 'iframe'
    ? (framingFault(form, url, answer.headers) ?? pageFault(answer))
    : scriptFault(answer)
}

/** Why browsers would not show the page in a frame on the brand's site. */
function framingFault({ siteUrl }: FormRequest, url: URL, headers: Headers): string | undefined {
  const site = new URL(siteUrl)
  // If there are several policies, all of them apply.
  const lists = (headers.get('content-security-policy') ?? '')
    .split(',')
    .flatMap(policy => policy.split(';').map(directive => directive.trim().split(/\s+/)))
    .filter(([name = '']) => name.toLowerCase() === 'frame-ancestors')
  const refusing = lists.find(([, ...sources]) => !sources.some(source => isAncestor(source, site, url)))
  if (refusing !== undefined) return `its policy blocks ${site.origin}: ${refusing.join(' ').slice(0, 100)}`
  // Browsers ignore it if a policy has "frame-ancestors".
  const options = headers.get('x-frame-options') ?? ''
  const keepsOut =
    lists.length === 0 && /\b(?:deny|sameorigin)\b/i.test(options) && site.origin !== url.origin
  return keepsOut ? `X-Frame-Options blocks ${site.origin}: ${options.slice(0, 100)}` : undefined
}

/** Whether a source of "frame-ancestors" is the site (https://www.w3.org/TR/CSP3/#match-url-to-source-expression). */
function isAncestor(source: string, site: URL, own: URL): boolean {
  const text = source.toLowerCase()
  if (text === "'self'") return site.origin === own.origin
  if (text === '*') return true
  const isScheme = (scheme: string) =>
    site.protocol === scheme || (scheme === 'http:' && site.protocol === 'https:')
  if (/^https?:$/.test(text)) return isScheme(text)
  const parts = /^(?:(https?:)\/\/)?(\*\.)?([^:/]+)(?::(\d+|\*))?(?:\/.*)?$/.exec(text)
  if (parts === null) return false
  const [, scheme = own.protocol, below, host = '', port] = parts
  const isHost = below === undefined ? site.hostname === host : site.hostname.endsWith(`.${host}`)
  const defaultPort = site.protocol === 'https:' ? '443' : '80'
  return isScheme(scheme) && isHost && (port === '*' || (site.port || defaultPort) === (port ?? defaultPort))
}

/**
 * Words of error pages. Forms contain such words too, in text that is hidden at first, so the words count only in a short
 * response without a form.
 */
const refusal =
  /can(?:not|['’]t| not) be (?:embedded|loaded|displayed|shown|found)|\b(?:form|template|affiliate|campaign|account|page|id)\b[^.!?]{0,40}\b(?:not found|(?:does not|doesn['’]t) exist|(?:is|was) (?:not (?:found|valid|active|available)|invalid|inactive|disabled|expired|unknown|missing))|\b(?:invalid|unknown|missing|inactive|no such) (?:form|template|affiliate|campaign|account|id)\b|access denied|\bforbidden\b|an error (?:has )?occurred|internal server error|service unavailable|bad gateway|unauthorized|not authorized/i

/** The longest text that may be an error page as a whole. */
const shortText = 500

/** Why the page for a frame is not a form. */
function pageFault({ headers, text }: FormAnswer): string | undefined {
  const type = typeOf(headers)
  if (type !== '' && type !== 'text/html' && type !== 'application/xhtml+xml')
    return `it returns ${type} instead of a page`
  const shown = text
    .replace(/<!--[\s\S]*?-->|<(script|style|template|noscript)\b[\s\S]*?<\/\1\s*>/gi, ' ')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  const hasFields = /<(?:form|input|select|textarea|button)\b/i.test(text)
  const refusalText = shown.length < shortText && !hasFields ? refusal.exec(shown)?.[0] : undefined
  if (refusalText !== undefined) return `it returns an error page: “${around(shown, refusalText)}”`
  const isBare = !hasFields && !/<(?:script|iframe|object|canvas)\b/i.test(text)
  return isBare && shown.length < 10 ? 'its page is almost empty' : undefined
}

/** Why the script would not produce a form. */
function scriptFault({ headers, text }: FormAnswer): string | undefined {
  const type = typeOf(headers)
  const isStrict = /\bnosniff\b/i.test(headers.get('x-content-type-options') ?? '')
  const isScript = /^(?:text|application)\/(?:x-)?(?:java|ecma)script$/.test(type)
  if (/^\s*</.test(text))
    return `it returns ${/^\s*<(?:!doctype|html|\?xml)/i.test(text) ? 'a page' : 'markup'} instead of a script`
  // Without "nosniff", browsers run these too.
  if (!isScript && (isStrict || !/^(?:|text\/plain|application\/octet-stream)$/.test(type)))
    return `it returns ${type || 'a response without a content type'} instead of a script`
  const resource = headers.get('cross-origin-resource-policy') ?? ''
  if (/^same-(?:origin|site)$/i.test(resource.trim()))
    return `Cross-Origin-Resource-Policy blocks the site: ${resource.trim()}`
  const code = text.replace(/\/\*[\s\S]*?\*\//g, ' ').trim()
  if (code === '') return 'its script is empty'
  const refusalText = text.length < shortText ? refusal.exec(text)?.[0] : undefined
  return refusalText === undefined
    ? undefined
    : `its script contains an error message: “${around(text, refusalText)}”`
}

function typeOf(headers: Headers): string {
  return (headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
}

function around(text: string, part: string): string {
  const at = text.indexOf(part)
  return text
    .slice(Math.max(0, at - 30), at + part.length + 30)
    .replace(/\s+/g, ' ')
    .trim()
}
