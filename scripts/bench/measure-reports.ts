import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { runConcurrently } from '#server/run-concurrently.ts';
import { benchCompany } from '#app/server/demo/bulk/bench-merchants.ts';
import { inTenant } from '#database/tenant.ts';
import { type ReportQuery, buildReportQuery } from '#features/record/reporting/server/build-report-query.ts';
import { routeReport } from '#features/record/reporting/server/route-report.ts';
import { countMatches, readPageRows } from '#features/record/reporting/server/postgres-query.ts';
import { countClause, pageClause } from '#features/record/reporting/server/warehouse-query.ts';
import { table } from '#features/record/reporting/server/warehouse-table.ts';
import { dayMs } from '#server/clock.ts';
import type { Services } from '#server/services.ts';
import { clause, param } from '#warehouse/clickhouse-sql.ts';
import { missingEngine } from '#testing/warehouse/engine.ts';
import type { Warehouse } from '#warehouse/warehouse.ts';
import { nextTransactionId } from '#features/payments/payments/server/db/transactions.ts';
import { barePayment } from './bare-payment.ts';
import type { BenchEnv } from './bench-env.ts';
import { withFilledWarehouse } from './filled-warehouse.ts';
import { payOverHttp } from './measure-payments.ts';
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

/** The statements screen's queries on both stores, and the replication lag of payments. */
export async function* measureReports(env: BenchEnv, rounds: number): AsyncGenerator<string> {
  const missing = missingEngine();
  if (missing !== undefined) {
    yield `reports: not measured, ${missing}`;
    return;
  }
  yield* withFilledWarehouse(env, async function* (services, warehouse) {
    yield* measureStores(services, warehouse, rounds);
    for (const source of paymentSources(env)) yield await measureFreshness(warehouse, source);
  });
}

async function* measureStores(
  services: Services,
  warehouse: Warehouse,
  rounds: number,
): AsyncGenerator<string> {
  const now = services.clock.now().getTime();
  const scopes = [
    { name: '1', merchants: [20_011] },
    { name: '50', merchants: Array.from({ length: 50 }, (_, index) => 20_001 + index * 20) },
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
          const query = buildReportQuery(
            { startFrom: offset + 1, limit: pageSize, fields },
            { tenantIds: [benchCompany], merchants },
          );
          const label = `${`${days} d`.padStart(6)} ${name.padStart(6)} merchants by ${sort.padEnd(17)} from ${String(offset).padStart(6)}`;
          yield `${label} ${await compareStores(services, warehouse, query, rounds)}`;
        }
      }
    }
  }
}

async function compareStores(
  services: Services,
  warehouse: Warehouse,
  query: ReportQuery,
  rounds: number,
): Promise<string> {
  const inCompany = <T>(work: Parameters<typeof inTenant<T>>[2]) =>
    inTenant(services.database, [benchCompany], work);
  const stores = {
    postgres: () =>
      inCompany(async (sql) => {
        const rows = await readPageRows(sql, query);
        return { rows, total: await countMatches(sql, query) };
      }),
    warehouse: async () => {
      const [rows, [[total] = []]] = await Promise.all([
        warehouse.rows(pageClause(query, [])),
        warehouse.rows(countClause(query, [])),
      ]);
      return { rows, total: Number(total) };
    },
  };
  const { store } = await inCompany((sql) => routeReport({ sql, services }, query, 'REPORT'));
  const times = { postgres: [] as number[], warehouse: [] as number[] };
  const responses = new Set<string>();
  for (let round = 0; round <= rounds; round += 1) {
    for (const name of ['postgres', 'warehouse'] as const) {
      const start = performance.now();
      // A statement that timed out has no result, and took at least that long.
      const response = await stores[name]().catch((error: { code?: string }) => {
        if (error.code !== '57014') throw error;
      });
      // The first round is a warm-up.
      if (round === 0 && response) responses.add(JSON.stringify(response));
      if (round > 0) times[name].push(performance.now() - start);
    }
  }
  if (responses.size > 1) throw new Error('the stores return different results');
  const [postgres, other] = [median(times.postgres), median(times.warehouse)];
  const chosen = store === 'postgres' ? postgres / other : other / postgres;
  return `${postgres.toFixed(1).padStart(9)} ${other.toFixed(1).padStart(9)}  ${store}${chosen > 2 ? ` (${chosen.toFixed(1)} times slower)` : ''}`;
}

interface PaymentSource {
  name: string;
  /** The maximum rate; Infinity for no limit. */
  perSecond: number;
  /** Returns the id of the transaction once it is settled. */
  pay(index: number): Promise<string>;
}

/** Payments over HTTP, and bare payments at the rate the warehouse must keep up with. */
function paymentSources(env: BenchEnv): PaymentSource[] {
  const run = randomBytes(4).toString('hex');
  return [
    {
      name: 'over HTTP',
      perSecond: Infinity,
      pay: (index) => payOverHttp(env, `W-${run}-${index}`, index),
    },
    {
      name: 'bare',
      perSecond: 300,
      async pay(index) {
        const txnId = await nextTransactionId(env.services);
        await barePayment(env, { txnId, reference: `V-${run}-${index}`, amountMinor: 1000 + index, index });
        return String(txnId);
      },
    },
  ];
}

/** The time from a payment's response until the warehouse contains it, under load. */
async function measureFreshness(
  warehouse: Warehouse,
  { name, perSecond, pay }: PaymentSource,
): Promise<string> {
  const count = 1200;
  const respondedAt = new Map<string, number>();
  const lags: number[] = [];
  let sentBytes = 0;
  const load = { isOpen: true };
  const poll = async () => {
    while (load.isOpen || respondedAt.size > 0) {
      const ids = [...respondedAt.keys()];
      const found =
        ids.length === 0
          ? []
          : await warehouse.rows(
              clause`select txn_id from ${table} where txn_id in ${param(ids.map(Number), 'Array(Int64)')}`,
            );
      for (const [id] of found) {
        const at = respondedAt.get(String(id));
        // The warehouse may contain both versions of a payment.
        if (at !== undefined) lags.push(performance.now() - at);
        respondedAt.delete(String(id));
      }
      await pause(20);
    }
  };
  const polling = poll();
  const start = performance.now();
  const next = () => (sentBytes < count ? (sentBytes += 1) : undefined);
  await runConcurrently(8, next, async (index) => {
    const early = start + (index / perSecond) * 1000 - performance.now();
    if (early > 0) await pause(early);
    respondedAt.set(await pay(index), performance.now());
  });
  const rate = count / ((performance.now() - start) / 1000);
  load.isOpen = false;
  await polling;
  const [p50, p95, max] = [0.5, 0.95, 1].map((part) => Math.round(quantile(lags, part)));
  return `a payment in REPORT after its response, ${Math.round(rate)} payments/s ${name}: p50 ${p50}, p95 ${p95}, most ${max} ms`;
}
