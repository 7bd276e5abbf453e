import { type TenantSql, inTenant } from '#database/tenant.ts';
import { setSettledDays } from '#features/payments/payments/server/db/settled-days.ts';
import type { ReportRefusal, SettlementLine, Settlements } from '#integrations/processors/settlements.ts';
import { addMs, minuteMs } from '#server/clock.ts';
import type { Job } from '#server/job.ts';
import type { Services } from '#server/services.ts';
import { deleteLines, insertLines } from './db/line-table.ts';
import {
  type FetchFailure,
  type LeasedReport,
  endReport,
  isImported,
  keepLease,
  leaseReport,
} from './db/report-table.ts';
import { finishReport } from './finish-report.ts';
import { settlingKinds } from './line-kinds.ts';
import { mailUnimported, mailUnread } from './mail-operator.ts';
import { matchLines } from './match-lines.ts';

/** A report that cannot be fetched in so many attempts waits for an administrator. */
const maxAttempts = 12;

/** Another worker has taken the report: this one changes nothing more. */
class LeaseLost extends Error {}

/**
 * Imports the reports that wait. Lines are stored in parts, and nothing refers to them before the whole report is read: a worker
 * that dies leaves lines that the next one deletes. The payments get their settlement dates afterwards, in parts too.
 */
export const importSettlementReports: Job = {
  name: 'import-settlement-reports',
  everySeconds: 15,
  async run(services) {
    const { database, clock } = services;
    for (;;) {
      const report = await leaseReport(database, clock.now());
      if (!report) break;
      await importOne(services, report);
    }
    await mailUnread(services);
    while (await setNextDays(services));
  },
};

async function importOne(services: Services, report: LeasedReport): Promise<void> {
  const { clock, log, processors } = services;
  const setup = await processors.current();
  const settlements = setup.open(report.connectionId, { installationId: 0 })?.settlements;
  try {
    await deleteAll(services, report);
    const end = settlements ? await readLines(services, report, settlements) : closed;
    if (end.kind === 'read') return await finish(services, report, end);
    await deleteAll(services, report);
    await inTenant(services.database, 'all-tenants', async (sql) => {
      await endReport(sql, report, failureOf(end, report, clock.now()), clock.now());
      await mailUnimported(sql, services, report.reportId);
    });
  } catch (error) {
    if (error instanceof LeaseLost) return;
    // The next worker imports it again when the lease is over.
    log.error({ err: error, reportId: report.reportId }, 'a settlement report was not imported');
  }
}

type ImportEnd =
  | { kind: 'read'; sha256: string; lines: number }
  | { kind: 'refused'; refusal: ReportRefusal }
  | { kind: 'failed'; code: FetchFailure };

const closed: ImportEnd = { kind: 'failed', code: 'CLOSED' };

function failureOf(end: Exclude<ImportEnd, { kind: 'read' }>, { attempts }: LeasedReport, now: Date) {
  if (end.kind === 'refused') return { state: 'REFUSED', refusal: end.refusal } as const;
  const refusal = { code: end.code };
  if (attempts >= maxAttempts) return { state: 'FAILED', refusal } as const;
  const nextAttemptAt = addMs(now, Math.min(2 ** attempts, 240) * minuteMs);
  return { state: 'WAITING', refusal, nextAttemptAt } as const;
}

/** Stores the lines as they arrive, with their transactions. */
async function readLines(
  services: Services,
  report: LeasedReport,
  settlements: Settlements,
): Promise<ImportEnd> {
  let lines = 0;
  const { name, address } = report;
  for await (const part of settlements.read({ name, ...(address === null ? {} : { address }) })) {
    switch (part.kind) {
      case 'lines':
        await storePart(services, report, lines + 1, part.lines);
        lines += part.lines.length;
        break;
      case 'end':
        return { kind: 'read', sha256: part.sha256, lines };
      case 'refused':
        return part;
      case 'unavailable':
        return { kind: 'failed', code: codes[part.why] };
    }
  }
  return { kind: 'failed', code: 'UNREADABLE' };
}

const codes = {
  connection: 'CONNECTION',
  credentials: 'CREDENTIALS',
  busy: 'BUSY',
  unreadable: 'UNREADABLE',
} as const;

const storePart = (
  { database, clock }: Services,
  report: LeasedReport,
  first: number,
  lines: readonly SettlementLine[],
): Promise<void> =>
  inTenant(database, 'all-tenants', async (sql) => {
    await requireLease(sql, report, clock.now());
    const matched = await matchLines(sql, report, lines);
    if (matched.length > 0) await insertLines(sql, report.reportId, first, matched);
  });

async function requireLease(sql: TenantSql, report: LeasedReport, now: Date): Promise<void> {
  if (!(await keepLease(sql, report, now))) throw new LeaseLost();
}

async function deleteAll({ database, clock }: Services, report: LeasedReport): Promise<void> {
  const deletePart = () =>
    inTenant(database, 'all-tenants', async (sql) => {
      await requireLease(sql, report, clock.now());
      return deleteLines(sql, report.reportId);
    });
  while (await deletePart());
}

/** Shows the report, unless its file was imported under another name. */
async function finish(
  services: Services,
  report: LeasedReport,
  { sha256, lines }: ImportEnd & { kind: 'read' },
): Promise<void> {
  const { database, clock } = services;
  const now = clock.now();
  const isRepeated = await inTenant(database, 'all-tenants', async (sql) => {
    await requireLease(sql, report, now);
    if (await isImported(sql, report, sha256)) return true;
    await finishReport(sql, report, now);
    await endReport(sql, report, { state: 'IMPORTED', sha256, lines }, now);
    return false;
  });
  if (!isRepeated) return;
  await deleteAll(services, report);
  await endReport(database, report, { state: 'DUPLICATE', sha256 }, now);
}

/** Lines whose payments get their date in one transaction. */
const datedLines = 5000;

/** The real settlement date of the payments of some lines: the day on which their batch is paid. False when none is left. */
const setNextDays = ({ database, clock }: Services): Promise<boolean> =>
  inTenant(database, 'all-tenants', async (sql) => {
    const [report] = await sql<{ reportId: number; datedTo: number }[]>`
      select report_id, dated_to from settlement_report
      where state = 'IMPORTED' and dated_to < lines
      order by report_id limit 1 for update skip locked`;
    if (!report) return false;
    const upTo = report.datedTo + datedLines;
    const days = await sql<{ txnId: number; companyId: number; day: string }[]>`
      select distinct on (l.txn_id) l.txn_id, l.company_id, b.paid_on as day
      from settlement_line l
      join settlement_batch b on b.report_id = l.report_id and b.batch = l.batch and b.currency = l.net_currency
      where l.report_id = ${report.reportId} and l.line_number > ${report.datedTo} and l.line_number <= ${upTo}
        and l.txn_id is not null and l.kind = any (${settlingKinds as string[]}) and b.state <> 'OPEN'
      order by l.txn_id, l.line_number`;
    if (days.length > 0) await setSettledDays(sql, days, clock.now());
    await sql`
      update settlement_report set dated_to = least(${upTo}::integer, lines) where report_id = ${report.reportId}`;
    return true;
  });
