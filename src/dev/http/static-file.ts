// One file as HTTP serves it: its type, its encodings, validators, ranges.

import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import fresh from 'fresh'
import { lookup } from 'mrmime'
import Negotiator from 'negotiator'
import parseRange from 'range-parser'
import type { OutputFile } from '../../files/index.ts'
import type { Reply, RequestHeaders, VettedRequest } from './message.ts'

/** A file that can be served. */
export interface StaticFile {
  /** Relative to the site's folder, forward slashes: `faq/index.html`. */
  readonly path: string
  /** Hexadecimal, of exactly the bytes that `read` gives. */
  readonly sha256: string
  read(): Uint8Array
}

/** A file that is in memory. */
export function fileInMemory({ path, bytes }: OutputFile): StaticFile {
  return { path, sha256: createHash('sha256').update(bytes).digest('hex'), read: () => bytes }
}

// Where mrmime has none, or the outdated `text/xml`: as Netlify and Cloudflare Pages have it.
const otherTypes: Readonly<Record<string, string>> = { ico: 'image/x-icon', xml: 'application/xml' }

/** `faq/index.html` → `text/html; charset=utf-8` */
export function contentTypeOf(path: string): string {
  const extension = /\.([^./]+)$/.exec(path)?.[1] ?? ''
  const type = otherTypes[extension] ?? lookup(extension) ?? 'application/octet-stream'
  return type.startsWith('text/') ? `${type}; charset=utf-8` : type
}

type Encoding = 'br' | 'gzip' | 'identity'

/** Compresses, and keeps what it made: the same bytes are asked for again and again. */
export interface Compressor {
  /** @param sha256 Of the bytes: what is kept is found by it, whichever brand or build asks. */
  compress(sha256: string, bytes: Uint8Array, encoding: Exclude<Encoding, 'identity'>): Promise<Uint8Array>
}

const compressions = { br: promisify(brotliCompress), gzip: promisify(gzip) }
// What hosts choose when they compress on the way; 11, the default, takes a hundred times as long.
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }

/** @param capacity Bytes to keep; what was not asked for longest goes first. */
export function createCompressor(capacity = 64 * 1024 * 1024): Compressor {
  const kept = new Map<string, Uint8Array>()
  let size = 0
  return {
    async compress(sha256, bytes, encoding) {
      const key = `${sha256} ${encoding}`
      const known = kept.get(key)
      kept.delete(key)
      const made =
        known ??
        (await (encoding === 'br' ? compressions.br(bytes, brotliOptions) : compressions.gzip(bytes)))
      if (known === undefined) size += made.length
      // Two that asked at once made the same.
      size -= kept.get(key)?.length ?? 0
      kept.set(key, made)
      for (const [oldest, { length }] of kept) {
        if (size <= capacity) break
        kept.delete(oldest)
        size -= length
      }
      return made
    },
  }
}

const compressible = /^text\/|[/+](?:json|xml)$|javascript$/
// Below it, the compressed file saves nothing that a network would notice.
const smallestToCompress = 1024

/**
 * The reply with a file. With status 200 it is conditional (`If-None-Match`) and, for one range, partial; several ranges
 * at once get the whole file, as RFC 9110 allows.
 * @param headers Besides those that follow from the file; names in lower case.
 */
export async function fileReply(
  file: StaticFile,
  request: VettedRequest,
  options: {
    readonly compressor: Compressor
    readonly headers: Reply['headers']
    readonly status?: number
  },
): Promise<Reply> {
  const { compressor, status = 200 } = options
  const bytes = file.read()
  const type = contentTypeOf(file.path)
  const negotiable = compressible.test(type.replace(/;.*/, '')) && bytes.length >= smallestToCompress
  const range = status === 200 && request.method === 'GET' ? request.headers.range : undefined
  // A range counts in the bytes that are sent: of the plain file, which is what whoever resumes a download has.
  const encoding = negotiable && range === undefined ? acceptedEncoding(request.headers) : 'identity'
  const headers = { ...options.headers, ...(negotiable && { vary: 'accept-encoding' }) }
  const encoded = encoding === 'identity' ? bytes : await compressor.compress(file.sha256, bytes, encoding)
  const described = {
    ...headers,
    'content-type': type,
    ...(encoding !== 'identity' && { 'content-encoding': encoding }),
  }
  if (status !== 200) return { status, headers: described, body: encoded }

  // Each encoding is a representation of its own, with its own strong validator.
  const etag = `"${file.sha256.slice(0, 32)}${encoding === 'identity' ? '' : `-${encoding}`}"`
  if (fresh({ ...request.headers }, { etag })) return { status: 304, headers: { ...headers, etag } }
  const whole = { ...described, etag, 'accept-ranges': 'bytes' }
  const part = range === undefined ? undefined : partOf(bytes.length, request.headers, etag)
  if (part === undefined) return { status: 200, headers: whole, body: encoded }
  if (part === 'none')
    return { status: 416, headers: { ...headers, 'content-range': `bytes */${bytes.length}` } }
  const { start, end } = part
  return {
    status: 206,
    headers: { ...whole, 'content-range': `bytes ${start}-${end}/${bytes.length}` },
    body: bytes.subarray(start, end + 1),
  }
}

/** What @types/negotiator does not know yet of negotiator 1. */
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
  // Whoever refuses even the plain file gets it all the same (RFC 9110, 12.5.3).
  return encodings.find(encoding => encoding === chosen) ?? 'identity'
}

/** The one range that is asked for; undefined for the whole file, `none` where the file ends before it. */
function partOf(
  size: number,
  { range, 'if-range': ifRange }: RequestHeaders,
  etag: string,
): { readonly start: number; readonly end: number } | 'none' | undefined {
  // A date never matches: no file has one. A weak validator is no proof that bytes are equal.
  if (ifRange !== undefined && ifRange !== etag) return undefined
  const asked = String(range)
  if (!asked.startsWith('bytes=')) return undefined
  const ranges = parseRange(size, asked)
  // For range-parser the last 500 bytes of a file of 400 do not exist; they are all of it (RFC 9110, 14.1.2).
  if (ranges === -1) return /^bytes=-0*[1-9]\d*$/.test(asked) && size > 0 ? undefined : 'none'
  return ranges === -2 || ranges.length !== 1 ? undefined : ranges[0]
}
