import type { TenantSql } from '#database/tenant.ts';
import type { StoredTransaction } from '#features/payments/server/pipeline/store/payment-store.ts';
import { placeOfAddress } from '#outside/place-of-address.ts';
import type { FraudGuardInformation } from '../../detail-parts.ts';
import { type FraudFacts, fraudBand, fraudScore } from '../../fraud-score.ts';

const attempts = ['PAYMENT', 'PREAUTH', 'REPEAT', 'VERIFY', 'PAYOUT', 'PAYOUT_INITIALIZE'];

/** A card, an e-mail or an address of a robot has more than this; beyond it all are alike. */
const most = 500;

/**
 * Counted when it is read, and only up to the transaction's own time: the same answer for ever, at no cost to
 * the payment (docs/decisions/0019). null for what follows a payment.
 */
export async function fraudGuardOf(
  sql: TenantSql,
  row: StoredTransaction,
): Promise<FraudGuardInformation | null> {
  if (!attempts.includes(row.txn_type)) return null;
  const facts = await factsOf(sql, row);
  const fraudGuardScore = row.fg_score ?? fraudScore(facts);
  const place = placeOfAddress(row.ip_address as string | null);
  return {
    fraudGuardScore,
    fraudGuardMessage: fraudBand(fraudGuardScore),
    activityViaIpLast24Hours: facts.activityViaIp,
    activityOnCardLast24Hours: facts.activityOnCard,
    // Nothing tells these two: no list of proxies, no place of a billing address (docs/decisions/0019).
    openProxyRisk: null,
    distanceFromIpToBilling: null,
    identityMorphing: facts.morphing,
    ispName: place?.provider ?? null,
    ipOrganisation: place?.organisation ?? null,
    ipCity: place?.city ?? null,
  };
}

async function factsOf(sql: TenantSql, row: StoredTransaction): Promise<FraudFacts> {
  const text = (column: string): string | null => (row[column] as string | null) ?? null;
  const { company_id: company, txn_datetime: at, txn_id: id, merchant_id: merchant } = row;
  const { line1 = null, postcode = null } = row.detail.billingAddress ?? {};
  // As the row was when it came: never later ones, and itself among those of the same moment.
  const before = sql`t.company_id = ${company} and t.txn_type = any (${attempts})
    and (t.txn_datetime, t.txn_id) <= (${at}::timestamptz, ${id}::bigint)
    and t.txn_datetime > ${at}::timestamptz - interval '30 days'`;
  const [found] = await sql<Omit<FraudFacts & FraudFacts['morphing'], 'morphing'>[]>`
    with by_card as (
      select t.txn_datetime, t.customer_email from txn t
      where t.card_correlation_id = ${text('card_correlation_id')} and ${before}
      order by t.txn_datetime desc limit ${most}
    ), by_ip as (
      select t.txn_datetime, t.card_correlation_id from txn t
      where t.ip_address = ${text('ip_address')} and ${before} order by t.txn_datetime desc limit ${most}
    ), by_email as (
      select t.card_correlation_id from txn t
      where t.customer_email = ${text('customer_email')} and ${before}
      order by t.txn_datetime desc limit ${most}
    ), by_address as (
      select t.card_correlation_id from txn t
      where t.merchant_id = ${merchant} and ${before} and t.txn_datetime > ${at}::timestamptz - interval '1 day'
        and t.detail #>> '{billingAddress,line1}' = ${line1}
        and t.detail #>> '{billingAddress,postcode}' = ${postcode}
      order by t.txn_datetime desc limit ${most}
    )
    select
      (select count(*)::int from by_ip where txn_datetime > ${at}::timestamptz - interval '1 day') as "activityViaIp",
      (select count(*)::int from by_card where txn_datetime > ${at}::timestamptz - interval '1 day') as "activityOnCard",
      (select count(distinct customer_email)::int from by_card) as card,
      (select count(distinct card_correlation_id)::int from by_ip) as ip,
      (select count(distinct card_correlation_id)::int from by_email) as email,
      (select count(distinct card_correlation_id)::int from by_address) as address`;
  const { activityViaIp = 0, activityOnCard = 0, card = 0, ip = 0, email = 0, address = 0 } = found ?? {};
  return {
    activityViaIp,
    activityOnCard,
    morphing: { address, email, card, ip },
    issuerCountry: text('issuer_country'),
    billingCountry: text('customer_country'),
    ipCountry: text('ip_country'),
  };
}
