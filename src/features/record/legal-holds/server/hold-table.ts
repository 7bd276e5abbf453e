import type { Fragment } from '#database/connection.ts';
import type { LegalHoldRow } from '#database/schema.ts';
import type { TenantSql } from '#database/tenant.ts';
import type { HoldKind } from '../hold-kinds.ts';

export interface StoredHold {
  companyId: number;
  holdId: string;
  kind: HoldKind;
  organisationId: number;
  organisationName: string;
  organisationPath: string;
  objectId: number | null;
  reason: string;
  endsAt: Date | null;
  createdAt: Date;
  createdByName: string;
  releasedAt: Date | null;
  releasedByName: string | null;
}

const columns = (sql: TenantSql): Fragment => sql`
  h.company_id, h.hold_id, h.kind, h.organisation_id, o.name as organisation_name, o.path as organisation_path, h.object_id,
  h.reason, h.ends_at, h.created_at, h.created_by_name, h.released_at, h.released_by_name`;

/** Holds `h` that are in force. */
const inForce = (sql: TenantSql, now: Date): Fragment => sql`
  h.released_at is null and (h.ends_at is null or h.ends_at > ${now})`;

/** Whether the hold `h` covers the organisation with the id, being on it or above it. */
const coversOrganisation = (sql: TenantSql, id: Fragment): Fragment => sql`
  (h.kind = 'ORGANISATION' and exists (
    select from organisation held join organisation m on m.id = ${id}
    where held.id = h.organisation_id and (m.path = held.path or starts_with(m.path, held.path || '/'))))`;

/** Whether a hold covers the transaction `t`. */
const isUnderHold = (sql: TenantSql, now: Date): Fragment => sql`
  exists (select from legal_holds_of(t.company_id, t.txn_id, ${now}))`;

/** Of the payments, those with a transaction under a hold. */
export async function findHeldPayments(
  sql: TenantSql,
  { companyId, roots, now }: { companyId: number; roots: readonly number[]; now: Date },
): Promise<Set<number>> {
  const rows = await sql<{ rootId: number }[]>`
    select distinct t.root_id from txn t
    where t.company_id = ${companyId} and t.root_id = any (${[...roots]}) and ${isUnderHold(sql, now)}`;
  return new Set(rows.map(({ rootId }) => rootId));
}

/** Of the customers, those under a hold, by themselves or by an organisation above. */
export async function findHeldCustomers(
  sql: TenantSql,
  { companyId, customers, now }: { companyId: number; customers: readonly number[]; now: Date },
): Promise<Set<number>> {
  const rows = await sql<{ id: number }[]>`
    select k.known_customer_id as id from known_customer k
    where k.company_id = ${companyId} and k.known_customer_id = any (${[...customers]}) and exists (
      select from legal_hold h
      where h.company_id = k.company_id and ${inForce(sql, now)}
        and ((h.kind = 'CUSTOMER' and h.object_id = k.known_customer_id) or ${coversOrganisation(sql, sql`k.merchant_id`)}))`;
  return new Set(rows.map(({ id }) => id));
}

export function listHoldsOfTransaction(
  sql: TenantSql,
  { companyId, transactionId, now }: { companyId: number; transactionId: number; now: Date },
): Promise<StoredHold[]> {
  return sql<StoredHold[]>`
    select ${columns(sql)} from legal_hold h join organisation o on o.id = h.organisation_id
    where h.company_id = ${companyId}
      and h.hold_id in (select legal_holds_of(${companyId}, ${transactionId}::bigint, ${now}))
    order by h.created_at desc, h.hold_id`;
}

/** On the case itself, and on the organisations above it. */
export function listHoldsOfCase(
  sql: TenantSql,
  {
    companyId,
    caseId,
    merchantId,
    now,
  }: { companyId: number; caseId: number; merchantId: number; now: Date },
): Promise<StoredHold[]> {
  return sql<StoredHold[]>`
    select ${columns(sql)} from legal_hold h join organisation o on o.id = h.organisation_id
    where h.company_id = ${companyId} and ${inForce(sql, now)}
      and ((h.kind = 'CASE' and h.object_id = ${caseId}) or ${coversOrganisation(sql, sql`${merchantId}::integer`)})
    order by h.created_at desc, h.hold_id`;
}

const maxListed = 500;

/** Those in force and those that have ended, of the organisation and below. */
export function listHolds(
  sql: TenantSql,
  companyIds: readonly number[],
  path: string,
): Promise<StoredHold[]> {
  return sql<StoredHold[]>`
    select ${columns(sql)} from legal_hold h join organisation o on o.id = h.organisation_id
    where h.company_id = any (${[...companyIds]}) and (o.path = ${path} or starts_with(o.path, ${path} || '/'))
    order by h.created_at desc, h.hold_id desc limit ${maxListed}`;
}

export async function insertHold(
  sql: TenantSql,
  hold: Omit<LegalHoldRow, 'releasedAt' | 'releasedBy' | 'releasedByName'> & { kind: HoldKind },
): Promise<void> {
  await sql`insert into legal_hold ${sql(hold)}`;
}

export async function findHold(
  sql: TenantSql,
  companyIds: readonly number[],
  holdId: string,
): Promise<StoredHold | undefined> {
  const [row] = await sql<StoredHold[]>`
    select ${columns(sql)} from legal_hold h join organisation o on o.id = h.organisation_id
    where h.company_id = any (${[...companyIds]}) and h.hold_id = ${holdId} for update of h`;
  return row;
}

export async function recordRelease(
  sql: TenantSql,
  { companyId, holdId }: Pick<StoredHold, 'companyId' | 'holdId'>,
  by: { id: string; name: string; at: Date },
): Promise<void> {
  await sql`
    update legal_hold set released_at = ${by.at}, released_by = ${by.id}, released_by_name = ${by.name}
    where company_id = ${companyId} and hold_id = ${holdId} and released_at is null`;
}

/** The first transaction of a payment. */
export async function findRoot(sql: TenantSql, companyId: number, transactionId: number): Promise<number> {
  const [row] = await sql<{ rootId: number }[]>`
    select root_id from txn where company_id = ${companyId} and txn_id = ${transactionId}`;
  return row?.rootId ?? transactionId;
}
