import { generateKeyPairSync } from 'node:crypto';
import * as jose from 'jose';
import { describe, expect, test } from 'vitest';
import { type Encrypt, decryptCard, generateCardKeys, readCardKey } from '../http/encrypt-card.ts';

const card = { pan: '9900000000000010', expiry: '1230', cv2: '123', holderName: 'Zoë Ångström' };
const pairOf = (kind: string) => {
  if (kind === 'RSA') return generateKeyPairSync('rsa', { modulusLength: 2048 });
  return kind === 'X25519'
    ? generateKeyPairSync('x25519')
    : generateKeyPairSync('ec', { namedCurve: 'P-256' });
};
const keysOf = (kind: string) => {
  const pair = pairOf(kind);
  return {
    privateKey: pair.privateKey.export({ format: 'jwk' }) as jose.JWK,
    publicKey: pair.publicKey.export({ format: 'jwk' }) as jose.JWK,
    alg: kind === 'RSA' ? 'RSA-OAEP-256' : 'ECDH-ES',
  };
};
const encryptTo = (key: object): Encrypt => {
  const encrypt = readCardKey(JSON.stringify(key));
  if (typeof encrypt === 'string') throw new Error(encrypt);
  return encrypt;
};
const sealWithLibrary = async (key: jose.JWK, header: jose.CompactJWEHeaderParameters) =>
  new jose.CompactEncrypt(Buffer.from(JSON.stringify(card)))
    .setProtectedHeader(header)
    .encrypt(await jose.importJWK(key, header.alg));

describe.each(['P-256', 'X25519', 'RSA'])('a card to a key of %s', (kind) => {
  const { privateKey, publicKey, alg } = keysOf(kind);

  test('is read by another library of JOSE', async () => {
    const jwe = encryptTo({ ...publicKey, kid: 'k1' })(card);
    const read = await jose.compactDecrypt(jwe, await jose.importJWK(privateKey, alg));
    expect(JSON.parse(Buffer.from(read.plaintext).toString())).toEqual(card);
    expect(read.protectedHeader).toMatchObject({ alg, enc: 'A256GCM', kid: 'k1' });
  });

  test('is read on the adapter’s side as another library of JOSE writes it', async () => {
    const jwe = await sealWithLibrary(publicKey, { alg, enc: 'A256GCM' });
    expect(decryptCard(jwe, privateKey)).toEqual(card);
  });

  test('differs each time', () => {
    const encrypt = encryptTo(publicKey);
    expect(encrypt(card)).not.toBe(encrypt(card));
  });

  test('is not read with another key', () => {
    const jwe = encryptTo(publicKey)(card);
    expect(() => decryptCard(jwe, keysOf(kind).privateKey)).toThrow();
  });

  test('is not read once any of its parts is changed', () => {
    const parts = encryptTo(publicKey)(card).split('.');
    for (const [index, part] of parts.entries()) {
      const bytes = Buffer.from(part, 'base64url');
      if (bytes.length === 0) continue;
      bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] as number) ^ 1;
      const changed = parts.with(index, bytes.toString('base64url')).join('.');
      expect(() => decryptCard(changed, privateKey), `part ${index}`).toThrow();
    }
  });
});

describe('the adapter’s side refuses', () => {
  const { privateKey, publicKey } = generateCardKeys();
  const jwe = encryptTo(publicKey)(card);
  const [protectedHeader = '', ...rest] = jwe.split('.');
  const header = JSON.parse(Buffer.from(protectedHeader, 'base64url').toString());

  test.each([
    ['another algorithm', { ...header, alg: 'dir' }],
    ['another encryption', { ...header, enc: 'A128GCM' }],
    ['compression', { ...header, zip: 'DEF' }],
    ['names of the parties', { ...header, apu: 'QQ' }],
    ['a key of another curve', { ...header, epk: keysOf('X25519').publicKey }],
    ['a point beside the curve', { ...header, epk: { ...header.epk, y: header.epk.x } }],
    ['no key', { ...header, epk: undefined }],
  ])('%s', (_, changed) => {
    const encoded = Buffer.from(JSON.stringify(changed)).toString('base64url');
    expect(() => decryptCard([encoded, ...rest].join('.'), privateKey)).toThrow();
  });

  test('a tag that is cut off', () => {
    expect(() => decryptCard(jwe.slice(0, -6), privateKey)).toThrow();
  });

  test('a part too many', () => {
    expect(() => decryptCard(`${jwe}.`, privateKey)).toThrow();
  });
});

describe('the key for cards', () => {
  test.each([
    ['', 'not-a-key'],
    ['null', 'not-a-key'],
    ['{"kty":"oct","k":"AAAA"}', 'not-a-key'],
    ['{"kty":"RSA","n":"AQAB","e":"AQAB"}', 'not-a-key'],
    ['{"kty":"EC","crv":"P-256","x":"AAAA","y":"AAAA"}', 'not-a-key'],
  ])('%s: %s', (key, expected) => expect(readCardKey(key)).toBe(expected));

  test('of RSA has 2048 bits at least', () => {
    const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 1024 });
    expect(readCardKey(JSON.stringify(publicKey.export({ format: 'jwk' })))).toBe('not-a-key');
  });

  test('is never the private one', () => {
    expect(readCardKey(JSON.stringify(generateCardKeys().privateKey))).toBe('private');
  });

  test('that has the same secret with every other key encrypts nothing', () => {
    const zeros = { kty: 'OKP', crv: 'X25519', x: Buffer.alloc(32).toString('base64url') };
    const encrypt = encryptTo(zeros);
    expect(() => encrypt(card)).toThrow();
  });
});
