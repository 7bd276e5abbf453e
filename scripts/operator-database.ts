import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isMasterKeyOf } from '#app/server/prepare-database.ts';
import type { Database } from '#database/connection.ts';
import { startEmbeddedPostgres } from '#database/embedded-postgres.ts';
import { openDatabase } from '#database/open-database.ts';
import { type Keys, keySource, loadKeys } from '#server/keys.ts';

export interface DatabaseOptions {
  dataDir: string;
  /** Without it, the embedded database of `dataDir`. */
  databaseUrl: string | undefined;
}

/** Opens the database of the product for a command, also while the product runs. Throws with another master key. */
export async function withOperatorDatabase<T>(
  { dataDir, databaseUrl }: DatabaseOptions,
  work: (database: Database, keys: Keys) => Promise<T>,
): Promise<T> {
  // A newly generated key would create secrets that no gateway accepts.
  if (!process.env.COUNTINGHOUSE_MASTER_KEY && !existsSync(join(dataDir, 'master.key')))
    throw new Error(`no master key in ${dataDir} and none in COUNTINGHOUSE_MASTER_KEY.`);
  const keys = await loadKeys(dataDir, process.env);
  const embedded = databaseUrl ? undefined : await startEmbeddedPostgres(dataDir);
  const url = databaseUrl ?? embedded?.url ?? '';
  const database = openDatabase(url, { max: 1, kind: 'maintenance' });
  const owner = openDatabase(url, { as: 'owner', max: 1, kind: 'maintenance' });
  try {
    if (!(await isMasterKeyOf(owner, keys)))
      throw new Error(
        `the master key in ${keySource(dataDir, process.env)} does not belong to this database.`,
      );
    return await work(database, keys);
  } finally {
    await Promise.all([database.end({ timeout: 5 }), owner.end({ timeout: 5 })]);
    // A server that another process is using must not be stopped.
    if (embedded?.started) await embedded.stop();
  }
}
