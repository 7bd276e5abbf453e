import { problems } from '#shared/problem.ts';
import { inTenant } from '#database/tenant.ts';
import { minuteMs } from '#server/clock.ts';
import { Download, handleWithoutTransaction } from '#server/handler.ts';
import { streamCsv } from '#server/http/stream-csv.ts';
import { countAttempt } from '#server/auth/throttle.ts';
import { reportSchedules as endpoint } from '../endpoints.ts';
import { reportSchedules as schemas } from '../schemas.ts';
import { resultFields } from '../schedule-fields.ts';
import { type ListRow, listSchedules, scheduleScope, toWireRow } from './db/schedule-list.ts';

/** Files that one user may request in the window. */
const limit = { files: 20, windowMs: 10 * minuteMs };

export const reportSchedules = handleWithoutTransaction(
  endpoint,
  schemas,
  async ({ services, caller, body, now }) => {
    if (
      (await countAttempt(services.database, `report-schedules:${caller.id}`, limit.windowMs, now)) >
      limit.files
    ) {
      throw problems.tooManyRequests(limit.windowMs / 1000);
    }
    const scope = await scheduleScope(services, caller, body.owner ?? []);
    const fields = body.resultFields ?? resultFields;
    const rows = streamCsv<ListRow>({
      header: fields,
      loadAfter: (after, limit) =>
        inTenant(services.database, scope.tenantIds, (sql) =>
          listSchedules(sql, scope, body, { limit, after }),
        ),
      toCells: (row) => Object.values(toWireRow(row, fields)),
    });
    const name = `schedules-${now.toISOString().slice(0, 10)}.csv`;
    return new Download(name, 'text/csv; charset=utf-8', rows);
  },
);
