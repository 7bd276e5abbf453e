import { parseArgs } from 'node:util';
import type { Database } from '#database/connection.ts';
import { openDatabase } from '#database/open-database.ts';
import { startEmbeddedPostgres } from '#database/embedded-postgres.ts';
import { scheduleIdPattern } from '#features/payments/schedules/schedule-definition.ts';
import { clearSuspension, findSuspendedIds } from '#features/payments/schedules/server/clear-suspension.ts';

/** Exit code 0: cleared, 1: not found or not suspended by the system, 2: failed. */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    'data-dir': { type: 'string', default: process.env.COUNTINGHOUSE_DATA_DIR ?? '.data' },
    'database-url': { type: 'string' },
    /** The actor in the audit. */
    by: { type: 'string' },
    /** Every schedule that the system suspended for --reason between --since and --until. */
    all: { type: 'boolean', default: false },
    reason: { type: 'string' },
    since: { type: 'string' },
    until: { type: 'string' },
  },
});

const usage = `npm run schedule:clear -- <the id of the schedule> --by <your name>
npm run schedule:clear -- --all --reason <code> --since <date> [--until <date>] --by <your name>`;
const [scheduleId = ''] = positionals;
const operator = values.by?.trim() ?? '';
const now = new Date();
const since = new Date(values.since ?? '');
const until = values.until === undefined ? now : new Date(values.until);
const isBulk = values.all && /^[A-Z]\d{3}$/.test(values.reason ?? '') && since <= until;
const isOne = !values.all && scheduleIdPattern.test(scheduleId);
if (!(isBulk || isOne) || operator === '' || operator.length > 100) {
  console.error(usage);
  process.exit(2);
}
try {
  process.exitCode = await clear(values['data-dir']);
} catch (error) {
  console.error(`Clearing stopped: ${(error as Error).message}`);
  process.exitCode = 2;
}

async function clear(dataDir: string): Promise<number> {
  const url = values['database-url'] ?? process.env.COUNTINGHOUSE_DATABASE_URL;
  const embedded = url ? undefined : await startEmbeddedPostgres(dataDir);
  const database = openDatabase(url ?? embedded?.url ?? '', { max: 1 });
  try {
    return isBulk ? await clearMany(database) : await clearOne(database);
  } finally {
    await database.end({ timeout: 5 });
    // A server that another process is using must not be stopped.
    if (embedded?.started) await embedded.stop();
  }
}

/**
 * One transaction each: schedules cleared before an interruption stay cleared, and a second run clears the
 * rest.
 */
async function clearMany(database: Database): Promise<number> {
  const ids = await findSuspendedIds(database, { reason: values.reason ?? '', since, until });
  let cleared = 0;
  for (const id of ids) {
    const result = await clearSuspension(database, { scheduleId: id, operator, now: new Date() });
    if (result.ok) cleared += 1;
  }
  console.log(`${cleared} of ${ids.length} schedules cleared.`);
  return 0;
}

async function clearOne(database: Database): Promise<number> {
  const cleared = await clearSuspension(database, { scheduleId, operator, now });
  if (!cleared.ok) {
    const reason = cleared.code === 'NOT_FOUND' ? 'Schedule not found' : `It is ${cleared.status}`;
    console.error(`${reason}; only schedules that the system suspended (TECH_SUSPENDED) can be cleared.`);
    return 1;
  }
  const { status, nextOn } = cleared.value;
  console.log(
    `${scheduleId} is ${status}${nextOn === null ? '' : `; its next episode is due on ${nextOn}`}.`,
  );
  return 0;
}
