import { Problem } from '#shared/problem.ts';
import type { PaymentReply } from '../../payment-response.ts';
import type { Fragment } from '#database/connection.ts';
import type { Sendable } from '#database/pipelined.ts';
import { type TenantSql, inTenant } from '#database/tenant.ts';
import { addMs, dayMs, secondMs } from '#server/clock.ts';
import type { Job } from '#server/job.ts';
import { type Keys, keyedHash } from '#server/keys.ts';

/** Whether this request is the first one with its idempotency key. */
export type Reservation =
  | { kind: 'first' }
  | { kind: 'answered'; reply: PaymentReply }
  | { kind: 'in-progress'; transactionId: number | null };

/** The keyed hash of a request under the root secret that writes, and those that another program may have stored. */
export interface RequestHash {
  requestHash: Buffer;
  otherHashes: readonly Buffer[];
}

/** The caller and its key: the keys of an API key or a user are its own. */
export interface IdempotencyKeyOwner {
  idempotency?: ({ key: string } & RequestHash) | undefined;
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
export async function reserveIdempotencyKey(
  sql: TenantSql,
  owner: IdempotencyKeyOwner,
  txnId: number | null,
): Promise<Reservation> {
  const { idempotency, companyId, now } = owner;
  if (!idempotency) return { kind: 'first' };
  const { key, requestHash, otherHashes } = idempotency;
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
  const isSame = (stored: Buffer) => [requestHash, ...otherHashes].some((hash) => stored.equals(hash));
  if (!storedKey || !isSame(storedKey.requestHash)) throw keyReused();
  if (storedKey.status === null) return { kind: 'in-progress', transactionId: storedKey.txnId };
  return { kind: 'answered', reply: { status: storedKey.status, body: storedKey.response } };
}

export async function findIdempotencyKey(sql: TenantSql, owner: IdempotencyKeyOwner) {
  const [row] = await sql<
    { requestHash: Buffer; txnId: number | null; status: number | null; response: PaymentReply['body'] }[]
  >`
    select request_hash, txn_id, status, response from idempotency_key
    where ${ownKey(sql, owner)}`;
  return row;
}

/** Saves the response under the key that was reserved for this transaction. The first response stays. */
export const saveResponse = (sql: TenantSql, txnId: number, reply: PaymentReply): Sendable => sql`
  update idempotency_key set status = ${reply.status}, response = ${JSON.stringify(reply.body)}::text::json
  where txn_id = ${txnId} and status is null`;

export const keyReused = () => new Problem(422, 'V100', 'This Idempotency-Key was used for another request');

/** Deletes the key of a request that changed nothing, so that it can bring the corrected request. */
export async function releaseKey(sql: TenantSql, owner: IdempotencyKeyOwner): Promise<void> {
  await sql`delete from idempotency_key where ${ownKey(sql, owner)}`;
}

/** Saves the response of a request that has no transaction. */
export async function saveResponseOfKey(
  sql: TenantSql,
  owner: IdempotencyKeyOwner,
  { status, body }: { status: number; body: unknown },
): Promise<void> {
  await sql`
    update idempotency_key set status = ${status}, response = ${JSON.stringify(body)}::text::json
    where ${ownKey(sql, owner)}`;
}

const ownKey = (sql: TenantSql, owner: IdempotencyKeyOwner) => sql`
  company_id = ${owner.companyId} and actor = ${keyActor(owner)} and key = ${owner.idempotency?.key ?? ''}`;

function keyActor({ actor }: IdempotencyKeyOwner): string {
  return `${actor.kind}:${actor.id}`;
}

/** What makes two requests the same, and the key of their hash. */
interface DuplicateCheck {
  companyId: number;
  now: Date;
  services: { keys: Pick<Keys, 'fingerprint'> };
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

/** SQL condition: the transaction has reserved the signature. */
export const holdsSignature = (
  sql: TenantSql,
  { companyId, services }: Omit<DuplicateCheck, 'now'>,
  txnId: number,
  signature: DuplicateSignature,
): Fragment => sql`exists (
  select from duplicate_guard
  where company_id = ${companyId} and signature = ${signatureHash(services, signature)} and txn_id = ${txnId})`;

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
  keyedHash(keys.fingerprint.of(1), JSON.stringify(signature));

/**
 * A failed attempt can be made again at once. Sent after the response is saved: a repeated request locks its key first, then
 * the guard.
 */
export const releaseDuplicateGuard = (sql: TenantSql, txnId: number): Sendable =>
  sql`delete from duplicate_guard where txn_id = ${txnId}`;

/** Deletes expired idempotency keys and duplicate guards, which have no effect any more. */
export const deleteOldIdempotencyKeys: Job = {
  name: 'delete-old-idempotency-keys',
  everySeconds: 600,
  ofCompany: {
    // The same payment may be made again.
    returnToRealTime: async (sql, companyId, realNow) => {
      await sql`delete from duplicate_guard where company_id = ${companyId} and at > ${realNow}`;
    },
  },
  run: ({ database, clock }) =>
    inTenant(database, 'all-tenants', async (sql) => {
      const now = clock.now();
      await sql`delete from idempotency_key where created_at < ${addMs(now, -keyLifeMs)}`;
      await sql`delete from duplicate_guard where at < ${addMs(now, -60 * duplicateWindowMs)}`;
    }),
};
