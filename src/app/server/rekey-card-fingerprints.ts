import type { KeyObject } from 'node:crypto';
import type { Database } from '#database/connection.ts';
import type { Keys } from '#server/keys.ts';

/** Tables and columns with fingerprints; each has a company_id. */
const columns = [
  ['card_token', 'fingerprint'],
  ['known_card', 'fingerprint'],
  ['schedule', 'card_correlation_id'],
  ['schedule_episode', 'card_correlation_id'],
] as const;

/**
 * Converts fingerprints shared by all companies to one per company (`cardFingerprint`). Runs once per
 * database; processes that start together wait for the first. Takes minutes for ten million transactions.
 */
export async function rekeyCardFingerprints(owner: Database, keys: Keys): Promise<void> {
  const [inner, outer] = hmacPads(keys.fingerprint);
  await owner.begin(async (sql) => {
    await sql`lock table upgrade_step in share row exclusive mode`;
    const applied = await sql`select 1 from upgrade_step where name = 'company-fingerprints'`;
    if (applied.length > 0) return;
    await sql`select set_config('app.companies', '*', true)`;
    // HMAC-SHA-256 by its definition: PostgreSQL has only the hash.
    const rekeyed = (column: string) => sql`
      encode(substring(sha256(${outer}::bytea
        || sha256(${inner}::bytea || convert_to(company_id || ':' || ${sql(column)}, 'UTF8'))) for 20), 'base64')`;
    for (const [table, column] of columns) {
      await sql`update ${sql(table)} set ${sql(column)} = ${rekeyed(column)} where ${sql(column)} is not null`;
    }
    await sql`
      update txn set card_correlation_id = ${rekeyed('card_correlation_id')},
        changed_in = pg_current_xact_id()::text::bigint
      where card_correlation_id is not null`;
    await sql`insert into upgrade_step (name) values ('company-fingerprints')`;
  });
}

/** The inner and outer key blocks of an HMAC with 64-byte blocks. */
function hmacPads(key: KeyObject): [inner: Buffer, outer: Buffer] {
  const block = Buffer.alloc(64);
  key.export().copy(block);
  return [block.map((byte) => byte ^ 0x36) as Buffer, block.map((byte) => byte ^ 0x5c) as Buffer];
}
