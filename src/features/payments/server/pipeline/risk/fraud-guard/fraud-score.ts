/** What is counted in a company's own history, up to and with the transaction itself. */
export interface FraudFacts {
  activityViaIp: number;
  activityOnCard: number;
  /** How many different others were seen with it: cards of an email or an IP address, emails of a card. */
  morphing: { email: number; card: number; ip: number };
  issuerCountry: string | null;
  billingCountry: string | null;
  ipCountry: string | null;
}

/**
 * 0 to 100, higher is worse (docs/domain.md#fraud-score): up to 30 each for many attempts of a card and from an
 * address within a day, 30 for identities that change, 10 for countries that differ. The same facts give the same
 * score.
 */
export function fraudScore(facts: FraudFacts): number {
  const { email, card, ip } = facts.morphing;
  const attempts = capped((facts.activityOnCard - 1) * 6, 30) + capped((facts.activityViaIp - 1) * 4, 30);
  const identities = [email, card, ip].map((seen) => capped((seen - 1) * 4, 10));
  const countries = [facts.issuerCountry, facts.ipCountry].filter(
    (one) => one !== null && facts.billingCountry !== null && one !== facts.billingCountry,
  );
  return attempts + identities.reduce((sum, part) => sum + part, 0) + countries.length * 5;
}

export type FraudBand = 'LOW' | 'MEDIUM' | 'HIGH' | 'VERY_HIGH';

export function fraudBand(score: number): FraudBand {
  if (score >= 80) return 'VERY_HIGH';
  if (score >= 50) return 'HIGH';
  return score >= 20 ? 'MEDIUM' : 'LOW';
}

/** The bands as reports have them (docs/domain.md#fraud-score). */
export const fraudAdvice: Readonly<Record<FraudBand, string>> = {
  LOW: 'Low risk',
  MEDIUM: 'Medium risk',
  HIGH: 'High risk',
  VERY_HIGH: 'Very high risk',
};

const capped = (value: number, max: number): number => Math.min(max, Math.max(0, value));
