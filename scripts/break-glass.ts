import { startEmbeddedPostgres } from '#database/embedded-postgres.ts';
import { openDatabase } from '#database/open-database.ts';
import { openBreakGlass } from '#features/access/second-factor/server/open-break-glass.ts';

export interface BreakGlassOptions {
  dataDir: string;
  databaseUrl: string | undefined;
  userName: string;
  minutes: number;
  operator: string;
}

/** Lets a user sign in with the password alone. Exit code 0: done, 1: unknown or inactive user. */
export async function breakGlass({ dataDir, databaseUrl, ...options }: BreakGlassOptions): Promise<number> {
  const embedded = databaseUrl ? undefined : await startEmbeddedPostgres(dataDir);
  const database = openDatabase(databaseUrl ?? embedded?.url ?? '', { max: 1, kind: 'maintenance' });
  try {
    const until = await openBreakGlass(database, { ...options, now: new Date() });
    if (until === undefined) {
      console.error('User not found or inactive.');
      return 1;
    }
    console.log(`${options.userName} can sign in with the password alone until ${until.toISOString()}.`);
    return 0;
  } finally {
    await database.end({ timeout: 5 });
    // A server that another process is using must not be stopped.
    if (embedded?.started) await embedded.stop();
  }
}
