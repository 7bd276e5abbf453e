import { Problem } from '#shared/problem.ts';
import type { PaymentResponse } from '#features/payments/endpoints.ts';
import type { TenantSql } from '#database/tenant.ts';
import { addMs, dayMs, secondMs } from '#server/clock.ts';
import { keyedHash } from '#server/keys.ts';
import type { PaymentContext, PaymentReply } from '../payment-context.ts';

export type Claim =
  /** The first with this key, or no key: go on. */
  | { kind: 'first' }
  | { kind: 'answered'; reply: PaymentReply }
  | { kind: 'under-way'; transactionId: number | null }
  | { kind: 'other-request' };

/** Whose key it is: an API key's or a user's are their own. */
type IdempotencyKeyOwner = Pick<PaymentContext, 'idempotency' | 'companyId' | 'actor' | 'now'>;

export const keyLifeMs = dayMs;
const duplicateWindowMs = 60 * secondMs;

/**
 * Claims an Idempotency-Key for this caller (docs/domain.md#idempotency). Two at once: the second waits for the
 * first one's transaction and then finds its row.
 */
export async function reserveIdempotencyKey(
  sql: TenantSql,
  context: IdempotencyKeyOwner,
  txnId: number | null,
): Promise<Claim> {
  const { idempotency, companyId, now } = context;
  if (!idempotency) return { kind: 'first' };
  const actor = keyActor(context);
  const { key, requestHash } = idempotency;
  const claimed = await sql`
    insert into idempotency_key as k (company_id, actor, key, request_hash, txn_id, created_at)
    values (${companyId}, ${actor}, ${key}, ${requestHash}, ${txnId}, ${now})
    on conflict (company_id, actor, key) do update
      set request_hash = excluded.request_hash, txn_id = excluded.txn_id, created_at = excluded.created_at,
          status = null, answer = null
      where k.created_at < ${addMs(now, -keyLifeMs)}
    returning 1`;
  if (claimed.length > 0) return { kind: 'first' };
  const known = await findIdempotencyKey(sql, context);
  if (!known || !known.requestHash.equals(requestHash)) return { kind: 'other-request' };
  if (known.status === null) return { kind: 'under-way', transactionId: known.txnId };
  return { kind: 'answered', reply: { status: known.status, body: known.answer } };
}

export async function findIdempotencyKey(sql: TenantSql, context: IdempotencyKeyOwner) {
  const [row] = await sql<
    { requestHash: Buffer; txnId: number | null; status: number | null; answer: PaymentResponse }[]
  >`
    select request_hash, txn_id, status, answer from idempotency_key
    where company_id = ${context.companyId} and actor = ${keyActor(context)}
      and key = ${context.idempotency?.key ?? ''}`;
  return row;
}

/** Keeps the answer of the request that waits for this transaction; the first answer stays. */
export async function saveResponse(sql: TenantSql, txnId: number, reply: PaymentReply): Promise<void> {
  await sql`
    update idempotency_key set status = ${reply.status}, answer = ${JSON.stringify(reply.body)}::text::json
    where txn_id = ${txnId} and status is null`;
}

/**
 * For orders of one transaction, which move no money: `work` runs once for a key, and its answer is kept with what it
 * did. A refusal is not kept, since it did nothing: the same key may bring the corrected request.
 */
export async function respondOnce<T>(
  sql: TenantSql,
  context: IdempotencyKeyOwner,
  work: () => Promise<{ status: number; body: T }>,
): Promise<{ status: number; body: T; isReplay?: boolean }> {
  const claim = await reserveIdempotencyKey(sql, context, null);
  if (claim.kind === 'answered') return { ...claim.reply, body: claim.reply.body as T, isReplay: true };
  if (claim.kind !== 'first') throw keyReused();
  const { status, body } = await work();
  const mine = sql`
    company_id = ${context.companyId} and actor = ${keyActor(context)} and key = ${context.idempotency?.key ?? ''}`;
  if (context.idempotency === undefined) return { status, body };
  if (status >= 400) await sql`delete from idempotency_key where ${mine}`;
  else
    await sql`
      update idempotency_key set status = ${status}, answer = ${JSON.stringify(body)}::text::json where ${mine}`;
  return { status, body };
}

export const keyReused = () => new Problem(422, 'V100', 'This Idempotency-Key was used for another request');

function keyActor({ actor }: IdempotencyKeyOwner): string {
  return `${actor.kind}:${actor.id}`;
}

/**
 * The same payment within a minute is a double click (docs/domain.md#duplicates). One atomic upsert: of two at once,
 * one wins. Answers false for the duplicate.
 */
export async function guardAgainstDuplicate(
  sql: TenantSql,
  context: PaymentContext,
  txnId: number,
  signature: readonly (string | number)[],
): Promise<boolean> {
  const { companyId, now } = context;
  const hash = keyedHash(context.services.keys.fingerprint, JSON.stringify(signature));
  const won = await sql`
    insert into duplicate_guard as g (company_id, signature, txn_id, at)
    values (${companyId}, ${hash}, ${txnId}, ${now})
    on conflict (company_id, signature) do update set txn_id = excluded.txn_id, at = excluded.at
      where g.at <= ${addMs(now, -duplicateWindowMs)}
    returning 1`;
  return won.length > 0;
}

/** Was the same submitted within the last minute? */
export async function isDuplicate(
  sql: TenantSql,
  { companyId, now, services }: PaymentContext,
  signature: readonly (string | number)[],
): Promise<boolean> {
  const hash = keyedHash(services.keys.fingerprint, JSON.stringify(signature));
  const found = await sql`
    select 1 from duplicate_guard
    where company_id = ${companyId} and signature = ${hash} and at > ${addMs(now, -duplicateWindowMs)}`;
  return found.length > 0;
}

/** A failed attempt may be tried again at once. */
export async function releaseDuplicateGuard(sql: TenantSql, txnId: number): Promise<void> {
  await sql`delete from duplicate_guard where txn_id = ${txnId}`;
}

/** Forgets keys after a day and guards after an hour. */
export async function deleteOldIdempotencyKeys(sql: TenantSql, now: Date): Promise<void> {
  await sql`delete from idempotency_key where created_at < ${addMs(now, -keyLifeMs)}`;
  await sql`delete from duplicate_guard where at < ${addMs(now, -60 * duplicateWindowMs)}`;
}
