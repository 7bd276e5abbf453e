import { problems } from '#contract/problem.ts';
import { Stopped, TooSlow, stoppable } from '#database/stoppable.ts';
import type { TenantSql } from '#database/tenant.ts';
import type { RequestFacts } from '#server/handler.ts';
import type { Services } from '#server/services.ts';
import { type Warehouse, WarehouseTimeout } from '#warehouse/warehouse.ts';
import { answeredBy } from './answered-by.ts';
import type { ReportQuestion } from '../report-question.ts';
import { type Route, letRest, routeReport } from './route-report.ts';
import { type Cell, countMatches, pageRows } from '../search-query.ts';
import { countClause, pageClause } from '../warehouse/warehouse-query.ts';
import { customNamesOf } from '../warehouse/custom-names.ts';

export interface ReportAsker {
  sql: TenantSql;
  services: Services;
  request: Pick<RequestFacts, 'over'>;
}

export interface ReportPage {
  rows: Cell[][];
  /** Exact. */
  total: number;
  moment: Date;
}

type Source = 'REAL-TIME' | 'REPORT' | undefined;

/**
 * One page and the exact total, both from one store. `asOf` narrows the question to the moment that the store has
 * reached, where the answer is to name it.
 */
export function answerPage(
  asker: ReportAsker,
  question: ReportQuestion,
  source: Source,
  asOf: (question: ReportQuestion, moment: Date) => ReportQuestion = (same) => same,
): Promise<ReportPage> {
  return byRoute(asker, question, source, {
    async postgres(moment) {
      const asked = asOf(question, moment);
      const rows = await pageRows(asker.sql, asked);
      const total = totalOf(rows.length, asked) ?? (await countMatches(asker.sql, asked));
      return { rows, total, moment };
    },
    async warehouse(warehouse, moment, signal) {
      const asked = asOf(question, moment);
      const names = await customNamesOf(asker.sql, asked);
      const counted = warehouse.rows(countClause(asked, names), { signal });
      const [rows, [[total] = []]] = await Promise.all([
        warehouse.rows(pageClause(asked, names), { signal }),
        counted,
      ]);
      return { rows, total: totalOf(rows.length, asked) ?? Number(total), moment };
    },
  });
}

/** The exact number of rows that the question finds. */
export function answerTotal(asker: ReportAsker, question: ReportQuestion, source: Source): Promise<number> {
  return byRoute(asker, question, source, {
    postgres: () => countMatches(asker.sql, question),
    async warehouse(warehouse, _moment, signal) {
      const [[total] = []] = await warehouse.rows(
        countClause(question, await customNamesOf(asker.sql, question)),
        { signal },
      );
      return Number(total);
    },
  });
}

/** What the page itself tells of the total: it ends within it. */
function totalOf(found: number, { offset, limit }: ReportQuestion): number | undefined {
  return found < limit && (found > 0 || offset === 0) ? offset + found : undefined;
}

interface Ways<T> {
  postgres(moment: Date): Promise<T>;
  warehouse(warehouse: Warehouse, moment: Date, signal: AbortSignal): Promise<T>;
}

/** When the warehouse fails PostgreSQL answers; when it is too slow, nobody would be sooner. */
async function byRoute<T>(
  asker: ReportAsker,
  question: ReportQuestion,
  source: Source,
  ways: Ways<T>,
): Promise<T> {
  const { sql, services, request } = asker;
  const over = request.over;
  try {
    return await stoppable({ database: services.database, sql, over }, async () => {
      const route: Route = await routeReport(asker, question, source);
      const { warehouse } = services;
      if (route.store === 'postgres' || !warehouse) return ways.postgres(route.moment);
      try {
        return await ways.warehouse(warehouse, route.moment, over);
      } catch (error) {
        if (over.aborted) throw new Stopped();
        if (error instanceof WarehouseTimeout) throw new TooSlow();
        services.log.error({ err: error }, 'the warehouse failed; PostgreSQL answers');
        letRest();
        answeredBy.inc({ store: 'postgres', why: 'failed' });
        return ways.postgres(services.clock.now());
      }
    });
  } catch (error) {
    if (error instanceof Stopped) throw problems.gone();
    throw error instanceof TooSlow ? problems.busy() : error;
  }
}
