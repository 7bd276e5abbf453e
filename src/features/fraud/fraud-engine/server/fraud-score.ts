import type { TxnRow } from '#database/schema.ts';
import type { TenantSql } from '#database/tenant.ts';

/** Counts in a company's own history, including the transaction itself. */
export interface FraudFacts {
  activityViaIp: number;
  activityOnCard: number;
  /** The number of different cards of an email or an IP address, and of emails of a card. */
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
  const identities = [email, card, ip].map((count) => capped((count - 1) * 4, 10));
  const countries = [facts.issuerCountry, facts.ipCountry].filter(
    (country) => country !== null && facts.billingCountry !== null && country !== facts.billingCountry,
  );
  return attempts + identities.reduce((sum, score) => sum + score, 0) + countries.length * 5;
}

type FraudBand = 'LOW' | 'MEDIUM' | 'HIGH' | 'VERY_HIGH';

export function fraudBand(score: number): FraudBand {
  if (score >= 80) return 'VERY_HIGH';
  if (score >= 50) return 'HIGH';
  return score >= 20 ? 'MEDIUM' : 'LOW';
}

/** The bands as reports have them (docs/domain.md#fraud-score). */
const fraudAdvice: Readonly<Record<FraudBand, string>> = {
  LOW: 'Low risk',
  MEDIUM: 'Medium risk',
  HIGH: 'High risk',
  VERY_HIGH: 'Very high risk',
};

const capped = (value: number, max: number): number => Math.min(max, Math.max(0, value));

/** Types of transactions that have a score; follow-ups have none. */
export const scoredTypes = ['PAYMENT', 'PREAUTH', 'REPEAT', 'VERIFY', 'PAYOUT', 'PAYOUT_INITIALIZE'];

/** The columns of a transaction, stored or not, from which the score is computed. */
export interface Attempt {
  companyId: number;
  txnId: number;
  at: Date;
  card: string | null;
  email: string | null;
  ip: string | null;
  issuerCountry: string | null;
  billingCountry: string | null;
  ipCountry: string | null;
}

/** The score is at its maximum with nine attempts or four identities, so no more rows are read. */
const maxCounted = 20;

/**
 * Counts attempts with the same card, email and IP address, this one included. Three indexes are read from the newest
 * entry up to the limit.
 */
export async function countFraudFacts(
  sql: TenantSql,
  attempt: Attempt,
  limit = maxCounted,
): Promise<FraudFacts> {
  const { companyId, txnId, at, card, email, ip, issuerCountry, billingCountry, ipCountry } = attempt;
  // Later attempts do not count: the score of a stored transaction stays the same.
  // The company as a subquery: of one that the statistics do not have, PostgreSQL would expect a few rows and read all of its
  // payments of 30 days, instead of those of the card.
  const before = sql`t.company_id = (select ${companyId}::integer) and t.txn_type = any (${scoredTypes})
    and (t.txn_datetime, t.txn_id) < (${at}::timestamptz, ${txnId}::bigint)
    and t.txn_datetime > ${at}::timestamptz - interval '30 days'
    order by t.txn_datetime desc limit ${limit - 1}`;
  const [counts] = await sql<Record<'byIp' | 'byCard' | keyof FraudFacts['morphing'], number>[]>`
    with by_card as (
      (select t.txn_datetime, t.customer_email from txn t where t.card_correlation_id = ${card} and ${before})
      union all select ${at}::timestamptz, ${email}::text where ${card}::text is not null
    ), by_ip as (
      (select t.txn_datetime, t.card_correlation_id from txn t where t.ip_address = ${ip} and ${before})
      union all select ${at}::timestamptz, ${card}::text where ${ip}::text is not null
    ), by_email as (
      (select t.card_correlation_id from txn t where t.customer_email = ${email} and ${before})
      union all select ${card}::text where ${email}::text is not null
    )
    select
      (select count(*)::int from by_ip where txn_datetime > ${at}::timestamptz - interval '1 day') as by_ip,
      (select count(*)::int from by_card where txn_datetime > ${at}::timestamptz - interval '1 day') as by_card,
      (select count(distinct customer_email)::int from by_card) as card,
      (select count(distinct card_correlation_id)::int from by_ip) as ip,
      (select count(distinct card_correlation_id)::int from by_email) as email`;
  const { byIp = 0, byCard = 0, card: emails = 0, ip: cardsOfIp = 0, email: cardsOfEmail = 0 } = counts ?? {};
  return {
    activityViaIp: byIp,
    activityOnCard: byCard,
    morphing: { card: emails, ip: cardsOfIp, email: cardsOfEmail },
    issuerCountry,
    billingCountry,
    ipCountry,
  };
}

/** The attempt of a transaction, or of its repeat with another id. */
export function toAttempt(
  row: Pick<TxnRow, 'companyId'> & Partial<TxnRow>,
  txnId: number,
  at: Date,
): Attempt {
  return {
    companyId: row.companyId,
    txnId,
    at,
    card: row.cardCorrelationId ?? null,
    email: row.customerEmail ?? null,
    ip: row.ipAddress ?? null,
    issuerCountry: row.issuerCountry ?? null,
    billingCountry: row.customerCountry ?? null,
    ipCountry: row.ipCountry ?? null,
  };
}

/** The score columns of a new attempt, for reports. */
export async function scoreAttempt(sql: TenantSql, attempt: Attempt) {
  const score = fraudScore(await countFraudFacts(sql, attempt));
  return { fgScore: score, fgAdvice: fraudAdvice[fraudBand(score)] };
}
