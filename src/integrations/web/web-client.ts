/** A request to an address that somebody else named: a merchant's callback, a news feed. */
export interface WebRequest {
  method: 'GET' | 'POST';
  url: string;
  headers?: Readonly<Record<string, string>>;
  body?: string;
  /** From the first byte to the last; 10 s when missing. */
  timeoutMs?: number;
  /** Of the answer's body; 64 kB when missing. */
  maxBytes?: number;
}

/** 'refused': we did not ask at all, because of where the address leads. */
export type WebAnswer =
  | { kind: 'answer'; status: number; body: string }
  | { kind: 'refused'; why: 'url' | 'scheme' | 'address' }
  | { kind: 'failed'; why: 'timeout' | 'connection' | 'too-large' };

/** The one way out. Never throws for what happens on the way; follows no redirect, keeps no cookie. */
export interface WebClient {
  send(request: WebRequest): Promise<WebAnswer>;
}
