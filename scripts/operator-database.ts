import { existsSync } from 'node:fs';
import type { Database } from '#database/connection.ts';
import { startEmbeddedPostgres } from '#database/embedded-postgres.ts';
import { openDatabase } from '#database/open-database.ts';
import {
  type MasterKeySource,
  dataDirectoryFile,
  selectMasterKeySource,
} from '#server/auth/key-store/master-key-source.ts';
import { type OpenedKeys, openExistingKeys } from '#server/auth/key-store/key-store.ts';
import type { Keys } from '#server/keys.ts';

export interface DatabaseOptions {
  dataDir: string;
  /** Without it, the embedded database of `dataDir`. */
  databaseUrl: string | undefined;
}

/** Opens the database of the product for a command, also while the product runs. Throws with another master key. */
export function withOperatorDatabase<T>(
  options: DatabaseOptions,
  work: (database: Database, keys: Keys) => Promise<T>,
): Promise<T> {
  return withOwner(options, ({ database, opened }) => work(database, opened.keys));
}

interface OwnerAccess {
  database: Database;
  owner: Database;
  opened: OpenedKeys;
}

/** The same with the owner's connection. */
export async function withOwner<T>(
  { dataDir, databaseUrl }: DatabaseOptions,
  work: (access: OwnerAccess) => Promise<T>,
): Promise<T> {
  const source = commandKeySource(dataDir);
  const embedded = databaseUrl ? undefined : await startEmbeddedPostgres(dataDir);
  const url = databaseUrl ?? embedded?.url ?? '';
  const database = openDatabase(url, { max: 1, kind: 'maintenance' });
  const owner = openDatabase(url, { as: 'owner', max: 1, kind: 'maintenance' });
  try {
    return await work({ database, owner, opened: await openExistingKeys(owner, source) });
  } finally {
    await Promise.all([database.end({ timeout: 5 }), owner.end({ timeout: 5 })]);
    // A server that another process is using must not be stopped.
    if (embedded?.started) await embedded.stop();
  }
}

/** The source of the product. Throws where a start would create a key: its secrets would be those of no program. */
export function commandKeySource(dataDir: string): MasterKeySource {
  const { env } = process;
  const masterKeyFile = env.COUNTINGHOUSE_MASTER_KEY_FILE;
  const keyService = env.COUNTINGHOUSE_KEY_SERVICE;
  const isNamed = Boolean(env.COUNTINGHOUSE_MASTER_KEY) || Boolean(masterKeyFile) || Boolean(keyService);
  if (!isNamed && !existsSync(dataDirectoryFile(dataDir)))
    throw new Error(`no master key in ${dataDir} and none in COUNTINGHOUSE_MASTER_KEY.`);
  return selectMasterKeySource({ dataDir, masterKeyFile, keyService }, env);
}
