import { problems } from '#shared/problem.ts';
import { secondMs } from '../clock.ts';
import type { Services } from '../services.ts';
import type { Caller } from './caller.ts';
import { countAttempt } from './throttle.ts';

/**
 * Throws 429 when the caller has used up this second's searches (docs/domain.md#limits). Counted in the database, so that
 * the limit holds for all processes together.
 */
export async function limitSearches(
  { config, database }: Pick<Services, 'config' | 'database'>,
  caller: Pick<Caller, 'kind' | 'id'>,
  now: Date,
): Promise<void> {
  if (config.searchLimit === 0) return;
  // A counter that a crash loses is no loss: the search doesn't wait for the disk.
  const searches = await database.begin({ settings: { synchronous_commit: 'off' } }, (sql) =>
    countAttempt(sql, `search:${caller.kind}:${caller.id}`, secondMs, now),
  );
  if (searches > config.searchLimit) throw problems.tooManyRequests(1);
}
