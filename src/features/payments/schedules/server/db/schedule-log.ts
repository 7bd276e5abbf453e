import { fillPlaceholders } from '#shared/text/fill-placeholders.ts';
import type { JSONValue } from '#database/connection.ts';
import type { TenantSql } from '#database/tenant.ts';
import type { ScheduleChange } from '../../schedule-change.ts';
import type { ScheduleRow } from './schedule.ts';

/**
 * Writes one row of a schedule's own audit (docs/domain.md#schedules). The caller holds the schedule's lock, which
 * keeps rows in order.
 */
export async function logChange(
  sql: TenantSql,
  { companyId, scheduleId }: Pick<ScheduleRow, 'companyId' | 'scheduleId'>,
  line: { at: Date; before: string | null; after: string } & ScheduleChange,
): Promise<void> {
  const { at, before, after, code, ...detail } = line;
  await sql`
    insert into schedule_audit (company_id, schedule_id, sequence, at, before, after, code, detail)
    select ${companyId}, ${scheduleId}, coalesce(max(sequence), 0) + 1, ${at}::timestamptz, ${before}::text,
           ${after}, ${code}, ${sql.json(detail as JSONValue)}
    from schedule_audit where company_id = ${companyId} and schedule_id = ${scheduleId}`;
}

const sentences: Record<ScheduleChange['code'], string> = {
  CREATED: 'Created with transaction {transactionId}',
  CHARGED: 'Episode {episode} was charged by transaction {transactionId}',
  REPLACED: 'Episode {episode} was replaced by transaction {transactionId}',
  POSTPONED: 'Episode {episode} was postponed because a service is unavailable ({reason})',
  DECLINED: 'Episode {episode} was declined ({reason}) and will be retried',
  FAILED: 'Episode {episode} failed ({reason})',
  SKIPPED: 'Episode {episode}, due on {dueOn}, was skipped',
  TECH_SUSPENDED: 'Suspended by the system ({reason})',
  CARD_NEEDED: 'Suspended: the customer needs to provide a new card ({reason})',
  CONSENT_WITHDRAWN: 'Suspended: the card holder withdrew consent ({reason})',
  SUSPENDED: 'Suspended',
  RESUMED: 'Resumed',
  CLEARED: 'Resumed by the provider',
  CANCELLED: 'Cancelled',
  COMPLETE: 'No episodes left',
};

/** The sentence of a change, for clients that don't write their own text. */
export function changeText(code: ScheduleChange['code'], detail: Readonly<Record<string, unknown>>): string {
  return fillPlaceholders(sentences[code], detail, '?');
}
