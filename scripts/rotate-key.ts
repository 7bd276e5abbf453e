import { open, rm } from 'node:fs/promises';
import { rotateByOperator } from '#features/access/api-keys/server/rotate-by-operator.ts';
import { commandKeySource, withOperatorDatabase } from './operator-database.ts';

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
  const { apiId, secretsOut } = options;
  // Refuses before the file is created.
  commandKeySource(options.dataDir);
  // Never overwrites. Opened first, so that no secret is created that cannot be stored.
  const file = secretsOut === undefined ? undefined : await open(secretsOut, 'wx', 0o600);
  let secret: string | undefined;
  try {
    secret = await withOperatorDatabase(options, (database, keys) =>
      rotateByOperator(database, keys, { ...options, now: new Date() }),
    );
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
  }
}
