import { inTenant } from '#database/tenant.ts';
import { handleWithoutTransaction } from '#server/handler.ts';
import { resumeSchedules as endpoint } from '../endpoints.ts';
import { changeScheduleAsUser } from './store/change-schedule-as-user.ts';
import { edge, scheduleScope } from './store/read/schedule-list.ts';

const batch = 25;
const maxPerCall = 200;

/**
 * In batches, each a transaction with its audit. Only what people suspended: a card that is needed or a consent that was
 * withdrawn is looked at one by one, and TECH_SUSPENDED is the operator's (docs/domain.md#schedules).
 */
export const resumeSchedules = handleWithoutTransaction(
  endpoint,
  async ({ services, caller, body, request, now }) => {
    const { tenantIds, merchants } = await scheduleScope(
      services,
      caller,
      body.owner ?? [],
      'P_MANAGE_SCHEDULE',
    );
    const start = edge(body.suspended.start, '00:00:00.000') ?? new Date(0);
    const end = edge(body.suspended.end, '23:59:59.999') ?? now;
    const resumeSome = () =>
      inTenant(services.database, tenantIds, async (sql) => {
        const found = await sql<{ companyId: number; merchantId: number; scheduleId: string }[]>`
        select company_id, merchant_id, schedule_id from schedule
        where merchant_id = any (${merchants}) and status = 'SUSPENDED' and suspended_reason is null
          and suspended_at between ${start} and ${end}
        order by suspended_at, schedule_id limit ${batch} for update skip locked`;
        for (const resource of found)
          await changeScheduleAsUser(
            { sql, resource: { ...resource, paths: [] }, caller, request, now },
            'resume',
          );
        return found.length;
      });
    let resumed = 0;
    for (let some = batch; some === batch && resumed < maxPerCall;) {
      some = await resumeSome();
      resumed += some;
    }
    return { resumed, isMore: resumed >= maxPerCall };
  },
);
