import type { TenantSql } from '#database/tenant.ts';
import type { MerchantRedirect } from '#features/notifications/merchant-decision.ts';
import { statusOfSuspension } from '#features/payments/transaction-kind.ts';
import { addMs, minuteMs } from '#server/clock.ts';
import { isOnOrigins } from '#server/http/on-origins.ts';
import { renderOperation } from '../../response/render-payment.ts';
import type { PaymentReply } from '../../payment-context.ts';
import type { SettlementContext } from '../reverse.ts';
import { saveResponse } from '../../store/idempotency-keys.ts';
import { addHistory } from '../../store/payment-store.ts';
import { changeSuspension } from './change-suspension.ts';

/** From one question of SUSPEND_REPLAY to the next. */
export const replayIntervalMs = minuteMs;

/** The merchant's answer that suspends a payment. */
export interface Suspension {
  action: 'SUSPEND' | 'SUSPEND_REPLAY';
  redirect?: MerchantRedirect;
}

/**
 * Suspends a payment whose merchant has been asked: U101 until the merchant resumes it, U102 until it is asked again.
 * The processor has not been called. Another decision may have been first, then the payment is only read.
 */
export async function suspendPayment(
  sql: TenantSql,
  at: SettlementContext,
  txnId: number,
  { action, redirect }: Suspension,
): Promise<PaymentReply> {
  const { companyId, services } = at;
  const now = services.clock.now();
  const isReplay = action === 'SUSPEND_REPLAY';
  if (!(await endQuestion(sql, companyId, txnId, isReplay ? addMs(now, replayIntervalMs) : null))) {
    return renderOperation(sql, companyId, txnId, now);
  }
  const reasonCode = isReplay ? 'U102' : 'U101';
  const from = isReplay ? (['U200'] as const) : (['U200', 'U102'] as const);
  const to = { reasonCode, redirect: await allowedRedirect(sql, at, txnId, redirect) } as const;
  // A payment that goes on waiting for its replay keeps the time of its status, by which it expires.
  if (await changeSuspension(sql, companyId, txnId, from, to, now)) {
    const status = statusOfSuspension(reasonCode);
    await addHistory(sql, companyId, txnId, { status, stage: 'AUTHORISATION', reasonCode, at: now });
  }
  const reply = await renderOperation(sql, companyId, txnId, now);
  await saveResponse(sql, txnId, reply);
  return reply;
}

/** Compare-and-set: of the asker, the sweeper and a cancellation, one takes the intent from ASKING_BEFORE. */
async function endQuestion(
  sql: TenantSql,
  companyId: number,
  txnId: number,
  replayAt: Date | null,
): Promise<boolean> {
  const taken = await sql`
    update processor_intent
    set state = 'DONE', replay_at = ${replayAt}, replays = replays + ${replayAt === null ? 0 : 1}
    where txn_id = ${txnId} and company_id = ${companyId} and state = 'ASKING_BEFORE' returning 1`;
  return taken.length > 0;
}

/** A payer is only sent to a registered site of the merchant, as with every address that leads a payer away. */
async function allowedRedirect(
  sql: TenantSql,
  { companyId, services }: SettlementContext,
  txnId: number,
  redirect: MerchantRedirect | undefined,
): Promise<MerchantRedirect | undefined> {
  if (!redirect) return undefined;
  const [row] = await sql<{ webOrigins: string[] }[]>`
    select i.web_origins from txn t join installation i on i.installation_id = t.installation_id
    where t.txn_id = ${txnId} and t.company_id = ${companyId}`;
  if (isOnOrigins(redirect.url, row?.webOrigins ?? [])) return redirect;
  services.log.warn({ transactionId: txnId }, 'a callback redirected to an address on no registered site');
  return undefined;
}

/** The worker that asked has died: the same turn is asked again, under the same `x-countinghouse-callback`. */
export async function repeatTurn(sql: TenantSql, { companyId, services }: SettlementContext, txnId: number) {
  await sql`
    update processor_intent set state = 'DONE', replay_at = ${services.clock.now()}
    where txn_id = ${txnId} and company_id = ${companyId} and state = 'ASKING_BEFORE'`;
}
