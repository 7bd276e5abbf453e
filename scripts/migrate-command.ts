import { startEmbeddedPostgres } from '#database/embedded-postgres.ts';
import { migrate } from '#database/migrate.ts';
import { ReleaseRefused } from '#database/upgrade/compatibility.ts';
import { describePlan, planExitCode, planMigrations } from '#database/upgrade/plan.ts';
import { productVersion } from '#server/config.ts';
import type { DatabaseOptions } from './operator-database.ts';

/**
 * `npm run admin -- migrate`: migrates the database without a start, or prints what that would do and changes nothing. Exit codes:
 * 0 done, or nothing to do; of a plan 3 (programs go on) or 4 (earlier releases are excluded); 1 refused.
 */
export async function runMigrate(
  { dataDir, databaseUrl }: DatabaseOptions,
  { isPlanOnly, excludeOlder }: { isPlanOnly: boolean; excludeOlder: boolean },
): Promise<number> {
  const embedded = databaseUrl ? undefined : await startEmbeddedPostgres(dataDir);
  const url = databaseUrl ?? embedded?.url ?? '';
  const release = productVersion();
  try {
    if (isPlanOnly) {
      const plan = await planMigrations(url, { release });
      console.log(describePlan(plan, release));
      return planExitCode(plan);
    }
    await migrate(url, { release, excludeOlder, onWait: (message) => console.error(message) });
    console.log(`The database is at release ${release}.`);
    return 0;
  } catch (error) {
    if (!(error instanceof ReleaseRefused)) throw error;
    console.error(error.message);
    return 1;
  } finally {
    // A server that another process is using must not be stopped.
    if (embedded?.started) await embedded.stop();
  }
}
