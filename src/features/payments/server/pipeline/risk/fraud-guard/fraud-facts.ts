import type { TxnRow } from '#database/schema.ts';
import type { TenantSql } from '#database/tenant.ts';
import { type FraudFacts, fraudAdvice, fraudBand, fraudScore } from './fraud-score.ts';

/** Types of transactions that are an attempt to pay or to be paid; follow-ups have no score. */
export const scoredTypes = ['PAYMENT', 'PREAUTH', 'REPEAT', 'VERIFY', 'PAYOUT', 'PAYOUT_INITIALIZE'];

/** What the score of an attempt is worked out from: columns of the transaction, written or about to be. */
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

/** Nine attempts or four identities are as bad as the score knows; the payment waits for no more to be read. */
const maxCounted = 20;

/**
 * Counts attempts with the same card, email and address, up to and with this one. Three indexes, each read from the newest
 * entry on and no further than the limit.
 */
export async function countFraudFacts(
  sql: TenantSql,
  attempt: Attempt,
  limit = maxCounted,
): Promise<FraudFacts> {
  const { companyId, txnId, at, card, email, ip, issuerCountry, billingCountry, ipCountry } = attempt;
  // Never later ones: a transaction that is read again has the facts of its own time.
  const before = sql`t.company_id = ${companyId} and t.txn_type = any (${scoredTypes})
    and (t.txn_datetime, t.txn_id) < (${at}::timestamptz, ${txnId}::bigint)
    and t.txn_datetime > ${at}::timestamptz - interval '30 days'
    order by t.txn_datetime desc limit ${limit - 1}`;
  const [found] = await sql<Record<'byIp' | 'byCard' | keyof FraudFacts['morphing'], number>[]>`
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
  const { byIp = 0, byCard = 0, card: emails = 0, ip: cardsOfIp = 0, email: cardsOfEmail = 0 } = found ?? {};
  return {
    activityViaIp: byIp,
    activityOnCard: byCard,
    morphing: { card: emails, ip: cardsOfIp, email: cardsOfEmail },
    issuerCountry,
    billingCountry,
    ipCountry,
  };
}

/** The attempt that a row of transactions is, or that repeats it under another id. */
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

/** The columns of a new attempt that reports show and search by. */
export async function scoreAttempt(sql: TenantSql, attempt: Attempt) {
  const score = fraudScore(await countFraudFacts(sql, attempt));
  return { fgScore: score, fgAdvice: fraudAdvice[fraudBand(score)] };
}
