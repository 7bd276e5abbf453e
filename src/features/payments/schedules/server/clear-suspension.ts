import type { Database } from '#database/connection.ts';
import { inTenant } from '#database/tenant.ts';
import { type Refusal, type Result, ok, refuse } from '#shared/result.ts';
import { writeAuditEvent } from '#server/audit/audit-event.ts';
import { resumeSuspended } from './act-on-schedule.ts';
import { readSchedule } from './db/schedule.ts';

interface ClearedSchedule {
  /** The new status: ACTIVE, or COMPLETE when no episode is left. */
  status: string;
  /** yyyy-MM-dd. */
  nextOn: string | null;
}

interface ClearRefusal extends Refusal<'NOT_FOUND' | 'SCHEDULE_STATUS'> {
  /** The status that forbids it. */
  status?: string;
}

interface Suspensions {
  /** The code that suspended them, such as X203. */
  reason: string;
  since: Date;
  until: Date;
}

/** The ids of schedules that the system suspended for one reason in an interval, earliest first. */
export function findSuspendedIds(
  database: Database,
  { reason, since, until }: Suspensions,
): Promise<string[]> {
  return inTenant(database, 'all-tenants', async (sql) => {
    const rows = await sql<{ id: string }[]>`
      select schedule_id as id from schedule
      where status = 'TECH_SUSPENDED' and suspended_reason = ${reason} and suspended_at between ${since} and ${until}
      order by suspended_at, schedule_id`;
    return rows.map(({ id }) => id);
  });
}

/**
 * Resumes a schedule that the system suspended and skips missed episodes (docs/domain.md#schedules). Only operators
 * can do this. Both audits record the operator's name.
 */
export async function clearSuspension(
  database: Database,
  { scheduleId, operator, now }: { scheduleId: string; operator: string; now: Date },
): Promise<Result<ClearedSchedule, ClearRefusal>> {
  const id = scheduleId.toLowerCase();
  const [owner] = await inTenant(
    database,
    'all-tenants',
    (sql) => sql<{ companyId: number }[]>`
      select company_id from schedule where schedule_id = ${id} and status <> 'PLANNED'`,
  );
  if (!owner) return refuse('NOT_FOUND');
  const { companyId } = owner;
  return inTenant(database, [companyId], async (sql) => {
    const before = await readSchedule(sql, companyId, id, 'lock');
    if (!before) return refuse('NOT_FOUND');
    const resumed = await resumeSuspended(sql, companyId, id, now);
    if (!resumed.ok) return { ...resumed, status: before.status };
    const snapshot = ({ status, nextIndex, nextOn }: typeof before) => ({ status, nextIndex, nextOn });
    await writeAuditEvent(sql, {
      at: now,
      companyId,
      organisationId: before.merchantId,
      actorKind: 'system',
      actor: `operator: ${operator}`,
      ip: '',
      act: 'clearSchedule',
      objectKind: 'schedule',
      objectId: id,
      outcome: 'allowed',
      before: snapshot(before),
      after: snapshot(resumed.value),
      requestId: `operator:${id}`,
    });
    const { status, nextOn } = resumed.value;
    return ok({ status, nextOn });
  });
}
