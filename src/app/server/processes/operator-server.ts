import { Gauge } from 'prom-client';
import fastify, { type FastifyInstance } from 'fastify';
import { cannotWrite } from '#database/open-database.ts';
import { inTenant } from '#database/tenant.ts';
import {
  type ReplicationState,
  replicationState,
} from '#features/record/reporting/server/replication-state.ts';
import { listOutagesSince } from '#features/payments/schedules/server/db/outages.ts';
import { attemptsBeforeReport } from '#features/payments/payments/server/jobs/reconcile-payments.ts';
import { countByState, mailStates } from '#server/mail/mail-outbox.ts';
import type { Metrics } from '#server/metrics.ts';
import type { Services } from '#server/services.ts';
import { addMs, describeClockOffset, hourMs, maxClockOffsetMs, secondMs } from '#server/clock.ts';
import { countEarlierValues } from '../rekey-values.ts';
import { registerDebugMail } from './debug-mail.ts';

/** For operators only, on a separate port: liveness, readiness and Prometheus metrics. */
export function createOperator(
  services: Services,
  metrics: Metrics,
  isDraining: () => boolean,
): FastifyInstance {
  const app = fastify({ logger: false });
  registerHealthRoutes(app, services, isDraining);
  registerDebugMail(app, services);
  registerMailMetrics(metrics, services);
  registerSettlementMetrics(metrics, services);
  registerScheduleMetrics(metrics, services);
  registerClockMetric(metrics, services);
  registerKeyMetrics(metrics, services);
  if (services.warehouse) registerWarehouseMetrics(metrics, services);
  metrics.registry.registerMetric(services.state.reportResponses);
  metrics.registry.registerMetric(services.state.impactResponses);
  metrics.registry.registerMetric(services.state.unknownDeclines);
  metrics.registry.registerMetric(services.state.unknownReports);
  app.get('/metrics', async (_request, reply) =>
    reply.type(metrics.registry.contentType).send(await metrics.registry.metrics()),
  );
  return app;
}

/** Counted in the database on request, so every operator port reports emails that any worker gave up. */
function registerMailMetrics(metrics: Metrics, services: Services): void {
  const gauge = new Gauge({
    name: 'countinghouse_mails',
    help: 'Mails in the outbox by state; failed and in-doubt ones were given up',
    labelNames: ['state'],
    registers: [],
    async collect() {
      for (const state of mailStates) this.set({ state }, 0);
      // An unreachable database must not remove the other metrics.
      const counts = await countByState(services.database).catch(() => []);
      for (const { state, count } of counts) this.set({ state }, count);
    },
  });
  metrics.registry.registerMetric(gauge);
}

/** Registers the metrics of the single replication, whichever worker runs it. */
function registerWarehouseMetrics(metrics: Metrics, { database, clock }: Services): void {
  const gauge = (name: string, help: string, value: (state: ReplicationState, now: number) => number) =>
    metrics.registry.registerMetric(
      new Gauge({
        name,
        help,
        registers: [],
        async collect() {
          const state = await replicationState(database).catch(() => undefined);
          this.set(state ? value(state, clock.now().getTime()) : Number.NaN);
        },
      }),
    );
  gauge(
    'countinghouse_warehouse_lag_seconds',
    'How long ago the warehouse had everything; NaN while it is being filled',
    ({ completeUntil }, now) => (completeUntil ? (now - completeUntil.getTime()) / 1000 : Number.NaN),
  );
  gauge(
    'countinghouse_warehouse_replication_up',
    '1 when the replication had a good response from the warehouse within half a minute',
    ({ reportedAt }, now) => Number(reportedAt !== null && now - reportedAt.getTime() < 30_000),
  );
}

/** Why a program should get no requests, or undefined. */
async function findUnreadiness({ database }: Services): Promise<string | undefined> {
  try {
    await database.ready();
  } catch (error) {
    return cannotWrite(error) ? 'database does not write' : 'database unreachable';
  }
  const offsetMs = database.clockOffsetMs() ?? 0;
  return Math.abs(offsetMs) <= maxClockOffsetMs ? undefined : describeClockOffset(offsetMs);
}

/** /health: the process is running. /ready: its database also writes, their clocks agree, and it is not shutting down. */
export function registerHealthRoutes(
  app: FastifyInstance,
  services: Services,
  isDraining: () => boolean,
): void {
  app.get('/health', async () => ({ status: 'ok', version: services.config.version }));
  app.get('/ready', async (_request, reply) => {
    if (isDraining()) return reply.status(503).send({ status: 'draining' });
    const status = await findUnreadiness(services);
    return status === undefined ? { status: 'ready' } : reply.status(503).send({ status });
  });
}

/** The root secret that this program writes with, and values of earlier ones, counted on request. */
function registerKeyMetrics(metrics: Metrics, { database, keys }: Services): void {
  const generation = new Gauge({
    name: 'countinghouse_root_secret',
    help: 'The generation of the root secret under which this program writes',
    registers: [],
    collect() {
      this.set(keys.roots.writing);
    },
  });
  const left = new Gauge({
    name: 'countinghouse_values_to_rekey',
    help: 'Stored values of earlier root secrets by kind; the worker re-derives them after a rotation',
    labelNames: ['values'],
    registers: [],
    async collect() {
      this.reset();
      // An unreachable database must not remove the other metrics.
      const counts = await countEarlierValues(database, keys).catch(() => []);
      for (const { name, count } of counts) this.set({ values: name }, count);
    },
  });
  metrics.registry.registerMetric(generation);
  metrics.registry.registerMetric(left);
}

function registerClockMetric(metrics: Metrics, { database }: Services): void {
  metrics.registry.registerMetric(
    new Gauge({
      name: 'countinghouse_clock_offset_seconds',
      help: "How far the database's clock is ahead of the program's",
      registers: [],
      collect() {
        this.set((database.clockOffsetMs() ?? Number.NaN) / secondMs);
      },
    }),
  );
}

/** Episodes that a processor's outage postponed in the last hour, counted on request. */
function registerScheduleMetrics(metrics: Metrics, { database, clock }: Services): void {
  metrics.registry.registerMetric(
    new Gauge({
      name: 'countinghouse_postponed_episodes',
      help: 'Schedule episodes postponed in the last hour because the processor was unavailable',
      labelNames: ['processor'],
      registers: [],
      async collect() {
        this.reset();
        // An unreachable database must not remove the other metrics.
        const outages = await inTenant(database, 'all-tenants', (sql) =>
          listOutagesSince(sql, addMs(clock.now(), -hourMs)),
        ).catch(() => []);
        for (const { processor, episodes } of outages) this.set({ processor }, episodes);
      },
    }),
  );
}

/** Pending work beside settled amounts, and operations with an unknown result, counted on request. */
function registerSettlementMetrics(metrics: Metrics, { database }: Services): void {
  const gauge = (name: string, help: string, count: () => Promise<number>) =>
    metrics.registry.registerMetric(
      new Gauge({
        name,
        help,
        registers: [],
        async collect() {
          // An unreachable database must not remove the other metrics.
          this.set(await count().catch(() => Number.NaN));
        },
      }),
    );
  gauge('countinghouse_settlement_work', 'Work beside a settlement that failed and is retried', () =>
    inTenant(database, 'all-tenants', async (sql) => {
      const [row] = await sql<{ n: number }[]>`select count(*)::int as n from settlement_work`;
      return row?.n ?? 0;
    }),
  );
  gauge('countinghouse_stuck_operations', 'Operations at the processor without an outcome for an hour', () =>
    inTenant(database, 'all-tenants', async (sql) => {
      const [row] = await sql<{ n: number }[]>`
        select count(*)::int as n from processor_intent where state <> 'DONE' and attempts >= ${attemptsBeforeReport}`;
      return row?.n ?? 0;
    }),
  );
}
