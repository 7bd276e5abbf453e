import type { TenantSql } from '#database/tenant.ts';
import type { DifferenceKind, DifferenceState } from '../../difference.ts';
import { settlingKinds } from '../line-kinds.ts';

export interface DifferenceRow {
  differenceId: number;
  kind: DifferenceKind;
  state: DifferenceState;
  connectionName: string;
  reportName: string | null;
  lineNumber: number | null;
  asRead: string | null;
  txnId: number | null;
  txnStatus: string | null;
  merchantName: string | null;
  merchantPath: string | null;
  reference: string | null;
  oursMinor: number | null;
  oursCurrency: string | null;
  theirsMinor: number | null;
  theirsCurrency: string | null;
  settledSince: string | null;
  foundAt: Date;
  ownerId: string | null;
  ownerName: string | null;
  note: string | null;
  closedAt: Date | null;
  closedBy: string | null;
  version: number;
}

export interface DifferenceFilter {
  connections: readonly number[];
  /** Only differences of these companies, and those of none. */
  companies: readonly number[];
  state?: DifferenceState | undefined;
  kind?: DifferenceKind | undefined;
  /** A user's; null: without an owner. */
  ownerId?: string | null;
  reference?: string | undefined;
}

const conditionOf = (sql: TenantSql, filter: DifferenceFilter) => {
  const { connections, companies, state, kind, ownerId, reference } = filter;
  const id = reference !== undefined && /^\d{1,15}$/.test(reference) ? Number(reference) : null;
  return sql`
    d.connection_id = any (${connections as number[]}) and (d.company_id = 0 or d.company_id = any (${companies as number[]}))
    ${state === undefined ? sql`` : sql`and d.state = ${state}`}
    ${kind === undefined ? sql`` : sql`and d.kind = ${kind}`}
    ${ownerId === undefined ? sql`` : ownerId === null ? sql`and d.owner_id is null` : sql`and d.owner_id = ${ownerId}`}
    ${reference === undefined ? sql`` : sql`and (d.reference = ${reference} or d.txn_id = ${id}::bigint)`}`;
};

export async function listDifferences(
  sql: TenantSql,
  filter: DifferenceFilter,
  { offset, limit }: { offset: number; limit: number },
): Promise<DifferenceRow[]> {
  return sql<DifferenceRow[]>`
    ${viewOf(sql)} where ${conditionOf(sql, filter)}
    order by d.found_at desc, d.difference_id desc offset ${offset} limit ${limit}`;
}

export async function countDifferences(sql: TenantSql, filter: DifferenceFilter): Promise<number> {
  const [row] = await sql<{ n: number }[]>`
    select count(*) as n from settlement_difference d where ${conditionOf(sql, filter)}`;
  return row?.n ?? 0;
}

export async function findDifference(
  sql: TenantSql,
  filter: DifferenceFilter,
  differenceId: number,
): Promise<DifferenceRow | undefined> {
  const [row] = await sql<DifferenceRow[]>`
    ${viewOf(sql)} where d.difference_id = ${differenceId} and ${conditionOf(sql, filter)} for update of d`;
  return row;
}

const viewOf = (sql: TenantSql) => sql`
  select d.difference_id, d.kind, d.state, k.name as connection_name, r.name as report_name, d.line_number, l.as_read,
         d.txn_id, t.txn_status, m.name as merchant_name, m.path as merchant_path, d.reference, d.ours_minor, d.ours_currency,
         d.theirs_minor, d.theirs_currency,
         case when d.kind = 'MISSING' then (
           select min(b.paid_on) from settlement_line s
           join settlement_report sr on sr.report_id = s.report_id and sr.state = 'IMPORTED'
           join settlement_batch b on b.report_id = s.report_id and b.batch = s.batch and b.currency = s.net_currency
           where s.txn_id = d.txn_id and s.kind = any (${settlingKinds as string[]})) end as settled_since,
         d.found_at, d.owner_id, d.owner_name, d.note, d.closed_at, d.closed_by, d.version
  from settlement_difference d
  join processor_connection k on k.connection_id = d.connection_id
  left join settlement_report r on r.report_id = d.report_id
  left join settlement_line l on l.report_id = d.report_id and l.line_number = d.line_number
  left join txn t on t.txn_id = d.txn_id and t.company_id = d.company_id
  left join organisation m on m.id = d.merchant_id`;

export async function updateOwner(
  sql: TenantSql,
  differenceId: number,
  owner: { id: string; name: string } | null,
): Promise<void> {
  await sql`
    update settlement_difference
    set owner_id = ${owner?.id ?? null}, owner_name = ${owner?.name ?? null}, version = version + 1
    where difference_id = ${differenceId}`;
}

export async function updateClosed(
  sql: TenantSql,
  differenceId: number,
  end: { note: string; by: string; at: Date },
): Promise<void> {
  await sql`
    update settlement_difference
    set state = 'CLOSED', note = ${end.note}, closed_by = ${end.by}, closed_at = ${end.at}, version = version + 1
    where difference_id = ${differenceId}`;
}
