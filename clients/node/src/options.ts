export interface ClientOptions {
  /** The address of the gateway, such as https://gateway.example. */
  baseUrl: string;
  /** The installation that the calls are for. */
  installationId: number;
  /** The secret of an API key. */
  secret: string;
  /** The id of the API key. With it the client sends Basic, without it Bearer. */
  apiId?: string;
  /** The limit of one attempt in milliseconds, by default 60 000. */
  timeoutMs?: number;
  /** How many times a failed request is sent again, by default 3. */
  retries?: number;
  /** The first delay before another attempt in milliseconds, by default 500. It doubles each time. */
  retryDelayMs?: number;
  /** The longest delay in milliseconds, by default 30 000. A longer Retry-After ends the call. */
  maxRetryDelayMs?: number;
  /** Permits http to other machines: the secret is then sent in clear. */
  isHttpAllowed?: boolean;
  /** Default: the `fetch` of Node. */
  fetch?: typeof fetch;
}

export interface CallOptions {
  /** Your own Idempotency-Key. By default the client generates one for every call that takes it. */
  idempotencyKey?: string;
  timeoutMs?: number;
  retries?: number;
  /** Ends the call. Its result is then unknown. */
  signal?: AbortSignal;
}
