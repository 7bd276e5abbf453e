import type { TenantSql } from '#database/tenant.ts';
import { isReported, recordEvent } from '#features/outbound/webhooks/server/record-event.ts';
import { formatMinor } from '#shared/money.ts';
import { isClosedDispute } from '#shared/payments/dispute-status.ts';
import type { MerchantDispute } from '../schemas.ts';
import type { StoredDispute } from './db/dispute-table.ts';

/** As merchants read a dispute, in the API and in events. */
export function toMerchantDispute(dispute: StoredDispute): MerchantDispute {
  const { disputeId, txnId, stage, status, amountMinor, ccyCode, chargedBackMinor, deadline, closedAt } =
    dispute;
  return {
    disputeId: String(disputeId),
    transactionId: String(txnId),
    stage,
    status,
    amount: Number(formatMinor(amountMinor, ccyCode)),
    chargedBack: Number(formatMinor(chargedBackMinor, ccyCode)),
    currency: ccyCode,
    ...(dispute.scheme === null ? {} : { scheme: dispute.scheme }),
    ...(dispute.reasonCode === null ? {} : { reasonCode: dispute.reasonCode }),
    ...(dispute.reason === null ? {} : { reason: dispute.reason }),
    isFraud: dispute.isFraud,
    processorReference: dispute.processorReference,
    openedAt: dispute.openedAt.toISOString(),
    ...(deadline === null ? {} : { deadline: deadline.toISOString() }),
    ...(closedAt === null ? {} : { closedAt: closedAt.toISOString() }),
  };
}

/** The merchant's events of a change, in its transaction. */
export async function recordDisputeEvents(
  sql: TenantSql,
  dispute: StoredDispute,
  { isNew, wasClosed, now }: { isNew: boolean; wasClosed: boolean; now: Date },
): Promise<void> {
  const { companyId, installationId, disputeId, status } = dispute;
  if (!(await isReported(sql, companyId, installationId))) return;
  const isEnd = isClosedDispute(status) && !wasClosed;
  const types = [
    ...(isNew ? (['dispute.opened'] as const) : []),
    ...(isEnd ? (['dispute.closed'] as const) : []),
    ...(!isNew && !isEnd ? (['dispute.updated'] as const) : []),
  ];
  const data = { dispute: toMerchantDispute(dispute), transactionId: String(dispute.txnId) };
  for (const type of types)
    await recordEvent(sql, { companyId, installationId, type, objectId: String(disputeId), data, now });
}
