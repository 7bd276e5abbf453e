/** A request to an address from configuration or a merchant: a callback, a news feed. */
export interface WebRequest {
  method: 'GET' | 'POST' | 'DELETE';
  url: string;
  headers?: Readonly<Record<string, string>>;
  body?: string;
  /** In place of `body`: a file. */
  bytes?: Uint8Array;
  /** For the whole request; 10 s when missing. */
  timeoutMs?: number;
  /** The limit of the response's body; 64 kB when missing. */
  maxBytes?: number;
  /** Reads `maxBytes` of the response's body and ignores the rest; otherwise a larger response fails. */
  ignoresRest?: boolean;
}

/** 'refused': nothing was sent, because the address is not public. */
export type WebResponse =
  | { kind: 'response'; status: number; body: string; headers?: Readonly<Record<string, string>> }
  | { kind: 'refused'; why: 'url' | 'scheme' | 'address' }
  /** `isSent`: the connection was made, so that the request may have arrived. */
  | { kind: 'failed'; why: 'timeout' | 'connection' | 'too-large'; isSent: boolean };

/**
 * As WebResponse, with the body as it arrives; there is none unless the status is 2xx. Reading it throws when the connection
 * breaks, the time is over or `maxBytes` is exceeded.
 */
export type WebStream =
  | { kind: 'response'; status: number; body: AsyncIterable<Uint8Array> }
  | Exclude<WebResponse, { kind: 'response' }>;

/** All outgoing requests. Never throws on a network failure, follows no redirect, stores no cookie. */
export interface WebClient {
  send(request: WebRequest): Promise<WebResponse>;
}

/** A client for files too. */
export interface StreamingClient extends WebClient {
  /** For files. The caller reads the body to its end, or stops, which closes the connection. */
  open(request: WebRequest): Promise<WebStream>;
}
