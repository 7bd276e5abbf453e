import { setTimeout as sleep } from 'node:timers/promises';
import type { TenantSql } from '#database/tenant.ts';
import { Problem } from '#shared/problem.ts';
import type { PaymentReply } from '../payment-response.ts';
import { secondMs } from '#server/clock.ts';
import { findIdempotencyKey, reserveIdempotencyKey, saveResponse } from './db/idempotency-keys.ts';
import { type PaymentContext, type PaymentResult, recordRefusal } from './payment-context.ts';
import { renderOperation } from './render-payment.ts';

/** After the first transaction of an operation: continue with the processor, or respond. */
export type Begun<T> = { kind: 'continue'; value: T } | { kind: 'respond'; reply: PaymentReply };

export const continueWith = <T>(value: T): Begun<T> => ({ kind: 'continue', value });
export const respondWith = (reply: PaymentReply): { kind: 'respond'; reply: PaymentReply } => ({
  kind: 'respond',
  reply,
});

/**
 * Runs `begin` in the transaction that reserves the idempotency key. A refusal is saved under the key and recorded in
 * the audit log. A repeated request gets the response of the first one.
 */
export async function runOnce<T>(
  context: PaymentContext,
  act: string,
  txnId: number,
  begin: (sql: TenantSql) => Promise<PaymentResult<Begun<T>>>,
): Promise<Begun<T>> {
  const first = await context.inTenant(async (sql) => {
    const reserved = await reserveIdempotencyKey(sql, context, txnId);
    if (reserved.kind !== 'first') return reserved;
    const begun = await begin(sql);
    if (begun.ok) return begun.value;
    const reply = await recordRefusal(sql, context, act, begun);
    await saveResponse(sql, txnId, reply);
    return respondWith(reply);
  });
  if (first.kind === 'answered') return respondWith({ ...first.reply, isReplay: true });
  if (first.kind !== 'in-progress') return first;
  return respondWith({ ...(await waitForResponse(context, first.transactionId)), isReplay: true });
}

/** Waits for the original request's response. If its process died, returns the transaction's current state. */
async function waitForResponse(context: PaymentContext, txnId: number | null): Promise<PaymentReply> {
  const { config } = context.services;
  const externalMs = config.processorTimeoutMs + config.callbackTimeoutMs;
  const deadline = performance.now() + 2 * externalMs + secondMs;
  for (let pauseMs = 10; performance.now() < deadline; pauseMs = Math.min(pauseMs * 2, 250)) {
    await sleep(pauseMs);
    const known = await context.inTenant((sql) => findIdempotencyKey(sql, context));
    if (known && known.status !== null) return { status: known.status, body: known.answer };
  }
  if (txnId === null) throw new Problem(503, 'L100', 'The first request with this key is still under way');
  return context.inTenant((sql) => renderOperation(sql, context.companyId, txnId, context.now));
}
