import type { Call } from '#contract/define-call.ts';
import { problems } from '#contract/problem.ts';
import type { TenantSql } from '#database/tenant.ts';
import { recordAudit } from '#server/audit.ts';
import { Download, type StepsAsk } from '#server/handler.ts';
import type { ExportFormat, ExportRequest, SearchRequest } from '../../calls.ts';
import { questionOf } from '../report/report-question.ts';
import { scopeOf } from '../report/report-query.ts';
import { csvFile, type Tally } from './file/csv-file.ts';
import { xlsFile } from './file/xls-file.ts';
import { xlsxFile } from './file/xlsx-file.ts';
import { filterForAudit } from './filter-for-audit.ts';
import { ExportRows } from './rows/export-rows.ts';
import { openRows } from './rows/open-rows.ts';
import type { Rows } from './rows/row-source.ts';

type FileOf = (
  fields: readonly string[] | undefined,
  rows: AsyncIterable<Rows>,
  tally: Tally,
) => AsyncGenerator<string | Uint8Array>;

const kinds: Record<ExportFormat, { ending: string; contentType: string; file: FileOf }> = {
  CSV: { ending: 'csv', contentType: 'text/csv; charset=utf-8', file: csvFile },
  XLSX: {
    ending: 'xlsx',
    contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    file: xlsxFile,
  },
  XLS: { ending: 'xls', contentType: 'application/vnd.ms-excel', file: xlsFile },
};

type ExportAsk = StepsAsk<Call>;

/**
 * The rows of a search as a file, written by the store that has them and sent while it writes. `narrowed` may add to what is
 * searched for. Throws before the first byte; what happens later cuts the file off, and the audit says so.
 */
export async function answerExport(
  ask: ExportAsk,
  wish: ExportRequest,
  narrowed: (sql: TenantSql, request: SearchRequest) => Promise<SearchRequest> = async (_sql, same) => same,
): Promise<Download> {
  const { outputFormat, outputFileName, timezone, limit: most, ...search } = wish;
  refuseUnknownZone(timezone);
  const { services, caller } = ask;
  const limit = Math.min(most ?? services.config.exportLimit, services.config.exportLimit);
  const request: SearchRequest = { ...search, limit };
  const fields = request.fields.filter(({ display }) => display !== false).map(({ field }) => field);
  if (fields.length === 0) throw problems.invalid('fields');
  const kind = kinds[outputFormat];
  const scope = await scopeOf({ services, caller }, request);
  await tell(ask, '', 'allowed', {
    format: outputFormat,
    limit,
    columns: fields.length,
    filter: filterForAudit(request),
  });
  const rows = await ExportRows.begin(ask, async (sql) => {
    const question = questionOf(await narrowed(sql, request), scope);
    const shape = { format: outputFormat, fields, timezone };
    return openRows({ sql, services, request: ask.request }, question, shape, request.dataSource);
  });
  const tally: Tally = { rows: 0 };
  const names = request.includeFieldNames === false ? undefined : fields;
  const file = kind.file(names, rows, tally);
  return new Download(`${outputFileName}.${kind.ending}`, kind.contentType, whole(ask, rows, file, tally));
}

/** The file, and at its end a line of the audit that says how much of it left the house. */
function whole(
  ask: ExportAsk,
  rows: ExportRows,
  file: AsyncGenerator<string | Uint8Array>,
  tally: Tally,
): AsyncIterable<string | Uint8Array> {
  let isOver = false;
  const end = async (outcome: string): Promise<void> => {
    if (isOver) return;
    isOver = true;
    await tell(ask, 'End', outcome, { rows: tally.rows });
  };
  return {
    [Symbol.asyncIterator]: () => ({
      async next() {
        try {
          const step = await file.next();
          if (step.done) await end('allowed');
          return step;
        } catch (error) {
          await end('failed: CUT_OFF');
          throw error;
        }
      },
      // Nobody reads on, perhaps not even the first row: the database is told at once.
      async return() {
        await rows.stop();
        await end('failed: CUT_OFF');
        return { done: true, value: undefined };
      },
    }),
  };
}

/** A line at the beginning, which stays when the process is killed, and one at the end (docs/decisions/0018-export.md). */
async function tell(
  { caller, services, request, subject }: ExportAsk,
  part: '' | 'End',
  outcome: string,
  detail: Record<string, unknown>,
): Promise<void> {
  const { transactionId } = subject;
  await recordAudit(services.database, {
    at: services.clock.now(),
    organisationId: subject.merchantId ?? caller.organisation.id,
    actorKind: caller.kind,
    actor: caller.id,
    ip: request.ip,
    userAgent: request.userAgent,
    act: `${transactionId === undefined ? 'exportTransactions' : 'exportSameCard'}${part}`,
    ...(transactionId === undefined ? {} : { objectKind: 'transaction', objectId: String(transactionId) }),
    outcome,
    detail: detail as never,
    requestId: request.id,
  });
}

function refuseUnknownZone(timezone: string): void {
  try {
    Intl.DateTimeFormat('en', { timeZone: timezone });
  } catch {
    throw problems.invalid('timezone');
  }
}
