import { timingSafeEqual } from 'node:crypto';
import type { Sql } from '#database/connection.ts';
import { ConfigError } from '#server/config.ts';
import { type Keys, keyedHash } from '#server/keys.ts';

/**
 * Remembers in the database, as its owner, which master key it was begun with. With another one API keys and links are
 * refused and honest seals of the audit look broken: throws ConfigError instead. `source` names the key.
 */
export async function checkMasterKey(owner: Sql, keys: Keys, source: string): Promise<void> {
  await owner`insert into master_key_check (value) values (${masterKeyCheckValue(keys)}) on conflict do nothing`;
  if (await isMasterKeyOf(owner, keys)) return;
  throw new ConfigError(
    `The master key in ${source} does not belong to this database. Restore the key that it was created with.`,
  );
}

/** Whether the database was begun with this key; any key will do while it remembers none. */
export async function isMasterKeyOf(owner: Sql, keys: Keys): Promise<boolean> {
  const value = masterKeyCheckValue(keys);
  const [kept] = await owner<{ value: Buffer }[]>`select value from master_key_check`;
  return !kept || (kept.value.length === value.length && timingSafeEqual(kept.value, value));
}

const masterKeyCheckValue = (keys: Keys): Buffer => keyedHash(keys.check, 'master key');
