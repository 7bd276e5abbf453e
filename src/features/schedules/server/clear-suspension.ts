import type { Database } from '#database/connection.ts';
import { inTenant } from '#database/tenant.ts';
import { recordAudit } from '#server/audit.ts';
import { clearTechnical } from './store/act-on-schedule.ts';
import { readSchedule } from './store/schedule-row.ts';

export interface Cleared {
  /** As it is now: ACTIVE, or COMPLETE when nothing is left to come. */
  status: string;
  /** yyyy-MM-dd. */
  nextOn: string | null;
}

/**
 * What only an operator can do: a schedule that the system suspended goes on, without what was missed (domain §2.6).
 * Told in both audits under the operator's name. Answers why not: there is none, or its status.
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
      select company_id as "companyId" from schedule where schedule_id = ${id} and status <> 'PLANNED'`,
  );
  if (!place) return { refused: 'missing' };
  const { companyId } = place;
  return inTenant(database, [companyId], async (sql) => {
    const before = await readSchedule(sql, companyId, id, 'lock');
    if (!before) return { refused: 'missing' };
    const cleared = await clearTechnical(sql, companyId, id, now);
    if (cleared === 'missing' || cleared === 'refused') return { refused: before.status };
    const shown = ({ status, nextIndex, nextOn }: typeof before) => ({ status, nextIndex, nextOn });
    await recordAudit(sql, {
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
