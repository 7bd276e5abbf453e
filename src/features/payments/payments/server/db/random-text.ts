import { randomFillSync } from 'node:crypto';

const pool = Buffer.allocUnsafe(4096);
let used = pool.length;

/** `length` random bytes as text, for ids. One call of the operating system fills the bytes of many ids. */
export function randomText(length: number, encoding: 'base64' | 'base64url' | 'hex'): string {
  if (used + length > pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  const text = pool.toString(encoding, used, used + length);
  // An id must not stay readable in memory after it was given out.
  pool.fill(0, used, used + length);
  used += length;
  return text;
}
