import type { Fragment, Sql } from '#database/connection.ts';
import { inTenant } from '#database/tenant.ts';
import type { ReportRefusal } from '#integrations/processors/settlements.ts';
import { addMs, hourMs } from '#server/clock.ts';
import { queueMail } from '#server/mail/queue-mail.ts';
import type { Services } from '#server/services.ts';
import type { FetchFailure } from './db/report-table.ts';

/** A report that was not imported in this time is reported, even if the worker still tries. */
const unreadMs = 24 * hourMs;

/** Why a report was not imported, as the portal words it in English. The operator's emails are in English. */
export const reasons: Readonly<Record<ReportRefusal['code'] | FetchFailure, string>> = {
  ADDRESS: 'The announced address isn’t the processor’s. Nothing was requested from it.',
  NOT_FOUND: 'The processor has no report of this name.',
  CUT_OFF: 'The file ends in the middle of a line.',
  CELLS: 'The line has more or fewer cells than there are columns.',
  UNKNOWN_COLUMN: 'The processor doesn’t document this column.',
  MISSING_COLUMN: 'The column is missing.',
  COLUMN_TWICE: 'The column occurs twice.',
  VALUE: 'The cell has no valid value, such as a formula in the place of an amount.',
  BOTH_SIDES: 'Both the debit and the credit column have an amount.',
  SUM: 'Gross less fees isn’t net. Columns may be exchanged.',
  QUOTES: 'Quotes don’t end where they should.',
  EMPTY: 'The report has no lines.',
  CONNECTION: 'The processor couldn’t be reached.',
  CREDENTIALS: 'The processor rejects the username and password for reports.',
  BUSY: 'The processor asks for a later attempt.',
  UNREADABLE: 'The processor’s response isn’t a settlement report.',
  CLOSED: 'The connection is closed, or its adapter is not loaded.',
};

interface UnreadReport {
  reportId: number;
  name: string;
  connectionName: string;
  state: string;
  announcedAt: Date;
  refusal: { code: string; line?: number; column?: string } | null;
}

/** Logs a report that was refused or could not be fetched, and emails the operator once. Call it in the transaction of its end. */
export async function mailUnimported(sql: Sql, services: MailServices, reportId: number): Promise<void> {
  await mailReports(sql, services, sql`r.report_id = ${reportId} and r.state in ('REFUSED', 'FAILED')`);
}

/** The same for reports that have waited for a day, such as one whose import fails each time. */
export async function mailUnread(services: MailServices & Pick<Services, 'database'>): Promise<void> {
  const { database, clock } = services;
  const before = addMs(clock.now(), -unreadMs);
  await inTenant(database, 'all-tenants', (sql) =>
    mailReports(
      sql,
      services,
      sql`r.state in ('WAITING', 'IMPORTING') and r.announced_at <= ${before} and r.attempts > 1`,
    ),
  );
}

type MailServices = Pick<Services, 'clock' | 'config' | 'log'>;

async function mailReports(sql: Sql, { clock, config, log }: MailServices, which: Fragment): Promise<void> {
  const now = clock.now();
  const reports = await sql<UnreadReport[]>`
    update settlement_report r set operator_mailed_at = ${now}
    from processor_connection c
    where c.connection_id = r.connection_id and r.operator_mailed_at is null and ${which}
    returning r.report_id, r.name, c.name as connection_name, r.state, r.announced_at, r.refusal`;
  for (const report of reports) {
    const { reportId, name, connectionName, state, announcedAt } = report;
    const reason = wordReason(report);
    log.error({ reportId, name, connectionName, state, reason }, 'a settlement report was not imported');
    await queueMail(sql, {
      key: `settlement-report:${reportId}`,
      template: state === 'REFUSED' ? 'reportRefused' : 'reportUnread',
      to: config.operatorMail,
      locale: 'en',
      values: {
        report: inOneLine(name),
        connection: inOneLine(connectionName),
        since: announcedAt.toISOString(),
        reason,
      },
      now,
    });
  }
}

/** A worker that failed by itself has left no reason: the log has it. */
function wordReason({ refusal }: UnreadReport): string {
  if (refusal === null) return 'The import fails each time. The log of the worker has the error.';
  const { code, line, column } = refusal;
  const sentence = (reasons as Readonly<Record<string, string>>)[code] ?? code;
  if (line === undefined) return sentence;
  return inOneLine(`Line ${line}${column === undefined ? '' : `, column ${column}`}: ${sentence}`);
}

const inOneLine = (text: string): string => text.replaceAll(/[\r\n]+/g, ' ');
