import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isMasterKeyOf } from '#app/server/prepare-database.ts';
import { startEmbeddedPostgres } from '#database/embedded-postgres.ts';
import { openDatabase } from '#database/open-database.ts';
import { createPasswordLink } from '#features/access/account/server/password-link.ts';
import { keySource, loadKeys } from '#server/keys.ts';

export interface PasswordLinkOptions {
  dataDir: string;
  databaseUrl: string | undefined;
  userName: string;
  operator: string;
  /** The public address of the portal. */
  portalUrl: string;
}

/** Prints a link to set a new password. Exit code 0: done, 1: unknown, inactive or locked user. */
export async function passwordLink(options: PasswordLinkOptions): Promise<number> {
  const { dataDir, databaseUrl, portalUrl } = options;
  // A newly generated key would create a link that no portal accepts.
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
    const path = await createPasswordLink(database, keys.accountLink, { ...options, now: new Date() });
    if (path === undefined) {
      console.error('User not found, inactive or locked.');
      return 1;
    }
    console.log(`${portalUrl}${path}`);
    console.error('The link works once, for a day. Its holder can sign in as the user.');
    return 0;
  } finally {
    await Promise.all([database.end({ timeout: 5 }), owner.end({ timeout: 5 })]);
    // A server that another process is using must not be stopped.
    if (embedded?.started) await embedded.stop();
  }
}
