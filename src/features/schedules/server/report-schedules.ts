import { csvLine } from '#shared/csv.ts';
import { problems } from '#shared/problem.ts';
import { inTenant } from '#database/tenant.ts';
import { minuteMs } from '#server/clock.ts';
import { Download, handleWithoutTransaction } from '#server/handler.ts';
import type { Services } from '#server/services.ts';
import { countAttempt } from '#server/auth/throttle.ts';
import { type ScheduleQuestion, reportSchedules as endpoint } from '../endpoints.ts';
import { resultFields } from '../schedule-fields.ts';
import {
  type ListRow,
  type ScheduleScope,
  listSchedules,
  scheduleScope,
  wireRow,
} from './store/read/schedule-list.ts';

/** Files one person may begin in the window. */
const limit = { files: 20, windowMs: 10 * minuteMs };
const rowsAtOnce = 500;

/**
 * Sent as it is read: no transaction stays open for a slow reader, and no list is held
 * (docs/domain.md#slow-readers).
 */
export const reportSchedules = handleWithoutTransaction(endpoint, async ({ services, caller, body, now }) => {
  if (
    (await countAttempt(services.database, `report-schedules:${caller.id}`, limit.windowMs, now)) >
    limit.files
  ) {
    throw problems.tooManyRequests(limit.windowMs / 1000);
  }
  const scope = await scheduleScope(services, caller, body.owner ?? []);
  const name = `schedules-${now.toISOString().slice(0, 10)}.csv`;
  return new Download(name, 'text/csv; charset=utf-8', streamSchedulesCsv(services, scope, body));
});

async function* streamSchedulesCsv(
  { database }: Services,
  scope: ScheduleScope,
  question: ScheduleQuestion,
): AsyncGenerator<string> {
  const fields = question.resultFields ?? resultFields;
  // Spreadsheets take the file for UTF-8 by its first bytes.
  yield `\uFEFF${csvLine(fields)}`;
  let after: ListRow | undefined;
  for (;;) {
    const rows: ListRow[] = await inTenant(database, scope.tenantIds, (sql) =>
      listSchedules(sql, scope, question, { limit: rowsAtOnce, after }),
    );
    if (rows.length > 0) yield rows.map((row) => csvLine(Object.values(wireRow(row, fields)))).join('');
    after = rows.at(-1);
    if (rows.length < rowsAtOnce) return;
  }
}
