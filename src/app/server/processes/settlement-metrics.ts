import { Gauge } from 'prom-client';
import { inTenant } from '#database/tenant.ts';
import { attemptsBeforeReport } from '#features/payments/server/jobs/reconcile-payments.ts';
import type { Metrics } from '#server/metrics.ts';
import type { Services } from '#server/services.ts';

/** What waits beside settled money, and operations whose outcome is still unknown; counted when asked. */
export function settlementMetrics(metrics: Metrics, { database }: Services): void {
  const gauge = (name: string, help: string, count: () => Promise<number>) =>
    metrics.registry.registerMetric(
      new Gauge({
        name,
        help,
        registers: [],
        async collect() {
          // An unreachable database must not take the other numbers away.
          this.set(await count().catch(() => Number.NaN));
        },
      }),
    );
  gauge('countinghouse_settlement_work', 'Work beside a settlement that failed and is retried', () =>
    inTenant(database, 'every-company', async (sql) => {
      const [row] = await sql<{ n: number }[]>`select count(*)::int as n from settlement_work`;
      return row?.n ?? 0;
    }),
  );
  gauge('countinghouse_stuck_operations', 'Operations at the processor without an outcome for an hour', () =>
    inTenant(database, 'every-company', async (sql) => {
      const [row] = await sql<{ n: number }[]>`
        select count(*)::int as n from processor_intent where state <> 'DONE' and attempts >= ${attemptsBeforeReport}`;
      return row?.n ?? 0;
    }),
  );
}
