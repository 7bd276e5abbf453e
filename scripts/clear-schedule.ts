import { parseArgs } from 'node:util';
import { openDatabase } from '#database/connection.ts';
import { startEmbeddedPostgres } from '#database/embedded-postgres.ts';
import { scheduleIdPattern } from '#features/schedules/calls.ts';
import { clearSuspension } from '#features/schedules/server/clear-suspension.ts';

/** Ends with 0: it goes on, 1: it is not suspended by the system, or not there, 2: it could not be tried. */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    'data-dir': { type: 'string', default: process.env.COUNTINGHOUSE_DATA_DIR ?? '.data' },
    'database-url': { type: 'string' },
    /** Who does it, for the audit. */
    by: { type: 'string' },
  },
});

const [scheduleId = ''] = positionals;
const operator = values.by?.trim() ?? '';
if (!scheduleIdPattern.test(scheduleId) || operator === '' || operator.length > 100) {
  console.error('npm run schedule:clear -- <the id of the schedule> --by <your name>');
  process.exit(2);
}
try {
  process.exitCode = await clear(values['data-dir']);
} catch (error) {
  console.error(`The schedule could not be cleared: ${(error as Error).message}`);
  process.exitCode = 2;
}

async function clear(dataDir: string): Promise<number> {
  const given = values['database-url'] ?? process.env.COUNTINGHOUSE_DATABASE_URL;
  const embedded = given ? undefined : await startEmbeddedPostgres(dataDir);
  const database = openDatabase(given ?? embedded?.url ?? '', { max: 1 });
  try {
    const cleared = await clearSuspension(database, { scheduleId, operator, now: new Date() });
    if ('refused' in cleared) {
      const why = cleared.refused === 'missing' ? 'There is no such schedule' : `It is ${cleared.refused}`;
      console.error(`${why}; only one that the system suspended (TECH_SUSPENDED) can be cleared.`);
      return 1;
    }
    const { status, nextOn } = cleared;
    console.log(
      `${scheduleId} is ${status}${nextOn === null ? '' : `; its next episode is due on ${nextOn}`}.`,
    );
    return 0;
  } finally {
    await database.end({ timeout: 5 });
    // A server that somebody else uses just now is not ours to stop.
    if (embedded?.started) await embedded.stop();
  }
}
