import type { ExportFormat } from '#shared/export-formats.ts';
import type { TenantSql } from '#database/tenant.ts';
import type { ClosingTable, Tally } from '#server/file/csv-file.ts';
import { fileKinds } from '#server/file/file-kinds.ts';
import type { Services } from '#server/services.ts';
import type { ReportQuery } from '#features/record/reporting/server/build-report-query.ts';
import type { MoneySum } from '#features/record/reporting/server/money-sums.ts';
import { sumMatches } from '#features/record/reporting/server/postgres-query.ts';
import { freshReplica } from '#features/record/reporting/server/fresh-replica.ts';
import { type ExportCaller, ExportRows } from './export-rows.ts';
import { headingOf } from './file-shape.ts';
import { openRows } from './open-rows.ts';
import { totalsTable } from './totals-table.ts';

interface FileOptions {
  format: ExportFormat;
  fields: readonly string[];
  timezone: string;
  hasHeadings: boolean;
  hasTotals: boolean;
  /** The changes of the last moments may be missing, so a replica can write it. */
  isReport: boolean;
}

interface OpenFile {
  rows: ExportRows;
  /** The file at the reader's pace. */
  file: AsyncGenerator<string | Uint8Array>;
  /** Rows written so far. */
  tally: Tally;
  /** What the transactions of the search moved, in the snapshot of the rows; undefined without totals. */
  sums: readonly MoneySum[] | undefined;
}

/** Opens a search as a file. Throws before the first byte, as `ExportRows.begin`. */
export async function openFile(
  caller: ExportCaller & { services: Services },
  options: FileOptions,
  buildQuery: (sql: TenantSql) => Promise<ReportQuery>,
): Promise<OpenFile> {
  const replica = options.isReport ? freshReplica(caller.services) : undefined;
  const services = { ...caller.services, database: replica?.database ?? caller.services.database };
  const ctx = { ...caller, services };
  const { format, fields, timezone } = options;
  let sums: MoneySum[] | undefined;
  let closing: ClosingTable | undefined;
  const rows = await ExportRows.begin(ctx, async (sql) => {
    const query = await buildQuery(sql);
    if (options.hasTotals) {
      sums = await sumMatches(sql, query);
      closing = totalsTable(sums, services.clock.now(), timezone);
    }
    return openRows({ sql, services }, query, { format, fields, timezone });
  });
  const tally: Tally = { rows: 0 };
  const names = options.hasHeadings ? fields.map((field) => headingOf(field, timezone)) : undefined;
  return { rows, tally, sums, file: fileKinds[format].file(names, rows, tally, { closing }) };
}
