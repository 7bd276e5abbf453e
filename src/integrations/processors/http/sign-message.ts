import { type KeyObject, createHmac, createSecretKey, hash, randomBytes, timingSafeEqual } from 'node:crypto';

/** How far the clocks of the two sides may be apart, in ms. */
export const maxClockDifferenceMs = 5 * 60_000;

/** The key of a secret of Standard Webhooks, or undefined where it is none: `whsec_` and 24 to 64 bytes in base64. */
export function readSigningSecret(secret: string): KeyObject | undefined {
  const [, encoded] = /^whsec_([A-Za-z0-9+/]{32,88}={0,2})$/.exec(secret) ?? [];
  const key = Buffer.from(encoded ?? '', 'base64');
  // A key object is prepared once, which takes longer than a signature.
  return key.length >= 24 && key.length <= 64 ? createSecretKey(key) : undefined;
}

/** A signature covers no address, so the id of a request names its method and path (docs/decisions/0190). */
export const requestId = (method: string, path: string): string =>
  `req_${randomBytes(16).toString('hex')}_${target(method, path)}`;

/** Whether a signed id is that of a request to this method and path. */
export const isIdOf = (id: string, method: string, path: string): boolean =>
  /^req_[\da-f]{32}_/.test(id) && id.endsWith(`_${target(method, path)}`);

const target = (method: string, path: string): string =>
  hash('sha256', `${method} ${path}`, 'hex').slice(0, 32);

/** The headers of Standard Webhooks for a body. An answer has the id of its request. */
export function signedHeaders(key: KeyObject, id: string, body: string, now: Date): Record<string, string> {
  const timestamp = String(Math.floor(now.getTime() / 1000));
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${signature(key, id, timestamp, body)}`,
  };
}

/** Whether the body has a signature with the key, of now. A sender with two keys has two, separated by a space. */
export function isSigned(
  key: KeyObject,
  headers: Readonly<Record<string, string | string[] | undefined>>,
  body: string,
  now: Date,
): boolean {
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
    String(headers[name] ?? ''),
  ) as [string, string, string];
  // A dot in the id could move the limits of what is signed.
  if (!/^[\w-]{1,200}$/.test(id) || !/^\d{1,12}$/.test(timestamp)) return false;
  if (Math.abs(Number(timestamp) * 1000 - now.getTime()) > maxClockDifferenceMs) return false;
  const expected = Buffer.from(`v1,${signature(key, id, timestamp, body)}`);
  return signatures
    .split(' ')
    .slice(0, 8)
    .map((one) => Buffer.from(one))
    .some((one) => one.length === expected.length && timingSafeEqual(one, expected));
}

const signature = (key: KeyObject, id: string, timestamp: string, body: string): string =>
  createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
