import { pipelined } from '#database/pipelined.ts';
import type { TenantSql } from '#database/tenant.ts';
import { toAttempt, countFraudFacts, scoredTypes } from '#features/payments/server/db/fraud-guard.ts';
import { fraudBand, fraudScore } from '#features/payments/server/db/fraud-guard.ts';
import type { TransactionRecord } from '#features/payments/server/db/transactions.ts';
import { lookUpIpAddress } from '#integrations/place-of-address.ts';
import type { FraudGuardInformation } from '../detail-parts.ts';

/** A bot's card, email or address exceeds this. Counting stops here. */
const maxShown = 500;

/**
 * The stored score with the counts behind it. Transactions older than stored scores are scored when read
 * (docs/decisions/0052). null for follow-ups.
 */
export async function loadFraudGuard(
  sql: TenantSql,
  row: TransactionRecord,
): Promise<FraudGuardInformation | null> {
  if (!scoredTypes.includes(row.txnType)) return null;
  const [facts, address] = await pipelined(sql, [
    () => countFraudFacts(sql, toAttempt(row, row.txnId, row.txnDatetime), maxShown),
    () => cardsOfAddress(sql, row),
  ]);
  const fraudGuardScore = row.fgScore ?? fraudScore(facts);
  const place = lookUpIpAddress(row.ipAddress as string | null);
  return {
    fraudGuardScore,
    fraudGuardMessage: fraudBand(fraudGuardScore),
    activityViaIpLast24Hours: facts.activityViaIp,
    activityOnCardLast24Hours: facts.activityOnCard,
    // Not available: there is no proxy list and no location of billing addresses
    // (docs/domain.md#fraud-score).
    openProxyRisk: null,
    distanceFromIpToBilling: null,
    identityMorphing: { ...facts.morphing, address },
    ispName: place?.provider ?? null,
    ipOrganisation: place?.organisation ?? null,
    ipCity: place?.city ?? null,
  };
}

/**
 * Shown without effect on the score, because many people share an address. No index covers addresses, so the
 * count is limited to a day of one merchant.
 */
async function cardsOfAddress(sql: TenantSql, row: TransactionRecord): Promise<number> {
  const { companyId: company, txnDatetime: at, txnId: id, merchantId: merchant } = row;
  const { line1 = null, postcode = null } = row.detail.billingAddress ?? {};
  const [found] = await sql<{ cards: number }[]>`
    select count(distinct card_correlation_id)::int as cards from (
      select t.card_correlation_id from txn t
      where t.company_id = ${company} and t.merchant_id = ${merchant} and t.txn_type = any (${scoredTypes})
        and (t.txn_datetime, t.txn_id) <= (${at}::timestamptz, ${id}::bigint)
        and t.txn_datetime > ${at}::timestamptz - interval '1 day'
        and t.detail #>> '{billingAddress,line1}' = ${line1}
        and t.detail #>> '{billingAddress,postcode}' = ${postcode}
      order by t.txn_datetime desc limit ${maxShown}
    ) as seen`;
  return found?.cards ?? 0;
}
