import { randomUUID } from 'node:crypto';
import { maskCardNumbers } from '#shared/card-number.ts';
import type { TenantSql } from '#database/tenant.ts';
import { settleSchedules } from '#features/schedules/server/store/settle-schedules.ts';
import type { TransactionEnd } from '#features/schedules/server/store/settle/transaction-end.ts';
import type { Callbacks } from '#features/payments/request/callbacks.ts';
import type { ProcessorAnswer } from '#integrations/processor.ts';
import { addMs, secondMs } from '#server/clock.ts';
import { markLinkUsed } from '#features/smart-links/server/link/count-payments.ts';
import { notifyOfEnd } from './notify.ts';

/** What the end of a transaction sets off beside the money. */
export type SettlementWork =
  | { kind: 'SCHEDULE'; end: Omit<TransactionEnd, 'now'> }
  | { kind: 'LINK'; linkId: string }
  | { kind: 'NOTIFICATION'; occasion: 'TRANSACTION' | 'EXPIRY' };

export interface EndedTransaction {
  companyId: number;
  txnId: number;
  now: Date;
}

/** The first retry comes after this long. */
export const firstRetryMs = 5 * secondMs;

/**
 * Does the work in a savepoint of the settling transaction. When it fails, the settlement is committed all the same,
 * and the work is queued in that very commit for retry-settlement-work (docs/decisions/0044).
 */
export async function doOrQueue(
  sql: TenantSql,
  ended: EndedTransaction,
  work: SettlementWork,
): Promise<void> {
  try {
    await sql.savepoint((inner) => perform(inner, ended, work));
  } catch (error) {
    const { companyId, txnId, now } = ended;
    await sql`
      insert into settlement_work (company_id, work_id, txn_id, kind, work, ended_at, next_attempt_at, last_error)
      values (${companyId}, ${randomUUID()}, ${txnId}, ${work.kind}, ${sql.json(work)}, ${now},
              ${addMs(now, firstRetryMs)}, ${errorText(error)})`;
  }
}

/** What a settlement sets off, in order; most payments set off nothing. */
export function requiredWork(
  settled: {
    hasSchedule: boolean;
    linkId: string | null;
    callbacks: Callbacks | null;
    reasonCode: string;
  },
  result: ProcessorAnswer['result'],
): SettlementWork[] {
  const { hasSchedule, linkId, callbacks, reasonCode } = settled;
  const approved = result === 'APPROVED';
  const work: SettlementWork[] = [];
  if (hasSchedule)
    work.push({ kind: 'SCHEDULE', end: { approved, isForbidden: result === 'FORBIDDEN', reasonCode } });
  if (approved && linkId) work.push({ kind: 'LINK', linkId });
  if (callbacks?.transactionNotification) work.push({ kind: 'NOTIFICATION', occasion: 'TRANSACTION' });
  return work;
}

export async function perform(
  sql: TenantSql,
  { companyId, txnId, now }: EndedTransaction,
  work: SettlementWork,
): Promise<void> {
  switch (work.kind) {
    case 'SCHEDULE':
      return settleSchedules(sql, companyId, txnId, { ...work.end, now });
    case 'LINK':
      return markLinkUsed(sql, companyId, work.linkId, txnId, now);
    default:
      return notifyOfEnd(sql, companyId, txnId, work.occasion, now);
  }
}

export function errorText(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return maskCardNumbers(text.replaceAll('\0', '')).slice(0, 500);
}
