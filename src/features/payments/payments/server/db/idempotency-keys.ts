import type { KeyObject } from 'node:crypto';
import { Problem } from '#shared/problem.ts';
import type { PaymentReply } from '../../payment-response.ts';
import { withRollBack } from '#database/roll-back.ts';
import { type TenantSql, inTenant } from '#database/tenant.ts';
import { addMs, dayMs, secondMs } from '#server/clock.ts';
import type { Job } from '#server/job.ts';
import { keyedHash } from '#server/keys.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { type PaymentContext, type PaymentResult, recordRefusal, refusalReply } from '../payment-context.ts';
import { renderOperation } from '../render-payment.ts';

/** Whether this request is the first one with its idempotency key. */
type Reservation =
  | { kind: 'first' }
  | { kind: 'answered'; reply: PaymentReply }
  | { kind: 'in-progress'; transactionId: number | null };

/** The caller and its key: the keys of an API key or a user are its own. */
interface IdempotencyKeyOwner {
  idempotency?: { key: string; requestHash: Buffer } | undefined;
  companyId: number;
  actor: { kind: 'user' | 'api' | 'system'; id: string };
  now: Date;
}

const keyLifeMs = dayMs;
const duplicateWindowMs = 60 * secondMs;

/**
 * Reserves an Idempotency-Key for this caller (docs/domain.md#idempotency). The second of two requests waits for the
 * first one's transaction and then finds its row. Throws 422 when the key was used for another request.
 */
async function reserveIdempotencyKey(
  sql: TenantSql,
  owner: IdempotencyKeyOwner,
  txnId: number | null,
): Promise<Reservation> {
  const { idempotency, companyId, now } = owner;
  if (!idempotency) return { kind: 'first' };
  const { key, requestHash } = idempotency;
  const inserted = await sql`
    insert into idempotency_key as k (company_id, actor, key, request_hash, txn_id, created_at)
    values (${companyId}, ${keyActor(owner)}, ${key}, ${requestHash}, ${txnId}, ${now})
    on conflict (company_id, actor, key) do update
      set request_hash = excluded.request_hash, txn_id = excluded.txn_id, created_at = excluded.created_at,
          status = null, response = null
      where k.created_at < ${addMs(now, -keyLifeMs)}
    returning 1`;
  if (inserted.length > 0) return { kind: 'first' };
  const storedKey = await findIdempotencyKey(sql, owner);
  if (!storedKey || !storedKey.requestHash.equals(requestHash)) throw keyReused();
  if (storedKey.status === null) return { kind: 'in-progress', transactionId: storedKey.txnId };
  return { kind: 'answered', reply: { status: storedKey.status, body: storedKey.response } };
}

export async function findIdempotencyKey(sql: TenantSql, owner: IdempotencyKeyOwner) {
  const [row] = await sql<
    { requestHash: Buffer; txnId: number | null; status: number | null; response: PaymentReply['body'] }[]
  >`
    select request_hash, txn_id, status, response from idempotency_key
    where company_id = ${owner.companyId} and actor = ${keyActor(owner)}
      and key = ${owner.idempotency?.key ?? ''}`;
  return row;
}

/** Saves the response under the key that was reserved for this transaction. The first response stays. */
export async function saveResponse(sql: TenantSql, txnId: number, reply: PaymentReply): Promise<void> {
  await sql`
    update idempotency_key set status = ${reply.status}, response = ${JSON.stringify(reply.body)}::text::json
    where txn_id = ${txnId} and status is null`;
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
  const ownKey = sql`
    company_id = ${owner.companyId} and actor = ${keyActor(owner)} and key = ${owner.idempotency.key}`;
  if (status >= 400) await sql`delete from idempotency_key where ${ownKey}`;
  else
    await sql`
      update idempotency_key set status = ${status}, response = ${JSON.stringify(body)}::text::json where ${ownKey}`;
  return { status, body };
}

const keyReused = () => new Problem(422, 'V100', 'This Idempotency-Key was used for another request');

function keyActor({ actor }: IdempotencyKeyOwner): string {
  return `${actor.kind}:${actor.id}`;
}

/** What makes two requests the same, and the key of their hash. */
interface DuplicateCheck {
  companyId: number;
  now: Date;
  services: { keys: { fingerprint: KeyObject } };
}
export type DuplicateSignature = readonly (string | number)[];

/**
 * Rejects a second payment with the same signature within a minute (docs/domain.md#duplicates). One atomic upsert: of
 * two at once, one is inserted. Returns false for the duplicate.
 */
export async function reserveSignature(
  sql: TenantSql,
  { companyId, now, services }: DuplicateCheck,
  txnId: number,
  signature: DuplicateSignature,
): Promise<boolean> {
  const inserted = await sql`
    insert into duplicate_guard as g (company_id, signature, txn_id, at)
    values (${companyId}, ${signatureHash(services, signature)}, ${txnId}, ${now})
    on conflict (company_id, signature) do update set txn_id = excluded.txn_id, at = excluded.at
      where g.at <= ${addMs(now, -duplicateWindowMs)}
    returning 1`;
  return inserted.length > 0;
}

/** Whether the same was submitted within the last minute. */
export async function isDuplicate(
  sql: TenantSql,
  { companyId, now, services }: DuplicateCheck,
  signature: DuplicateSignature,
): Promise<boolean> {
  const duplicates = await sql`
    select 1 from duplicate_guard
    where company_id = ${companyId} and signature = ${signatureHash(services, signature)}
      and at > ${addMs(now, -duplicateWindowMs)}`;
  return duplicates.length > 0;
}

const signatureHash = ({ keys }: DuplicateCheck['services'], signature: DuplicateSignature): Buffer =>
  keyedHash(keys.fingerprint, JSON.stringify(signature));

/** A failed attempt can be made again at once. */
export async function releaseDuplicateGuard(sql: TenantSql, txnId: number): Promise<void> {
  await sql`delete from duplicate_guard where txn_id = ${txnId}`;
}

/** Deletes expired idempotency keys and duplicate guards, which have no effect any more. */
export const deleteOldIdempotencyKeys: Job = {
  name: 'delete-old-idempotency-keys',
  everySeconds: 600,
  run: ({ database, clock }) =>
    inTenant(database, 'all-tenants', async (sql) => {
      const now = clock.now();
      await sql`delete from idempotency_key where created_at < ${addMs(now, -keyLifeMs)}`;
      await sql`delete from duplicate_guard where at < ${addMs(now, -60 * duplicateWindowMs)}`;
    }),
};

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
 */
export async function runOnce<T>(
  context: PaymentContext,
  act: string,
  txnId: number,
  begin: (sql: TenantSql) => Promise<PaymentResult<BeginResult<T>>>,
): Promise<BeginResult<T>> {
  const firstResult = await withRollBack<BeginResult<T> | Exclude<Reservation, { kind: 'first' }>>(
    (rollBack) =>
      context.inTenant(async (sql) => {
        const reserved = await reserveIdempotencyKey(sql, context, txnId);
        if (reserved.kind !== 'first') return reserved;
        const beginResult = await begin(sql);
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
