import {
  type JsonWebKey,
  type KeyObject,
  constants,
  createCipheriv,
  createDecipheriv,
  createPrivateKey,
  createPublicKey,
  createSecretKey,
  diffieHellman,
  generateKeyPairSync,
  hash,
  privateDecrypt,
  publicEncrypt,
  randomBytes,
} from 'node:crypto';

// Compact JWE (RFC 7516) of cards, with Node's own cryptography and at once: WebCrypto's thread pool takes longer
// than the work (docs/decisions/0380).

/** Encrypts a value to the adapter's key, as a compact JWE. */
export type Encrypt = (value: object) => string;

type Algorithm = 'RSA-OAEP-256' | 'ECDH-ES';
const enc = 'A256GCM';
const keyBytes = 32;
const ivBytes = 12;
const tagBytes = 16;

const algorithmOf = ({ kty, crv }: JsonWebKey): Algorithm | undefined => {
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
  const imported = importPublic(key);
  if (!imported || (imported.asymmetricKeyDetails?.modulusLength ?? 2048) < 2048) return 'not-a-key';
  const { kid } = key;
  const named = typeof kid === 'string' ? { kid } : {};
  return (value) => {
    const { secret, header, encryptedKey } = agreeOnKey(imported, alg);
    const protectedHeader = encode(JSON.stringify({ alg, enc, ...named, ...header }));
    const iv = randomBytes(ivBytes);
    const cipher = createCipheriv('aes-256-gcm', secret, iv, { authTagLength: tagBytes });
    cipher.setAAD(Buffer.from(protectedHeader));
    const text = Buffer.concat([cipher.update(JSON.stringify(value), 'utf8'), cipher.final()]);
    return [protectedHeader, ...[encryptedKey, iv, text, cipher.getAuthTag()].map(encode)].join('.');
  };
}

const encode = (bytes: Buffer | string): string => Buffer.from(bytes as string).toString('base64url');

function parseKey(jwk: string): JsonWebKey | undefined {
  try {
    const key: unknown = JSON.parse(jwk);
    return typeof key === 'object' && key !== null ? (key as JsonWebKey) : undefined;
  } catch {
    return undefined;
  }
}

/** Undefined for values that are no key, such as a point beside the curve. */
function importPublic(key: JsonWebKey): KeyObject | undefined {
  try {
    return createPublicKey({ key, format: 'jwk' });
  } catch {
    return undefined;
  }
}

/** A key for one message, and what the adapter needs to have it too. */
function agreeOnKey(
  publicKey: KeyObject,
  alg: Algorithm,
): { secret: KeyObject; header: object; encryptedKey: Buffer } {
  if (alg === 'RSA-OAEP-256') {
    const bytes = randomBytes(keyBytes);
    return {
      secret: createSecretKey(bytes),
      header: {},
      encryptedKey: publicEncrypt(oaep(publicKey), bytes),
    };
  }
  const ephemeral =
    publicKey.asymmetricKeyType === 'x25519'
      ? generateKeyPairSync('x25519')
      : generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return {
    secret: deriveKey(ephemeral.privateKey, publicKey),
    header: { epk: ephemeral.publicKey.export({ format: 'jwk' }) },
    encryptedKey: Buffer.alloc(0),
  };
}

const oaep = (key: KeyObject) => ({ key, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' });

const uint32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};
/** What the Concat KDF of RFC 7518 hashes after the shared secret: algorithm, no names of the parties, bits of the key. */
const kdfInfo = Buffer.concat([
  uint32(enc.length),
  Buffer.from(enc),
  uint32(0),
  uint32(0),
  uint32(keyBytes * 8),
]);

/** ECDH-ES: one round of SHA-256 has the 256 bits of the key. Throws where the secret would not depend on both keys. */
function deriveKey(privateKey: KeyObject, publicKey: KeyObject): KeyObject {
  const shared = diffieHellman({ privateKey, publicKey });
  return createSecretKey(hash('sha256', Buffer.concat([uint32(1), shared, kdfInfo]), 'buffer'));
}

/** A key is read once, which takes as long as its use. */
const privateKeys = new WeakMap<JsonWebKey, KeyObject>();

/**
 * The adapter's side: the value of a JWE. Throws for another key and for anything that was changed, or that our side does
 * not send.
 */
export function decryptCard(jwe: string, jwk: JsonWebKey): unknown {
  const privateKey = privateKeys.get(jwk) ?? createPrivateKey({ key: jwk, format: 'jwk' });
  privateKeys.set(jwk, privateKey);
  const [protectedHeader = '', encryptedKey = '', iv = '', text = '', tag = '', ...rest] = jwe.split('.');
  const header = JSON.parse(decode(protectedHeader).toString('utf8')) as Record<string, unknown>;
  const { alg, enc: encryption, kid: _kid, epk, ...unknown } = header;
  const isOurs = alg === algorithmOf(jwk) && encryption === enc && Object.keys(unknown).length === 0;
  if (!isOurs || rest.length > 0) throw new Error('not a JWE of this protocol');
  const secret =
    alg === 'ECDH-ES'
      ? deriveKey(privateKey, createPublicKey({ key: epk as JsonWebKey, format: 'jwk' }))
      : createSecretKey(privateDecrypt(oaep(privateKey), decode(encryptedKey)));
  const decipher = createDecipheriv('aes-256-gcm', secret, decode(iv), { authTagLength: tagBytes });
  decipher.setAAD(Buffer.from(protectedHeader)).setAuthTag(decode(tag));
  return JSON.parse(Buffer.concat([decipher.update(decode(text)), decipher.final()]).toString('utf8'));
}

const decode = (part: string): Buffer => Buffer.from(part, 'base64url');

/** A new pair of an adapter: the private key is its own, the public one is the setting `cardKey` of its connections. */
export function generateCardKeys(): { privateKey: JsonWebKey; publicKey: JsonWebKey } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return {
    privateKey: privateKey.export({ format: 'jwk' }),
    publicKey: publicKey.export({ format: 'jwk' }),
  };
}
