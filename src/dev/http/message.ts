// Requests and replies as plain data, without the objects of Node's `http`.

/** A request that has passed every check of the server; see `vetting.ts`. */
export interface VettedRequest {
  readonly method: 'GET' | 'HEAD'
  /** Host name of the request in lower case, without the port: one of the allowed hosts. */
  readonly host: string
  /** Decoded once. Starts with a single slash; contains no backslash, no control character and no `.` or `..` step. */
  readonly path: string
  /** As sent, without the question mark. */
  readonly query: string
  /** Names in lower case. */
  readonly headers: RequestHeaders
}

export type RequestHeaders = Readonly<Record<string, string | string[] | undefined>>

export interface Reply {
  readonly status: number
  /** Names in lower case. The server itself adds the length and the headers about type sniffing and other origins. */
  readonly headers: Readonly<Record<string, string>>
  /** A function receives a connection that stays open, for server-sent events; it is not called for HEAD. */
  readonly body?: Uint8Array | ((connection: EventConnection) => void)
}

/** A connection that stays open until the client or the server closes it. */
export interface EventConnection {
  write(text: string): void
  onClose(listener: () => void): void
}

/** Answers a request; undefined if there is nothing at its address. */
export type Respond = (request: VettedRequest) => Reply | undefined | Promise<Reply | undefined>

/** A line of text for people. */
export function textReply(status: number, text: string, headers: Reply['headers'] = {}): Reply {
  return {
    status,
    headers: { 'content-type': 'text/plain; charset=utf-8', ...headers },
    body: new TextEncoder().encode(`${text}\n`),
  }
}
