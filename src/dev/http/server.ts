// The HTTP server of `imprint dev` and `imprint preview`: accepts connections, passes on the requests that `vetting.ts`
// allows, and sends the replies. It has no access to files, so no request can reach one by its path.

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, createServer as createSocketServer, type Server } from 'node:net'
import { networkInterfaces } from 'node:os'
import { type Diagnostic, diagnostic, type Outcome } from '../../diagnostics/index.ts'
import { type Reply, type Respond, textReply } from './message.ts'
import { allowedHosts, hostInUrl, listensEverywhere, vet } from './vetting.ts'

export interface ServerOptions {
  readonly respond: Respond
  /**
   * The first port to try; if it is in use, the next free one is used and a diagnostic reports that. 0 lets the system choose.
   * Default: 4000, without the diagnostic.
   */
  readonly port?: number | undefined
  /** Whether only this port may be used. Default: the next free one is used. */
  readonly strictPort?: boolean | undefined
  /** Address or name to listen on. Default: this machine only. */
  readonly host?: string | undefined
  /** Host names that the server answers to, in addition to those of this machine and `host`: `aurora.localhost`. */
  readonly allowedHosts?: readonly string[] | ((name: string) => boolean)
  /** Called with errors that `respond` throws; the client gets no details. */
  readonly onError?: ((error: unknown) => void) | undefined
}

export interface RunningServer {
  /** `http://localhost:4000` */
  readonly origin: string
  readonly port: number
  /** Stops at once and closes open connections and event streams. */
  close(): Promise<void>
}

const thisMachine = '127.0.0.1'
const defaultPort = 4000
const portsToTry = 100

// Far above what browsers need. Without limits, a few connections could keep the server busy.
const limits = {
  maxHeaderSize: 16 * 1024,
  headersTimeout: 10_000,
  requestTimeout: 10_000,
  keepAliveTimeout: 5_000,
  connectionsCheckingInterval: 1_000,
}

/** Starts a server. Undefined, with an error, if it cannot listen. */
export async function startServer(options: ServerOptions): Promise<Outcome<RunningServer | undefined>> {
  const { host = thisMachine, respond, onError = () => undefined } = options
  const isAllowedHost = allowedHosts(host, options.allowedHosts ?? [])
  const server = createServer(limits, (request, response) => {
    void answer(request, respond, isAllowedHost)
      .catch((error: unknown) => {
        onError(error)
        return textReply(500, 'The server could not respond. See its terminal for details.')
      })
      .then(reply => send(reply, request, response))
      .catch(error => {
        onError(error)
        response.destroy()
      })
  })
  const listening = await listenFrom(
    server,
    options.port ?? defaultPort,
    options.strictPort ? 1 : portsToTry,
    host,
  )
  if ('failure' in listening) return { value: undefined, diagnostics: [listening.failure] }
  const { port } = listening
  server.on('error', onError)
  const diagnostics: Diagnostic[] = []
  if (options.port !== undefined && options.port !== 0 && port !== options.port)
    diagnostics.push(portInUse(options.port, port))
  if (!isLoopback(host)) diagnostics.push(openToNetwork(host, port))
  const shownHost = host === thisMachine || listensEverywhere(host) ? 'localhost' : hostInUrl(host)
  return {
    value: {
      origin: `http://${shownHost}:${port}`,
      port,
      close: () =>
        new Promise(resolve => {
          server.close(() => resolve())
          server.closeAllConnections()
        }),
    },
    diagnostics,
  }
}

async function answer(
  request: IncomingMessage,
  respond: Respond,
  isAllowedHost: (name: string) => boolean,
): Promise<Reply> {
  const { method = '', url = '', headers, rawHeaders } = request
  const vetted = vet({ method, target: url, headers, rawHeaders }, isAllowedHost)
  if ('refusal' in vetted) return vetted.refusal
  return (await respond(vetted)) ?? textReply(404, 'There is nothing at this address.')
}

// Bytes. A client with more unread data than this is not reading; a browser reconnects when it wakes up.
const mostUnreadBytes = 1024 * 1024

function send(reply: Reply, request: IncomingMessage, response: ServerResponse): void {
  // The client closed the connection before its reply was ready.
  if (response.destroyed) return
  const { status, body } = reply
  response.writeHead(status, guardedHeaders(reply))
  if (typeof body !== 'function' || request.method === 'HEAD') {
    response.end(typeof body === 'function' ? undefined : body)
    return
  }
  response.flushHeaders()
  body({
    write(text) {
      if (response.destroyed) return
      response.write(text)
      if (response.writableLength > mostUnreadBytes) response.destroy()
    },
    onClose: listener => void response.once('close', listener),
  })
}

/** The reply's headers, and those that every reply has. */
function guardedHeaders({ status, headers, body }: Reply): Record<string, string | number> {
  const guarded: Record<string, string | number> = {
    'cache-control': 'no-store',
    ...headers,
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
  }
  // A site may share files with other origins once it is published, but this machine shares nothing.
  for (const name of Object.keys(guarded)) if (name.startsWith('access-control-')) delete guarded[name]
  if (typeof body !== 'function' && status !== 304) guarded['content-length'] = body?.length ?? 0
  return guarded
}

/** Listens on the first free port of `count` ports, starting at `first`. */
async function listenFrom(
  server: Server,
  first: number,
  count: number,
  host: string,
): Promise<{ readonly port: number } | { readonly failure: Diagnostic }> {
  const last = first === 0 ? 0 : Math.min(first + count - 1, 65_535)
  for (let port = first; port <= last; port++) {
    const problem =
      (host === thisMachine && (await otherLocalhost(port))) || (await listen(server, port, host))
    if (problem === undefined) return { port: (server.address() as AddressInfo).port }
    if (problem !== 'EADDRINUSE') return { failure: cannotListen(port, host, problem) }
  }
  return { failure: noFreePort(first, last) }
}

/** Listens, or returns the error's code. */
function listen(server: Server, port: number, host: string): Promise<string | undefined> {
  return new Promise(resolve => {
    const failed = (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message)
    server.once('error', failed)
    server.listen({ port, host }, () => {
      server.off('error', failed)
      resolve(undefined)
    })
  })
}

/**
 * Browsers try ::1 first for `localhost`, so another server that listens there would be shown instead. `EADDRINUSE` if there is
 * one; undefined if not, or if there is no IPv6.
 */
async function otherLocalhost(port: number): Promise<'EADDRINUSE' | undefined> {
  if (port === 0) return undefined
  const probe = createSocketServer()
  const problem = await listen(probe, port, '::1')
  if (problem === undefined) await new Promise(resolve => probe.close(resolve))
  return problem === 'EADDRINUSE' ? problem : undefined
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost') || host.startsWith('127.') || host === '::1'
}

function portInUse(wanted: number, taken: number): Diagnostic {
  return diagnostic('server/port-in-use', `Port ${wanted} is in use, so port ${taken} was used instead.`, {
    hint: 'To choose a port, use --port.',
  })
}

function noFreePort(first: number, last: number): Diagnostic {
  const message = first === last ? `Port ${first} is in use.` : `Ports ${first} to ${last} are all in use.`
  return diagnostic('server/port-in-use', message, {
    severity: 'error',
    hint: 'Choose another port with --port. With --port 0, the system chooses one.',
  })
}

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'you do not have permission to use it',
  EADDRNOTAVAIL: 'this machine does not have this address',
  ENOTFOUND: 'there is no host with that name',
  EAI_AGAIN: 'the name could not be looked up',
  EINVAL: 'this is not an address',
}

function cannotListen(port: number, host: string, code: string): Diagnostic {
  const reason = reasons[code]
  return diagnostic(
    'server/cannot-listen',
    `The server could not listen on "${host}"${port === 0 ? '' : `, port ${port}`}: ${reason ?? 'the system refused'} (${code}).`,
    {
      hint:
        code === 'EACCES'
          ? 'Use --port to choose a port of 1024 or higher.'
          : 'Omit --host, or set it to an address of this machine.',
    },
  )
}

function openToNetwork(host: string, port: number): Diagnostic {
  const addresses = Object.values(networkInterfaces())
    .flatMap(known => known ?? [])
    .filter(address => !address.internal && address.family === 'IPv4')
    .map(address => address.address)
  const shown = listensEverywhere(host) ? addresses : [hostInUrl(host)]
  const where = shown.map(address => `http://${address}:${port}/`).join(', ')
  return diagnostic(
    'server/open-to-network',
    `Anyone on this machine’s network can see the served sites${where === '' ? '' : `: ${where}`}.`,
    { hint: 'Omit --host to accept connections only from this machine.' },
  )
}
