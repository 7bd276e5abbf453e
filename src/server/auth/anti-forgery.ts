import { type KeyObject, randomBytes, timingSafeEqual } from 'node:crypto';
import { keyedHash } from '../keys.ts';

export const antiForgeryCookie = 'XSRF-TOKEN';
export const antiForgeryHeader = 'x-xsrf-token';

/**
 * The value the page reads from its cookie and sends back (docs/domain.md#anti-forgery). It is bound to the session
 * (or, before sign-in, to nothing) by a keyed hash, so a cookie planted by a sister host is worthless.
 */
export function newAntiForgeryValue(key: KeyObject, binding: string): string {
  const nonce = randomBytes(16).toString('base64url');
  return `${nonce}.${sign(key, nonce, binding)}`;
}

export function antiForgeryHolds(
  key: KeyObject,
  binding: string,
  cookie: string | undefined,
  sent: string | undefined,
): boolean {
  if (!cookie || !sent || !same(cookie, sent)) return false;
  const [nonce = '', signature = ''] = sent.split('.');
  return same(signature, sign(key, nonce, binding));
}

function sign(key: KeyObject, nonce: string, binding: string): string {
  return keyedHash(key, `${nonce}|${binding}`).toString('base64url');
}

function same(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
