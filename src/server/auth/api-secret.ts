import { type KeyObject, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { keyedHash } from '../keys.ts';

/** The only connected processor is the sandbox, so every secret is a test secret. */
const prefix = 'cs_test_';
const form = /^cs_test_([\w-]{1,60})_[A-Za-z0-9]{43}([A-Za-z0-9]{6})$/;

const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** The id of a new key. */
export function newApiId(): string {
  const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789';
  return `k_${[...randomBytes(10)].map((byte) => alphabet[byte % 32]).join('')}`;
}

/**
 * A new secret of a key: a prefix that secret scanners find, the key's id, 32 random bytes, and a checksum over all of
 * it. Store its hash only.
 */
export function newSecret(apiId: string): string {
  const random = toLetters(BigInt(`0x${randomBytes(32).toString('hex')}`), 43);
  const text = `${prefix}${apiId}_${random}`;
  return text + checksum(text);
}

/** The hash of a secret at rest. Without the master key it verifies no guess. */
export function hashSecret(key: KeyObject, secret: string): Buffer {
  return keyedHash(key, secret);
}

/** The key's id in a secret of our form. Undefined for other text, before any query. */
export function apiIdOfSecret(secret: string): string | undefined {
  const [, id, sum] = form.exec(secret) ?? [];
  return id !== undefined && checksum(secret.slice(0, -6)) === sum ? id : undefined;
}

const checksum = (text: string): string => toLetters(BigInt(crc32(text)), 6);

function toLetters(value: bigint, length: number): string {
  let text = '';
  for (let rest = value; text.length < length; rest /= 62n) text = letters[Number(rest % 62n)] + text;
  return text;
}
