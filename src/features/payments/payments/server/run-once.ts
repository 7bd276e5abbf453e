import { setTimeout as sleep } from 'node:timers/promises';
import { withRollBack } from '#database/roll-back.ts';
import { pipelined } from '#database/pipelined.ts';
import type { TenantSql } from '#database/tenant.ts';
import { secondMs } from '#server/clock.ts';
import { Problem } from '#shared/problem.ts';
import type { PaymentReply } from '../payment-response.ts';
import {
  type IdempotencyKeyOwner,
  type Reservation,
  findIdempotencyKey,
  keyReused,
  releaseKey,
  reserveIdempotencyKey,
  saveResponse,
  saveResponseOfKey,
} from './db/idempotency-keys.ts';
import { type PaymentContext, type PaymentResult, recordRefusal, refusalReply } from './payment-context.ts';
import { renderOperation } from './render-payment.ts';

/** After the first transaction of an operation: continue with the processor, or respond. */
export type BeginResult<T> = { kind: 'continue'; value: T } | { kind: 'respond'; reply: PaymentReply };

export const continueWith = <T>(value: T): BeginResult<T> => ({ kind: 'continue', value });
export const respondWith = (reply: PaymentReply): { kind: 'respond'; reply: PaymentReply } => ({
  kind: 'respond',
  reply,
});

/**
 * Runs `begin` in the transaction that reserves the idempotency key. A refusal is saved under the key and recorded in
 * the audit log, except one of `claimFor`, which leaves nothing. A repeated request gets the response of the first one.
 * `prepare` shares the round trip of the reservation; a repeated request leaves nothing of it.
 */
export async function runOnce<T, P = undefined>(
  context: PaymentContext,
  act: string,
  txnId: number,
  begin: (sql: TenantSql, prepared: P) => Promise<PaymentResult<BeginResult<T>>>,
  prepare?: (sql: TenantSql) => Promise<P>,
): Promise<BeginResult<T>> {
  const firstResult = await withRollBack<BeginResult<T> | Exclude<Reservation, { kind: 'first' }>>(
    (rollBack) =>
      context.inTenant(async (sql) => {
        const [reserved, prepared] = await pipelined(sql, [
          () => reserveIdempotencyKey(sql, context, txnId),
          () => prepare?.(sql),
        ]);
        if (reserved.kind !== 'first') return rollBack(reserved);
        const beginResult = await begin(sql, prepared as P);
        if (beginResult.ok) return beginResult.value;
        const { refusedClaim } = beginResult;
        if (refusedClaim !== undefined) rollBack(respondWith({ ...refusalReply(beginResult), refusedClaim }));
        const reply = await recordRefusal(sql, context, act, beginResult);
        await saveResponse(sql, txnId, reply);
        return respondWith(reply);
      }),
  );
  if (firstResult.kind === 'answered') return respondWith({ ...firstResult.reply, isReplay: true });
  if (firstResult.kind !== 'in-progress') return firstResult;
  return respondWith({ ...(await waitForResponse(context, firstResult.transactionId)), isReplay: true });
}

/** Waits for the original request's response. If its process died, returns the transaction's current state. */
async function waitForResponse(context: PaymentContext, txnId: number | null): Promise<PaymentReply> {
  const { config } = context.services;
  const externalMs = config.processorTimeoutMs + config.callbackTimeoutMs;
  const deadline = performance.now() + 2 * externalMs + secondMs;
  for (let pauseMs = 10; performance.now() < deadline; pauseMs = Math.min(pauseMs * 2, 250)) {
    await sleep(pauseMs);
    const storedKey = await context.inTenant((sql) => findIdempotencyKey(sql, context));
    if (storedKey && storedKey.status !== null) return { status: storedKey.status, body: storedKey.response };
  }
  if (txnId === null) throw new Problem(503, 'L100', 'The first request with this key is still under way');
  return context.inTenant((sql) => renderOperation(sql, context.companyId, txnId, context.now));
}

/**
 * For requests of one transaction that move no money: `work` runs once for a key, and its response is saved with its
 * changes. A refusal changed nothing and is not saved, so the same key can bring the corrected request.
 */
export async function respondOnce<T>(
  sql: TenantSql,
  owner: IdempotencyKeyOwner,
  work: () => Promise<{ status: number; body: T }>,
): Promise<{ status: number; body: T; isReplay?: boolean }> {
  const reserved = await reserveIdempotencyKey(sql, owner, null);
  if (reserved.kind === 'answered')
    return { ...reserved.reply, body: reserved.reply.body as T, isReplay: true };
  if (reserved.kind !== 'first') throw keyReused();
  const { status, body } = await work();
  if (owner.idempotency === undefined) return { status, body };
  if (status >= 400) await releaseKey(sql, owner);
  else await saveResponseOfKey(sql, owner, { status, body });
  return { status, body };
}
