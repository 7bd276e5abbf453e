import type { TenantSql } from '#database/tenant.ts';
import { WarehouseTimeout } from '#warehouse/warehouse.ts';
import type { SearchRequest } from '../../../calls.ts';
import type { ReportAsker } from '../../report/routing/answer-report.ts';
import { answeredBy } from '../../report/routing/answered-by.ts';
import { letRest, routeReport } from '../../report/routing/route-report.ts';
import type { ReportQuestion } from '../../report/report-question.ts';
import { conditions, ordering } from '../../report/search-query.ts';
import { customNamesOf } from '../../report/warehouse/custom-names.ts';
import { rowsClause, strangeTimesClause } from '../../report/warehouse/warehouse-query.ts';
import { cellKind } from '../lines/cell-kind.ts';
import { CopyOut } from './copy-out.ts';
import { longestExportMs } from './export-rows.ts';
import type { FileShape } from '../lines/file-shape.ts';
import { literalSql, literalText } from './literal-sql.ts';
import { postgresLine } from '../lines/postgres-lines.ts';
import { counted, withCrlf } from './line-ends.ts';
import type { RowSource, Rows } from './row-source.ts';
import { warehouseLine } from '../lines/warehouse-lines.ts';
import { WarehouseOut } from './warehouse-out.ts';

/** The warehouse has the rows, but not the clock that they need. */
class NoSuchClock extends Error {}

/**
 * The rows of the question as lines of the file. A report is written by the warehouse wherever it can be, so that the
 * database has its time for payments; line for line they write the same.
 */
export async function openRows(
  asker: ReportAsker,
  question: ReportQuestion,
  shape: FileShape,
  source: SearchRequest['dataSource'],
): Promise<RowSource> {
  const { sql, services } = asker;
  const copy = (): Promise<CopyOut> => copied(asker, question, shape);
  const { warehouse } = services;
  const { store } = await routeReport(asker, question, source, 'file');
  if (store === 'postgres' || !warehouse) return copy();
  const names = await customNamesOf(sql, question);
  const line = warehouseLine(shape, names);
  const clocks = shape.fields.filter((field) => cellKind(field) === 'instant' && field !== 'txn_datetime');
  const rows = async function* (signal: AbortSignal): AsyncGenerator<Rows> {
    const options = { signal, timeoutMs: longestExportMs };
    if (clocks.length > 0) {
      const [[strange] = []] = await warehouse.rows(strangeTimesClause(clocks, question, names), options);
      if (Number(strange) > 0) throw new NoSuchClock();
    }
    const lines = warehouse.lines(rowsClause(line, question, names), options);
    yield* shape.format === 'CSV' ? withCrlf(lines) : counted(lines);
  };
  return new WarehouseOut(rows, (error) => {
    if (error instanceof WarehouseTimeout) throw error;
    const isOurs = error instanceof NoSuchClock;
    answeredBy.inc({ store: 'postgres', why: isOurs ? 'other-fields' : 'failed' });
    if (!isOurs) {
      services.log.error({ err: error }, 'the warehouse failed; PostgreSQL writes the export');
      letRest();
    }
    return copy();
  });
}

async function copied(
  { sql, services }: ReportAsker,
  question: ReportQuestion,
  shape: FileShape,
): Promise<CopyOut> {
  const statement = await literalText(sql, statementOf(literalSql, question, shape));
  return CopyOut.begin(sql, services, statement, shape.format !== 'CSV');
}

const statementOf = (sql: TenantSql, question: ReportQuestion, shape: FileShape) =>
  sql`select ${postgresLine(sql, shape)} from txn where ${conditions(sql, question)}
    order by ${ordering(sql, question)} limit ${question.limit} offset ${question.offset}`;
