import { createHmac, randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Countinghouse } from './countinghouse.ts';
import { CountinghouseError } from './error.ts';
import type { WebhookEvent } from './types.ts';

export interface ListenOptions {
  /** Where events are sent, such as http://localhost:3000/hooks. */
  to: string;
  /** Types, and patterns such as `payment.*`. By default all. */
  events?: readonly string[];
  /** The secret that signs, `whsec_` and Base64. By default a new one. */
  secret?: string;
  /** Ends the listening. */
  signal?: AbortSignal;
  /** Attempts for an event, by default 5. */
  attempts?: number;
  /** The first delay before another attempt in milliseconds, by default 1000. It doubles each time. */
  retryDelayMs?: number;
  report?: (report: ListenReport) => void;
  /** Default: the `fetch` of Node. */
  fetch?: typeof fetch;
}

export type ListenReport =
  /** From now on events are received. */
  | { kind: 'ready'; secret: string; to: string }
  /** Your server has responded, or not. `willRetry`: there is another attempt. */
  | {
      kind: 'delivery';
      event: Pick<WebhookEvent, 'id' | 'type'>;
      status?: number;
      error?: string;
      durationMs: number;
      willRetry: boolean;
    }
  /** The gateway does not respond. It is called again, from the same position. */
  | { kind: 'disconnected'; error: string }
  | { kind: 'connected' };

/**
 * Receives the events of an installation over connections that this program opens, and sends them to a server of yours, signed
 * like webhooks. Nothing has to reach this machine from outside. Ends with `signal`; throws when the key is refused.
 */
export async function listen(client: Countinghouse, options: ListenOptions): Promise<void> {
  const { to, events = ['*'], signal, report = () => undefined, retryDelayMs = 1000 } = options;
  const secret = options.secret ?? `whsec_${randomBytes(32).toString('base64')}`;
  if (!URL.canParse(to)) throw new TypeError(`${to} is no address`);
  const isStopped = () => signal?.aborted === true;
  const isChosen = chooseEvents(events);
  let cursor: string | undefined;
  let failures = 0;
  while (!isStopped()) {
    try {
      const query = cursor === undefined ? {} : { cursor };
      // The response takes up to 20 seconds.
      const found = await client.notifications.waitForEvents(query, {
        retries: 0,
        timeoutMs: 40_000,
        signal,
      });
      if (failures > 0) report({ kind: 'connected' });
      else if (cursor === undefined) report({ kind: 'ready', secret, to });
      failures = 0;
      for (const event of found.items as WebhookEvent[])
        if (isChosen(event.type)) await deliver(event, secret, options);
      // Only now: what was not delivered before a stop is received again.
      cursor = found.cursor;
    } catch (error) {
      if (isStopped()) return;
      if (isRefusal(error)) throw error;
      failures += 1;
      const message = error instanceof Error ? error.message : String(error);
      if (failures === 1) report({ kind: 'disconnected', error: message });
      await pause(retryDelayMs * 2 ** Math.min(failures - 1, 4), signal);
    }
  }
}

/** Waiting does not help: the key, the installation or the call is wrong. */
const isRefusal = (error: unknown): boolean =>
  error instanceof CountinghouseError &&
  error.status !== undefined &&
  error.status >= 400 &&
  error.status < 500 &&
  error.status !== 429;

function chooseEvents(patterns: readonly string[]): (type: string) => boolean {
  const wrong = patterns.find((pattern) => !/^(\*|[a-z]+\.(\*|[a-z]+))$/.test(pattern));
  if (wrong !== undefined) throw new TypeError(`${wrong} is no type of events`);
  return (type) =>
    patterns.some((pattern) => pattern === '*' || pattern === type || pattern === type.replace(/\..*/, '.*'));
}

/** As the product delivers to a webhook: any 2xx counts. */
async function deliver(event: WebhookEvent, secret: string, options: ListenOptions): Promise<void> {
  const { signal, attempts = 5, retryDelayMs = 1000, report = () => undefined } = options;
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    if (signal?.aborted) return;
    const startedMs = performance.now();
    const sent = await send(event, secret, options);
    const isDelivered = sent.status !== undefined && sent.status >= 200 && sent.status < 300;
    const willRetry = !isDelivered && attempt < attempts;
    const durationMs = Math.round(performance.now() - startedMs);
    report({ kind: 'delivery', event, ...sent, durationMs, willRetry });
    if (!willRetry) return;
    await pause(retryDelayMs * 2 ** (attempt - 1), signal);
  }
}

async function send(
  event: WebhookEvent,
  secret: string,
  { to, signal, fetch: request = fetch }: ListenOptions,
): Promise<{ status?: number; error?: string }> {
  const body = JSON.stringify(event);
  const limits = [AbortSignal.timeout(10_000), ...(signal ? [signal] : [])];
  try {
    const response = await request(to, {
      method: 'POST',
      redirect: 'manual',
      headers: signedHeaders(event.id, body, secret),
      body,
      signal: AbortSignal.any(limits),
    });
    await response.body?.cancel();
    return { status: response.status };
  } catch (error) {
    const { message, cause } = error as Error;
    return { error: cause instanceof Error ? cause.message : message };
  }
}

/** Both signatures of a webhook. */
function signedHeaders(id: string, body: string, secret: string): Record<string, string> {
  const time = String(Math.floor(Date.now() / 1000));
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const standard = createHmac('sha256', key).update(`${id}.${time}.${body}`).digest('base64');
  const own = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex');
  return {
    'content-type': 'application/json',
    'user-agent': 'Countinghouse-Webhook',
    'x-countinghouse-notification': id,
    'x-countinghouse-timestamp': time,
    'x-countinghouse-signature': `v1=${own}`,
    'webhook-id': id,
    'webhook-timestamp': time,
    'webhook-signature': `v1,${standard}`,
  };
}

/** Ends early with the signal. */
const pause = (ms: number, signal?: AbortSignal): Promise<void> =>
  sleep(ms, undefined, signal ? { signal } : {}).catch(() => undefined);
