import type { FraudGuardInformation } from './detail-parts.ts';

/** What is counted in a company's own history, up to and with the transaction itself. */
export interface FraudFacts {
  activityViaIp: number;
  activityOnCard: number;
  /** How many different others were seen with it: cards of an e-mail, an address, an IP; e-mails of a card. */
  morphing: FraudGuardInformation['identityMorphing'];
  issuerCountry: string | null;
  billingCountry: string | null;
  ipCountry: string | null;
}

/**
 * 0 to 100, higher is worse (domain §1.10): up to 30 each for many attempts of a card and from an address within a
 * day, 30 for identities that change, 10 for countries that differ. The same facts give the same score.
 */
export function fraudScore(facts: FraudFacts): number {
  const { email, card, ip } = facts.morphing;
  const attempts = capped((facts.activityOnCard - 1) * 6, 30) + capped((facts.activityViaIp - 1) * 4, 30);
  // Many live at one address: it is shown and not held against anybody.
  const identities = [email, card, ip].map((seen) => capped((seen - 1) * 4, 10));
  const countries = [facts.issuerCountry, facts.ipCountry].filter(
    (one) => one !== null && facts.billingCountry !== null && one !== facts.billingCountry,
  );
  return attempts + identities.reduce((sum, part) => sum + part, 0) + countries.length * 5;
}

export function fraudBand(score: number): FraudGuardInformation['fraudGuardMessage'] {
  if (score >= 80) return 'VERY_HIGH';
  if (score >= 50) return 'HIGH';
  return score >= 20 ? 'MEDIUM' : 'LOW';
}

const capped = (value: number, most: number): number => Math.min(most, Math.max(0, value));
