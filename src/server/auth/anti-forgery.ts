import { type KeyObject, randomBytes, timingSafeEqual } from 'node:crypto';
import { type KeyRing, keyedHash } from '../keys.ts';

export const antiForgeryCookie = 'XSRF-TOKEN';
export const antiForgeryHeader = 'x-xsrf-token';

/**
 * Creates the value that the page reads from its cookie and sends back (docs/domain.md#anti-forgery). A keyed hash
 * binds it to the session, so that a cookie set by a sibling host is useless.
 */
export function newAntiForgeryValue(ring: KeyRing, binding: string): string {
  const nonce = randomBytes(16).toString('base64url');
  return `${nonce}.${sign(ring.current, nonce, binding)}`;
}

/** `keys`: those of values that have not ended. */
export function isAntiForgeryValid(
  keys: readonly KeyObject[],
  binding: string,
  cookie: string | undefined,
  sentValue: string | undefined,
): boolean {
  if (!cookie || !sentValue || !isEqual(cookie, sentValue)) return false;
  const [nonce = '', signature = ''] = sentValue.split('.');
  return keys.some((key) => isEqual(signature, sign(key, nonce, binding)));
}

function sign(key: KeyObject, nonce: string, binding: string): string {
  return keyedHash(key, `${nonce}|${binding}`).toString('base64url');
}

function isEqual(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
