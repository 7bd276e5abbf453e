import type { TenantSql } from '#database/tenant.ts';
import type { PayoutState, ReportState } from '../../difference.ts';

export interface ReportRow {
  reportId: number;
  name: string;
  connectionName: string;
  state: ReportState;
  lines: number;
  announcedAt: Date;
  importedAt: Date | null;
  refusal: { code: string; line?: number; column?: string } | null;
  sha256: string | null;
  version: number;
  openDifferences: number;
  batches: {
    batch: string;
    currency: string;
    netMinor: number;
    paidMinor: number | null;
    paidOn: string | null;
    state: PayoutState;
  }[];
}

interface ReportFilter {
  connections: readonly number[];
  companies: readonly number[];
  state?: ReportState | undefined;
}

const conditionOf = (sql: TenantSql, { connections, state }: ReportFilter) => sql`
  r.connection_id = any (${connections as number[]}) ${state === undefined ? sql`` : sql`and r.state = ${state}`}`;

/** Newest first, each with its batches: a report has a few. */
export async function listReports(
  sql: TenantSql,
  filter: ReportFilter,
  { offset, limit }: { offset: number; limit: number },
): Promise<ReportRow[]> {
  return sql<ReportRow[]>`
    select r.report_id, r.name, k.name as connection_name, r.state, r.lines, r.announced_at, r.imported_at, r.refusal,
           r.sha256, r.version,
           (select count(*) from settlement_difference d
            where d.report_id = r.report_id and d.state = 'OPEN'
              and (d.company_id = 0 or d.company_id = any (${filter.companies as number[]}))) as open_differences,
           (select coalesce(jsonb_agg(jsonb_build_object('batch', b.batch, 'currency', b.currency, 'netMinor', b.net_minor,
              'paidMinor', b.paid_minor, 'paidOn', b.paid_on, 'state', b.state) order by b.batch, b.currency), '[]')
            from settlement_batch b where b.report_id = r.report_id) as batches
    from settlement_report r join processor_connection k on k.connection_id = r.connection_id
    where ${conditionOf(sql, filter)}
    order by r.announced_at desc, r.report_id desc offset ${offset} limit ${limit}`;
}

export async function countReports(sql: TenantSql, filter: ReportFilter): Promise<number> {
  const [row] = await sql<{ n: number }[]>`
    select count(*) as n from settlement_report r where ${conditionOf(sql, filter)}`;
  return row?.n ?? 0;
}
