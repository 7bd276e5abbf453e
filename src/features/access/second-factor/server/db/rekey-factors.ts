import { type RekeyedTable, countOf, isEarlierSeal, reseal } from '#server/auth/rekeyed-table.ts';
import { type StoredHash, extendHash } from '#server/auth/stored-hash.ts';

/** Secrets of authenticator apps. */
export const authenticatorApps: RekeyedTable = {
  name: 'authenticator apps',
  count: (sql, { secondFactor }) =>
    countOf(sql`
      select count(*)::int as count from second_factor
      where sealed_secret is not null and ${isEarlierSeal(sql, 'sealed_secret', secondFactor)}`),
  async rekey(sql, { secondFactor }, limit) {
    const rows = await sql<{ factorId: string; userId: string; sealedSecret: Buffer }[]>`
      select factor_id, user_id, sealed_secret from second_factor
      where sealed_secret is not null and ${isEarlierSeal(sql, 'sealed_secret', secondFactor)}
      limit ${limit} for update skip locked`;
    for (const { factorId, userId, sealedSecret } of rows)
      await sql`
        update second_factor set sealed_secret = ${reseal(secondFactor, sealedSecret, userId)}
        where factor_id = ${factorId}`;
    return rows.length;
  },
};

/** Recovery codes. A hash stays with its user. */
export const recoveryCodes: RekeyedTable = {
  name: 'recovery codes',
  count: (sql, { recoveryCode }) =>
    countOf(
      sql`select count(*)::int as count from recovery_code where key_generation < ${recoveryCode.generation}`,
    ),
  async rekey(sql, { recoveryCode }, limit) {
    const rows = await sql<(StoredHash & { userId: string })[]>`
      select user_id, code_hash as hash, key_generation from recovery_code
      where key_generation < ${recoveryCode.generation} limit ${limit} for update skip locked`;
    for (const row of rows) {
      const { hash, keyGeneration } = extendHash(recoveryCode, row);
      await sql`
        update recovery_code set code_hash = ${hash}, key_generation = ${keyGeneration}
        where user_id = ${row.userId} and code_hash = ${row.hash}`;
    }
    return rows.length;
  },
};
