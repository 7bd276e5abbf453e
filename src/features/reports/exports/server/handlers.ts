import { problems } from '#shared/problem.ts';
import type { TenantSql } from '#database/tenant.ts';
import { onSameCard, resolveScope } from '#features/record/reporting/server/search.ts';
import type { SearchRequest } from '#features/record/reporting/search-schema.ts';
import { buildReportQuery } from '#features/record/reporting/server/build-report-query.ts';
import {
  type HandlerContextWithoutTransaction,
  handleWithoutTransaction,
  Download,
} from '#server/handler.ts';
import type { TransactionResource } from '#server/auth/authorized-resource.ts';
import { writeAuditEvent } from '#server/audit/audit-event.ts';
import type { Services } from '#server/services.ts';
import * as endpoints from '../endpoints.ts';
import * as schemas from '../schemas.ts';
import type { ExportRequest } from '../schemas.ts';
import { fileExtension } from '#shared/export-formats.ts';
import { fileKinds } from '#server/file/file-kinds.ts';
import type { Tally } from '#server/file/csv-file.ts';
import type { ExportRows } from './export-rows.ts';
import { openFile } from './open-file.ts';

export const exportTransactions = handleWithoutTransaction<typeof endpoints.exportTransactions, Services>(
  endpoints.exportTransactions,
  schemas.exportTransactions,
  (ctx) => streamExport(ctx, ctx.body),
);

export const exportSameCard = handleWithoutTransaction<typeof endpoints.exportSameCard, Services>(
  endpoints.exportSameCard,
  schemas.exportSameCard,
  (ctx) =>
    streamExport(ctx, ctx.body, (sql, request) => onSameCard(sql, request, Number(ctx.path.transactionId))),
);

type ExportContext = HandlerContextWithoutTransaction<
  typeof endpoints.exportTransactions | typeof endpoints.exportSameCard,
  Services
>;

/**
 * Streams the rows of a search as a file. `narrowed` may add conditions. Throws
 * before the first byte. Later failures cut the file off, and the audit records them.
 */
async function streamExport(
  ctx: ExportContext,
  filterInput: ExportRequest,
  narrowed: (sql: TenantSql, request: SearchRequest) => Promise<SearchRequest> = async (_sql, same) => same,
): Promise<Download> {
  const { outputFormat, outputFileName, timezone, limit: max, includeTotals, ...search } = filterInput;
  refuseUnknownZone(timezone);
  const { services, caller } = ctx;
  const limit = Math.min(max ?? services.config.exportLimit, services.config.exportLimit);
  const request: SearchRequest = { ...search, limit };
  const fields = request.fields.filter(({ display }) => display !== false).map(({ field }) => field);
  if (fields.length === 0) throw problems.invalid('fields');
  const scope = await resolveScope({ services, caller }, request);
  await auditExport(ctx, '', 'allowed', {
    format: outputFormat,
    limit,
    columns: fields.length,
    filter: filterForAudit(request),
  });
  const options = {
    format: outputFormat,
    fields,
    timezone,
    hasHeadings: request.includeFieldNames !== false,
    hasTotals: includeTotals ?? outputFormat !== 'CSV',
    isReport: request.dataSource === 'REPORT',
  };
  const { rows, file, tally } = await openFile(ctx, options, async (sql) =>
    buildReportQuery(await narrowed(sql, request), scope),
  );
  return new Download(
    `${outputFileName}.${fileExtension(outputFormat)}`,
    fileKinds[outputFormat].contentType,
    withAudit(ctx, rows, file, tally),
  );
}

/** The file. At its end it audits how many rows were sent. */
function withAudit(
  ctx: ExportContext,
  rows: ExportRows,
  file: AsyncGenerator<string | Uint8Array>,
  tally: Tally,
): AsyncIterable<string | Uint8Array> {
  let isOver = false;
  const end = async (outcome: string): Promise<void> => {
    if (isOver) return;
    isOver = true;
    await auditExport(ctx, 'End', outcome, { rows: tally.rows });
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
      // The client has disconnected, perhaps before the first row: the database query is cancelled at once.
      async return() {
        await rows.stop();
        await end('failed: CUT_OFF');
        return { done: true, value: undefined };
      },
    }),
  };
}

/** One audit event at the start, which survives a crash, and one at the end (docs/decisions/0070). */
async function auditExport(
  { caller, services, request, resource }: ExportContext,
  part: '' | 'End',
  outcome: string,
  detail: Record<string, unknown>,
): Promise<void> {
  // The payment whose card limits the rows, if the endpoint names one.
  const { transactionId, merchantId }: Partial<TransactionResource> = resource;
  await writeAuditEvent(services.database, {
    at: services.clock.now(),
    organisationId: merchantId ?? caller.organisation.id,
    actorKind: caller.kind,
    actor: caller.id,
    ip: request.ip,
    userAgent: request.userAgent,
    act: `${transactionId === undefined ? 'exportTransactions' : 'exportSameCard'}${part}`,
    ...(transactionId === undefined ? {} : { objectKind: 'transaction', objectId: String(transactionId) }),
    outcome,
    detail,
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

/**
 * Users type secrets into the wrong field, so only ids, words, dates and times are audited
 * (docs/decisions/0017).
 */
const plain = /^([-\w]{1,20}|\d{4}-\d\d-\d\d(T[\d:.+Z-]{1,20})?)$/;
const maxValues = 20;

/** The filters of an export, redacted for the audit. */
function filterForAudit({ fields, orgIds }: SearchRequest): Record<string, unknown> {
  const filters = fields.flatMap(({ field, filter }) => {
    if (!filter) return [];
    const values = (filter.value ?? []).map(String);
    const auditedValues = values.slice(0, maxValues).map((value) => (plain.test(value) ? value : '…'));
    return [
      [field, filter.operation, ...auditedValues, ...(values.length > maxValues ? ['…'] : [])].join(' '),
    ];
  });
  return { fields: filters, organisations: (orgIds ?? []).slice(0, maxValues) };
}
