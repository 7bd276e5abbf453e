import {
  CompactEncrypt,
  type CryptoKey,
  type JWK,
  compactDecrypt,
  exportJWK,
  generateKeyPair,
  importJWK,
} from 'jose';

/** Encrypts a value to the adapter's key, as a compact JWE. */
export type Encrypt = (value: object) => Promise<string>;

const encryption = 'A256GCM';

const algorithmOf = ({ kty, crv }: JWK): string | undefined => {
  if (kty === 'RSA') return 'RSA-OAEP-256';
  if (kty === 'EC' && crv === 'P-256') return 'ECDH-ES';
  return kty === 'OKP' && crv === 'X25519' ? 'ECDH-ES' : undefined;
};

/**
 * Reads the public key of an adapter: a JWK of RSA (2048 bits or more), P-256 or X25519. Returns why it cannot be used:
 * 'not-a-key', or 'private' for a key that belongs to the adapter alone.
 */
export function readCardKey(jwk: string): Encrypt | 'not-a-key' | 'private' {
  const key = parseKey(jwk);
  const alg = key && algorithmOf(key);
  if (!key || !alg) return 'not-a-key';
  if (key.d !== undefined) return 'private';
  if (key.kty === 'RSA' && Buffer.from(key.n ?? '', 'base64url').length < 256) return 'not-a-key';
  const { kid } = key;
  let imported: Promise<CryptoKey | Uint8Array> | undefined;
  return async (value) => {
    imported ??= importJWK(key, alg);
    const bytes = new TextEncoder().encode(JSON.stringify(value));
    return new CompactEncrypt(bytes)
      .setProtectedHeader({ alg, enc: encryption, ...(kid === undefined ? {} : { kid }) })
      .encrypt(await imported);
  };
}

function parseKey(jwk: string): JWK | undefined {
  try {
    const key: unknown = JSON.parse(jwk);
    return typeof key === 'object' && key !== null ? (key as JWK) : undefined;
  } catch {
    return undefined;
  }
}

/** A key is read once, which takes as long as its use. */
const privateKeys = new WeakMap<JWK, ReturnType<typeof importJWK>>();

/** The adapter's side: the value of a JWE. Throws for another key and for anything that was changed. */
export async function decryptCard(jwe: string, privateKey: JWK): Promise<unknown> {
  const alg = algorithmOf(privateKey) ?? '';
  const key = privateKeys.get(privateKey) ?? importJWK(privateKey, alg);
  privateKeys.set(privateKey, key);
  const { plaintext } = await compactDecrypt(jwe, await key, {
    keyManagementAlgorithms: [alg],
    contentEncryptionAlgorithms: [encryption],
  });
  return JSON.parse(new TextDecoder().decode(plaintext));
}

/** A new pair of an adapter: the private key is its own, the public one is the setting `cardKey` of its connections. */
export async function generateCardKeys(): Promise<{ privateKey: JWK; publicKey: JWK }> {
  const pair = await generateKeyPair('ECDH-ES', { crv: 'P-256', extractable: true });
  const [privateKey, publicKey] = await Promise.all([exportJWK(pair.privateKey), exportJWK(pair.publicKey)]);
  return { privateKey, publicKey };
}
