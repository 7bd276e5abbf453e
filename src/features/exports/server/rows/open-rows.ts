import type { TenantSql } from '#database/tenant.ts';
import { WarehouseTimeout } from '#warehouse/warehouse.ts';
import type { SearchRequest } from '#features/reporting/search-schema.ts';
import type { ReportCaller } from '#features/reporting/server/routing/search-report.ts';
import { routeReport } from '#features/reporting/server/routing/route-report.ts';
import type { ReportQuery } from '#features/reporting/server/build-report-query.ts';
import { conditions, ordering } from '#features/reporting/server/postgres-query.ts';
import { loadCustomNames } from '#features/reporting/server/columns/custom-columns.ts';
import { rowsClause, outOfRangeTimesClause } from '#features/reporting/server/warehouse-query.ts';
import { fileKind } from '#features/reporting/server/columns/transaction-columns.ts';
import { PostgresCopySource } from './postgres-copy-source.ts';
import { maxExportMs } from './export-rows.ts';
import type { FileShape } from '../lines/file-shape.ts';
import { literalText } from '#database/literal-text.ts';
import { postgresLine } from '../lines/postgres-lines.ts';
import { counted, withCrlf } from './line-ends.ts';
import type { RowSource, Rows } from './row-source.ts';
import { warehouseLine } from '../lines/warehouse-lines.ts';
import { ClickHouseSource } from './clickhouse-source.ts';

/** The warehouse has the rows, but not the clock that they need. */
class NoSuchClock extends Error {}

/**
 * The rows of the question as lines of the file. A report is written by the warehouse wherever it can be, so that the
 * database has its time for payments; line for line they write the same.
 */
export async function openRows(
  caller: ReportCaller,
  question: ReportQuery,
  shape: FileShape,
  source: SearchRequest['dataSource'],
): Promise<RowSource> {
  const { sql, services } = caller;
  const copy = (): Promise<PostgresCopySource> => copied(caller, question, shape);
  const { warehouse } = services;
  const { store } = await routeReport(caller, question, source, 'file');
  if (store === 'postgres' || !warehouse) return copy();
  const names = await loadCustomNames(sql, question);
  const line = warehouseLine(shape, names);
  const clocks = shape.fields.filter((field) => fileKind(field) === 'instant' && field !== 'txn_datetime');
  const rows = async function* (signal: AbortSignal): AsyncGenerator<Rows> {
    const options = { signal, timeoutMs: maxExportMs };
    if (clocks.length > 0) {
      const [[strange] = []] = await warehouse.rows(outOfRangeTimesClause(clocks, question, names), options);
      if (Number(strange) > 0) throw new NoSuchClock();
    }
    const lines = warehouse.lines(rowsClause(line, question, names), options);
    yield* shape.format === 'CSV' ? withCrlf(lines) : counted(lines);
  };
  return new ClickHouseSource(rows, (error) => {
    if (error instanceof WarehouseTimeout) throw error;
    const isOurs = error instanceof NoSuchClock;
    services.state.reportAnswers.inc({ store: 'postgres', why: isOurs ? 'other-fields' : 'failed' });
    if (!isOurs) {
      services.log.error({ err: error }, 'the warehouse failed; PostgreSQL writes the export');
      services.state.warehouseCircuit.open();
    }
    return copy();
  });
}

async function copied(
  { sql, services }: ReportCaller,
  question: ReportQuery,
  shape: FileShape,
): Promise<PostgresCopySource> {
  const statement = await literalText(sql, buildStatement(sql, question, shape));
  return PostgresCopySource.begin(sql, services, statement, shape.format !== 'CSV');
}

const buildStatement = (sql: TenantSql, question: ReportQuery, shape: FileShape) =>
  sql`select ${postgresLine(sql, shape)} from txn where ${conditions(sql, question)}
    order by ${ordering(sql, question)} limit ${question.limit} offset ${question.offset}`;
