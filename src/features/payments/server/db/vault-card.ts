import { randomBytes } from 'node:crypto';
import { cardFacts } from '../../card-facts.ts';
import type { CardNumber } from '../../request/parse-card.ts';
import { type Keys, keyedHash } from '#server/keys.ts';
import type { VaultCard } from './cards.ts';

/** What is stored of a card that is used for the first time. Touches no table. */
export function buildVaultCard(
  card: CardNumber,
  registered: boolean,
  owner: { companyId: number; keys: Pick<Keys, 'fingerprint'> },
): VaultCard {
  const facts = cardFacts(card.pan);
  if (!facts) throw new Error('a card of an unknown brand passed validation');
  return {
    token: `MT_${randomBytes(16).toString('base64url')}`,
    registered,
    fingerprint: cardFingerprint(card.pan, owner),
    masked: facts.masked,
    bin: facts.bin,
    lastFour: facts.lastFour,
    expiry: card.expiry,
    holderName: card.holderName ?? null,
    type: facts.type,
    scheme: facts.scheme,
    usage: facts.usage,
    issuer: facts.issuer,
    issuerCountry: facts.issuerCountry,
    credential: null,
    customerId: null,
    nickname: card.nickname ?? null,
    makeDefault: card.makeDefault,
    validFrom: card.validFrom,
    issueNumber: card.issueNumber,
  };
}

/**
 * The same value for one card of one company, and another for each company: HMAC-SHA-256, 20 bytes
 * (docs/domain.md#cards). Of two rounds, so that rekey-card-fingerprints.ts can compute the second from stored values.
 */
export function cardFingerprint(
  pan: string,
  { companyId, keys }: { companyId: number; keys: Pick<Keys, 'fingerprint'> },
): string {
  const hash = (text: string) => keyedHash(keys.fingerprint, text).subarray(0, 20).toString('base64');
  return hash(`${companyId}:${hash(pan)}`);
}
