import { randomUUID } from 'node:crypto';
import { CountinghouseError, errorOfResponse } from './error.ts';
import { operations } from './operations.ts';
import type { CallOptions, ClientOptions } from './options.ts';
import type { Operations } from './types.ts';

export type OperationName = keyof Operations & keyof typeof operations;

export interface CallInput {
  path?: Readonly<Record<string, string | number>>;
  query?: object;
  body?: object;
}

/** Sends a call and returns the body of its success. */
export type Call = <Name extends OperationName>(
  name: Name,
  input: CallInput,
  options?: CallOptions,
) => Promise<Operations[Name]['response']>;

/** A repetition can succeed soon: no response, too many requests, or a failure of the gateway or of a proxy before it. */
const isTemporary = ({ status }: CountinghouseError): boolean =>
  status === undefined || [429, 500, 502, 503, 504].includes(status);

/** The calls of one API key. Throws for an address to which the secret would be sent in clear. */
export function createCall(options: ClientOptions): Call {
  const base = readBaseUrl(options);
  const authorization = authorise(options);
  const { maxRetryDelayMs = 30_000, retryDelayMs = 500, installationId } = options;
  return async (name, input, callOptions = {}) => {
    const { method, path, takesKey, hasBody } = operations[name];
    const key = takesKey ? (callOptions.idempotencyKey ?? randomUUID()) : undefined;
    const request: Prepared = {
      url: new URL(base + fillPath(path, { installationId, ...input.path }) + queryOf(input.query)),
      method,
      key,
      headers: {
        accept: 'application/json',
        authorization,
        'user-agent': 'countinghouse-client-node/0.1.0',
        ...(input.body ? { 'content-type': 'application/json' } : {}),
        ...(key === undefined ? {} : { 'idempotency-key': key }),
      },
      body: input.body && JSON.stringify(input.body),
      hasBody,
      timeoutMs: callOptions.timeoutMs ?? options.timeoutMs ?? 60_000,
      signal: callOptions.signal,
    };
    const isRepeatable = method === 'GET' || key !== undefined;
    const retries = isRepeatable ? (callOptions.retries ?? options.retries ?? 3) : 0;
    for (let attempt = 0; ; attempt += 1) {
      const result = await sendOnce(options.fetch ?? fetch, request);
      if (!(result instanceof CountinghouseError)) return result.body as never;
      const delayMs = Math.max(result.retryAfterMs ?? 0, backOff(retryDelayMs, attempt, maxRetryDelayMs));
      const isLast = attempt >= retries || delayMs > maxRetryDelayMs;
      if (isLast || !isTemporary(result) || callOptions.signal?.aborted) throw result;
      await wait(delayMs, callOptions.signal, result);
    }
  };
}

interface Prepared {
  url: URL;
  method: string;
  key: string | undefined;
  headers: Record<string, string>;
  body: string | undefined;
  /** Whether the response has one. */
  hasBody: boolean;
  timeoutMs: number;
  signal: AbortSignal | undefined;
}

/** One attempt: the body of a success, or the error. Never throws. */
async function sendOnce(
  send: typeof fetch,
  { url, method, key, headers, body, hasBody, timeoutMs, signal }: Prepared,
): Promise<{ body: unknown } | CountinghouseError> {
  const limits = [AbortSignal.timeout(timeoutMs), ...(signal ? [signal] : [])];
  try {
    const init = { method, headers, redirect: 'manual', signal: AbortSignal.any(limits) } as const;
    const response = await send(url, body === undefined ? init : { ...init, body });
    const text = await response.text();
    const answer = parse(text);
    // A success is JSON, or empty where the operation has no body. A page from a proxy in between is neither.
    const isExpected = hasBody ? typeof answer === 'object' && answer !== null : text === '';
    if (!response.ok || !isExpected) return errorOfResponse(response, answer, key);
    return { body: hasBody ? answer : undefined };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    const message = `No response to ${method} ${url.pathname}: ${why}`;
    return new CountinghouseError(message, { idempotencyKey: key }, { cause: error });
  }
}

/** A proxy between client and gateway may respond without JSON. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Between half of the delay and the whole, so that clients do not repeat at the same moment. */
function backOff(firstMs: number, attempt: number, maxMs: number): number {
  return Math.min(firstMs * 2 ** attempt, maxMs) * (0.5 + Math.random() / 2);
}

/** Throws the error if the caller cancels the call first. */
function wait(ms: number, signal: AbortSignal | undefined, error: CountinghouseError): Promise<void> {
  return new Promise((done, fail) => {
    const stop = (): void => {
      clearTimeout(timer);
      fail(error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      done();
    }, ms);
    signal?.addEventListener('abort', stop, { once: true });
  });
}

function authorise({ apiId, secret }: ClientOptions): string {
  if (apiId === undefined) return `Bearer ${secret}`;
  return `Basic ${Buffer.from(`${apiId}:${secret}`).toString('base64')}`;
}

const ownMachine = new Set(['localhost', '127.0.0.1', '[::1]']);

function readBaseUrl({ baseUrl, isHttpAllowed = false }: ClientOptions): string {
  const { protocol, hostname, origin, pathname } = new URL(baseUrl);
  const isSafe =
    protocol === 'https:' || (protocol === 'http:' && (isHttpAllowed || ownMachine.has(hostname)));
  if (!isSafe) throw new TypeError(`The secret is not sent to ${protocol}//${hostname}: use https`);
  return origin + pathname.replace(/\/$/, '');
}

function fillPath(path: string, values: Readonly<Record<string, string | number>>): string {
  return path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => {
    const value = String(values[name] ?? '');
    // An empty one, or dots, would be the address of another call.
    if (/^\.{0,2}$/.test(value)) throw new TypeError(`${name} is missing`);
    return encodeURIComponent(value);
  });
}

function queryOf(query: object = {}): string {
  const entries = Object.entries(query).filter(([, value]) => value !== undefined);
  const text = new URLSearchParams(
    entries.map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();
  return text === '' ? '' : `?${text}`;
}
