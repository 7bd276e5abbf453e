import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { benchCompany } from '#app/server/demo/bulk/bench-merchants.ts';
import { createPortal } from '#app/server/processes/portal-server.ts';
import { inTenant } from '#database/tenant.ts';
import { startFeed } from '#features/reporting/server/replication/replicate-to-warehouse.ts';
import { replicationState } from '#features/reporting/server/replication/replication-state.ts';
import { type ReportQuery, buildReportQuery } from '#features/reporting/server/build-report-query.ts';
import { routeReport } from '#features/reporting/server/routing/route-report.ts';
import { countMatches, pageRows } from '#features/reporting/server/postgres-query.ts';
import { countClause, pageClause } from '#features/reporting/server/warehouse-query.ts';
import { table } from '#features/reporting/server/warehouse-table.ts';
import { dayMs } from '#server/clock.ts';
import { createMetrics } from '#server/metrics.ts';
import type { Services } from '#server/services.ts';
import { param, clause } from '#warehouse/clickhouse-sql.ts';
import { missingEngine, startEmbeddedWarehouse } from '#warehouse/embedded-warehouse.ts';
import type { Warehouse } from '#warehouse/warehouse.ts';
import { nextTransactionId } from '#features/payments/server/pipeline/store/transaction-ids.ts';
import { barePayment } from './bare-payment.ts';
import type { BenchEnv } from './bench-env.ts';
import { measureExports } from './measure-exports.ts';
import { payOverHttp } from './measure-payments.ts';
import { figureLine } from './figure-line.ts';
import { median, quantile } from './statistics.ts';

const columns = [
  'txn_datetime',
  'txn_id',
  'merch_ref',
  'requested_amount',
  'amount',
  'ccy_code',
  'description',
  'txn_type',
  'txn_status',
  'payment_product',
];
const pageSize = 50;

/** The statements screen's questions to both stores, and how soon a payment is in the warehouse; lines as they come. */
export async function* measureReports(env: BenchEnv, rounds: number): AsyncGenerator<string> {
  const missing = missingEngine();
  if (missing !== undefined) {
    yield `reports: not measured, ${missing}`;
    return;
  }
  const warehouse = await startEmbeddedWarehouse(env.services.config.dataDir);
  const services: Services = { ...env.services, warehouse };
  const feed = startFeed(services, warehouse);
  try {
    yield* filled(env, services);
    yield* cells(services, warehouse, rounds);
    yield* files(env, services, rounds);
    for (const trade of trades(env)) yield await freshness(warehouse, trade);
  } finally {
    await feed.stop();
    await warehouse.close();
  }
}

async function* filled({ transactions }: BenchEnv, { database, clock }: Services): AsyncGenerator<string> {
  const start = performance.now();
  for (;;) {
    const { completeUntil } = await replicationState(database);
    if (completeUntil && clock.now().getTime() - completeUntil.getTime() < 2000) break;
    await pause(200);
  }
  const seconds = (performance.now() - start) / 1000;
  yield `warehouse filled in ${seconds.toFixed(1)} s, ${Math.round(transactions / seconds)}/s when it was empty`;
}

/** Files that the warehouse writes. */
async function* files(env: BenchEnv, services: Services, rounds: number): AsyncGenerator<string> {
  const app = await createPortal(services, createMetrics());
  const portal = await app.listen({ host: '127.0.0.1', port: 0 });
  try {
    const figures = measureExports(env, rounds, { portal, dataSource: 'REPORT' });
    for await (const figure of figures) yield figureLine(figure);
  } finally {
    await app.close();
  }
}

async function* cells(services: Services, warehouse: Warehouse, rounds: number): AsyncGenerator<string> {
  const now = services.clock.now().getTime();
  const scopes = [
    { name: '1', merchants: [20_011] },
    { name: '50', merchants: Array.from({ length: 50 }, (_, at) => 20_001 + at * 20) },
    { name: '1,000', merchants: undefined },
  ];
  yield 'statements, page of 50 with its total, ms: PostgreSQL, warehouse, chosen';
  for (const days of [1, 30, 365]) {
    for (const { name, merchants } of scopes) {
      for (const sort of ['txn_datetime', 'requested_amount', 'merch_ref']) {
        for (const offset of [0, 10_000]) {
          const between = { operation: 'BETWEEN' as const, value: [now - days * dayMs, now] };
          const fields = columns.map((field) => ({
            field,
            ...(field === sort ? { sort: 'DESC' as const } : {}),
            ...(field === 'txn_datetime' ? { filter: between } : {}),
          }));
          const question = buildReportQuery(
            { startFrom: offset + 1, limit: pageSize, fields },
            { tenantIds: [benchCompany], merchants },
          );
          const label = `${`${days} d`.padStart(6)} ${name.padStart(6)} merchants by ${sort.padEnd(17)} from ${String(offset).padStart(6)}`;
          yield `${label} ${await cell(services, warehouse, question, rounds)}`;
        }
      }
    }
  }
}

async function cell(
  services: Services,
  warehouse: Warehouse,
  question: ReportQuery,
  rounds: number,
): Promise<string> {
  const inCompany = <T>(work: Parameters<typeof inTenant<T>>[2]) =>
    inTenant(services.database, [benchCompany], work);
  const ways = {
    postgres: () =>
      inCompany(async (sql) => {
        const rows = await pageRows(sql, question);
        return { rows, total: await countMatches(sql, question) };
      }),
    warehouse: async () => {
      const [rows, [[total] = []]] = await Promise.all([
        warehouse.rows(pageClause(question, [])),
        warehouse.rows(countClause(question, [])),
      ]);
      return { rows, total: Number(total) };
    },
  };
  const { store } = await inCompany((sql) => routeReport({ sql, services }, question, 'REPORT'));
  const times = { postgres: [] as number[], warehouse: [] as number[] };
  const answers = new Set<string>();
  for (let round = 0; round <= rounds; round += 1) {
    for (const name of ['postgres', 'warehouse'] as const) {
      const start = performance.now();
      // A statement whose time is up has no answer, and took at least that long.
      const answer = await ways[name]().catch((error: { code?: string }) => {
        if (error.code !== '57014') throw error;
      });
      // The first is warm-up.
      if (round === 0 && answer) answers.add(JSON.stringify(answer));
      if (round > 0) times[name].push(performance.now() - start);
    }
  }
  if (answers.size > 1) throw new Error('the stores do not answer alike');
  const [postgres, other] = [median(times.postgres), median(times.warehouse)];
  const chosen = store === 'postgres' ? postgres / other : other / postgres;
  return `${postgres.toFixed(1).padStart(9)} ${other.toFixed(1).padStart(9)}  ${store}${chosen > 2 ? ` (${chosen.toFixed(1)} times slower)` : ''}`;
}

interface Trade {
  name: string;
  /** No sooner than so many a second; unlimited takes all there is. */
  perSecond: number;
  /** Answers the id of the transaction, once it is booked. */
  pay(turn: number): Promise<string>;
}

/** Payments as shops send them; and as many as the warehouse must keep up with, which the gateway need not be able to. */
function trades(env: BenchEnv): Trade[] {
  const run = randomBytes(4).toString('hex');
  return [
    {
      name: 'over HTTP',
      perSecond: Infinity,
      pay: (turn) => payOverHttp(env, `W-${run}-${turn}`, turn),
    },
    {
      name: 'bare',
      perSecond: 300,
      async pay(turn) {
        const txnId = await nextTransactionId(env.plain);
        await barePayment(env.plain, { txnId, reference: `V-${run}-${turn}`, amountMinor: 1000 + turn });
        return String(txnId);
      },
    },
  ];
}

/** From a payment's answer until the warehouse shows it, while payments are taken. */
async function freshness(warehouse: Warehouse, { name, perSecond, pay }: Trade): Promise<string> {
  const count = 1200;
  const answeredAt = new Map<string, number>();
  const lags: number[] = [];
  let next = 0;
  const shop = { isOpen: true };
  const look = async () => {
    while (shop.isOpen || answeredAt.size > 0) {
      const ids = [...answeredAt.keys()];
      const seen =
        ids.length === 0
          ? []
          : await warehouse.rows(
              clause`select txn_id from ${table} where txn_id in ${param(ids.map(Number), 'Array(Int64)')}`,
            );
      for (const [id] of seen) {
        const at = answeredAt.get(String(id));
        // Both versions of a payment may be there.
        if (at !== undefined) lags.push(performance.now() - at);
        answeredAt.delete(String(id));
      }
      await pause(20);
    }
  };
  const looking = look();
  const start = performance.now();
  const worker = async () => {
    while (next < count) {
      next += 1;
      const turn = next;
      const early = start + (turn / perSecond) * 1000 - performance.now();
      if (early > 0) await pause(early);
      answeredAt.set(await pay(turn), performance.now());
    }
  };
  await Promise.all(Array.from({ length: 8 }, worker));
  const rate = count / ((performance.now() - start) / 1000);
  shop.isOpen = false;
  await looking;
  const [p50, p95, most] = [0.5, 0.95, 1].map((part) => Math.round(quantile(lags, part)));
  return `a payment in REPORT after its answer, ${Math.round(rate)} payments/s ${name}: p50 ${p50}, p95 ${p95}, most ${most} ms`;
}
