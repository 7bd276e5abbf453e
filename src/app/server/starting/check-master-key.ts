import { timingSafeEqual } from 'node:crypto';
import type { Sql } from '#database/connection.ts';
import { ConfigError } from '#server/config.ts';
import { type Keys, keyedHash } from '#server/keys.ts';

/**
 * Remembers in the database, as its owner, which master key it was begun with. With another one API keys and links are
 * refused and honest seals of the audit look broken: throws ConfigError instead. `source` names the key.
 */
export async function checkMasterKey(owner: Sql, keys: Keys, source: string): Promise<void> {
  const value = keyedHash(keys.check, 'master key');
  await owner`insert into master_key_check (value) values (${value}) on conflict do nothing`;
  const [kept] = await owner<{ value: Buffer }[]>`select value from master_key_check`;
  if (kept?.value.length === value.length && timingSafeEqual(kept.value, value)) return;
  throw new ConfigError(
    `The master key in ${source} is not the one that this database was begun with. Restore that key.`,
  );
}
