import type { TenantSql } from '#database/tenant.ts';
import { completeIfOver } from '../change-status.ts';
import { logChange } from '../schedule-log.ts';
import type { ScheduleRow } from '../schedule-row.ts';
import type { TransactionEnd } from './transaction-end.ts';
import { scheduleNext, isBlocked } from './advance-schedule.ts';

/** A repeat by hand took the place of an episode: skipped once it is paid, due again when it is not. */
export async function recordReplacement(
  sql: TenantSql,
  schedule: ScheduleRow,
  index: number,
  txnId: number,
  { approved, now }: TransactionEnd,
): Promise<void> {
  const { companyId, scheduleId, status } = schedule;
  const isLive = status !== 'CANCELLED' && status !== 'COMPLETE';
  if (!approved) {
    const state = isLive ? ((await isBlocked(sql, schedule)) ? 'HELD' : 'DUE') : 'DROPPED';
    await sql`
      update schedule_episode set state = ${state}, txn_id = null, replaced = false
      where company_id = ${companyId} and schedule_id = ${scheduleId} and txn_id = ${txnId}`;
    return;
  }
  const [skipped] = await sql<{ dueOn: string }[]>`
    update schedule_episode set state = 'SKIPPED', ended_at = ${now}
    where company_id = ${companyId} and schedule_id = ${scheduleId} and txn_id = ${txnId}
    returning due_on::text as due_on`;
  const line = { at: now, before: status, after: status, code: 'REPLACED', episode: index } as const;
  await logChange(sql, schedule, { ...line, transactionId: String(txnId) });
  if (!isLive || !skipped || schedule.nextIndex !== index) return;
  await scheduleNext(sql, schedule, { index, dueOn: skipped.dueOn }, now);
  await completeIfOver(sql, schedule, now);
}
