import type { TenantSql } from '#database/tenant.ts';
import type { ProcessorOperation } from '#integrations/processor.ts';
import { addMs } from '#server/clock.ts';
import { doOrQueue } from '../../response/settlement-work.ts';
import { endTransaction } from '../../end-transaction.ts';
import type { SettlementContext } from '../reverse.ts';
import { releaseDuplicateGuard } from '../../store/idempotency-keys.ts';
import { storedTransaction } from '../../store/payment-store.ts';
import { changeSuspension, lockSuspended } from './change-suspension.ts';
import { type HeldIntent, storedOperation } from './stored-operation.ts';

/** The intent is PENDING, and with the commit the processor may be called. */
export interface Continued {
  kind: 'continued';
  operation: ProcessorOperation;
  requirements: HeldIntent['requirements'];
}

/**
 * Takes a payment from waiting for the merchant to being authorised, in the transaction of `sql`: by `resume` (U101) or
 * by the answer to a replay (U102). 'lost' when another decision was first, 'A115' when the card has been removed.
 */
export async function continueSuspended(
  sql: TenantSql,
  { companyId, services }: Pick<SettlementContext, 'companyId' | 'services'>,
  txnId: number,
  from: 'U101' | 'U102',
): Promise<Continued | 'lost' | 'A115'> {
  const now = services.clock.now();
  const isWaiting = await lockSuspended(sql, companyId, txnId, from);
  const row = isWaiting ? await storedTransaction(sql, companyId, txnId) : undefined;
  if (!row) return 'lost';
  const isCardGone = row.cardDeletedAt !== null;
  const was = from === 'U101' ? 'DONE' : 'ASKING_BEFORE';
  const [intent] = await sql<HeldIntent[]>`
    update processor_intent
    set state = ${isCardGone ? 'DONE' : 'PENDING'}, replay_at = null, attempts = 0, reported_at = null,
      next_check_at = ${addMs(now, services.config.intentGraceMs)}
    where txn_id = ${txnId} and company_id = ${companyId} and state = ${was}
    returning held_card, requirements`;
  if (!intent) return 'lost';
  if (isCardGone) {
    await endTransaction(sql, companyId, txnId, { status: 'FAILED', reasonCode: 'A115' }, now);
    await releaseDuplicateGuard(sql, txnId);
    await doOrQueue(sql, { companyId, txnId, now }, { kind: 'NOTIFICATION', occasion: 'TRANSACTION' });
    return 'A115';
  }
  await changeSuspension(sql, companyId, txnId, [from], { reasonCode: 'U200' }, now);
  const { heldCard, requirements } = intent;
  return { kind: 'continued', operation: storedOperation(row, heldCard), requirements };
}
