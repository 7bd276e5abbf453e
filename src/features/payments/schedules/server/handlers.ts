import * as endpoints from '../endpoints.ts';
import * as schemas from '../schemas.ts';
import { formatMinor } from '#shared/money.ts';
import { isActiveCondition } from '#server/auth/inherited-state.ts';
import { Download, handle, handleWithoutTransaction } from '#server/handler.ts';
import { inTenant } from '#database/tenant.ts';
import { nextEpisodeFor, listUpcomingAttempts, viewSchedule } from './db/schedule-view.ts';
import type { ScheduleChange } from '../schedule-change.ts';
import { changeText } from './db/schedule-log.ts';
import { cursorAt, readSchedule } from './db/schedule.ts';
import { cursorAfter, episodesFrom } from '../due-dates.ts';
import { episodeAmount } from '../schedule-definition.ts';
import { changeScheduleAsUser } from './change-schedule-as-user.ts';
import {
  type ListRow,
  countSchedules,
  listSchedules,
  parseBound,
  loadRelatedSchedules,
  scheduleScope,
  toWireRow,
} from './db/schedule-list.ts';
import { streamCsv } from '#server/http/stream-csv.ts';
import { resultFields } from '../schedule-fields.ts';

export const getSchedule = handle(endpoints.getSchedule, schemas.getSchedule, ({ sql, resource }) =>
  viewSchedule(sql, resource.companyId, resource.scheduleId),
);

export const getInstallationSchedule = handle(
  endpoints.getInstallationSchedule,
  schemas.getInstallationSchedule,
  ({ sql, resource }) => viewSchedule(sql, resource.companyId, resource.scheduleId),
);

interface Line {
  at: Date;
  before: string | null;
  after: string;
  code: ScheduleChange['code'];
  detail: Record<string, string | number>;
}

/** Enough for ten years of daily charges. */
const maxLines = 5000;

export const getScheduleAudit = handle(
  endpoints.getScheduleAudit,
  schemas.getScheduleAudit,
  async ({ sql, resource }) => {
    const lines = await sql<Line[]>`
    select at, before, after, code, detail from schedule_audit
    where company_id = ${resource.companyId} and schedule_id = ${resource.scheduleId}
    order by sequence desc limit ${maxLines}`;
    return lines.map(({ at, code, detail, ...status }) => ({
      date: at.toISOString(),
      ...status,
      message: changeText(code, detail),
      code,
      detail,
    }));
  },
);

export const getNextEpisode = handle(
  endpoints.getNextEpisode,
  schemas.getNextEpisode,
  async ({ sql, resource }) => {
    const schedule = await readSchedule(sql, resource.companyId, resource.scheduleId);
    return { nextEpisode: schedule ? nextEpisodeFor(schedule) : null };
  },
);

/** The stored retries and next episode, then those computed from the definition. */
export const getNextEpisodes = handle(
  endpoints.getNextEpisodes,
  schemas.getNextEpisodes,
  async ({ sql, resource, path }) => {
    const schedule = await readSchedule(sql, resource.companyId, resource.scheduleId);
    if (schedule?.status !== 'ACTIVE') return [];
    const { definition, currency } = schedule;
    const renderEpisode = (index: number, dueOn: string) => ({
      episodeIndex: index,
      retryIndex: 0,
      episodeDue: dueOn,
      episodeData: { amount: formatMinor(episodeAmount(definition, index), currency), currency },
    });
    const episodes = await listUpcomingAttempts(sql, schedule);
    if (schedule.nextIndex !== null && schedule.nextOn !== null) {
      const last = { index: schedule.nextIndex, dueOn: schedule.nextOn };
      const cursor = cursorAfter(cursorAt(schedule, last.index, last.dueOn), last);
      for (const { index, dueOn } of episodesFrom(definition, cursor)) {
        if (episodes.length >= path.count) break;
        episodes.push(renderEpisode(index, dueOn));
      }
    }
    return episodes.slice(0, path.count);
  },
);

export const suspendSchedule = handle(endpoints.suspendSchedule, schemas.suspendSchedule, (ctx) =>
  changeScheduleAsUser(ctx, 'suspend'),
);

export const resumeSchedule = handle(endpoints.resumeSchedule, schemas.resumeSchedule, (ctx) =>
  changeScheduleAsUser(ctx, 'resume'),
);

export const cancelSchedule = handle(endpoints.cancelSchedule, schemas.cancelSchedule, (ctx) =>
  changeScheduleAsUser(ctx, 'cancel'),
);

export const skipNextEpisode = handle(endpoints.skipNextEpisode, schemas.skipNextEpisode, (ctx) =>
  changeScheduleAsUser(ctx, 'skipNext'),
);

export const searchSchedules = handleWithoutTransaction(
  endpoints.searchSchedules,
  schemas.searchSchedules,
  async ({ services, caller, body }) => {
    const scope = await scheduleScope(services, caller, body.owner ?? []);
    return inTenant(services.database, scope.tenantIds, async (sql) => {
      const offset = body.startFrom - 1;
      const rows = await listSchedules(sql, scope, body, { limit: body.limit, offset });
      // A page that isn't full gives the total without counting, unless it is empty and not the first.
      const isLast = rows.length < body.limit && (rows.length > 0 || offset === 0);
      return {
        data: rows.map((row) => toWireRow(row, body.resultFields)),
        resultsAvailable: isLast ? offset + rows.length : await countSchedules(sql, scope, body),
        resultsReturned: rows.length,
      };
    });
  },
);

/** Related schedules share root and installation, so the permission the guard checked covers them. */
export const listRelatedSchedules = handle(
  endpoints.listRelatedSchedules,
  schemas.listRelatedSchedules,
  async ({ sql, resource, query }) => {
    const { startFrom = 1, limit = 25 } = query;
    const { rows, total } = await loadRelatedSchedules(sql, resource, { limit, offset: startFrom - 1 });
    return { data: rows.map((row) => toWireRow(row)), resultsAvailable: total, resultsReturned: rows.length };
  },
);

const batch = 25;
const maxPerCall = 200;

/**
 * Runs in batches, each a transaction with its audit. Resumes only what users suspended: a needed card or a withdrawn
 * consent is resolved one by one, and TECH_SUSPENDED is the operator's (docs/domain.md#schedules).
 */
export const resumeSchedules = handleWithoutTransaction(
  endpoints.resumeSchedules,
  schemas.resumeSchedules,
  async ({ services, caller, body, request, now }) => {
    const { tenantIds, merchants } = await scheduleScope(
      services,
      caller,
      body.owner ?? [],
      'P_MANAGE_SCHEDULE',
    );
    const start = parseBound(body.suspended.start, '00:00:00.000') ?? new Date(0);
    const end = parseBound(body.suspended.end, '23:59:59.999') ?? now;
    const resumeSome = () =>
      inTenant(services.database, tenantIds, async (sql) => {
        const suspended = await sql<{ companyId: number; merchantId: number; scheduleId: string }[]>`
        select company_id, merchant_id, schedule_id from schedule
        where merchant_id = any (${merchants}) and status = 'SUSPENDED' and suspended_reason is null
          and suspended_at between ${start} and ${end}
          and exists (select from organisation o
                      where o.id = schedule.installation_id and ${isActiveCondition(sql, sql`o.path`)})
        order by suspended_at, schedule_id limit ${batch} for update skip locked`;
        for (const resource of suspended)
          await changeScheduleAsUser({ sql, resource, caller, request, now }, 'resume');
        return suspended.length;
      });
    let resumed = 0;
    for (let resumedInBatch = batch; resumedInBatch === batch && resumed < maxPerCall;) {
      resumedInBatch = await resumeSome();
      resumed += resumedInBatch;
    }
    return { resumed, isMore: resumed >= maxPerCall };
  },
);

export const reportSchedules = handleWithoutTransaction(
  endpoints.reportSchedules,
  schemas.reportSchedules,
  async ({ services, caller, body, now }) => {
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
