import { randomUUID } from 'node:crypto';
import type { Sql } from '#database/connection.ts';
import { hashAt, isSecretOf } from '#server/auth/stored-hash.ts';
import type { KeyRing } from '#server/keys.ts';
import { newRecoveryCode, normaliseRecoveryCode } from '../recovery-code.ts';

interface Totp {
  factorId: string;
  sealedSecret: Buffer;
  lastStep: number;
}

export interface Passkey {
  factorId: string;
  userId: string;
  credentialId: string;
  publicKey: Buffer;
  counter: number;
  transports: string[];
}

export interface FactorView {
  factorId: string;
  kind: 'totp' | 'passkey';
  name: string;
  createdAt: Date;
  lastUsedAt: Date | null;
}

export type FactorKind = FactorView['kind'];

/** A user's factors, at most `maxPasskeys` and an app, the oldest first. */
export function listFactors(sql: Sql, userId: string): Promise<FactorView[]> {
  return sql<FactorView[]>`
    select factor_id, kind, name, created_at, last_used_at from second_factor
    where user_id = ${userId} order by created_at, factor_id`;
}

/** Serialises changes of a user's factors. */
export async function lockFactors(sql: Sql, userId: string): Promise<FactorView[]> {
  await sql`select from app_user where user_id = ${userId} for no key update`;
  return listFactors(sql, userId);
}

export async function loadTotp(sql: Sql, userId: string): Promise<Totp | undefined> {
  const [row] = await sql<Totp[]>`
    select factor_id, sealed_secret, last_step from second_factor where user_id = ${userId} and kind = 'totp'`;
  return row;
}

/** `step`: the time step of the code that confirmed it, which works once. */
export async function insertTotp(
  sql: Sql,
  app: { userId: string; sealedSecret: Buffer; step: number; now: Date },
): Promise<void> {
  await sql`
    insert into second_factor (factor_id, user_id, kind, name, sealed_secret, last_step, created_at)
    values (${randomUUID()}, ${app.userId}, 'totp', '', ${app.sealedSecret}, ${app.step}, ${app.now})`;
}

/** Uses a time step. False when its code or a later one was used before. */
export async function useStep(sql: Sql, factorId: string, step: number, now: Date): Promise<boolean> {
  const used = await sql`
    update second_factor set last_step = ${step}, last_used_at = ${now}
    where factor_id = ${factorId} and last_step < ${step} returning 1`;
  return used.length === 1;
}

/** The passkeys of a user. */
export function listPasskeys(sql: Sql, userId: string): Promise<Passkey[]> {
  return sql<Passkey[]>`
    select factor_id, user_id, credential_id, public_key, counter, transports from second_factor
    where user_id = ${userId} and kind = 'passkey' order by created_at`;
}

export async function findPasskey(sql: Sql, credentialId: string): Promise<Passkey | undefined> {
  const [row] = await sql<Passkey[]>`
    select factor_id, user_id, credential_id, public_key, counter, transports from second_factor
    where credential_id = ${credentialId} and kind = 'passkey'`;
  return row;
}

/** The factor's id; undefined when the credential is registered already. */
export async function insertPasskey(
  sql: Sql,
  passkey: Omit<Passkey, 'factorId'> & { name: string; now: Date },
): Promise<string | undefined> {
  const factorId = randomUUID();
  const inserted = await sql`
    insert into second_factor (factor_id, user_id, kind, name, credential_id, public_key, counter, transports, created_at)
    values (${factorId}, ${passkey.userId}, 'passkey', ${passkey.name}, ${passkey.credentialId}, ${passkey.publicKey},
            ${passkey.counter}, ${passkey.transports}, ${passkey.now})
    on conflict (credential_id) do nothing
    returning 1`;
  return inserted.length === 1 ? factorId : undefined;
}

/** Stores the next counter. False when another request used the passkey in between. */
export async function usePasskey(sql: Sql, passkey: Passkey, counter: number, now: Date): Promise<boolean> {
  const used = await sql`
    update second_factor set counter = ${counter}, last_used_at = ${now}
    where factor_id = ${passkey.factorId} and counter = ${passkey.counter} returning 1`;
  return used.length === 1;
}

/** Deletes every factor of a user. */
export async function deleteFactors(sql: Sql, userId: string): Promise<void> {
  await sql`delete from second_factor where user_id = ${userId}`;
}

/** Deletes a factor of a user and returns its name. */
export async function deleteFactor(
  sql: Sql,
  userId: string,
  target: { kind: 'totp' } | { factorId: string },
): Promise<{ factorId: string; name: string } | undefined> {
  const chosen =
    'kind' in target
      ? sql`kind = 'totp'`
      : sql`kind = 'passkey' and factor_id::text = ${target.factorId.toLowerCase()}`;
  const [deleted] = await sql<{ factorId: string; name: string }[]>`
    delete from second_factor where user_id = ${userId} and ${chosen} returning factor_id, name`;
  return deleted;
}

const codeCount = 10;

/** Replaces a user's codes and returns the new ones, which cannot be read again. */
export async function renewCodes(sql: Sql, ring: KeyRing, userId: string, now: Date): Promise<string[]> {
  const codes = new Set<string>();
  while (codes.size < codeCount) codes.add(newRecoveryCode());
  await deleteCodes(sql, userId);
  for (const code of codes) {
    await sql`
      insert into recovery_code (user_id, code_hash, key_generation, created_at)
      values (${userId}, ${hashAt(ring, codeText(userId, code), ring.generation)}, ${ring.generation}, ${now})`;
  }
  return [...codes];
}

/** Uses a code up. Returns how many are left; undefined for a wrong or used one. */
export async function useCode(
  sql: Sql,
  ring: KeyRing,
  { userId, code, now }: { userId: string; code: string; now: Date },
): Promise<number | undefined> {
  // Locked, so that no job extends a hash in between.
  const codes = await sql<{ hash: Buffer; keyGeneration: number }[]>`
    select code_hash as hash, key_generation from recovery_code
    where user_id = ${userId} and used_at is null order by code_hash for update`;
  const found = codes.find((stored) => isSecretOf(ring, codeText(userId, code), stored));
  if (!found) return undefined;
  const used = await sql`
    update recovery_code set used_at = ${now}
    where user_id = ${userId} and code_hash = ${found.hash} and used_at is null
    returning 1`;
  return used.length === 1 ? (await countCodes(sql, userId)).left : undefined;
}

export async function countCodes(
  sql: Sql,
  userId: string,
): Promise<{ left: number; createdAt: Date | null }> {
  const [row] = await sql<{ left: number; createdAt: Date | null }[]>`
    select count(*) filter (where used_at is null)::int as left, min(created_at) as created_at
    from recovery_code where user_id = ${userId}`;
  return row ?? { left: 0, createdAt: null };
}

export async function deleteCodes(sql: Sql, userId: string): Promise<void> {
  await sql`delete from recovery_code where user_id = ${userId}`;
}

const codeText = (userId: string, code: string): string => `${userId}:${normaliseRecoveryCode(code)}`;
