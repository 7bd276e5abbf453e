import type { Database } from '#database/connection.ts';
import { inTenant } from '#database/tenant.ts';
import { writeAuditEvent } from '#server/audit/audit-event.ts';
import { resumeSuspended } from './store/act-on-schedule.ts';
import { readSchedule } from './store/schedule-row.ts';

export interface Cleared {
  /** As it is now: ACTIVE, or COMPLETE when nothing is left to come. */
  status: string;
  /** yyyy-MM-dd. */
  nextOn: string | null;
}

export interface Suspensions {
  /** The code that suspended them, such as X203. */
  reason: string;
  since: Date;
  until: Date;
}

/** The ids of schedules that the system suspended for one reason in an interval, the earliest first. */
export function suspendedIds(database: Database, { reason, since, until }: Suspensions): Promise<string[]> {
  return inTenant(database, 'every-company', async (sql) => {
    const rows = await sql<{ id: string }[]>`
      select schedule_id as id from schedule
      where status = 'TECH_SUSPENDED' and suspended_reason = ${reason} and suspended_at between ${since} and ${until}
      order by suspended_at, schedule_id`;
    return rows.map(({ id }) => id);
  });
}

/**
 * What only an operator can do: a schedule that the system suspended goes on, without what was missed
 * (docs/domain.md#schedules). Told in both audits under the operator's name. Answers why not: there is none, or its
 * status.
 */
export async function clearSuspension(
  database: Database,
  { scheduleId, operator, now }: { scheduleId: string; operator: string; now: Date },
): Promise<Cleared | { refused: 'missing' | string }> {
  const id = scheduleId.toLowerCase();
  const [place] = await inTenant(
    database,
    'every-company',
    (sql) => sql<{ companyId: number }[]>`
      select company_id from schedule where schedule_id = ${id} and status <> 'PLANNED'`,
  );
  if (!place) return { refused: 'missing' };
  const { companyId } = place;
  return inTenant(database, [companyId], async (sql) => {
    const before = await readSchedule(sql, companyId, id, 'lock');
    if (!before) return { refused: 'missing' };
    const cleared = await resumeSuspended(sql, companyId, id, now);
    if (cleared === 'missing' || cleared === 'refused') return { refused: before.status };
    const shown = ({ status, nextIndex, nextOn }: typeof before) => ({ status, nextIndex, nextOn });
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
      before: shown(before),
      after: shown(cleared),
      requestId: `operator:${id}`,
    });
    return { status: cleared.status, nextOn: cleared.nextOn };
  });
}
