import { type RekeyedTable, countOf } from '#server/auth/rekeyed-table.ts';
import { type StoredHash, extendHash } from '#server/auth/stored-hash.ts';

/** Tokens of provisioning. */
export const scimTokens: RekeyedTable = {
  name: 'SCIM tokens',
  count: (sql, { scimToken }) =>
    countOf(
      sql`select count(*)::int as count from scim_token where key_generation < ${scimToken.generation}`,
    ),
  async rekey(sql, { scimToken }, limit) {
    const rows = await sql<(StoredHash & { companyId: number; tokenId: string })[]>`
      select company_id, token_id, token_hash as hash, key_generation from scim_token
      where key_generation < ${scimToken.generation} limit ${limit} for update skip locked`;
    for (const row of rows) {
      const { hash, keyGeneration } = extendHash(scimToken, row);
      await sql`
        update scim_token set token_hash = ${hash}, key_generation = ${keyGeneration}
        where company_id = ${row.companyId} and token_id = ${row.tokenId}`;
    }
    return rows.length;
  },
};
