import type { Database, Sql } from '#database/connection.ts';
import { inTenant } from '#database/tenant.ts';
import { writeAuditEvent } from '../../audit/audit-event.ts';
import { type Result, ok, refuse } from '#shared/result.ts';
import type { Root } from '../../keys.ts';
import { type LiveProgram, auditRoot, listLivePrograms } from './key-programs.ts';
import { type MasterKey, lockKeyStore, newRootSecret, readRoots, sealRoot } from './key-store.ts';

interface NewMasterKey {
  masterKey: MasterKey;
  /** Of a key service. */
  wrapped?: { service: string; bytes: Buffer };
}

/**
 * Seals every root secret under a second master key, beside the present one. Programs with either key start. Repeating it
 * adds what an interrupted run has left out. Returns false when nothing was missing.
 */
export async function addMasterKey(
  owner: Database,
  present: MasterKey,
  { masterKey, wrapped }: NewMasterKey,
  operator: string,
): Promise<Result<boolean, { code: 'SECOND' }>> {
  return inTenant(owner, 'all-tenants', async (sql) => {
    await lockKeyStore(sql);
    const others = await sql`select from master_key where key_id not in (${present.id}, ${masterKey.id})`;
    if (others.length > 0) return refuse('SECOND');
    const added = await sql`
      insert into master_key (key_id, service, wrapped, added_at, added_by)
      values (${masterKey.id}, ${wrapped?.service ?? null}, ${wrapped?.bytes ?? null}, clock_timestamp(), ${operator})
      on conflict do nothing returning 1`;
    for (const root of await readRoots(sql, present))
      await sql`
        insert into key_root_seal (generation, key_id, sealed)
        values (${root.generation}, ${masterKey.id}, ${sealRoot(masterKey, root)}) on conflict do nothing`;
    if (added.length > 0) await auditMasterKey(sql, 'addMasterKey', masterKey.id, operator);
    return ok(added.length > 0);
  });
}

/** The master keys that seal the root secrets, the oldest first. */
export function listMasterKeys(
  sql: Sql,
): Promise<{ keyId: string; service: string | null; addedAt: Date; addedBy: string }[]> {
  return sql<{ keyId: string; service: string | null; addedAt: Date; addedBy: string }[]>`
    select key_id, service, added_at, added_by from master_key order by added_at, key_id`;
}

/** The wrapped key of a service beside the present one: an interrupted rotation has added it. */
export async function findWrappedKey(
  sql: Sql,
  present: MasterKey,
  service: string,
): Promise<Buffer | undefined> {
  const [row] = await sql<{ wrapped: Buffer }[]>`
    select wrapped from master_key where service = ${service} and key_id <> ${present.id}`;
  return row?.wrapped;
}

interface StoredRoot {
  generation: number;
  addedAt: Date;
  addedBy: string;
  currentAt: Date | null;
  retiredAt: Date | null;
}

export function listRoots(sql: Sql): Promise<StoredRoot[]> {
  return sql<StoredRoot[]>`
    select generation, added_at, added_by, current_at, retired_at from key_root order by generation`;
}

type KeepRefusal =
  | { code: 'IN_USE'; programs: LiveProgram[] }
  /** The key is not the newest one (`finish`), or not the oldest (`cancel`). */
  | { code: 'WRONG_KEY' };

/**
 * Removes every other master key: `finish` keeps the newest one, and `cancel` the oldest. Refused while a program runs
 * with another key. Repeating it is safe. Returns the ids that were removed.
 */
export async function keepMasterKey(
  owner: Database,
  kept: MasterKey,
  way: 'finish' | 'cancel',
  operator: string,
): Promise<Result<string[], KeepRefusal>> {
  return inTenant(owner, 'all-tenants', async (sql) => {
    await lockKeyStore(sql);
    const keys = await listMasterKeys(sql);
    const expected = way === 'finish' ? keys.at(-1) : keys.at(0);
    if (expected?.keyId !== kept.id) return refuse('WRONG_KEY');
    const programs = (await listLivePrograms(sql)).filter(({ keyId }) => keyId !== kept.id);
    if (programs.length > 0) return { ok: false, code: 'IN_USE', programs };
    const removed = await sql<{ keyId: string }[]>`
      delete from master_key where key_id <> ${kept.id} returning key_id`;
    for (const { keyId } of removed) await auditMasterKey(sql, 'removeMasterKey', keyId, operator);
    return ok(removed.map(({ keyId }) => keyId));
  });
}

/**
 * Adds a root secret, which programs learn of before one of them lets it write (`promoteRoots`). Returns its generation:
 * that of an earlier run while programs have not taken it up. `SECOND`: a rotation of the master key is under way, and it
 * would not be sealed under a key that only the other custodian has.
 */
export async function addRoot(
  owner: Database,
  masterKey: MasterKey,
  operator: string,
): Promise<Result<number, { code: 'SECOND' }>> {
  return inTenant(owner, 'all-tenants', async (sql) => {
    await lockKeyStore(sql);
    if ((await listMasterKeys(sql)).length > 1) return refuse('SECOND');
    const roots = await readRoots(sql, masterKey);
    const waiting = roots.find(({ currentAt }) => currentAt === null);
    if (waiting) return ok(waiting.generation);
    const generation = (roots.at(-1)?.generation ?? 0) + 1;
    const root: Root = { generation, secret: newRootSecret(), currentAt: null };
    const [added] = await sql<{ at: Date }[]>`
      insert into key_root (generation, added_at, added_by) values (${generation}, clock_timestamp(), ${operator})
      returning added_at as at`;
    await sql`
      insert into key_root_seal (generation, key_id, sealed)
      values (${generation}, ${masterKey.id}, ${sealRoot(masterKey, root)})`;
    await auditRoot(sql, 'addRootSecret', generation, added?.at ?? new Date(), `operator: ${operator}`);
    return ok(generation);
  });
}

async function auditMasterKey(sql: Sql, act: string, keyId: string, operator: string): Promise<void> {
  const [row] = await sql<{ at: Date }[]>`select clock_timestamp() as at`;
  await writeAuditEvent(sql, {
    at: row?.at ?? new Date(),
    actorKind: 'system',
    actor: `operator: ${operator}`,
    ip: '',
    userAgent: '',
    act,
    objectKind: 'masterKey',
    objectId: keyId,
    outcome: 'allowed',
    requestId: '',
  });
}
