import type { TenantSql } from '#database/tenant.ts';
import { Problem, problems } from '#shared/problem.ts';
import type { ScheduleResource } from '#server/auth/authorized-resource.ts';
import { isActiveCondition } from '#server/auth/inherited-state.ts';
import { recordEvent } from '#features/outbound/webhooks/server/record-event.ts';
import { auditAction } from '#server/audit/audit-event.ts';
import type { HandlerContext } from '#server/handler.ts';
import type { ScheduleView } from '../schemas.ts';
import type { ScheduleAction } from '../schedule-status.ts';
import { actOnSchedule, skipNext } from './act-on-schedule.ts';
import { readSchedule } from './db/schedule.ts';
import { viewSchedule } from './db/schedule-view.ts';

interface ScheduleContext extends Pick<HandlerContext<unknown>, 'sql' | 'caller' | 'request' | 'now'> {
  resource: Pick<ScheduleResource, 'companyId' | 'merchantId' | 'scheduleId'>;
}

/** Applies a user's action to a schedule and writes the audit event. Throws 409 when its status forbids the action. */
export async function changeScheduleAsUser(
  { sql, resource, caller, request, now }: ScheduleContext,
  action: ScheduleAction | 'skipNext',
): Promise<ScheduleView> {
  const { merchantId, companyId: company, scheduleId } = resource;
  const before = await readSchedule(sql, company, scheduleId, 'lock');
  if (action === 'resume' && before && !(await isInstallationActive(sql, before.installationId)))
    throw new Problem(409, 'INSTALLATION_INACTIVE', 'installation_inactive');
  const result =
    action === 'skipNext'
      ? await skipNext(sql, company, scheduleId, now)
      : await actOnSchedule(sql, company, scheduleId, action, now);
  if (!before || (!result.ok && result.code === 'NOT_FOUND')) throw problems.notFound();
  if (!result.ok) throw new Problem(409, result.code, `The schedule is ${before.status}`);
  const snapshot = ({ status, nextIndex, nextOn }: typeof before) => ({ status, nextIndex, nextOn });
  await auditAction(sql, {
    by: { caller, request, now },
    companyId: company,
    organisationId: merchantId,
    act: action === 'skipNext' ? 'skipNextEpisode' : `${action}Schedule`,
    objectKind: 'schedule',
    objectId: scheduleId,
    before: snapshot(before),
    after: snapshot(result.value),
  });
  const view = await viewSchedule(sql, company, scheduleId);
  if (action === 'suspend') {
    const { installationId } = result.value;
    const event = { companyId: company, installationId, objectId: scheduleId, scheduleId, now };
    await recordEvent(sql, { ...event, type: 'schedule.suspended', data: { schedule: view } });
  }
  return view;
}

/** Whether the installation and the organisations above it take payments. */
async function isInstallationActive(sql: TenantSql, installationId: number): Promise<boolean> {
  const [row] = await sql<{ isActive: boolean }[]>`
    select ${isActiveCondition(sql, sql`o.path`)} as is_active from organisation o where o.id = ${installationId}`;
  return row?.isActive ?? false;
}
