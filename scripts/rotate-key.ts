import { existsSync } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isMasterKeyOf } from '#app/server/prepare-database.ts';
import { startEmbeddedPostgres } from '#database/embedded-postgres.ts';
import { openDatabase } from '#database/open-database.ts';
import { rotateByOperator } from '#features/access/api-keys/server/rotate-by-operator.ts';
import { keySource, loadKeys } from '#server/keys.ts';

export interface RotationOptions {
  dataDir: string;
  databaseUrl: string | undefined;
  apiId: string;
  overlapSeconds: number;
  operator: string;
  /** The file for the secret; without it the secret goes to the terminal. */
  secretsOut: string | undefined;
}

/** Rotates an API key. Exit code 0: done, 1: unknown or revoked key. */
export async function rotateKey(options: RotationOptions): Promise<number> {
  const { dataDir, apiId, secretsOut } = options;
  // A newly generated key would create a secret that no gateway accepts.
  if (!process.env.COUNTINGHOUSE_MASTER_KEY && !existsSync(join(dataDir, 'master.key')))
    throw new Error(`no master key in ${dataDir} and none in COUNTINGHOUSE_MASTER_KEY.`);
  const keys = await loadKeys(dataDir, process.env);
  // Never overwrites. Opened first, so that no secret is created that cannot be stored.
  const file = secretsOut === undefined ? undefined : await open(secretsOut, 'wx', 0o600);
  const embedded = options.databaseUrl ? undefined : await startEmbeddedPostgres(dataDir);
  const url = options.databaseUrl ?? embedded?.url ?? '';
  const database = openDatabase(url, { max: 1, kind: 'maintenance' });
  const owner = openDatabase(url, { as: 'owner', max: 1, kind: 'maintenance' });
  let secret: string | undefined;
  try {
    if (!(await isMasterKeyOf(owner, keys)))
      throw new Error(
        `the master key in ${keySource(dataDir, process.env)} does not belong to this database.`,
      );
    secret = await rotateByOperator(database, keys, { ...options, now: new Date() });
    if (secret === undefined) {
      console.error('API key not found or revoked.');
      return 1;
    }
    const text = `COUNTINGHOUSE_API_ID=${apiId}\nCOUNTINGHOUSE_API_SECRET=${secret}\n`;
    if (file) await file.writeFile(text);
    else process.stdout.write(text);
    console.error(file ? `The secret is in ${secretsOut}.` : 'The secret cannot be shown again.');
    return 0;
  } finally {
    await file?.close();
    if (secretsOut !== undefined && file && secret === undefined) await rm(secretsOut, { force: true });
    await Promise.all([database.end({ timeout: 5 }), owner.end({ timeout: 5 })]);
    // A server that another process is using must not be stopped.
    if (embedded?.started) await embedded.stop();
  }
}
