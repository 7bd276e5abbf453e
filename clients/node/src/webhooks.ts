import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Notification, TestEvent, WebhookEvent } from './types.ts';

/** The headers of a request, from Node or the Fetch API. */
export type MessageHeaders = Headers | Readonly<Record<string, string | string[] | undefined>>;

export interface VerifyOptions {
  /** How many seconds the timestamp may be off, by default 300. */
  tolerance?: number;
  /** By default the time of this machine. */
  now?: Date;
}

/** The message is not from the gateway, or too old. Respond with 400 and do nothing else. */
export class SignatureError extends Error {
  readonly reason: 'header' | 'timestamp' | 'signature' | 'body';

  constructor(reason: SignatureError['reason'], message: string) {
    super(message);
    this.name = 'SignatureError';
    this.reason = reason;
  }
}

/**
 * The event of a webhook. `payload` is the body exactly as received. Several secrets help during a rotation. Throws a
 * SignatureError.
 */
export function verifyWebhook(
  payload: string | Uint8Array,
  headers: MessageHeaders,
  secret: string | readonly string[],
  options: VerifyOptions = {},
): WebhookEvent | TestEvent {
  verifySignature(payload, headers, secret, options);
  return parse(payload) as WebhookEvent | TestEvent;
}

/** A notification of a payment's `callbacks`, as verifyWebhook. */
export function verifyNotification(
  payload: string | Uint8Array,
  headers: MessageHeaders,
  secret: string | readonly string[],
  options: VerifyOptions = {},
): Notification {
  verifySignature(payload, headers, secret, options);
  return parse(payload) as Notification;
}

/** Verifies a message of any format, without reading it. Throws a SignatureError. */
export function verifySignature(
  payload: string | Uint8Array,
  headers: MessageHeaders,
  secret: string | readonly string[],
  { tolerance = 300, now = new Date() }: VerifyOptions = {},
): void {
  const secrets = typeof secret === 'string' ? [secret] : secret;
  if (secrets.length === 0 || secrets.includes('')) throw new TypeError('A secret is needed');
  const { timestamp, expected, received } = readSignatures(payload, headers, secrets);
  if (!/^\d{1,12}$/.test(timestamp)) throw new SignatureError('timestamp', 'The timestamp is not a number');
  if (Math.abs(now.getTime() / 1000 - Number(timestamp)) > tolerance)
    throw new SignatureError('timestamp', 'The timestamp is too far from the present');
  let isGenuine = false;
  for (const signature of received)
    for (const candidate of expected) isGenuine = isEqual(signature, candidate) || isGenuine;
  if (!isGenuine) throw new SignatureError('signature', 'No signature fits');
}

/** Reads the signatures of Standard Webhooks if the secrets are `whsec_` secrets, otherwise those of notifications. */
function readSignatures(
  payload: string | Uint8Array,
  headers: MessageHeaders,
  secrets: readonly string[],
): { timestamp: string; expected: string[]; received: string[] } {
  const isStandard =
    find(headers, 'webhook-signature') !== undefined &&
    secrets.every((secret) => secret.startsWith('whsec_'));
  if (isStandard) {
    const id = need(headers, 'webhook-id');
    const timestamp = need(headers, 'webhook-timestamp');
    const expected = secrets.map((secret) => {
      const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
      const hmac = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(payload);
      return `v1,${hmac.digest('base64')}`;
    });
    return { timestamp, expected, received: need(headers, 'webhook-signature').split(' ') };
  }
  const timestamp = need(headers, 'x-countinghouse-timestamp');
  const received = need(headers, 'x-countinghouse-signature').split(/,\s*/);
  const expected = secrets.map((secret) => {
    const hmac = createHmac('sha256', secret).update(`${timestamp}.`).update(payload);
    return `v1=${hmac.digest('hex')}`;
  });
  return { timestamp, expected, received };
}

function need(headers: MessageHeaders, name: string): string {
  const value = find(headers, name);
  if (value === undefined) throw new SignatureError('header', `The header ${name} is missing`);
  return value;
}

function find(headers: MessageHeaders, name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined;
  const [, value] = Object.entries(headers).find(([key]) => key.toLowerCase() === name) ?? [];
  return typeof value === 'string' ? value : undefined;
}

/** In constant time. The length of a signature is not secret. */
function isEqual(received: string, expected: string): boolean {
  const [a, b] = [Buffer.from(received), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}

function parse(payload: string | Uint8Array): unknown {
  try {
    return JSON.parse(typeof payload === 'string' ? payload : new TextDecoder().decode(payload));
  } catch {
    throw new SignatureError('body', 'The body is not JSON: use verifySignature for other formats');
  }
}
