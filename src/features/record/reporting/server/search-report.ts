import { problems } from '#shared/problem.ts';
import { QueryCancelled, QueryTimeout, cancellable } from '#database/cancellable.ts';
import type { Database } from '#database/connection.ts';
import { type TenantSql, inSnapshot } from '#database/tenant.ts';
import type { RequestInfo } from '#server/handler.ts';
import type { Services } from '#server/services.ts';
import type { Warehouse } from '#warehouse/warehouse.ts';
import type { ReportQuery } from './build-report-query.ts';
import { type Route, routeReport } from './route-report.ts';
import { isReplicaFailure } from './fresh-replica.ts';
import { afterFailure } from './usable-warehouse.ts';
import { type MoneySum, readSum } from './money-sums.ts';
import { type Cell, countMatches, readPageRows, sumMatches } from './postgres-query.ts';
import { countClause, pageClause, sumsClause } from './warehouse-query.ts';
import { loadCustomNames } from './columns/custom-columns.ts';

export interface ReportCaller {
  sql: TenantSql;
  services: Services;
  request: Pick<RequestInfo, 'signal'>;
}

export interface ReportPage {
  rows: Cell[][];
  /** Exact. */
  total: number;
  moment: Date;
}

type Source = 'REAL-TIME' | 'REPORT' | undefined;

/**
 * One page and the exact total from one store. `asOf` limits the query to the moment that the store has
 * reached, where the response names it.
 */
export function loadPage(
  caller: ReportCaller,
  query: ReportQuery,
  source: Source,
  asOf: (query: ReportQuery, moment: Date) => ReportQuery = (query) => query,
): Promise<ReportPage> {
  return byRoute(caller, query, source, {
    async postgres(sql, moment) {
      const narrowed = asOf(query, moment);
      const rows = await readPageRows(sql, narrowed);
      const total = totalFromPage(rows.length, narrowed) ?? (await countMatches(sql, narrowed));
      return { rows, total, moment };
    },
    async warehouse(warehouse, moment, signal) {
      const narrowed = asOf(query, moment);
      const names = await loadCustomNames(caller.sql, narrowed);
      const counted = warehouse.rows(countClause(narrowed, names), { signal });
      const [rows, [[total] = []]] = await Promise.all([
        warehouse.rows(pageClause(narrowed, names), { signal }),
        counted,
      ]);
      return { rows, total: totalFromPage(rows.length, narrowed) ?? Number(total), moment };
    },
  });
}

/** The exact number of rows of the query. */
export function countMatchesIn(caller: ReportCaller, query: ReportQuery, source: Source): Promise<number> {
  return byRoute(caller, query, source, {
    postgres: (sql) => countMatches(sql, query),
    async warehouse(warehouse, _moment, signal) {
      const [[total] = []] = await warehouse.rows(
        countClause(query, await loadCustomNames(caller.sql, query)),
        { signal },
      );
      return Number(total);
    },
  });
}

/** The money of the query's rows, by currency, and the moment of the data. */
export function sumMatchesIn(
  caller: ReportCaller,
  query: ReportQuery,
  source: Source,
): Promise<{ sums: MoneySum[]; moment: Date }> {
  return byRoute(caller, query, source, {
    postgres: async (sql, moment) => ({ sums: await sumMatches(sql, query), moment }),
    async warehouse(warehouse, moment, signal) {
      const rows = await warehouse.rows(sumsClause(query, await loadCustomNames(caller.sql, query)), {
        signal,
      });
      return { sums: rows.map(readSum), moment };
    },
  });
}

/** The total that the page implies, when the result ends within it. */
function totalFromPage(rowCount: number, { offset, limit }: ReportQuery): number | undefined {
  return rowCount < limit && (rowCount > 0 || offset === 0) ? offset + rowCount : undefined;
}

interface StoreQueries<T> {
  /** On the primary or on a replica. */
  postgres(sql: TenantSql, moment: Date): Promise<T>;
  warehouse(warehouse: Warehouse, moment: Date, signal: AbortSignal): Promise<T>;
}

/** PostgreSQL answers when the warehouse or a replica fails. After a timeout it would not be faster. */
async function byRoute<T>(
  caller: ReportCaller,
  query: ReportQuery,
  source: Source,
  storeQueries: StoreQueries<T>,
): Promise<T> {
  const { sql, services, request } = caller;
  const { signal } = request;
  const byPrimary = (): Promise<T> => {
    services.state.reportResponses.inc({ store: 'postgres', why: 'failed' });
    return storeQueries.postgres(sql, services.clock.now());
  };
  try {
    return await cancellable({ database: services.database, sql, signal }, async () => {
      const { store, moment }: Route = await routeReport(caller, query, source);
      const { warehouse, replica } = services;
      if (store === 'replica' && replica) {
        return onReplica(replica.database, query, signal, (inner) =>
          storeQueries.postgres(inner, moment),
        ).catch((error: unknown) => {
          if (!isReplicaFailure(error)) throw error;
          services.log.warn({ err: error }, 'the replica failed; the primary serves the report');
          return byPrimary();
        });
      }
      if (store !== 'warehouse' || !warehouse) return storeQueries.postgres(sql, moment);
      try {
        return await storeQueries.warehouse(warehouse, moment, signal);
      } catch (error) {
        afterFailure(services, signal, error);
        return byPrimary();
      }
    });
  } catch (error) {
    if (error instanceof QueryCancelled) throw problems.gone();
    throw error instanceof QueryTimeout ? problems.busy() : error;
  }
}

const onReplica = <T>(
  database: Database,
  { scope }: ReportQuery,
  signal: AbortSignal,
  work: (sql: TenantSql) => Promise<T>,
): Promise<T> =>
  inSnapshot(database, scope.tenantIds, (sql) => cancellable({ database, sql, signal }, () => work(sql)));
