import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseUnavailable } from '#database/connection.ts';
import type { Config } from '#server/config.ts';
import type { Log } from '#server/log.ts';
import { openWaitingRoom } from './waiting-room.ts';

const retryMs = 1000;
const tellEveryMs = 10_000;

/**
 * Prepares and runs as soon as the database is there. Until then the program is alive, not ready, and says now and then
 * why.
 */
export async function startWhenDatabaseIsThere<T>(
  config: Config,
  log: Log,
  prepare: () => Promise<T>,
  run: (prepared: T) => Promise<void>,
): Promise<void> {
  let closeRoom = await openWaitingRoom(config);
  let toldAt = -tellEveryMs;
  for (;;) {
    try {
      const prepared = await prepare();
      await closeRoom();
      return await run(prepared);
    } catch (error) {
      await closeRoom();
      if (!(error instanceof DatabaseUnavailable)) throw error;
      if (performance.now() - toldAt >= tellEveryMs) {
        log.warn({ reason: error.message }, 'the database cannot be reached; waiting for it');
        toldAt = performance.now();
      }
    }
    closeRoom = await openWaitingRoom(config);
    await sleep(retryMs);
  }
}

/** What a person reads instead of a stack. */
export function describeError(error: unknown): string {
  const { code, path, dest, message } = error as NodeJS.ErrnoException & { dest?: string };
  // PostgreSQL's own code for a full disk is 53100.
  if (code === 'ENOSPC' || code === 'EDQUOT' || code === '53100')
    return `The disk is full: ${dest ?? path ?? message}.`;
  if (error instanceof DatabaseUnavailable)
    return `The connection to the database was lost during the start (${message}). Start again to continue.`;
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS')
    return `${path ?? message} cannot be written (${code}).`;
  return message;
}
