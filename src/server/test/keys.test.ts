import { createSecretKey, hkdfSync, randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { notificationSecret } from '#features/outbound/notifications/server/sign-notification.ts';
import { isAntiForgeryValid, newAntiForgeryValue } from '../auth/anti-forgery.ts';
import { readTokenId, tokenSecret } from '../auth/account-token.ts';
import { seal, sealWith, sealedGeneration, unseal, unsealFresh } from '../auth/seal.ts';
import { extendHash, hashAt, isSecretOf } from '../auth/stored-hash.ts';
import { addMs, dayMs, hourMs } from '../clock.ts';
import { type Root, createKeys, deriveKeys, keyedHash } from '../keys.ts';

const start = new Date('2026-11-20T10:00:00Z');
const rootOf = (generation: number): Root => ({
  generation,
  secret: createSecretKey(Buffer.alloc(32, generation)),
  currentAt: addMs(start, (generation - 1) * dayMs),
});
const upTo = (generation: number) =>
  createKeys(Array.from({ length: generation }, (_, index) => rootOf(index + 1)));

test('keys of the first root secret are those of earlier versions', () => {
  const master = Buffer.alloc(32, 1);
  const derived = Buffer.from(hkdfSync('sha256', master, '', 'notification', 32));
  const expected = keyedHash(createSecretKey(derived), 'installation 5300001').toString('base64url');
  for (const keys of [deriveKeys(master), upTo(3)])
    expect(notificationSecret(keys, 5_300_001, { version: 0, keyGeneration: 1 })).toBe(`ns_${expected}`);
});

describe('a sealed value', () => {
  test('names its generation and opens after later ones', () => {
    const sealed = seal(upTo(2).secondFactor, Buffer.from('text'), 'owner');
    expect(sealedGeneration(sealed)).toBe(2);
    expect(unseal(upTo(3).secondFactor, sealed, 'owner').toString()).toBe('text');
    expect(() => unseal(upTo(1).secondFactor, sealed, 'owner')).toThrow('no root secret of generation 2');
    expect(() => unseal(upTo(3).approval, sealed, 'owner')).toThrow();
    expect(() => unseal(upTo(3).secondFactor, sealed, 'other')).toThrow();
  });

  test('of an earlier version opens with the first generation', () => {
    const { secondFactor } = upTo(2);
    const sealed = sealWith(secondFactor.of(1), Buffer.from('text'), 'owner');
    expect(sealedGeneration(sealed)).toBe(1);
    expect(unseal(secondFactor, sealed, 'owner').toString()).toBe('text');
  });

  test('with a life ends when its key has ended for so long', () => {
    const sealed = seal(upTo(1).singleSignOn, Buffer.from('text'), 'owner');
    const open = (now: Date) => unsealFresh(upTo(2).singleSignOn, sealed, 'owner', { now, lifeMs: hourMs });
    expect(open(addMs(start, dayMs + hourMs - 1)).toString()).toBe('text');
    expect(() => open(addMs(start, dayMs + hourMs))).toThrow('has ended');
  });
});

describe('a stored hash', () => {
  test('extended is that of the secret at the later generation', () => {
    fc.assert(
      fc.property(
        fc.string(),
        fc.integer({ min: 1, max: 5 }),
        fc.integer({ min: 0, max: 4 }),
        (secret, from, more) => {
          const ring = upTo(from + more).apiKey;
          const stored = { hash: hashAt(upTo(from).apiKey, secret, from), keyGeneration: from };
          const extended = extendHash(ring, stored);
          expect(extended).toEqual({ hash: hashAt(ring, secret, from + more), keyGeneration: from + more });
          expect([stored, extended].map((one) => isSecretOf(ring, secret, one))).toEqual([true, true]);
          expect(isSecretOf(ring, `${secret}x`, extended)).toBe(false);
        },
      ),
    );
  });

  test('of the first generation is that of earlier versions', () => {
    const { apiKey } = deriveKeys(Buffer.alloc(32, 1));
    expect(hashAt(apiKey, 'secret', 1)).toEqual(keyedHash(apiKey.current, 'secret'));
  });

  test('is useless with the first root secret alone', () => {
    const attacker = createKeys([rootOf(1), { ...rootOf(2), secret: createSecretKey(randomBytes(32)) }]);
    const stored = { hash: hashAt(upTo(2).apiKey, 'secret', 2), keyGeneration: 2 };
    expect(isSecretOf(attacker.apiKey, 'secret', stored)).toBe(false);
  });
});

describe('a value of an earlier generation', () => {
  test('protects forms for the life of a session', () => {
    const value = newAntiForgeryValue(upTo(1).antiForgery, 'session');
    const check = (now: Date) =>
      isAntiForgeryValid(upTo(2).antiForgery.valid(now, 12 * hourMs), 'session', value, value);
    expect(check(addMs(start, dayMs + hourMs))).toBe(true);
    expect(check(addMs(start, dayMs + 13 * hourMs))).toBe(false);
  });

  test('opens a link for a week', () => {
    const tokenId = '9f4f2a3e-0000-4000-8000-0123456789ab';
    const link = tokenSecret(upTo(1).accountLink, tokenId);
    const { accountLink } = upTo(3);
    expect(readTokenId(accountLink, link, addMs(start, 7 * dayMs))).toBe(tokenId);
    expect(readTokenId(accountLink, link, addMs(start, 9 * dayMs))).toBeUndefined();
    expect(readTokenId(accountLink, tokenSecret(accountLink, tokenId), addMs(start, 9 * dayMs))).toBe(
      tokenId,
    );
  });
});
