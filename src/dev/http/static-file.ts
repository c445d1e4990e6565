// One file as served by HTTP: its type, encodings and validators.

import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import fresh from 'fresh'
import { lookup } from 'mrmime'
import Negotiator from 'negotiator'
import type { Reply, RequestHeaders, VettedRequest } from './message.ts'

/** A file that can be served. */
export interface StaticFile {
  /** Relative to the site's folder, forward slashes: `faq/index.html`. */
  readonly path: string
  /** Hexadecimal; another hash for other bytes. */
  readonly sha256: string
  read(): Uint8Array
}

// The types that Netlify and Cloudflare Pages use for extensions without a type in mrmime or with the outdated `text/xml`.
const otherTypes: Readonly<Record<string, string>> = {
  ico: 'image/x-icon',
  speculationrules: 'application/speculationrules+json',
  xml: 'application/xml',
}

/** `faq/index.html` → `text/html; charset=utf-8` */
export function contentTypeOf(path: string): string {
  const extension = /\.([^./]+)$/.exec(path)?.[1] ?? ''
  const type = otherTypes[extension] ?? lookup(extension) ?? 'application/octet-stream'
  return type.startsWith('text/') ? `${type}; charset=utf-8` : type
}

/** A file's unchanged bytes, for responses that no client may cache. */
export function bytesReply(path: string, bytes: Uint8Array, status = 200): Reply {
  return { status, headers: { 'content-type': contentTypeOf(path) }, body: bytes }
}

export function pageReply(html: string, headers: Reply['headers'], status = 200): Reply {
  const reply = bytesReply('index.html', new TextEncoder().encode(html), status)
  return { ...reply, headers: { ...reply.headers, ...headers } }
}

type Encoding = 'br' | 'gzip' | 'identity'

const [brotli, gzipped] = [promisify(brotliCompress), promisify(gzip)]
const compress = {
  // The quality that hosts use for compressing on the fly; the default, 11, takes a hundred times as long.
  br: (bytes: Uint8Array) => brotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (bytes: Uint8Array) => gzipped(bytes),
}
const compressible = /^text\/|[/+](?:json|xml)$|javascript$/
// A smaller file fits into one packet anyway.
const smallestToCompress = 1024

/**
 * The reply with a file. With status 200 it is conditional (`If-None-Match`).
 * @param headers Headers in addition to those that follow from the file; names in lower case.
 */
export async function fileReply(
  file: StaticFile,
  request: VettedRequest,
  { headers: given, status = 200 }: { readonly headers: Reply['headers']; readonly status?: number },
): Promise<Reply> {
  const bytes = file.read()
  const type = contentTypeOf(file.path)
  const negotiable = compressible.test(type.replace(/;.*/, '')) && bytes.length >= smallestToCompress
  const encoding = negotiable ? acceptedEncoding(request.headers) : 'identity'
  const headers = { ...given, ...(negotiable && { vary: 'accept-encoding' }) }
  // Each encoding is a separate representation, with its own strong validator.
  const etag = `"${file.sha256.slice(0, 32)}${encoding === 'identity' ? '' : `-${encoding}`}"`
  if (status === 200 && fresh({ ...request.headers }, { etag }))
    return { status: 304, headers: { ...headers, etag } }
  const described = {
    ...headers,
    'content-type': type,
    ...(encoding !== 'identity' && { 'content-encoding': encoding }),
    ...(status === 200 && { etag }),
  }
  return {
    status,
    headers: described,
    body: encoding === 'identity' ? bytes : await compress[encoding](bytes),
  }
}

/** The part of negotiator 1 that @types/negotiator lacks. */
interface PreferringNegotiator {
  encoding(
    available: readonly Encoding[],
    options: { readonly preferred: readonly Encoding[] },
  ): string | undefined
}

function acceptedEncoding(headers: RequestHeaders): Encoding {
  const negotiator: PreferringNegotiator = new Negotiator({ headers })
  const encodings = ['br', 'gzip', 'identity'] as const
  const chosen = negotiator.encoding(encodings, { preferred: encodings })
  // A client that refuses even the uncompressed file gets it anyway (RFC 9110, 12.5.3).
  return encodings.find(encoding => encoding === chosen) ?? 'identity'
}
