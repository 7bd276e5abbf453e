import type { KeyObject } from 'node:crypto';
import type { Sql } from '#database/connection.ts';
import { keyedHash } from '#server/keys.ts';
import { newRecoveryCode, normaliseRecoveryCode } from '../recovery-code.ts';

const codeCount = 10;

/** Replaces a user's codes and returns the new ones, which cannot be read again. */
export async function renewCodes(sql: Sql, key: KeyObject, userId: string, now: Date): Promise<string[]> {
  const codes = new Set<string>();
  while (codes.size < codeCount) codes.add(newRecoveryCode());
  await deleteCodes(sql, userId);
  for (const code of codes) {
    await sql`
      insert into recovery_code (user_id, code_hash, created_at)
      values (${userId}, ${hashCode(key, userId, code)}, ${now})`;
  }
  return [...codes];
}

/** Uses a code up. Returns how many are left; undefined for a wrong or used one. */
export async function useCode(
  sql: Sql,
  key: KeyObject,
  { userId, code, now }: { userId: string; code: string; now: Date },
): Promise<number | undefined> {
  const used = await sql`
    update recovery_code set used_at = ${now}
    where user_id = ${userId} and code_hash = ${hashCode(key, userId, code)} and used_at is null
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

const hashCode = (key: KeyObject, userId: string, code: string): Buffer =>
  keyedHash(key, `${userId}:${normaliseRecoveryCode(code)}`);
