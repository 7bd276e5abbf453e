import { timingSafeEqual } from 'node:crypto';
import { type KeyRing, keyedHash } from '../keys.ts';

/** The keyed hash of a secret that cannot be read back, with its generation. */
export interface StoredHash {
  hash: Buffer;
  keyGeneration: number;
}

/**
 * HMAC-SHA-256 under the key of generation 1, and again under that of each later one. A stored hash grows by a link
 * without its secret, and the newest key is enough to protect it (decision 0250).
 */
export const hashAt = (ring: KeyRing, secret: string, generation: number): Buffer =>
  extend(ring, keyedHash(ring.of(1), secret), 1, generation);

/** The stored hash with the links that it lacks. */
export const extendHash = (ring: KeyRing, { hash, keyGeneration }: StoredHash): StoredHash => ({
  hash: extend(ring, hash, keyGeneration, ring.generation),
  keyGeneration: ring.generation,
});

function extend(ring: KeyRing, hash: Buffer, from: number, to: number): Buffer {
  let extended = hash;
  for (let generation = from + 1; generation <= to; generation += 1)
    extended = keyedHash(ring.of(generation), extended);
  return extended;
}

/** Compares in constant time. */
export function isSecretOf(ring: KeyRing, secret: string, { hash, keyGeneration }: StoredHash): boolean {
  const expected = hashAt(ring, secret, keyGeneration);
  return expected.length === hash.length && timingSafeEqual(expected, hash);
}
