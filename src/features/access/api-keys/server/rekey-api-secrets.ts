import { type RekeyedTable, countOf } from '#server/auth/rekeyed-table.ts';
import { type StoredHash, extendHash } from '#server/auth/stored-hash.ts';

/** Secrets of API keys. */
export const apiSecrets: RekeyedTable = {
  name: 'API keys',
  count: (sql, { apiKey }) =>
    countOf(sql`select count(*)::int as count from api_secret where key_generation < ${apiKey.generation}`),
  async rekey(sql, { apiKey }, limit) {
    const rows = await sql<(StoredHash & { apiId: string; secretId: number })[]>`
      select api_id, secret_id, key_hash as hash, key_generation from api_secret
      where key_generation < ${apiKey.generation} limit ${limit} for update skip locked`;
    for (const row of rows) {
      const { hash, keyGeneration } = extendHash(apiKey, row);
      await sql`
        update api_secret set key_hash = ${hash}, key_generation = ${keyGeneration}
        where api_id = ${row.apiId} and secret_id = ${row.secretId}`;
    }
    return rows.length;
  },
};
