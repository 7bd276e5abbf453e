import type { Database } from '#database/connection.ts';
import { findExclusion, isNewer, readDatabaseRelease } from '#database/upgrade/compatibility.ts';
import { secondMs } from '#server/clock.ts';
import type { Log } from '#server/log.ts';
import type { ProcessState } from '#server/process-state.ts';

interface Watched {
  database: Database;
  state: Pick<ProcessState, 'databaseRelease' | 'excluded'>;
  log: Log;
  version: string;
}

const everyMs = 2 * secondMs;

/** Reads whether a newer release has migrated the database, and whether that excludes this program. */
export async function refreshRelease({ database, state, log, version }: Watched): Promise<void> {
  const release = await readDatabaseRelease(database);
  const found = {
    newer: isNewer(release, version) ? release.newest : undefined,
    exclusion: findExclusion(release, version),
  };
  const { newer, exclusion } = state.databaseRelease;
  state.databaseRelease = found;
  if (found.exclusion !== undefined && exclusion === undefined) {
    log.error(found.exclusion);
    state.excluded.abort();
  } else if (found.newer !== undefined && newer === undefined)
    log.info({ release: found.newer }, 'a newer release has migrated the database; this program goes on');
}

/** Reads it every few seconds until it is stopped. An outage of the database is logged elsewhere, and passes. */
export function watchRelease(watched: Watched): { stop(): Promise<void> } {
  let isStopped = false;
  let running: Promise<unknown> = refreshRelease(watched).catch(() => {});
  const timer = setInterval(() => {
    running = running.then(() => (isStopped ? undefined : refreshRelease(watched).catch(() => {})));
  }, everyMs).unref();
  return {
    async stop() {
      isStopped = true;
      clearInterval(timer);
      await running;
    },
  };
}
