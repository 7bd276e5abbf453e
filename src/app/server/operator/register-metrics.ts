import { Gauge } from 'prom-client';
import { inTenant } from '#database/tenant.ts';
import { listOutagesSince } from '#features/payments/schedules/server/db/outages.ts';
import { countByState, mailStates } from '#server/mail/mail-outbox.ts';
import type { Metrics } from '#server/metrics.ts';
import type { Services } from '#server/services.ts';
import { addMs, hourMs, secondMs } from '#server/clock.ts';
import { countEarlierValues } from '../rekey-values.ts';
import type { FigureReaders } from './figures.ts';

type Registry = Metrics['registry'];

/**
 * Metrics that are read on request. Those of the database are the same at every operator port, whichever worker does the
 * work. An unreachable database must not remove the other metrics: its figures are NaN then.
 */
export function registerFigures(registry: Registry, services: Services, readers: FigureReaders): void {
  registerMails(registry, services);
  registerOutages(registry, services);
  registerProcess(registry, services);
  registerKeys(registry, services);
  registerSpans(registry, services);
  const { unresolved, settlementWork, audit, warehouse } = readers;
  const gauge = (name: string, help: string, value: () => Promise<number>) =>
    add(registry, name, help, async (self) => self.set(await value().catch(() => Number.NaN)));
  gauge(
    'countinghouse_settlement_work',
    'Work beside a settlement that failed and is retried',
    settlementWork,
  );
  gauge(
    'countinghouse_stuck_operations',
    'Operations at the processor without an outcome for an hour',
    async () => (await unresolved()).stuck,
  );
  gauge(
    'countinghouse_unresolved_operations',
    'Operations at the processor without an outcome after --intent-grace-ms',
    async () => (await unresolved()).count,
  );
  gauge(
    'countinghouse_unresolved_oldest_seconds',
    'Age of the oldest operation without an outcome; 0 for none',
    async () => (await unresolved()).oldestSeconds,
  );
  gauge(
    'countinghouse_audit_unsealed_seconds',
    'Age of the oldest audit event that is not sealed; 0 for none',
    async () => (await audit()).unsealedSeconds,
  );
  registerQueues(registry, readers);
  registerJobs(registry, readers);
  registerBreakers(registry, readers);
  if (!services.warehouse) return;
  gauge(
    'countinghouse_warehouse_lag_seconds',
    'How long ago the warehouse had everything; NaN while it is being filled',
    async () => (await warehouse())?.lagSeconds ?? Number.NaN,
  );
  gauge(
    'countinghouse_warehouse_replication_up',
    '1 when the replication had a good response from the warehouse within half a minute',
    async () => Number((await warehouse())?.isUp ?? Number.NaN),
  );
}

function add<Label extends string>(
  registry: Registry,
  name: string,
  help: string,
  collect: (gauge: Gauge<Label>) => void | Promise<void>,
  labelNames: readonly Label[] = [],
): void {
  registry.registerMetric(
    new Gauge<Label>({
      name,
      help,
      labelNames: [...labelNames],
      registers: [],
      collect() {
        return collect(this);
      },
    }),
  );
}

/** Counted in the database on request, so every operator port reports emails that any worker gave up. */
function registerMails(registry: Registry, { database }: Services): void {
  add(
    registry,
    'countinghouse_mails',
    'Mails in the outbox by state; failed and in-doubt ones were given up',
    async (gauge) => {
      for (const state of mailStates) gauge.set({ state }, 0);
      for (const { state, count } of await countByState(database).catch(() => []))
        gauge.set({ state }, count);
    },
    ['state'],
  );
}

/** Episodes that a processor's outage postponed in the last hour. */
function registerOutages(registry: Registry, { database, clock }: Services): void {
  add(
    registry,
    'countinghouse_postponed_episodes',
    'Schedule episodes postponed in the last hour because the processor was unavailable',
    async (gauge) => {
      gauge.reset();
      const outages = await inTenant(database, 'all-tenants', (sql) =>
        listOutagesSince(sql, addMs(clock.now(), -hourMs)),
      ).catch(() => []);
      for (const { processor, episodes } of outages) gauge.set({ processor }, episodes);
    },
    ['processor'],
  );
}

/** What each process measures itself. */
function registerProcess(registry: Registry, { database, replica, clock }: Services): void {
  add(
    registry,
    'countinghouse_clock_offset_seconds',
    "How far the database's clock is ahead of the program's",
    (gauge) => gauge.set((database.clockOffsetMs() ?? Number.NaN) / secondMs),
  );
  add(registry, 'countinghouse_database_up', '1 while the database responds and writes', async (gauge) =>
    gauge.set(
      await database.ready().then(
        () => 1,
        () => 0,
      ),
    ),
  );
  add(
    registry,
    'countinghouse_pool_connections',
    'Connections of requests by state: used, waiting (statements that wait for one), max',
    (gauge) => {
      const { used, waiting, max } = database.state();
      for (const [state, count] of Object.entries({ used, waiting, max })) gauge.set({ state }, count);
    },
    ['state'],
  );
  add(
    registry,
    'countinghouse_replica_lag_seconds',
    'How far the read replica is behind; NaN without one and while it does not respond',
    (gauge) => {
      const until = replica?.completeUntil;
      gauge.set(until ? (clock.now().getTime() - until.getTime()) / secondMs : Number.NaN);
    },
  );
}

/** Only with --otlp-url. */
function registerSpans(registry: Registry, { tracer }: Services): void {
  if (!tracer) return;
  add(
    registry,
    'countinghouse_spans',
    'Spans of traces since the start: sent, dropped because the collector did not take them',
    (gauge) => {
      gauge.set({ state: 'sent' }, tracer.sent);
      gauge.set({ state: 'dropped' }, tracer.dropped);
    },
    ['state'],
  );
}

/** Messages that are due, by kind. */
function registerQueues(registry: Registry, { emails, webhooks, callbacks }: FigureReaders): void {
  const queues = { email: emails, webhook: webhooks, notification: callbacks };
  const each = (value: (queue: { count: number; oldestSeconds: number }) => number) =>
    async function collect(gauge: Gauge<'queue'>): Promise<void> {
      for (const [queue, read] of Object.entries(queues))
        gauge.set({ queue }, await read().then(value, () => Number.NaN));
    };
  add(
    registry,
    'countinghouse_queue_due',
    'Messages that are due and not sent, by queue',
    each((queue) => queue.count),
    ['queue'],
  );
  add(
    registry,
    'countinghouse_queue_oldest_seconds',
    'How long the oldest of them has been due; 0 for none',
    each((queue) => queue.oldestSeconds),
    ['queue'],
  );
}

function registerJobs(registry: Registry, readers: FigureReaders): void {
  add(
    registry,
    'countinghouse_job_overdue_seconds',
    'How late the next run of a job of the worker is, whichever worker runs it',
    async (gauge) => {
      gauge.reset();
      const found = (await readers.jobs().catch(() => undefined)) ?? [];
      for (const { name, overdueSeconds } of found) gauge.set({ name }, overdueSeconds);
    },
    // `job` is Prometheus' own label.
    ['name'],
  );
}

function registerBreakers(registry: Registry, readers: FigureReaders): void {
  add(
    registry,
    'countinghouse_breaker_open',
    "1 while the breaker of a processor's connection is open, by connection",
    async (gauge) => {
      gauge.reset();
      for (const { connectionId, adapter, openedAt } of await readers.connections().catch(() => []))
        gauge.set({ connection: String(connectionId), adapter }, Number(openedAt !== undefined));
    },
    ['connection', 'adapter'],
  );
}

/** The root secret that this program writes with, and values of earlier ones. */
function registerKeys(registry: Registry, { database, keys }: Services): void {
  add(
    registry,
    'countinghouse_root_secret',
    'The generation of the root secret under which this program writes',
    (gauge) => gauge.set(keys.roots.writing),
  );
  add<'values'>(
    registry,
    'countinghouse_values_to_rekey',
    'Stored values of earlier root secrets by kind; the worker re-derives them after a rotation',
    async (gauge) => {
      gauge.reset();
      const counts = await countEarlierValues(database, keys).catch(() => []);
      for (const { name, count } of counts) gauge.set({ values: name }, count);
    },
    ['values'],
  );
}
