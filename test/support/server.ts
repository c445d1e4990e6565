// A static host for a built site, with status 404 for 404 pages and the site's own `_headers` and `_redirects`.

import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'

export interface StaticServer {
  /** `http://127.0.0.1:<port>` */
  readonly origin: string
  close(): Promise<void>
}

export interface ServerOptions {
  /** The site's path on its host: `/loans`, or empty. */
  readonly basePath?: string
  /** Whether to leave out `_headers`. */
  readonly withoutHeaders?: boolean
  /** Changes a file before it is sent. */
  readonly transform?: (path: string, body: Buffer) => Buffer | string
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.woff2': 'font/woff2',
  '.xml': 'application/xml',
  '.json': 'application/json',
  '.speculationrules': 'application/speculationrules+json',
  '.txt': 'text/plain; charset=utf-8',
}

/** Serves a folder on this machine. */
export async function serveFolder(folder: string, options: ServerOptions = {}): Promise<StaticServer> {
  const { basePath = '', transform = (_, body) => body } = options
  const read = (path: string): Buffer | undefined => {
    try {
      return readFileSync(join(folder, path))
    } catch {
      return undefined
    }
  }
  const rules = options.withoutHeaders ? [] : headerRules(read('_headers')?.toString() ?? '')

  const answer = (request: IncomingMessage, response: ServerResponse) => {
    const { pathname } = new URL(request.url ?? '/', 'http://host.invalid')
    const inside = pathname.startsWith(`${basePath}/`) ? pathname.slice(basePath.length) : undefined
    const wanted = inside?.endsWith('/') ? `${inside}index.html` : inside
    const found = wanted === undefined || wanted.includes('..') ? undefined : read(wanted)
    const missing = inside?.startsWith('/articles/') ? '/articles/404.html' : '/404.html'
    const path = found === undefined ? missing : wanted!
    const body = transform(path.slice(1), found ?? read(missing) ?? Buffer.from('Not found'))
    for (const { matches, name, value } of rules) if (matches(pathname)) response.setHeader(name, value)
    response.writeHead(found === undefined ? 404 : 200, {
      'Content-Type': types[extname(path)] ?? 'application/octet-stream',
    })
    response.end(body)
  }
  const server = createServer(answer)
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** Reads Netlify's format: a path, then its headers on indented lines. */
function headerRules(text: string) {
  return text.split(/\n(?=\/)/).flatMap(block => {
    const [path = '', ...lines] = block.trim().split('\n')
    const matches = (pathname: string) =>
      path.endsWith('*') ? pathname.startsWith(path.slice(0, -1)) : pathname === path
    return lines.map(line => {
      const colon = line.indexOf(':')
      return { matches, name: line.slice(0, colon).trim(), value: line.slice(colon + 1).trim() }
    })
  })
}
