import { maskCardNumbers } from '#shared/card-number.ts';
import type { TenantSql } from '#database/tenant.ts';
import type { CaseEventKind } from '../../case-status.ts';
import type { CaseKey, CaseUser } from './case-store.ts';

export interface CaseEventRow {
  eventId: number;
  at: Date;
  actorName: string;
  kind: CaseEventKind;
  note: string | null;
  detail: Record<string, string | number>;
}

interface NewEvent {
  kind: CaseEventKind;
  note?: string;
  detail?: Record<string, string | number>;
}

/** Card numbers in a note are masked before it is stored (docs/domain.md#card-data). */
export async function insertEvent(
  sql: TenantSql,
  { companyId, caseId }: CaseKey,
  { kind, note, detail = {} }: NewEvent,
  { by, now }: { by: CaseUser; now: Date },
): Promise<void> {
  const text = maskCardNumbers(note?.trim() ?? '') || null;
  await sql`
    insert into fraud_case_event (company_id, case_id, at, actor_id, actor_name, kind, note, detail)
    values (${companyId}, ${caseId}, ${now}, ${by.id}, ${by.name}, ${kind}, ${text}, ${sql.json(detail)})`;
}

const maxEvents = 500;

/** The newest first. */
export async function readEvents(sql: TenantSql, { companyId, caseId }: CaseKey): Promise<CaseEventRow[]> {
  return sql<CaseEventRow[]>`
    select event_id, at, actor_name, kind, note, detail from fraud_case_event
    where company_id = ${companyId} and case_id = ${caseId} order by event_id desc limit ${maxEvents}`;
}
