import { pauseCard } from '#shared/payments/declines.ts';
import type { TenantSql } from '#database/tenant.ts';
import type { TransactionRecord } from '#features/payments/server/db/transactions.ts';
import type { TransactionDetails } from '../schemas.ts';

const chargeTypes = ['PAYMENT', 'PREAUTH', 'REPEAT', 'VERIFY'];

/** Issuers see fewer attempts with one card in a month. */
const maxAttempts = 50;

interface Attempt {
  txnId: number;
  approved: boolean;
  at: Date;
  reasonCode: string;
  statusCode: string | null;
  adviceCode: string | null;
  scheme: string | null;
}

/**
 * The decline at this merchant that pauses the card longest, if that time is not over
 * (docs/domain.md#paused-cards). An approval ends it.
 */
export async function loadCardPause(
  sql: TenantSql,
  { companyId, merchantId, cardCorrelationId: card }: TransactionRecord,
  now: Date,
): Promise<TransactionDetails['cardPause']> {
  if (card === null) return null;
  const attempts = await sql<Attempt[]>`
    select txn_id, txn_status <> 'FAILED' as approved, txn_datetime as at, reason_code,
           authoriser_code as status_code, advice_code, card_scheme as scheme
    from txn
    where card_correlation_id = ${card} and company_id = ${companyId} and merchant_id = ${merchantId}
      and txn_type = any (${chargeTypes}) and txn_datetime > ${now}::timestamptz - interval '30 days'
      and (txn_status in ('SUCCESS', 'VOIDED') or (txn_status = 'FAILED' and reason_code in ('D100', 'X203')))
    order by txn_datetime desc, txn_id desc limit ${maxAttempts}`;
  const approval = attempts.findIndex(({ approved }) => approved);
  const [longest] = (approval < 0 ? attempts : attempts.slice(0, approval))
    .flatMap((attempt) => {
      const pause = pauseCard(attempt, attempt.at);
      return pause && pause.until > now ? [{ attempt, pause }] : [];
    })
    .toSorted((a, b) => b.pause.until.getTime() - a.pause.until.getTime());
  if (!longest) return null;
  const { attempt, pause } = longest;
  return {
    transactionId: String(attempt.txnId),
    declinedAt: attempt.at.toISOString(),
    reason: pause.reason,
    until: pause.until.toISOString(),
    isFinal: pause.isFinal,
  };
}
