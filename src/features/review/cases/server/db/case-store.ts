import type { TenantSql } from '#database/tenant.ts';
import { findPermittedUsers } from '#features/access/users/server/db/find-permitted-users.ts';
import { maskCardNumbers } from '#shared/card-number.ts';
import type { CaseOutcome, CaseEventKind } from '../../case-status.ts';

export interface CaseKey {
  companyId: number;
  caseId: number;
}

export interface StoredCase extends CaseKey {
  version: number;
  merchantId: number;
  merchantName: string;
  merchantPath: string;
  companyPath: string;
  txnId: number;
  status: 'OPEN' | 'CLOSED';
  outcome: CaseOutcome | null;
  ownerId: string | null;
  ownerName: string | null;
  openedAt: Date;
  closedAt: Date | null;
}

/** A user as cases name one. */
export interface CaseUser {
  id: string;
  name: string;
}

/** With `lock`, no other change of the case runs until the transaction ends. */
export async function readCase(
  sql: TenantSql,
  { companyId, caseId }: CaseKey,
  { lock = false } = {},
): Promise<StoredCase | undefined> {
  const [row] = await sql<StoredCase[]>`
    select c.company_id, c.case_id, c.version, c.merchant_id, m.name as merchant_name, m.path as merchant_path,
           company.path as company_path, c.txn_id, c.status, c.outcome, c.owner_id, c.owner_name, c.opened_at, c.closed_at
    from fraud_case c join organisation m on m.id = c.merchant_id join organisation company on company.id = c.company_id
    where c.company_id = ${companyId} and c.case_id = ${caseId} ${lock ? sql`for update of c` : sql``}`;
  return row;
}

/** Undefined when a case of the transaction is open already. */
export async function insertCase(
  sql: TenantSql,
  { companyId, merchantId, txnId }: { companyId: number; merchantId: number; txnId: number },
  owner: CaseUser,
  now: Date,
): Promise<number | undefined> {
  const [row] = await sql<{ caseId: number }[]>`
    insert into fraud_case (company_id, merchant_id, txn_id, status, owner_id, owner_name, opened_at)
    values (${companyId}, ${merchantId}, ${txnId}, 'OPEN', ${owner.id}, ${owner.name}, ${now})
    on conflict (company_id, txn_id) where status = 'OPEN' do nothing returning case_id`;
  return row?.caseId;
}

/** Open cases with the transaction: that which was opened from it first, then the newest. */
export async function findOpenCases(
  sql: TenantSql,
  companyId: number,
  txnId: number,
): Promise<{ caseId: number; merchantPath: string }[]> {
  return sql<{ caseId: number; merchantPath: string }[]>`
    select c.case_id, m.path as merchant_path
    from fraud_case_transaction t
    join fraud_case c on c.company_id = t.company_id and c.case_id = t.case_id
    join organisation m on m.id = c.merchant_id
    where t.company_id = ${companyId} and t.txn_id = ${txnId} and c.status = 'OPEN'
    order by c.txn_id = t.txn_id desc, c.case_id desc limit 20`;
}

/** Changes a locked case and raises its version. */
export async function updateCase(
  sql: TenantSql,
  { companyId, caseId }: CaseKey,
  columns: Partial<Pick<StoredCase, 'status' | 'outcome' | 'ownerId' | 'ownerName' | 'closedAt'>>,
): Promise<void> {
  await sql`
    update fraud_case set ${sql(columns)}, version = version + 1
    where company_id = ${companyId} and case_id = ${caseId}`;
}

/** Users who may work on cases of a merchant. */
export const findCaseUsers = (sql: TenantSql, merchantPath: string): Promise<CaseUser[]> =>
  findPermittedUsers(sql, merchantPath, 'P_ACCESS_CASE_MANAGEMENT', { withDomainUsers: false });

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
