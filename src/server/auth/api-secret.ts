import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { KeyRing } from '../keys.ts';
import { type StoredHash, hashAt } from './stored-hash.ts';

/** Where a key's payments may go, as people see it in its secret. */
export type KeyMode = 'TEST' | 'LIVE';
const prefixes: Record<KeyMode, string> = { TEST: 'cs_test_', LIVE: 'cs_live_' };
/** SCIM tokens act on users, in test mode too. */
const scimPrefix = 'cs_scim_';
const form = /^cs_(?:test|live)_([\w-]{1,60})_[A-Za-z0-9]{43}([A-Za-z0-9]{6})$/;
const scimForm = /^cs_scim_(s_[a-z2-9]{10})_[A-Za-z0-9]{43}([A-Za-z0-9]{6})$/;

const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** The id of a new key. */
export const newApiId = (): string => `k_${randomName()}`;

/** The id of a new SCIM token. */
export const newScimTokenId = (): string => `s_${randomName()}`;

function randomName(): string {
  const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789';
  return [...randomBytes(10)].map((byte) => alphabet[byte % 32]).join('');
}

/**
 * A new secret of a key: a prefix that secret scanners find, the key's id, 32 random bytes, and a checksum over all of
 * it. Store its hash only.
 */
export const newSecret = (apiId: string, mode: KeyMode): string => buildSecret(prefixes[mode], apiId);

/** A new SCIM token with its id, in the same form. Store its hash only. */
export const newScimToken = (tokenId: string): string => buildSecret(scimPrefix, tokenId);

function buildSecret(start: string, id: string): string {
  const random = toLetters(BigInt(`0x${randomBytes(32).toString('hex')}`), 43);
  const text = `${start}${id}_${random}`;
  return text + checksum(text);
}

/** The hash of a new secret at rest. Without the root secrets it verifies no guess. */
export const hashSecret = (ring: KeyRing, secret: string): StoredHash => ({
  hash: hashAt(ring, secret, ring.generation),
  keyGeneration: ring.generation,
});

/** The key's id in a secret of our form. Undefined for other text, before any query. */
export const parseApiId = (secret: string): string | undefined => idIn(form, secret);

/** The same of a SCIM token. */
export const parseScimTokenId = (token: string): string | undefined => idIn(scimForm, token);

function idIn(pattern: RegExp, secret: string): string | undefined {
  const [, id, sum] = pattern.exec(secret) ?? [];
  return id !== undefined && checksum(secret.slice(0, -6)) === sum ? id : undefined;
}

const checksum = (text: string): string => toLetters(BigInt(crc32(text)), 6);

function toLetters(value: bigint, length: number): string {
  let text = '';
  for (let rest = value; text.length < length; rest /= 62n) text = letters[Number(rest % 62n)] + text;
  return text;
}

/** The credentials of a merchant's request. `apiId` is undefined for a bearer secret of another form. */
interface ApiCredentials {
  apiId: string | undefined;
  secret: string;
}

/** Reads `Basic apiId:secret` or `Bearer secret`. Undefined without credentials. */
export function readApiCredentials(authorization: string | undefined): ApiCredentials | undefined {
  const [scheme = '', value = ''] = (authorization ?? '').split(' ');
  if (scheme.toLowerCase() === 'bearer' && value !== '') return { apiId: parseApiId(value), secret: value };
  if (scheme.toLowerCase() !== 'basic') return undefined;
  const decoded = Buffer.from(value, 'base64').toString('utf8');
  const colon = decoded.indexOf(':');
  if (colon < 1 || decoded.includes('\0')) return undefined;
  return { apiId: decoded.slice(0, colon), secret: decoded.slice(colon + 1) };
}

/** The token of `Bearer token`. */
export function readBearer(authorization: string | undefined): string | undefined {
  const [scheme = '', value = ''] = (authorization ?? '').split(' ');
  return scheme.toLowerCase() === 'bearer' && value !== '' ? value : undefined;
}
