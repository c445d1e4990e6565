// What the server and those who answer for it hand each other: plain data, without anything of Node's `http`.

/** A request that has passed every check of the server; see `vetting.ts`. */
export interface VettedRequest {
  readonly method: 'GET' | 'HEAD'
  /** Name the client asked for, in lower case and without its port: one of the allowed hosts. */
  readonly host: string
  /** Decoded once. Starts with a single slash; holds no backslash, no control character and no `.` or `..` step. */
  readonly path: string
  /** As sent, without the question mark. */
  readonly query: string
  /** Names in lower case. */
  readonly headers: RequestHeaders
}

export type RequestHeaders = Readonly<Record<string, string | string[] | undefined>>

export interface Reply {
  readonly status: number
  /** Names in lower case. Length, type sniffing and sharing with other origins are the server's own business. */
  readonly headers: Readonly<Record<string, string>>
  /** A function gets a connection that stays open, for server-sent events; it is not called for HEAD. */
  readonly body?: Uint8Array | ((connection: EventConnection) => void)
}

/** A connection that stays open until the client or the server goes away. */
export interface EventConnection {
  write(text: string): void
  onClose(listener: () => void): void
}

/** Answers a request; undefined where there is nothing at its address. */
export type Respond = (request: VettedRequest) => Reply | undefined | Promise<Reply | undefined>

/** One line of text for people, as every answer that is no page of a site. */
export function textReply(status: number, text: string, headers: Reply['headers'] = {}): Reply {
  return {
    status,
    headers: { 'content-type': 'text/plain; charset=utf-8', ...headers },
    body: new TextEncoder().encode(`${text}\n`),
  }
}
